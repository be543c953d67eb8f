#include "deadline.h"

#include <time.h>

uint64_t ar_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint32_t ar_level_ms(unsigned level)
{
    return level == BOT_EXPERT ? BOT_EXPERT_MS : 0;
}

/* A decision that is being made. */
typedef struct decision {
    const ar_limits *limits;
    uint64_t deadline;
} decision;

static bool has_expired(void *data)
{
    const decision *d = data;
    return (d->limits->milliseconds && ar_now() >= d->deadline) ||
           (d->limits->interrupted && d->limits->interrupted());
}

static void run(void *data, void (*job)(void *context, unsigned i), void *context, unsigned count)
{
    const decision *d = data;
    ar_team_run(d->limits->team, job, context, count);
}

ek_move ar_bot_move(bot *b, const ek_rules *rules, const ek_state *view, const ar_limits *limits)
{
    decision d = {.limits = limits,
                  .deadline = ar_now() + (uint64_t)limits->milliseconds * 1000000u};
    const bot_host host = {.expired =
                               limits->milliseconds || limits->interrupted ? has_expired : NULL,
                           .run = limits->team ? run : NULL,
                           .data = &d};
    return bot_move(b, rules, view, &host);
}
