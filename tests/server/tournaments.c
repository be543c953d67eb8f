/* Tournaments by a fake clock: when they begin, rounds and their deadlines, pauses, leagues, people
 * who are gone. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "play.h"

#define MINUTE    INT64_C(60000)
#define HOUR      (60 * MINUTE)
#define DAY       (24 * HOUR)
#define JANUARY_5 INT64_C(1767571200000) /* 2026, midnight UTC, a Monday */

enum { PEOPLE = 30, ORGANISER = PEOPLE };

static int64_t time_now;

static int64_t wound_clock(void)
{
    return time_now;
}

/* A server, people with accounts, the last of whom organises a tournament. */
typedef struct scene {
    sv_core core;
    talker person[PEOPLE + 1];
    char code[SV_CODE_MAX];
} scene;

static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

static int64_t number_of(const json_t *json, const char *key)
{
    return json_integer_value(json_object_get(json, key));
}

static void open_account(scene *s, talker *t, int64_t number)
{
    rec_error error;
    char name[SV_NAME_MAX];
    sv_user user = {.id = number, .kind = SV_ACCOUNT};
    snprintf(name, sizeof name, "Person %d", (int)number);
    snprintf(user.name, sizeof user.name, "%s", name);
    assert_true(sv_user_add(&s->core.store, &user, name, "hash", 1, &error));
    talker_open(&s->core, t, number, name);
    t->client.user.kind = SV_ACCOUNT;
}

static scene *begin_scene_on(sv_db *db)
{
    rec_error error;
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    time_now = JANUARY_5 + 6 * HOUR;
    assert_true(sv_core_open(&s->core, db, 1, &error));
    s->core.clock = wound_clock;
    for (int i = 0; i <= PEOPLE; i++)
        open_account(s, &s->person[i], i + 1);
    return s;
}

static scene *begin_scene(void)
{
    rec_error error;
    return begin_scene_on(sv_db_sqlite(":memory:", NULL, &error));
}

static void end_scene(scene *s)
{
    for (int i = 0; i <= PEOPLE; i++)
        talker_close(&s->core, &s->person[i]);
    sv_core_close(&s->core);
    free(s);
}

static void tick(scene *s)
{
    sv_core_begin_turn(&s->core);
    sv_core_tick(&s->core);
    sv_core_end_turn(&s->core);
}

static void tick_at(scene *s, int64_t moment)
{
    time_now = moment;
    tick(s);
}

static int round_minutes = 60;

/* Three a table. */
static void organise_at(scene *s, const char *clock, int rounds, const char *more)
{
    talker *o = &s->person[ORGANISER];
    const json_t *r = ask(&s->core, o,
                          "{\"do\":\"tournament_new\",\"name\":\"Cup\",\"settings\":{\"players\":3,"
                          "\"rounds\":%d,\"round_minutes\":%d,\"clock\":{%s}%s}}",
                          rounds, round_minutes, clock, more);
    assert_string_equal(error_code(o), "");
    snprintf(s->code, sizeof s->code, "%s",
             text_of(json_object_get(r, "tournament"), "tournament"));
}

static void organise(scene *s, const char *more)
{
    organise_at(s, "\"kind\":\"days\",\"days\":2", 2, more);
}

static const json_t *now(scene *s)
{
    const json_t *r =
        ask(&s->core, &s->person[0], "{\"do\":\"tournament\",\"tournament\":\"%s\"}", s->code);
    assert_string_equal(error_code(&s->person[0]), "");
    return json_object_get(r, "tournament");
}

static const char *state(scene *s)
{
    return text_of(now(s), "state");
}

static void join(scene *s, int from, int to)
{
    for (int i = from; i < to; i++) {
        ask(&s->core, &s->person[i], "{\"do\":\"tournament_join\",\"tournament\":\"%s\"}", s->code);
        assert_string_equal(error_code(&s->person[i]), "");
    }
}

static const char *manage(scene *s, const char *action)
{
    talker *o = &s->person[ORGANISER];
    ask(&s->core, o, "{\"do\":\"tournament_manage\",\"tournament\":\"%s\",\"action\":%s}", s->code,
        action);
    return error_code(o);
}

static const json_t *fixtures(scene *s, int round)
{
    const json_t *r =
        ask(&s->core, &s->person[0],
            "{\"do\":\"tournament_round\",\"tournament\":\"%s\",\"round\":%d}", s->code, round);
    return json_object_get(r, "fixtures");
}

static const json_t *standings(scene *s)
{
    const json_t *r = ask(&s->core, &s->person[0],
                          "{\"do\":\"tournament_standings\",\"tournament\":\"%s\"}", s->code);
    return json_object_get(r, "standings");
}

