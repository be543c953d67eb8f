#include "postgres_pipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "log.h"
#include "postgres_session.h"

enum {
    NUMBER_TEXT = 24,
    UNSYNCED_MAX = 32 * 1024 /* bytes; libpq itself sends what it has at 64 KB */
};

/* What PostgreSQL calls these failures. */
#define DISK_FULL   "53100"
#define NOT_ONE_ROW "22012" /* division by zero */

/* -------------------------------------------------------------------------------------- sending */

static bool enter(sv_pg_pipe *pipe)
{
    return PQpipelineStatus(pipe->connection) != PQ_PIPELINE_OFF ||
           PQenterPipelineMode(pipe->connection) == 1;
}

bool sv_pg_leave(sv_pg_pipe *pipe)
{
    PGresult *last;
    if (PQpipelineStatus(pipe->connection) == PQ_PIPELINE_OFF)
        return true;
    if (pipe->count > 0) {
        if (!sv_pg_sync(pipe) || !sv_pg_collect(pipe, &last))
            return false;
        PQclear(last);
    }
    return PQexitPipelineMode(pipe->connection) == 1;
}

/* The last of what was sent always has room for a sync behind it, or is one: a sync never has to
 * take results, which somebody may wait for. */
static bool has_room(sv_pg_pipe *pipe, unsigned more)
{
    PGresult *last;
    if (pipe->count + more < SV_PG_SENT_MAX)
        return true;
    if (!sv_pg_sync(pipe) || !sv_pg_collect(pipe, &last))
        return false;
    PQclear(last);
    return true;
}

/* Notes one that was sent. */
static bool note(sv_pg_pipe *pipe, int sent, enum sv_pg_sent what, unsigned statement)
{
    pipe->sent[pipe->count].what = (uint8_t)what;
    pipe->sent[pipe->count].statement = (uint8_t)statement;
    pipe->count += sent == 1;
    return sent == 1;
}

static void name_of(unsigned statement, char name[NUMBER_TEXT])
{
    snprintf(name, NUMBER_TEXT, "s%u", statement);
}

/* The number under which a statement is prepared, or can be. */
static unsigned find(const sv_pg_pipe *pipe, const char *sql)
{
    unsigned i = 0, free = SV_STATEMENTS_MAX;
    for (; i < SV_STATEMENTS_MAX && pipe->prepared[i] != sql; i++)
        if (!pipe->prepared[i] && free == SV_STATEMENTS_MAX)
            free = i;
    return i < SV_STATEMENTS_MAX ? i : free;
}

/* The commit follows in the same pipeline, before anybody has counted rows: PostgreSQL itself must
 * refuse a statement that did not write its one row. It divides by zero (NOT_ONE_ROW). */
static char *text_of_one_row(const char *sql)
{
    static const char pattern[] = "WITH written AS (%s RETURNING 1) "
                                  "SELECT 1 / (count(*) = 1)::int FROM written";
    const size_t size = strlen(sql) + sizeof pattern;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, pattern, sql);
    return text;
}

static bool send_prepare(sv_pg_pipe *pipe, const char *sql, const sv_query *q, unsigned statement)
{
    char name[NUMBER_TEXT];
    name_of(statement, name);
    pipe->prepared[statement] = q->sql;
    return note(pipe, PQsendPrepare(pipe->connection, name, sql, (int)q->parameters, NULL),
                SV_PG_PREPARE, statement);
}

static bool prepare(sv_pg_pipe *pipe, enum sv_pg_sent what, const sv_query *q, unsigned statement)
{
    if (pipe->prepared[statement] == q->sql)
        return true;
    if (what != SV_PG_ONE_ROW)
        return send_prepare(pipe, q->sql, q, statement);
    char *text = text_of_one_row(q->sql);
    const bool ok = text && send_prepare(pipe, text, q, statement);
    free(text);
    return ok;
}

static bool send_prepared(sv_pg_pipe *pipe, enum sv_pg_sent what, const sv_query *q,
                          unsigned statement)
{
    const char *value[SV_PARAMETERS_MAX];
    char number[SV_PARAMETERS_MAX][NUMBER_TEXT], name[NUMBER_TEXT];
    for (unsigned i = 0; i < q->parameters; i++) {
        const sv_value *v = &q->parameter[i];
        snprintf(number[i], NUMBER_TEXT, "%lld", (long long)v->number);
        value[i] = v->null ? NULL : v->text ? v->text : number[i];
        pipe->unsynced += value[i] ? strlen(value[i]) : 0;
    }
    name_of(statement, name);
    return note(
        pipe, PQsendQueryPrepared(pipe->connection, name, (int)q->parameters, value, NULL, NULL, 0),
        what, statement);
}

