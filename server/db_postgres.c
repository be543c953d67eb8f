/*
 * PostgreSQL as the database. One server at a time works on it: it holds an advisory lock. A commit
 * returns after the server has synced its log (synchronous_commit is set on for the session,
 * whatever the server's own setting).
 */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db.h"
#include "errors.h"

enum { NUMBER_TEXT = 24, LOCK_ATTEMPTS = 50, TEXT_SHOWN = 128 };

#define LOCK "19540956243325551" /* "Elektro" as a number */

typedef struct postgres_db {
    sv_db db;
    PGconn *connection;
    const char *prepared[SV_STATEMENTS_MAX];
    unsigned count;
    bool in_transaction;
    bool ready;    /* the connection is set up */
    bool locked;   /* the lock against other servers is wanted */
    int64_t tried; /* when it last tried to reconnect, in seconds */
} postgres_db;

static postgres_db *of(sv_db *db)
{
    return (postgres_db *)db;
}

static bool failed(const postgres_db *p, const PGresult *result, rec_error *error)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (state && strcmp(state, "53100") == 0)
        return sv_fail(error, SV_ERROR_STORAGE_FULL, "The disk is full: nothing was saved.");
    const char *text = result ? PQresultErrorMessage(result) : PQerrorMessage(p->connection);
    return sv_fail(error, SV_ERROR_STORAGE, "The database failed: %.*s. Nothing was saved.",
                   (int)strcspn(text, "\n"), text);
}

static bool script(sv_db *db, const char *sql, rec_error *error)
{
    postgres_db *p = of(db);
    PGresult *result = PQexec(p->connection, sql);
    const ExecStatusType status = PQresultStatus(result);
    const bool ok =
        status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || failed(p, result, error);
    PQclear(result);
    return ok;
}

/* Sets up a new connection. The lock belongs to the connection and ends with it, so that a server
 * that was killed locks nobody out; the loss of a whole machine is noticed after a minute. */
static bool set_up(postgres_db *p, rec_error *error)
{
    bool mine = true;
    if (!script(&p->db,
                "SET synchronous_commit = on; SET tcp_keepalives_idle = 30;"
                "SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3",
                error))
        return false;
    if (p->locked) {
        PGresult *result = PQexec(p->connection, "SELECT pg_try_advisory_lock(" LOCK ")");
        mine = PQresultStatus(result) == PGRES_TUPLES_OK && PQgetvalue(result, 0, 0)[0] == 't';
        PQclear(result);
    }
    return mine || sv_fail(error, SV_ERROR_STORAGE, "The database is in use by another server.");
}

static int64_t seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* Reconnects after the connection broke, once a second at most so that the loop is not blocked;
 * statements must be prepared again. Fails if another server has taken the lock meanwhile. Does not
 * reconnect within a transaction: its first part is lost, so the rest must fail too. */
static bool mend(postgres_db *p, rec_error *error)
{
    const bool connected = PQstatus(p->connection) == CONNECTION_OK;
    if (p->in_transaction || (connected && p->ready))
        return true;
    if (seconds() == p->tried)
        return sv_fail(error, SV_ERROR_STORAGE,
                       "The database cannot be reached: nothing was saved.");
    p->tried = seconds();
    if (!connected) {
        PQreset(p->connection);
        p->count = 0;
    }
    p->ready = PQstatus(p->connection) == CONNECTION_OK ? set_up(p, error) : failed(p, NULL, error);
    return p->ready;
}

static bool begin(sv_db *db, rec_error *error)
{
    of(db)->in_transaction = mend(of(db), error) && script(db, "BEGIN", error);
    return of(db)->in_transaction;
}

static void rollback(sv_db *db)
{
    rec_error ignored;
    of(db)->in_transaction = false;
    if (PQtransactionStatus(of(db)->connection) != PQTRANS_IDLE)
        script(db, "ROLLBACK", &ignored);
}