/* The row of a person in a list of standings, or of people at a table. */
static const json_t *row_of(const json_t *list, int64_t person)
{
    size_t i;
    const json_t *row;
    json_array_foreach(list, i, row)
    {
        if (number_of(row, "user") == person)
            return row;
    }
    return NULL;
}

static void assert_all(scene *s, int round, size_t count, const char *expected)
{
    size_t i;
    const json_t *fixture, *list = fixtures(s, round);
    assert_int_equal(json_array_size(list), count);
    json_array_foreach(list, i, fixture)
    {
        assert_string_equal(text_of(fixture, "state"), expected);
    }
}

/* -------------------------------------------------------------------------------------- begins
 */

static void it_begins_at_its_time(void **data)
{
    char when[64];
    scene *s = begin_scene();
    (void)data;
    snprintf(when, sizeof when, ",\"begins\":%lld", (long long)(time_now + HOUR));
    organise(s, when);
    join(s, 0, 9);
    tick_at(s, time_now + HOUR - 1);
    assert_string_equal(state(s), "sign-up");
    tick_at(s, time_now + 1);
    assert_string_equal(state(s), "running");
    assert_int_equal(number_of(now(s), "round"), 1);
    tick(s);
    assert_all(s, 1, 3, "running");
    end_scene(s);
}

static void with_too_few_people_it_is_cancelled(void **data)
{
    char when[64];
    scene *s = begin_scene();
    (void)data;
    snprintf(when, sizeof when, ",\"min_people\":5,\"begins\":%lld", (long long)(time_now + HOUR));
    organise(s, when);
    join(s, 0, 4);
    assert_string_equal(manage(s, "\"start\""), "tournament-state");
    tick_at(s, time_now + HOUR);
    assert_string_equal(state(s), "cancelled");
    assert_string_equal(text_of(now(s), "why"), "too-few");
    end_scene(s);
}

/* A turn must not last long: tables are made some at a time. */
static void many_tables_are_made_in_several_turns(void **data)
{
    scene *s = begin_scene();
    (void)data;
    organise(s, "");
    join(s, 0, 30);
    assert_string_equal(manage(s, "\"start\""), "");
    tick(s);
    assert_all(s, 1, 10, "waiting");
    tick(s);
    assert_int_equal(number_of(json_object_get(now(s), "tables"), "running"), 8);
    assert_int_equal(number_of(json_object_get(now(s), "tables"), "waiting"), 2);
    tick(s);
    assert_all(s, 1, 10, "running");
    end_scene(s);
}

/* ----------------------------------------------------------------------------------- deadlines
 */

/* Six people begin; the first two rows of fixtures play. */
static scene *begin_six(const char *more)
{
    scene *s = begin_scene();
    organise(s, more);
    join(s, 0, 6);
    assert_string_equal(manage(s, "\"start\""), "");
    tick(s);
    tick(s);
    assert_all(s, 1, 2, "running");
    return s;
}

static void a_round_is_ended_by_rule_and_the_next_begins_after_the_break(void **data)
{
    scene *s = begin_six(",\"break_minutes\":10,\"final\":true");
    const int64_t from = time_now;
    (void)data;
    tick_at(s, from + HOUR - 1);
    assert_all(s, 1, 2, "running");
    tick_at(s, from + HOUR);
    assert_all(s, 1, 2, "by-rule");
    assert_int_equal(number_of(now(s), "begins"), from + HOUR + 10 * MINUTE);
    tick_at(s, from + HOUR + 10 * MINUTE - 1);
    assert_int_equal(number_of(now(s), "round"), 1);
    tick_at(s, from + HOUR + 10 * MINUTE);
    assert_int_equal(number_of(now(s), "round"), 2);
    tick(s);
    assert_all(s, 2, 2, "running");
    tick_at(s, time_now + HOUR);
    tick_at(s, time_now + 10 * MINUTE);
    tick(s);
    assert_int_equal(number_of(now(s), "round"), 3);
    assert_all(s, 3, 1, "running");
    tick_at(s, time_now + HOUR);
    assert_string_equal(state(s), "ended");
    assert_int_equal(number_of(json_array_get(standings(s), 0), "final_rank"), 1);
    end_scene(s);
}

