/*
 * Statements on their way to PostgreSQL, in libpq's pipeline mode: they are sent one after the
 * other without waiting, and their results are taken when somebody needs one of them. So the writes
 * of a turn and its commit cost one round trip.
 *
 * When a statement fails, PostgreSQL skips all that follow it up to a sync: the pipe remembers the
 * first failure, and the transaction must be rolled back.
 *
 * Nothing waits without a time limit. How it waits is up to the caller (sv_waiter): a server that
 * has a loop lets it run meanwhile.
 */
#ifndef ELEKTRO_SERVER_POSTGRES_PIPE_H
#define ELEKTRO_SERVER_POSTGRES_PIPE_H

#include <libpq-fe.h>

#include "db.h"

enum { SV_PG_SENT_MAX = 256 };

/* What was sent. */
enum sv_pg_sent {
    SV_PG_PREPARE,
    SV_PG_STATEMENT,
    SV_PG_ONE_ROW, /* a statement without RETURNING that must write one row: otherwise it fails with
                      "conflict" */
    SV_PG_HINT,    /* a statement whose failure is only logged */
    SV_PG_SYNC
};

typedef struct sv_pg_pipe {
    PGconn *connection; /* NULL: none */
    sv_waiter waiter;
    unsigned seconds; /* that an answer may take */
    unsigned count;   /* of sent */
    size_t unsynced;  /* bytes that were sent since the last sync, about */
    struct {
        uint8_t what;      /* enum sv_pg_sent */
        uint8_t statement; /* that was prepared */
    } sent[SV_PG_SENT_MAX];
    const char *prepared[SV_STATEMENTS_MAX]; /* by the number in their name; NULL: free */
    bool failed;                             /* and the transaction with it */
    rec_error why;
} sv_pg_pipe;

/* Each returns false if the session is lost. */

/* Sends a statement, and before it whatever is needed to prepare it. */
SV_CHECKED bool sv_pg_send(sv_pg_pipe *pipe, enum sv_pg_sent what, const sv_query *query);
/* Sends one that has no parameters, and is not prepared. */
SV_CHECKED bool sv_pg_send_plain(sv_pg_pipe *pipe, const char *sql);
/* Ends what PostgreSQL skips after a failure; without a transaction it commits. Takes no results.
 */
SV_CHECKED bool sv_pg_sync(sv_pg_pipe *pipe);
/* Takes all results that are still to come. *last, to be cleared, is that of the last statement, if
 * it did not fail; NULL. */
SV_CHECKED bool sv_pg_collect(sv_pg_pipe *pipe, PGresult **last);
/* Leaves the pipeline mode, for a script. */
SV_CHECKED bool sv_pg_leave(sv_pg_pipe *pipe);

#endif
