/*
 * PostgreSQL as the database. Several servers may work on it: their sessions hold an advisory lock
 * together, which excludes tools and older releases (postgres_session.h). A commit returns after
 * the server has synced its log (synchronous_commit is set on for the session, whatever the
 * server's own setting).
 *
 * What libpq and PostgreSQL say may name hosts, users and tables: it goes to the log, and never
 * into an error that a client gets.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db.h"
#include "errors.h"
#include "log.h"
#include "measure.h"
#include "postgres_pipe.h"
#include "postgres_session.h"

enum { MIGRATION_SECONDS = 24 * 60 * 60, HEARD_MAX = 64 };

#define MIGRATION "19540956243325552" /* of the advisory locks */
#define DEADLOCK  "40P01"             /* what PostgreSQL calls it */

typedef struct postgres_db {
    sv_db db;
    sv_pg_terms terms;
    sv_pg_pipe pipe; /* without a connection: the session is lost */
    bool in_transaction;
    bool changed;               /* for sv_db.changed */
    bool notified;              /* for sv_db.notified */
    bool reopened;              /* for sv_db.reopened */
    bool tells;                 /* the transaction has news for the other servers */
    PGnotify *heard[HEARD_MAX]; /* what they have said, as a ring; for sv_db.heard */
    unsigned heard_first, heard_count;
    bool ended;             /* PostgreSQL said that the session is over */
    int64_t looked;         /* when changed last said yes, in seconds */
    sv_pg_attempt *attempt; /* to get the session back; NULL */
    int64_t tried;          /* when the last one began, in seconds */
} postgres_db;

static postgres_db *of(sv_db *db)
{
    return (postgres_db *)db;
}

/* -------------------------------------------------------------------------------------- sessions
 */

static bool unreachable(rec_error *error)
{
    return sv_fail(error, SV_ERROR_STORAGE, "The database cannot be reached: nothing was saved.");
}

/* The waiter must stop watching the socket before it is closed. */
static void finish(const sv_pg_pipe *pipe)
{
    if (pipe->connection && pipe->waiter.forget)
        pipe->waiter.forget(pipe->waiter.data);
    PQfinish(pipe->connection);
}

/* Gives the session up. PostgreSQL may not have noticed yet that it is over. */
static void lose(postgres_db *p, const char *why)
{
    sv_pg_pipe *pipe = &p->pipe;
    sv_pg_log("the database session is lost", why);
    p->terms.former = PQbackendPID(pipe->connection);
    memcpy(p->terms.former_name, p->terms.name, sizeof p->terms.name);
    finish(pipe);
    *pipe = (sv_pg_pipe){.waiter = pipe->waiter, .seconds = pipe->seconds};
    p->changed = p->notified = false; /* the next session begins with both */
}

/* PostgreSQL ends a session that is idle with a message that libpq takes for a notice. */
static void note_fatal(void *data, const PGresult *result)
{
    postgres_db *p = data;
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (!severity || strcmp(severity, "FATAL") != 0)
        return;
    sv_pg_log("the database ended the session", PQresultErrorMessage(result));
    p->ended = true;
}

static void take_session(postgres_db *p, PGconn *connection)
{
    p->pipe.connection = connection;
    p->changed = p->notified = true;
    p->ended = false;
    PQsetNoticeReceiver(connection, note_fatal, p);
}

/* Whether there is a session. A lost one is opened again in a thread, which begins once a second at
 * most. */
static bool ensure_session(postgres_db *p)
{
    PGconn *connection;
    if (p->pipe.connection)
        return true;
    if (p->attempt && sv_pg_end(p->attempt, &connection, p->terms.name)) {
        p->attempt = NULL;
        if (connection) {
            sv_log("warning", "the database session is back", NULL);
            p->reopened = true;
            take_session(p, connection);
        }
    } else if (!p->attempt && sv_seconds() != p->tried) {
        p->tried = sv_seconds();
        p->attempt = sv_pg_begin(&p->terms);
    }
    return p->pipe.connection != NULL;
}

static void keep_heard(postgres_db *p, PGnotify *notice)
{
    if (p->heard_count < HEARD_MAX) {
        p->heard[(p->heard_first + p->heard_count++) % HEARD_MAX] = notice;
        return;
    }
    sv_log("warning", "messages of other servers about limits were dropped", NULL);
    PQfreemem(notice);
}

static bool heard(sv_db *db, char text[SV_SAID_MAX])
{
    postgres_db *p = of(db);
    if (p->heard_count == 0)
        return false;
    PGnotify *notice = p->heard[p->heard_first];
    snprintf(text, SV_SAID_MAX, "%s", notice->extra);
    PQfreemem(notice);
    p->heard_first = (p->heard_first + 1) % HEARD_MAX;
    p->heard_count--;
    return true;
}

