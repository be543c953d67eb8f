/* Results: every game that has ended is entered once, whatever fails; also those of earlier
 * releases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "ratings/recompute.h"
#include "ratings/store_ratings.h"
#include "released_sql.h"

enum { PLAYERS = 2, TURNS_MAX = 100000 };

static const int64_t new_years_eve = INT64_C(1798761599999); /* the last moment of 2026 in UTC */
static const int64_t minute = 60000;

static int64_t time_now;

static int64_t wound_clock(void)
{
    return time_now;
}

typedef struct evening {
    sv_core core;
    talker talker[PLAYERS];
    faults faults;
} evening;

static evening *begin(const char *first, const char *second)
{
    static const char *const names[PLAYERS] = {"Anna", "Ben"};
    rec_error error;
    evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    sv_db *db = sv_db_sqlite(":memory:", NULL, &error);
    assert_non_null(db);
    assert_true(!first || run_released_sql(db, first));
    assert_true(!second || run_released_sql(db, second));
    e->faults = (faults){.countdown = -1, .lasts = 1, .code = "storage", .reads_too = 1};
    assert_true(sv_core_open(&e->core, fault_db(db, &e->faults), 1, &error));
    e->core.clock = wound_clock;
    time_now = new_years_eve;
    for (unsigned i = 0; i < PLAYERS; i++) {
        talker_open(&e->core, &e->talker[i], i + 1, names[i]);
        e->talker[i].client.user.kind = SV_ACCOUNT;
    }
    return e;
}

static void end(evening *e)
{
    for (unsigned i = 0; i < PLAYERS; i++)
        talker_close(&e->core, &e->talker[i]);
    sv_core_close(&e->core);
    free(e);
}

/* ------------------------------------------------------------------------------------ database */

/* One of the statements of this file, in a turn of its own. */
static void change(evening *e, const char *sql)
{
    rec_error error;
    assert_true(sv_write(&e->core.store, sql, NULL, 0, NULL, &error));
    assert_true(sv_store_commit(&e->core.store, &error));
}

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static int64_t number_of(evening *e, const char *sql)
{
    rec_error error;
    int64_t number = -1;
    assert_true(
        sv_read(&e->core.store, sql, NULL, 0, (sv_rows){"n", take_number, &number}, &error));
    return number;
}

static int64_t results(evening *e)
{
    return number_of(e, "SELECT COUNT(*) FROM results");
}

static int64_t unmarked(evening *e)
{
    return number_of(e, "SELECT COUNT(*) FROM games WHERE status = 2 AND tallied IS NULL");
}

static const char without_marks[] = "UPDATE games SET tallied = NULL";

/* The tick of a later second. */
static void tick(evening *e)
{
    time_now += minute;
    sv_core_run_turn(&e->core, true);
}

/* --------------------------------------------------------------------------------------- games */

/* Bots play the game to its end, for people who have left. In the row of the table they have come
 * back. */
