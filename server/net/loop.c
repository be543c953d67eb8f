/* The event loop. When it has looked at every ready socket, a turn of the core begins if one is
 * due. */
#include "log.h"
#include "net/conn.h"

enum {
    TICK_MS = 1000,
    REST = 3,     /* bots have a quarter of the loop */
    LOOK_MS = 100 /* how soon the admin tool and a lost database are noticed if nothing arrives */
};

static void on_idle(uv_idle_t *handle)
{
    (void)handle; /* an active idle handle keeps the loop from sleeping */
}

/* The end of an iteration: the next thing the loop does is to wait, unless something is left to be
 * written, or a turn is due. */
static void on_prepare(uv_prepare_t *handle)
{
    sv_net *net = handle->data;
    if (sv_peers_write(net) || sv_turns_are_due(net))
        uv_idle_start(&net->idle, on_idle);
    else
        uv_idle_stop(&net->idle);
    const uint64_t now = uv_hrtime(), waited = uv_metrics_idle_time(&net->loop);
    const uint64_t busy = now - net->ended - (waited - net->waited);
    if (net->ended)
        sv_histogram_add(&net->core.counts.loop, sv_time_bounds, (int64_t)(busy / 1000));
    net->ended = now;
    net->waited = waited;
}

static void on_check(uv_check_t *handle)
{
    sv_net *net = handle->data;
    net->loops++;
    if (sv_turns_are_due(net))
        sv_turns_run(net);
}

static void on_tick(uv_timer_t *handle)
{
    sv_net *net = handle->data;
    sv_turns_wish(net, SV_WISH_TICK);
    sv_check_connections(net);
    sv_check_peers(net);
    sv_listener_resume(net);
    sv_log_left_out();
}

static void on_look(uv_timer_t *handle)
{
    sv_turns_wish(handle->data, SV_WISH_LOOK);
}

static void on_wake(uv_async_t *handle)
{
    sv_turns_wish(handle->data, SV_WISH_COLLECT);
}

static void wake_up(void *data)
{
    sv_net *net = data;
    uv_async_send(&net->wake);
}

bool sv_loop_open(sv_net *net)
{
    if (!sv_turns_open(net)) {
        sv_listener_close(net);
        return false;
    }
    uv_loop_configure(&net->loop, UV_METRICS_IDLE_TIME);
    uv_prepare_init(&net->loop, &net->prepare);
    uv_check_init(&net->loop, &net->check);
    uv_idle_init(&net->loop, &net->idle);
    uv_timer_init(&net->loop, &net->tick);
    uv_timer_init(&net->loop, &net->look);
    uv_async_init(&net->loop, &net->wake, on_wake);
    net->prepare.data = net->check.data = net->idle.data = net->wake.data = net;
    net->tick.data = net->look.data = net;
    net->core.rest = REST;
    uv_prepare_start(&net->prepare, on_prepare);
    uv_check_start(&net->check, on_check);
    uv_timer_start(&net->tick, on_tick, TICK_MS, TICK_MS);
    uv_timer_start(&net->look, on_look, LOOK_MS, LOOK_MS);
    sv_core_on_wake(&net->core, wake_up, net);
    return true;
}

/* The answers of a turn must be written before the sockets are closed. Requests that wait behind
 * others on a connection may make another turn due. Requests without a turn here are neither
 * carried out nor answered. */
static void run_last_turns(sv_net *net)
{
    enum { TURNS = 2 };
    bool more = true;
    for (unsigned i = 0; i < TURNS && more; i++) {
        sv_turns_run(net);
        sv_peers_write(net);
        more = sv_turns_are_due(net);
    }
}

void sv_loop_close(sv_net *net)
{
    sv_core_on_wake(&net->core, NULL, NULL);
    run_last_turns(net);
    sv_listener_close(net);
    sv_peers_close(net);
    sv_inbox_clear(&net->core);
    sv_conns_free_buried(net);
    sv_turns_close(net);
    uv_close((uv_handle_t *)&net->prepare, NULL);
    uv_close((uv_handle_t *)&net->check, NULL);
    uv_close((uv_handle_t *)&net->idle, NULL);
    uv_close((uv_handle_t *)&net->tick, NULL);
    uv_close((uv_handle_t *)&net->look, NULL);
    uv_close((uv_handle_t *)&net->wake, NULL);
}
