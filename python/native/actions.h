/*
 * A fixed space of actions. Moves are 32-bit numbers, and lists of them are up to thousands long:
 * every bid, every mix of fuel. A learner wants the same few hundred numbers in every position, so
 * an action means the same in every game, and the pending decision tells which of two readings it
 * has:
 *
 *     pass        ends the auction phase, or leaves the auction
 *     done        ends buying fuel, or building
 *     region R    drafts region R
 *     city C      places a Trust house in city C, marks it, or connects it
 *     plant P     nominates plant P for its minimum, or scraps it
 *     raise K     bids the K-th of ENV_RAISES more than the standing bid
 *     buy F N     buys N tokens of fuel F
 *     return N    returns N coal, and oil for the rest of what does not fit
 *     power N     supplies N cities with the fuel that is cheapest to replace (ek_best_power)
 *
 * Left out are opening bids above the minimum, bids between the raises, and ways of powering that
 * burn other fuel for the same number of cities; they can be played as moves. Whole purchases come
 * from several actions.
 */
#ifndef ELEKTRO_ENV_ACTIONS_H
#define ELEKTRO_ENV_ACTIONS_H

#include "elektro.h"

/* X(NAME, "word", count): the groups of actions in their order. */
#define ENV_ACTION_GROUPS(X)            \
    X(PASS, "pass", 1)                  \
    X(DONE, "done", 1)                  \
    X(REGION, "region", EK_REGIONS)     \
    X(CITY, "city", EK_CITIES)          \
    X(PLANT, "plant", EK_PLANT_NUMBERS) \
    X(RAISE, "raise", 8)                \
    X(BUY, "buy", EK_FUELS * 8)         \
    X(RETURN, "return", 16)             \
    X(POWER, "power", EK_HOUSES + 1)

/* What the raises add to the standing bid. */
#define ENV_RAISES                \
    {                             \
        1, 2, 3, 5, 8, 13, 21, 34 \
    }

enum { ENV_BUY_MAX = 8 };

/* ENV_PASS … ENV_POWER: the first action of each group. */
#define ENV_FIRST_(name, word, count) ENV_##name, ENV_##name##_LAST = ENV_##name + (count)-1,
enum env_action { ENV_ACTION_GROUPS(ENV_FIRST_) ENV_ACTIONS };
#undef ENV_FIRST_

/* The move that an action stands for; 0 if it is not legal now. */
ek_move env_move_of(const ek_rules *rules, const ek_state *state, unsigned action);

/* Writes for each action whether it is legal now (1 or 0), and what it costs in Elektro: the price
 * of a connection or of fuel, or the bid; 0 for others. Either may be NULL. */
void env_list_actions(const ek_rules *rules, const ek_state *state, uint8_t mask[ENV_ACTIONS],
                      int16_t cost[ENV_ACTIONS]);

#endif
