/* Daily windows in which clocks run: their arithmetic, and clocks of a game, with a fake clock. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "window.h"

#define HOUR INT64_C(3600000)
#define DAY  (24 * HOUR)
/* Midnight UTC. */
#define JANUARY_5  INT64_C(1767571200000)
#define MARCH_28   INT64_C(1774656000000) /* 2026: a day before daylight saving time in Europe */
#define OCTOBER_24 INT64_C(1792800000000) /* a day before its end */

static const sv_window days = {8 * 60, 22 * 60, "UTC"}, nights = {18 * 60, 6 * 60, "UTC"},
                       prague = {8 * 60, 22 * 60, "Europe/Prague"},
                       half_past_two = {150, 150 + 720, "Europe/Prague"}, none = {.zone = ""};

static void a_clock_runs_in_its_window_only(void **state)
{
    const int64_t t = JANUARY_5;
    (void)state;
    assert_int_equal(sv_window_after(&none, t, 5 * HOUR), t + 5 * HOUR);
    assert_int_equal(sv_window_after(&days, t, 5 * HOUR), t + 13 * HOUR);
    assert_int_equal(sv_window_after(&days, t + 9 * HOUR, 5 * HOUR), t + 14 * HOUR);
    assert_int_equal(sv_window_after(&days, t + 20 * HOUR, 5 * HOUR), t + DAY + 11 * HOUR);
    assert_int_equal(sv_window_after(&days, t + 8 * HOUR, 14 * HOUR), t + 22 * HOUR);
    assert_int_equal(sv_window_after(&days, t + 8 * HOUR, 28 * HOUR), t + DAY + 22 * HOUR);
    assert_int_equal(sv_window_after(&nights, t + 3 * HOUR, 5 * HOUR), t + 20 * HOUR);
    assert_int_equal(sv_window_after(&nights, t + 23 * HOUR, 5 * HOUR), t + 28 * HOUR);
    assert_int_equal(sv_window_after(&prague, t, 5 * HOUR), t + 12 * HOUR);
}

static void a_window_stays_when_the_clocks_are_changed(void **state)
{
    (void)state;
    /* Eight o'clock is 7:00 UTC in winter and 6:00 in summer. */
    assert_int_equal(sv_window_after(&prague, MARCH_28 + 7 * HOUR, 14 * HOUR + 1),
                     MARCH_28 + DAY + 6 * HOUR + 1);
    assert_int_equal(sv_window_after(&prague, OCTOBER_24 + 6 * HOUR, 14 * HOUR + 1),
                     OCTOBER_24 + DAY + 7 * HOUR + 1);
    /* A window that begins in the hour that is skipped or comes twice opens all the same. */
    for (int64_t t = 0; t < 3 * DAY; t += HOUR / 2) {
        assert_in_range(sv_window_after(&half_past_two, MARCH_28 + t, DAY) - MARCH_28 - t, DAY,
                        2 * DAY + 12 * HOUR);
        assert_in_range(sv_window_after(&half_past_two, OCTOBER_24 + t, DAY) - OCTOBER_24 - t, DAY,
                        2 * DAY);
    }
}

/* More time gives a later moment, in any zone and at any time of the year. */
static void time_goes_on(void **state)
{
    static const char *const zones[] = {"Europe/Prague", "America/St_Johns", "Australia/Lord_Howe",
                                        "Pacific/Apia",  "Asia/Kathmandu",   "Etc/GMT+12"};
    (void)state;
    for (unsigned z = 0; z < sizeof zones / sizeof *zones; z++) {
        sv_window w;
        sv_window_read(&w, 23 * 60 + 59, 11 * 60 + 59, zones[z]);
        for (int64_t t = JANUARY_5; t < JANUARY_5 + 365 * DAY; t += DAY + 7 * HOUR) {
            const int64_t a = sv_window_after(&w, t, HOUR), b = sv_window_after(&w, t, 30 * DAY);
            assert_true(a >= t + HOUR && a <= t + 14 * HOUR);
            assert_true(b > t + 58 * DAY && b < t + 61 * DAY);
        }
    }
}