static void play(evening *e, const char *settings, char code[SV_CODE_MAX])
{
    char all[256];
    snprintf(all, sizeof all, ",\"options\":{\"first_game\":true}%s", settings);
    assert_true(begin_game(&e->core, &e->talker[0], &e->talker[1], all, code));
    for (unsigned i = 0; i < PLAYERS; i++)
        ask(&e->core, &e->talker[i], "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    for (unsigned i = 0; i < TURNS_MAX && table_at(&e->core, code)->status != SV_ENDED; i++)
        sv_core_run_turn(&e->core, false);
    assert_int_equal(table_at(&e->core, code)->status, SV_ENDED);
    change(e, "UPDATE games SET seats = replace(seats, '\"away\":true', '\"away\":false')");
}

static sv_result result_of(evening *e, const char *code)
{
    sv_result r;
    rec_error error;
    bool found;
    assert_true(sv_result_find(&e->core.store, table_at(&e->core, code)->id, &r, &found, &error));
    assert_true(found);
    return r;
}

/* The players may share the first place. */
static void assert_ranked(const sv_result *r)
{
    assert_in_range(r->seat[0].rank, 1, 2);
    assert_in_range(r->seat[1].rank, 1, 2);
    assert_true(r->seat[0].rank + r->seat[1].rank < 4);
}

/* People who are accounts in the store; the harness made guests of them. */
static evening *begin_rated(void)
{
    evening *e = begin(NULL, NULL);
    change(e, "UPDATE users SET kind = 1");
    return e;
}

static void a_game_is_entered_once(void **state)
{
    evening *e = begin_rated();
    char code[SV_CODE_MAX];
    (void)state;
    play(e, ",\"rated\":true", code);
    assert_int_equal(results(e), 0);
    tick(e);
    assert_int_equal(results(e), 1);
    assert_int_equal(unmarked(e), 0);
    const sv_result r = result_of(e, code);
    assert_true(r.rated && r.complete);
    assert_int_equal(r.number, 1);
    assert_ranked(&r);
    const unsigned won = r.seat[0].rank == 1 ? 0 : 1;
    const bool draw = r.seat[1 - won].rank == 1;
    assert_true(r.seat[won].after.mean - r.seat[won].before.mean == 0 ? draw : !draw);
    assert_true(r.seat[won].after.mean + r.seat[1 - won].after.mean == 3000 * SV_POINT);
    /* The database of accounts was committed, and that of the games was not. */
    change(e, without_marks);
    tick(e);
    tick(e);
    assert_int_equal(unmarked(e), 0);
    assert_int_equal(results(e), 1);
    assert_int_equal(number_of(e, "SELECT SUM(games) FROM ratings WHERE players = 0"), 2);
    assert_int_equal(number_of(e, "SELECT SUM(games) FROM tallies"), 2);
    end(e);
}

/* The game is as if it had just ended. */
static void forget_result(evening *e)
{
    change(e, without_marks);
    change(e, "DELETE FROM results");
    change(e, "DELETE FROM result_seats");
    change(e, "DELETE FROM ratings");
    change(e, "DELETE FROM leaders");
    change(e, "DELETE FROM tallies");
    change(e, "DELETE FROM reports");
    change(e, "DELETE FROM report_words");
}

static void assert_whole(evening *e)
{
    const int64_t entered = results(e);
    assert_true(entered == 0 || entered == 1);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM result_seats"), 2 * entered);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM ratings"), 4 * entered);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM leaders"), 6 * entered);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM tallies"), 2 * entered);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM reports"), entered);
}

/* Whatever statement of the turn fails, nothing is entered, or all of it. */
static void a_failure_enters_all_or_nothing(void **state)
{
    evening *e = begin_rated();
    char code[SV_CODE_MAX];
    unsigned refused = 0;
    (void)state;
    play(e, ",\"rated\":true", code);
    bool struck = true;
    for (int at = 0; struck; at++) {
        forget_result(e);
        e->faults.countdown = at;
        tick(e);
        struck = e->faults.countdown < 0;
        e->faults.countdown = -1;
        refused += results(e) == 0;
        assert_whole(e);
    }
    assert_true(refused > 10);
    forget_result(e);
    tick(e);
    assert_int_equal(results(e), 1);
    assert_int_equal(unmarked(e), 0);
    assert_whole(e);
    end(e);
}

static void leaders_are_of_the_month_in_which_a_game_ends(void **state)
{
    evening *e = begin_rated();
    char code[SV_CODE_MAX];
    (void)state;
    play(e, ",\"rated\":true", code);
    tick(e);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM leaders WHERE period = 0"), 2);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM leaders WHERE period = 2026"), 2);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM leaders WHERE period = 202612"), 2);
    time_now = new_years_eve + 1;
    play(e, ",\"rated\":true", code);
    tick(e);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM leaders WHERE period = 202701"), 2);
    assert_int_equal(number_of(e, "SELECT SUM(games) FROM leaders WHERE period = 0"), 4);
    assert_int_equal(number_of(e, "SELECT SUM(games) FROM leaders WHERE period = 202612"), 2);
    /* Provisional ratings are not listed. */
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM leaders WHERE listed IS NOT NULL"), 0);
    end(e);
}

static void the_newest_of_many_games_come_first(void **state)
{
    evening *e = begin_rated();
    char code[SV_CODE_MAX];
    (void)state;
    play(e, "", code);
    change(e, "INSERT INTO games (id, code, version, status, host, listed, rules, seq, sum, "
              "settings, seats, clock, seed, automatic, created, touched, ended) "
              "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 299) "
              "SELECT n, 'old' || n, version, status, host, listed, rules, seq, sum, settings, "
              "seats, clock, seed, automatic, created, touched, n FROM n, games");
    assert_int_equal(unmarked(e), 300);
    tick(e);
    assert_true(results(e) > 0 && results(e) <= 100);
    assert_int_equal(result_of(e, code).number, 1);
    for (unsigned i = 0; i < 1000 && unmarked(e) > 0; i++)
        tick(e);
    assert_int_equal(results(e), 300);
    assert_int_equal(number_of(e, "SELECT SUM(games) FROM tallies"), 600);
    end(e);
}

