/*
 * Games of bots at fixed seeds, summed up in one number: the same natively and in WebAssembly.
 * Freestanding, like the bots.
 */
#ifndef ELEKTRO_BOT_GAMES_H
#define ELEKTRO_BOT_GAMES_H

#include "judge.h"
#include "signature.h"

/* All seats play like normal, as in playouts. Counts games, not moves. */
bn_player bn_play_normal;

/* Plays every table with easy and normal, and some with searching bots on small budgets, once
 * without a judge and once with this one. */
uint64_t bn_bot_signature(const bot_judge *judge);

#endif
