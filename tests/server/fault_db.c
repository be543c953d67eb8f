/* A database that fails on purpose. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"

typedef struct faulty {
    sv_db db;
    sv_db *real;
    faults *f;
    bool dead; /* the transaction is aborted: it must not be committed */
} faulty;

static faulty *of(sv_db *db)
{
    return (faulty *)db;
}

/* Whether this operation has to fail. */
static bool strikes(faulty *d, rec_error *error)
{
    faults *f = d->f;
    if (f->countdown < 0 || f->countdown-- > 0)
        return false;
    if (--f->lasts > 0)
        f->countdown = 0;
    d->dead = true;
    rec_fail(error, f->code, "This was asked to fail.");
    return true;
}

static bool begin(sv_db *db, rec_error *error)
{
    of(db)->dead = false;
    return !strikes(of(db), error) && of(db)->real->begin(of(db)->real, error);
}

static void rollback(sv_db *db)
{
    of(db)->real->rollback(of(db)->real);
}

static bool commit(sv_db *db, rec_error *error)
{
    faulty *d = of(db);
    if (d->dead)
        abort();
    if (!strikes(d, error))
        return d->real->commit(d->real, error);
    rollback(db);
    return false;
}

static bool run(sv_db *db, sv_query *q, rec_error *error)
{
    faulty *d = of(db);
    d->f->statements++;
    const bool reads = strncmp(q->sql, "SELECT", 6) == 0;
    if ((!reads || d->f->reads_too) && strikes(d, error))
        return false;
    return d->real->run(d->real, q, error);
}

static bool script(sv_db *db, const char *sql, rec_error *error)
{
    return of(db)->real->script(of(db)->real, sql, error);
}

static bool changed(sv_db *db)
{
    return of(db)->real->changed(of(db)->real);
}

static void close_db(sv_db *db)
{
    of(db)->real->close(of(db)->real);
    free(db);
}

sv_db *fault_db(sv_db *real, faults *f)
{
    faulty *d = calloc(1, sizeof *d);
    if (!d)
        abort();
    *d = (faulty){.db = {.begin = begin,
                         .commit = commit,
                         .rollback = rollback,
                         .run = run,
                         .script = script,
                         .changed = changed,
                         .close = close_db,
                         .clustered = real->clustered,
                         .arrays = real->arrays},
                  .real = real,
                  .f = f};
    return &d->db;
}
