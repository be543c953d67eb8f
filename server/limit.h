/*
 * Rate limits by token buckets, one for each user, each address and the whole server; and limits
 * on the connections of an address, on those that it keeps open as streams and sockets, and on the
 * bytes of its requests that have not arrived as a whole, and of answers that it has not read.
 *
 * The table of buckets has a fixed size. Keys are hashed with a secret, so that nobody can choose
 * keys that collide; if keys collide by chance, the bucket that is nearest to full is evicted,
 * because it loses least.
 *
 * Where several servers share a store, they hash with one secret and tell each other what was taken
 * from their buckets (limits_shared.h). The bucket of the whole server, and all limits on
 * connections, streams and bytes, are of each server alone.
 */
#ifndef ELEKTRO_SERVER_LIMIT_H
#define ELEKTRO_SERVER_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SV_LIMIT_SETS = 4096,
    SV_LIMIT_WAYS = 4,
    SV_LIMIT_BUCKETS = SV_LIMIT_SETS * SV_LIMIT_WAYS,
    SV_LIMIT_SECRET = 16,
    SV_LIMIT_SECRET_TEXT = 2 * SV_LIMIT_SECRET + 1, /* in hexadecimal */
    SV_LIMIT_DUE_MAX = 128,
    SV_LIMIT_DEBT_MAX = 16, /* full buckets that a bucket can be in debt */
    SV_PLACES = 65536
};

/* Permits a bucket gains per second, and how many it can hold. */
typedef struct sv_rate {
    int32_t per_second, max;
} sv_rate;

/* The kinds of limits. A key has a bucket for each. Servers of two releases may share buckets, so
 * new kinds come last. */
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
    SV_LIMITED_ANALYSES,       /* of a user; of an address; of the server */
    SV_LIMITED_REPORTS,        /* of an address */
    SV_LIMITED_FRIENDS,        /* requests of a user; those to another one */
    SV_LIMITED_INVITATIONS,    /* of a user; to another one */
    SV_LIMITED_PAIRING,        /* of a user */
    SV_LIMITED_MAILS           /* with codes: of a user, a receiver, an address; of the server */
};

typedef struct sv_bucket {
    uint64_t key;
    int64_t filled;  /* when permits was last brought up to date; 0: the bucket is free */
    int64_t permits; /* in thousandths */
    sv_rate rate;
    /* For how many milliseconds it regained nothing because it was full, and when that ended: what
     * other servers took then, and tell too late, costs nothing. */
    int64_t idle, idle_to;
} sv_bucket;

/* Permits that another server has taken from its bucket of a key. */
typedef struct sv_taken {
    uint64_t key;
    sv_rate rate;
    int64_t thousandths; /* negative: they were returned */
} sv_taken;

/* Bytes that are kept for addresses, and how many there may be of one, and of all together. */
typedef struct sv_held {
    uint32_t max;
    uint64_t max_by_all, by_all;
    uint32_t bytes[SV_PLACES];
} sv_held;

/* Permits that were taken from the buckets, and of which the other servers have not been told yet
 * (limits_shared.h), in the order of sv_limits.place. A server without others does not count. */
typedef struct sv_spent {
    bool counts;
    bool hurry; /* a bucket that is due must be told at the end of the turn */
    unsigned due_count;
    uint16_t due[SV_LIMIT_DUE_MAX]; /* numbers of buckets that are to be told */
    bool is_due[SV_LIMIT_BUCKETS];
    int64_t thousandths[SV_LIMIT_BUCKETS]; /* negative: more were returned than taken */
    int64_t told;                          /* when they were last told, in sv_milliseconds */
} sv_spent;

typedef struct sv_limits {
    sv_rate user, address, all, logins, tables, chat, spectator_chat;
    sv_rate refusals; /* that a socket survives */
    unsigned nodes;   /* servers that share the buckets */
    /* Of an address: connections, streams and sockets. */
    uint16_t max_connected, max_open;
    uint8_t secret[SV_LIMIT_SECRET];
    sv_bucket everybody;
    sv_bucket place[SV_LIMIT_SETS][SV_LIMIT_WAYS];
    sv_spent spent;
    uint16_t connected[SV_PLACES], open[SV_PLACES];
    sv_held unfinished, unread, waiting; /* requests; answers; whole requests (inbox.h) */
} sv_limits;

/* Sets all limits in proportion to the requests a user may make per second. */
void sv_limits_set(sv_limits *limits, int32_t rate);
/* Changes the rates only, while the limits are in use. */
void sv_limits_set_rate(sv_limits *limits, int32_t rate);

/* The secret with which keys are hashed, which is random at first. */
void sv_limits_secret(const sv_limits *limits, char text[SV_LIMIT_SECRET_TEXT]);
/* Changes it: every key has a new bucket then. False if the text is malformed. */
__attribute__((warn_unused_result)) bool sv_limits_set_secret(sv_limits *limits, const char *text);

/* Takes permits; false if there are not enough. */
__attribute__((warn_unused_result)) bool sv_limit_take(sv_limits *limits, const sv_rate *rate,
                                                       enum sv_limited what, const char *text,
                                                       int64_t number, int32_t permits,
                                                       int64_t now);

/* Returns permits that were taken for something that was not done after all. */
void sv_limit_return(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int32_t permits, int64_t now);

/* Takes thousandths of permits that were used already, also if there are not enough: then nothing
 * can be taken until the debt is paid. This makes a debt of a full bucket at most: the rest is
 * forgiven, and the other servers are not told. */
void sv_limit_charge(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int64_t thousandths, int64_t now);

/* Takes the permits that another server has taken, also if there are not enough, as if they had
 * been taken at a moment: what the bucket lost since then because it was full is used up first. The
 * debt is at most as many full buckets as there are servers, at least 2 and at most
 * SV_LIMIT_DEBT_MAX. A bucket that is new here gets this rate. */
void sv_limit_take_elsewhere(sv_limits *limits, const sv_taken *taken, int64_t moment, int64_t now);

/* Starts or stops counting taken permits in limits->spent. */
void sv_limits_count_spent(sv_limits *limits, bool yes);

/* Takes permits of a bucket that belongs to one client; a new one is all 0. */
__attribute__((warn_unused_result)) bool sv_bucket_take(sv_bucket *bucket, const sv_rate *rate,
                                                        int32_t permits, int64_t now);

/* A number for an address, for queues that are shared by address. Nobody can guess it without the
 * secret. Servers that share a store share the secret, too, and it stays. On SQLite it is new at
 * each start: then the same address has another number, and a stored one still tells addresses
 * apart, but is not found again. */
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
