/*
 * Time zones by name, such as "Europe/Prague": ICU knows them. For the thread that owns the core.
 */
#ifndef ELEKTRO_SERVER_ZONE_H
#define ELEKTRO_SERVER_ZONE_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

enum { SV_ZONE_MAX = 41 /* bytes of the name of a time zone, its end included */ };

#define SV_MINUTE_MS INT64_C(60000)
#define SV_DAY_MS    (1440 * SV_MINUTE_MS)

/* Whether a zone is known. */
SV_CHECKED bool sv_zone_check(const char *zone, rec_error *error);

/* Local time minus UTC at a moment, in milliseconds; 0 for an unknown zone, or without memory. */
int64_t sv_zone_offset(const char *zone, int64_t moment);

/* The moment at which it is a local time, given in milliseconds as if it were UTC. A time that the
 * clocks skip counts as if they did not: half past two is then half past three. Of a time that
 * comes twice, the first counts. */
int64_t sv_zone_moment(const char *zone, int64_t local);

/* Milliseconds since midnight. */
int64_t sv_time_of_day(int64_t local);

#endif
