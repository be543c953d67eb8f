#include "limit.h"

#include <string.h>

enum { THOUSANDTHS = 1000 };

void sv_limits_set(sv_limits *limits, int32_t rate)
{
    memset(limits, 0, sizeof *limits);
    limits->user = (sv_rate){rate, rate * 5};
    limits->address = (sv_rate){rate * 10, rate * 50};
    limits->all = (sv_rate){rate * 500, rate * 1000};
    limits->logins = (sv_rate){rate / 20 + 1, rate / 2 + 1};
    limits->tables = (sv_rate){rate / 20 + 1, rate};
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (; size; size--)
        hash = (hash ^ *at++) * UINT64_C(0x100000001b3);
    return hash;
}

static bool take(sv_bucket *b, const sv_rate *rate, int32_t permits, int64_t now)
{
    const int64_t most = (int64_t)rate->most * THOUSANDTHS;
    const int64_t gone = now > b->filled ? now - b->filled : 0;
    b->permits += gone > most ? most : gone * rate->a_second;
    if (b->permits > most)
        b->permits = most;
    b->filled = now;
    if (b->permits < (int64_t)permits * THOUSANDTHS)
        return false;
    b->permits -= (int64_t)permits * THOUSANDTHS;
    return true;
}

bool sv_limit_take(sv_limits *limits, const sv_rate *rate, unsigned kind, const char *text,
                   int64_t number, int32_t permits, int64_t now)
{
    uint64_t key = mix(UINT64_C(0xcbf29ce484222325), &kind, sizeof kind);
    key = mix(mix(key, text, strlen(text)), &number, sizeof number);
    sv_bucket *b = rate == &limits->all ? &limits->everybody
                                        : &limits->place[(key ^ key >> 29) % SV_LIMIT_PLACES];
    if (rate == &limits->all)
        key = 0;
    if (b->key != key || b->filled == 0)
        *b = (sv_bucket){key, now, (int64_t)rate->most * THOUSANDTHS};
    return take(b, rate, permits, now);
}
