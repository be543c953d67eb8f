/* Tables that the server makes for people, and the queue of those who wait for others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "pairing/seat_people.h"
#include "people/store_people.h"

static int64_t time_now;
static char noticed[256]; /* "SEAT WHAT, …" */

static int64_t wound_clock(void)
{
    return time_now;
}

static void note_notice(sv_core *core, const sv_table *table, unsigned seat, const char *what)
{
    const size_t length = strlen(noticed);
    (void)core;
    (void)table;
    snprintf(noticed + length, sizeof noticed - length, "%u %s, ", seat + 1, what);
}

static const char *const names[] = {"Anna", "Ben", "Cleo"};
enum { PEOPLE = sizeof names / sizeof *names };

typedef struct evening {
    sv_core core;
    talker talker[PEOPLE];
} evening;

static evening *begin_on(sv_db *db)
{
    rec_error error;
    evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_true(sv_core_open(&e->core, db, 1, &error));
    e->core.clock = wound_clock;
    e->core.notice = note_notice;
    time_now = e->core.started = 1000000;
    for (unsigned i = 0; i < PEOPLE; i++)
        talker_open(&e->core, &e->talker[i], i + 1, names[i]);
    noticed[0] = '\0';
    return e;
}

static evening *begin(void)
{
    rec_error error;
    return begin_on(sv_db_sqlite(":memory:", NULL, &error));
}

static void end(evening *e)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        talker_close(&e->core, &e->talker[i]);
    sv_core_close(&e->core);
    free(e);
}

/* Makes a table in a turn of its own for the first persons; the code is "" if it was refused. */
static void make_table(evening *e, unsigned count, const char *settings, char code[SV_CODE_MAX],
                       rec_error *error)
{
    sv_person persons[EK_SEATS];
    bool found;
    json_t *object = json_loads(settings, 0, NULL);
    sv_core_begin_turn(&e->core);
    for (unsigned i = 0; i < count; i++) {
        assert_true(sv_person_claim(&e->core, i + 1, &persons[i], &found, error));
        assert_true(found);
        persons[i].colour = 4;
    }
    const sv_made_for what = {
        .settings = object, .persons = persons, .count = count, .level = BOT_EASY};
    const sv_table *table = sv_seat_people(&e->core, &what, error);
    snprintf(code, SV_CODE_MAX, "%s", table ? table->code : "");
    sv_core_end_turn(&e->core);
    json_decref(object);
}

static const char three[] =
    "{\"players\":3,\"edition\":\"classic\",\"order\":\"seated\",\"title\":\"Evening\","
    "\"clock\":{\"kind\":\"game\",\"seconds\":900,\"increment\":20}}";

static void a_table_of_the_server_runs_at_once(void **state)
{
    evening *e = begin();
    char code[SV_CODE_MAX];
    rec_error error;
    (void)state;
    make_table(e, 2, three, code, &error);
    const sv_table *table = table_at(&e->core, code);
    assert_int_equal(table->status, SV_RUNNING);
    assert_int_equal(table->host, 0);
    assert_string_equal(table->seat[0].name, "Anna");
    assert_int_equal(table->seat[0].colour, 4);
    assert_int_equal(table->seat[1].user, 2);
    assert_int_equal(table->seat[1].colour, 2); /* Anna has the other */
    assert_int_equal(table->seat[2].kind, SV_SEAT_BOT);
    assert_int_equal(table->seat[2].level, BOT_EASY);
    assert_int_equal(table->clock.left[0], 900000);
    assert_string_equal(noticed, "1 your-turn, 2 game-begins, ");
    const json_t *mine = ask(&e->core, &e->talker[1], "{\"do\":\"mine\"}");
    assert_int_equal(json_array_size(json_object_get(mine, "tables")), 1);
    ask(&e->core, &e->talker[0],
        "{\"do\":\"move\",\"table\":\"%s\",\"seq\":0,\"client\":\"a\",\"move\":\"nominate 4 4\"}",
        code);
    assert_string_equal(error_code(&e->talker[0]), "");
    end(e);
}