static void rests_are_told(void **state)
{
    sv_rest rest;
    (void)state;
    assert_false(sv_window_rest(&none, JANUARY_5, &rest));
    assert_true(sv_window_rest(&days, JANUARY_5 + 10 * HOUR, &rest));
    assert_int_equal(rest.from, JANUARY_5 + 22 * HOUR);
    assert_int_equal(rest.until, JANUARY_5 + DAY + 8 * HOUR);
    assert_true(sv_window_rest(&days, JANUARY_5 + 23 * HOUR, &rest));
    assert_int_equal(rest.from, JANUARY_5 + 23 * HOUR);
    assert_int_equal(rest.until, JANUARY_5 + DAY + 8 * HOUR);
}

static void bad_windows_are_refused(void **state)
{
    static const struct {
        sv_window window;
        bool good;
    } windows[] = {
        {{0, 720, "UTC"}, true},       {{1439, 719, "America/Argentina/Buenos_Aires"}, true},
        {{0, 719, "UTC"}, false},      {{600, 600, "UTC"}, false},
        {{1200, 479, "UTC"}, false},   {{0, 720, "Middle-earth/Shire"}, false},
        {{0, 720, "GMT+3:30"}, false}, {{0, 720, "../../etc/passwd"}, false},
        {{0, 720, ""}, false},
    };
    rec_error error;
    (void)state;
    for (unsigned i = 0; i < sizeof windows / sizeof *windows; i++) {
        assert_int_equal(sv_window_check(&windows[i].window, &error), windows[i].good);
        if (!windows[i].good)
            assert_string_equal(error.code, "bad-request");
    }
}

/* -------------------------------------------------------------------------------------- clocks */

static int64_t time_now;

static int64_t wound_clock(void)
{
    return time_now;
}

/* Anna, who is to move, and Ben at a table with a day for each decision; Monday at six. */
typedef struct evening {
    sv_core core;
    talker anna, ben;
    char code[SV_CODE_MAX];
} evening;

static void set_window(evening *e, talker *t, unsigned from, unsigned to)
{
    ask(&e->core, t,
        "{\"do\":\"clock_window\",\"window\":{\"from\":%u,\"to\":%u,\"zone\":\"UTC\"}}", from * 60,
        to * 60);
    assert_string_equal(error_code(t), "");
}

static evening *begin(bool anna_has_window)
{
    rec_error error;
    evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    time_now = JANUARY_5 + 6 * HOUR;
    assert_true(sv_core_open(&e->core, sv_db_sqlite(":memory:", NULL, &error), 1, &error));
    e->core.clock = wound_clock;
    talker_open(&e->core, &e->anna, 1, "Anna");
    talker_open(&e->core, &e->ben, 2, "Ben");
    if (anna_has_window)
        set_window(e, &e->anna, 8, 22);
    assert_true(begin_game(&e->core, &e->anna, &e->ben,
                           ",\"order\":\"seated\",\"clock\":{\"kind\":\"days\",\"days\":1}",
                           e->code));
    return e;
}

static void end(evening *e)
{
    talker_close(&e->core, &e->anna);
    talker_close(&e->core, &e->ben);
    sv_core_close(&e->core);
    free(e);
}

static void tick_at(evening *e, int64_t moment)
{
    time_now = moment;
    sv_core_begin_turn(&e->core);
    sv_core_tick(&e->core);
    sv_core_end_turn(&e->core);
}

static void play(evening *e, talker *t, const char *move)
{
    ask(&e->core, t,
        "{\"do\":\"move\",\"table\":\"%s\",\"seq\":%u,\"client\":\"%u\",\"move\":\"%s\"}", e->code,
        table_at(&e->core, e->code)->game.lines, table_at(&e->core, e->code)->game.lines, move);
    assert_string_equal(error_code(t), "");
}

