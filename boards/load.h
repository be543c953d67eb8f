/*
 * The loader of boards, as boards/ and the program that makes the tables share it. It needs nothing
 * that is generated: what it must know of data/tables.json comes in a bd_standard.
 */
#ifndef ELEKTRO_BOARDS_LOAD_H
#define ELEKTRO_BOARDS_LOAD_H

#include "json.h"

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

/* A loaded board and all that it points to; its texts live in source. */
typedef struct bd_loaded {
    bd_board board; /* first, so that bd_free finds the rest */
    ek_board ek;
    bd_region region[EK_REGIONS];
    bd_city city[EK_CITIES];
    json_t *source;
} bd_loaded;

/* Reads a board out of the parsed file and checks all but its zones, which only the engine knows.
 * Takes over root, also on failure. Free with bd_free. */
bd_loaded *bd_read_board(bd_reader *reader, json_t *root, const bd_standard *standard);

/* Reads how one edition is played on the board: tokens at the start, refill table, special rules.
 */
bool bd_read_start(bd_reader *reader, json_t *start, const bd_standard *standard,
                   ek_variant *variant);
bool bd_read_refill(bd_reader *reader, json_t *name, const bd_standard *standard,
                    ek_variant *variant);
bool bd_read_rules(bd_reader *reader, json_t *rules, const bd_standard *standard,
                   const bd_board *board, unsigned edition, ek_variant *variant);

/* Reads the keys "start", "refill" and "rules" of a board file, or what stands in for them. */
bool bd_read_variants(bd_reader *reader, json_t *root, const bd_standard *standard,
                      bd_loaded *loaded);

/* Finds a city or region by its exact id. BD_NONE if unknown. */
int bd_city_with_id(const bd_board *board, const char *id);
int bd_region_with_id(const bd_board *board, const char *id);

/* Writes the letters and digits of a name as they are compared, in at most BD_NAME_MAX bytes. False
 * if the name is longer than any. */
bool bd_fold(const char *name, char folded[BD_NAME_MAX + 1]);

#endif
