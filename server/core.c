#include "core.h"

#include <stdlib.h>
#include <time.h>

#include "errors.h"
#include "wake.h"

enum {
    RATE = 40,     /* requests of a user in a second, unless the configuration says otherwise */
    JOBS_MAX = 256 /* jobs of a kind that wait for a thread */
};

static int64_t system_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool sv_core_open(sv_core *core, sv_db *db, unsigned threads, rec_error *error)
{
    sv_outbox_open(&core->outbox);
    core->clock = system_clock;
    core->now = system_clock();
    sv_limits_set(&core->limits, RATE);
    if (!sv_store_open(&core->store, db, error))
        return false;
    for (unsigned i = 0; i < SV_POOLS; i++)
        if (!(core->pool[i] = sv_pool_open(i == SV_NOTICES && threads > 1 ? 1 : threads, JOBS_MAX)))
            return sv_fail(error, SV_ERROR_NO_MEMORY, "No thread could be started.");
    return sv_wake_tables(core, error) && sv_store_commit(&core->store, error);
}

void sv_core_close(sv_core *core)
{
    core->stopping = true;
    for (unsigned i = 0; i < SV_POOLS; i++)
        sv_pool_close(core->pool[i]);
    sv_outbox_send(core, NULL);
    sv_forget_tables(core);
    free(core->tables.queue);
    sv_store_close(&core->store);
}
