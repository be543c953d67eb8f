/*
 * Deletes expired sessions, old tables whose game never started, old guests who never played, and
 * the least used analyses beyond those that are kept. It works in small batches, so that no request
 * has to wait for it, and pauses when nothing is left.
 */
#include "tidy.h"

#include <stdio.h>

#include "core.h"
#include "log.h"

enum { BATCH = 100, PAUSE_MS = 600000 };

typedef struct findings {
    sv_guest guest[BATCH];
    struct {
        int64_t id;
        char code[SV_CODE_MAX];
    } table[BATCH];
    unsigned count;
} findings;

static void take_guest(void *data, const sv_guest *guest)
{
    findings *f = data;
    f->guest[f->count++] = *guest;
}

static void take_table(void *data, const sv_game_row *row)
{
    findings *f = data;
    f->table[f->count].id = row->id;
    snprintf(f->table[f->count++].code, SV_CODE_MAX, "%s", row->code);
}

/* Each returns whether there is more to do, and false with error set if something failed. */

static bool tidy_sessions(sv_core *core, rec_error *error)
{
    unsigned gone = 0, devices = 0;
    return sv_sessions_expire(&core->store, core->now, BATCH, &gone, error) &&
           sv_devices_expire(&core->store, core->now, BATCH, &devices, error) &&
           (gone == BATCH || devices >= BATCH);
}

static bool tidy_tables(sv_core *core, rec_error *error)
{
    findings found = {.count = 0};
    if (!core->keep.tables || !sv_games_stale(&core->store, core->now - core->keep.tables, BATCH,
                                              take_table, &found, error))
        return false;
    for (unsigned i = 0; i < found.count; i++) {
        if (!sv_game_remove(&core->store, found.table[i].id, error))
            return false;
        sv_table_forget(core, found.table[i].code);
    }
    return found.count == BATCH;
}

static bool tidy_guests(sv_core *core, rec_error *error)
{
    findings found = {.count = 0};
    if (!core->keep.guests ||
        !sv_guests(&core->store, &core->keep.seen, core->now - core->keep.guests, BATCH, take_guest,
                   &found, error))
        return false;
    for (unsigned i = 0; i < found.count; i++)
        if (!found.guest[i].plays && !sv_client_of_user(&core->clients, found.guest[i].id) &&
            !sv_user_remove(&core->store, found.guest[i].id, error))
            return false;
    core->keep.seen = found.count == BATCH ? found.guest[BATCH - 1] : (sv_guest){.id = 0};
    return found.count == BATCH;
}

static bool tidy_analyses(sv_core *core, rec_error *error)
{
    unsigned gone = 0;
    return core->keep.analyses &&
           sv_analyses_trim(&core->store, core->keep.analyses, BATCH, &gone, error) &&
           gone == BATCH;
}

void sv_tidy(sv_core *core)
{
    rec_error error = {.code = ""};
    if (core->now < core->keep.next)
        return;
    bool more = tidy_sessions(core, &error);
    more = tidy_tables(core, &error) || more;
    more = tidy_guests(core, &error) || more;
    more = tidy_analyses(core, &error) || more;
    if (error.code[0])
        sv_log("warning", "tidying failed", "code", error.code, NULL);
    core->keep.next = more && !error.code[0] ? 0 : core->now + PAUSE_MS;
}
