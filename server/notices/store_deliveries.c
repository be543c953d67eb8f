#include "notices/store_deliveries.h"

#include <stdlib.h>
#include <string.h>

bool sv_delivery_add(sv_store *store, const sv_delivery_row *row, sv_lease lease, int64_t now,
                     rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO deliveries "
                    "(id, person, channel, target, code, body, at, due, tries, node, until) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10)",
                    SV_VALUES(sv_number(row->id), sv_number(row->person), sv_text(row->channel),
                              sv_number(row->target), sv_text(row->code), sv_text(row->body),
                              sv_number(now), sv_number(row->due), sv_number(lease.server),
                              sv_number(lease.until)),
                    NULL, error);
}

bool sv_delivery_postpone(sv_store *store, int64_t id, int64_t server, int64_t due,
                          rec_error *error)
{
    return sv_write(store,
                    "UPDATE deliveries SET attempts = attempts + 1, tries = 1, due = $1, "
                    "until = $1, node = 0 WHERE id = $2 AND node = $3",
                    SV_VALUES(sv_number(due), sv_number(id), sv_number(server)), NULL, error);
}

bool sv_delivery_mark(sv_store *store, int64_t id, int64_t until, rec_error *error)
{
    return sv_write(store,
                    "UPDATE deliveries SET channel = 'sent', body = '', node = 0, tries = 1, "
                    "due = $1, until = $1 WHERE id = $2",
                    SV_VALUES(sv_number(until), sv_number(id)), NULL, error);
}

bool sv_deliveries_drop(sv_store *store, int64_t person, const char *channel, rec_error *error)
{
    return sv_write(store, "DELETE FROM deliveries WHERE person = $1 AND channel = $2",
                    SV_VALUES(sv_number(person), sv_text(channel)), NULL, error);
}

/* ---------------------------------------------------------------------- mails about one thing */

static void take_before(void *data, const sv_value *column)
{
    sv_mail_before *before = data;
    if (before->found)
        return;
    *before = (sv_mail_before){.found = true, .id = column[0].number, .due = column[1].number};
    const bool mail = strcmp(column[3].text, "mail") == 0;
    before->waits = column[2].number == 0 && mail;
    before->body = before->waits ? strdup(column[4].text) : NULL;
    before->waits = before->body != NULL;
    if (mail && !before->waits)
        before->due += SV_MAIL_PAUSE_MS;
}

bool sv_mail_find(sv_store *store, int64_t person, const char *code, sv_mail_before *before,
                  rec_error *error)
{
    *before = (sv_mail_before){.found = false};
    return sv_read(store,
                   "SELECT id, due, node, channel, body FROM deliveries WHERE person = $1 "
                   "AND code = $2 AND channel IN ('mail', 'sent') ORDER BY due DESC LIMIT 1",
                   SV_VALUES(sv_number(person), sv_text(code)),
                   (sv_rows){"nnntt", take_before, before}, error);
}

/* A server that takes it over at this moment is not waited for. */
#define IF_IT_WAITS(lock)                                                                         \
    "WHERE id IN (SELECT id FROM deliveries WHERE id = $2 AND node = 0 AND channel = 'mail'" lock \
    ")"

bool sv_mail_replace(sv_store *store, int64_t id, const char *body, bool *done, rec_error *error)
{
    int64_t changed = 0;
    const bool ok =
        sv_write(store,
                 store->db->shared
                     ? "UPDATE deliveries SET body = $1 " IF_IT_WAITS(" FOR UPDATE SKIP LOCKED")
                     : "UPDATE deliveries SET body = $1 " IF_IT_WAITS(""),
                 SV_VALUES(sv_text(body), sv_number(id)), &changed, error);
    *done = ok && changed == 1;
    return ok;
}

bool sv_mails_expedite(sv_store *store, int64_t person, const char *code, int64_t due,
                       rec_error *error)
{
    return sv_write(store,
                    "UPDATE deliveries SET due = $1, until = $1 "
                    "WHERE person = $2 AND code = $3 AND channel = 'mail' AND node = 0",
                    SV_VALUES(sv_number(due), sv_number(person), sv_text(code)), NULL, error);
}
