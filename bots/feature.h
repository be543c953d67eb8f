/*
 * The inputs of a judge (judge.h): a position as small whole numbers, some for each seat and some
 * for all seats together. Positions are those at the moments of a round: the starts of its auction,
 * of the purchase of fuel and of building.
 *
 * They depend on rules and state alone: neither on which board or edition is played, only on its
 * numbers, nor on the parameters of bots, nor on the numbers of the seats. Weights belong to these
 * inputs: whoever changes their meaning raises BOT_INPUTS_VERSION and trains again (train/).
 */
#ifndef ELEKTRO_BOTS_FEATURE_H
#define ELEKTRO_BOTS_FEATURE_H

#include "elektro.h"

enum {
    BOT_INPUTS_VERSION = 2,
    BOT_INPUT_MAX = 1023, /* inputs lie between -BOT_INPUT_MAX and BOT_INPUT_MAX */
    BOT_KINDS = EK_KIND_FUSION + 1,
    BOT_MOMENTS = 3,       /* of a round */
    BOT_CURRENT_SLOTS = 6, /* plants of the current market that are told, the largest first */
    BOT_FUTURE_SLOTS = 4,  /* likewise of the future market */
    BOT_SEAT_INPUTS = 64,  /* room for the inputs below; the rest is 0 */
    BOT_SHARED_INPUTS = 96
};

/* clang-format off */
/* X(name, count): the inputs of a seat. Costs are in Elektro, fuel in tokens. */
#define BOT_SEAT_FEATURES(X)                                                                       \
    X(money, 1)                                                                                    \
    X(houses, 1)                                                                                   \
    X(place, 1)             /* in player order, 0: first */                                        \
    X(is_first, 1)                                                                                 \
    X(is_last, 1)                                                                                  \
    X(supplied, 1)          /* cities supplied in the last round */                                \
    X(income, 1)            /* for as many cities as its plants and houses allow */                \
    X(plants, 1)                                                                                   \
    X(free_slots, 1)        /* plants that it may buy without scrapping one */                     \
    X(capacity, 1)                                                                                 \
    X(fuelled, 1)           /* cities that the fuel it holds can supply */                         \
    X(largest_number, 1)                                                                           \
    X(largest_cities, 1)    /* of the plant with the largest number */                             \
    X(worst_cities, 1)      /* the fewest cities of one of its plants */                           \
    X(kind_cities, BOT_KINDS)                                                                      \
    X(kind_need, BOT_KINDS) /* wind and fusion: number of plants */                                \
    X(fuel, EK_FUELS)                                                                              \
    X(run_cost, 1)          /* of fuel for a run of all plants, as if it held none */              \
    X(bill, 1)              /* of the fuel that is missing, after those who buy before it */       \
    X(missing_fuel, 1)      /* tokens that will be sold out by then */                             \
    X(next_cost, 5)         /* of the next 1, 2, 3, 5 and 7 cities, the cheapest next one first */ \
    X(sites, 1)             /* cities where it may build */                                        \
    X(near_sites, 1)        /* of these, with a connection of at most 10 */                        \
    X(affordable, 1)        /* cities that its money pays */                                       \
    X(affordable_fuelled, 1)/* and that it pays once the fuel is bought */                         \
    X(to_step2, 1)          /* cities missing */                                                   \
    X(to_end, 1)                                                                                   \
    X(capacity_to_end, 1)   /* capacity missing */                                                 \
    X(can_end, 1)           /* 1 if its money pays for the end of the game now */                  \
    X(end_cost, 1)          /* of the cities missing to the end */                                 \
    X(end_money, 1)         /* money left after fuel and these cities; may be below 0 */           \
    X(end_supply, 1)        /* cities supplied if it now builds what it can pay */                 \
    X(upgrade, 1)           /* capacity gained by the best plant that it can pay now */            \
    X(may_nuclear, 1)                                                                              \
    X(ready, 1)             /* cities it owns that the fuel it holds can supply */                 \
    X(ready_income, 1)                                                                             \
    X(ready_if_built, 1)    /* the same if it now builds what it can pay */

