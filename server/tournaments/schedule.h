/*
 * When the seasons of a league begin.
 *
 * A season begins at a time of the day in a time zone, not after so many hours: at eight in the
 * evening stays there when daylight saving time begins or ends. A time that the clocks skip is an
 * hour later that day; of a time that comes twice, the first counts.
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_SCHEDULE_H
#define ELEKTRO_SERVER_TOURNAMENTS_SCHEDULE_H

#include <jansson.h>

#include "window.h"

enum sv_schedule_kind { SV_SCHEDULE_NONE, SV_SCHEDULE_WEEKLY, SV_SCHEDULE_MONTHLY };

typedef struct sv_schedule {
    uint8_t kind;           /* enum sv_schedule_kind */
    uint8_t day;            /* weekly: 1 is Monday … 7; monthly: 1 … 31, in a shorter month its
                               last day */
    uint16_t minute;        /* after midnight */
    char zone[SV_ZONE_MAX]; /* as that of a window */
} sv_schedule;

/* The schedule of {"every": "week" | "month", "day", "minute", "zone"}, which has been checked but
 * for its values; none of NULL. */
void sv_schedule_of_json(sv_schedule *schedule, const json_t *json);

/* Whether the day and the minute exist, and the zone is known. */
SV_CHECKED bool sv_schedule_check(const sv_schedule *schedule, rec_error *error);

/* The first beginning after a moment; 0 without a schedule. */
int64_t sv_schedule_next(const sv_schedule *schedule, int64_t moment);

#endif
