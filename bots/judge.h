/*
 * A judge: a small network that tells every seat's chance to win at the moments of a round
 * (feature.h).
 *
 * Whole numbers only, so gcc, clang and WebAssembly give the same bits. One network serves every
 * board, edition and number of players; train/ makes its weights, and data/weights/ holds those
 * that Elektro plays with. judge.c describes the network.
 */
#ifndef ELEKTRO_BOTS_JUDGE_H
#define ELEKTRO_BOTS_JUDGE_H

#include "elektro.h"
#include "feature.h"

enum {
    BOT_CHANCE_ONE = 1 << 16, /* certainty */
    BOT_FIRST_UNITS = 128,    /* of the first layer; sizes of layers are divisible by 32 */
    BOT_SECOND_UNITS = 32,    /* of the second layer */
    BOT_SCALED_MAX = 2047,    /* inputs after scaling lie between -BOT_SCALED_MAX and this */
    BOT_UNIT_MAX = 2047,      /* units lie between 0 and this */
    BOT_WEIGHTS_ALIGNED = 16
};

/* The bytes of a file of weights. All numbers are little-endian. The weights of layers lie in
 * columns (columns.h): for each pair of inputs two weights of every unit. */
typedef struct bot_network_weights {
    uint8_t magic[8]; /* "EKJUDGE" and a zero byte */
    uint32_t version; /* of this format: 2 */
    uint32_t checksum;
    uint32_t inputs_version;             /* BOT_INPUTS_VERSION */
    uint16_t seat_inputs, shared_inputs; /* the sizes of the network: the constants above */
    uint16_t first_units, second_units;
    uint8_t first_shift, second_shift, last_shift;
    uint8_t spare; /* 0 */
    int32_t first_bias[BOT_FIRST_UNITS];
    int32_t second_bias[BOT_SECOND_UNITS];
    int16_t seat_scale[BOT_SEAT_INPUTS]; /* by which inputs are multiplied */
    int16_t shared_scale[BOT_SHARED_INPUTS];
    /* Of the first layer: pairs of a seat's own inputs, pairs of shared inputs, and for each input
     * of seats its mean and maximum. */
    int16_t own[BOT_SEAT_INPUTS / 2][BOT_FIRST_UNITS][2];
    int16_t shared[BOT_SHARED_INPUTS / 2][BOT_FIRST_UNITS][2];
    int16_t pooled_inputs[BOT_SEAT_INPUTS][BOT_FIRST_UNITS][2];
    /* Of the second layer: pairs of a seat's own units, and for each unit its mean and maximum. */
    int16_t own_second[BOT_FIRST_UNITS / 2][BOT_SECOND_UNITS][2];
    int16_t pooled_units[BOT_FIRST_UNITS][BOT_SECOND_UNITS][2];
    int16_t last[BOT_SECOND_UNITS];
} __attribute__((may_alias)) bot_network_weights;

/* Only bot_judge_load writes a judge. */
typedef struct bot_judge {
    const bot_network_weights *weights;
} bot_judge;

/* Reads weights. Returns NULL if they are fine, otherwise a sentence that says what is wrong, and
 * the judge is unchanged. The bytes must outlive the judge, and their address must be divisible by
 * BOT_WEIGHTS_ALIGNED. */
const char *bot_judge_load(bot_judge *judge, const uint8_t *bytes, size_t size);

/* Every seat's chance to win, in 1/65536; they sum to BOT_CHANCE_ONE. The state is at a
 * moment of a round, before the first decision of its phase, and the money of all players is known
 * in it; or the game is over: then a shared victory is split. */
void bot_judge_chances(const bot_judge *judge, const ek_rules *rules, const ek_state *state,
                       int32_t chance[EK_SEATS]);

#endif
