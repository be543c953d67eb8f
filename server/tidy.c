/*
 * Deletes expired sessions, old tables whose game never started, tournaments that were cancelled
 * before they began, outdated invitations, old guests who never played, the least used analyses
 * beyond those that are kept, and what became of people in the queue. It works in small batches, so
 * that no request has to wait for it, and pauses when nothing is left. Each of the servers that
 * share a store does it; a lock keeps two of them from doing it at once.
 */
#include "tidy.h"

#include <stdio.h>

#include "core.h"
#include "log.h"
#include "pairing/store_waiting.h"
#include "people/store_invitations.h"
#include "tournaments/store_tournaments.h"

enum { BATCH = 100, PAUSE_MS = 600000, DAY_MS = 24 * 60 * 60 * 1000 };

typedef struct findings {
    struct {
        int64_t id, version;
        char code[SV_CODE_MAX];
    } table[BATCH];
    unsigned count;
} findings;

static void take_table(void *data, const sv_game_row *row)
{
    findings *f = data;
    f->table[f->count].id = row->id;
    f->table[f->count].version = row->version;
    snprintf(f->table[f->count++].code, SV_CODE_MAX, "%s", row->code);
}

/* Functions called tidy_… return whether there is more to do, and false with error set if something
 * failed. */

static bool tidy_sessions(sv_core *core, rec_error *error)
{
    unsigned gone = 0, devices = 0;
    return sv_sessions_expire(&core->store, core->now, BATCH, &gone, error) &&
           sv_devices_expire(&core->store, core->now, BATCH, &devices, error) &&
           (gone == BATCH || devices >= BATCH);
}

/* Whether a table is as old as it was when it was found; another server may be using it. */
static bool claim(sv_core *core, const char *code, int64_t version, bool *claimed, rec_error *error)
{
    int64_t now = version;
    const bool ok = !core->store.node || sv_game_claim(&core->store, code, &now, error);
    *claimed = now == version;
    return ok;
}

static bool remove_table(sv_core *core, int64_t id, const char *code, rec_error *error)
{
    sv_news_add(&core->store, SV_NEWS_TABLE, code, NULL);
    if (!sv_game_remove(&core->store, id, error))
        return false;
    sv_table_forget(core, code);
    return true;
}

static bool tidy_tables(sv_core *core, rec_error *error)
{
    findings found = {.count = 0};
    if (!core->keep.tables || !sv_games_stale(&core->store, core->now - core->keep.tables, BATCH,
                                              take_table, &found, error))
        return false;
    for (unsigned i = 0; i < found.count; i++) {
        bool claimed;
        if (!claim(core, found.table[i].code, found.table[i].version, &claimed, error) ||
            (claimed && !remove_table(core, found.table[i].id, found.table[i].code, error)))
            return false;
    }
    return found.count == BATCH;
}

/* Invitations to tables that are not open any more. */
static bool tidy_invitations(sv_core *core, rec_error *error)
{
    unsigned gone = 0;
    return sv_invitations_expire(&core->store, core->now - DAY_MS, BATCH, &gone, error) &&
           gone >= BATCH;
}

static bool tidy_guests(sv_core *core, rec_error *error)
{
    sv_guest guest[SV_GUESTS_MAX];
    unsigned count;
    if (!core->keep.guests || !sv_guests(&core->store, &core->keep.seen,
                                         core->now - core->keep.guests, guest, &count, error))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!guest[i].plays && !sv_client_of_user(&core->clients, guest[i].id) &&
            !sv_user_remove(&core->store, guest[i].id, error))
            return false;
    const bool more = count == SV_GUESTS_MAX;
    core->keep.seen = more ? guest[count - 1] : (sv_guest){.id = 0};
    return more;
}

/* Those that never began are as unwanted as tables whose game never began. */
static bool tidy_tournaments(sv_core *core, rec_error *error)
{
    unsigned gone = 0;
    return core->keep.tables &&
           sv_tournaments_tidy(&core->store, core->now - core->keep.tables, BATCH, &gone, error) &&
           gone == BATCH;
}

static bool tidy_analyses(sv_core *core, rec_error *error)
{
    unsigned gone = 0;
    return core->keep.analyses &&
           sv_analyses_trim(&core->store, core->keep.analyses, BATCH, &gone, error) &&
           gone == BATCH;
}

/* People may ask for a day what became of their waiting. */
static bool tidy_waiting(sv_core *core, rec_error *error)
{
    unsigned gone = 0;
    return sv_waiting_trim(&core->store, core->now - DAY_MS, BATCH, &gone, error) && gone == BATCH;
}

void sv_tidy(sv_core *core)
{
    rec_error error = {.code = ""};
    bool claimed;
    if (core->now < core->keep.next || !sv_job_claim(&core->store, SV_JOB_TIDY, &claimed, &error) ||
        !claimed)
        return;
    bool more = tidy_sessions(core, &error);
    more = tidy_tables(core, &error) || more;
    more = tidy_invitations(core, &error) || more;
    more = tidy_guests(core, &error) || more;
    more = tidy_analyses(core, &error) || more;
    more = tidy_tournaments(core, &error) || more;
    more = tidy_waiting(core, &error) || more;
    if (error.code[0])
        sv_log("warning", "tidying failed", "code", error.code, NULL);
    core->keep.next = more && !error.code[0] ? 0 : core->now + PAUSE_MS;
}
