/*
 * Quick pairing: people say at which pace and with how many others they want to play, wait in a
 * queue, and find themselves at a table whose game has begun.
 *
 * The queue is in the store (store_waiting.h), not in connections: a page may be closed, a server
 * may be killed. Once a second one of the servers makes tables for those who fit together
 * (match.h): the table, its players and the ends of their entries are one transaction, so nobody is
 * ever at two tables or lost from the queue.
 *
 * An entry for a game in one sitting is dropped when its person has had no connection for two
 * minutes and has neither a webhook nor a browser with notices by which they can be called. Each
 * server notes who is connected to it.
 */
#ifndef ELEKTRO_SERVER_PAIRING_H
#define ELEKTRO_SERVER_PAIRING_H

#include "dispatch.h"
#include "pairing/store_waiting.h"

enum {
    SV_PAIRING_AWAY_MS = 120000, /* without a connection */
    SV_PAIRING_SEEN_MS = 30000,  /* after which a connection is noted again */
    SV_PAIRING_TELL_MS = 2000 /* from telling those who wait how many they are to the next time */
};

/* How many wait, by pace and by the number of players they want; 0: any number. */
typedef struct sv_waiting_counts {
    unsigned of[SV_PAIR_PACES][EK_SEATS + 1];
} sv_waiting_counts;

/* What this server remembers from one second to the next. */
typedef struct sv_pairing {
    sv_waiting_counts told; /* to those who wait */
    int64_t told_at;
} sv_pairing;

/* Once a second. */
void sv_pairing_tick(sv_core *core);

/* Whether a user plays with other people, at a table with a clock for one sitting. */
SV_CHECKED bool sv_plays_live(sv_core *core, int64_t person, bool *plays, rec_error *error);

/* Who waits, and the entry of one person; row NULL: there is none. */
json_t *sv_pairing_json(int64_t now, const sv_waiting_counts *counts, const sv_waiting_row *row);

sv_handler sv_on_pair, sv_on_pair_state, sv_on_pair_cancel;

#endif