/* X(name, count): the inputs that all seats share. */
#define BOT_SHARED_FEATURES(X)                                                                     \
    X(players, 1)                                                                                  \
    X(players_are, EK_COUNTS) /* 1 for the number of players, from 2 */                            \
    X(trust, 1)                                                                                    \
    X(trust_capacity, 1)                                                                           \
    X(round, 1)                                                                                    \
    X(step2, 1)                                                                                    \
    X(step3, 1)                                                                                    \
    X(step3_card, 1)          /* turned up, Step 3 not begun */                                    \
    X(cards_left, 1)          /* before Step 3, or before the end of the deck */                   \
    X(unseen_20, 1)           /* plants numbered above 20, 30 and 40 that may still come */        \
    X(unseen_30, 1)                                                                                \
    X(unseen_40, 1)                                                                                \
    X(end_cities, 1)                                                                               \
    X(step2_cities, 1)                                                                             \
    X(max_plants, 1)                                                                               \
    X(house_limit, 1)                                                                              \
    X(first_game, 1)                                                                               \
    X(starting_cities, 1)                                                                          \
    X(discount, 1)            /* a plant has the discount token */                                 \
    X(cards_open, 1)          /* cards of a full market */                                         \
    X(ecological_fifth, 1)                                                                         \
    X(zone_cities, 1)                                                                              \
    X(open_cities, 1)                                                                              \
    X(most_houses, 1)                                                                              \
    X(stock, EK_FUELS)                                                                             \
    X(refill, EK_FUELS)                                                                            \
    X(price, EK_FUELS)        /* of the next token */                                              \
    X(demand, EK_FUELS)       /* a run of all plants, without hybrids */                           \
    X(hybrid_demand, 1)                                                                            \
    X(current_number, BOT_CURRENT_SLOTS)                                                           \
    X(current_cities, BOT_CURRENT_SLOTS)                                                           \
    X(current_cost, BOT_CURRENT_SLOTS) /* of a run at the next token's price */                    \
    X(future_number, BOT_FUTURE_SLOTS)                                                             \
    X(future_cities, BOT_FUTURE_SLOTS)                                                             \
    X(future_cost, BOT_FUTURE_SLOTS)                                                               \
    X(moment_is, BOT_MOMENTS) /* 1 for the moment of the round */
/* clang-format on */

#define BOT_MEMBER_(name, count) int16_t name[count];
typedef union bot_seat_features {
    struct {
        BOT_SEAT_FEATURES(BOT_MEMBER_)
    } of;
    int16_t all[BOT_SEAT_INPUTS];
} bot_seat_features;

typedef union bot_shared_features {
    struct {
        BOT_SHARED_FEATURES(BOT_MEMBER_)
    } of;
    int16_t all[BOT_SHARED_INPUTS];
} bot_shared_features;
#undef BOT_MEMBER_

typedef struct bot_features_t {
    bot_seat_features seat[EK_SEATS]; /* all 0 for seats that nobody has */
    bot_shared_features shared;
} bot_features_t;

_Static_assert(sizeof(bot_seat_features) == BOT_SEAT_INPUTS * sizeof(int16_t), "no room");
_Static_assert(sizeof(bot_shared_features) == BOT_SHARED_INPUTS * sizeof(int16_t), "no room");

/* The number of the last moment of the game that has begun: moment k of round r is r times
 * BOT_MOMENTS, and k. Powering belongs to building. */
static inline unsigned bot_moment(const ek_state *state)
{
    const enum ek_phase phase = ek_phase(state);
    const unsigned moment = phase <= EK_PHASE_AUCTION ? 0 : phase == EK_PHASE_RESOURCES ? 1 : 2;
    return state->round * BOT_MOMENTS + moment;
}

/* The inputs of a position in which the money of all players is known. */
void bot_features(const ek_rules *rules, const ek_state *state, bot_features_t *out);

#endif