/* Who has left is behind those who stayed, and gets nothing. */
static void leavers_are_last(void **data)
{
    scene *s = begin_six("");
    const json_t *people = json_object_get(json_array_get(fixtures(s, 1), 0), "people");
    int64_t at[3];
    (void)data;
    for (size_t i = 0; i < 3; i++)
        at[i] = number_of(json_array_get(people, i), "user");
    ask(&s->core, &s->person[at[1] - 1], "{\"do\":\"tournament_leave\",\"tournament\":\"%s\"}",
        s->code);
    assert_string_equal(error_code(&s->person[at[1] - 1]), "");
    tick_at(s, time_now + HOUR);
    people = json_object_get(json_array_get(fixtures(s, 1), 0), "people");
    assert_true(json_is_true(json_object_get(row_of(people, at[1]), "left")));
    assert_int_equal(number_of(row_of(people, at[1]), "rank"), 3);
    assert_int_equal(number_of(row_of(people, at[1]), "points"), 0);
    assert_true(number_of(row_of(people, at[0]), "points") > 0);
    assert_string_equal(text_of(row_of(standings(s), at[1]), "state"), "left");
    tick(s);
    assert_null(row_of(json_object_get(json_array_get(fixtures(s, 2), 0), "people"), at[1]));
    assert_null(row_of(json_object_get(json_array_get(fixtures(s, 2), 1), "people"), at[1]));
    end_scene(s);
}

static void a_pause_moves_the_deadline(void **data)
{
    scene *s = begin_six("");
    const int64_t from = time_now;
    (void)data;
    time_now += 10 * MINUTE;
    assert_string_equal(manage(s, "\"pause\""), "");
    assert_string_equal(manage(s, "\"pause\""), "tournament-state");
    assert_string_equal(manage(s, "\"end-round\""), "tournament-state");
    tick_at(s, from + 3 * HOUR);
    assert_all(s, 1, 2, "running");
    assert_string_equal(manage(s, "\"resume\""), "");
    assert_int_equal(number_of(now(s), "due"), from + 3 * HOUR + 50 * MINUTE);
    tick_at(s, from + 3 * HOUR + 49 * MINUTE);
    assert_all(s, 1, 2, "running");
    tick_at(s, from + 3 * HOUR + 50 * MINUTE);
    assert_all(s, 1, 2, "by-rule");
    end_scene(s);
}

/* A table that ends while the tournament is paused is noted; the next round waits. */
static void a_table_is_ended_during_a_pause(void **data)
{
    char action[80];
    scene *s = begin_six("");
    (void)data;
    assert_string_equal(manage(s, "\"pause\""), "");
    for (size_t i = 0; i < 2; i++) {
        snprintf(action, sizeof action, "\"end-table\",\"table\":\"%s\"",
                 text_of(json_array_get(fixtures(s, 1), i), "table"));
        assert_string_equal(manage(s, action), "");
    }
    assert_string_equal(manage(s, action), "");
    tick(s);
    assert_all(s, 1, 2, "by-rule");
    assert_string_equal(manage(s, action), "not-running");
    assert_string_equal(manage(s, "\"end-table\""), "bad-request");
    tick_at(s, time_now + DAY);
    assert_int_equal(number_of(now(s), "round"), 1);
    assert_string_equal(manage(s, "\"resume\""), "");
    tick(s);
    assert_int_equal(number_of(now(s), "round"), 2);
    end_scene(s);
}

/* A live tournament in which nobody plays: clocks run out, bots take over and play to the end. */
static void clocks_run_out_and_it_ends(void **data)
{
    scene *s = begin_scene();
    (void)data;
    organise_at(s, "\"kind\":\"game\",\"seconds\":60,\"increment\":5", 1, "");
    join(s, 0, 3);
    assert_string_equal(manage(s, "\"start\""), "");
    for (int i = 0; i < 5000 && strcmp(state(s), "ended") != 0; i++)
        tick_at(s, time_now + 1000);
    assert_string_equal(state(s), "ended");
    const json_t *fixture = json_array_get(fixtures(s, 1), 0);
    assert_string_equal(text_of(fixture, "state"), "ended");
    const json_t *first = json_array_get(json_object_get(fixture, "people"), 0);
    assert_true(json_is_true(json_object_get(first, "left")));
    assert_int_equal(number_of(first, "points"), 0);
    end_scene(s);
}

/* ----------------------------------------------------------------------------------- reserves */

