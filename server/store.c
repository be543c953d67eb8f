#include "store.h"

#include <sodium.h>
#include <string.h>

#include "errors.h"

bool sv_store_open(sv_store *store, sv_db *db, rec_error *error)
{
    *store = (sv_store){.db = db};
    return sv_migrate(db, error);
}

bool sv_store_visit(sv_store *store, sv_db *db, rec_error *error)
{
    *store = (sv_store){.db = db};
    return sv_schema_check(db, error);
}

void sv_store_close(sv_store *store)
{
    if (!store->db)
        return;
    sv_news_free(&store->news);
    if (store->open)
        store->db->rollback(store->db);
    store->db->close(store->db);
    store->db = NULL;
}

bool sv_store_dirty(const sv_store *store)
{
    return store->open || store->aborted || store->news.count > 0;
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

/* --------------------------------------------------------------------------------- generation */

/* Random numbers begin a generation, so that two of them never meet. */
static int64_t random_number(void)
{
    int64_t number;
    randombytes_buf(&number, sizeof number);
    return number & INT64_C(0xffffffffffffff);
}

static bool own_alone(sv_store *store, rec_error *error)
{
    const int64_t number = random_number();
    const bool owned = store->owned;
    store->owned = false; /* the number is written, whatever it was */
    const bool wrote = sv_write(store, "UPDATE generation SET number = $1",
                                SV_VALUES(sv_number(number)), NULL, error);
    const bool ok = sv_store_commit(store, error) && wrote;
    store->owned = owned || ok;
    if (!ok)
        return false;
    store->generation = number;
    store->replaced = store->lost = false;
    return true;
}

bool sv_store_own(sv_store *store, rec_error *error)
{
    if (!store->db->shared)
        return own_alone(store, error);
    store->replaced = store->lost = false;
    return true;
}

static void take_generation(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

/* Whether the number is as this server left it; lost is set if nobody knows. */
static bool is_as_left(sv_store *store)
{
    rec_error ignored;
    int64_t number = -1;
    store->lost = !sv_read(store, "SELECT number FROM generation", NULL, 0,
                           (sv_rows){"n", take_generation, &number}, &ignored);
    return number == store->generation;
}

/* An open transaction has changed the generation itself, so the answer waits for its end. */
enum sv_store_change sv_store_look(sv_store *store)
{
    const bool was_lost = store->lost;
    bool reopened = false;
    if (sv_store_dirty(store))
        return SV_STORE_SAME;
    store->lost = store->db->alive && !store->db->alive(store->db);
    if (store->lost)
        return SV_STORE_LOST;
    if (store->node)
        reopened = store->db->reopened(store->db);
    if (!store->db->changed(store->db) && !was_lost && !store->replaced && !reopened)
        return SV_STORE_SAME;
    if (store->node)
        return reopened ? SV_STORE_REGAINED : SV_STORE_CHANGED;
    if (store->owned && !is_as_left(store)) {
        store->replaced = !store->lost;
        return store->lost ? SV_STORE_LOST : SV_STORE_REPLACED;
    }
    return SV_STORE_CHANGED;
}

bool sv_store_is_current(sv_store *store)
{
    store->lost = store->lost || (store->db->alive && !store->db->alive(store->db));
    return !store->lost && !store->replaced;
}

/* Begins a transaction, which fails if the store was replaced. */
static bool begin_owned(sv_store *store, rec_error *error)
{
    const sv_value numbers[] = {sv_number(store->generation + 1), sv_number(store->generation)};
    sv_query count = {.sql = "UPDATE generation SET number = $1 WHERE number = $2",
                      .parameter = numbers,
                      .parameters = 2};
    /* A session that comes back in the middle of a turn has not told this server the news. */
    if (store->node && store->lost)
        return sv_fail(error, SV_ERROR_STORAGE,
                       "The database cannot be reached: nothing was saved.");
    if (!begin(store, error))
        return false;
    store->open = true;
    if (!store->owned)
        return true;
    if (!run(store, SV_STORE_WRITE, &count, error))
        return false;
    store->replaced = count.changed != 1;
    return !store->replaced ||
           sv_fail(error, SV_ERROR_STORAGE,
                   "The database was replaced meanwhile: nothing was saved. Try again.");
}

static bool write(sv_store *store, sv_query *query, rec_error *error)
{
    if (is_aborted(store, error))
        return false;
    if (!store->open && !begin_owned(store, error))
        return sv_store_abort(store, error);
    return run(store, SV_STORE_WRITE, query, error) || sv_store_abort(store, error);
}

bool sv_write(sv_store *store, const char *sql, const sv_value *parameter, unsigned parameters,
              int64_t *changed, rec_error *error)
{
    sv_query query = {
        .sql = sql, .parameter = parameter, .parameters = parameters, .later = changed == NULL};
    if (!write(store, &query, error))
        return false;
    if (changed)
        *changed = query.changed;
    return true;
}

bool sv_write_one(sv_store *store, const char *sql, const sv_value *parameter, unsigned parameters,
                  rec_error *error)
{
    sv_query query = {.sql = sql,
                      .parameter = parameter,
                      .parameters = parameters,
                      .later = true,
                      .one_row = true};
    return write(store, &query, error);
}

bool sv_write_and_read(sv_store *store, const char *sql, const sv_value *parameter,
                       unsigned parameters, sv_rows rows, rec_error *error)
{
    sv_query query = {.sql = sql,
                      .parameter = parameter,
                      .parameters = parameters,
                      .columns = rows.columns,
                      .row = rows.row,
                      .data = rows.data};
    return write(store, &query, error);
}

static void ignore_row(void *data, const sv_value *column)
{
    (void)data;
    (void)column;
}

bool sv_store_try_read(sv_store *store, rec_error *error)
{
    return sv_read(store, "SELECT version FROM schema_version", NULL, 0,
                   (sv_rows){"n", ignore_row, NULL}, error);
}

bool sv_store_try_write(sv_store *store, rec_error *error)
{
    return sv_write(store, "UPDATE schema_version SET version = version", NULL, 0, NULL, error);
}

/* The last thing that a transaction writes. */
static bool write_news(sv_store *store, rec_error *error)
{
    bool ok = true;
    const unsigned count = store->news.count;
    for (unsigned i = 0; ok && i < count; i++)
        ok = sv_news_write(store, &store->news.item[i], i, error);
    if (ok && count > 0)
        store->db->tell(store->db);
    return ok;
}

bool sv_store_commit(sv_store *store, rec_error *error)
{
    bool ok = !store->aborted && write_news(store, error);
    sv_news_free(&store->news);
    if (store->aborted)
        *error = store->why;
    if (store->open && ok) {
        ok = commit(store, error);
        store->generation += ok;
    } else if (store->open) {
        store->db->rollback(store->db);
    }
    store->open = store->aborted = false;
    return ok;
}