static void nobody_is_its_host(void **state)
{
    evening *e = begin();
    char code[SV_CODE_MAX];
    rec_error error;
    (void)state;
    make_table(e, 2, three, code, &error);
    ask(&e->core, &e->talker[0], "{\"do\":\"spectator_chat\",\"table\":\"%s\",\"on\":false}", code);
    assert_string_equal(error_code(&e->talker[0]), "not-the-host");
    for (unsigned i = 0; i < 2; i++) {
        ask(&e->core, &e->talker[i], "{\"do\":\"agree_end\",\"table\":\"%s\",\"agree\":true}",
            code);
        assert_string_equal(error_code(&e->talker[i]), "");
    }
    assert_int_equal(table_at(&e->core, code)->status, SV_ENDED);
    const json_t *again =
        ask(&e->core, &e->talker[1], "{\"do\":\"rematch\",\"table\":\"%s\"}", code);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(again, "info"), "host")),
                     2);
    end(e);
}

static void bad_settings_change_nothing(void **state)
{
    evening *e = begin();
    char code[SV_CODE_MAX];
    rec_error error;
    (void)state;
    make_table(e, 2, "{\"players\":3,\"board\":\"atlantis\"}", code, &error);
    assert_string_equal(error.code, "no-such-board");
    make_table(e, 3, "{\"players\":2}", code, &error);
    assert_string_equal(error.code, "bad-request");
    const json_t *mine = ask(&e->core, &e->talker[0], "{\"do\":\"mine\"}");
    assert_int_equal(json_array_size(json_object_get(mine, "tables")), 0);
    end(e);
}

static void who_is_gone_or_blocked_is_not_found(void **state)
{
    evening *e = begin();
    sv_person person;
    rec_error error;
    bool found;
    (void)state;
    sv_core_begin_turn(&e->core);
    assert_true(sv_user_block(&e->core.store, 2, true, &error));
    sv_core_end_turn(&e->core);
    assert_true(sv_person_claim(&e->core, 2, &person, &found, &error));
    assert_false(found);
    assert_true(sv_person_claim(&e->core, 77, &person, &found, &error));
    assert_false(found);
    assert_true(sv_person_claim(&e->core, 3, &person, &found, &error));
    assert_true(found);
    assert_string_equal(person.user.name, "Cleo");
    end(e);
}

/* ------------------------------------------------------------------------------------ the queue */

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static void tick(evening *e, int64_t milliseconds)
{
    time_now += milliseconds;
    sv_core_begin_turn(&e->core);
    sv_core_tick(&e->core);
    sv_core_end_turn(&e->core);
}

static const json_t *pair(evening *e, unsigned who, const char *wishes)
{
    return ask(&e->core, &e->talker[who], "{\"do\":\"pair\",%s}", wishes);
}

/* What became of the entry of a person: "waits", "" if there is none, or why it is over. */
static const char *state_of(evening *e, unsigned who)
{
    const json_t *r = ask(&e->core, &e->talker[who], "{\"do\":\"pair_state\"}");
    const char *why = json_string_value(json_object_get(json_object_get(r, "over"), "why"));
    return json_is_object(json_object_get(r, "entry")) ? "waits" : why ? why : "";
}

static const char *table_of(evening *e, unsigned who)
{
    const json_t *r = ask(&e->core, &e->talker[who], "{\"do\":\"pair_state\"}");
    const char *code = json_string_value(json_object_get(json_object_get(r, "over"), "table"));
    return code ? code : "";
}

static int waiting_at(evening *e, unsigned pace)
{
    const json_t *r = ask(&e->core, &e->talker[0], "{\"do\":\"pair_state\"}");
    const json_t *row = json_array_get(json_object_get(r, "paces"), pace);
    return (int)json_integer_value(json_object_get(row, "waiting"));
}

static void two_people_find_a_table(void **state)
{
    evening *e = begin();
    char code[SV_CODE_MAX];
    (void)state;
    pair(e, 0, "\"pace\":\"live\",\"players\":2,\"colour\":3");
    assert_string_equal(error_code(&e->talker[0]), "");
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "waits");
    pair(e, 1, "\"pace\":\"live\"");
    assert_int_equal(waiting_at(e, SV_PAIR_LIVE), 2);
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "paired");
    assert_string_equal(state_of(e, 1), "paired");
    assert_int_equal(waiting_at(e, SV_PAIR_LIVE), 0);
    snprintf(code, sizeof code, "%s", table_of(e, 0));
    assert_string_equal(code, table_of(e, 1));
    const sv_table *table = table_at(&e->core, code);
    assert_int_equal(table->status, SV_RUNNING);
    assert_int_equal(table->setting.players, 2);
    assert_int_equal(table->seat[0].colour, 3);
    assert_int_equal(table->clock.kind, SV_CLOCK_GAME);
    assert_true(table->listed);
    /* Nobody plays two games in one sitting; but games over days are another matter. */
    pair(e, 0, "\"pace\":\"fast\"");
    assert_string_equal(error_code(&e->talker[0]), "already-playing");
    pair(e, 0, "\"pace\":\"days\"");
    assert_string_equal(error_code(&e->talker[0]), "");
    assert_string_equal(state_of(e, 0), "waits");
    end(e);
}

