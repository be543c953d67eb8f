/*
 * Sums of products for the layers of a judge, many units at once.
 *
 * The weights of a layer lie in columns: for each pair of inputs the weights of all units, two for
 * each unit.
 */
#ifndef ELEKTRO_BOTS_COLUMNS_H
#define ELEKTRO_BOTS_COLUMNS_H

#include <stdint.h>

enum { BOT_COLUMN_UNITS = 32 /* the number of units of a layer is a multiple of this */ };

/* Adds the products of all weights with their inputs to the sums of the units. Pairs of inputs that
 * are both 0 cost little. The sums must not overflow; weights and sums are aligned to 16 bytes. */
void bot_add_columns(const int16_t *weights, unsigned units, const int16_t *inputs, unsigned pairs,
                     int32_t *sums);

#endif
