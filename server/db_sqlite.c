/*
 * SQLite as the database.
 *
 * WAL with synchronous=FULL: a commit returns after the log was synced. A thread with a connection
 * of its own makes the checkpoints, so that commits wait for them only if the log grows long.
 * Backups and the admin tool use the file while the server runs.
 */
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>

#include "db.h"
#include "errors.h"
#include "log.h"

enum {
    BUSY_MS = 5000,
    CHECKPOINT_SECONDS = 2,
    CHECKPOINT_BUSY_MS = 1000,
    LOG_PAGES = 4096, /* of 4 KB: the length the log should have */
    LOG_PAGES_MAX = 4 * LOG_PAGES
};

typedef struct sqlite_db {
    sv_db db;
    sqlite3 *sqlite;
    struct {
        const char *sql;
        sqlite3_stmt *statement;
    } prepared[SV_STATEMENTS_MAX];
    unsigned count;
    bool in_transaction;
    sqlite3_stmt *data_version; /* asks for the number that another connection's commit changes */
    int64_t version_seen;
    sqlite3 *checkpointer; /* the connection of the thread */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t call;
    bool checkpoints, called, ending;
    bool failing; /* the last checkpoint failed */
} sqlite_db;

static sqlite_db *of(sv_db *db)
{
    return (sqlite_db *)db;
}

static bool failed(const sqlite_db *s, rec_error *error)
{
    const int code = sqlite3_errcode(s->sqlite);
    if (code == SQLITE_FULL)
        return sv_fail(error, SV_ERROR_STORAGE_FULL, "The disk is full: nothing was saved.");
    sv_log("error", "the database failed", "text", sqlite3_errmsg(s->sqlite), NULL);
    return sv_fail(error, SV_ERROR_STORAGE, "The database failed: nothing was saved.");
}

static bool script(sv_db *db, const char *sql, rec_error *error)
{
    return sqlite3_exec(of(db)->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK ||
           failed(of(db), error);
}

static bool begin(sv_db *db, rec_error *error)
{
    of(db)->in_transaction = script(db, "BEGIN IMMEDIATE", error);
    return of(db)->in_transaction;
}

static void rollback(sv_db *db)
{
    of(db)->in_transaction = false;
    if (!sqlite3_get_autocommit(of(db)->sqlite))
        sqlite3_exec(of(db)->sqlite, "ROLLBACK", NULL, NULL, NULL);
}

static bool commit(sv_db *db, rec_error *error)
{
    if (script(db, "COMMIT", error)) {
        of(db)->in_transaction = false;
        return true;
    }
    rollback(db);
    return false;
}

/* The prepared form of a statement; it is made when it is first needed. */
static sqlite3_stmt *prepared(sqlite_db *s, const char *sql, rec_error *error)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->prepared[i].sql == sql)
            return s->prepared[i].statement;
    if (s->count == SV_STATEMENTS_MAX)
        return sv_fail(error, SV_ERROR_STORAGE, "There are too many statements."), NULL;
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(s->sqlite, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
        SQLITE_OK)
        return failed(s, error), NULL;
    s->prepared[s->count].sql = sql;
    s->prepared[s->count++].statement = statement;
    return statement;
}

static bool bind(sqlite3_stmt *statement, const sv_query *q)
{
    int bad = 0;
    for (int i = 0; i < (int)q->parameters; i++) {
        const sv_value *value = &q->parameter[i];
        if (value->null)
            bad |= sqlite3_bind_null(statement, i + 1);
        else if (value->text)
            bad |= sqlite3_bind_text(statement, i + 1, value->text, -1, SQLITE_STATIC);
        else
            bad |= sqlite3_bind_int64(statement, i + 1, value->number);
    }
    return bad == SQLITE_OK;
}

static void give_row(sqlite3_stmt *statement, const sv_query *q)
{
    sv_value column[SV_COLUMNS_MAX];
    for (int i = 0; i < SV_COLUMNS_MAX && q->columns[i]; i++) {
        const bool null = sqlite3_column_type(statement, i) == SQLITE_NULL;
        if (q->columns[i] == 'n')
            column[i] = (sv_value){.number = sqlite3_column_int64(statement, i), .null = null};
        else
            column[i] = sv_text((const char *)sqlite3_column_text(statement, i));
    }
    q->row(q->data, column);
}

static bool run(sv_db *db, sv_query *q, rec_error *error)
{
    sqlite_db *s = of(db);
    /* Some errors end a transaction by themselves; the rest of it must fail too. */
    if (s->in_transaction && sqlite3_get_autocommit(s->sqlite))
        return sv_fail(error, SV_ERROR_STORAGE, "The database took it back: nothing was saved.");
    sqlite3_stmt *statement = prepared(s, q->sql, error);
    if (!statement)
        return false;
    int step = bind(statement, q) ? SQLITE_ROW : SQLITE_NOMEM;
    while (step == SQLITE_ROW) {
        step = sqlite3_step(statement);
        if (step == SQLITE_ROW && q->columns)
            give_row(statement, q);
    }
    const bool done = step == SQLITE_DONE || failed(s, error);
    q->changed = done ? sqlite3_changes64(s->sqlite) : 0;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return done && (!q->one_row || q->changed == 1 || sv_fail_conflict(error));
}

