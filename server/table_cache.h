/*
 * The tables in memory, found by code, and the queue of those at which a bot or queued orders have
 * something to do.
 *
 * A table is read from the store when it is needed and forgotten when it was not used for
 * two minutes. Forgetting never loses anything: the store has all of it.
 */
#ifndef ELEKTRO_SERVER_TABLE_CACHE_H
#define ELEKTRO_SERVER_TABLE_CACHE_H

#include "claim.h"
#include "made.h"

enum { SV_TABLE_BUCKETS = 4096 };

typedef struct sv_core sv_core;

/* Games that were taken out of memory while players were stored as connected (presence.h). */
typedef struct sv_left {
    struct sv_left_game {
        int64_t id;
        char code[SV_CODE_MAX];
    } * game;
    unsigned count;
    unsigned cleared; /* of them, in the last turn that did so */
} sv_left;

typedef struct sv_tables {
    sv_table *bucket[SV_TABLE_BUCKETS];
    unsigned count;
    sv_table *to_tell; /* at the end of the turn */
    unsigned swept;    /* the bucket that the next sweep begins with */
    unsigned saved;    /* likewise for sv_presence_save */
    sv_fair queue;     /* tables at which a bot or queued orders have something to do */
    bool doubted;      /* watched tables may be outdated, and are still to be read again */
    sv_left left;
    sv_claims ahead;
    sv_made made;
} sv_tables;

/* The table with this code, from memory or the store. */
sv_table *sv_table_get(sv_core *core, const char *code, rec_error *error);
/* Whether sv_table_get failed because the table is not there, is damaged or was begun under other
 * rules: trying again will not help. Otherwise the store failed. */
bool sv_table_is_lost(const rec_error *error);
/* The table with this code if it is in memory; NULL. */
sv_table *sv_table_find(sv_core *core, const char *code);
/* Adds a new table. */
void sv_table_put(sv_core *core, sv_table *table);
/* Notes that the current turn changes a table. */
void sv_table_touch(sv_core *core, sv_table *table);

/* Takes a table, or all of them, out of memory; clients that watch are cut off. */
void sv_table_remove(sv_core *core, sv_table *table);
void sv_table_forget(sv_core *core, const char *code);
void sv_forget_tables(sv_core *core);
/* Forgets tables nobody has used for a while; looks at a part of the buckets each time. */
void sv_tables_sweep(sv_core *core);
/* Reads every table again that a turn changed which was rolled back, and tells its watchers. */
void sv_tables_reload(sv_core *core, uint64_t turn);

/* Queues a table if a bot or queued orders have something to do there. */
void sv_table_enqueue(sv_core *core, sv_table *table);
/* Takes the next table of the owner whose turn it is; NULL. */
sv_table *sv_table_dequeue(sv_core *core);

#endif