static size_t tables_of(evening *e, unsigned who)
{
    const json_t *mine = ask(&e->core, &e->talker[who], "{\"do\":\"mine\"}");
    return json_array_size(json_object_get(mine, "tables"));
}

/* Whatever statement fails while a table is made: two people wait, or they sit at one table.
 * Returns whether the fault has come. */
static bool pair_with_a_fault(int countdown)
{
    rec_error error;
    faults f = {.countdown = -1, .lasts = 1, .code = "storage", .reads_too = 1};
    evening *e = begin_on(fault_db(sv_db_sqlite(":memory:", NULL, &error), &f));
    for (unsigned i = 0; i < 2; i++)
        pair(e, i, "\"pace\":\"days\",\"players\":2");
    f.countdown = countdown;
    tick(e, SECOND);
    const bool came = f.countdown < 0;
    f.countdown = -1;
    assert_string_equal(state_of(e, 0), state_of(e, 1));
    assert_int_equal(tables_of(e, 0), strcmp(state_of(e, 0), "paired") == 0);
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "paired");
    assert_string_equal(table_of(e, 0), table_of(e, 1));
    assert_int_equal(tables_of(e, 0), 1);
    assert_int_equal(tables_of(e, 1), 1);
    end(e);
    return came;
}

static void a_fault_leaves_nobody_between_queue_and_table(void **state)
{
    int countdown = 0;
    (void)state;
    while (pair_with_a_fault(countdown))
        countdown++;
    assert_true(countdown > 10);
}

static void who_begins_another_game_waits_no_more(void **state)
{
    evening *e = begin();
    char code[SV_CODE_MAX];
    (void)state;
    pair(e, 0, "\"pace\":\"live\",\"players\":2");
    assert_true(begin_game(&e->core, &e->talker[0], &e->talker[1],
                           ",\"clock\":{\"kind\":\"move\",\"seconds\":60}", code));
    pair(e, 2, "\"pace\":\"live\",\"players\":2");
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "playing");
    assert_string_equal(state_of(e, 2), "waits");
    end(e);
}

static void bots_come_when_the_time_is_over(void **state)
{
    evening *e = begin();
    (void)state;
    pair(e, 0, "\"pace\":\"live\",\"players\":5,\"bots_after\":60,\"level\":\"easy\"");
    pair(e, 1, "\"pace\":\"live\",\"players\":5");
    tick(e, MINUTE - 1);
    assert_string_equal(state_of(e, 0), "waits");
    tick(e, 1);
    assert_string_equal(state_of(e, 0), "paired");
    assert_string_equal(state_of(e, 1), "waits"); /* Ben does not want bots */
    const sv_table *table = table_at(&e->core, table_of(e, 0));
    assert_int_equal(table->setting.players, 5);
    assert_int_equal(table->seat[4].kind, SV_SEAT_BOT);
    assert_int_equal(table->seat[4].level, BOT_EASY);
    end(e);
}

