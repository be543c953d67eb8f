/*
 * PostgreSQL as the database. One server at a time works on it: its session holds an advisory lock
 * (postgres_session.h). A commit returns after the server has synced its log (synchronous_commit is
 * set on for the session, whatever the server's own setting).
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
#include "postgres_session.h"

enum { NUMBER_TEXT = 24, MIGRATION_SECONDS = 24 * 60 * 60 };

typedef struct postgres_db {
    sv_db db;
    sv_pg_terms terms;
    PGconn *connection; /* NULL: the session is lost */
    const char *prepared[SV_STATEMENTS_MAX];
    unsigned count;
    bool in_transaction;
    bool changed;           /* for sv_db.changed */
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

static void note_text(const char *what, const char *text)
{
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    sv_log("error", what, "text", line, NULL);
}

/* Gives the session up. PostgreSQL may not have noticed yet that it is over. */
static void lose(postgres_db *p, const char *why)
{
    note_text("the database session is lost", why);
    p->terms.former = PQbackendPID(p->connection);
    memcpy(p->terms.former_name, p->terms.name, sizeof p->terms.name);
    PQfinish(p->connection);
    p->connection = NULL;
    p->count = 0;
}

/* PostgreSQL ends a session that is idle with a message that libpq takes for a notice. */
static void note_fatal(void *data, const PGresult *result)
{
    postgres_db *p = data;
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (!severity || strcmp(severity, "FATAL") != 0)
        return;
    note_text("the database ended the session", PQresultErrorMessage(result));
    p->ended = true;
}

static void take_session(postgres_db *p, PGconn *connection)
{
    p->connection = connection;
    p->changed = true;
    p->ended = false;
    PQsetNoticeReceiver(connection, note_fatal, p);
}

/* Whether there is a session. A lost one is opened again in a thread, which begins once a second at
 * most. */
static bool ensure_session(postgres_db *p)
{
    PGconn *connection;
    if (p->connection)
        return true;
    if (p->attempt && sv_pg_end(p->attempt, &connection, p->terms.name)) {
        p->attempt = NULL;
        if (connection) {
            sv_log("warning", "the database session is back", NULL);
            take_session(p, connection);
        }
    } else if (!p->attempt && sv_seconds() != p->tried) {
        p->tried = sv_seconds();
        p->attempt = sv_pg_begin(&p->terms);
    }
    return p->connection != NULL;
}

/* A session that ends while nothing is asked says why, or its socket is closed. */
static bool alive(sv_db *db)
{
    postgres_db *p = of(db);
    struct pollfd fd = {.events = POLLIN};
    PGnotify *notice;
    if (!ensure_session(p))
        return false;
    fd.fd = PQsocket(p->connection);
    if (poll(&fd, 1, 0) == 0)
        return true;
    const bool read = PQconsumeInput(p->connection);
    while ((notice = PQnotifies(p->connection))) {
        p->changed = true;
        PQfreemem(notice);
    }
    if (!read || PQstatus(p->connection) != CONNECTION_OK || p->ended)
        lose(p, PQerrorMessage(p->connection));
    return p->connection != NULL;
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

/* ------------------------------------------------------------------------------------ statements
 */

/* The result of what was sent; NULL: the session is lost. */
static PGresult *await(postgres_db *p, int sent, unsigned limit)
{
    PGresult *result = sent ? sv_pg_await(p->connection, limit) : NULL;
    if (!result)
        lose(p, PQstatus(p->connection) == CONNECTION_OK ? "no answer in time"
                                                         : PQerrorMessage(p->connection));
    return result;
}

static bool failed(const PGresult *result, rec_error *error)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (!result)
        return unreachable(error);
    note_text("the database failed", PQresultErrorMessage(result));
    if (state && strcmp(state, "53100") == 0)
        return sv_fail(error, SV_ERROR_STORAGE_FULL, "The disk is full: nothing was saved.");
    return sv_fail(error, SV_ERROR_STORAGE, "The database failed: nothing was saved.");
}

static bool is_good(const PGresult *result, rec_error *error)
{
    const ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || failed(result, error);
}

static bool command(postgres_db *p, const char *sql, unsigned limit, rec_error *error)
{
    if (!p->connection)
        return unreachable(error);
    PGresult *result = await(p, PQsendQuery(p->connection, sql), limit);
    const bool ok = is_good(result, error);
    PQclear(result);
    return ok;
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
    p->in_transaction =
        ensure_session(p) ? command(p, "BEGIN", p->terms.seconds, error) : unreachable(error);
    return p->in_transaction;
}

