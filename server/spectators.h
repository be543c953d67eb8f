/*
 * Spectators: who watches a table without a seat, and what its host can do about them.
 *
 * The host can remove a spectator, who then can neither watch the table nor join it. Clients that
 * are not logged in have no name; the host removes all of them at once, as user 0. The host can
 * also switch off the chat of spectators.
 */
#ifndef ELEKTRO_SERVER_SPECTATORS_H
#define ELEKTRO_SERVER_SPECTATORS_H

#include "dispatch.h"
#include "table.h"

/* Whether the user of a request may see the game at a table: the host has not removed them. */
SV_CHECKED bool sv_may_watch(sv_call *call, sv_table *table);
/* Whether spectators may chat at a table. */
SV_CHECKED bool sv_spectators_may_chat(sv_call *call, sv_table *table);

/* Another server has changed who may watch a table, or chat there. */
SV_CHECKED bool sv_admission_changed(sv_core *core, const char *code, rec_error *error);

sv_handler sv_on_spectators, sv_on_remove_spectator, sv_on_spectator_chat;

#endif
