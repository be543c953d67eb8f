/*
 * Notices on their way to webhooks.
 *
 * A notice is a row of the store, written in the transaction of the move or the clock that caused
 * it, and a job for the threads that post it, which is queued when that transaction is committed.
 * When the job is over, a later turn deletes the row: the notice was sent, or it is lost and its
 * user is told.
 *
 * A server that dies leaves its rows behind. The row says which server sends the notice and until
 * when nobody else may: this is the lease. A server prolongs the leases of what it has in hand.
 * Once a second every server takes over rows whose leases have run out; those of a server that was
 * given up (nodes.h) or has stopped are free at once. A store that is not shared has one server,
 * with another number after each start, so that whatever its predecessors left is free, too.
 *
 * So a notice is sent at least once, and twice if a server dies, or loses the database, after the
 * post has begun and before the row is deleted. A server begins a post only while it knows that it
 * has the lease. A notice that
 * SV_NOTICE_TRIES servers have had without an outcome is lost; those that stopped, and left it to
 * the next one, do not count.
 */
#ifndef ELEKTRO_SERVER_NOTICE_H
#define ELEKTRO_SERVER_NOTICE_H

#include <stdatomic.h>

#include "store.h"

enum { SV_NOTICE_TRIES = 3 };

typedef struct sv_core sv_core;
typedef struct sv_config sv_config;
typedef struct sv_notice sv_notice;

typedef struct sv_notices {
    sv_notice *first;        /* all that this server has in hand, oldest first */
    bool changed;            /* this turn has written some of them */
    int64_t server;          /* its number in the rows */
    int64_t seen;            /* this turn has told the others that it is there; 0: it has not */
    _Atomic int64_t trusted; /* until then (sv_milliseconds) no other can have given it up */
    const sv_config *config; /* NULL: there are no webhooks */
} sv_notices;

/* When the server starts, and after the database was replaced. */
SV_CHECKED bool sv_notices_open(sv_core *core, rec_error *error);
/* After the threads have ended: notes what was sent, and leaves the others. */
void sv_notices_close(sv_core *core);

/* Writes a notice to a user about a table, and sends it after the commit; not within a minute of
 * another one about this table. It is lost if the webhook is left alone (backoff.h). */
void sv_notice_send(sv_core *core, const char *table, int64_t user, const sv_webhook *hook,
                    const char *body);
/* A user has set another webhook: what waits here for the one before is not sent. Other servers
 * find out when they prolong their leases. */
void sv_notices_cancel(sv_core *core, int64_t user);

/* Once a second. */
void sv_notices_tick(sv_core *core);
/* At the end of a turn: queues what was written, or forgets it if it was not committed. */
void sv_notices_end_turn(sv_core *core, bool committed);

#endif
