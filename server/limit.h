/*
 * Limits: buckets of permits that fill up again with time, one a user, one an address, one for all;
 * and how many connections an address may keep open.
 *
 * The tables have a fixed size. Where a key belongs depends on a secret, so that nobody can choose
 * keys that meet; of the few that meet by chance the one that is nearest to full makes room, which
 * loses it least.
 */
#ifndef ELEKTRO_SERVER_LIMIT_H
#define ELEKTRO_SERVER_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

enum { SV_LIMIT_SETS = 4096, SV_LIMIT_WAYS = 4, SV_LIMIT_SECRET = 16, SV_OPEN_PLACES = 65536 };

/* How fast a bucket fills, in permits a second, and how many it holds. */
typedef struct sv_rate {
    int32_t per_second, max;
} sv_rate;

/* What a bucket is for: keeps buckets of one key apart. */
enum sv_limited {
    SV_LIMITED_ALL,
    SV_LIMITED_ADDRESS,
    SV_LIMITED_USER,
    SV_LIMITED_LOGINS,
    SV_LIMITED_NAME,
    SV_LIMITED_TABLES,
    SV_LIMITED_NOTICES,
    SV_LIMITED_CHAT
};

typedef struct sv_bucket {
    uint64_t key;
    int64_t filled;  /* when it was looked at last; 0: free */
    int64_t permits; /* in thousandths */
    sv_rate rate;
} sv_bucket;

typedef struct sv_limits {
    sv_rate user, address, all, logins, tables, chat;
    uint16_t max_open; /* connections of an address that stay open */
    uint8_t secret[SV_LIMIT_SECRET];
    sv_bucket everybody;
    sv_bucket place[SV_LIMIT_SETS][SV_LIMIT_WAYS];
    uint16_t open[SV_OPEN_PLACES];
} sv_limits;

/* Limits for so many requests of a user in a second; 40 suit people and their programs. */
void sv_limits_set(sv_limits *limits, int32_t rate);

/* Takes permits; false if there are not enough. */
__attribute__((warn_unused_result)) bool sv_limit_take(sv_limits *limits, const sv_rate *rate,
                                                       enum sv_limited what, const char *text,
                                                       int64_t number, int32_t permits,
                                                       int64_t now);

/* Counts a connection that stays open; false if its address has enough of them. *place is to be
 * given back when it closes. */
__attribute__((warn_unused_result)) bool sv_limit_open(sv_limits *limits, const char *address,
                                                       unsigned *place);
void sv_limit_close(sv_limits *limits, unsigned place);

#endif
