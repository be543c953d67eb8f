/* Analyses in the background: they give way to bots, and nothing of them outlives its game. */
#include <semaphore.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness.h"
#include "log.h"

enum { TURNS = 50, GIVE_WAY_MS = 5000 };

static int64_t now = INT64_C(1800000000000);

static int64_t still_clock(void)
{
    return now;
}

/* A game of two people that bots have played to its end. */
typedef struct evening {
    sv_core core;
    talker anna, ben;
    char code[SV_CODE_MAX];
} evening;

static void take_turn(evening *e)
{
    sv_core_begin_turn(&e->core);
    sv_core_collect(&e->core);
    sv_core_end_turn(&e->core);
}

static const char *state_of(evening *e)
{
    const json_t *r = ask(&e->core, &e->anna, "{\"do\":\"analyse\",\"table\":\"%s\"}", e->code);
    const char *word = json_string_value(json_object_get(r, "state"));
    return word ? word : error_code(&e->anna);
}

static bool has_ended(evening *e)
{
    const json_t *r = ask(&e->core, &e->anna, "{\"do\":\"table\",\"table\":\"%s\"}", e->code);
    const json_t *status = json_object_get(json_object_get(r, "info"), "status");
    return strcmp(json_string_value(status), "ended") == 0;
}

static int open_evening(void **state)
{
    rec_error error;
    evening *e = *state = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_true(sv_core_open(&e->core, sv_db_sqlite(":memory:", NULL, &error), 1, &error));
    e->core.clock = still_clock;
    e->core.analyses.limits.nodes = 100;
    sv_limits_set(&e->core.limits, 10000);
    talker_open(&e->core, &e->anna, 1, "Anna");
    talker_open(&e->core, &e->ben, 2, "Ben");
    assert_true(
        begin_game(&e->core, &e->anna, &e->ben, ",\"options\":{\"first_game\":true}", e->code));
    ask(&e->core, &e->anna, "{\"do\":\"leave\",\"table\":\"%s\"}", e->code);
    ask(&e->core, &e->ben, "{\"do\":\"leave\",\"table\":\"%s\"}", e->code);
    while (!has_ended(e))
        take_turn(e);
    return 0;
}

static int close_evening(void **state)
{
    evening *e = *state;
    talker_close(&e->core, &e->anna);
    talker_close(&e->core, &e->ben);
    sv_core_close(&e->core);
    free(e);
    return 0;
}

/* A bot that searches until it is let go. */
typedef struct searching {
    sv_job job;
    sem_t gate;
} searching;

static void search(sv_job *job)
{
    sem_wait(&((searching *)job)->gate);
}

static void end_search(sv_job *job)
{
    (void)job;
}

static void take_turns(evening *e)
{
    for (unsigned i = 0; i < TURNS; i++)
        take_turn(e);
}

/* The decisions and cards of the game whose analysis runs: as many as the cards made it. */
static unsigned tasks_of(evening *e)
{
    const json_t *r = ask(&e->core, &e->anna, "{\"do\":\"analyse\",\"table\":\"%s\"}", e->code);
    return (unsigned)json_integer_value(json_object_get(r, "of"));
}

static bool wait_for(evening *e, uint64_t assessed)
{
    for (unsigned i = 0; i < 60000 && e->core.counts.assessed < assessed; i++) {
        usleep(1000);
        take_turn(e);
    }
    return e->core.counts.assessed >= assessed;
}

/* While a bot searches, no decision is assessed; after some seconds one, and again one. */
static void analyses_give_way_to_bots(void **state)
{
    evening *e = *state;
    const sv_counts *c = &e->core.counts;
    searching other = {.job = {.run = search, .done = end_search}};
    sem_init(&other.gate, 0, 0);
    assert_true(sv_pool_add(e->core.pool[SV_THOUGHTS], &other.job, (sv_owner){9, 9}));
    assert_string_equal(state_of(e), "waiting");
    take_turns(e);
    for (uint64_t some = 0; some < 3; some++) {
        assert_int_equal(sv_pool_measure(e->core.pool[SV_ANALYSES]).running, 0);
        assert_int_equal(c->assessed, some);
        assert_string_equal(state_of(e), "running");
        now += GIVE_WAY_MS;
        assert_true(wait_for(e, some + 1));
        take_turns(e);
    }
    assert_int_equal(c->assessed, 3);
    const unsigned tasks = tasks_of(e);
    assert_true(tasks > 3);
    sem_post(&other.gate);
    while (c->analyses == 0) {
        usleep(1000);
        take_turn(e);
    }
    assert_int_equal(c->assessed, tasks);
    assert_string_equal(state_of(e), "done");
}

