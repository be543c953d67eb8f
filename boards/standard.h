/* The tables of data/tables.json that a board can choose, and the defaults. */
#ifndef ELEKTRO_BOARDS_STANDARD_H
#define ELEKTRO_BOARDS_STANDARD_H

#include "board.h"

/* A refill table with its name. */
typedef struct bd_refill {
    const char *name;
    uint8_t tokens[EK_COUNTS][EK_STEPS][EK_FUELS];
} bd_refill;

/* A way to make the deck, with its name and edition. */
typedef struct bd_deck {
    const char *name;
    uint8_t edition;
    ek_deck_rule rule;
} bd_deck;

/* All tables that a board can choose, and the defaults of a board that does not. */
typedef struct bd_standard {
    const ek_tables_t *tables;
    const bd_refill *refill;
    const bd_deck *deck;
    unsigned refills, decks;
    unsigned default_refill;
    uint8_t default_deck[EK_EDITIONS];
    uint8_t default_start[EK_EDITIONS][EK_FUELS];
} bd_standard;

/* Generated from data/tables.json. */
extern const bd_standard bd_standard_tables;

#endif
