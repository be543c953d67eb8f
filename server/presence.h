/*
 * Who is connected to a table: to this server, as its watchers, or to another one that shares the
 * store. Each server writes down once a second which users are connected to it; the others read
 * that when they read the table, and when news say that it has changed (news.h). They remember the
 * players; of the others they ask the store when somebody wants to know.
 */
#ifndef ELEKTRO_SERVER_PRESENCE_H
#define ELEKTRO_SERVER_PRESENCE_H

#include "table.h"

typedef struct sv_core sv_core;

/* Whether the player at a seat is connected. */
bool sv_is_here(const sv_table *table, unsigned seat);

/* Reads who is connected to other servers; in a store that is not shared nobody is. */
SV_CHECKED bool sv_presence_read(sv_core *core, sv_table *table, rec_error *error);
/* The same for a table that may be in memory, which is announced if it has watchers. */
SV_CHECKED bool sv_presence_changed(sv_core *core, const char *code, rec_error *error);

/* Once a second: writes down who has come and gone. */
SV_CHECKED bool sv_presence_save(sv_core *core, rec_error *error);
/* A table is taken out of memory: nobody is connected there any more. */
void sv_presence_leave(sv_core *core, const sv_table *table);
/* What is stored is not known: the turn was rolled back, or the others have forgotten this server.
 */
void sv_presence_forget(sv_core *core);

#endif
