/* How a turn ends: what the finders of wastes look at. Internal to waste.c and waste_auction.c. */
#ifndef ELEKTRO_BOTS_TURN_END_H
#define ELEKTRO_BOTS_TURN_END_H

#include "mind.h"
#include "waste.h"

/* A turn before its last move. */
typedef struct turn_end {
    const ek_rules *rules;
    ek_state state;  /* hidden money is a guess */
    mind m;          /* of that state, for the seat to move */
    unsigned hidden; /* seats whose money is a guess */
    unsigned seat;
    ek_move last;
    unsigned made; /* moves before the last */
} turn_end;

/* Writes word, values and the other turn if the last move is this waste; false if not. */
typedef bool waste_finder(const turn_end *e, bot_waste *w);
waste_finder bot_waste_of_pass, bot_waste_of_bid;

#endif
