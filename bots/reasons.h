/*
 * Reasons: why one turn is better than another, in the terms of players.
 *
 *     bot_assess(&question, &room, &found);
 *     bot_reason reason[BOT_REASONS_MAX];
 *     const unsigned count = bot_find_reasons(&room, &found, reason);
 *
 * Weights come from the evaluation: both turns are played to the moment at which the judge is asked
 * first, and one part of the position at a time (parts.h) is exchanged between the two. Numbers are
 * facts of the position. A reason has no sentence: catalogs have one for each word, with the
 * fields below.
 */
#ifndef ELEKTRO_BOTS_REASONS_H
#define ELEKTRO_BOTS_REASONS_H

#include "assess.h"

enum {
    BOT_REASONS_MAX = 3,  /* for a decision */
    BOT_REASON_VALUES = 5 /* fields of a reason at most */
};

/* clang-format off */

/* X(NAME, "word"). Words are stable: they are keys of catalogs and of analyses. */
#define BOT_WHY_WORDS(X)                                                                          \
    /* Plants. */                                                                                 \
    X(PLANT_SUPPLIES, "plant-supplies")   /* what it adds to the plants owned */                  \
    X(PLANT_LARGER, "plant-larger")       /* it supplies more than that of the other turn */      \
    X(PLANT_REPLACES, "plant-replaces")   /* a plant has to be scrapped for it */                 \
    X(PLANT_SCRAPPED, "plant-scrapped")   /* which plant goes */                                  \
    X(PLANT_FUEL, "plant-fuel")           /* price of the fuel for a run, now and later */        \
    X(PLANT_FREE, "plant-free")           /* it burns nothing */                                  \
    X(PLANT_COMING, "plant-coming")       /* it moves up next */                                  \
    X(PLANT_WAITS, "plant-waits")         /* a larger one is still for sale */                    \
    X(PLANTS_ENOUGH, "plants-enough")     /* those owned supply more cities than there are */     \
    X(RIVAL_WANTS, "rival-wants")         /* and how high the rival will go */                    \
    X(TOO_DEAR, "too-dear")               /* the price is above what the plant is worth */        \
    X(BARGAIN, "bargain")                 /* the price is below it */                             \
    /* Money. */                                                                                  \
    X(MONEY_LEFT, "money-left")                                                                   \
    X(PAYS_CITIES, "pays-cities")         /* cities that the money left pays */                   \
    X(SUPPLIES_MORE, "supplies-more")     /* cities and income */                                 \
    /* Fuel. */                                                                                   \
    X(UNFUELLED, "unfuelled")             /* a plant without fuel for a run */                    \
    X(FUEL_SUPPLIES, "fuel-supplies")     /* cities that the fuel held can supply */              \
    X(FUEL_DEARER, "fuel-dearer")                                                                 \
    X(FUEL_AT_TURN, "fuel-at-turn")       /* its price now, and at the turn to buy */             \
    X(FUEL_CHEAPER, "fuel-cheaper")       /* its price at the moment that is judged */            \
    X(FUEL_SCARCE, "fuel-scarce")         /* tokens left when it is the seat's turn to buy */     \
    X(FUEL_STORED, "fuel-stored")         /* tokens held more than after the other turn */        \
    X(FUEL_KEPT, "fuel-kept")                                                                     \
    X(RIVAL_SHORT, "rival-short")         /* a rival will lack tokens */                          \
    /* Cities. */                                                                                 \
    X(MORE_CITIES, "more-cities")                                                                 \
    X(DARK_CITIES, "dark-cities")         /* more cities than plants and fuel supply */           \
    X(CITY_LATER, "city-later")           /* its price now, and at the next place */              \
    X(CITY_NEXT_STEP, "city-next-step")   /* the same; that place opens with the next Step */     \
    X(NEXT_CITY, "next-city")             /* the price of the city after this turn */             \
    X(RIVAL_CITY, "rival-city")           /* a rival would build there next */                    \
    X(BEGINS_STEP2, "begins-step2")                                                               \
    X(HOLDS_STEP2, "holds-step2")         /* the other turn would begin Step 2 */                 \
    /* The order, and the end. */                                                                 \
    X(ORDER_PLACE, "order-place")                                                                 \
    X(ENDS_GAME, "ends-game")                                                                     \
    X(GOES_ON, "goes-on")                 /* the other turn would end the game */                 \
    X(LAST_ROUND, "last-round")           /* a player has the cities that end the game */         \
    X(CAN_END, "can-end")                 /* a player can build them in this round */             \
    X(ROUNDS_LEFT, "rounds-left")

