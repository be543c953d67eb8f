/*
 * A database as the store needs it: a small struct of functions, so that SQLite, PostgreSQL and one
 * that fails on purpose are the same thing to everything above.
 *
 * Statements are SQL that both databases read. Parameters are $1, $2 … in the order in which they
 * first appear. The text of a statement must be a constant of the program: it is prepared once and
 * found again by its address.
 *
 * All writes between begin and commit are durable once commit has returned true, even if the
 * process or the machine dies right after; otherwise none of them is.
 */
#ifndef ELEKTRO_SERVER_DB_H
#define ELEKTRO_SERVER_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation.h"

/* For functions whose failure must be handled: the compiler refuses a call that ignores it. */
#define SV_CHECKED __attribute__((warn_unused_result))

enum { SV_PARAMETERS_MAX = 24, SV_COLUMNS_MAX = 24, SV_STATEMENTS_MAX = 128 };

/* A number, or a text if text is not NULL. A missing value is both 0 and NULL with null set. */
typedef struct sv_value {
    const char *text;
    int64_t number;
    bool null;
} sv_value;

static inline sv_value sv_number(int64_t number)
{
    return (sv_value){.number = number};
}

static inline sv_value sv_text(const char *text)
{
    return (sv_value){.text = text, .null = text == NULL};
}

static inline sv_value sv_null(void)
{
    return (sv_value){.null = true};
}

/* Takes one row of a result; its texts live until it returns. */
typedef void sv_row(void *data, const sv_value *column);

typedef struct sv_query {
    const char *sql;
    const sv_value *parameter;
    unsigned parameters;
    const char *columns; /* of the answer, a letter each: 'n' number, 't' text; NULL: none */
    sv_row *row;
    void *data;
    int64_t changed; /* rows that were written; filled in */
} sv_query;

typedef struct sv_db sv_db;
struct sv_db {
    SV_CHECKED bool (*begin)(sv_db *db, rec_error *error);
    SV_CHECKED bool (*commit)(sv_db *db, rec_error *error);
    void (*rollback)(sv_db *db);
    SV_CHECKED bool (*run)(sv_db *db, sv_query *query, rec_error *error);
    /* Whether the session with the database stands, as far as can be known without asking it. While
     * it does, no other server can have changed anything. NULL: it always does. */
    bool (*alive)(sv_db *db);
    /* Whether another connection may have changed something since the last call. Asks nobody. */
    bool (*changed)(sv_db *db);
    /* Runs statements without parameters and results, for migrations. */
    SV_CHECKED bool (*script)(sv_db *db, const char *sql, rec_error *error);
    void (*close)(sv_db *db);
    const char *clustered; /* the clause for a table that is stored in the order of its key */
};

/* Opens or creates a database in a file; vfs is NULL except in tests. */
SV_CHECKED sv_db *sv_db_sqlite(const char *path, const char *vfs, rec_error *error);

/* Opens a PostgreSQL database by its URL; timeout: seconds that an answer may take. */
SV_CHECKED sv_db *sv_db_postgres(const char *url, unsigned timeout, rec_error *error);
/* Locks the database against other servers until it is closed; fails if another server holds the
 * lock for that many seconds. A server waits: PostgreSQL may not have noticed yet that another one
 * was killed a moment ago. 0: a tool that looks whether there is a server. */
SV_CHECKED bool sv_db_postgres_lock(sv_db *db, unsigned wait, rec_error *error);

/* Brings the database to the newest version of the schema, step by step; refuses one that is newer
 * than this program. */
SV_CHECKED bool sv_migrate(sv_db *db, rec_error *error);
/* Fails unless the database has the newest schema; changes nothing. */
SV_CHECKED bool sv_schema_check(sv_db *db, rec_error *error);
extern const unsigned sv_schema_version;

#endif
