#include "net/turns.h"

#include <poll.h>
#include <stdlib.h>

#include "log.h"
#include "measure.h"
#include "net/conn.h"
#include "postgres_session.h"

/* -------------------------------------------------------------------------------- the database */

static void resume(sv_net *net, bool ready);

/* The socket is watched all the time: what arrives while no turn runs is news. */
static void on_ready(uv_poll_t *poll, int status, int events)
{
    sv_net *net = poll->data;
    (void)status; /* the database finds out itself what is wrong with its socket */
    (void)events;
    if (net->turns.running)
        resume(net, true);
    else
        sv_turns_wish(net, SV_WISH_LOOK);
}

static void on_late(uv_timer_t *timer)
{
    resume(timer->data, false);
}

static void free_poll(uv_handle_t *handle)
{
    free(handle);
}

static void forget_socket(void *data)
{
    sv_turns *t = &((sv_net *)data)->turns;
    if (t->poll)
        uv_close((uv_handle_t *)t->poll, free_poll);
    t->poll = NULL;
}

static bool begin_watching(sv_net *net, int socket)
{
    sv_turns *t = &net->turns;
    t->poll = malloc(sizeof *t->poll);
    if (t->poll && uv_poll_init(&net->loop, t->poll, socket) == 0) {
        t->poll->data = net;
        t->events = 0;
        return true;
    }
    free(t->poll);
    t->poll = NULL;
    return false;
}

/* The events are mostly the same, and then this costs nothing. */
static bool watch(sv_net *net, int socket, short events)
{
    sv_turns *t = &net->turns;
    const int wanted = (events & POLLIN ? UV_READABLE : 0) | (events & POLLOUT ? UV_WRITABLE : 0);
    if (!t->poll && !begin_watching(net, socket))
        return false;
    if (t->events != wanted || !uv_is_active((uv_handle_t *)t->poll))
        uv_poll_start(t->poll, wanted, on_ready);
    t->events = wanted;
    return true;
}

static void pause_turn(sv_net *net, int64_t deadline)
{
    sv_turns *t = &net->turns;
    const int64_t left = deadline - sv_milliseconds();
    const char *request = sv_log_request(NULL);
    uv_update_time(&net->loop);
    uv_timer_start(&t->late, on_late, left > 0 ? (uint64_t)left : 0, 0);
    sv_meter_pause(&net->core);
    sv_fiber_pause(&t->fiber);
    sv_meter_resume(&net->core);
    uv_timer_stop(&t->late);
    sv_log_request(request);
}

/* For the database: before the loop runs and when it ends, nobody else needs the thread. */
static bool wait_in_loop(void *data, int socket, short events, int64_t deadline)
{
    sv_net *net = data;
    sv_turns *t = &net->turns;
    if (!t->fiber.running || t->hurried || !watch(net, socket, events))
        return sv_pg_poll.wait(NULL, socket, events, deadline);
    pause_turn(net, deadline);
    return t->hurried ? sv_pg_poll.wait(NULL, socket, events, deadline) : t->ready;
}

/* ---------------------------------------------------------------------------------------- a turn
 */

static void run(void *data)
{
    sv_net *net = data;
    sv_turns *t = &net->turns;
    const bool tick = (t->wishes & SV_WISH_TICK) && !t->hurried;
    t->wishes = tick ? t->wishes & ~(unsigned)SV_WISH_TICK : 0;
    t->gave_up = !sv_core_run_turn(&net->core, tick) && sv_core_has_work(&net->core);
}

static void on_rested(uv_timer_t *timer)
{
    sv_turns_wish(timer->data, SV_WISH_QUEUE);
}

/* Does nothing if the time is over or was never set. */
static void start_timer(uv_timer_t *timer, uv_timer_cb ring, int64_t us)
{
    if (us > 0)
        uv_timer_start(timer, ring, (uint64_t)us / 1000 + 1, 0);
}

/* The inbox knows whether the time has come: the clock of the loop is not as fine as its own. */
static void on_retry(uv_timer_t *timer)
{
    const sv_net *net = timer->data;
    start_timer(timer, on_retry, sv_inbox_pause(&net->core.inbox));
}

/* Unless the turn is only paused. */
static void end(sv_net *net)
{
    sv_turns *t = &net->turns;
    sv_core *core = &net->core;
    if (t->fiber.paused)
        return;
    t->running = false;
    sv_conns_free_buried(net);
    if (t->hurried)
        return;
    if (sv_core_has_work(core) && !t->gave_up)
        start_timer(&t->rest, on_rested, sv_core_rests(core));
    start_timer(&t->retry, on_retry, sv_inbox_pause(&core->inbox));
    const sv_db *db = core->store.db;
    const int socket = db->socket ? db->socket(db) : -1;
    if (t->fiber.stack && socket >= 0)
        watch(net, socket, POLLIN);
    if (db->has_news && db->has_news(core->store.db))
        sv_turns_wish(net, SV_WISH_LOOK);
}

static void resume(sv_net *net, bool ready)
{
    net->turns.ready = ready;
    sv_fiber_resume(&net->turns.fiber);
    end(net);
}

void sv_turns_run(sv_net *net)
{
    sv_turns *t = &net->turns;
    t->running = true;
    if (t->fiber.stack && !t->hurried)
        sv_fiber_start(&t->fiber, run, net);
    else
        run(net);
    end(net);
}

void sv_turns_hurry(sv_net *net)
{
    sv_turns *t = &net->turns;
    t->hurried = true;
    if (t->running)
        resume(net, false);
}

void sv_turns_wish(sv_net *net, enum sv_wish wish)
{
    net->turns.wishes |= wish;
}

static bool queue_is_due(const sv_net *net)
{
    return !net->turns.gave_up && sv_core_has_work(&net->core) && sv_core_rests(&net->core) == 0;
}

bool sv_turns_are_due(const sv_net *net)
{
    return !net->turns.running &&
           (net->turns.wishes || sv_inbox_is_due(&net->core.inbox) || queue_is_due(net));
}

/* -------------------------------------------------------------------------------- open and close
 */

bool sv_turns_open(sv_net *net)
{
    sv_turns *t = &net->turns;
    sv_db *db = net->core.store.db;
    const sv_waiter waiter = {.wait = wait_in_loop, .forget = forget_socket, .data = net};
    if (db->wait_with && !sv_fiber_open(&t->fiber))
        return false;
    if (db->wait_with)
        db->wait_with(db, &waiter);
    uv_timer_init(&net->loop, &t->late);
    uv_timer_init(&net->loop, &t->rest);
    uv_timer_init(&net->loop, &t->retry);
    t->late.data = t->rest.data = t->retry.data = net;
    return true;
}

void sv_turns_close(sv_net *net)
{
    sv_turns *t = &net->turns;
    forget_socket(net);
    uv_close((uv_handle_t *)&t->late, NULL);
    uv_close((uv_handle_t *)&t->rest, NULL);
    uv_close((uv_handle_t *)&t->retry, NULL);
    sv_fiber_close(&t->fiber);
}