static void waiting_ends(void **state)
{
    evening *e = begin();
    sv_webhook hook = {.url = "https://example.org/", .secret = "s"};
    rec_error error;
    (void)state;
    assert_true(sv_webhook_set(&e->core.store, 3, &hook, &error));
    assert_true(sv_store_commit(&e->core.store, &error));
    pair(e, 0, "\"pace\":\"live\",\"players\":6");
    pair(e, 1, "\"pace\":\"live\",\"players\":6");
    pair(e, 2, "\"pace\":\"live\",\"players\":6");
    tick(e, SECOND);
    talker_close(&e->core, &e->talker[1]);
    talker_close(&e->core, &e->talker[2]);
    for (unsigned i = 0; i < 4; i++)
        tick(e, 29 * SECOND);
    assert_int_equal(waiting_at(e, SV_PAIR_LIVE), 3);
    tick(e, 5 * SECOND);
    assert_int_equal(waiting_at(e, SV_PAIR_LIVE), 2); /* Ben is gone, Cleo can be called */
    for (unsigned i = 0; i < 118; i++)
        tick(e, 29 * SECOND);
    assert_string_equal(state_of(e, 0), "waits");
    tick(e, 60 * SECOND);
    assert_string_equal(state_of(e, 0), "expired");
    talker_open(&e->core, &e->talker[1], 2, "Ben");
    talker_open(&e->core, &e->talker[2], 3, "Cleo");
    assert_string_equal(state_of(e, 1), "away");
    assert_string_equal(state_of(e, 2), "expired");
    /* It is told for a day. */
    e->core.keep.next = 0;
    tick(e, 23 * HOUR);
    assert_string_equal(state_of(e, 0), "expired");
    e->core.keep.next = 0;
    tick(e, 2 * HOUR);
    assert_string_equal(state_of(e, 0), "");
    end(e);
}

/* After a start it takes a while until everybody has a connection again. */
static void a_server_that_stood_still_takes_nobody_for_gone(void **state)
{
    evening *e = begin();
    (void)state;
    pair(e, 0, "\"pace\":\"live\"");
    talker_close(&e->core, &e->talker[0]);
    time_now += 10 * MINUTE;
    e->core.started = time_now;
    tick(e, SECOND);
    tick(e, MINUTE);
    talker_open(&e->core, &e->talker[0], 1, "Anna");
    assert_string_equal(state_of(e, 0), "waits");
    end(e);
}

static void one_entry_for_each_person(void **state)
{
    evening *e = begin();
    (void)state;
    const json_t *r = pair(e, 0, "\"pace\":\"live\",\"players\":4");
    const json_int_t since =
        json_integer_value(json_object_get(json_object_get(r, "entry"), "since"));
    time_now += MINUTE;
    r = pair(e, 0, "\"pace\":\"live\",\"players\":5,\"bots_after\":30");
    const json_t *entry = json_object_get(r, "entry");
    assert_int_equal(json_integer_value(json_object_get(entry, "since")), since); /* kept */
    assert_int_equal(json_integer_value(json_object_get(entry, "bots_at")), time_now + 30 * SECOND);
    assert_int_equal(waiting_at(e, SV_PAIR_LIVE), 1);
    r = pair(e, 0, "\"pace\":\"days\"");
    entry = json_object_get(r, "entry");
    assert_int_equal(json_integer_value(json_object_get(entry, "since")), time_now);
    assert_int_equal(waiting_at(e, SV_PAIR_LIVE), 0);
    assert_int_equal(waiting_at(e, SV_PAIR_DAYS), 1);
    ask(&e->core, &e->talker[0], "{\"do\":\"pair_cancel\"}");
    assert_int_equal(waiting_at(e, SV_PAIR_DAYS), 0);
    assert_string_equal(state_of(e, 0), "");
    end(e);
}

static void a_cancellation_that_comes_too_late_says_so(void **state)
{
    evening *e = begin();
    (void)state;
    pair(e, 0, "\"pace\":\"fast\",\"players\":2");
    pair(e, 1, "\"pace\":\"fast\",\"players\":2");
    tick(e, SECOND);
    const json_t *r = ask(&e->core, &e->talker[0], "{\"do\":\"pair_cancel\"}");
    const json_t *over = json_object_get(r, "over");
    assert_string_equal(json_string_value(json_object_get(over, "why")), "paired");
    assert_int_equal(strlen(json_string_value(json_object_get(over, "table"))), 12);
    assert_string_equal(state_of(e, 0), "");
    assert_string_equal(state_of(e, 1), "paired");
    end(e);
}

static void bad_wishes_change_nothing(void **state)
{
    static const struct {
        const char *wishes, *code;
    } cases[] = {
        {"\"pace\":\"slow\"", "bad-request"},
        {"\"players\":2", "bad-request"},
        {"\"pace\":\"live\",\"players\":1", "bad-request"},
        {"\"pace\":\"live\",\"players\":7", "bad-request"},
        {"\"pace\":\"live\",\"bots_after\":-1", "bad-request"},
        {"\"pace\":\"live\",\"level\":\"perfect\"", "bad-request"},
        {"\"pace\":\"live\",\"rated\":\"yes\"", "not-an-account"},
        {"\"pace\":\"live\",\"rated\":\"any\"", "not-an-account"},
    };
    evening *e = begin();
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        pair(e, 0, cases[i].wishes);
        assert_string_equal(error_code(&e->talker[0]), cases[i].code);
    }
    e->talker[0].client.user.kind = SV_ACCOUNT;
    pair(e, 0, "\"pace\":\"live\",\"rated\":\"yes\",\"bots_after\":9");
    assert_string_equal(error_code(&e->talker[0]), "bad-request");
    assert_string_equal(state_of(e, 0), "");
    end(e);
}

