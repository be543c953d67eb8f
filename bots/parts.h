/* The parts of a position, and what each of them weighs when one turn is compared with another. */
#ifndef ELEKTRO_BOTS_PARTS_H
#define ELEKTRO_BOTS_PARTS_H

#include "search.h"

enum part {
    PART_MONEY,  /* of the seat, and the cities that it has supplied */
    PART_PLANTS, /* of the seat */
    PART_FUEL,   /* of the seat */
    PART_CITIES, /* of the seat */
    PART_ORDER,  /* of all players */
    PART_RIVALS, /* all that the other players, and the Trust, own */
    PART_MARKET, /* plants for sale, the deck, the Step */
    PART_PRICES, /* fuel for sale */
    PART_END,    /* whether the game is over */
    PARTS
};

enum { CONTRAST_ROWS = 32 }; /* playouts of each turn */

/* One turn compared with another. */
typedef struct contrast {
    const candidate *better, *other;
    ek_state after_better, after_other; /* right after the turn, with the cards of the first row */
    int32_t weight[PARTS];              /* what the better turn gains by each, in 1/65536 */
    unsigned place, other_place;        /* of the seat in player order in most of the playouts */
    unsigned ended, other_ended;        /* playouts that were over */
    uint8_t stock[EK_FUELS];            /* fuel for sale, on average of the playouts */
    uint8_t other_stock[EK_FUELS];
    unsigned rows;
} contrast;

/* Takes one part of a position from another one. The result is for a judge only: a game may never
 * come to it. */
void bot_take_part(const ek_rules *rules, ek_state *to, const ek_state *from, enum part part,
                   unsigned seat);

/* Plays both turns in the same rows, and exchanges their parts at the first moment at which the
 * judge is asked. */
void bot_contrast_turns(const search *s, const candidate *better, const candidate *other,
                        unsigned rows, contrast *found);

#endif
