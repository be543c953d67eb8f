/* Making moves: in memory, in the store, and told to everybody. */
#ifndef ELEKTRO_SERVER_PLAY_H
#define ELEKTRO_SERVER_PLAY_H

#include "table.h"

typedef struct sv_core sv_core;

typedef struct sv_doing {
    ek_move move;
    bool undo;
    const char *client; /* what the client calls it, or NULL */
} sv_doing;

/* Makes a move or takes one back for a seat, saves it, tells everybody. */
SV_CHECKED bool sv_do(sv_core *core, sv_table *table, unsigned seat, const sv_doing *doing,
                      rec_error *error);
/* Tells the player who is to move that it is their turn, unless they watch or moved before. */
void sv_ask_next(sv_core *core, const sv_table *table, unsigned before);
/* Ends a game early. */
SV_CHECKED bool sv_end_game(sv_core *core, sv_table *table, rec_error *error);

#endif
