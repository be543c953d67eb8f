/* Making moves: in memory, in the store, and told to everybody. */
#ifndef ELEKTRO_SERVER_PLAY_H
#define ELEKTRO_SERVER_PLAY_H

#include "table.h"

typedef struct sv_core sv_core;

typedef struct sv_action {
    ek_move move;
    bool undo;
    const char *client; /* what the client calls it, or NULL */
} sv_action;

/* Makes a move or takes one back for a seat, saves it, tells everybody. */
SV_CHECKED bool sv_act(sv_core *core, sv_table *table, unsigned seat, const sv_action *action,
                       rec_error *error);
/* Tells the player who is to move that it is their turn, unless they watch or moved before. */
void sv_notify_next(sv_core *core, const sv_table *table, unsigned before);
/* Ends a game early. */
SV_CHECKED bool sv_end_game(sv_core *core, sv_table *table, rec_error *error);

#endif
