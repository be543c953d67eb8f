#include "store.h"

#include <string.h>

bool sv_store_open(sv_store *store, sv_db *db, rec_error *error)
{
    *store = (sv_store){.db = db};
    return sv_migrate(db, error);
}

void sv_store_close(sv_store *store)
{
    if (!store->db)
        return;
    if (store->open)
        store->db->rollback(store->db);
    store->db->close(store->db);
    store->db = NULL;
}

bool sv_store_dirty(const sv_store *store)
{
    return store->open || store->aborted;
}

bool sv_store_abort(sv_store *store, const rec_error *error)
{
    store->aborted = true;
    store->why = *error;
    return false;
}

static bool is_aborted(const sv_store *store, rec_error *error)
{
    if (store->aborted)
        *error = store->why;
    return store->aborted;
}

/* Runs a statement and measures it. */
static bool run(sv_store *store, enum sv_store_work work, sv_query *query, rec_error *error)
{
    const int64_t from = sv_microseconds();
    const bool ok = store->db->run(store->db, query, error);
    sv_histogram_add_since(&store->time[work], from);
    return ok;
}

static bool begin(sv_store *store, rec_error *error)
{
    const int64_t from = sv_microseconds();
    const bool ok = store->db->begin(store->db, error);
    sv_histogram_add_since(&store->time[SV_STORE_BEGIN], from);
    return ok;
}

static bool commit(sv_store *store, rec_error *error)
{
    const int64_t from = sv_microseconds();
    const bool ok = store->db->commit(store->db, error);
    sv_histogram_add_since(&store->time[SV_STORE_COMMIT], from);
    return ok;
}

bool sv_read(sv_store *store, const char *sql, const sv_value *parameter, unsigned parameters,
             sv_rows rows, rec_error *error)
{
    sv_query query = {.sql = sql,
                      .parameter = parameter,
                      .parameters = parameters,
                      .columns = rows.columns,
                      .row = rows.row,
                      .data = rows.data};
    if (is_aborted(store, error))
        return false;
    return run(store, SV_STORE_READ, &query, error) ||
           (store->open && sv_store_abort(store, error));
}

bool sv_write(sv_store *store, const char *sql, const sv_value *parameter, unsigned parameters,
              int64_t *changed, rec_error *error)
{
    sv_query query = {.sql = sql, .parameter = parameter, .parameters = parameters};
    if (is_aborted(store, error))
        return false;
    if (!store->open && !begin(store, error))
        return sv_store_abort(store, error);
    store->open = true;
    if (!run(store, SV_STORE_WRITE, &query, error))
        return sv_store_abort(store, error);
    if (changed)
        *changed = query.changed;
    return true;
}

bool sv_store_commit(sv_store *store, rec_error *error)
{
    bool ok = !store->aborted;
    if (!ok)
        *error = store->why;
    if (store->open && ok)
        ok = commit(store, error);
    else if (store->open)
        store->db->rollback(store->db);
    store->open = store->aborted = false;
    return ok;
}