/* Others would take them for the account. */
static void a_guest_with_the_name_of_an_account_is_not_paired(void **state)
{
    evening *e = begin();
    sv_user ben = {.id = 2, .kind = SV_ACCOUNT, .name = "Anna"};
    rec_error error;
    (void)state;
    assert_true(sv_user_promote(&e->core.store, &ben, "anna", "", &error));
    assert_true(sv_name_take(&e->core.store, &ben, &error));
    assert_true(sv_store_commit(&e->core.store, &error));
    pair(e, 0, "\"pace\":\"days\"");
    assert_string_equal(error_code(&e->talker[0]), "name-taken");
    assert_string_equal(state_of(e, 0), "");
    end(e);
}

static void games_of_accounts_are_rated_if_they_want(void **state)
{
    evening *e = begin();
    sv_user ben = {.id = 2, .kind = SV_ACCOUNT, .name = "Ben"};
    sv_user cleo = {.id = 3, .kind = SV_ACCOUNT, .name = "Cleo"};
    rec_error error;
    (void)state;
    assert_true(sv_user_promote(&e->core.store, &ben, "ben", "", &error));
    assert_true(sv_user_promote(&e->core.store, &cleo, "cleo", "", &error));
    assert_true(sv_store_commit(&e->core.store, &error));
    e->talker[1].client.user.kind = e->talker[2].client.user.kind = SV_ACCOUNT;
    pair(e, 0, "\"pace\":\"fast\"");
    pair(e, 1, "\"pace\":\"fast\",\"players\":2,\"rated\":\"yes\"");
    tick(e, SECOND);
    assert_string_equal(state_of(e, 1), "waits"); /* Anna is a guest */
    pair(e, 0, "\"pace\":\"fast\",\"players\":3");
    pair(e, 2, "\"pace\":\"fast\",\"players\":2,\"bots_after\":600");
    tick(e, SECOND);
    const sv_table *table = table_at(&e->core, table_of(e, 1));
    assert_true(table->rated);
    assert_int_equal(table->seat[0].user, 2);
    assert_true(table->seat[0].origin != 0);
    assert_string_equal(state_of(e, 0), "waits");
    end(e);
}

static void who_blocks_somebody_does_not_meet_them(void **state)
{
    evening *e = begin();
    rec_error error;
    (void)state;
    assert_true(sv_block_set(&e->core.store, 2, 1, true, time_now, &error));
    assert_true(sv_store_commit(&e->core.store, &error));
    pair(e, 0, "\"pace\":\"fast\",\"players\":2");
    pair(e, 1, "\"pace\":\"fast\",\"players\":2");
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "waits");
    pair(e, 2, "\"pace\":\"fast\",\"players\":2");
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "paired");
    assert_string_equal(state_of(e, 1), "waits");
    end(e);
}

/* The oldest entries are those of people who block each other. */
static void many_blocks_hold_up_nobody(void **state)
{
    enum { CROWD = 12 };
    evening *e = begin();
    talker *crowd = calloc(CROWD, sizeof *crowd);
    rec_error error;
    (void)state;
    assert_non_null(crowd);
    for (unsigned i = 0; i < CROWD; i++) {
        talker_open(&e->core, &crowd[i], 100 + i, "Crowd");
        ask(&e->core, &crowd[i], "{\"do\":\"pair\",\"pace\":\"fast\",\"players\":2}");
        for (unsigned j = 0; j < i; j++)
            assert_true(sv_block_set(&e->core.store, 100 + i, 100 + j, true, time_now, &error));
    }
    assert_true(sv_store_commit(&e->core.store, &error));
    pair(e, 0, "\"pace\":\"live\",\"players\":2");
    pair(e, 1, "\"pace\":\"live\",\"players\":2");
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "paired");
    assert_string_equal(state_of(e, 1), "paired");
    assert_int_equal(waiting_at(e, SV_PAIR_FAST), CROWD);
    for (unsigned i = 0; i < CROWD; i++)
        talker_close(&e->core, &crowd[i]);
    free(crowd);
    end(e);
}

