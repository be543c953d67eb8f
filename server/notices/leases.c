#include "notices/leases.h"

#include <stdlib.h>

#include "errors.h"

/* It is no further try if the lease of a row ran out while its server had it, or if the server
 * before has left it. Servers that take over at the same time share the rows out and do not wait
 * for each other; SQLite does not know "FOR UPDATE SKIP LOCKED". */
#define TAKE(table, in, lock, columns, which, max)                                       \
    "UPDATE " table " SET tries = tries + CASE WHEN node IN ($1, 0) THEN 0 ELSE 1 END, " \
    "node = $1, until = $2 "                                                             \
    "WHERE id " in " (SELECT id FROM " table " WHERE until <= $3" which                  \
    " ORDER BY until, at LIMIT " max lock ") RETURNING id, person, tries, body, " columns

/* due_at: the value of until of a row that no server has. due_which, take_which: more conditions of
 * the rows that are taken over; max: the parameter after theirs. SQLite numbers parameters by their
 * order in a statement. */
#define STATEMENTS(table, due_at, more, due_which, take_which, max)                        \
    .drop = "DELETE FROM " table " WHERE id = $1",                                         \
    .give_up = "DELETE FROM " table " WHERE id = $1 AND node = $2",                        \
    .due = "SELECT id FROM " table " WHERE until <= $1" due_which " LIMIT 1",              \
    .leave = "UPDATE " table " SET node = 0, until = " due_at " WHERE node = $1",          \
    .free = "UPDATE " table " SET until = " due_at " WHERE node <> $1",                    \
    .keep = "UPDATE " table " SET until = $1 WHERE node = $2 AND id = ANY ($3::bigint[]) " \
            "RETURNING id",                                                                \
    .take = TAKE(table, "IN", "", more, take_which, max),                                  \
    .take_shared = TAKE(table, "= ANY (ARRAY", " FOR UPDATE SKIP LOCKED)", more, take_which, max)

static void read_notice(sv_leased_row *row, const sv_value *column)
{
    row->stamp = column[4].text;
}

static void read_delivery(sv_leased_row *row, const sv_value *column)
{
    row->channel = column[4].text;
    row->code = column[5].text;
    row->target = column[6].number;
    row->attempts = column[7].number;
}

const sv_leased sv_leased_notices = {STATEMENTS("notices", "0", "secret", "", "", "$4"),
                                     .columns = "nnntt", .read = read_notice};
#define OF_CHANNELS(mail, push) \
    " AND (channel <> 'mail' OR until <= " mail ") AND (channel <> 'push' OR until <= " push ")"
const sv_leased sv_leased_deliveries = {
    STATEMENTS("deliveries", "due", "channel, code, target, attempts", OF_CHANNELS("$2", "$3"),
               OF_CHANNELS("$4", "$5"), "$6"),
    .channels = true, .columns = "nnntttnn", .read = read_delivery};

bool sv_leased_drop(sv_store *store, const sv_leased *table, int64_t id, rec_error *error)
{
    return sv_write(store, table->drop, SV_VALUES(sv_number(id)), NULL, error);
}

bool sv_leased_give_up(sv_store *store, const sv_leased *table, int64_t id, int64_t server,
                       bool *mine, rec_error *error)
{
    int64_t changed = 0;
    const bool ok = sv_write(store, table->give_up, SV_VALUES(sv_number(id), sv_number(server)),
                             &changed, error);
    *mine = ok && changed == 1;
    return ok;
}

static void note_any(void *data, const sv_value *column)
{
    (void)column;
    *(bool *)data = true;
}

bool sv_leased_due(sv_store *store, const sv_leased *table, sv_lease_ends ends, bool *any,
                   rec_error *error)
{
    const sv_value values[] = {sv_number(ends.now), sv_number(ends.mail), sv_number(ends.push)};
    *any = false;
    return sv_read(store, table->due, values, table->channels ? 3 : 1,
                   (sv_rows){"n", note_any, any}, error);
}

typedef struct row_list {
    const sv_leased *table;
    sv_leased_each *each;
    void *data;
} row_list;

static void take_row(void *data, const sv_value *column)
{
    const row_list *list = data;
    sv_leased_row row = {.id = column[0].number,
                         .person = column[1].number,
                         .tries = column[2].number,
                         .body = column[3].text};
    list->table->read(&row, column);
    list->each(list->data, &row);
}

bool sv_leased_take(sv_store *store, const sv_leased *table, sv_lease_ends ends, sv_lease lease,
                    unsigned max, sv_leased_each *each, void *data, rec_error *error)
{
    row_list list = {table, each, data};
    sv_value values[6];
    unsigned count = 0;
    values[count++] = sv_number(lease.server);
    values[count++] = sv_number(lease.until);
    values[count++] = sv_number(ends.now);
    if (table->channels) {
        values[count++] = sv_number(ends.mail);
        values[count++] = sv_number(ends.push);
    }
    values[count++] = sv_number(max);
    return sv_write_and_read(store, store->db->shared ? table->take_shared : table->take, values,
                             count, (sv_rows){table->columns, take_row, &list}, error);
}

bool sv_leased_leave(sv_store *store, const sv_leased *table, int64_t server, rec_error *error)
{
    return sv_write(store, table->leave, SV_VALUES(sv_number(server)), NULL, error);
}

bool sv_leased_free(sv_store *store, const sv_leased *table, int64_t server, rec_error *error)
{
    return sv_write(store, table->free, SV_VALUES(sv_number(server)), NULL, error);
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

bool sv_leased_keep(sv_store *store, const sv_leased *table, const int64_t *numbers, unsigned count,
                    sv_lease lease, sv_kept_each *each, void *data, rec_error *error)
{
    kept_list list = {each, data};
    char *text = sv_list_of_numbers(store, numbers, count);
    const bool ok = text ? sv_write_and_read(store, table->keep,
                                             SV_VALUES(sv_number(lease.until),
                                                       sv_number(lease.server), sv_text(text)),
                                             (sv_rows){"n", take_kept, &list}, error)
                         : sv_fail_memory(error);
    free(text);
    return ok;
}