/* X(WORD, place in the list of values, "name", TYPE): the fields of each; types are those of
 * events (engine/words.h). instead: the same number after the other turn. */
#define BOT_WHY_FIELDS(X)                             \
    X(PLANT_SUPPLIES, 0, "plant", PLANT)              \
    X(PLANT_SUPPLIES, 1, "cities", COUNT)             \
    X(PLANT_SUPPLIES, 2, "before", COUNT)             \
    X(PLANT_SUPPLIES, 3, "after", COUNT)              \
    X(PLANT_SUPPLIES, 4, "owned", COUNT)              \
    X(PLANT_LARGER, 0, "plant", PLANT)                \
    X(PLANT_LARGER, 1, "cities", COUNT)               \
    X(PLANT_LARGER, 2, "other", PLANT)                \
    X(PLANT_LARGER, 3, "instead", COUNT)              \
    X(PLANT_REPLACES, 0, "plant", PLANT)              \
    X(PLANT_REPLACES, 1, "cities", COUNT)             \
    X(PLANT_REPLACES, 2, "old", PLANT)                \
    X(PLANT_REPLACES, 3, "before", COUNT)             \
    X(PLANT_SCRAPPED, 0, "plant", PLANT)              \
    X(PLANT_SCRAPPED, 1, "cities", COUNT)             \
    X(PLANT_SCRAPPED, 2, "kept", PLANT)               \
    X(PLANT_SCRAPPED, 3, "kept_cities", COUNT)        \
    X(PLANT_FUEL, 0, "plant", PLANT)                  \
    X(PLANT_FUEL, 1, "now", MONEY)                    \
    X(PLANT_FUEL, 2, "later", MONEY)                  \
    X(PLANT_FREE, 0, "plant", PLANT)                  \
    X(PLANT_COMING, 0, "plant", PLANT)                \
    X(PLANT_COMING, 1, "cities", COUNT)               \
    X(PLANT_WAITS, 0, "plant", PLANT)                 \
    X(PLANT_WAITS, 1, "cities", COUNT)                \
    X(PLANTS_ENOUGH, 0, "capacity", COUNT)            \
    X(PLANTS_ENOUGH, 1, "owned", COUNT)               \
    X(RIVAL_WANTS, 0, "seat", SEAT)                   \
    X(RIVAL_WANTS, 1, "plant", PLANT)                 \
    X(RIVAL_WANTS, 2, "limit", MONEY)                 \
    X(TOO_DEAR, 0, "plant", PLANT)                    \
    X(TOO_DEAR, 1, "price", MONEY)                    \
    X(TOO_DEAR, 2, "limit", MONEY)                    \
    X(BARGAIN, 0, "plant", PLANT)                     \
    X(BARGAIN, 1, "price", MONEY)                     \
    X(BARGAIN, 2, "limit", MONEY)                     \
    X(MONEY_LEFT, 0, "money", MONEY)                  \
    X(MONEY_LEFT, 1, "instead", MONEY)                \
    X(PAYS_CITIES, 0, "money", MONEY)                 \
    X(PAYS_CITIES, 1, "cities", COUNT)                \
    X(PAYS_CITIES, 2, "instead", COUNT)               \
    X(SUPPLIES_MORE, 0, "cities", COUNT)              \
    X(SUPPLIES_MORE, 1, "instead", COUNT)             \
    X(SUPPLIES_MORE, 2, "income", MONEY)              \
    X(UNFUELLED, 0, "plant", PLANT)                   \
    X(UNFUELLED, 1, "cities", COUNT)                  \
    X(FUEL_SUPPLIES, 0, "cities", COUNT)              \
    X(FUEL_SUPPLIES, 1, "instead", COUNT)             \
    X(FUEL_DEARER, 0, "fuel", FUEL)                   \
    X(FUEL_DEARER, 1, "now", MONEY)                   \
    X(FUEL_DEARER, 2, "later", MONEY)                 \
    X(FUEL_AT_TURN, 0, "fuel", FUEL)                  \
    X(FUEL_AT_TURN, 1, "now", MONEY)                  \
    X(FUEL_AT_TURN, 2, "later", MONEY)                \
    X(FUEL_CHEAPER, 0, "fuel", FUEL)                  \
    X(FUEL_CHEAPER, 1, "price", MONEY)                \
    X(FUEL_CHEAPER, 2, "instead", MONEY)              \
    X(FUEL_SCARCE, 0, "plant", PLANT)                 \
    X(FUEL_SCARCE, 1, "fuel", FUEL)                   \
    X(FUEL_SCARCE, 2, "left", COUNT)                  \
    X(FUEL_SCARCE, 3, "need", COUNT)                  \
    X(FUEL_STORED, 0, "fuel", FUEL)                   \
    X(FUEL_STORED, 1, "count", COUNT)                 \
    X(FUEL_KEPT, 0, "fuel", FUEL)                     \
    X(FUEL_KEPT, 1, "count", COUNT)                   \
    X(FUEL_KEPT, 2, "price", MONEY)                   \
    X(RIVAL_SHORT, 0, "seat", SEAT)                   \
    X(RIVAL_SHORT, 1, "fuel", FUEL)                   \
    X(RIVAL_SHORT, 2, "count", COUNT)                 \
    X(MORE_CITIES, 0, "cities", COUNT)                \
    X(MORE_CITIES, 1, "instead", COUNT)               \
    X(DARK_CITIES, 0, "cities", COUNT)                \
    X(DARK_CITIES, 1, "supplied", COUNT)              \
    X(CITY_LATER, 0, "city", CITY)                    \
    X(CITY_LATER, 1, "now", MONEY)                    \
    X(CITY_LATER, 2, "later", MONEY)                  \
    X(CITY_NEXT_STEP, 0, "city", CITY)                \
    X(CITY_NEXT_STEP, 1, "now", MONEY)                \
    X(CITY_NEXT_STEP, 2, "later", MONEY)              \
    X(NEXT_CITY, 0, "cost", MONEY)                    \
    X(NEXT_CITY, 1, "instead", MONEY)                 \
    X(RIVAL_CITY, 0, "seat", SEAT)                    \
    X(RIVAL_CITY, 1, "city", CITY)                    \
    X(BEGINS_STEP2, 0, "cities", COUNT)               \
    X(HOLDS_STEP2, 0, "cities", COUNT)                \
    X(ORDER_PLACE, 0, "place", POSITION)              \
    X(ORDER_PLACE, 1, "instead", POSITION)            \
    X(ENDS_GAME, 0, "cities", COUNT)                  \
    X(GOES_ON, 0, "cities", COUNT)                    \
    X(LAST_ROUND, 0, "seat", SEAT)                    \
    X(LAST_ROUND, 1, "cities", COUNT)                 \
    X(CAN_END, 0, "seat", SEAT)                       \
    X(CAN_END, 1, "count", COUNT)                     \
    X(CAN_END, 2, "cost", MONEY)                      \
    X(ROUNDS_LEFT, 0, "rounds", COUNT)

/* clang-format on */

#define BOT_ROW_(name, word) BOT_WHY_##name,
enum bot_why { BOT_WHY_WORDS(BOT_ROW_) BOT_WHYS };
#undef BOT_ROW_
extern const char *const bot_why_words[BOT_WHYS];

/* A field of a reason. */
typedef struct bot_why_field {
    const char *name; /* NULL: reasons of this word have no such field */
    uint32_t type;    /* enum ek_field */
} bot_why_field;
extern const bot_why_field bot_why_fields[BOT_WHYS][BOT_REASON_VALUES];

typedef struct bot_reason {
    uint32_t word;  /* enum bot_why */
    int32_t weight; /* of the part of the position that it explains, in 1/65536 of a victory */
    int32_t value[BOT_REASON_VALUES]; /* as in events: seats and positions count from 0 */
} bot_reason;

/* Why the best turn is better than the turn that was played, or if that lost nothing, than the
 * second-best. The strongest first; returns their number. Same question, same reasons. Works on the
 * room, and leaves it as it is. */
unsigned bot_find_reasons(bot_assessor *room, const bot_assessment *found,
                          bot_reason reason[BOT_REASONS_MAX]);

#endif
