/* Tables that the server makes for people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "pairing/seat_people.h"

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

static evening *begin(void)
{
    rec_error error;
    evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_true(sv_core_open(&e->core, sv_db_sqlite(":memory:", NULL, &error), 1, &error));
    e->core.clock = wound_clock;
    e->core.notice = note_notice;
    time_now = 1000000;
    for (unsigned i = 0; i < PEOPLE; i++)
        talker_open(&e->core, &e->talker[i], i + 1, names[i]);
    noticed[0] = '\0';
    return e;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_the_server_runs_at_once),
        cmocka_unit_test(nobody_is_its_host),
        cmocka_unit_test(bad_settings_change_nothing),
        cmocka_unit_test(who_is_gone_or_blocked_is_not_found),
    };
    return cmocka_run_group_tests_name("server pairings", tests, NULL, NULL);
}