/* Earlier releases stored no ranks with the seats, and no setting about ratings. */
static void games_of_earlier_releases_are_friendly(void **state)
{
    evening *e = begin_rated();
    char code[SV_CODE_MAX];
    (void)state;
    play(e, ",\"rated\":true", code);
    change(e, "UPDATE games SET seats = replace(seats, '\"rank\"', '\"unknown\"'), "
              "settings = replace(settings, '\"rated\"', '\"unknown\"')");
    tick(e);
    const sv_result r = result_of(e, code);
    assert_true(r.complete && !r.rated);
    assert_ranked(&r);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM ratings"), 0);
    assert_int_equal(number_of(e, "SELECT SUM(games) FROM tallies WHERE rated = 0"), 2);
    end(e);
}

static void stored_games_are_entered_after_an_update(void **state)
{
    evening *e = begin("4.sql", "games.sql");
    (void)state;
    change(e, "UPDATE games SET status = 2, ended = touched");
    assert_int_equal(unmarked(e), 3); /* one of them is no game */
    for (unsigned i = 0; i < 10; i++)
        tick(e);
    assert_int_equal(unmarked(e), 0);
    assert_int_equal(results(e), 2);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM games WHERE tallied = 2"), 1);
    assert_int_equal(number_of(e, "SELECT SUM(complete) FROM results"), 0);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM tallies"), 0);
    end(e);
}

static void what_cannot_be_read_stops_nothing(void **state)
{
    evening *e = begin_rated();
    char damaged[2][SV_CODE_MAX], code[SV_CODE_MAX];
    (void)state;
    play(e, ",\"rated\":true", damaged[0]);
    change(e, "UPDATE games SET settings = '{'");
    play(e, ",\"rated\":true", damaged[1]);
    change(e, "UPDATE games SET sum = sum + 1, seats = replace(seats, '\"rank\"', '\"unknown\"')");
    play(e, ",\"rated\":true", code);
    tick(e);
    assert_int_equal(unmarked(e), 0);
    assert_int_equal(results(e), 1);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM games WHERE tallied = 2"), 2);
    end(e);
}

static void ignore_progress(int64_t done, int64_t of)
{
    (void)done;
    (void)of;
}

/* A sum of everything that follows from results. */
static int64_t digest(evening *e)
{
    return number_of(e, "SELECT SUM(mean * 3 + spread * 7 + games * players) FROM ratings") +
           number_of(e, "SELECT SUM(mean * 5 + spread * 11 + games * period + wins) FROM leaders") +
           number_of(e, "SELECT SUM(games * 13 + wins * 17 + ranks) FROM tallies") +
           number_of(e, "SELECT SUM(mean_before * 19 + spread_before * 23 + mean * 29 + spread) "
                        "FROM result_seats");
}

static void computed_again_all_is_the_same(void **state)
{
    evening *e = begin_rated();
    char code[SV_CODE_MAX];
    rec_error error;
    int64_t count;
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        play(e, i == 1 ? "" : ",\"rated\":true", code);
        tick(e);
    }
    const int64_t before = digest(e);
    assert_true(sv_ratings_recompute(&e->core.store, ignore_progress, &count, &error));
    assert_true(sv_store_commit(&e->core.store, &error));
    assert_int_equal(count, 3);
    assert_true(digest(e) == before);
    end(e);
}

static void people_from_one_address_are_told_of(void **state)
{
    evening *e = begin_rated();
    char code[SV_CODE_MAX];
    (void)state;
    play(e, ",\"rated\":true", code); /* both talkers have the same */
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM games WHERE seats LIKE '%origin%'"), 0);
    tick(e);
    assert_int_equal(number_of(e, "SELECT COUNT(*) FROM reports WHERE kind = 'same-address'"), 1);
    end(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_entered_once),
        cmocka_unit_test(a_failure_enters_all_or_nothing),
        cmocka_unit_test(leaders_are_of_the_month_in_which_a_game_ends),
        cmocka_unit_test(the_newest_of_many_games_come_first),
        cmocka_unit_test(games_of_earlier_releases_are_friendly),
        cmocka_unit_test(stored_games_are_entered_after_an_update),
        cmocka_unit_test(what_cannot_be_read_stops_nothing),
        cmocka_unit_test(computed_again_all_is_the_same),
        cmocka_unit_test(people_from_one_address_are_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
