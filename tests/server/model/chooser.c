#include "chooser.h"

static uint64_t next_random(chooser *c)
{
    c->random ^= c->random << 13;
    c->random ^= c->random >> 7;
    c->random ^= c->random << 17;
    return c->random * UINT64_C(0x2545f4914f6cdd1d) >> 33;
}

/* A schedule that is run again may have fewer choices at a place if the time matters there: then it
 * takes the last one. */
unsigned choose(chooser *c, unsigned count)
{
    if (count <= 1 || c->depth == CHOICES_MAX)
        return 0;
    if (c->random)
        return (unsigned)(next_random(c) % count);
    const unsigned at = c->depth++;
    if (at >= c->prescribed)
        c->choice[at] = 0;
    if (c->choice[at] >= count)
        c->choice[at] = (uint16_t)(count - 1);
    c->count[at] = (uint16_t)count;
    return c->choice[at];
}

bool choose_next(chooser *c)
{
    while (c->depth > 0 && c->choice[c->depth - 1] + 1 >= c->count[c->depth - 1])
        c->depth--;
    if (c->depth == 0)
        return false;
    c->choice[c->depth - 1]++;
    c->prescribed = c->depth;
    c->depth = 0;
    return true;
}