/* What libpq sends before there is a sync PostgreSQL carries out at once, and then it waits for
 * more without any time limit, also in a transaction that holds claims: the server behind it may
 * stand still. */
static bool sync_long(sv_pg_pipe *pipe)
{
    return pipe->unsynced < UNSYNCED_MAX || sv_pg_sync(pipe);
}

bool sv_pg_send(sv_pg_pipe *pipe, enum sv_pg_sent what, const sv_query *q)
{
    if (!enter(pipe) || !has_room(pipe, 2))
        return false;
    const unsigned statement = find(pipe, q->sql);
    if (statement == SV_STATEMENTS_MAX) {
        pipe->failed = true;
        sv_fail(&pipe->why, SV_ERROR_STORAGE, "There are too many statements.");
        return true;
    }
    return prepare(pipe, what, q, statement) && send_prepared(pipe, what, q, statement) &&
           sync_long(pipe);
}

bool sv_pg_send_plain(sv_pg_pipe *pipe, const char *sql)
{
    return enter(pipe) && has_room(pipe, 1) &&
           note(pipe, PQsendQueryParams(pipe->connection, sql, 0, NULL, NULL, NULL, NULL, 0),
                SV_PG_STATEMENT, 0);
}

static bool is_synced(const sv_pg_pipe *pipe)
{
    return pipe->count > 0 && pipe->sent[pipe->count - 1].what == SV_PG_SYNC;
}

bool sv_pg_sync(sv_pg_pipe *pipe)
{
    pipe->unsynced = 0;
    return is_synced(pipe) ||
           (enter(pipe) && note(pipe, PQpipelineSync(pipe->connection), SV_PG_SYNC, 0));
}

/* -------------------------------------------------------------------------------------- results */

static bool next_result(const sv_pg_pipe *pipe, int64_t deadline, PGresult **result)
{
    const bool arrived = sv_pg_arrived(pipe->connection, &pipe->waiter, deadline);
    *result = arrived ? PQgetResult(pipe->connection) : NULL;
    return arrived;
}

/* Only the first failure says what happened. */
static bool fails(sv_pg_pipe *pipe)
{
    const bool first = !pipe->failed;
    pipe->failed = true;
    return first;
}

/* What follows a failure is skipped, which is none of its own.
 *
 * What PostgreSQL says may name hosts, users and tables: it goes to the log, and never into an
 * error that a client gets. */
static void note_failure(sv_pg_pipe *pipe, unsigned what, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!fails(pipe))
        return;
    if (what == SV_PG_ONE_ROW && state && strcmp(state, NOT_ONE_ROW) == 0) {
        sv_fail_conflict(&pipe->why);
        return;
    }
    sv_pg_log("the database failed", PQresultErrorMessage(result));
    if (state && strcmp(state, DISK_FULL) == 0)
        sv_fail(&pipe->why, SV_ERROR_STORAGE_FULL, "The disk is full: nothing was saved.");
    else
        sv_fail(&pipe->why, SV_ERROR_STORAGE, "The database failed: nothing was saved.");
}

static bool is_good(const PGresult *result)
{
    const ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static void judge(sv_pg_pipe *pipe, unsigned i, PGresult *result)
{
    const unsigned what = pipe->sent[i].what;
    if (!is_good(result) && what == SV_PG_PREPARE)
        pipe->prepared[pipe->sent[i].statement] = NULL;
    if (!is_good(result) && what == SV_PG_HINT)
        sv_pg_log("the other servers could not be told", PQresultErrorMessage(result));
    else if (!is_good(result))
        note_failure(pipe, what, result);
}

/* Takes the result of what was sent as number i. */
static bool take(sv_pg_pipe *pipe, unsigned i, int64_t deadline, PGresult **last)
{
    PGresult *result, *end;
    if (!next_result(pipe, deadline, &result) || !result)
        return false;
    if (pipe->sent[i].what == SV_PG_SYNC) {
        const bool synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
        return synced;
    }
    judge(pipe, i, result);
    PQclear(*last);
    *last = is_good(result) ? result : NULL;
    if (!is_good(result))
        PQclear(result);
    return next_result(pipe, deadline, &end) && !end;
}

bool sv_pg_collect(sv_pg_pipe *pipe, PGresult **last)
{
    const int64_t deadline = sv_pg_deadline(pipe->seconds);
    const unsigned count = pipe->count;
    bool ok = sv_pg_flush(pipe->connection, &pipe->waiter, deadline);
    *last = NULL;
    pipe->count = 0;
    for (unsigned i = 0; ok && i < count; i++)
        ok = take(pipe, i, deadline, last);
    if (ok && PQstatus(pipe->connection) == CONNECTION_OK)
        return true;
    PQclear(*last);
    *last = NULL;
    return false;
}
