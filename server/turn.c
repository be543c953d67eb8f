#include "turn.h"

#include <string.h>

#include "admin_commands.h"
#include "again.h"
#include "auto.h"
#include "core.h"
#include "errors.h"
#include "limits_shared.h"
#include "log.h"
#include "news.h"
#include "notices/notices.h"
#include "presence.h"
#include "ratings/tally.h"
#include "receive.h"
#include "tidy.h"
#include "tournaments/job.h"
#include "wake.h"
#include "watch.h"

enum {
    AUTOMATIC_US = 2000, /* of a turn for bots and queued orders */
    TOGETHER = 16,       /* tables of bots that are claimed with one statement */
    HEARD_MS = 100       /* without a word that there are news */
};

/* After another server was at the store, or a backup was restored: clients connect anew, and are
 * who they are in the store now. */
static void forget_all(sv_core *core)
{
    rec_error error;
    sv_log("warning",
           "the database was replaced, or has changed too much: everything is read again", NULL);
    sv_analyses_forget(core);
    sv_forget_tables(core);
    for (sv_client *c = core->clients.first, *next; c; c = next) {
        next = c->next;
        c->unknown = true;
        if (c->streaming)
            sv_client_dismiss(c);
    }
    if (!sv_store_own(&core->store, &error) ||
        (core->store.node &&
         (!sv_news_begin(core, &error) || !sv_nodes_share_secret(core, &error) ||
          !sv_presence_end(&core->store, core->store.node, &error))) ||
        !sv_notices_open(core, &error) || !sv_wake_tables(core, &error))
        sv_log("error", "the database could not be taken over", "code", error.code, "text",
               error.text, NULL);
    sv_run_admin_commands(core);
}

/* The session with the store is another one: nobody knows what became of the last commit of the one
 * before, and it is no news to this server. */
static void doubt_all(sv_core *core)
{
    core->tables.doubted = true;
    sv_tables_doubt(core);
}

/* Watchers of tables that were doubted are told of what they missed, in this turn or a later one.
 */
static void dispel_doubts(sv_core *core)
{
    rec_error error;
    if (!core->tables.doubted || core->store.lost)
        return;
    core->tables.doubted = !sv_tables_read_watched(core, &error);
    if (core->tables.doubted)
        sv_store_abort(&core->store, &error);
}

/* What the admin tool or another server has done to the store since the last turn. */
static void look(sv_core *core)
{
    switch (sv_store_look(&core->store)) {
    case SV_STORE_REPLACED:
        forget_all(core);
        break;
    case SV_STORE_REGAINED:
        doubt_all(core);
        sv_run_admin_commands(core);
        break;
    case SV_STORE_CHANGED:
        sv_run_admin_commands(core);
        break;
    case SV_STORE_SAME:
    case SV_STORE_LOST:
        break;
    }
}

/* A turn that answers nobody reads the news only now and then, unless it was notified. */
static bool must_hear(sv_core *core)
{
    const bool notified = core->store.db->notified(core->store.db);
    return core->inbox.due || notified || core->began - core->nodes.heard >= HEARD_MS;
}

void sv_core_hear(sv_core *core)
{
    rec_error error;
    bool outdated = false;
    if (!core->store.node || core->store.lost || !must_hear(core))
        return;
    core->nodes.heard = core->began;
    sv_tell_tables(core); /* what admin commands have changed depends on this turn */
    core->outbox.stored = true;
    const bool heard = sv_news_follow(core, &outdated, &error);
    sv_tell_tables(core);
    core->outbox.stored = false;
    if (!heard)
        sv_store_abort(&core->store, &error);
    else if (outdated)
        forget_all(core);
}

