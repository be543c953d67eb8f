/*
 * Seating people and bots, and starting games: for the requests of players (seats.c), and for
 * tables that the server makes by itself (pairing/seat_people.h).
 */
#ifndef ELEKTRO_SERVER_SEATING_H
#define ELEKTRO_SERVER_SEATING_H

#include "table.h"

typedef struct sv_core sv_core;

/* Seats a person, in the colour they prefer (0: any) if it is free. */
void sv_seat_person(sv_table *table, unsigned seat, const sv_user *user, const sv_window *window,
                    unsigned colour);
void sv_seat_bot(sv_table *table, unsigned seat, unsigned level, unsigned style);

/* Whether a game can be set up from the settings: a table that could never start is refused. */
SV_CHECKED bool sv_table_is_playable(sv_table *table, rec_error *error);

/* Writes a changed table and tells its watchers. */
SV_CHECKED bool sv_save_and_announce(sv_core *core, sv_table *table, rec_error *error);

/* Starts the game of a table whose shuffle is decided, and tells its players who are not there:
 * "your-turn" or, unless they are told by the caller, "game-begins". If it cannot, the turn is
 * aborted. */
SV_CHECKED bool sv_start_table(sv_core *core, sv_table *table, bool told, rec_error *error);

#endif
