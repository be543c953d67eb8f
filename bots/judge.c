/*
 * The network of a judge, in whole numbers.
 *
 * Inputs are those of feature.h, multiplied by a scale each and bounded. The first layer computes
 * units for every seat from its own inputs and from what all seats have in common: the shared
 * inputs, and the mean and the maximum of the seats' inputs. The second layer computes units from
 * the seat's own units of the first and from the mean and the maximum of all seats' units. The last
 * layer adds these up to a score; chances are 2 to the power of the scores, divided by their sum.
 *
 *     unit of a layer = (bias + sum of weight * input) >> shift, kept between 0 and BOT_UNIT_MAX
 */
#include "judge.h"

#include "arithmetic.h"
#include "columns.h"
#include "wide.h"

enum {
    SCORE_UNIT = 1024, /* scores are in 1/1024 */
    PARTS = 32,        /* entries of the table of powers between 1 and 1/2 */

    /* Of rows that are pooled. */
    COLUMNS_MAX =
        (int)BOT_FIRST_UNITS > (int)BOT_SEAT_INPUTS ? (int)BOT_FIRST_UNITS : (int)BOT_SEAT_INPUTS
};

_Static_assert(BOT_FIRST_UNITS % BOT_COLUMN_UNITS == 0 && BOT_SECOND_UNITS % BOT_COLUMN_UNITS == 0,
               "whole blocks of units");
_Static_assert(BOT_SEAT_INPUTS / 2 % BOT_COLUMN_PAIRS == 0 &&
                   BOT_SHARED_INPUTS / 2 % BOT_COLUMN_PAIRS == 0,
               "whole blocks of pairs");

/* -------------------------------------------------------------------------------------- layers */

/* What is computed for all seats; aligned for vector instructions. */
typedef struct layers {
    _Alignas(BOT_WEIGHTS_ALIGNED) int16_t own[EK_SEATS][BOT_SEAT_INPUTS];
    int16_t shared[BOT_SHARED_INPUTS];
    int16_t pooled_inputs[2 * BOT_SEAT_INPUTS];
    int16_t first[EK_SEATS][BOT_FIRST_UNITS];
    int16_t pooled_units[2 * BOT_FIRST_UNITS];
    int16_t second[EK_SEATS][BOT_SECOND_UNITS];
} layers;

/* Divides by a power of two and rounds. Shifting a negative number keeps its sign with every
 * compiler that builds Elektro. */
BOT_INLINED int32_t rounded_shift(int32_t sum, unsigned shift)
{
    return (sum + (1 << (shift - 1))) >> shift;
}

BOT_INLINED void make_units(const int32_t *sum, unsigned count, unsigned shift, int16_t *unit)
{
    for (unsigned i = 0; i < count; i++)
        unit[i] = (int16_t)clamp(rounded_shift(sum[i], shift), 0, BOT_UNIT_MAX);
}

/* The products fit into 16 bits, because scales are small (weights.c). */
BOT_INLINED void scale_inputs(const int16_t *scale, const int16_t *input, unsigned count,
                              int16_t *scaled)
{
    for (unsigned i = 0; i < count; i++) {
        const int16_t product = (int16_t)(input[i] * scale[i]);
        const int16_t raised = product < -BOT_SCALED_MAX ? -BOT_SCALED_MAX : product;
        scaled[i] = raised > BOT_SCALED_MAX ? BOT_SCALED_MAX : raised;
    }
}

/* Pairs of the mean, rounded, and the maximum of the seats' rows, column by column. */
BOT_INLINED void pool_rows(const int16_t *rows, unsigned players, unsigned columns, int16_t *pair)
{
    const int32_t part = (1 << 16) / (int32_t)players;
    int16_t sum[COLUMNS_MAX], highest[COLUMNS_MAX];
    for (unsigned i = 0; i < columns; i++) {
        sum[i] = 0;
        highest[i] = -BOT_SCALED_MAX;
    }
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned i = 0; i < columns; i++) {
            const int16_t n = rows[seat * columns + i];
            sum[i] = (int16_t)(sum[i] + n);
            highest[i] = n > highest[i] ? n : highest[i];
        }
    for (unsigned i = 0; i < columns; i++) {
        pair[2 * i] = (int16_t)rounded_shift(sum[i] * part, 16);
        pair[2 * i + 1] = highest[i];
    }
}

BOT_INLINED void first_layer(bot_add_columns *add, const bot_network_weights *w, unsigned players,
                             layers *l)
{
    _Alignas(BOT_WEIGHTS_ALIGNED) int32_t common[BOT_FIRST_UNITS], sum[BOT_FIRST_UNITS];
    add(w->shared[0][0], BOT_FIRST_UNITS, l->shared, BOT_SHARED_INPUTS / 2, w->first_bias, common);
    add(w->pooled_inputs[0][0], BOT_FIRST_UNITS, l->pooled_inputs, BOT_SEAT_INPUTS, common, common);
    for (unsigned seat = 0; seat < players; seat++) {
        add(w->own[0][0], BOT_FIRST_UNITS, l->own[seat], BOT_SEAT_INPUTS / 2, common, sum);
        make_units(sum, BOT_FIRST_UNITS, w->first_shift, l->first[seat]);
    }
}

