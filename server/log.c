#include "log.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool quiet;

void sv_log_quietly(void)
{
    quiet = true;
}

void sv_log(const char *level, const char *what, ...)
{
    char when[32];
    struct tm tm;
    const time_t now = time(NULL);
    va_list rest;
    if (quiet && strcmp(level, "info") == 0)
        return;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
    json_t *line = json_pack("{s:s, s:s, s:s}", "at", when, "level", level, "what", what);
    va_start(rest, what);
    for (const char *key; (key = va_arg(rest, const char *));)
        json_object_set_new(line, key, json_string(va_arg(rest, const char *)));
    va_end(rest);
    char *text = json_dumps(line, JSON_COMPACT);
    if (text)
        fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(line);
}