void sv_core_begin_turn(sv_core *core)
{
    core->now = sv_nodes_time(core);
    core->began = sv_milliseconds();
    core->turn++;
    look(core);
    dispel_doubts(core);
    sv_limits_hear(core);
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

/* A table that another server has just now waits for the next tick. */
static void run_automatic(sv_core *core, const char *code)
{
    rec_error error;
    sv_table *table = sv_table_claim(core, code, &error);
    if (!table)
        return;
    sv_run_automatic(core, table);
    sv_table_enqueue(core, table);
}

/* Takes the next tables of the queue. In a shared store they are several, claimed together: each
 * claim waits for the database. */
static unsigned take_queued(sv_core *core, char (*code)[SV_CODE_MAX])
{
    const unsigned max = core->store.node ? TOGETHER : 1;
    unsigned count = 0;
    for (const sv_table *table; count < max && (table = sv_table_dequeue(core));)
        memcpy(code[count++], table->code, SV_CODE_MAX);
    sv_claim_these_ahead(core, (const char(*)[SV_CODE_MAX])code, count);
    return count;
}

/* Lets the queued tables take steps, in turn by owner, as long as there is time; one commit for
 * many steps. Returns whether the time was not enough. */
static bool run_queue(sv_core *core)
{
    const int64_t from = sv_microseconds();
    char code[TOGETHER][SV_CODE_MAX];
    if (from < core->rests_until)
        return false;
    while (!core->store.aborted) {
        if (sv_microseconds() - from >= AUTOMATIC_US)
            return true;
        const unsigned count = take_queued(core, code);
        for (unsigned i = 0; i < count; i++)
            run_automatic(core, code[i]);
        if (count == 0)
            return false;
    }
    return false;
}

/* After bots have used up their time, and the commit of their moves, people have several times as
 * much. While the turn waited for the database, the loop was free. */
static void rest(sv_core *core, int64_t from)
{
    core->rests_until = sv_microseconds() + core->rest * (sv_meter_busy_us(core) - from);
}

int64_t sv_core_rests(const sv_core *core)
{
    const int64_t left = core->rests_until - sv_microseconds();
    return left > 0 ? left : 0;
}

static bool commit(sv_core *core, rec_error *error)
{
    const int64_t from = sv_microseconds();
    const bool ok = sv_store_commit(&core->store, error);
    const int64_t took = sv_microseconds() - from;
    core->counts.commits++;
    core->counts.commit_us += (uint64_t)took;
    sv_charge_commit(core, took);
    sv_histogram_add(&core->counts.commit, sv_time_bounds, took);
    sv_health_note_commit(core, ok ? NULL : error);
    if (ok)
        return true;
    core->counts.failed_commits++;
    sv_log("error", "commit failed", "code", error->code, "text", error->text, NULL);
    return false;
}

/* Commits the turn. A turn that only read must have read current data. */
static bool finish(sv_core *core, rec_error *error)
{
    if (sv_store_dirty(&core->store))
        return commit(core, error);
    return sv_store_is_current(&core->store) ||
           sv_fail(error, SV_ERROR_STORAGE, "The database cannot be reached: nothing was saved.");
}

static bool end_turn(sv_core *core)
{
    rec_error error;
    const int64_t from = sv_meter_busy_us(core);
    const bool busy = run_queue(core);
    sv_analyses_run(core);
    sv_tell_tables(core);
    const bool finished = finish(core, &error);
    if (busy)
        rest(core, from);
    if (finished) {
        sv_outbox_send(core, NULL);
        return sv_core_has_work(core);
    }
    const uint64_t turn = core->turn++;
    core->seen.saved = 0;
    core->nodes.turn_failed = true;
    sv_presence_take_back(core, turn);
    sv_tally_failed(core, turn);
    sv_outbox_send(core, &error);
    sv_clients_reread(core, turn);
    sv_tables_reload(core, turn);
    sv_tell_tables(core);
    sv_outbox_send(core, NULL);
    /* No turn follows at once for bots and queued orders: they try again in the next one. */
    return false;
}

bool sv_core_end_turn(sv_core *core)
{
    const bool more = end_turn(core);
    sv_limits_tell(core);
    return more;
}

/* What fails once may fail with every tick: then the others must not take this server for a dead
 * one, and its heartbeat is committed by itself. */
static bool commit_heartbeat(sv_core *core, rec_error *error)
{
    if (!core->store.node || !core->nodes.turn_failed)
        return true;
    core->nodes.turn_failed = false;
    return sv_store_commit(&core->store, error);
}

static void keep_in_touch(sv_core *core)
{
    rec_error error;
    if (!sv_nodes_tick(core, &error) || !commit_heartbeat(core, &error))
        sv_log("error", "the other servers cannot be told that this one is there", "code",
               error.code, "text", error.text, NULL);
}

void sv_core_tick(sv_core *core)
{
    rec_error error;
    if (core->store.lost)
        return;
    sv_health_check(core);
    keep_in_touch(core);
    sv_notices_tick(core);
    if (!sv_analyses_tick(core, &error))
        sv_log("error", "the others cannot be told of an analysis", "code", error.code, NULL);
    sv_run_clocks(core);
    sv_pairing_tick(core);
    if (!sv_wake_tables(core, &error))
        sv_log("error", "tables of bots could not be found", "code", error.code, "text", error.text,
               NULL);
    sv_run_admin_commands(core);
    sv_tournaments_tick(core);
    sv_sessions_save_seen(core);
    sv_tidy(core);
    sv_tally_tick(core);
    sv_tables_sweep(core);
}

bool sv_core_run_turn(sv_core *core, bool tick)
{
    sv_core_begin_turn(core);
    if (tick) {
        sv_core_hear(core);
        sv_core_tick(core);
    } else {
        sv_core_run_inbox(core);
        sv_core_collect(core);
    }
    return sv_core_end_turn(core);
}
