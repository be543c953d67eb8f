#include "limit.h"

#include <sodium.h>
#include <string.h>

enum {
    THOUSANDTHS = 1000,
    KEY_TEXT = 64,
    TOLD_PART = 16, /* other servers are told when this part of a bucket was taken, */
    QUICK_PART = 4, /* and at once when this part was */
    IDLE_MAX = 60 * 60 * 1000,
    BACK_MAX = 10000, /* milliseconds that are no jump of the clock: a turn may wait as long */
    MEGABYTE = 1024 * 1024,
    UNFINISHED = 2 * MEGABYTE, /* of an address */
    UNREAD = 8 * MEGABYTE,
    UNFINISHED_BY_ALL = 16 * UNFINISHED,
    UNREAD_BY_ALL = 16 * UNREAD,
    WAITING = 64 * MEGABYTE,
    WAITING_BY_ALL = 4 * WAITING
};

_Static_assert(SV_LIMIT_SECRET == crypto_shorthash_KEYBYTES, "the secret has another size");
_Static_assert(SV_LIMIT_BUCKETS <= UINT16_MAX, "a bucket has no number");

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
    limits->waiting.max = WAITING;
    limits->waiting.max_by_all = WAITING_BY_ALL;
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

void sv_limits_secret(const sv_limits *limits, char text[SV_LIMIT_SECRET_TEXT])
{
    sodium_bin2hex(text, SV_LIMIT_SECRET_TEXT, limits->secret, sizeof limits->secret);
}

