/* Unit tests of what an operator sees: the lines of the log. */
#include <setjmp.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_keeps_its_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