static void reserves_move_up_and_replace(void **data)
{
    char action[80];
    scene *s = begin_scene();
    (void)data;
    organise(s, ",\"max_people\":6");
    join(s, 0, 9);
    assert_int_equal(number_of(now(s), "people"), 6);
    assert_int_equal(number_of(now(s), "reserves"), 3);
    ask(&s->core, &s->person[2], "{\"do\":\"tournament_leave\",\"tournament\":\"%s\"}", s->code);
    assert_string_equal(text_of(row_of(standings(s), 7), "state"), "in");
    assert_int_equal(number_of(now(s), "people"), 6);
    assert_string_equal(manage(s, "\"replace\",\"user\":1"), "tournament-state");
    assert_string_equal(manage(s, "\"start\""), "");
    tick(s);
    tick(s);
    assert_string_equal(manage(s, "\"replace\",\"user\":1,\"by\":2"), "not-entered");
    assert_string_equal(manage(s, "\"replace\",\"user\":9,\"by\":8"), "not-entered");
    const json_t *before = row_of(standings(s), 1);
    const int64_t place = number_of(before, "place");
    assert_string_equal(manage(s, "\"replace\",\"user\":1,\"by\":9"), "");
    assert_null(row_of(standings(s), 1));
    assert_int_equal(number_of(row_of(standings(s), 9), "place"), place);
    assert_int_equal(number_of(now(s), "reserves"), 1);
    assert_int_equal(number_of(now(s), "people"), 6);
    snprintf(action, sizeof action, "\"remove\",\"user\":2");
    assert_string_equal(manage(s, action), "");
    assert_string_equal(manage(s, action), "not-entered");
    assert_string_equal(manage(s, "\"replace\",\"user\":2"), "");
    assert_string_equal(manage(s, "\"replace\",\"user\":9"), "not-entered");
    tick_at(s, time_now + HOUR);
    tick(s);
    const json_t *round = fixtures(s, 2);
    assert_int_equal(json_array_size(round), 2);
    for (int64_t gone = 1; gone <= 2; gone++)
        for (size_t i = 0; i < 2; i++)
            assert_null(row_of(json_object_get(json_array_get(round, i), "people"), gone));
    ask(&s->core, &s->person[1], "{\"do\":\"tournament_join\",\"tournament\":\"%s\"}", s->code);
    assert_string_equal(error_code(&s->person[1]), "tournament-state");
    end_scene(s);
}

static void fewer_people_may_play_after_a_change(void **data)
{
    scene *s = begin_scene();
    talker *o = &s->person[ORGANISER];
    static const char change[] =
        "{\"do\":\"tournament_change\",\"tournament\":\"%s\",\"name\":\"Small Cup\",\"settings\":"
        "{\"players\":3,\"rounds\":1,\"round_minutes\":60,\"max_people\":%d,"
        "\"clock\":{\"kind\":\"move\",\"seconds\":60}}}";
    (void)data;
    organise(s, "");
    join(s, 0, 8);
    ask(&s->core, o, change, s->code, 5);
    assert_string_equal(error_code(o), "");
    assert_int_equal(number_of(now(s), "people"), 5);
    assert_string_equal(text_of(now(s), "name"), "Small Cup");
    ask(&s->core, o, change, s->code, 7);
    assert_int_equal(number_of(now(s), "people"), 7);
    assert_int_equal(number_of(now(s), "reserves"), 1);
    ask(&s->core, &s->person[0], change, s->code, 7);
    assert_string_equal(error_code(&s->person[0]), "not-the-organiser");
    assert_string_equal(manage(s, "\"start\""), "");
    tick(s);
    ask(&s->core, o, change, s->code, 7);
    assert_string_equal(error_code(o), "tournament-state");
    end_scene(s);
}

/* --------------------------------------------------------------------------------- people gone
 */

static void delete_account(scene *s, int person)
{
    ask(&s->core, &s->person[person], "{\"do\":\"delete_me\",\"name\":\"Person %d\"}", person + 1);
    assert_string_equal(error_code(&s->person[person]), "");
}

static void a_deleted_account_is_a_former_player(void **data)
{
    scene *s = begin_six("");
    (void)data;
    delete_account(s, 1);
    delete_account(s, ORGANISER);
    tick_at(s, time_now + HOUR);
    tick(s);
    const json_t *row = row_of(standings(s), 2);
    assert_true(json_is_null(json_object_get(row, "name")));
    assert_string_equal(text_of(row, "state"), "left");
    assert_int_equal(number_of(now(s), "people"), 5);
    assert_true(json_is_null(json_object_get(json_object_get(now(s), "organiser"), "name")));
    assert_int_equal(json_array_size(fixtures(s, 2)), 1); /* of five */
    assert_null(row_of(json_object_get(json_array_get(fixtures(s, 2), 0), "people"), 2));
    tick_at(s, time_now + HOUR);
    assert_string_equal(state(s), "ended");
    end_scene(s);
}

