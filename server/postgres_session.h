/*
 * Sessions with PostgreSQL, none of which can hang: a connection and every answer has a time limit,
 * so that a backend that is frozen, or a network that swallows packets, costs the limit and no
 * more.
 *
 * A session of a server holds an advisory lock, which the servers of a site share. It excludes
 * tools that need the database for themselves, and servers of releases that share it with nobody.
 * The lock ends with the session. A server that lost its session opens the next one in a thread,
 * because even looking up the name of a host may take long.
 */
#ifndef ELEKTRO_SERVER_POSTGRES_SESSION_H
#define ELEKTRO_SERVER_POSTGRES_SESSION_H

#include <libpq-fe.h>

#include "db.h"

enum { SV_PG_NAME_MAX = 24 };

/* How a session has the database. */
enum sv_pg_hold {
    SV_PG_BESIDE, /* as a tool, beside whatever is there */
    SV_PG_SHARED, /* as one of several servers */
    SV_PG_ALONE   /* no server is there */
};

/* What a session needs. */
typedef struct sv_pg_terms {
    char *url;
    unsigned seconds; /* that an answer may take */
    uint8_t hold;     /* enum sv_pg_hold */
    int former;       /* the process of the session before, which may still hold locks; 0 */
    char former_name[SV_PG_NAME_MAX]; /* of that session */
    char name[SV_PG_NAME_MAX];        /* of the session, as PostgreSQL lists it */
} sv_pg_terms;

/* Opens a session and gives it a name; NULL with an error, whose text is for the operator. */
PGconn *sv_pg_open(sv_pg_terms *terms, rec_error *error);
enum sv_pg_lock { SV_PG_LOCKED, SV_PG_TAKEN, SV_PG_FAILED };
/* Takes the lock of terms->hold; error says if another session has one that excludes it, or if the
 * database failed. */
enum sv_pg_lock sv_pg_lock(PGconn *connection, const sv_pg_terms *terms, rec_error *error);

/* The last result of what was sent, outside of a pipeline; NULL if it has not come within so many
 * seconds or the connection broke. Then the connection is of no use any more. The thread waits. */
PGresult *sv_pg_await(PGconn *connection, unsigned seconds);

/* When an answer is too late. PostgreSQL gives up the statement a little earlier, so that the
 * session survives. */
int64_t sv_pg_deadline(unsigned seconds);
/* Waits by poll(): the thread does nothing else meanwhile. */
extern const sv_waiter sv_pg_poll;
/* Sends what libpq has kept back. Answers are taken meanwhile, or both ends might wait. */
bool sv_pg_flush(PGconn *connection, const sv_waiter *waiter, int64_t deadline);
/* Waits until PQgetResult does not block. Both return false if it has taken too long, or if the
 * connection broke. */
bool sv_pg_arrived(PGconn *connection, const sv_waiter *waiter, int64_t deadline);
/* Logs the first line of what libpq or PostgreSQL says. */
void sv_pg_log(const char *what, const char *text);

/* An attempt to open a session in a thread. */
typedef struct sv_pg_attempt sv_pg_attempt;
/* NULL if no thread can be started. */
sv_pg_attempt *sv_pg_begin(const sv_pg_terms *terms);
/* Whether it has ended: then *connection is the session or NULL, name gets the name of the session,
 * and the attempt is freed. */
bool sv_pg_end(sv_pg_attempt *attempt, PGconn **connection, char name[SV_PG_NAME_MAX]);
/* Does not wait for it: what it opens is closed. */
void sv_pg_abandon(sv_pg_attempt *attempt);

#endif
