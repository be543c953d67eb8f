#include "price.h"

#include <string.h>
#include <time.h>

#include "core.h"

static int64_t processor_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

sv_meter sv_meter_start(const sv_core *core)
{
    const sv_histogram *database = core->store.time;
    return (sv_meter){.processor_us = processor_us() - core->elsewhere_us,
                      .database_us = database[SV_STORE_READ].sum + database[SV_STORE_WRITE].sum,
                      .pushes = core->counts.pushes,
                      .bytes = core->outbox.bytes,
                      .writes = sv_histogram_count(&database[SV_STORE_WRITE])};
}

void sv_meter_pause(sv_core *core)
{
    core->paused_from = processor_us();
    core->paused_at = sv_microseconds();
}

void sv_meter_resume(sv_core *core)
{
    core->elsewhere_us += processor_us() - core->paused_from;
    core->waited_us += sv_microseconds() - core->paused_at;
}

int64_t sv_meter_busy_us(const sv_core *core)
{
    return sv_microseconds() - core->waited_us;
}

static void charge(sv_core *core, const sv_rate *rate, enum sv_limited what, const char *text,
                   int64_t number, int64_t us)
{
    if (us > 0)
        sv_limit_charge(&core->limits, rate, what, text, number, us * 1000 / SV_PERMIT_US,
                        sv_nodes_time(core));
}

static void charge_address(sv_core *core, const char *address, int64_t us)
{
    charge(core, &core->limits.address, SV_LIMITED_ADDRESS, address, 0, us);
}

static void note_writer(sv_writers *writers, const char *address)
{
    const unsigned place = writers->count++;
    if (place < SV_WRITERS_MAX)
        memcpy(writers->address[place], address, SV_ADDRESS_MAX);
}

static int64_t database_work(int64_t us)
{
    return us < SV_DATABASE_US ? us : SV_DATABASE_US;
}

void sv_meter_charge(sv_core *core, const sv_client *client, const sv_meter *before, int32_t paid)
{
    const sv_meter after = sv_meter_start(core);
    const int64_t processor = after.processor_us - before->processor_us;
    const int64_t database = database_work((int64_t)(after.database_us - before->database_us));
    const int64_t sending = (int64_t)((after.pushes - before->pushes) * SV_PUSH_US +
                                      (after.bytes - before->bytes) / SV_BYTES_OF_US);
    const int64_t owed =
        (processor > database ? processor : database) + sending - (int64_t)paid * SV_PERMIT_US;
    if (client->user.id)
        charge(core, &core->limits.user, SV_LIMITED_USER, "", client->user.id, owed);
    charge_address(core, client->address, owed);
    if (after.writes != before->writes)
        note_writer(&core->writers, client->address);
}

/* Charges an address for work that no request pays for; false if it is in debt. */
static bool charge_unpaid(sv_core *core, const char *address, int64_t us)
{
    sv_limits *l = &core->limits;
    charge_address(core, address, us);
    return sv_limit_take(l, &l->address, SV_LIMITED_ADDRESS, address, 0, 0, sv_nodes_time(core));
}

bool sv_charge_connection(sv_core *core, const char *address)
{
    return charge_unpaid(core, address, SV_CONNECTION_US);
}

bool sv_charge_frame(sv_core *core, const char *address)
{
    return charge_unpaid(core, address, SV_FRAME_US);
}

void sv_charge_commit(sv_core *core, int64_t us)
{
    sv_writers *writers = &core->writers;
    for (unsigned i = 0; i < writers->count && i < SV_WRITERS_MAX; i++)
        charge_address(core, writers->address[i], database_work(us) / writers->count);
    writers->count = 0;
}
