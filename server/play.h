/* Making moves: in memory, in the store, and told to everybody. */
#ifndef ELEKTRO_SERVER_PLAY_H
#define ELEKTRO_SERVER_PLAY_H

#include "table.h"

typedef struct sv_core sv_core;

enum { SV_TURN_MAX = JN_TURN_MAX, SV_TURN_END_MAX = 34 };

/* The moves of a turn. Only the last one may pass the decision on; and only the last one of a
 * client may turn up cards. */
typedef struct sv_action {
    ek_move move[SV_TURN_MAX];
    unsigned moves;     /* 0: the last move is taken back */
    const char *client; /* what the client calls it, or NULL */
} sv_action;

/* The name of the last line of a turn of several moves; its first line has that of the client. */
void sv_name_turn_end(const char *client, char name[SV_TURN_END_MAX]);

/* Makes moves or takes one back for a seat, saves all or none of it, tells everybody. */
SV_CHECKED bool sv_act(sv_core *core, sv_table *table, unsigned seat, const sv_action *action,
                       rec_error *error);
/* What has happened since a cursor was taken: the bots see it, and it is returned as clients get
 * it; NULL if nobody watches. */
json_t *sv_play_on(sv_table *table, jn_cursor *c);
/* Tells the player who is to move that it is their turn, unless they watch or moved before. If they
 * have queued orders, they are told when these do not move. */
void sv_notify_next(sv_core *core, sv_table *table, unsigned before);
/* Ends a game early. */
SV_CHECKED bool sv_end_game(sv_core *core, sv_table *table, rec_error *error);

#endif
