#include "notices/store_notices.h"

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
