#include "turn.h"

#include "admin_commands.h"
#include "auto.h"
#include "core.h"
#include "log.h"
#include "tidy.h"
#include "wake.h"

enum { AUTOMATIC_US = 8000 }; /* of a turn for bots and queued orders */

void sv_core_begin_turn(sv_core *core)
{
    core->now = core->clock();
    core->turn++;
}

bool sv_core_has_work(const sv_core *core)
{
    return core->tables.queue.count > 0;
}

void sv_core_collect(sv_core *core)
{
    for (unsigned i = 0; i < SV_POOLS; i++)
        sv_pool_collect(core->pool[i]);
}

void sv_core_on_wake(sv_core *core, void (*wake)(void *data), void *data)
{
    for (unsigned i = 0; i < SV_POOLS; i++)
        sv_pool_on_wake(core->pool[i], wake, data);
}

/* Lets the queued tables take one step each, the hosts in turn, as long as there is time. */
static void run_queue(sv_core *core)
{
    const int64_t until = sv_microseconds() + AUTOMATIC_US;
    unsigned count = core->tables.queue.count;
    while (count-- && !core->store.aborted && sv_microseconds() < until) {
        sv_table *table = sv_table_dequeue(core);
        if (!table)
            return;
        sv_run_automatic(core, table);
        sv_table_enqueue(core, table);
    }
}

static bool commit(sv_core *core, rec_error *error)
{
    const int64_t from = sv_microseconds();
    const bool ok = sv_store_commit(&core->store, error);
    const int64_t took = sv_microseconds() - from;
    core->counts.commits++;
    core->counts.commit_us += (uint64_t)took;
    sv_histogram_add(&core->counts.commit, sv_time_bounds, took);
    if (ok)
        return true;
    core->counts.failed_commits++;
    sv_log("error", "commit failed", "code", error->code, "text", error->text, NULL);
    return false;
}

bool sv_core_end_turn(sv_core *core)
{
    rec_error error;
    run_queue(core);
    if (!sv_store_dirty(&core->store) || commit(core, &error)) {
        sv_outbox_send(core, NULL);
        return sv_core_has_work(core);
    }
    const uint64_t turn = core->turn++;
    sv_outbox_send(core, &error);
    sv_clients_reread(core, turn);
    sv_tables_reload(core, turn);
    sv_outbox_send(core, NULL);
    /* Bots and queued orders try again with the next tick, not at once. */
    return false;
}

void sv_core_tick(sv_core *core)
{
    rec_error error;
    sv_run_clocks(core);
    if (!sv_wake_tables(core, &error))
        sv_log("error", "tables of bots could not be found", "code", error.code, "text", error.text,
               NULL);
    sv_run_admin_commands(core);
    sv_tidy(core);
    sv_tables_sweep(core);
}
