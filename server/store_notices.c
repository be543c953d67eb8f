/* Notices to webhooks in the store. */
#include <stdlib.h>

#include "errors.h"
#include "store.h"

bool sv_notice_add(sv_store *store, const sv_notice_row *row, sv_lease lease, int64_t now,
                   rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO notices (id, person, secret, body, at, tries, node, until) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                    SV_VALUES(sv_number(row->id), sv_number(row->person), sv_text(row->secret),
                              sv_text(row->body), sv_number(now), sv_number(row->tries),
                              sv_number(lease.server), sv_number(lease.until)),
                    NULL, error);
}

bool sv_notice_drop(sv_store *store, int64_t id, rec_error *error)
{
    return sv_write(store, "DELETE FROM notices WHERE id = $1", SV_VALUES(sv_number(id)), NULL,
                    error);
}

bool sv_notice_give_up(sv_store *store, int64_t id, int64_t server, bool *mine, rec_error *error)
{
    int64_t changed = 0;
    const bool ok = sv_write(store, "DELETE FROM notices WHERE id = $1 AND node = $2",
                             SV_VALUES(sv_number(id), sv_number(server)), &changed, error);
    *mine = ok && changed == 1;
    return ok;
}

static void note_any(void *data, const sv_value *column)
{
    (void)column;
    *(bool *)data = true;
}

bool sv_notices_due(sv_store *store, int64_t now, bool *any, rec_error *error)
{
    *any = false;
    return sv_read(store, "SELECT id FROM notices WHERE until <= $1 LIMIT 1",
                   SV_VALUES(sv_number(now)), (sv_rows){"n", note_any, any}, error);
}

typedef struct notice_list {
    sv_notice_each *each;
    void *data;
} notice_list;

static void take_notice(void *data, const sv_value *column)
{
    const notice_list *list = data;
    const sv_notice_row row = {.id = column[0].number,
                               .person = column[1].number,
                               .secret = column[2].text,
                               .body = column[3].text,
                               .tries = column[4].number};
    list->each(list->data, &row);
}

/* SQLite does not know "FOR UPDATE SKIP LOCKED". With it, servers that take over at the same time
 * share the notices out and do not wait for each other. It is no further try if its lease ran out
 * while its server had the notice, or if the server before has left it. */
#define TAKE(in, lock)                                                                           \
    "UPDATE notices SET tries = tries + CASE WHEN node IN ($1, 0) THEN 0 ELSE 1 END, "           \
    "node = $1, until = $2 "                                                                     \
    "WHERE id " in " (SELECT id FROM notices WHERE until <= $3 ORDER BY until, at LIMIT $4" lock \
    ") RETURNING id, person, secret, body, tries"

bool sv_notices_take(sv_store *store, int64_t now, sv_lease lease, unsigned max,
                     sv_notice_each *each, void *data, rec_error *error)
{
    notice_list list = {each, data};
    return sv_write_and_read(
        store,
        store->db->shared ? TAKE("= ANY (ARRAY", " FOR UPDATE SKIP LOCKED)") : TAKE("IN", ""),
        SV_VALUES(sv_number(lease.server), sv_number(lease.until), sv_number(now), sv_number(max)),
        (sv_rows){"nnttn", take_notice, &list}, error);
}

bool sv_notices_leave(sv_store *store, int64_t server, rec_error *error)
{
    return sv_write(store, "UPDATE notices SET node = 0, until = 0 WHERE node = $1",
                    SV_VALUES(sv_number(server)), NULL, error);
}

bool sv_notices_free(sv_store *store, int64_t server, rec_error *error)
{
    return sv_write(store, "UPDATE notices SET until = 0 WHERE node <> $1",
                    SV_VALUES(sv_number(server)), NULL, error);
}

typedef struct kept_list {
    sv_kept_each *each;
    void *data;
} kept_list;

static void take_kept(void *data, const sv_value *column)
{
    const kept_list *list = data;
    list->each(list->data, column[0].number);
}

bool sv_notices_keep(sv_store *store, const int64_t *numbers, unsigned count, sv_lease lease,
                     sv_kept_each *each, void *data, rec_error *error)
{
    kept_list list = {each, data};
    char *text = sv_list_of_numbers(store, numbers, count);
    const bool ok = text ? sv_write_and_read(store,
                                             "UPDATE notices SET until = $1 WHERE node = $2 "
                                             "AND id = ANY ($3::bigint[]) RETURNING id",
                                             SV_VALUES(sv_number(lease.until),
                                                       sv_number(lease.server), sv_text(text)),
                                             (sv_rows){"n", take_kept, &list}, error)
                         : sv_fail_memory(error);
    free(text);
    return ok;
}