/* Before the begin it is forgotten at once, and the first reserve moves up. */
static void a_deleted_account_makes_room(void **data)
{
    scene *s = begin_scene();
    (void)data;
    organise(s, ",\"max_people\":3");
    join(s, 0, 5);
    const json_t *r = ask(&s->core, &s->person[1], "{\"do\":\"export\"}");
    assert_string_equal(text_of(json_array_get(json_object_get(r, "tournaments"), 0), "tournament"),
                        s->code);
    delete_account(s, 1);
    assert_null(row_of(standings(s), 2));
    assert_non_null(row_of(standings(s), 4));
    assert_int_equal(number_of(now(s), "people"), 3);
    assert_int_equal(number_of(now(s), "reserves"), 1);
    end_scene(s);
}

/* Between the draw and the table of a round. */
static void a_bot_plays_for_a_person_who_is_gone(void **data)
{
    scene *s = begin_scene();
    (void)data;
    organise(s, "");
    join(s, 0, 3);
    assert_string_equal(manage(s, "\"start\""), "");
    tick(s);
    delete_account(s, 1);
    tick(s);
    const json_t *fixture = json_array_get(fixtures(s, 1), 0);
    assert_string_equal(text_of(fixture, "state"), "running");
    assert_int_equal(number_of(json_array_get(json_object_get(fixture, "people"), 2), "user"), 2);
    const sv_table *table = table_at(&s->core, text_of(fixture, "table"));
    assert_int_equal(table->seat[2].kind, SV_SEAT_BOT);
    tick_at(s, time_now + HOUR);
    fixture = json_array_get(fixtures(s, 1), 0);
    assert_int_equal(number_of(row_of(json_object_get(fixture, "people"), 2), "points"), 0);
    /* Two people make no table: it ends here. */
    assert_string_equal(state(s), "ended");
    end_scene(s);
}

/* ------------------------------------------------------------------------------------- leagues
 */

static void a_league_opens_its_next_season(void **data)
{
    char series[SV_CODE_MAX];
    scene *s = begin_scene();
    (void)data;
    organise(s, ",\"repeat\":{\"every\":\"month\",\"day\":31,\"minute\":1200,\"zone\":\"UTC\"}");
    const int64_t january_31 = JANUARY_5 + 26 * DAY + 20 * HOUR;
    assert_int_equal(number_of(now(s), "begins"), january_31);
    snprintf(series, sizeof series, "%s", text_of(now(s), "series"));
    join(s, 0, 2); /* too few, and the league goes on all the same */
    tick_at(s, january_31);
    assert_string_equal(state(s), "cancelled");
    const json_t *r =
        ask(&s->core, &s->person[0], "{\"do\":\"tournaments\",\"series\":\"%s\"}", series);
    const json_t *list = json_object_get(r, "tournaments");
    assert_int_equal(json_array_size(list), 2);
    const json_t *next = json_array_get(list, 0);
    assert_int_equal(number_of(next, "season"), 2);
    assert_int_equal(number_of(next, "begins"), january_31 + 28 * DAY);
    assert_string_equal(text_of(next, "state"), "sign-up");
    snprintf(s->code, sizeof s->code, "%s", text_of(next, "tournament"));
    /* Nobody signs up: it is the last one. */
    tick_at(s, january_31 + 28 * DAY);
    assert_string_equal(state(s), "cancelled");
    r = ask(&s->core, &s->person[0], "{\"do\":\"tournaments\",\"series\":\"%s\"}", series);
    assert_int_equal(json_array_size(json_object_get(r, "tournaments")), 2);
    end_scene(s);
}

/* What was cancelled before it began is thrown away like a table whose game never began. */
static void what_never_began_is_forgotten(void **data)
{
    talker *o;
    scene *s = begin_scene();
    (void)data;
    o = &s->person[ORGANISER];
    s->core.keep.tables = 30 * DAY;
    organise(s, "");
    join(s, 0, 3);
    assert_string_equal(manage(s, "\"cancel\""), "");
    tick_at(s, time_now + 29 * DAY);
    assert_string_equal(state(s), "cancelled");
    tick_at(s, time_now + 2 * DAY);
    ask(&s->core, o, "{\"do\":\"tournament\",\"tournament\":\"%s\"}", s->code);
    assert_string_equal(error_code(o), "no-such-tournament");
    end_scene(s);
}

