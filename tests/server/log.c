/* The log: lines that repeat are limited, and none is left out without a word. */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "log.h"

enum { MANY = 100000, LOOKS = 300 };

/* Standard error goes to a file; the lines there are counted. */
typedef struct capture {
    FILE *file;
    int before;
} capture;

static capture begin(void)
{
    const capture c = {.file = tmpfile(), .before = dup(STDERR_FILENO)};
    assert_non_null(c.file);
    fflush(stderr);
    assert_true(dup2(fileno(c.file), STDERR_FILENO) >= 0);
    return c;
}

static void end(const capture *c)
{
    fflush(stderr);
    dup2(c->before, STDERR_FILENO);
    close(c->before);
    fclose(c->file);
}

/* The lines of a kind that were written, and those that they say were left out. */
static void count(const capture *c, const char *what, unsigned *written, unsigned *left_out)
{
    char line[1024];
    *written = *left_out = 0;
    rewind(c->file);
    while (fgets(line, sizeof line, c->file)) {
        json_t *object = json_loads(line, 0, NULL);
        assert_non_null(object);
        if (strcmp(json_string_value(json_object_get(object, "what")), what) == 0) {
            ++*written;
            *left_out += (unsigned)json_integer_value(json_object_get(object, "left_out"));
        }
        json_decref(object);
    }
    fseek(c->file, 0, SEEK_END);
}

static void a_flood_of_lines_is_limited_and_counted(void **state)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    const time_t began = time(NULL);
    unsigned written, left_out, looks = 0;
    const capture c = begin();
    (void)state;
    for (unsigned i = 0; i < MANY; i++)
        sv_log("error", "the same again", "text", "x", NULL);
    sv_log("error", "something else", NULL);
    count(&c, "the same again", &written, &left_out);
    assert_in_range(written, SV_LOG_BURST, SV_LOG_BURST + 2 + (unsigned)(time(NULL) - began));
    count(&c, "something else", &written, &left_out);
    assert_int_equal(written, 1);
    do { /* the line with the number counts for none of those left out */
        nanosleep(&pause, NULL);
        sv_log_left_out();
        count(&c, "the same again", &written, &left_out);
    } while (written + left_out < MANY + 1 && ++looks < LOOKS);
    assert_int_equal(written + left_out, MANY + 1);
    end(&c);
}

/* What follows a flood is written again. */
static void a_kind_recovers(void **state)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    unsigned before, written, left_out, looks = 0;
    const capture c = begin();
    (void)state;
    for (unsigned i = 0; i < SV_LOG_BURST * 2; i++)
        sv_log("error", "once more", NULL);
    count(&c, "once more", &before, &left_out);
    do {
        nanosleep(&pause, NULL);
        sv_log("error", "once more", NULL);
        count(&c, "once more", &written, &left_out);
    } while (written == before && ++looks < LOOKS);
    assert_true(written > before);
    assert_true(left_out >= SV_LOG_BURST - 2);
    end(&c);
}

/* More kinds than are remembered share a limit. */
static void many_kinds_are_limited(void **state)
{
    char what[32];
    unsigned written = 0;
    const capture c = begin();
    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(what, sizeof what, "kind %u", i);
        for (unsigned k = 0; k < 100; k++)
            sv_log("error", what, NULL);
    }
    rewind(c.file);
    for (int letter; (letter = fgetc(c.file)) != EOF;)
        written += letter == '\n';
    assert_in_range(written, 1, 150 * SV_LOG_BURST);
    end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flood_of_lines_is_limited_and_counted),
        cmocka_unit_test(a_kind_recovers),
        cmocka_unit_test(many_kinds_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
