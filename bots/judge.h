/*
 * A judge: a small network that tells every seat's chance to win at the start of a round.
 *
 * Whole numbers only, so gcc, clang and WebAssembly give the same bits. One network serves every
 * board, edition and number of players; train/ makes its weights, and data/weights/ holds those
 * that Elektro plays with. judge.c describes the network, weights.c the format of the weights.
 */
#ifndef ELEKTRO_BOTS_JUDGE_H
#define ELEKTRO_BOTS_JUDGE_H

#include "elektro.h"
#include "feature.h"

enum {
    BOT_CHANCE_ONE = 1 << 16, /* certainty */
    BOT_COMMON_INPUTS = BOT_SHARED_INPUTS + 2 * BOT_SEAT_INPUTS,
    BOT_SCALED_MAX = 2047, /* inputs after scaling lie within -BOT_SCALED_MAX and this */
    BOT_UNIT_MAX = 2047,   /* units lie between 0 and this */
    BOT_UNITS_MAX = 128    /* units of a layer at most */
};

/* Weights as they lie in the bytes of a file: little-endian, at an address divisible by 4. */
typedef int16_t __attribute__((may_alias)) bot_weight;
typedef int32_t __attribute__((may_alias)) bot_bias;

/* A judge points into the bytes of its weights. Only bot_judge_load writes it. */
typedef struct bot_judge {
    const bot_weight *scale;      /* by which inputs are multiplied */
    const bot_weight *own;        /* first layer: a seat's own inputs */
    const bot_weight *common;     /* first layer: inputs that all seats have in common */
    const bot_weight *own_second; /* second layer: the seat's own units */
    const bot_weight *pool;       /* second layer: mean and maximum of the units of all seats */
    const bot_weight *last;
    const bot_bias *first_bias, *second_bias;
    uint16_t first, second; /* units of the layers */
    uint8_t first_shift, second_shift, last_shift;
} bot_judge;

/* Reads weights. Returns NULL if they are fine, otherwise a sentence that says what is wrong. The
 * bytes must outlive the judge. */
const char *bot_judge_load(bot_judge *judge, const uint8_t *bytes, size_t size);

/* Every seat's chance to win, in 1/65536; they sum to BOT_CHANCE_ONE. The state is at the start of
 * a round, before the first decision of the auction, and the money of all players is known in it;
 * or the game is over: then a shared victory is split. */
void bot_judge_chances(const bot_judge *judge, const ek_rules *rules, const ek_state *state,
                       int32_t chance[EK_SEATS]);

#endif