/* The next season begins a week after the time of this one, also if this one began a day early. */
static void a_season_that_begins_early_moves_no_other(void **data)
{
    scene *s = begin_scene();
    (void)data;
    organise(s, ",\"repeat\":{\"every\":\"week\",\"day\":2,\"minute\":0,\"zone\":\"UTC\"}");
    assert_int_equal(number_of(now(s), "begins"), JANUARY_5 + DAY);
    join(s, 0, 3);
    assert_string_equal(manage(s, "\"start\""), "");
    tick(s);
    const json_t *r = ask(&s->core, &s->person[0], "{\"do\":\"tournaments\",\"list\":\"open\"}");
    const json_t *next = json_array_get(json_object_get(r, "tournaments"), 0);
    assert_int_equal(number_of(next, "begins"), JANUARY_5 + 8 * DAY);
    end_scene(s);
}

/* An organiser who does not care any more: it would count for the limits of everybody in it. */
static void what_nobody_starts_is_cancelled(void **data)
{
    scene *s = begin_scene();
    (void)data;
    organise(s, "");
    join(s, 0, 1);
    tick_at(s, time_now + 80 * DAY);
    join(s, 1, 4);
    tick_at(s, time_now + 90 * DAY - 1000);
    assert_string_equal(state(s), "sign-up");
    tick_at(s, time_now + 1000);
    assert_string_equal(state(s), "cancelled");
    assert_string_equal(text_of(now(s), "why"), "not-started");
    end_scene(s);
}

/* Also if a table ends meanwhile. */
static void a_pause_ends_by_itself(void **data)
{
    char action[80];
    scene *s = begin_six("");
    const int64_t from = time_now;
    (void)data;
    assert_string_equal(manage(s, "\"pause\""), "");
    snprintf(action, sizeof action, "\"end-table\",\"table\":\"%s\"",
             text_of(json_array_get(fixtures(s, 1), 0), "table"));
    assert_string_equal(manage(s, action), "");
    tick_at(s, from + DAY);
    tick_at(s, from + 90 * DAY - 1000);
    assert_string_equal(state(s), "paused");
    tick_at(s, from + 90 * DAY);
    assert_string_equal(state(s), "running");
    assert_int_equal(number_of(now(s), "due"), from + 90 * DAY + HOUR);
    tick_at(s, from + 90 * DAY + HOUR);
    tick(s);
    assert_int_equal(number_of(now(s), "round"), 2);
    end_scene(s);
}

/* ------------------------------------------------------------------------------------- hostile
 */

static void a_person_plays_in_so_many_tournaments(void **data)
{
    scene *s = begin_scene();
    talker *anna = &s->person[0];
    (void)data;
    for (int i = 0; i < 30; i++) {
        time_now += HOUR;
        organise(s, "");
        join(s, 0, 1);
    }
    time_now += HOUR;
    organise(s, "");
    ask(&s->core, anna, "{\"do\":\"tournament_join\",\"tournament\":\"%s\"}", s->code);
    assert_string_equal(error_code(anna), "tournament-limit");
    s->core.quotas.tournaments = 31;
    ask(&s->core, &s->person[ORGANISER],
        "{\"do\":\"tournament_new\",\"name\":\"Cup\",\"settings\":{\"players\":3,\"rounds\":1,"
        "\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1}}}");
    assert_string_equal(error_code(&s->person[ORGANISER]), "tournament-limit");
    end_scene(s);
}

static void bad_settings_are_refused(void **data)
{
    static const char *const settings[] = {
        "\"players\":2,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1}",
        "\"players\":3,\"rounds\":13,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1}",
        "\"players\":3,\"rounds\":1,\"round_minutes\":4,\"clock\":{\"kind\":\"days\",\"days\":1}",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"none\"}",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},"
        "\"begins\":1",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},"
        "\"begins\":9007199254740991",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},"
        "\"boards\":[]",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},"
        "\"min_people\":9,\"max_people\":8",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},"
        "\"options\":{\"first_game\":true}",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},"
        "\"repeat\":{\"every\":\"week\",\"day\":8,\"minute\":0,\"zone\":\"UTC\"}",
        "\"players\":3,\"rounds\":1,\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},"
        "\"repeat\":{\"every\":\"week\",\"day\":1,\"minute\":0,\"zone\":\"Nowhere\"}",
    };
    scene *s = begin_scene();
    talker *o = &s->person[ORGANISER];
    (void)data;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        time_now += HOUR; /* it costs much */
        ask(&s->core, o, "{\"do\":\"tournament_new\",\"name\":\"Cup\",\"settings\":{%s}}",
            settings[i]);
        assert_string_equal(error_code(o), "bad-request");
    }
    ask(&s->core, o,
        "{\"do\":\"tournament_new\",\"name\":\"Cup\",\"settings\":{\"players\":3,\"rounds\":1,"
        "\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1},\"boards\":[\"atlantis\"]}"
        "}");
    assert_string_equal(error_code(o), "no-such-board");
    ask(&s->core, o,
        "{\"do\":\"tournament_new\",\"name\":\" Cup\",\"settings\":{\"players\":3,\"rounds\":1,"
        "\"round_minutes\":60,\"clock\":{\"kind\":\"days\",\"days\":1}}}");
    assert_string_equal(error_code(o), "bad-name");
    end_scene(s);
}

