#include "core.h"

#include <stdlib.h>
#include <time.h>

#include "errors.h"
#include "notices/notices.h"
#include "wake.h"

enum {
    RATE = 40,         /* requests of a user in a second, unless the configuration says otherwise */
    REVEAL_MS = 30000, /* to reveal words, likewise */
    NOTICE_THREADS = 8 /* that wait for webhooks to answer */
};

/* A webhook may hang for seconds, so an account has one on the way at a time, and all accounts of
 * an address leave half of the threads to others. A bot that finds no room waits for the next tick;
 * there is at most one of a table. */
static sv_pool_limits limits_of(enum sv_work kind, unsigned threads)
{
    if (kind == SV_PASSWORDS)
        return (sv_pool_limits){.threads = threads, .waiting = 256, .waiting_each = 32};
    if (kind == SV_THOUGHTS)
        return (sv_pool_limits){.threads = threads, .waiting = 1024};
    if (kind == SV_ANALYSES) /* one at a time, and only its next decision (analyse.h) */
        return (sv_pool_limits){.threads = threads > 0, .waiting = 1, .idle = true};
    return (sv_pool_limits){.threads = threads > 1 ? NOTICE_THREADS : threads,
                            .waiting = 1024,
                            .waiting_each = 32,
                            .running_each = 1,
                            .running_address = NOTICE_THREADS / 2};
}

static int64_t system_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool sv_core_open(sv_core *core, sv_db *db, unsigned threads, rec_error *error)
{
    sv_inbox_open(&core->inbox);
    sv_outbox_open(&core->outbox);
    core->clock = system_clock;
    core->now = core->started = system_clock();
    core->began = sv_milliseconds();
    core->reveal_ms = REVEAL_MS;
    core->analyses.limits = sv_analysis_limits_default;
    sv_limits_set(&core->limits, RATE);
    if (!sv_store_open(&core->store, db, error) || !sv_store_own(&core->store, error) ||
        !sv_nodes_join(core, error))
        return false;
    core->now = sv_nodes_time(core);
    for (unsigned i = 0; i < SV_POOLS; i++) {
        const sv_pool_limits limits = limits_of((enum sv_work)i, threads);
        if (!(core->pool[i] = sv_pool_open(&limits)))
            return sv_fail(error, SV_ERROR_NO_MEMORY, "No thread could be started.");
    }
    return sv_notices_open(core, error) && sv_wake_tables(core, error) &&
           sv_store_commit(&core->store, error);
}

const char *sv_core_problem(const sv_core *core)
{
    return core->store.lost ? "The database cannot be reached." : NULL;
}

void sv_core_close(sv_core *core)
{
    core->stopping = true;
    for (unsigned i = 0; i < SV_POOLS; i++)
        sv_pool_close(core->pool[i]);
    sv_notices_close(core);
    sv_inbox_clear(core);
    sv_analyses_forget(core);
    sv_outbox_send(core, NULL);
    sv_forget_tables(core);
    sv_nodes_leave(core);
    sv_store_close(&core->store);
}
