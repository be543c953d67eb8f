/*
 * The board loader, shared by boards/ and the program that generates the tables. It uses nothing
 * that is generated: the caller passes the contents of data/tables.json as a bd_standard.
 */
#ifndef ELEKTRO_BOARDS_LOAD_H
#define ELEKTRO_BOARDS_LOAD_H

#include "json.h"
#include "names.h"
#include "standard.h"

/* A loaded board and all that it points to; source owns its texts. */
typedef struct bd_loaded {
    bd_board board; /* first, so that bd_free finds the rest */
    ek_board ek;
    bd_region region[EK_REGIONS];
    bd_city city[EK_CITIES];
    json_t *source;
} bd_loaded;

/* Reads a board from the parsed file and checks everything but its zones, for which the engine is
 * needed. Takes ownership of root, also on failure. Free with bd_free. */
bd_loaded *bd_read_board(bd_reader *reader, json_t *root, const bd_standard *standard);

/* Reads how one edition is played on the board: tokens at the start, refill table, special rules.
 */
bool bd_read_start(bd_reader *reader, json_t *start, const bd_standard *standard,
                   ek_variant *variant);
bool bd_read_refill(bd_reader *reader, json_t *name, const bd_standard *standard,
                    ek_variant *variant);
bool bd_read_rules(bd_reader *reader, json_t *rules, const bd_standard *standard,
                   const bd_board *board, unsigned edition, ek_variant *variant);

/* Reads the keys "start", "refill" and "rules" of a board file, or their defaults. */
bool bd_read_variants(bd_reader *reader, json_t *root, const bd_standard *standard,
                      bd_loaded *loaded);

#endif