static void run_sql(scene *s, const char *sql)
{
    rec_error error;
    sv_query q = {.sql = sql};
    assert_true(s->core.store.db->run(s->core.store.db, &q, &error));
}

/* Nobody can read the first table of the tournaments that were created earlier than a moment. */
static void damage(scene *s, int64_t before)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "UPDATE fixtures SET people = 'nobody' WHERE number = 1 AND tournament IN "
             "(SELECT id FROM tournaments WHERE created < %lld)",
             (long long)before);
    run_sql(s, sql);
}

static unsigned listed(const json_t *reply)
{
    return (unsigned)json_array_size(json_object_get(reply, "tournaments"));
}

/* Also if several were created at the same time. Nobody who asks for all their data misses one. */
static void pages_of_a_list_leave_nothing_out(void **data)
{
    enum { COUNT = 60 };
    scene *s = begin_scene();
    talker *o = &s->person[ORGANISER];
    unsigned found = 0;
    (void)data;
    for (int i = 0; i < COUNT; i++) {
        time_now += HOUR;
        organise(s, "");
    }
    run_sql(s, "UPDATE tournaments SET created = created - created % (7 * 3600000)");
    time_now += HOUR;
    int64_t before = INT64_C(9007199254740991);
    for (bool more = true; more;) {
        const json_t *r =
            ask(&s->core, o, "{\"do\":\"tournaments\",\"list\":\"mine\",\"before\":%lld}",
                (long long)before);
        assert_in_range(listed(r), 1, 50);
        found += listed(r);
        before =
            number_of(json_array_get(json_object_get(r, "tournaments"), listed(r) - 1), "created");
        more = json_is_true(json_object_get(r, "more"));
    }
    assert_int_equal(found, COUNT);
    assert_int_equal(listed(ask(&s->core, o, "{\"do\":\"export\"}")), COUNT);
    end_scene(s);
}

/* There are never more reserves than could have signed up as such. */
static void a_change_leaves_so_many_reserves(void **data)
{
    static const char change[] =
        "{\"do\":\"tournament_change\",\"tournament\":\"%s\",\"name\":\"Cup\",\"settings\":"
        "{\"players\":3,\"rounds\":1,\"round_minutes\":60,\"max_people\":%d,"
        "\"clock\":{\"kind\":\"days\",\"days\":1}}}";
    scene *s = begin_scene();
    talker *o = &s->person[ORGANISER];
    (void)data;
    organise(s, "");
    run_sql(s, "INSERT INTO entrants (tournament, person, place, rating, state, joined) "
               "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 110) "
               "SELECT id, 1000 + i, -1, 0, 0, i FROM n, tournaments");
    run_sql(s, "UPDATE tournaments SET people = 110");
    ask(&s->core, o, change, s->code, 9);
    assert_string_equal(error_code(o), "bad-request");
    assert_int_equal(number_of(now(s), "people"), 110);
    ask(&s->core, o, change, s->code, 10);
    assert_string_equal(error_code(o), "");
    assert_int_equal(number_of(now(s), "reserves"), 100);
    end_scene(s);
}

/* Two tournaments that cannot go on, at the same moment, do not keep a third from it, nor the
 * server from anything else. */
static void damaged_tournaments_stand_alone(void **data)
{
    enum { DAMAGED = 2, TICKS = 50 };
    scene *s = begin_six("");
    (void)data;
    for (int i = 1; i <= DAMAGED; i++) {
        time_now++;
        organise(s, "");
        join(s, 6 * i, 6 * i + 6);
        assert_string_equal(manage(s, "\"start\""), "");
        tick(s);
        tick(s);
    }
    damage(s, time_now);
    const int64_t from = time_now;
    for (int i = 0; i < TICKS; i++)
        tick_at(s, from + HOUR + i * 1000);
    assert_int_equal(number_of(now(s), "round"), 2);
    assert_int_equal(s->core.counts.failed_commits, DAMAGED);
    end_scene(s);
}

