#include "notices/notices.h"

#include "core.h"
#include "log.h"
#include "notice.h"
#include "notices/delivery.h"

bool sv_notices_open(sv_core *core, rec_error *error)
{
    return sv_queue_open(&core->notices, core, &sv_webhook_queue, error) &&
           sv_queue_open(&core->deliveries, core, &sv_delivery_queue, error);
}

/* A core without settings sends nothing. */
void sv_notices_close(sv_core *core)
{
    rec_error error;
    const bool left = !core->config || (sv_queue_leave(&core->notices, &error) &&
                                        sv_queue_leave(&core->deliveries, &error));
    if (!sv_store_commit(&core->store, &error) || !left)
        sv_log("warning", "notices could not be left to other servers", "code", error.code, NULL);
    sv_queue_clear(&core->notices);
    sv_queue_clear(&core->deliveries);
}

void sv_notices_tick(sv_core *core)
{
    if (!core->config)
        return;
    sv_queue_tick(&core->notices);
    sv_queue_tick(&core->deliveries);
}

void sv_notices_end_turn(sv_core *core, bool committed)
{
    sv_queue_end_turn(&core->notices, committed);
    sv_queue_end_turn(&core->deliveries, committed);
}
