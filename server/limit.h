/*
 * Rate limits: buckets of permits that fill up again with time. One bucket a user, one an address,
 * one for all. The tables have a fixed size: when two keys meet in one place the newer takes it.
 */
#ifndef ELEKTRO_SERVER_LIMIT_H
#define ELEKTRO_SERVER_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

enum { SV_LIMIT_PLACES = 16384 };

typedef struct sv_bucket {
    uint64_t key;
    int64_t filled;  /* when it was looked at last */
    int64_t permits; /* in thousandths */
} sv_bucket;

/* How fast a bucket fills, in permits a second, and how many it holds. */
typedef struct sv_rate {
    int32_t a_second, most;
} sv_rate;

typedef struct sv_limits {
    sv_rate user, address, all, logins, tables;
    sv_bucket everybody;
    sv_bucket place[SV_LIMIT_PLACES];
} sv_limits;

/* Limits for so many requests of a user in a second; 40 suit people and their programs. */
void sv_limits_set(sv_limits *limits, int32_t rate);

/* Takes permits; false if there are not enough. kind keeps buckets of one key apart. */
bool sv_limit_take(sv_limits *limits, const sv_rate *rate, unsigned kind, const char *text,
                   int64_t number, int32_t permits, int64_t now);

#endif
