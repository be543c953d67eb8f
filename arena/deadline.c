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

bool ar_has_come(void *moment)
{
    return ar_now() >= *(const uint64_t *)moment;
}

ek_move ar_bot_move(bot *b, const ek_rules *rules, const ek_state *view, uint32_t milliseconds)
{
    uint64_t deadline = ar_now() + (uint64_t)milliseconds * 1000000u;
    const bot_clock clock = {ar_has_come, &deadline};
    return bot_move(b, rules, view, milliseconds ? &clock : NULL);
}