static void the_clock_of_a_player_rests_at_night(void **state)
{
    evening *e = begin(true);
    const int64_t due = JANUARY_5 + DAY + 18 * HOUR; /* 14 hours on Monday, 10 on Tuesday */
    (void)state;
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
    const json_t *reply = ask(&e->core, &e->ben, "{\"do\":\"position\",\"table\":\"%s\"}", e->code);
    const json_t *clock = json_object_get(json_object_get(reply, "position"), "clock");
    const json_t *rests = json_object_get(clock, "rests");
    assert_int_equal(json_integer_value(json_object_get(clock, "due")), due);
    assert_int_equal(json_integer_value(json_object_get(rests, "from")), time_now);
    assert_int_equal(json_integer_value(json_object_get(rests, "until")), JANUARY_5 + 8 * HOUR);
    tick_at(e, due - 1);
    assert_false(table_at(&e->core, e->code)->seat[0].away);
    assert_true(table_at(&e->core, e->code)->clock.warned);
    tick_at(e, due);
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    end(e);
}

/* A tenth of the day before its end, not counting the night. */
static void the_warning_comes_in_the_window(void **state)
{
    evening *e = begin(false);
    const int64_t warning = JANUARY_5 + DAY + 8 * HOUR + (DAY - DAY / 10 - 14 * HOUR);
    (void)state;
    set_window(e, &e->ben, 8, 22);
    play(e, &e->anna, "nominate 5 5");
    assert_int_equal(sv_clock_warning(table_at(&e->core, e->code)), warning);
    tick_at(e, warning - 1);
    assert_false(table_at(&e->core, e->code)->clock.warned);
    tick_at(e, warning);
    assert_true(table_at(&e->core, e->code)->clock.warned);
    end(e);
}

static void the_other_player_has_no_window(void **state)
{
    evening *e = begin(true);
    (void)state;
    play(e, &e->anna, "nominate 5 5");
    assert_int_equal(sv_table_to_move(table_at(&e->core, e->code)), 1);
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), time_now + DAY);
    const json_t *reply =
        ask(&e->core, &e->anna, "{\"do\":\"position\",\"table\":\"%s\"}", e->code);
    const json_t *clock = json_object_get(json_object_get(reply, "position"), "clock");
    assert_true(json_is_null(json_object_get(clock, "rests")));
    end(e);
}

/* Nobody gains time for a pending decision, nor loses any. */
static void a_changed_window_holds_from_the_next_turn_on(void **state)
{
    evening *e = begin(false);
    const int64_t due = time_now + DAY;
    (void)state;
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
    set_window(e, &e->anna, 8, 20);
    set_window(e, &e->ben, 10, 22);
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
    sv_forget_tables(&e->core);
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
    play(e, &e->anna, "nominate 5 5");
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), JANUARY_5 + DAY + 22 * HOUR);
    sv_forget_tables(&e->core); /* as after a restart */
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), JANUARY_5 + DAY + 22 * HOUR);
    ask(&e->core, &e->ben, "{\"do\":\"clock_window\"}");
    assert_string_equal(error_code(&e->ben), "");
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), JANUARY_5 + DAY + 22 * HOUR);
    play(e, &e->ben, "pass");
    assert_int_equal(sv_table_to_move(table_at(&e->core, e->code)),
                     1); /* Anna has her plant; Ben nominates */
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), time_now + DAY);
    end(e);
}

/* Also on the day on which an hour of the window is missing. */
static void a_decision_takes_at_most_twice_its_time(void **state)
{
    evening *e = begin(false);
    sv_table *table = sv_table_find(&e->core, e->code);
    (void)state;
    assert_non_null(table);
    table->clock.window = half_past_two;
    bool stretched = false;
    for (int64_t t = MARCH_28; t < MARCH_28 + 3 * DAY; t += HOUR / 2) {
        table->clock.since = t;
        const int64_t due = sv_clock_due(table);
        assert_true(due > t + DAY && due <= t + 2 * DAY);
        stretched |= due < sv_window_after(&half_past_two, t, DAY);
    }
    assert_true(stretched);
    end(e);
}

