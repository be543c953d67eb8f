/* The handlers of requests about tables and games, and what they share. Each answers the request
 * of its name (messages.json). */
#ifndef ELEKTRO_SERVER_REQUESTS_H
#define ELEKTRO_SERVER_REQUESTS_H

#include "dispatch.h"
#include "table.h"

/* The table a request names; sv_seated also finds the seat of the user who makes the request. NULL
 * and error if there is none. */
sv_table *sv_table_of_call(sv_call *call);
/* After a claim that failed (claim.h), and before anything was written: if another server has
 * the table just now, the request is tried again. Returns false. */
bool sv_wait_for_claim(sv_call *call);
/* In a shared store: until the end of the turn no other server changes what belongs to the user of
 * a request alone. Two that change rows of several users would else wait for each other in a
 * circle, and what they count would not be what there is. False: there is an error, or another
 * server has the user just now and the request is tried again. */
SV_CHECKED bool sv_claim_user(sv_call *call);
sv_table *sv_seated(sv_call *call, unsigned *seat);
/* The same if its game is running. */
sv_table *sv_playing(sv_call *call, unsigned *seat);

/* Empties a seat of an open table. If it was the host's, another player becomes the host; a table
 * without players is closed. */
void sv_vacate(sv_table *table, unsigned seat);

/* Saves a changed table, tells its watchers and makes the reply. */
json_t *sv_save_and_tell(sv_call *call, sv_table *table);

/* Whether seats and seals can be changed: not once the start was asked for. */
SV_CHECKED bool sv_seats_are_open(const sv_table *table, rec_error *error);

/* Starts the game of a table whose shuffle is decided. */
json_t *sv_start_game(sv_call *call, sv_table *table);

sv_handler sv_on_hello, sv_on_lobby, sv_on_mine, sv_on_history, sv_on_table_new, sv_on_table;
sv_handler sv_on_join, sv_on_leave, sv_on_come_back, sv_on_add_bot, sv_on_clear_seat, sv_on_ready;
sv_handler sv_on_call_bot, sv_on_start, sv_on_rematch, sv_on_agree_end;
sv_handler sv_on_watch, sv_on_unwatch, sv_on_position, sv_on_moves, sv_on_decision;
sv_handler sv_on_orders, sv_on_record, sv_on_times, sv_on_webhook, sv_on_webhook_state;
sv_handler sv_on_seal, sv_on_reveal, sv_on_analyse, sv_on_clock_window, sv_on_clock_window_state;

#endif
