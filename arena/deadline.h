/* Time limits for bots, which cannot read a clock themselves. */
#ifndef ELEKTRO_DEADLINE_H
#define ELEKTRO_DEADLINE_H

#include "bot.h"

/* Nanoseconds on a clock that never goes back. */
uint64_t ar_now(void);

/* Milliseconds that a level has for a decision by default; 0: no limit. */
uint32_t ar_level_ms(unsigned level);

/* For bot_clock: whether a moment, a uint64_t as ar_now returns it, has come. */
bool ar_has_come(void *moment);

/* A bot's move within a number of milliseconds; 0: no limit. */
ek_move ar_bot_move(bot *b, const ek_rules *rules, const ek_state *view, uint32_t milliseconds);

#endif
