/* Time limits for bots, which cannot read a clock themselves. */
#ifndef ELEKTRO_DEADLINE_H
#define ELEKTRO_DEADLINE_H

#include "bot.h"
#include "team.h"

/* Nanoseconds on a clock that never goes back. */
uint64_t ar_now(void);

/* Milliseconds that a level has for a decision by default; 0: no limit. */
uint32_t ar_level_ms(unsigned level);

/* What a bot may use for a decision. */
typedef struct ar_limits {
    uint32_t milliseconds;     /* 0: no limit */
    ar_team *team;             /* threads of a search; NULL: the calling one */
    bool (*interrupted)(void); /* it shall decide at once; may be called on any thread, or NULL */
} ar_limits;

/* A bot's move within limits. */
ek_move ar_bot_move(bot *b, const ek_rules *rules, const ek_state *view, const ar_limits *limits);

#endif
