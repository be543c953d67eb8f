#include "reseat.h"

#include <stdlib.h>

#include "errors.h"
#include "table_codes.h"
#include "watch.h"

typedef struct reseating {
    int64_t user;
    sv_seat_change *change;
    const void *data;
} reseating;

static bool change_seat(sv_core *core, sv_table *table, const reseating *r, rec_error *error)
{
    const unsigned seat = sv_seat_of(table, r->user);
    if (seat == EK_NOBODY)
        return true;
    r->change(&table->seat[seat], r->data);
    return sv_table_save_seats(&core->store, table, error);
}

/* A table that is not in memory has no watchers: writing its row is enough. A damaged one stays as
 * it is. */
static bool change_at(sv_core *core, const reseating *r, const char *code, rec_error *error)
{
    sv_table *known = sv_table_find(core, code);
    if (known && !(known = sv_table_claim(core, code, error)))
        return sv_table_is_lost(error);
    if (known) {
        sv_table_touch(core, known);
        if (!change_seat(core, known, r, error))
            return false;
        sv_announce_table(core, known);
        return true;
    }
    sv_table *table;
    const bool ok = sv_table_peek(&core->store, code, &table, error) &&
                    (!table || change_seat(core, table, r, error));
    sv_table_free(table);
    return ok;
}

bool sv_reseat(sv_core *core, int64_t user, sv_seat_change *change, const void *data,
               rec_error *error)
{
    const reseating r = {user, change, data};
    sv_codes list = {.count = 0};
    bool ok = sv_codes_of(&core->store, user, false, &list, error);
    for (unsigned i = 0; ok && i < list.count; i++)
        ok = change_at(core, &r, list.code[i], error);
    free(list.code);
    return ok || sv_store_abort(&core->store, error);
}

bool sv_claim_tables_of(sv_core *core, int64_t user, bool ended, rec_error *error)
{
    sv_codes list = {.count = 0};
    if (!core->store.node)
        return true;
    const bool ok = sv_codes_of(&core->store, user, ended, &list, error) &&
                    sv_claim_all(core, (const char(*)[SV_CODE_MAX])list.code, list.count, error);
    free(list.code);
    return ok;
}
