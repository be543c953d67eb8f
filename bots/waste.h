/*
 * Wastes: turns that give something away, with the reason and a better turn.
 *
 *     bot_waste waste;
 *     if (bot_find_waste(rules, &view, turn, count, &waste))
 *         ...ask the player, and offer the other turn
 *
 * A program asks before it makes such a turn. A needless question annoys, so a turn is a waste only
 * if a fact of the position says so, and strong bots seldom make such turns: docs/bots.md counts
 * them. Needs no playouts, and knows no more than the view.
 */
#ifndef ELEKTRO_BOTS_WASTE_H
#define ELEKTRO_BOTS_WASTE_H

#include "reasons.h"

/* clang-format off */

/* X(NAME, "word"). Words are stable: they are keys of catalogs. */
#define BOT_WASTE_WORDS(X)                                                                        \
    X(PLANT_IDLE, "plant-idle")     /* the fuel that it lacks costs less than it earns */         \
    X(PLANT_DARK, "plant-dark")     /* the same in the last round: cities supplied count */       \
    X(NO_CITY, "no-city")           /* fuel and money for more cities */                          \
    X(NO_PLANT, "no-plant")         /* the seat stays without a plant */                          \
    X(LESS_POWER, "less-power")     /* supplying more earns more than the fuel is worth */        \
    X(FUEL_UNPAID, "fuel-unpaid")   /* the bid leaves too little money for fuel */                \
    X(CITY_UNPAID, "city-unpaid")   /* and for a first city */                                    \
    X(END_LOST, "end-lost")         /* the turn ends the game and another seat is ahead */

/* X(WORD, place in the list of values, "name", TYPE): the fields of each, as BOT_WHY_FIELDS. */
#define BOT_WASTE_FIELDS(X)                           \
    X(PLANT_IDLE, 0, "plant", PLANT)                  \
    X(PLANT_IDLE, 1, "price", MONEY)                  \
    X(PLANT_IDLE, 2, "cities", COUNT)                 \
    X(PLANT_IDLE, 3, "instead", COUNT)                \
    X(PLANT_IDLE, 4, "income", MONEY)                 \
    X(PLANT_DARK, 0, "plant", PLANT)                  \
    X(PLANT_DARK, 1, "price", MONEY)                  \
    X(PLANT_DARK, 2, "cities", COUNT)                 \
    X(PLANT_DARK, 3, "instead", COUNT)                \
    X(NO_CITY, 0, "cities", COUNT)                    \
    X(NO_CITY, 1, "owned", COUNT)                     \
    X(NO_CITY, 2, "city", CITY)                       \
    X(NO_CITY, 3, "price", MONEY)                     \
    X(NO_CITY, 4, "money", MONEY)                     \
    X(NO_PLANT, 0, "plant", PLANT)                    \
    X(NO_PLANT, 1, "price", MONEY)                    \
    X(LESS_POWER, 0, "cities", COUNT)                 \
    X(LESS_POWER, 1, "instead", COUNT)                \
    X(LESS_POWER, 2, "income", MONEY)                 \
    X(LESS_POWER, 3, "fuel", MONEY)                   \
    X(FUEL_UNPAID, 0, "plant", PLANT)                 \
    X(FUEL_UNPAID, 1, "left", MONEY)                  \
    X(FUEL_UNPAID, 2, "fuel", MONEY)                  \
    X(CITY_UNPAID, 0, "plant", PLANT)                 \
    X(CITY_UNPAID, 1, "left", MONEY)                  \
    X(CITY_UNPAID, 2, "fuel", MONEY)                  \
    X(CITY_UNPAID, 3, "place", MONEY)                 \
    X(END_LOST, 0, "seat", SEAT)                      \
    X(END_LOST, 1, "cities", COUNT)                   \
    X(END_LOST, 2, "instead", COUNT)

/* clang-format on */

#define BOT_ROW_(name, word) BOT_WASTE_##name,
enum bot_waste_word { BOT_WASTE_WORDS(BOT_ROW_) BOT_WASTES };
#undef BOT_ROW_
extern const char *const bot_waste_words[BOT_WASTES];
extern const bot_why_field bot_waste_fields[BOT_WASTES][BOT_REASON_VALUES];

/* A waste, and a better turn: the first moves of the turn that was asked about, then others. */
typedef struct bot_waste {
    uint32_t word;                    /* enum bot_waste_word */
    int32_t value[BOT_REASON_VALUES]; /* as in events: seats count from 0 */
    uint32_t kept;                    /* moves of the turn */
    uint32_t count;                   /* moves after them, at least 1 */
    ek_move plan[BOT_PLAN_MAX];
} bot_waste;

/* Whether a turn of the seat to move wastes something. The turn begins in view, which shows the
 * money of the seat, and its last move ends it or is one that other players answer. False also if
 * the turn is not legal. */
bool bot_find_waste(const ek_rules *rules, const ek_state *view, const ek_move *turn,
                    unsigned count, bot_waste *waste);

#endif