/* A store that was replaced may have another game under the same number. */
static void a_replaced_store_ends_analyses(void **state)
{
    evening *e = *state;
    rec_error error;
    assert_string_equal(state_of(e), "waiting");
    assert_true(wait_for(e, 1));
    sv_analyses_forget(&e->core);
    while (e->core.analyses.count > 0) {
        usleep(1000);
        take_turn(e);
    }
    assert_int_equal(e->core.counts.analyses, 0);
    assert_null(e->core.analyses.current);
    assert_string_equal(state_of(e), "waiting");
    take_turn(e);
    sv_table *table = sv_table_get(&e->core, e->code, &error);
    assert_non_null(table);
    table->status = SV_RUNNING; /* as if it had been restored so */
    while (e->core.counts.analyses_failed == 0) {
        usleep(1000);
        take_turn(e);
    }
    assert_int_equal(e->core.counts.analyses, 0);
    assert_string_equal(state_of(e), "still-running");
    table->status = SV_ENDED;
}

/* One that was given up is made anew, although a thread still works on it. */
static void an_analysis_that_was_given_up_does_not_count(void **state)
{
    evening *e = *state;
    assert_string_equal(state_of(e), "waiting");
    assert_true(wait_for(e, 1));
    assert_string_equal(state_of(e), "running");
    sv_analyses_forget(&e->core);
    assert_int_equal(e->core.analyses.count, 1);
    assert_string_equal(state_of(e), "waiting");
    while (e->core.counts.analyses == 0) {
        usleep(1000);
        take_turn(e);
    }
    assert_string_equal(state_of(e), "done");
}

static void copy_names(void *data, const sv_analysis_row *row)
{
    const char *list = strstr(row->content, "\"players\":[");
    snprintf(data, 128, "%.*s", (int)strcspn(list, "]"), list);
}

/* The report names the players as they are when it is written. */
static void a_player_who_is_deleted_is_not_named(void **state)
{
    evening *e = *state;
    rec_error error;
    bool damaged;
    char names[128] = "";
    assert_string_equal(state_of(e), "waiting");
    assert_true(wait_for(e, 1));
    ask(&e->core, &e->anna, "{\"do\":\"delete_me\",\"name\":\"Anna\"}");
    assert_string_equal(error_code(&e->anna), "");
    while (e->core.counts.analyses == 0) {
        usleep(1000);
        take_turn(e);
    }
    const sv_table *table = sv_table_get(&e->core, e->code, &error);
    assert_true(sv_analysis_find(&e->core.store, table->id, copy_names, names, &damaged, &error));
    assert_null(strstr(names, "Anna"));
    assert_non_null(strstr(names, "Ben"));
}

/* A server that stops gives up what it has not done. */
static void a_server_that_drains_begins_no_other_decision(void **state)
{
    evening *e = *state;
    assert_string_equal(state_of(e), "waiting");
    assert_true(wait_for(e, 1));
    e->core.draining = true;
    while (sv_pool_measure(e->core.pool[SV_ANALYSES]).running > 0)
        usleep(1000);
    take_turn(e);
    const uint64_t before = e->core.counts.assessed;
    take_turns(e);
    assert_int_equal(e->core.counts.assessed, before);
}

int main(void)
{
#define WITH_GAME(test) cmocka_unit_test_setup_teardown(test, open_evening, close_evening)
    const struct CMUnitTest tests[] = {
        WITH_GAME(analyses_give_way_to_bots),
        WITH_GAME(a_replaced_store_ends_analyses),
        WITH_GAME(an_analysis_that_was_given_up_does_not_count),
        WITH_GAME(a_player_who_is_deleted_is_not_named),
        WITH_GAME(a_server_that_drains_begins_no_other_decision),
    };
    sv_log_quietly(true);
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
