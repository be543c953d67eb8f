/*
 * Analyses of games that have ended, made in the background once somebody asks.
 *
 * They wait in a queue that serves addresses and users in turn. One is made at a time, decision by
 * decision, on a thread that runs only while no other thread wants the processor. Before each
 * decision it also gives way to bots that search. What is done is stored and given to all who ask;
 * what is not done is lost at a restart, and begins anew when somebody asks again. Of servers that
 * share a store, the one that was asked first makes it; each has a queue and a thread of its own.
 *
 * Journals belong to the thread of the core, so the core lists what is to be assessed, in a copy of
 * the table that belongs to the analysis, and writes the report. The other thread only assesses.
 */
#ifndef ELEKTRO_SERVER_ANALYSE_H
#define ELEKTRO_SERVER_ANALYSE_H

#include "table.h"

/* Whose share of the analyses may be used up. */
enum sv_share { SV_SHARE_USER, SV_SHARE_ADDRESS, SV_SHARE_SERVER, SV_SHARE_QUEUE, SV_SHARES };

typedef struct sv_analysis_limits {
    /* Analyses in a day of one user, of one address (0: any number), and of the server (0: none).
     */
    unsigned day[SV_SHARE_QUEUE];
    unsigned waiting; /* analyses that wait or are being made */
    unsigned nodes;   /* playouts for each decision */
} sv_analysis_limits;

extern const sv_analysis_limits sv_analysis_limits_default;

typedef struct sv_asked sv_asked; /* an analysis that somebody has asked for */
typedef struct sv_core sv_core;

typedef struct sv_analyses {
    sv_analysis_limits limits;
    sv_fair queue;     /* those that wait */
    sv_asked *first;   /* in the order in which they were asked for */
    unsigned count;    /* of all, the current one included */
    sv_asked *current; /* is being made; NULL */
    int64_t kept;      /* when the rows of others were last deleted */
} sv_analyses;

/* Queues the analysis of a table's game, which in a shared store has been claimed. */
SV_CHECKED bool sv_analyses_add(sv_core *core, const sv_table *table, sv_owner owner,
                                rec_error *error);

/* How far an analysis is. */
typedef struct sv_progress {
    bool running;   /* it is being made */
    unsigned ahead; /* analyses that were asked for before it and are not done */
    unsigned done, of;
} sv_progress;
/* Whether the analysis of a game waits or is being made. */
bool sv_analyses_find(const sv_core *core, int64_t game, sv_progress *progress);
/* How many of a user, and of an address, wait or are being made. */
unsigned sv_analyses_of_user(const sv_core *core, sv_owner owner);
unsigned sv_analyses_of_address(const sv_core *core, sv_owner owner);

/* Begins the next analysis, or the next decision of the current one; to be called in every turn. */
void sv_analyses_run(sv_core *core);

/* Once a second: the other servers of a shared store can tell how far they are. */
SV_CHECKED bool sv_analyses_tick(sv_core *core, rec_error *error);

/* Pushes to the watchers of a table how far its analysis is. */
void sv_analysis_tell(sv_core *core, const char *code, const json_t *push);

/* Gives up all of them: the server stops, or the store was replaced. */
void sv_analyses_forget(sv_core *core);

#endif