bool sv_limits_set_secret(sv_limits *limits, const char *text)
{
    uint8_t secret[SV_LIMIT_SECRET];
    size_t length;
    if (strlen(text) != SV_LIMIT_SECRET_TEXT - 1 ||
        sodium_hex2bin(secret, sizeof secret, text, SV_LIMIT_SECRET_TEXT - 1, NULL, &length,
                       NULL) != 0 ||
        length != sizeof secret)
        return false;
    memcpy(limits->secret, secret, sizeof secret);
    return true;
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

/* Of a debt that messages of other servers make. Each may have given a full bucket before it heard
 * of the others; a smaller bound would forgive a part of that. */
static int64_t max_debt(const sv_limits *limits, const sv_rate *rate)
{
    const unsigned n = limits->nodes;
    return max_of(rate) * (n < 2 ? 2 : n > SV_LIMIT_DEBT_MAX ? SV_LIMIT_DEBT_MAX : n);
}

/* The milliseconds in which a bucket regains this. */
static int64_t time_for(const sv_bucket *b, int64_t thousandths)
{
    return thousandths / b->rate.per_second + (thousandths % b->rate.per_second > 0);
}

static void note_idle(sv_bucket *b, int64_t ms, int64_t now)
{
    b->idle = ms < IDLE_MAX - b->idle ? b->idle + ms : IDLE_MAX;
    b->idle_to = now;
}

/* A turn goes by its beginning, so a bucket may have been filled a little later already: then it
 * gains nothing, or it would gain twice for the same time. A clock that was set back begins anew.
 */
static void fill(sv_bucket *b, int64_t now)
{
    if (now < b->filled && now >= b->filled - BACK_MAX)
        return;
    const int64_t max = max_of(&b->rate), missing = max - b->permits;
    const int64_t gone = now > b->filled ? now - b->filled : 0;
    if (gone > missing / b->rate.per_second) {
        note_idle(b, gone - time_for(b, missing), now);
        b->permits = max;
    } else {
        b->permits += gone * b->rate.per_second;
    }
    b->filled = now;
}

/* Brings a bucket up to date by its old rate, and gives it the rate that counts from now on. */
static void refresh(sv_bucket *b, const sv_rate *rate, int64_t now)
{
    const int64_t max = max_of(rate);
    fill(b, now);
    if (b->rate.per_second == rate->per_second && b->rate.max == rate->max)
        return;
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

static size_t number_of(const sv_limits *limits, const sv_bucket *b)
{
    return ((size_t)b - (size_t)limits->place) / sizeof *b;
}

/* A new bucket has always been full. */
static sv_bucket new_bucket(uint64_t key, const sv_rate *rate, int64_t now)
{
    return (sv_bucket){.key = key,
                       .filled = now,
                       .permits = max_of(rate),
                       .rate = *rate,
                       .idle = IDLE_MAX,
                       .idle_to = now};
}

/* The bucket of a key. */
static sv_bucket *find(sv_limits *limits, uint64_t key, const sv_rate *rate, int64_t now)
{
    sv_bucket *set = limits->place[key % SV_LIMIT_SETS], *best = set;
    for (unsigned i = 0; i < SV_LIMIT_WAYS; i++)
        if (set[i].filled != 0 && set[i].key == key)
            return &set[i];
    for (unsigned i = 1; i < SV_LIMIT_WAYS; i++)
        if (emptiness(&set[i], now) < emptiness(best, now))
            best = &set[i];
    *best = new_bucket(key, rate, now);
    limits->spent.thousandths[number_of(limits, best)] = 0;
    return best;
}

/* A bucket that stands alone. */
static void open_bucket(sv_bucket *b, const sv_rate *rate, int64_t now)
{
    if (b->filled == 0)
        *b = new_bucket(0, rate, now);
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
    sv_bucket *b = find(limits, key, rate, now);
    refresh(b, rate, now);
    return b;
}

/* Every request uses the buckets of its user and its address. The other servers hear of those at
 * once only while a client is emptying them. All other buckets are for rare requests. */
static bool is_urgent(const sv_bucket *b, enum sv_limited what, int64_t thousandths, int64_t sum)
{
    const bool was_empty = b->permits + thousandths <= 0;
    return (what != SV_LIMITED_ADDRESS && what != SV_LIMITED_USER) ||
           (sum >= max_of(&b->rate) / QUICK_PART && !was_empty);
}

/* Counts taken permits for the other servers. If the list of due buckets is full, the bucket gets
 * due when it is used again. */
static void note_spent(sv_limits *limits, const sv_bucket *b, enum sv_limited what,
                       int64_t thousandths)
{
    sv_spent *s = &limits->spent;
    if (!s->counts || what == SV_LIMITED_ALL)
        return;
    const size_t i = number_of(limits, b);
    s->thousandths[i] += thousandths;
    const int64_t most = max_of(&b->rate) / TOLD_PART;
    if ((s->thousandths[i] < most && s->thousandths[i] > -most) || s->thousandths[i] == 0)
        return;
    s->hurry |= is_urgent(b, what, thousandths, s->thousandths[i]);
    if (s->is_due[i] || s->due_count == SV_LIMIT_DUE_MAX)
        return;
    s->is_due[i] = true;
    s->due[s->due_count++] = (uint16_t)i;
}

void sv_limits_count_spent(sv_limits *limits, bool yes)
{
    if (limits->spent.counts == yes)
        return;
    memset(&limits->spent, 0, sizeof limits->spent);
    limits->spent.counts = yes;
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
    sv_bucket *b = bucket_of(limits, rate, what, text, number, now);
    if (!take(b, permits))
        return false;
    note_spent(limits, b, what, (int64_t)permits * THOUSANDTHS);
    return true;
}

void sv_limit_return(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int32_t permits, int64_t now)
{
    sv_bucket *b = bucket_of(limits, rate, what, text, number, now);
    const int64_t room = max_of(rate) - b->permits, more = (int64_t)permits * THOUSANDTHS;
    b->permits += more < room ? more : room;
    note_spent(limits, b, what, -more);
}

/* Makes no debt above a bound; a greater one stays. Returns what was taken. */
static int64_t charge(sv_bucket *b, int64_t thousandths, int64_t debt)
{
    const int64_t max = max_of(&b->rate), before = b->permits, left = before - thousandths;
    const int64_t min = before < -debt ? before : -debt;
    b->permits = left < min ? min : left > max ? max : left;
    return before - b->permits;
}

/* A full bucket would have regained what was taken at a moment: uses up the time in which it was
 * full since then. Returns what that time was too short for. */
static int64_t use_idle(sv_bucket *b, int64_t thousandths, int64_t moment)
{
    const int64_t from = b->idle_to - b->idle;
    const int64_t idle = b->idle_to - (moment > from ? moment : from);
    const int64_t needed = time_for(b, thousandths);
    if (thousandths <= 0 || idle <= 0)
        return thousandths;
    b->idle = needed < idle ? idle - needed : 0;
    return needed <= idle ? 0 : thousandths - idle * b->rate.per_second;
}

void sv_limit_charge(sv_limits *limits, const sv_rate *rate, enum sv_limited what, const char *text,
                     int64_t number, int64_t thousandths, int64_t now)
{
    sv_bucket *b = bucket_of(limits, rate, what, text, number, now);
    note_spent(limits, b, what, charge(b, thousandths, max_of(rate)));
}

void sv_limit_take_elsewhere(sv_limits *limits, const sv_taken *taken, int64_t moment, int64_t now)
{
    sv_bucket *b = find(limits, taken->key, &taken->rate, now);
    fill(b, now);
    (void)charge(b, use_idle(b, taken->thousandths, moment), max_debt(limits, &b->rate));
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
