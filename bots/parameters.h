/*
 * The parameters of the bots: one struct of integers, each with a name, a default and limits, so
 * that a tuner can read, print and vary them without knowing their meaning.
 *
 * Shares of a whole are in 1/256, money in Elektro unless said otherwise.
 */
#ifndef ELEKTRO_BOTS_PARAMETERS_H
#define ELEKTRO_BOTS_PARAMETERS_H

#include <stdint.h>

/* clang-format off */
/* X(name, default, low, high) */
#define BOT_PARAMETERS(X)                                                                        \
    /* How the game will go on. */                                                               \
    X(growth, 54, 8, 96)             /* cities the leader adds a round, 1/16 */                  \
    X(link_cost, 5, 2, 20)           /* average cost of a connection, beside the place */        \
    X(end_slack, 3, 0, 8)            /* missing capacity with which a seat still ends the game */\
    X(scarcity, 0, 0, 6)             /* rounds of shortage looked ahead for prices */            \
    X(fuel_share, 258, 64, 512)      /* share of expected fuel prices that counts */             \
    X(spare_cities, 7, 0, 12)        /* cities beyond those owned for which fuel is wanted */    \
    /* The model of the rest of the game (economy.c). */                                         \
    X(end_city, 42, 5, 200)          /* one more city powered at the end */                      \
    X(end_money, 225, 0, 256)        /* share of the money left at the end that counts */        \
    X(city_rise, 12, 0, 48)          /* cities get dearer, 1/16 a round */                       \
    X(crowd_stays, 133, 0, 256)      /* share of a price above the usual that stays each round */\
    X(offer_drift, 5, 0, 24)         /* plants for sale get better, 1/16 city a round */         \
    X(offer_rise, 1, -32, 128)       /* and dearer, 1/16 a round */                              \
    X(offer_premium, 15, 0, 20)      /* their price above their number */                        \
    X(offer_fuel, 23, 0, 64)         /* their fuel, 1/16 a city */                               \
    X(renew_ahead, 13, 0, 80)        /* capacity wanted beyond the cities, 1/16 */               \
    X(renew_min_gain, 15, 0, 64)     /* gain in capacity for which a plant is bought, 1/16 */    \
    /* Auctions. */                                                                              \
    X(premium, 0, 0, 20)             /* price of a plant above its minimum, for each rival */   \
    X(wait_premium, 4, 0, 40)        /* the same for the plant that comes next */                \
    X(buy_min_gain, 6, -10, 30)      /* gain below which no plant is nominated */                \
    X(first_reserve, 35, 0, 45)      /* money kept in the first auction */                       \
    X(bid_share, 256, 64, 768)       /* share of a plant's value up to which the seat bids */    \
    /* Fuel. */                                                                                  \
    X(store_gain, 1, -3, 3)          /* rise in price from which fuel is bought for later */     \
    X(store_share, 71, 0, 256)       /* share of the money left over spent on such fuel */       \
    X(deny, 2, 0, 6)                 /* value of a token that a later buyer will lack */         \
    X(burn_share, 122, 0, 512)       /* share of market prices that burnt fuel counts */         \
    /* Building. */                                                                              \
    X(order_cost, 2, 0, 30)          /* cost of each rival overtaken in the order */             \
    X(step2_shy, -6, -30, 60)        /* cost of starting Step 2 for all players */               \
    X(eager, 0, -12, 24)             /* value of a city now, beside the model */                 \
    X(contest, 0, 0, 12)             /* value of a city that a rival could take next */          \
    X(patience, 27, 12, 40)          /* round after which the game is ended, won or lost */      \
    X(cluster, 6, 1, 12)             /* cities looked at around a first city */                  \
    X(crowding, 31, 0, 90)           /* cost of a rival's city near a first city */              \
    /* Search. */                                                                                \
    X(search_rounds, 4, 1, 20)       /* rounds of a playout before the evaluation */             \
    X(judge_from, 2, 1, 3)           /* coming moments of a playout at which a judge is asked: */\
    X(judge_to, 4, 3, 9)             /* the first and the last */                                \
    X(own_limit, 0, 0, 256)          /* share of normal's own limit in the limit of a bid */     \
    X(mixture, 256, 0, 256)          /* share of other seats that do not play like normal */     \
    X(temper, 400, 50, 4000)         /* final points that halve a probability of winning */      \
    X(temper_round, 200, 0, 2000)    /* more points for each round left */                       \
    X(normal_bonus, 1000, 0, 6000)   /* for normal's own turn, in 1/65536 of a victory */
/* clang-format on */

#define BOT_ROW_(name, value, low, high) int32_t name;
typedef struct bot_parameters {
    BOT_PARAMETERS(BOT_ROW_)
} bot_parameters;
#undef BOT_ROW_

#define BOT_ROW_(name, value, low, high) BOT_PARAMETER_##name,
enum { BOT_PARAMETERS(BOT_ROW_) BOT_PARAMETER_COUNT };
#undef BOT_ROW_

/* One row of the list above. */
typedef struct bot_parameter {
    const char *name;
    int32_t value, low, high;
} bot_parameter;

extern const bot_parameter bot_parameter_list[BOT_PARAMETER_COUNT];
extern const bot_parameters bot_defaults;

/* Reads and writes a parameter by its place in the list. */
int32_t bot_parameter_get(const bot_parameters *parameters, unsigned index);
void bot_parameter_set(bot_parameters *parameters, unsigned index, int32_t value);

#endif