/* The game of a table that nobody can read has ended long before the deadline. */
static void a_damaged_tournament_is_tried_once_a_minute(void **data)
{
    scene *s = begin_six("");
    (void)data;
    damage(s, time_now + 1);
    run_sql(s, "UPDATE games SET status = 2 WHERE code IN (SELECT code FROM fixtures)");
    const int64_t from = time_now;
    for (int i = 0; i < 150; i++)
        tick_at(s, from + i * 1000);
    assert_in_range(s->core.counts.failed_commits, 2, 3);
    end_scene(s);
}

static void note_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static int64_t count_games(scene *s)
{
    rec_error error;
    int64_t count = -1;
    sv_query q = {
        .sql = "SELECT COUNT(*) FROM games", .columns = "n", .row = note_number, .data = &count};
    assert_true(s->core.store.db->run(s->core.store.db, &q, &error));
    return count;
}

/* Everybody plays at one table of a round, and every table has a game of its own. */
static void assert_round_is_whole(scene *s, int round, int people)
{
    int64_t seen = 0, tables = 0;
    const json_t *list = fixtures(s, round);
    for (size_t i = 0; i < json_array_size(list); i++, tables++) {
        const json_t *at = json_object_get(json_array_get(list, i), "people");
        for (size_t j = 0; j < json_array_size(at); j++)
            seen |= INT64_C(1) << number_of(json_array_get(at, j), "user");
        assert_string_equal(text_of(json_array_get(list, i), "state"), "running");
    }
    assert_int_equal(seen, (INT64_C(2) << people) - 2);
    assert_int_equal(count_games(s), tables * round);
}

static bool is_made(scene *s, int round)
{
    const json_t *t = now(s);
    return number_of(t, "round") == round &&
           number_of(json_object_get(t, "tables"), "waiting") == 0;
}

/* Statement after statement fails while rounds are drawn, tables made and results noted. */
static void a_database_that_fails_loses_and_doubles_nothing(void **data)
{
    enum { ROUNDS = 12, STATEMENTS = 70 };
    rec_error error;
    faults f = {.countdown = -1, .code = "storage", .reads_too = 1};
    scene *s = begin_scene_on(fault_db(sv_db_sqlite(":memory:", NULL, &error), &f));
    int fails_at = 0, failures = 0;
    (void)data;
    round_minutes = 100000;
    organise_at(s, "\"kind\":\"days\",\"days\":30", ROUNDS, "");
    round_minutes = 60;
    join(s, 0, 9);
    for (int round = 1; round <= ROUNDS; round++) {
        assert_string_equal(manage(s, round == 1 ? "\"start\"" : "\"end-round\""), "");
        for (int i = 0; i < 1000 && !is_made(s, round); i++) {
            f.countdown = fails_at++ % STATEMENTS;
            f.lasts = 1;
            tick_at(s, time_now + 61000); /* a step that has failed waits for a minute */
            f.countdown = -1;
            failures += s->core.tournaments.failed[0] != '\0';
        }
        assert_round_is_whole(s, round, 9);
    }
    print_message("# %d steps have failed\n", failures);
    assert_true(failures > ROUNDS);
    end_scene(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_begins_at_its_time),
        cmocka_unit_test(with_too_few_people_it_is_cancelled),
        cmocka_unit_test(many_tables_are_made_in_several_turns),
        cmocka_unit_test(a_round_is_ended_by_rule_and_the_next_begins_after_the_break),
        cmocka_unit_test(leavers_are_last),
        cmocka_unit_test(a_pause_moves_the_deadline),
        cmocka_unit_test(a_table_is_ended_during_a_pause),
        cmocka_unit_test(reserves_move_up_and_replace),
        cmocka_unit_test(fewer_people_may_play_after_a_change),
        cmocka_unit_test(a_deleted_account_is_a_former_player),
        cmocka_unit_test(a_deleted_account_makes_room),
        cmocka_unit_test(a_bot_plays_for_a_person_who_is_gone),
        cmocka_unit_test(a_league_opens_its_next_season),
        cmocka_unit_test(what_never_began_is_forgotten),
        cmocka_unit_test(a_season_that_begins_early_moves_no_other),
        cmocka_unit_test(pages_of_a_list_leave_nothing_out),
        cmocka_unit_test(a_change_leaves_so_many_reserves),
        cmocka_unit_test(what_nobody_starts_is_cancelled),
        cmocka_unit_test(a_pause_ends_by_itself),
        cmocka_unit_test(clocks_run_out_and_it_ends),
        cmocka_unit_test(a_person_plays_in_so_many_tournaments),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(damaged_tournaments_stand_alone),
        cmocka_unit_test(a_damaged_tournament_is_tried_once_a_minute),
        cmocka_unit_test(a_database_that_fails_loses_and_doubles_nothing),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