/* A server also gets its own messages and news, which it leaves out. */
static void take_notice(postgres_db *p, PGnotify *notice)
{
    const bool own = notice->be_pid == PQbackendPID(p->pipe.connection);
    if (strcmp(notice->relname, "elektro_limits") == 0 && !own) {
        keep_heard(p, notice);
        return;
    }
    if (strcmp(notice->relname, "elektro_admin") == 0)
        p->changed = true;
    else if (strcmp(notice->relname, "elektro_news") == 0 && !own)
        p->notified = true;
    PQfreemem(notice);
}

static void take_notices(postgres_db *p)
{
    for (PGnotify *notice; (notice = PQnotifies(p->pipe.connection));)
        take_notice(p, notice);
}

/* Loses the session unless all went well. */
static bool reached(postgres_db *p, bool ok, rec_error *error)
{
    PGconn *connection = p->pipe.connection;
    if (ok)
        return true;
    lose(p,
         PQstatus(connection) == CONNECTION_OK ? "no answer in time" : PQerrorMessage(connection));
    return unreachable(error);
}

/* Between transactions: the answers that nobody has waited for. */
static bool take_answers(postgres_db *p)
{
    PGresult *last;
    rec_error ignored;
    if (p->in_transaction || p->pipe.count == 0)
        return true;
    if (!reached(p, sv_pg_collect(&p->pipe, &last), &ignored))
        return false;
    PQclear(last);
    return true;
}

/* A session that ends while nothing is asked says why, or its socket is closed. Notices may have
 * come with earlier answers. */
static bool alive(sv_db *db)
{
    postgres_db *p = of(db);
    struct pollfd fd = {.events = POLLIN};
    if (!ensure_session(p) || !take_answers(p))
        return false;
    fd.fd = PQsocket(p->pipe.connection);
    const bool ready = poll(&fd, 1, 0) != 0;
    const bool read = !ready || PQconsumeInput(p->pipe.connection);
    take_notices(p);
    if (!ready)
        return true;
    if (!read || PQstatus(p->pipe.connection) != CONNECTION_OK || p->ended)
        lose(p, PQerrorMessage(p->pipe.connection));
    return p->pipe.connection != NULL;
}

/* The admin tool gives notice. Other programs, such as pg_restore, do not: so the answer is yes
 * once a second. */
static bool changed(sv_db *db)
{
    postgres_db *p = of(db);
    if (!alive(db) || (!p->changed && p->looked == sv_seconds()))
        return false;
    p->changed = false;
    p->looked = sv_seconds();
    return true;
}

static bool reopened(sv_db *db)
{
    postgres_db *p = of(db);
    const bool was = p->reopened;
    p->reopened = false;
    return was;
}

/* Notices that have come with answers make no socket ready, and libpq keeps those that come after
 * an answer until somebody takes it. */
static bool has_news(sv_db *db)
{
    postgres_db *p = of(db);
    if (p->pipe.connection)
        take_notices(p);
    return p->notified || p->changed || p->pipe.count > 0;
}

static bool notified(sv_db *db)
{
    postgres_db *p = of(db);
    const bool was = p->notified;
    p->notified = false;
    return was;
}

/* ------------------------------------------------------------------------------------ statements
 */

/* A script has several statements, which a pipeline does not take. Fails with "conflict" if
 * PostgreSQL ended it because it and another session waited for each other. */
static bool command(postgres_db *p, const char *sql, unsigned limit, rec_error *error)
{
    if (!p->pipe.connection)
        return unreachable(error);
    PGresult *result = sv_pg_leave(&p->pipe) && PQsendQuery(p->pipe.connection, sql)
                           ? sv_pg_await(p->pipe.connection, limit)
                           : NULL;
    const ExecStatusType status = PQresultStatus(result);
    const bool ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!reached(p, result != NULL, error))
        return false;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const bool deadlock = state && strcmp(state, DEADLOCK) == 0;
    if (!ok)
        sv_pg_log("the database failed", PQresultErrorMessage(result));
    PQclear(result);
    if (deadlock)
        return sv_fail_conflict(error);
    return ok || sv_fail(error, SV_ERROR_STORAGE, "The database failed: nothing was saved.");
}

/* A migration may take long, and runs before there is a loop. Its end restores the time limit; in a
 * transaction that failed, the rollback does. */
static bool script(sv_db *db, const char *sql, rec_error *error)
{
    postgres_db *p = of(db);
    char limit[64];
    snprintf(limit, sizeof limit, "SET statement_timeout = %u", p->terms.seconds * 1000);
    return command(p, "SET statement_timeout = 0", p->terms.seconds, error) &&
           command(p, sql, MIGRATION_SECONDS, error) && command(p, limit, p->terms.seconds, error);
}

