/*
 * Several servers on one database: its nodes. Any of them answers any request, and any may die at
 * any moment; what they know of each other is in the database. docs/nodes.md describes how they
 * work together, and why that is safe.
 *
 * A node says once a second that it is there. One that has been silent for SV_SILENT_MS is given up
 * by the others: who is connected to it, and what it was to do by itself, is theirs then. If it
 * comes back, it joins again.
 *
 * All nodes go by the clock of the database: their own may differ, or jump.
 */
#ifndef ELEKTRO_SERVER_NODES_H
#define ELEKTRO_SERVER_NODES_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

enum {
    SV_SILENT_MS = 10000,
    SV_NEWS_KEPT_MS = 600000, /* that news are kept */
    SV_NEWS_AWAY_MS = 300000  /* after which a node does not rely on them */
};

typedef struct sv_core sv_core;

/* What a node knows of the others. */
typedef struct sv_nodes_state {
    unsigned count;     /* of nodes, this one included */
    int64_t ahead;      /* the clock of the database, compared with sv_milliseconds */
    int64_t seen;       /* when it last said that it is there, in sv_milliseconds */
    int64_t heard;      /* when it last read the news, likewise */
    int64_t trimmed;    /* when it last deleted old news, likewise */
    bool turn_failed;   /* since the last heartbeat */
    sv_news_place news; /* how far the news are known */
} sv_nodes_state;

/* Joins the nodes of a shared store; does nothing for one that is not shared. */
__attribute__((warn_unused_result)) bool sv_nodes_join(sv_core *core, rec_error *error);
void sv_nodes_leave(sv_core *core);
/* The secret by which all of them hash what they limit: the first one writes it. */
__attribute__((warn_unused_result)) bool sv_nodes_share_secret(sv_core *core, rec_error *error);
/* Once a second. */
__attribute__((warn_unused_result)) bool sv_nodes_tick(sv_core *core, rec_error *error);
/* The time of the database; without other nodes, that of the core's clock. */
int64_t sv_nodes_time(const sv_core *core);
/* By how much the clock of the database is ahead of sv_milliseconds, from what is known of it, and
 * from the time it told between two moments. */
int64_t sv_nodes_ahead(int64_t known, int64_t now, int64_t before, int64_t after);

#endif