static bool changed(sv_db *db)
{
    sqlite_db *s = of(db);
    const int64_t before = s->version_seen;
    if (s->data_version && sqlite3_step(s->data_version) == SQLITE_ROW)
        s->version_seen = sqlite3_column_int64(s->data_version, 0);
    sqlite3_reset(s->data_version);
    return s->version_seen != before;
}

/* ------------------------------------------------------------------- checkpoints */

/* Says once when checkpoints begin to fail. Nothing is lost: what was committed stays in the log. A
 * connection that is busy is no failure. */
static void note_checkpoint(sqlite_db *s, int result)
{
    const bool failing = result != SQLITE_OK && result != SQLITE_BUSY && result != SQLITE_LOCKED;
    if (failing && !s->failing)
        sv_log("warning", "a checkpoint of the database failed", "text", sqlite3_errstr(result),
               NULL);
    s->failing = failing;
}

/* A passive checkpoint runs beside commits, which go on at the end of the log; the log starts over
 * when a commit finds all of it checkpointed. If it has grown long nevertheless, commits wait a
 * moment until the log is empty. */
static void checkpoint(sqlite_db *s)
{
    int pages = 0;
    int result =
        sqlite3_wal_checkpoint_v2(s->checkpointer, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, NULL);
    if (pages > LOG_PAGES)
        result = sqlite3_wal_checkpoint_v2(s->checkpointer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                           NULL);
    note_checkpoint(s, result);
}

static void *run_checkpoints(void *data)
{
    sqlite_db *s = data;
    struct timespec until;
    pthread_mutex_lock(&s->lock);
    while (!s->ending) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += CHECKPOINT_SECONDS;
        int late = 0;
        while (!s->ending && !s->called && late == 0)
            late = pthread_cond_timedwait(&s->call, &s->lock, &until);
        s->called = false;
        pthread_mutex_unlock(&s->lock);
        checkpoint(s);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* After every commit: wakes the thread if the log is long, and makes a checkpoint here if the
 * thread cannot keep up. If that fails, the thread will say so. */
static int after_commit(void *data, sqlite3 *sqlite, const char *name, int pages)
{
    sqlite_db *s = data;
    if (pages > LOG_PAGES) {
        pthread_mutex_lock(&s->lock);
        s->called = true;
        pthread_cond_signal(&s->call);
        pthread_mutex_unlock(&s->lock);
    }
    if (pages > LOG_PAGES_MAX)
        (void)sqlite3_wal_checkpoint_v2(sqlite, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

/* Without the thread SQLite makes checkpoints by itself, during some commits. */
static void start_checkpoints(sqlite_db *s, const char *path)
{
    if (pthread_mutex_init(&s->lock, NULL) != 0 || pthread_cond_init(&s->call, NULL) != 0)
        return;
    s->checkpoints =
        sqlite3_open_v2(path, &s->checkpointer, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(s->checkpointer, CHECKPOINT_BUSY_MS) == SQLITE_OK &&
        pthread_create(&s->thread, NULL, run_checkpoints, s) == 0;
    if (s->checkpoints)
        sqlite3_wal_hook(s->sqlite, after_commit, s);
}

static void stop_checkpoints(sqlite_db *s)
{
    if (s->checkpoints) {
        pthread_mutex_lock(&s->lock);
        s->ending = true;
        pthread_cond_signal(&s->call);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    sqlite3_close(s->checkpointer);
}

static void close_db(sv_db *db)
{
    sqlite_db *s = of(db);
    stop_checkpoints(s);
    sqlite3_finalize(s->data_version);
    for (unsigned i = 0; i < s->count; i++)
        sqlite3_finalize(s->prepared[i].statement);
    sqlite3_close(s->sqlite);
    free(s);
}

sv_db *sv_db_sqlite(const char *path, const char *vfs, rec_error *error)
{
    sqlite_db *s = calloc(1, sizeof *s);
    if (!s)
        return sv_fail_memory(error), NULL;
    s->db = (sv_db){.begin = begin,
                    .commit = commit,
                    .rollback = rollback,
                    .run = run,
                    .script = script,
                    .changed = changed,
                    .close = close_db,
                    .clustered = "WITHOUT ROWID"};
    if (sqlite3_open_v2(path, &s->sqlite, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs) ==
            SQLITE_OK &&
        sqlite3_busy_timeout(s->sqlite, BUSY_MS) == SQLITE_OK &&
        sqlite3_exec(s->sqlite,
                     "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=OFF;"
                     "PRAGMA cell_size_check=ON",
                     NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v3(s->sqlite, "PRAGMA data_version", -1, SQLITE_PREPARE_PERSISTENT,
                           &s->data_version, NULL) == SQLITE_OK) {
        /* The files of a VFS of the tests are one process's and one connection's. */
        if (!vfs)
            start_checkpoints(s, path);
        return &s->db;
    }
    sv_fail(error, SV_ERROR_STORAGE, "The database cannot be opened: %s.",
            sqlite3_errmsg(s->sqlite));
    close_db(&s->db);
    return NULL;
}
