#include "log.h"

#include <jansson.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lines.h"
#include "measure.h"

static atomic_bool quiet; /* a reload changes it while other threads log */
static _Thread_local const char *request;

void sv_log_quietly(bool yes)
{
    quiet = yes;
}

const char *sv_log_request(const char *trace)
{
    const char *before = request;
    request = trace;
    return before;
}

/* ---------------------------------------------------------------------------------------- limits
 */

enum { KINDS_MAX = 128, KIND_TEXT = 96 };

/* A bucket of lines; it gains one a second. */
typedef struct kind {
    char level[8], what[KIND_TEXT];
    int64_t filled; /* second in which lines was last brought up to date */
    unsigned lines, left_out;
} kind;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kind kinds[KINDS_MAX];
static unsigned kind_count;

/* The kind of a line. Kinds that are too many share the last place. */
static kind *kind_of(const char *level, const char *what)
{
    for (unsigned i = 0; i < kind_count; i++)
        if (strncmp(kinds[i].what, what, KIND_TEXT - 1) == 0 && strcmp(kinds[i].level, level) == 0)
            return &kinds[i];
    if (kind_count == KINDS_MAX)
        return &kinds[KINDS_MAX - 1];
    kind *k = &kinds[kind_count++];
    *k = (kind){.filled = sv_seconds(), .lines = SV_LOG_BURST};
    snprintf(k->level, sizeof k->level, "%s", level);
    snprintf(k->what, sizeof k->what, "%s", what);
    return k;
}

static void fill(kind *k)
{
    const int64_t now = sv_seconds(), lines = k->lines + now - k->filled;
    k->lines = lines > SV_LOG_BURST ? SV_LOG_BURST : (unsigned)lines;
    k->filled = now;
}

/* ----------------------------------------------------------------------------------------- lines
 */

/* Adds a text to a line unless the line has one of that name. */
static void add(json_t *line, const char *key, const char *text)
{
    char *clean = strdup(text ? text : "");
    if (clean && !json_object_get(line, key)) {
        rec_mend_utf8(clean);
        json_object_set_new(line, key, json_string(clean));
    }
    free(clean);
}

static void add_time(json_t *line)
{
    char when[32];
    struct tm tm;
    const time_t now = time(NULL);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
    add(line, "at", when);
}

static json_t *begin_line(const char *level, const char *what)
{
    json_t *line = json_object();
    add_time(line);
    add(line, "level", level);
    add(line, "what", what);
    return line;
}

/* Adds the pairs of sv_log, and the request of this thread. */
static void add_pairs(json_t *line, va_list pairs)
{
    for (const char *key; (key = va_arg(pairs, const char *));)
        add(line, key, va_arg(pairs, const char *));
    if (request)
        add(line, "request", request);
}

/* Prints a line and frees it. */
static void print(json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT);
    fprintf(stderr, "%s\n",
            text ? text : "{\"level\":\"error\",\"what\":\"no memory for a line of the log\"}");
    free(text);
    json_decref(line);
}

/* The same, with the number of those before it that were not written. */
static void print_of_kind(json_t *line, kind *k)
{
    if (k->left_out)
        json_object_set_new(line, "left_out", json_integer(k->left_out));
    k->left_out = 0;
    k->lines--;
    print(line);
}

static bool is_unwanted(const char *level)
{
    return quiet && strcmp(level, "info") == 0;
}

void sv_log(const char *level, const char *what, ...)
{
    va_list pairs;
    if (is_unwanted(level))
        return;
    pthread_mutex_lock(&lock);
    kind *k = kind_of(level, what);
    fill(k);
    if (k->lines == 0) {
        k->left_out++;
    } else {
        json_t *line = begin_line(level, what);
        va_start(pairs, what);
        add_pairs(line, pairs);
        va_end(pairs);
        print_of_kind(line, k);
    }
    pthread_mutex_unlock(&lock);
}

void sv_log_each(const char *level, const char *what, ...)
{
    va_list pairs;
    if (is_unwanted(level))
        return;
    json_t *line = begin_line(level, what);
    va_start(pairs, what);
    add_pairs(line, pairs);
    va_end(pairs);
    print(line);
}

void sv_log_left_out(void)
{
    pthread_mutex_lock(&lock);
    for (kind *k = kinds; k < kinds + kind_count; k++) {
        fill(k);
        if (k->left_out && k->lines >= 2) /* while more are coming, their lines say it */
            print_of_kind(begin_line(k->level, k->what), k);
    }
    pthread_mutex_unlock(&lock);
}
