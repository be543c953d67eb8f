/*
 * What a judge says of positions from random games, one for each table: the same natively and in
 * WebAssembly. Freestanding, like the bots.
 */
#ifndef ELEKTRO_JUDGEMENTS_H
#define ELEKTRO_JUDGEMENTS_H

#include "judge.h"
#include "signature.h"

typedef struct bn_judgement {
    unsigned moment; /* of the game (bot_moment) */
    bool ended;
    uint64_t inputs; /* a hash of all of them */
    int32_t chance[EK_SEATS];
} bn_judgement;

/* Plays a random game up to a moment (bot_moment), or to its end if that comes earlier. The players
 * prefer moves that are listed late: they buy, build and power. */
void bn_play_to(const bn_table *table, uint64_t seed, unsigned moment, ek_rules *rules,
                ek_state *state);

/* Judges the position of a table; number is its index in bn_tables. */
void bn_judge(const bot_judge *judge, const bn_table *table, unsigned number, bn_judgement *out);

/* All judgements in one number. */
uint64_t bn_judge_signature(const bot_judge *judge);

#endif