BOT_INLINED void second_layer(bot_add_columns *add, const bot_network_weights *w, unsigned players,
                              layers *l)
{
    _Alignas(BOT_WEIGHTS_ALIGNED) int32_t common[BOT_SECOND_UNITS], sum[BOT_SECOND_UNITS];
    add(w->pooled_units[0][0], BOT_SECOND_UNITS, l->pooled_units, BOT_FIRST_UNITS, w->second_bias,
        common);
    for (unsigned seat = 0; seat < players; seat++) {
        add(w->own_second[0][0], BOT_SECOND_UNITS, l->first[seat], BOT_FIRST_UNITS / 2, common,
            sum);
        make_units(sum, BOT_SECOND_UNITS, w->second_shift, l->second[seat]);
    }
}

BOT_INLINED int32_t last_sum(const int16_t weight[BOT_SECOND_UNITS], const int16_t *unit)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < BOT_SECOND_UNITS; i++)
        sum += weight[i] * unit[i];
    return sum;
}

BOT_INLINED void find_scores_with(bot_add_columns *add, const bot_network_weights *w,
                                  const bot_features_t *f, unsigned players,
                                  int32_t score[EK_SEATS])
{
    layers l;
    scale_inputs(w->shared_scale, f->shared.all, BOT_SHARED_INPUTS, l.shared);
    for (unsigned seat = 0; seat < players; seat++)
        scale_inputs(w->seat_scale, f->seat[seat].all, BOT_SEAT_INPUTS, l.own[seat]);
    pool_rows(l.own[0], players, BOT_SEAT_INPUTS, l.pooled_inputs);
    first_layer(add, w, players, &l);
    pool_rows(l.first[0], players, BOT_FIRST_UNITS, l.pooled_units);
    second_layer(add, w, players, &l);
    for (unsigned seat = 0; seat < players; seat++)
        score[seat] = rounded_shift(last_sum(w->last, l.second[seat]), w->last_shift);
}

#if defined __x86_64__
/* All of it with the wider vectors. */
BOT_WIDE static void find_scores_wide(const bot_network_weights *w, const bot_features_t *f,
                                      unsigned players, int32_t score[EK_SEATS])
{
    find_scores_with(bot_add_wide, w, f, players, score);
}
#endif

static void find_scores(const bot_network_weights *w, const bot_features_t *f, unsigned players,
                        int32_t score[EK_SEATS])
{
#if defined __x86_64__
    if (bot_is_wide()) {
        find_scores_wide(w, f, players, score);
        return;
    }
#endif
    find_scores_with(bot_add_narrow, w, f, players, score);
}

/* ------------------------------------------------------------------------------------- chances */

/* 2 to the power of -x / SCORE_UNIT, in 2 to the power of -30; linear between the entries. */
static uint64_t power_of_half(uint32_t x)
{
    static const uint32_t table[PARTS + 1] = {
        1073741824, 1050733751, 1028218693, 1006186087, 984625594, 963527098, 942880699,
        922676710,  902905651,  883558244,  864625413,  846098274, 827968132, 810226483,
        792865000,  775875538,  759250125,  742980960,  727060411, 711481005, 696235434,
        681316545,  666717336,  652430958,  638450708,  624770026, 611382493, 598281827,
        585461881,  572916640,  560640218,  548626854,  536870912,
    };
    const uint32_t halvings = x / SCORE_UNIT, part = x % SCORE_UNIT / PARTS, rest = x % PARTS;
    if (halvings > 30)
        return 0;
    return (table[part] - (table[part] - table[part + 1]) * (uint64_t)rest / PARTS) >> halvings;
}

/* Divides certainty in proportion to weights. What rounding leaves goes to the largest weight, of
 * equal ones to the first in player order, so that the numbers of seats do not matter. */
static void divide(const uint64_t weight[EK_SEATS], const ek_state *state, unsigned players,
                   int32_t chance[EK_SEATS])
{
    uint64_t sum = 0;
    int32_t left = BOT_CHANCE_ONE;
    unsigned largest = state->order[0];
    for (unsigned i = 0; i < players; i++)
        sum += weight[i];
    for (unsigned i = 0; i < players; i++) {
        const unsigned seat = state->order[i];
        chance[seat] = (int32_t)(weight[seat] * BOT_CHANCE_ONE / sum);
        left -= chance[seat];
        if (weight[seat] > weight[largest])
            largest = seat;
    }
    chance[largest] += left;
}

static void weigh_result(const ek_rules *rules, const ek_state *state, uint64_t weight[EK_SEATS])
{
    ek_rank ranking[EK_SEATS];
    ek_ranking(rules, state, ranking);
    for (unsigned i = 0; i < rules->config.players; i++)
        weight[ranking[i].seat] = ranking[i].rank == 1;
}

static void weigh_scores(const bot_judge *judge, const ek_rules *rules, const ek_state *state,
                         uint64_t weight[EK_SEATS])
{
    const unsigned players = rules->config.players;
    bot_features_t features;
    int32_t score[EK_SEATS];
    bot_features(rules, state, &features);
    find_scores(judge->weights, &features, players, score);
    int32_t highest = score[0];
    for (unsigned seat = 1; seat < players; seat++)
        highest = max(highest, score[seat]);
    for (unsigned seat = 0; seat < players; seat++)
        weight[seat] = power_of_half((uint32_t)highest - (uint32_t)score[seat]);
}

void bot_judge_chances(const bot_judge *judge, const ek_rules *rules, const ek_state *state,
                       int32_t chance[EK_SEATS])
{
    uint64_t weight[EK_SEATS] = {0};
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        chance[seat] = 0;
    if (ek_phase(state) == EK_PHASE_ENDED)
        weigh_result(rules, state, weight);
    else
        weigh_scores(judge, rules, state, weight);
    divide(weight, state, rules->config.players, chance);
}