/* Does not begin within a transaction whose session was lost: its first part is lost, so the rest
 * must fail too. */
static bool begin(sv_db *db, rec_error *error)
{
    postgres_db *p = of(db);
    p->pipe.failed = p->tells = false;
    p->in_transaction = ensure_session(p) ? reached(p, sv_pg_send_plain(&p->pipe, "BEGIN"), error)
                                          : unreachable(error);
    return p->in_transaction;
}

static void rollback(sv_db *db)
{
    postgres_db *p = of(db);
    PGresult *last = NULL;
    rec_error ignored;
    const bool open = p->in_transaction && p->pipe.connection;
    p->in_transaction = false;
    if (open && reached(p,
                        sv_pg_sync(&p->pipe) && sv_pg_send_plain(&p->pipe, "ROLLBACK") &&
                            sv_pg_sync(&p->pipe) && sv_pg_collect(&p->pipe, &last),
                        &ignored))
        PQclear(last);
    p->pipe.failed = false;
}

static bool failed(const sv_pg_pipe *pipe, rec_error *error)
{
    *error = pipe->why;
    return false;
}

/* The admin tool tells the servers with its commit. */
static bool send_commit(postgres_db *p, PGresult **result)
{
    return (p->terms.hold == SV_PG_SHARED || sv_pg_send_plain(&p->pipe, "NOTIFY elektro_admin")) &&
           sv_pg_send_plain(&p->pipe, "COMMIT") && sv_pg_sync(&p->pipe) &&
           sv_pg_collect(&p->pipe, result);
}

/* A server has written news (news.h) and tells the others after its commit, in a transaction that
 * writes nothing: PostgreSQL lets those that notify commit one after the other, and none should
 * wait for the disk of the one before. The turn does not wait for the answer: the next look at the
 * session takes it (alive). */
static void tell_others(postgres_db *p, bool committed)
{
    static const char notify[] = "NOTIFY elektro_news";
    rec_error ignored;
    const bool tells = committed && p->tells;
    p->tells = false;
    if (tells)
        (void)reached(
            p, sv_pg_send(&p->pipe, SV_PG_HINT, &(sv_query){.sql = notify}) && sv_pg_sync(&p->pipe),
            &ignored);
}

/* PostgreSQL answers COMMIT with ROLLBACK if something in the transaction has failed. */
static bool is_committed(const PGresult *result)
{
    return result && strcmp(PQcmdStatus((PGresult *)result), "COMMIT") == 0;
}

static bool commit(sv_db *db, rec_error *error)
{
    postgres_db *p = of(db);
    PGresult *result;
    bool ok = false;
    if (!p->pipe.connection) {
        p->in_transaction = false;
        return unreachable(error);
    }
    if (p->pipe.failed) {
        failed(&p->pipe, error);
        rollback(db);
        return false;
    }
    if (!reached(p, send_commit(p, &result), error)) {
        p->in_transaction = false;
        return sv_fail(error, SV_ERROR_STORAGE,
                       "The database does not answer. It may have been saved or not: try again.");
    }
    if (p->pipe.failed)
        failed(&p->pipe, error);
    else if (!is_committed(result))
        sv_fail(error, SV_ERROR_STORAGE,
                "The database rolled the transaction back: nothing was saved.");
    else
        ok = true;
    PQclear(result);
    if (!ok)
        rollback(db);
    p->in_transaction = false;
    tell_others(p, ok);
    return ok;
}

static void tell(sv_db *db)
{
    of(db)->tells = true;
}

static void say(sv_db *db, const char *text)
{
    postgres_db *p = of(db);
    rec_error ignored;
    const sv_value parameter[] = {sv_text(text)};
    const sv_query q = {
        .sql = "SELECT pg_notify('elektro_limits', $1)", .parameter = parameter, .parameters = 1};
    if (p->pipe.connection && !p->in_transaction)
        (void)reached(p, sv_pg_send(&p->pipe, SV_PG_HINT, &q) && sv_pg_sync(&p->pipe), &ignored);
}

static void give_rows(const PGresult *result, const sv_query *q)
{
    sv_value column[SV_COLUMNS_MAX];
    for (int row = 0; row < PQntuples(result); row++) {
        for (int i = 0; i < SV_COLUMNS_MAX && q->columns[i]; i++) {
            const bool null = PQgetisnull(result, row, i) == 1;
            const char *text = null ? NULL : PQgetvalue(result, row, i);
            if (q->columns[i] == 't')
                column[i] = sv_text(text);
            else
                column[i] = (sv_value){.number = text ? strtoll(text, NULL, 10) : 0, .null = null};
        }
        q->row(q->data, column);
    }
}

