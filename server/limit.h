/*
 * Rate limits by token buckets, one for each user, each address and the whole server; and limits
 * on the connections of an address, on those that it keeps open as streams and sockets, and on the
 * bytes of its requests that have not arrived as a whole, and of answers that it has not read.
 *
 * The table of buckets has a fixed size. Keys are hashed with a secret, so that nobody can choose
 * keys that collide; if keys collide by chance, the bucket that is nearest to full is evicted,
 * because it loses least.
 */
#ifndef ELEKTRO_SERVER_LIMIT_H
#define ELEKTRO_SERVER_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SV_LIMIT_SETS = 4096, SV_LIMIT_WAYS = 4, SV_LIMIT_SECRET = 16, SV_PLACES = 65536 };

/* Permits a bucket gains per second, and how many it can hold. */
typedef struct sv_rate {
    int32_t per_second, max;
} sv_rate;

/* The kinds of limits. A key has a bucket for each. */
enum sv_limited {
    SV_LIMITED_ALL,
    SV_LIMITED_ADDRESS,
    SV_LIMITED_USER,
    SV_LIMITED_LOGINS,
    SV_LIMITED_NAME,
    SV_LIMITED_DEVICE,
    SV_LIMITED_PASSWORD,
    SV_LIMITED_TABLES,
    SV_LIMITED_NOTICES,
    SV_LIMITED_CHAT,
    SV_LIMITED_SPECTATOR_CHAT, /* of a user; of a table */
    SV_LIMITED_ANALYSES        /* of a user; of an address; of the server */
};

typedef struct sv_bucket {
    uint64_t key;
    int64_t filled;  /* when permits was last brought up to date; 0: the bucket is free */
    int64_t permits; /* in thousandths */
    sv_rate rate;
} sv_bucket;

/* Bytes that are kept for addresses, and how many there may be of one, and of all together. */
typedef struct sv_held {
    uint32_t max;
    uint64_t max_by_all, by_all;
    uint32_t bytes[SV_PLACES];
} sv_held;

typedef struct sv_limits {
    sv_rate user, address, all, logins, tables, chat, spectator_chat;
    sv_rate refusals; /* that a socket survives */
    /* Of an address: connections, streams and sockets. */
    uint16_t max_connected, max_open;
    uint8_t secret[SV_LIMIT_SECRET];
    sv_bucket everybody;
    sv_bucket place[SV_LIMIT_SETS][SV_LIMIT_WAYS];
    uint16_t connected[SV_PLACES], open[SV_PLACES];
    sv_held unfinished, unread; /* requests, answers */
} sv_limits;

/* Sets all limits in proportion to the requests a user may make per second. */
void sv_limits_set(sv_limits *limits, int32_t rate);
/* Changes the rates only, while the limits are in use. */
void sv_limits_set_rate(sv_limits *limits, int32_t rate);

/* Takes permits; false if there are not enough. */
__attribute__((warn_unused_result)) bool sv_limit_take(sv_limits *limits, const sv_rate *rate,
                                                       enum sv_limited what, const char *text,
                                                       int64_t number, int32_t permits,
                                                       int64_t now);

/* Returns permits that were taken for something that was not done after all. */
void sv_limit_return(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int32_t permits, int64_t now);

/* Takes thousandths of permits that were used already, also if there are not enough: then nothing
 * can be taken until the debt is paid. The debt is never more than a full bucket. */
void sv_limit_charge(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int64_t thousandths, int64_t now);

/* Takes permits of a bucket that belongs to one client; a new one is all 0. */
__attribute__((warn_unused_result)) bool sv_bucket_take(sv_bucket *bucket, const sv_rate *rate,
                                                        int32_t permits, int64_t now);

/* A number for an address, for queues that are shared by address. Nobody can guess it. The secret
 * is new at each start of the server: then the same address has another number, and a stored one
 * still tells addresses apart, but is not found again. */
int64_t sv_limit_address_key(const sv_limits *limits, const char *address);

/* Where an address is counted. */
unsigned sv_limit_place(const sv_limits *limits, const char *address);

/* Counts a connection; false if its address has too many. */
__attribute__((warn_unused_result)) bool sv_limit_connect(sv_limits *limits, unsigned place);
void sv_limit_disconnect(sv_limits *limits, unsigned place);

/* Counts a stream or socket; false if its address has too many. */
__attribute__((warn_unused_result)) bool sv_limit_open(sv_limits *limits, unsigned place);
void sv_limit_close(sv_limits *limits, unsigned place);

/* Counts bytes; false if its address or all together have too many. */
__attribute__((warn_unused_result)) bool sv_limit_hold(sv_held *held, unsigned place, size_t bytes);
void sv_limit_release(sv_held *held, unsigned place, size_t bytes);

#endif
