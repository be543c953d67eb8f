#include "backoff.h"

#include <stddef.h>

enum { FAILURES = 3, DOUBLINGS = 6 };

#define FIRST_MS   INT64_C(60000)
#define LONGEST_MS INT64_C(3600000)

static sv_failing *places_of(sv_backoff *b, int64_t user)
{
    const uint64_t hash = (uint64_t)user * UINT64_C(0x9E3779B97F4A7C15);
    return b->place[(hash >> 32) % SV_BACKOFF_SETS];
}

/* NULL: nothing of this user has failed. */
static sv_failing *find(sv_backoff *b, int64_t user)
{
    sv_failing *place = places_of(b, user);
    for (unsigned i = 0; i < SV_BACKOFF_WAYS; i++)
        if (place[i].user == user)
            return &place[i];
    return NULL;
}

static sv_failing *add(sv_backoff *b, int64_t user)
{
    sv_failing *place = places_of(b, user), *least = place;
    for (unsigned i = 1; i < SV_BACKOFF_WAYS; i++)
        if (place[i].failures < least->failures)
            least = &place[i];
    *least = (sv_failing){.user = user};
    return least;
}

static int64_t pause_after(unsigned failures)
{
    const unsigned more = failures - FAILURES;
    const int64_t pause = FIRST_MS << (more < DOUBLINGS ? more : DOUBLINGS);
    return pause < LONGEST_MS ? pause : LONGEST_MS;
}

void sv_backoff_failed(sv_backoff *b, int64_t user, int64_t now)
{
    sv_failing *f = find(b, user);
    if (!f)
        f = add(b, user);
    if (now < f->until)
        return;
    if (++f->failures >= FAILURES)
        f->until = now + pause_after(f->failures);
}

void sv_backoff_forget(sv_backoff *b, int64_t user)
{
    sv_failing *f = find(b, user);
    if (f)
        *f = (sv_failing){.user = 0};
}

int64_t sv_backoff_until(sv_backoff *b, int64_t user, int64_t now)
{
    const sv_failing *f = find(b, user);
    return f && now < f->until ? f->until : 0;
}
