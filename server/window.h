/*
 * The daily window in which the clocks of a player run, in games with days for each decision.
 *
 * Outside of it the clock rests, so that nobody loses time asleep. A window is at least half of the
 * day long. So a decision takes at most twice the days of the table, whatever the players set.
 *
 * Its time zone is a name such as "Europe/Prague", not an offset: games last for weeks, and a
 * window from eight to ten must stay there when daylight saving time begins or ends.
 */
#ifndef ELEKTRO_SERVER_WINDOW_H
#define ELEKTRO_SERVER_WINDOW_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "db.h"
#include "zone.h"

enum {
    SV_WINDOW_MIN = 12 * 60, /* minutes of the shortest window */
    SV_WINDOW_STRETCHES = 2  /* a decision takes at most so many times as long */
};

typedef struct sv_window {
    uint16_t from, to;      /* minutes after midnight; a window may go past midnight */
    char zone[SV_ZONE_MAX]; /* "": there is no window, the clock always runs */
} sv_window;

/* A time in which a clock rests. */
typedef struct sv_rest {
    int64_t from, until;
} sv_rest;

/* Reads a stored window; from and to that are no minutes of a day make none. */
void sv_window_read(sv_window *window, int64_t from, int64_t to, const char *zone);

/* A window as JSON, null for none; and back from JSON that was made so or checked, or from NULL. */
json_t *sv_window_json(const sv_window *window);
void sv_window_of_json(sv_window *window, const json_t *json);

/* Whether a window is long enough, and its zone is known. */
SV_CHECKED bool sv_window_check(const sv_window *window, rec_error *error);

/* When a clock has run for so many milliseconds, from a moment on. Where local times are skipped or
 * come twice, the answer may be some hours off. */
int64_t sv_window_after(const sv_window *window, int64_t moment, int64_t milliseconds);

/* The rest of a clock at a moment, or the next one after it, as inexact; false if it never rests.
 */
bool sv_window_rest(const sv_window *window, int64_t moment, sv_rest *rest);

#endif
