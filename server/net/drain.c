/*
 * Stopping without losing anything: no connection is accepted any more, requests that have begun to
 * arrive are answered, and sockets get the messages that wait for them and a close frame (1001,
 * going away). The loop ends when all connections have ended, or after --drain seconds.
 *
 * A client whose request was not answered repeats it at the successor; moves carry a name, so that
 * none is made twice.
 */
#include "log.h"
#include "net/conn.h"

enum {
    LOOK_MS = 20,
    FIRST_MS = 1000 /* for the first request of a new connection */
};

/* Whether a client is still being served, has begun a request, may still make its first one, or has
 * not heard yet that the connection ends. */
static bool is_busy_peer(const sv_peer *peer)
{
    const uint64_t waited = uv_now(&peer->net->loop) - peer->waits_since;
    if (peer->closed)
        return false;
    return peer->lingers || (!peer->served && waited < FIRST_MS) ||
           (peer->protocol && peer->protocol->busy(peer));
}

static bool is_busy(const sv_net *net)
{
    for (const sv_peer *peer = net->peers.first; peer; peer = peer->next)
        if (is_busy_peer(peer))
            return true;
    return false;
}

/* A turn that waits for the database ends within the database's time limits. */
static void stop(sv_net *net)
{
    sv_turns_hurry(net);
    net->core.stopping = true;
    uv_close((uv_handle_t *)&net->drain, NULL);
    net->stopped(net);
    sv_loop_close(net);
}

static void on_look(uv_timer_t *timer)
{
    sv_net *net = timer->data;
    if (is_busy(net) && uv_now(&net->loop) < net->drain_until)
        return;
    stop(net);
}

void sv_drain(sv_net *net, void (*stopped)(sv_net *net))
{
    if (net->core.draining) {
        net->drain_until = uv_now(&net->loop);
        return;
    }
    net->core.draining = true;
    net->stopped = stopped;
    sv_log("info", "stopping", NULL);
    sv_listener_close(net);
    for (sv_client *client = net->core.clients.first, *next; client; client = next) {
        next = client->next;
        sv_conn_drain((sv_conn *)client);
    }
    for (sv_peer *peer = net->peers.first; peer; peer = peer->next)
        if (peer->protocol && !peer->closed)
            peer->protocol->drain(peer);
    net->drain_until = uv_now(&net->loop) + net->config.drain * UINT64_C(1000);
    net->drain.data = net;
    uv_timer_init(&net->loop, &net->drain);
    uv_timer_start(&net->drain, on_look, 0, LOOK_MS);
}
