/*
 * Who is connected to a table: to this server, as its watchers, or to another one that shares the
 * store. Each server writes down once a second which users are connected to it; the others read
 * that when they load the table, and when news say that it has changed (news.h).
 */
#ifndef ELEKTRO_SERVER_PRESENCE_H
#define ELEKTRO_SERVER_PRESENCE_H

#include "table.h"

typedef struct sv_core sv_core;

/* Whether the player at a seat is connected. */
bool sv_is_here(const sv_table *table, unsigned seat);

/* Reads who is connected to other servers; in a store that is not shared nobody is. */
SV_CHECKED bool sv_presence_read(sv_core *core, sv_table *table, rec_error *error);
/* The same for tables that may be in memory, each named once. They are announced if it makes a
 * difference to their seats. */
SV_CHECKED bool sv_presence_changed(sv_core *core, const char *const *codes, unsigned count,
                                    rec_error *error);

/* Once a second: writes down who has come and gone. */
SV_CHECKED bool sv_presence_save(sv_core *core, rec_error *error);
/* A table is taken out of memory: nobody is connected there any more. */
void sv_presence_leave(sv_core *core, const sv_table *table);
/* A turn was rolled back: what it has written down may be stored or not. */
void sv_presence_take_back(sv_core *core, uint64_t turn);
/* Nothing is stored of this server: the others had given it up. */
void sv_presence_begin_anew(sv_core *core);

#endif
