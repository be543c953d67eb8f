/*
 * What a seat observes: whole numbers between -BOT_INPUT_MAX and BOT_INPUT_MAX, in blocks.
 *
 *     decision    the pending decision and the running auction (ENV_DECISION_FIELDS)
 *     seat 0      the inputs of the judge (bots/feature.h) for the observing seat
 *     seat 1 … 5  the same for the seats after it, clockwise; 0 for empty seats
 *     shared      the inputs of the judge that all seats share
 *
 * All of it is public: payments are, so everybody can know the money of all players, as the bots
 * do. While a zone is drafted there is only the first block.
 */
#ifndef ELEKTRO_ENV_OBSERVATION_H
#define ELEKTRO_ENV_OBSERVATION_H

#include "feature.h"

/* clang-format off */
/* X(name, count) */
#define ENV_DECISION_FIELDS(X)                                                           \
    X(pending, EK_DECISION_ENDED) /* 1 for the pending decision, by enum ek_decision */  \
    X(is_mine, 1)                 /* the observing seat decides */                       \
    X(bid, 1)                     /* the standing bid */                                 \
    X(is_bidder, 1)               /* the observing seat has made it */                   \
    X(bidders, 1)                 /* seats still in the auction */                       \
    X(plant, 1)                   /* the plant in the auction, or just bought */         \
    X(plant_cities, 1)                                                                   \
    X(plant_need, 1)                                                                     \
    X(plant_kind, BOT_KINDS)      /* 1 for its kind */                                   \
    X(buyers_left, 1)             /* seats that can still buy a plant in this phase */   \
    X(has_bought, 1)              /* the observing seat has, in this phase */            \
    X(room, EK_FUELS)             /* tokens that fit on its plants */
/* clang-format on */

enum {
    ENV_DECISION_INPUTS = 32, /* room for the fields above */
    ENV_OBSERVATION =
        ENV_DECISION_INPUTS + EK_SEATS * BOT_SEAT_INPUTS + BOT_SHARED_INPUTS /* numbers in all */
};

/* Writes what seat observes in a state with all money. */
void env_observation(const ek_rules *rules, const ek_state *state, unsigned seat,
                     int16_t out[ENV_OBSERVATION]);

#endif
