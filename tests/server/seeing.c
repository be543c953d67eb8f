/* Unit tests of what an operator sees: the lines of the log, histograms, whether the server is
 * ready.
 */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness.h"
#include "log.h"

/* ------------------------------------------------------------------------------------------ log */

static int kept; /* the standard error of the test */
static FILE *caught;

static void catch_log(void)
{
    fflush(stderr);
    kept = dup(STDERR_FILENO);
    caught = tmpfile();
    assert_non_null(caught);
    assert_true(kept >= 0 && dup2(fileno(caught), STDERR_FILENO) >= 0);
}

/* The lines that were written meanwhile, one object each. */
static json_t *caught_lines(void)
{
    char line[2048];
    json_t *list = json_array();
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(caught);
    while (fgets(line, sizeof line, caught)) {
        json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        if (!object)
            fail_msg("not a line of JSON: %s", line);
        json_array_append_new(list, object);
    }
    fclose(caught);
    return list;
}

static const char *text_in(const json_t *lines, size_t i, const char *key)
{
    const char *text = json_string_value(json_object_get(json_array_get(lines, i), key));
    return text ? text : "(missing)";
}

static void every_line_keeps_its_what(void **state)
{
    const char cut[] = {'M', (char)0xc3, '\0'}; /* the first half of an umlaut */
    (void)state;
    catch_log();
    sv_log("error", "plain", "text", cut, NULL);
    sv_log("error", cut, "text", "after", NULL);
    sv_log("error", "mine", "what", "yours", "level", "info", "at", "never", NULL);
    sv_log("error", "nothing", "text", NULL, "code", "storage", NULL);
    sv_log("error", "quote \" and \n line", NULL);
    json_t *lines = caught_lines();
    assert_int_equal(json_array_size(lines), 5);
    assert_string_equal(text_in(lines, 0, "what"), "plain");
    assert_string_equal(text_in(lines, 0, "text"), "M?");
    assert_string_equal(text_in(lines, 1, "what"), "M?");
    assert_string_equal(text_in(lines, 1, "text"), "after");
    assert_string_equal(text_in(lines, 2, "what"), "mine");
    assert_string_equal(text_in(lines, 2, "level"), "error");
    assert_string_equal(text_in(lines, 3, "text"), "");
    assert_string_equal(text_in(lines, 3, "code"), "storage");
    assert_string_equal(text_in(lines, 4, "what"), "quote \" and \n line");
    json_decref(lines);
}

static void lines_within_a_request_carry_its_id(void **state)
{
    (void)state;
    catch_log();
    sv_log_request("4f1c-3");
    sv_log("error", "inside", NULL);
    sv_log("error", "another", "request", "5a2b", NULL);
    sv_log_request(NULL);
    sv_log("error", "outside", NULL);
    json_t *lines = caught_lines();
    assert_string_equal(text_in(lines, 0, "request"), "4f1c-3");
    assert_string_equal(text_in(lines, 1, "request"), "5a2b");
    assert_string_equal(text_in(lines, 2, "request"), "(missing)");
    json_decref(lines);
}

/* ----------------------------------------------------------------------------------- histograms */

static void values_fall_into_their_buckets(void **state)
{
    sv_histogram h = {.sum = 0};
    (void)state;
    for (unsigned i = 1; i < SV_BOUNDS; i++) {
        assert_true(sv_time_bounds[i] > sv_time_bounds[i - 1]);
        assert_true(sv_length_bounds[i] > sv_length_bounds[i - 1]);
    }
    for (unsigned i = 0; i < SV_BOUNDS; i++) {
        sv_histogram_add(&h, sv_time_bounds, sv_time_bounds[i]); /* a bound belongs to its bucket */
        assert_int_equal(h.values[i], 1 + (i > 0));
        sv_histogram_add(&h, sv_time_bounds, sv_time_bounds[i] + INT64_C(1));
        assert_int_equal(h.values[i + 1], 1);
    }
    assert_int_equal(sv_histogram_count(&h), 2 * SV_BOUNDS);
    const uint64_t sum = h.sum;
    sv_histogram_add(&h, sv_time_bounds, -5); /* a clock that was set back */
    assert_int_equal(h.values[0], 2);
    assert_int_equal(h.sum, sum);
}

/* ----------------------------------------------------------------------------------------- ready
 */

static sv_core core;

static void readiness_follows_the_database(void **state)
{
    faults f = {.countdown = -1};
    rec_error error;
    talker anna;
    (void)state;
    sv_db *real = sv_db_sqlite(scratch("ready"), NULL, &error);
    assert_non_null(real);
    assert_true(sv_core_open(&core, fault_db(real, &f), 1, &error));
    talker_open(&core, &anna, 1, "Anna");
    sv_core_begin_turn(&core);
    sv_core_tick(&core);
    assert_true(sv_store_commit(&core.store, &error));
    assert_int_equal(sv_health_of(&core), SV_HEALTH_READY);
    f = (faults){.countdown = 0, .lasts = 1, .code = "storage", .reads_too = 1};
    sv_health_check(&core);
    assert_int_equal(sv_health_of(&core), SV_HEALTH_DATABASE);
    sv_health_check(&core);
    assert_int_equal(sv_health_of(&core), SV_HEALTH_READY);
    f = (faults){.countdown = 1, .lasts = 1, .code = "storage", .reads_too = 1};
    sv_health_check(&core);
    assert_int_equal(sv_health_of(&core), SV_HEALTH_TABLES);
    sv_health_check(&core);
    assert_int_equal(sv_health_of(&core), SV_HEALTH_READY);
    /* A move that lost to another writer says nothing about the database; a full disk does. */
    sv_health_note_commit(&core, &(rec_error){.code = "conflict"});
    assert_int_equal(sv_health_of(&core), SV_HEALTH_READY);
    sv_health_note_commit(&core, &(rec_error){.code = "storage-full"});
    assert_int_equal(sv_health_of(&core), SV_HEALTH_SAVING);
    f = (faults){.countdown = 0, .lasts = 1, .code = "storage-full"};
    sv_health_check(&core);
    assert_int_equal(sv_health_of(&core), SV_HEALTH_SAVING);
    assert_false(sv_store_dirty(&core.store));
    sv_health_check(&core);
    assert_int_equal(sv_health_of(&core), SV_HEALTH_READY);
    core.stopping = true;
    assert_int_equal(sv_health_of(&core), SV_HEALTH_STOPPING);
    talker_close(&core, &anna);
    sv_core_close(&core);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_keeps_its_what),
        cmocka_unit_test(lines_within_a_request_carry_its_id),
        cmocka_unit_test(values_fall_into_their_buckets),
        cmocka_unit_test(readiness_follows_the_database),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