static bool commit(sv_db *db, rec_error *error)
{
    postgres_db *p = of(db);
    if (PQtransactionStatus(p->connection) != PQTRANS_INTRANS) {
        rollback(db);
        return sv_fail(error, SV_ERROR_STORAGE,
                       "The database rolled the transaction back: nothing was saved.");
    }
    PGresult *result = PQexec(p->connection, "COMMIT");
    /* PostgreSQL answers COMMIT with ROLLBACK if something in the transaction has failed. */
    bool ok = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!ok)
        failed(p, result, error);
    else if (strcmp(PQcmdStatus(result), "COMMIT") != 0)
        ok = sv_fail(error, SV_ERROR_STORAGE,
                     "The database rolled the transaction back: nothing was saved.");
    PQclear(result);
    p->in_transaction = false;
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
    PGresult *result = PQprepare(p->connection, name, sql, (int)parameters, NULL);
    const bool ok = PQresultStatus(result) == PGRES_COMMAND_OK || failed(p, result, error);
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
    return PQexecPrepared(p->connection, name, (int)q->parameters, value, NULL, NULL, 0);
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
    if ((PQtransactionStatus(p->connection) == PQTRANS_UNKNOWN || !p->ready) && !mend(p, error))
        return false;
    if (!prepare(p, q->sql, q->parameters, name, error))
        return false;
    PGresult *result = execute(p, name, q);
    const ExecStatusType status = PQresultStatus(result);
    const bool ok =
        status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || failed(p, result, error);
    q->changed = ok ? strtoll(PQcmdTuples(result), NULL, 10) : 0;
    if (ok && q->columns)
        give_rows(result, q);
    PQclear(result);
    return ok;
}

static bool backup_to(sv_db *db, const char *path, rec_error *error)
{
    (void)db;
    (void)path;
    return sv_fail(error, SV_ERROR_STORAGE, "A PostgreSQL database is backed up with pg_dump.");
}

static bool restore_from(sv_db *db, const char *path, rec_error *error)
{
    (void)db;
    (void)path;
    return sv_fail(error, SV_ERROR_STORAGE, "A PostgreSQL database is restored with pg_restore.");
}

static void close_db(sv_db *db)
{
    PQfinish(of(db)->connection);
    free(db);
}

static void say_nothing(void *data, const char *message)
{
    (void)data;
    (void)message;
}

static bool not_connected(const postgres_db *p, rec_error *error)
{
    char text[TEXT_SHOWN];
    snprintf(text, sizeof text, "%s", PQerrorMessage(p->connection));
    text[strcspn(text, "\n")] = '\0';
    return sv_fail(error, SV_ERROR_STORAGE,
                   "The database cannot be opened: %s. Check --store, which needs a URL such as "
                   "postgres://user@host/name.",
                   text);
}

sv_db *sv_db_postgres(const char *url, rec_error *error)
{
    postgres_db *p = calloc(1, sizeof *p);
    if (!p)
        return sv_fail_memory(error), NULL;
    p->db = (sv_db){.begin = begin,
                    .commit = commit,
                    .rollback = rollback,
                    .run = run,
                    .script = script,
                    .backup = backup_to,
                    .restore = restore_from,
                    .close = close_db,
                    .clustered = ""};
    p->connection = PQconnectdb(url);
    PQsetNoticeProcessor(p->connection, say_nothing, NULL);
    p->ready =
        PQstatus(p->connection) == CONNECTION_OK ? set_up(p, error) : not_connected(p, error);
    if (p->ready)
        return &p->db;
    close_db(&p->db);
    return NULL;
}

bool sv_db_postgres_lock(sv_db *db, rec_error *error)
{
    const struct timespec moment = {.tv_nsec = 100000000};
    postgres_db *p = of(db);
    p->locked = true;
    /* The database may not have noticed yet that a server was killed a moment ago. */
    bool mine = set_up(p, error);
    for (unsigned i = 0; i < LOCK_ATTEMPTS && !mine; i++) {
        nanosleep(&moment, NULL);
        mine = set_up(p, error);
    }
    return mine;
}
