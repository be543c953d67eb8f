/* The event loop: one iteration of it is one turn of the core. */
#include "log.h"
#include "net/net.h"

enum {
    TICK_MS = 1000,
    REST = 3,     /* bots have a quarter of the loop */
    LOOK_MS = 100 /* how soon the admin tool and a lost database are noticed if nothing arrives */
};

void sv_enter_turn(sv_net *net)
{
    if (net->in_turn)
        return;
    net->in_turn = true;
    sv_core_begin_turn(&net->core);
}

static void on_idle(uv_idle_t *handle)
{
    (void)handle; /* an active idle handle keeps the loop from sleeping */
}

static void on_look(uv_timer_t *handle);

static void end_turn(sv_net *net)
{
    const bool more = sv_core_end_turn(&net->core);
    const int64_t rests = sv_core_rests(&net->core);
    net->in_turn = false;
    if (more && rests == 0)
        uv_idle_start(&net->idle, on_idle);
    else
        uv_idle_stop(&net->idle);
    if (more && rests > 0)
        uv_timer_start(&net->rest, on_look, (uint64_t)rests / 1000 + 1, 0);
}

/* The end of an iteration: the next thing the loop does is to wait, unless writing has begun a turn
 * or left something to be written. */
static void on_prepare(uv_prepare_t *handle)
{
    sv_net *net = handle->data;
    if (sv_peers_write(net) || net->in_turn)
        uv_idle_start(&net->idle, on_idle);
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
    if (!net->in_turn && !sv_core_has_work(&net->core)) {
        uv_idle_stop(&net->idle);
        return;
    }
    sv_enter_turn(net);
    end_turn(net);
}

/* libuv runs timers before it waits for sockets: a turn left open here would wait, too. */
static void on_tick(uv_timer_t *handle)
{
    sv_net *net = handle->data;
    sv_enter_turn(net);
    sv_core_tick(&net->core);
    sv_check_connections(net);
    sv_check_peers(net);
    sv_listener_resume(net);
    end_turn(net);
    sv_log_left_out();
}

static void on_look(uv_timer_t *handle)
{
    sv_net *net = handle->data;
    sv_enter_turn(net);
    end_turn(net);
}

static void on_wake(uv_async_t *handle)
{
    sv_net *net = handle->data;
    sv_enter_turn(net);
    sv_core_collect(&net->core);
}

static void wake_up(void *data)
{
    sv_net *net = data;
    uv_async_send(&net->wake);
}

void sv_loop_open(sv_net *net)
{
    uv_loop_configure(&net->loop, UV_METRICS_IDLE_TIME);
    uv_prepare_init(&net->loop, &net->prepare);
    uv_check_init(&net->loop, &net->check);
    uv_idle_init(&net->loop, &net->idle);
    uv_timer_init(&net->loop, &net->tick);
    uv_timer_init(&net->loop, &net->look);
    uv_timer_init(&net->loop, &net->rest);
    uv_async_init(&net->loop, &net->wake, on_wake);
    net->prepare.data = net->check.data = net->idle.data = net->wake.data = net;
    net->tick.data = net->look.data = net->rest.data = net;
    net->core.rest = REST;
    uv_prepare_start(&net->prepare, on_prepare);
    uv_check_start(&net->check, on_check);
    uv_timer_start(&net->tick, on_tick, TICK_MS, TICK_MS);
    uv_timer_start(&net->look, on_look, LOOK_MS, LOOK_MS);
    sv_core_on_wake(&net->core, wake_up, net);
}

/* The answers of a turn must be written before the sockets are closed. Requests that wait behind
 * others on a connection may begin another turn. A turn that is not ended here is not committed
 * either: its requests are neither carried out nor answered. */
static void end_last_turns(sv_net *net)
{
    enum { TURNS = 2 };
    sv_enter_turn(net);
    for (unsigned i = 0; i < TURNS && net->in_turn; i++) {
        end_turn(net);
        sv_peers_write(net);
    }
}

void sv_loop_close(sv_net *net)
{
    sv_core_on_wake(&net->core, NULL, NULL);
    end_last_turns(net);
    sv_listener_close(net);
    sv_peers_close(net);
    uv_close((uv_handle_t *)&net->prepare, NULL);
    uv_close((uv_handle_t *)&net->check, NULL);
    uv_close((uv_handle_t *)&net->idle, NULL);
    uv_close((uv_handle_t *)&net->tick, NULL);
    uv_close((uv_handle_t *)&net->look, NULL);
    uv_close((uv_handle_t *)&net->rest, NULL);
    uv_close((uv_handle_t *)&net->wake, NULL);
}