/* Without a transaction a sync commits the statement. In one, PostgreSQL takes the session for idle
 * only after a sync: without it, what a server that stands still has claimed would stay claimed. */
static bool send_and_collect(postgres_db *p, const sv_query *q, PGresult **result)
{
    sv_pg_pipe *pipe = &p->pipe;
    return sv_pg_send(pipe, q->one_row ? SV_PG_ONE_ROW : SV_PG_STATEMENT, q) && sv_pg_sync(pipe) &&
           sv_pg_collect(pipe, result);
}

static bool run(sv_db *db, sv_query *q, rec_error *error)
{
    postgres_db *p = of(db);
    PGresult *result;
    if (p->in_transaction ? !p->pipe.connection : !ensure_session(p))
        return unreachable(error);
    if (!p->in_transaction)
        p->pipe.failed = false;
    if (p->pipe.failed)
        return failed(&p->pipe, error);
    if (q->later && p->in_transaction)
        return reached(p, sv_pg_send(&p->pipe, q->one_row ? SV_PG_ONE_ROW : SV_PG_STATEMENT, q),
                       error);
    if (!reached(p, send_and_collect(p, q, &result), error))
        return false;
    q->changed = result ? strtoll(PQcmdTuples(result), NULL, 10) : 0;
    if (result && !p->pipe.failed && q->columns)
        give_rows(result, q);
    PQclear(result);
    return !p->pipe.failed || failed(&p->pipe, error);
}

static void wait_with(sv_db *db, const sv_waiter *waiter)
{
    of(db)->pipe.waiter = *waiter;
}

static int socket_of(const sv_db *db)
{
    const PGconn *connection = ((const postgres_db *)db)->pipe.connection;
    return connection ? PQsocket(connection) : -1;
}

static void close_db(sv_db *db)
{
    postgres_db *p = of(db);
    if (p->attempt)
        sv_pg_abandon(p->attempt);
    finish(&p->pipe);
    for (; p->heard_count > 0; p->heard_count--)
        PQfreemem(p->heard[p->heard_first++ % HEARD_MAX]);
    free(p->terms.url);
    free(p);
}

sv_db *sv_db_postgres(const char *url, unsigned timeout, rec_error *error)
{
    postgres_db *p = calloc(1, sizeof *p);
    if (!p)
        return sv_fail_memory(error), NULL;
    p->db = (sv_db){.begin = begin,
                    .commit = commit,
                    .rollback = rollback,
                    .run = run,
                    .script = script,
                    .alive = alive,
                    .changed = changed,
                    .notified = notified,
                    .has_news = has_news,
                    .reopened = reopened,
                    .tell = tell,
                    .say = say,
                    .heard = heard,
                    .close = close_db,
                    .wait_with = wait_with,
                    .socket = socket_of,
                    .clustered = "",
                    .arrays = true};
    p->terms = (sv_pg_terms){.url = strdup(url), .seconds = timeout};
    p->pipe = (sv_pg_pipe){.waiter = sv_pg_poll, .seconds = timeout};
    PGconn *connection = p->terms.url ? sv_pg_open(&p->terms, error) : NULL;
    if (connection) {
        take_session(p, connection);
        return &p->db;
    }
    if (!p->terms.url)
        sv_fail_memory(error);
    close_db(&p->db);
    return NULL;
}

/* Takes the lock, for which it waits so many seconds. */
static bool hold(postgres_db *p, enum sv_pg_hold how, unsigned wait, rec_error *error)
{
    const struct timespec moment = {.tv_nsec = 100000000};
    sv_pg_terms terms = p->terms;
    terms.hold = (uint8_t)how;
    if (!reached(p, sv_pg_leave(&p->pipe), error))
        return false;
    enum sv_pg_lock lock = sv_pg_lock(p->pipe.connection, &terms, error);
    for (unsigned i = 0; i < wait * 10 && lock == SV_PG_TAKEN; i++) {
        nanosleep(&moment, NULL);
        lock = sv_pg_lock(p->pipe.connection, &terms, error);
    }
    return lock == SV_PG_LOCKED;
}

bool sv_db_postgres_share(sv_db *db, unsigned wait, rec_error *error)
{
    postgres_db *p = of(db);
    if (!hold(p, SV_PG_SHARED, wait, error))
        return false;
    p->terms.hold = SV_PG_SHARED;
    db->shared = true;
    db->alone = "SELECT pg_advisory_lock(" MIGRATION ")";
    db->together = "SELECT pg_advisory_unlock(" MIGRATION ")";
    return true;
}

bool sv_db_postgres_lock(sv_db *db, rec_error *error)
{
    return hold(of(db), SV_PG_ALONE, 0, error);
}
