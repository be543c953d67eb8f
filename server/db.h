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

enum {
    SV_PARAMETERS_MAX = 24,
    SV_COLUMNS_MAX = 24,
    SV_STATEMENTS_MAX = 512,
    SV_SAID_MAX = 8000, /* bytes of a text from one server to the others, its end included */
    SV_CLAIM_MS = 5000  /* after which a server that stands still loses what it has claimed */
};

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
    /* In a transaction, a database may leave the result for later: then a failure shows at the next
     * statement that needs its result, or at the commit. */
    bool later;
    bool one_row;    /* it must write one row; otherwise it fails with "conflict" */
    int64_t changed; /* rows that were written; filled in unless the result is left for later */
} sv_query;

/* How a database waits for its server: until a socket is ready for events of poll(), or until a
 * moment (sv_milliseconds). False: the moment has come. */
typedef struct sv_waiter {
    bool (*wait)(void *data, int socket, short events, int64_t deadline);
    void (*forget)(void *data); /* the session is over: its socket is closed. NULL: no matter */
    void *data;
} sv_waiter;

typedef struct sv_db sv_db;
struct sv_db {
    SV_CHECKED bool (*begin)(sv_db *db, rec_error *error);
    SV_CHECKED bool (*commit)(sv_db *db, rec_error *error);
    void (*rollback)(sv_db *db);
    SV_CHECKED bool (*run)(sv_db *db, sv_query *query, rec_error *error);
    /* Whether the session with the database stands, as far as can be known without asking anything
     * new: outside of a transaction it takes answers that nobody has taken yet, and may wait for
     * them. NULL: it always does. */
    bool (*alive)(sv_db *db);
    /* Whether another connection may have changed something since the last call. Waits as alive
     * does. */
    bool (*changed)(sv_db *db);
    /* For a shared database: whether the session is another one than at the last call. */
    bool (*reopened)(sv_db *db);
    /* Likewise: whether another server has had news since the last call. */
    bool (*notified)(sv_db *db);
    /* Whether there is something to look at, which has come with answers; NULL: never. */
    bool (*has_news)(sv_db *db);
    /* The open transaction writes news, of which the others hear after its commit. */
    void (*tell)(sv_db *db);
    /* Likewise; NULL: the database is never shared. say sends a text to the other servers while no
     * transaction is open; it does not wait, and the text may get lost. heard takes the next text
     * of another server without asking the database; false: there is none. */
    void (*say)(sv_db *db, const char *text);
    bool (*heard)(sv_db *db, char text[SV_SAID_MAX]);
    /* Runs statements without parameters and results, for migrations. */
    SV_CHECKED bool (*script)(sv_db *db, const char *sql, rec_error *error);
    void (*close)(sv_db *db);
    /* For a database that is elsewhere; NULL: it never waits. From now on it waits in this way. */
    void (*wait_with)(sv_db *db, const sv_waiter *waiter);
    /* Likewise: a socket that gets ready to be read when there are news; -1: there is none. */
    int (*socket)(const sv_db *db);
    const char *clustered; /* the clause for a table that is stored in the order of its key */
    bool arrays;           /* how a statement takes a list of numbers: SV_AMONG of store.h */
    bool shared;           /* other servers may work on it at the same time (nodes.h) */
    const char *alone, *together; /* begin and end what only one program may do at a time; NULL */
};

/* Opens or creates a database in a file; vfs is NULL except in tests. */
SV_CHECKED sv_db *sv_db_sqlite(const char *path, const char *vfs, rec_error *error);

/* Opens a PostgreSQL database by its URL; timeout: seconds that an answer may take. */
SV_CHECKED sv_db *sv_db_postgres(const char *url, unsigned timeout, rec_error *error);
/* Makes the database one that is shared by the servers of a site, until it is closed. Fails if a
 * server of a release that shares it with nobody, or a tool, has it for that many seconds. A server
 * waits: PostgreSQL may not have noticed yet that another one was killed a moment ago. */
SV_CHECKED bool sv_db_postgres_share(sv_db *db, unsigned wait, rec_error *error);
/* Locks the database against all servers until it is closed; fails if there is one. */
SV_CHECKED bool sv_db_postgres_lock(sv_db *db, rec_error *error);

/* Brings the database to the newest version of the schema, step by step; refuses one that is newer
 * than this program. */
SV_CHECKED bool sv_migrate(sv_db *db, rec_error *error);
/* Fails unless the database has the newest schema; changes nothing. */
SV_CHECKED bool sv_schema_check(sv_db *db, rec_error *error);
extern const unsigned sv_schema_version;

#endif