static void rollback(sv_db *db)
{
    postgres_db *p = of(db);
    rec_error ignored;
    p->in_transaction = false;
    if (p->connection && PQtransactionStatus(p->connection) != PQTRANS_IDLE)
        command(p, "ROLLBACK", p->terms.seconds, &ignored);
}

static bool rolled_back(rec_error *error)
{
    return sv_fail(error, SV_ERROR_STORAGE,
                   "The database rolled the transaction back: nothing was saved.");
}

static bool commit(sv_db *db, rec_error *error)
{
    postgres_db *p = of(db);
    if (PQtransactionStatus(p->connection) != PQTRANS_INTRANS) {
        rollback(db);
        return p->connection ? rolled_back(error) : unreachable(error);
    }
    /* The admin tool, which has no lock, tells the server. */
    const char *sql = p->terms.locked ? "COMMIT" : "NOTIFY elektro_admin; COMMIT";
    PGresult *result = await(p, PQsendQuery(p->connection, sql), p->terms.seconds);
    bool ok = PQresultStatus(result) == PGRES_COMMAND_OK;
    p->in_transaction = false;
    if (!result)
        sv_fail(error, SV_ERROR_STORAGE,
                "The database does not answer. It may have been saved or not: try again.");
    else if (!ok)
        failed(result, error);
    else if (strcmp(PQcmdStatus(result), "COMMIT") != 0)
        /* PostgreSQL answers COMMIT with ROLLBACK if something in the transaction has failed. */
        ok = rolled_back(error);
    PQclear(result);
    if (!ok)
        rollback(db);
    return ok;
}

/* The name under which a statement is prepared. */
static bool prepare(postgres_db *p, const char *sql, unsigned parameters, char name[NUMBER_TEXT],
                    rec_error *error)
{
    unsigned i = 0;
    while (i < p->count && p->prepared[i] != sql)
        i++;
    snprintf(name, NUMBER_TEXT, "s%u", i);
    if (i < p->count)
        return true;
    if (i == SV_STATEMENTS_MAX)
        return sv_fail(error, SV_ERROR_STORAGE, "There are too many statements.");
    PGresult *result =
        await(p, PQsendPrepare(p->connection, name, sql, (int)parameters, NULL), p->terms.seconds);
    const bool ok = is_good(result, error);
    PQclear(result);
    if (ok)
        p->prepared[p->count++] = sql;
    return ok;
}

static PGresult *execute(postgres_db *p, const char *name, const sv_query *q)
{
    const char *value[SV_PARAMETERS_MAX];
    char number[SV_PARAMETERS_MAX][NUMBER_TEXT];
    for (unsigned i = 0; i < q->parameters; i++) {
        const sv_value *v = &q->parameter[i];
        snprintf(number[i], NUMBER_TEXT, "%lld", (long long)v->number);
        value[i] = v->null ? NULL : v->text ? v->text : number[i];
    }
    return await(p,
                 PQsendQueryPrepared(p->connection, name, (int)q->parameters, value, NULL, NULL, 0),
                 p->terms.seconds);
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

static bool run(sv_db *db, sv_query *q, rec_error *error)
{
    postgres_db *p = of(db);
    char name[NUMBER_TEXT];
    if (p->in_transaction ? !p->connection : !ensure_session(p))
        return unreachable(error);
    if (!prepare(p, q->sql, q->parameters, name, error))
        return false;
    PGresult *result = execute(p, name, q);
    const bool ok = is_good(result, error);
    q->changed = ok ? strtoll(PQcmdTuples(result), NULL, 10) : 0;
    if (ok && q->columns)
        give_rows(result, q);
    PQclear(result);
    return ok;
}

static void close_db(sv_db *db)
{
    postgres_db *p = of(db);
    if (p->attempt)
        sv_pg_abandon(p->attempt);
    PQfinish(p->connection);
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
                    .close = close_db,
                    .clustered = ""};
    p->terms = (sv_pg_terms){.url = strdup(url), .seconds = timeout};
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

bool sv_db_postgres_lock(sv_db *db, unsigned wait, rec_error *error)
{
    const struct timespec moment = {.tv_nsec = 100000000};
    postgres_db *p = of(db);
    p->terms.locked = wait > 0;
    enum sv_pg_lock lock = sv_pg_lock(p->connection, &p->terms, error);
    for (unsigned i = 0; i < wait * 10 && lock == SV_PG_TAKEN; i++) {
        nanosleep(&moment, NULL);
        lock = sv_pg_lock(p->connection, &p->terms, error);
    }
    return lock == SV_PG_LOCKED;
}
