/* Time for bots: they have no clock of their own, so their host gives them one. */
#ifndef ELEKTRO_DEADLINE_H
#define ELEKTRO_DEADLINE_H

#include "bot.h"

/* Nanoseconds on a clock that never goes back. */
uint64_t ar_now(void);

/* Milliseconds that a level has for a decision by default; 0: no limit. */
uint32_t ar_level_ms(unsigned level);

/* For bot_clock: whether the moment, a uint64_t of ar_now, has come. */
bool ar_has_come(void *moment);

/* A bot's move within so many milliseconds; 0: as many as it takes. */
ek_move ar_bot_move(bot *b, const ek_rules *rules, const ek_state *view, uint32_t milliseconds);

#endif