static void who_is_blocked_by_the_operator_is_dropped(void **state)
{
    evening *e = begin();
    rec_error error;
    (void)state;
    pair(e, 0, "\"pace\":\"fast\",\"players\":2");
    pair(e, 1, "\"pace\":\"fast\",\"players\":2");
    assert_true(sv_user_block(&e->core.store, 2, true, &error));
    assert_true(sv_store_commit(&e->core.store, &error));
    tick(e, SECOND);
    assert_string_equal(state_of(e, 0), "waits");
    assert_string_equal(state_of(e, 1), "");
    end(e);
}

static void who_is_deleted_waits_no_more(void **state)
{
    evening *e = begin();
    (void)state;
    pair(e, 1, "\"pace\":\"days\"");
    assert_int_equal(waiting_at(e, SV_PAIR_DAYS), 1);
    ask(&e->core, &e->talker[1], "{\"do\":\"delete_me\",\"name\":\"Ben\"}");
    assert_string_equal(error_code(&e->talker[1]), "");
    assert_int_equal(waiting_at(e, SV_PAIR_DAYS), 0);
    end(e);
}

static void an_address_does_not_fill_the_queue(void **state)
{
    enum { CROWD = 25 };
    evening *e = begin();
    talker *crowd = calloc(CROWD, sizeof *crowd);
    (void)state;
    assert_non_null(crowd);
    for (unsigned i = 0; i < CROWD; i++) {
        talker_open(&e->core, &crowd[i], 100 + i, "Crowd");
        ask(&e->core, &crowd[i], "{\"do\":\"pair\",\"pace\":\"days\",\"players\":6}");
        assert_string_equal(error_code(&crowd[i]), i < 24 ? "" : "too-many");
    }
    ask(&e->core, &crowd[0], "{\"do\":\"pair_cancel\"}");
    ask(&e->core, &crowd[24], "{\"do\":\"pair\",\"pace\":\"days\"}");
    assert_string_equal(error_code(&crowd[24]), "");
    for (unsigned i = 0; i < CROWD; i++)
        talker_close(&e->core, &crowd[i]);
    free(crowd);
    end(e);
}

static void those_who_wait_hear_how_many_they_are(void **state)
{
    evening *e = begin();
    (void)state;
    pair(e, 0, "\"pace\":\"days\"");
    tick(e, 3 * SECOND);
    const unsigned before = e->talker[0].pushes;
    tick(e, 3 * SECOND);
    assert_int_equal(e->talker[0].pushes, before);
    pair(e, 1, "\"pace\":\"live\"");
    tick(e, SECOND);
    tick(e, SECOND);
    tick(e, SECOND);
    assert_int_equal(e->talker[0].pushes, before + 1);
    assert_int_equal(e->talker[2].pushes, 0);
    end(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_the_server_runs_at_once),
        cmocka_unit_test(nobody_is_its_host),
        cmocka_unit_test(bad_settings_change_nothing),
        cmocka_unit_test(who_is_gone_or_blocked_is_not_found),
        cmocka_unit_test(two_people_find_a_table),
        cmocka_unit_test(a_fault_leaves_nobody_between_queue_and_table),
        cmocka_unit_test(who_begins_another_game_waits_no_more),
        cmocka_unit_test(bots_come_when_the_time_is_over),
        cmocka_unit_test(waiting_ends),
        cmocka_unit_test(a_server_that_stood_still_takes_nobody_for_gone),
        cmocka_unit_test(one_entry_for_each_person),
        cmocka_unit_test(a_cancellation_that_comes_too_late_says_so),
        cmocka_unit_test(bad_wishes_change_nothing),
        cmocka_unit_test(a_guest_with_the_name_of_an_account_is_not_paired),
        cmocka_unit_test(games_of_accounts_are_rated_if_they_want),
        cmocka_unit_test(who_blocks_somebody_does_not_meet_them),
        cmocka_unit_test(many_blocks_hold_up_nobody),
        cmocka_unit_test(who_is_blocked_by_the_operator_is_dropped),
        cmocka_unit_test(who_is_deleted_waits_no_more),
        cmocka_unit_test(an_address_does_not_fill_the_queue),
        cmocka_unit_test(those_who_wait_hear_how_many_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
