#include "log.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lines.h"

static bool quiet;

void sv_log_quietly(void)
{
    quiet = true;
}

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

static void print(const json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT);
    fprintf(stderr, "%s\n",
            text ? text : "{\"level\":\"error\",\"what\":\"no memory for a line of the log\"}");
    free(text);
}

void sv_log(const char *level, const char *what, ...)
{
    va_list rest;
    if (quiet && strcmp(level, "info") == 0)
        return;
    json_t *line = json_object();
    add_time(line);
    add(line, "level", level);
    add(line, "what", what);
    va_start(rest, what);
    for (const char *key; (key = va_arg(rest, const char *));)
        add(line, key, va_arg(rest, const char *));
    va_end(rest);
    print(line);
    json_decref(line);
}
