/* What data/tables.json lets a board choose from, as the loader and the generated tables share it.
 */
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

/* What a board can choose from, and what it is played with if it does not choose. */
typedef struct bd_standard {
    const ek_tables_t *tables;
    const bd_refill *refill;
    const bd_deck *deck;
    unsigned refills, decks;
    unsigned own_refill;                      /* of a board that names none */
    uint8_t own_deck[EK_EDITIONS];            /* of a board that names none */
    uint8_t own_start[EK_EDITIONS][EK_FUELS]; /* of a board that gives none */
} bd_standard;

/* That of data/tables.json; generated. */
extern const bd_standard bd_standard_tables;

#endif
