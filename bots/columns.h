/*
 * Sums of products for the layers of a judge, many units at once.
 *
 * The weights of a layer lie in columns: for each pair of inputs the weights of all units, two for
 * each unit. Sums of whole numbers do not depend on their order, so all variants give the same
 * bits.
 */
#ifndef ELEKTRO_BOTS_COLUMNS_H
#define ELEKTRO_BOTS_COLUMNS_H

#include <stdint.h>

enum {
    BOT_COLUMN_UNITS = 32, /* the number of units of a layer is a multiple of this */
    BOT_COLUMN_PAIRS = 16  /* the number of pairs is a multiple of this */
};

/* Adds the products of all weights with their inputs to start, for every unit. Pairs of inputs that
 * are both 0 cost little. The sums must not overflow. All arrays are aligned to 16 bytes. */
typedef void bot_add_columns(const int16_t *weights, unsigned units, const int16_t *inputs,
                             unsigned pairs, const int32_t *start, int32_t *sums);

bot_add_columns bot_add_narrow;

#if defined __x86_64__
/* For processors that are wide (wide.h). */
bot_add_columns bot_add_wide;
#endif

#endif
