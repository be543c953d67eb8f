#include "postgres_session.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "errors.h"
#include "log.h"
#include "measure.h"

enum {
    TEXT_SHOWN = 160,
    LINE_TEXT = 256, /* of the log */
    QUERY_TEXT = 512,
    GRACE_MS = 1000 /* after the time limit that PostgreSQL itself keeps */
};

#define LOCK "19540956243325551" /* "Elektro" as a number */

/* Servers that share the database hold the lock together. Servers before the eighth step of the
 * schema take it for themselves, so that they never run beside others. */
static const char *const locks[] = {[SV_PG_SHARED] = "SELECT pg_try_advisory_lock_shared(" LOCK ")",
                                    [SV_PG_ALONE] = "SELECT pg_try_advisory_lock(" LOCK ")"};

/* ---------------------------------------------------------------------------------- time limits */

int64_t sv_pg_deadline(unsigned seconds)
{
    return sv_milliseconds() + (int64_t)seconds * 1000 + GRACE_MS;
}

static bool wait_by_poll(void *data, int socket, short events, int64_t deadline)
{
    struct pollfd fd = {.fd = socket, .events = events};
    (void)data;
    for (;;) {
        const int64_t left = deadline - sv_milliseconds();
        if (left <= 0)
            return false;
        const int ready = poll(&fd, 1, (int)left);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return ready > 0;
    }
}

const sv_waiter sv_pg_poll = {.wait = wait_by_poll};

bool sv_pg_flush(PGconn *connection, const sv_waiter *waiter, int64_t deadline)
{
    int left;
    while ((left = PQflush(connection)) == 1)
        if (!waiter->wait(waiter->data, PQsocket(connection), POLLIN | POLLOUT, deadline) ||
            !PQconsumeInput(connection))
            return false;
    return left == 0;
}

bool sv_pg_arrived(PGconn *connection, const sv_waiter *waiter, int64_t deadline)
{
    while (PQisBusy(connection))
        if (!waiter->wait(waiter->data, PQsocket(connection), POLLIN, deadline) ||
            !PQconsumeInput(connection))
            return false;
    return true;
}

PGresult *sv_pg_await(PGconn *connection, unsigned seconds)
{
    const int64_t deadline = sv_pg_deadline(seconds);
    PGresult *last = NULL, *next = NULL;
    bool ok = sv_pg_flush(connection, &sv_pg_poll, deadline);
    while (ok && (ok = sv_pg_arrived(connection, &sv_pg_poll, deadline)) &&
           (next = PQgetResult(connection))) {
        PQclear(last);
        last = next;
    }
    if (ok && PQstatus(connection) == CONNECTION_OK)
        return last;
    PQclear(last);
    return NULL;
}