/* The time of a move that can be taken back rests, too. */
static void a_move_can_be_taken_back_as_long_as_its_time_lasts(void **state)
{
    evening *e = begin(false);
    sv_table *table = sv_table_find(&e->core, e->code);
    const int64_t end_of_day =
        JANUARY_5 + 2 * DAY + 16 * HOUR; /* 2, 14 and 8 hours of three days */
    (void)state;
    assert_non_null(table);
    table->clock.window = days;
    table->clock.turn = JANUARY_5 + 20 * HOUR;
    table->game.now.live = 1;
    assert_true(sv_clock_allows_undo(table, end_of_day - 1));
    assert_false(sv_clock_allows_undo(table, end_of_day));
    end(e);
}

static void other_clocks_have_no_window(void **state)
{
    evening *e = begin(true);
    char code[SV_CODE_MAX];
    (void)state;
    assert_true(begin_game(&e->core, &e->anna, &e->ben,
                           ",\"order\":\"seated\",\"clock\":{\"kind\":\"move\",\"seconds\":60}",
                           code));
    memcpy(e->code, code, sizeof code);
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), time_now + 60000);
    end(e);
}

static void a_window_is_kept_and_refused_in_words(void **state)
{
    evening *e = begin(true);
    (void)state;
    const json_t *window =
        json_object_get(ask(&e->core, &e->anna, "{\"do\":\"clock_window_state\"}"), "window");
    assert_int_equal(json_integer_value(json_object_get(window, "from")), 480);
    ask(&e->core, &e->anna,
        "{\"do\":\"clock_window\",\"window\":{\"from\":480,\"to\":500,\"zone\":\"UTC\"}}");
    assert_string_equal(error_code(&e->anna), "bad-request");
    ask(&e->core, &e->anna,
        "{\"do\":\"clock_window\",\"window\":{\"from\":480,\"to\":1440,\"zone\":\"UTC\"}}");
    assert_string_equal(error_code(&e->anna), "bad-request");
    window = json_object_get(ask(&e->core, &e->anna, "{\"do\":\"clock_window_state\"}"), "window");
    assert_string_equal(json_string_value(json_object_get(window, "zone")), "UTC");
    ask(&e->core, &e->anna, "{\"do\":\"clock_window\"}");
    window = json_object_get(ask(&e->core, &e->anna, "{\"do\":\"clock_window_state\"}"), "window");
    assert_true(json_is_null(window));
    end(e);
}

/* The zone of a player is not kept with games that have ended. */
static void an_ended_game_has_no_window(void **state)
{
    evening *e = begin(true);
    (void)state;
    assert_string_not_equal(table_at(&e->core, e->code)->clock.window.zone, "");
    ask(&e->core, &e->anna, "{\"do\":\"agree_end\",\"table\":\"%s\",\"agree\":true}", e->code);
    ask(&e->core, &e->ben, "{\"do\":\"agree_end\",\"table\":\"%s\",\"agree\":true}", e->code);
    const sv_table *table = table_at(&e->core, e->code);
    assert_int_equal(table->status, SV_ENDED);
    assert_string_equal(table->clock.window.zone, "");
    end(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_runs_in_its_window_only),
        cmocka_unit_test(a_window_stays_when_the_clocks_are_changed),
        cmocka_unit_test(time_goes_on),
        cmocka_unit_test(rests_are_told),
        cmocka_unit_test(bad_windows_are_refused),
        cmocka_unit_test(the_clock_of_a_player_rests_at_night),
        cmocka_unit_test(the_warning_comes_in_the_window),
        cmocka_unit_test(the_other_player_has_no_window),
        cmocka_unit_test(a_changed_window_holds_from_the_next_turn_on),
        cmocka_unit_test(a_decision_takes_at_most_twice_its_time),
        cmocka_unit_test(a_move_can_be_taken_back_as_long_as_its_time_lasts),
        cmocka_unit_test(other_clocks_have_no_window),
        cmocka_unit_test(an_ended_game_has_no_window),
        cmocka_unit_test(a_window_is_kept_and_refused_in_words),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
