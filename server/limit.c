#include "limit.h"

#include <sodium.h>
#include <string.h>

enum {
    THOUSANDTHS = 1000,
    KEY_TEXT = 64,
    MEGABYTE = 1024 * 1024,
    UNFINISHED = 2 * MEGABYTE, /* of an address */
    UNREAD = 8 * MEGABYTE,
    UNFINISHED_BY_ALL = 16 * UNFINISHED,
    UNREAD_BY_ALL = 16 * UNREAD
};

_Static_assert(SV_LIMIT_SECRET == crypto_shorthash_KEYBYTES, "the secret has another size");

static uint16_t at_most(int64_t number)
{
    return number > UINT16_MAX ? UINT16_MAX : (uint16_t)number;
}

void sv_limits_set(sv_limits *limits, int32_t rate)
{
    memset(limits, 0, sizeof *limits);
    sv_limits_set_rate(limits, rate);
    limits->max_connected = at_most(rate * INT64_C(10));
    limits->unfinished.max = UNFINISHED;
    limits->unfinished.max_by_all = UNFINISHED_BY_ALL;
    limits->unread.max = UNREAD;
    limits->unread.max_by_all = UNREAD_BY_ALL;
    randombytes_buf(limits->secret, sizeof limits->secret);
}

void sv_limits_set_rate(sv_limits *limits, int32_t rate)
{
    limits->user = (sv_rate){rate, rate * 5};
    limits->address = (sv_rate){rate * 10, rate * 50};
    limits->all = (sv_rate){rate * 500, rate * 1000};
    limits->logins = (sv_rate){rate / 20 + 1, rate / 2 + 1};
    limits->tables = (sv_rate){rate / 20 + 1, rate};
    limits->chat = (sv_rate){rate / 20 + 1, rate / 2 + 1};
    limits->spectator_chat = (sv_rate){rate / 50 + 1, rate / 4 + 10};
    limits->refusals = (sv_rate){rate, rate * 10};
    limits->max_open = at_most(rate * INT64_C(5));
}

static uint64_t key_of(const sv_limits *limits, enum sv_limited what, const char *text,
                       int64_t number)
{
    struct {
        int64_t what, number;
        char text[KEY_TEXT];
    } whole = {.what = what, .number = number};
    uint64_t key;
    memcpy(whole.text, text, strnlen(text, sizeof whole.text));
    crypto_shorthash((uint8_t *)&key, (const uint8_t *)&whole, sizeof whole, limits->secret);
    return key;
}

/* Of a full bucket, in thousandths. */
static int64_t max_of(const sv_rate *rate)
{
    return (int64_t)rate->max * THOUSANDTHS;
}

static void fill(sv_bucket *b, int64_t now)
{
    const int64_t max = max_of(&b->rate), missing = max - b->permits;
    const int64_t gone = now > b->filled ? now - b->filled : 0;
    b->permits = gone > missing / b->rate.per_second ? max : b->permits + gone * b->rate.per_second;
    b->filled = now;
}

/* Brings a bucket up to date by its old rate, and gives it the rate that counts from now on. */
static void refresh(sv_bucket *b, const sv_rate *rate, int64_t now)
{
    const int64_t max = max_of(rate);
    fill(b, now);
    b->rate = *rate;
    if (b->permits > max)
        b->permits = max;
    if (b->permits < -max)
        b->permits = -max;
}

/* The missing part of a bucket, in thousandths; -1: it is free. */
static int64_t emptiness(sv_bucket *b, int64_t now)
{
    if (b->filled == 0)
        return -1;
    fill(b, now);
    return THOUSANDTHS - b->permits / b->rate.max;
}

/* The bucket of a key; a new one is full. */
static sv_bucket *find(sv_bucket *set, uint64_t key, const sv_rate *rate, int64_t now)
{
    sv_bucket *best = set;
    for (unsigned i = 0; i < SV_LIMIT_WAYS; i++)
        if (set[i].filled != 0 && set[i].key == key)
            return &set[i];
    for (unsigned i = 1; i < SV_LIMIT_WAYS; i++)
        if (emptiness(&set[i], now) < emptiness(best, now))
            best = &set[i];
    *best = (sv_bucket){key, now, max_of(rate), *rate};
    return best;
}

/* A bucket that stands alone. */
static void open_bucket(sv_bucket *b, const sv_rate *rate, int64_t now)
{
    if (b->filled == 0)
        *b = (sv_bucket){0, now, max_of(rate), *rate};
    refresh(b, rate, now);
}

/* The bucket for what is limited, up to date. */
static sv_bucket *bucket_of(sv_limits *limits, const sv_rate *rate, enum sv_limited what,
                            const char *text, int64_t number, int64_t now)
{
    if (what == SV_LIMITED_ALL) {
        open_bucket(&limits->everybody, rate, now);
        return &limits->everybody;
    }
    const uint64_t key = key_of(limits, what, text, number);
    sv_bucket *b = find(limits->place[key % SV_LIMIT_SETS], key, rate, now);
    refresh(b, rate, now);
    return b;
}

static bool take(sv_bucket *b, int32_t permits)
{
    if (b->permits < (int64_t)permits * THOUSANDTHS)
        return false;
    b->permits -= (int64_t)permits * THOUSANDTHS;
    return true;
}

bool sv_limit_take(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                   int64_t number, int32_t permits, int64_t now)
{
    return take(bucket_of(limits, rate, what, text, number, now), permits);
}

void sv_limit_return(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int32_t permits, int64_t now)
{
    sv_bucket *b = bucket_of(limits, rate, what, text, number, now);
    const int64_t room = max_of(rate) - b->permits, more = (int64_t)permits * THOUSANDTHS;
    b->permits += more < room ? more : room;
}

void sv_limit_charge(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int64_t thousandths, int64_t now)
{
    sv_bucket *b = bucket_of(limits, rate, what, text, number, now);
    const int64_t max = max_of(rate);
    b->permits = b->permits - thousandths < -max ? -max : b->permits - thousandths;
}

bool sv_bucket_take(sv_bucket *bucket, const sv_rate *rate, int32_t permits, int64_t now)
{
    open_bucket(bucket, rate, now);
    return take(bucket, permits);
}

int64_t sv_limit_address_key(const sv_limits *limits, const char *address)
{
    return (int64_t)(key_of(limits, SV_LIMITED_ADDRESS, address, 0) >> 1);
}

unsigned sv_limit_place(const sv_limits *limits, const char *address)
{
    return (unsigned)(key_of(limits, SV_LIMITED_ADDRESS, address, 0) % SV_PLACES);
}

static bool count(uint16_t *number, uint16_t max)
{
    const bool fits = *number < max;
    *number += fits;
    return fits;
}

bool sv_limit_connect(sv_limits *limits, unsigned place)
{
    return count(&limits->connected[place], limits->max_connected);
}

void sv_limit_disconnect(sv_limits *limits, unsigned place)
{
    limits->connected[place]--;
}

bool sv_limit_open(sv_limits *limits, unsigned place)
{
    return count(&limits->open[place], limits->max_open);
}

void sv_limit_close(sv_limits *limits, unsigned place)
{
    limits->open[place]--;
}

bool sv_limit_hold(sv_held *held, unsigned place, size_t bytes)
{
    if (held->bytes[place] + bytes > held->max || held->by_all + bytes > held->max_by_all)
        return false;
    held->bytes[place] += (uint32_t)bytes;
    held->by_all += bytes;
    return true;
}

void sv_limit_release(sv_held *held, unsigned place, size_t bytes)
{
    held->bytes[place] -= (uint32_t)bytes;
    held->by_all -= bytes;
}