static bool connected(PGconn *connection, int64_t deadline)
{
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    while (status == PGRES_POLLING_READING || status == PGRES_POLLING_WRITING) {
        if (!wait_by_poll(NULL, PQsocket(connection),
                          status == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return false;
        status = PQconnectPoll(connection);
    }
    return status == PGRES_POLLING_OK;
}

void sv_pg_log(const char *what, const char *text)
{
    char line[LINE_TEXT];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    sv_log("error", what, "text", line, NULL);
}

/* -------------------------------------------------------------------------------------- opening */

static void say_nothing(void *data, const char *message)
{
    (void)data;
    (void)message;
}

static PGresult *ask(PGconn *connection, const sv_pg_terms *terms, const char *sql)
{
    return PQsendQuery(connection, sql) ? sv_pg_await(connection, terms->seconds) : NULL;
}

static bool command(PGconn *connection, const sv_pg_terms *terms, const char *sql)
{
    PGresult *result = ask(connection, terms, sql);
    const ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* The loss of a whole machine is noticed by PostgreSQL after a minute. Its own time limit for a
 * statement is a little shorter than ours: then the session survives.
 *
 * A server that stands still in the middle of a turn, or cannot be reached any more, loses its turn
 * and the tables that it has claimed, so that the others can go on (claim.h). */
static bool set_up(PGconn *connection, const sv_pg_terms *terms)
{
    char sql[QUERY_TEXT];
    snprintf(sql, sizeof sql,
             "SET synchronous_commit = on; SET tcp_keepalives_idle = 30;"
             "SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;"
             "SET statement_timeout = %u; SET idle_in_transaction_session_timeout = %d;"
             "SET application_name = '%s'; LISTEN elektro_admin; LISTEN elektro_news;"
             "LISTEN elektro_limits",
             terms->seconds * 1000, SV_CLAIM_MS, terms->name);
    return PQsetnonblocking(connection, 1) == 0 && command(connection, terms, sql);
}

/* The first line of what libpq says. If it is long it names a host or a socket at length, and only
 * what is behind that is told. */
static void give_cause(const char *message, char text[TEXT_SHOWN])
{
    static const char behind[] = " failed: ";
    const size_t length = strcspn(message, "\n");
    const char *cause = strstr(message, behind);
    if (length >= TEXT_SHOWN && cause && cause < message + length)
        message = cause + strlen(behind);
    snprintf(text, TEXT_SHOWN, "%.*s", (int)strcspn(message, "\n"), message);
}

static bool not_opened(const PGconn *connection, const sv_pg_terms *terms, bool late,
                       rec_error *error)
{
    char text[TEXT_SHOWN];
    if (late)
        snprintf(text, sizeof text, "it does not answer within %u s (--store-timeout)",
                 terms->seconds);
    else
        give_cause(PQerrorMessage(connection), text);
    return sv_fail(error, SV_ERROR_STORAGE,
                   "The database cannot be opened: %s. If that does not pass, check --store.",
                   text);
}

static PGconn *connect_to(const sv_pg_terms *terms)
{
    char timeout[16];
    /* The URL comes last, so that it overrides the others. */
    const char *const keys[] = {"tcp_user_timeout", "fallback_application_name", "dbname", NULL};
    const char *const values[] = {timeout, "elektro", terms->url, NULL};
    snprintf(timeout, sizeof timeout, "%u", terms->seconds * 1000);
    return PQconnectStartParams(keys, values, 1);
}

/* Ends a session of ours that we lost and PostgreSQL did not, so that it gives up its locks and
 * claims. False: it has not ended yet, and may still commit what it was asked for. Its name
 * protects another session that got the same process number. */
static bool end_former(PGconn *connection, const sv_pg_terms *terms, rec_error *error)
{
    char sql[QUERY_TEXT];
    if (!terms->former)
        return true;
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid, %u) FROM pg_stat_activity"
             " WHERE pid = %d AND application_name = '%s'",
             terms->seconds * 500, terms->former, terms->former_name);
    PGresult *result = ask(connection, terms, sql);
    const bool ended = PQresultStatus(result) == PGRES_TUPLES_OK &&
                       (PQntuples(result) == 0 || PQgetvalue(result, 0, 0)[0] == 't');
    PQclear(result);
    return ended || sv_fail(error, SV_ERROR_STORAGE, "The former session has not ended yet.");
}

PGconn *sv_pg_open(sv_pg_terms *terms, rec_error *error)
{
    const int64_t deadline = sv_milliseconds() + (int64_t)terms->seconds * 1000;
    snprintf(terms->name, sizeof terms->name, "elektro %08x", (unsigned)randombytes_random());
    PGconn *connection = connect_to(terms);
    if (!connection)
        return sv_fail_memory(error), NULL;
    PQsetNoticeProcessor(connection, say_nothing, NULL);
    bool ok = PQstatus(connection) != CONNECTION_BAD;
    ok = ok && connected(connection, deadline) && set_up(connection, terms);
    if (!ok)
        not_opened(connection, terms, sv_milliseconds() >= deadline, error);
    ok = ok && end_former(connection, terms, error);
    if (ok && (terms->hold == SV_PG_BESIDE || sv_pg_lock(connection, terms, error) == SV_PG_LOCKED))
        return connection;
    PQfinish(connection);
    return NULL;
}

enum sv_pg_lock sv_pg_lock(PGconn *connection, const sv_pg_terms *terms, rec_error *error)
{
    PGresult *result = ask(connection, terms, locks[terms->hold]);
    const bool answered = PQresultStatus(result) == PGRES_TUPLES_OK;
    const bool mine = answered && PQgetvalue(result, 0, 0)[0] == 't';
    if (!answered)
        not_opened(connection, terms, !result && PQstatus(connection) == CONNECTION_OK, error);
    PQclear(result);
    if (mine || !answered)
        return mine ? SV_PG_LOCKED : SV_PG_FAILED;
    sv_fail(error, SV_ERROR_STORAGE, "The database is in use by another server.");
    return SV_PG_TAKEN;
}

/* ------------------------------------------------------------------------------------ in a thread
 */

struct sv_pg_attempt {
    pthread_mutex_t lock;
    sv_pg_terms terms;
    PGconn *connection;
    bool done, abandoned;
};

static void free_attempt(sv_pg_attempt *attempt)
{
    pthread_mutex_destroy(&attempt->lock);
    free(attempt->terms.url);
    free(attempt);
}

static void *run_attempt(void *data)
{
    sv_pg_attempt *attempt = data;
    rec_error error;
    PGconn *connection = sv_pg_open(&attempt->terms, &error);
    if (!connection)
        sv_log("warning", "the database cannot be reached", "text", error.text, NULL);
    pthread_mutex_lock(&attempt->lock);
    attempt->connection = connection;
    attempt->done = true;
    const bool abandoned = attempt->abandoned;
    pthread_mutex_unlock(&attempt->lock);
    if (abandoned) {
        PQfinish(connection);
        free_attempt(attempt);
    }
    return NULL;
}

sv_pg_attempt *sv_pg_begin(const sv_pg_terms *terms)
{
    pthread_t thread;
    sv_pg_attempt *attempt = calloc(1, sizeof *attempt);
    if (!attempt)
        return NULL;
    attempt->terms = *terms;
    attempt->terms.url = strdup(terms->url);
    pthread_mutex_init(&attempt->lock, NULL);
    if (attempt->terms.url && pthread_create(&thread, NULL, run_attempt, attempt) == 0) {
        pthread_detach(thread);
        return attempt;
    }
    free_attempt(attempt);
    return NULL;
}

bool sv_pg_end(sv_pg_attempt *attempt, PGconn **connection, char name[SV_PG_NAME_MAX])
{
    pthread_mutex_lock(&attempt->lock);
    const bool done = attempt->done;
    pthread_mutex_unlock(&attempt->lock);
    if (!done)
        return false;
    *connection = attempt->connection;
    memcpy(name, attempt->terms.name, sizeof attempt->terms.name);
    free_attempt(attempt);
    return true;
}

void sv_pg_abandon(sv_pg_attempt *attempt)
{
    pthread_mutex_lock(&attempt->lock);
    attempt->abandoned = true;
    const bool done = attempt->done;
    pthread_mutex_unlock(&attempt->lock);
    if (!done)
        return;
    PQfinish(attempt->connection);
    free_attempt(attempt);
}
