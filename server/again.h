/*
 * Tables in memory that other servers have changed: they are read again in their place, and their
 * watchers are told what is different.
 */
#ifndef ELEKTRO_SERVER_AGAIN_H
#define ELEKTRO_SERVER_AGAIN_H

#include "table.h"

typedef struct sv_core sv_core;

/* Notes that a table that may be in memory has this version now; 0: it is not known. */
void sv_table_note_version(sv_core *core, const char *code, int64_t version);
/* Any table in memory may be outdated. */
void sv_tables_doubt(sv_core *core);

/* Of tables with these codes, each named once, reads those again that are outdated and that
 * somebody watches, many with each query. The others are read when they are needed. False if the
 * store fails. */
SV_CHECKED bool sv_tables_read_again(sv_core *core, const char *const *codes, unsigned count,
                                     rec_error *error);
/* The same for all tables that are outdated. */
SV_CHECKED bool sv_tables_read_watched(sv_core *core, rec_error *error);
/* The same for one table. It may be lost (table_cache.h): then it is not in memory any more. */
SV_CHECKED bool sv_table_read_again(sv_core *core, sv_table *table, rec_error *error);

/* Puts a table that was read in the place of the one in memory, which it frees; its watchers stay.
 */
void sv_table_replace(sv_table *table, sv_table *fresh);

#endif
