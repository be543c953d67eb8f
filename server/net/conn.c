#include "net/conn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "log.h"
#include "net/websocket.h"

/* -------------------------------------------------------------------------------------- states */

#define TO(state) (1u << (state))

static const unsigned transitions[] = {
    [SV_CONN_READING] = TO(SV_CONN_WAITING) | TO(SV_CONN_ANSWERED) | TO(SV_CONN_CLOSING),
    [SV_CONN_WAITING] = TO(SV_CONN_ANSWERED) | TO(SV_CONN_CLOSING),
    [SV_CONN_ANSWERED] =
        TO(SV_CONN_SENDING) | TO(SV_CONN_STREAMING) | TO(SV_CONN_OPEN) | TO(SV_CONN_CLOSING),
    [SV_CONN_SENDING] = TO(SV_CONN_CLOSING),
    [SV_CONN_STREAMING] = TO(SV_CONN_CLOSING),
    [SV_CONN_OPEN] = TO(SV_CONN_CLOSING),
    [SV_CONN_CLOSING] = 0,
};

void sv_conn_enter(sv_conn *conn, enum sv_conn_state state)
{
    const bool known = transitions[conn->state] & TO(state);
    assert(known);
    if (!known)
        sv_log("error", "a connection changed to a state that must not follow", NULL);
    conn->state = (uint8_t)state;
}

void sv_conn_await(sv_conn *conn)
{
    sv_conn_enter(conn, SV_CONN_WAITING);
}

/* Bytes that count against the limits of unfinished requests and unread answers. Small ones do not:
 * others of the same address can always have one. */
static size_t beyond_small(size_t length)
{
    enum { SMALL = 4096 };
    return length > SMALL ? length - SMALL : 0;
}

/* Files are shared by all. What follows the first event of a stream, and the messages of a
 * WebSocket, have a limit of their own. */
static bool hold_answer(sv_conn *conn)
{
    const size_t bytes = beyond_small(conn->out_bytes);
    if (!sv_limit_hold(&conn->net->core.limits.unread, conn->place, bytes))
        return false;
    conn->held = bytes;
    return true;
}

void sv_conn_release_answer(sv_conn *conn)
{
    sv_limit_release(&conn->net->core.limits.unread, conn->place, conn->held);
    conn->held = 0;
}

void sv_conn_answer(sv_conn *conn, unsigned status)
{
    sv_conn_enter(conn, SV_CONN_ANSWERED);
    conn->response.status = status;
    conn->began = uv_now(&conn->net->loop);
    if (hold_answer(conn))
        conn->carrier->wake(conn);
    else
        sv_conn_close(conn);
}

static void uncount_request(sv_conn *conn)
{
    if (conn->request_counted)
        sv_limit_disconnect(&conn->net->core.limits, conn->place);
    conn->request_counted = false;
}

void sv_conn_sent(sv_conn *conn)
{
    sv_conn_enter(conn, SV_CONN_CLOSING);
    sv_peer_was_served(conn->peer);
    uncount_request(conn);
}

void sv_conn_close(sv_conn *conn)
{
    if (conn->state == SV_CONN_CLOSING)
        return;
    sv_conn_enter(conn, SV_CONN_CLOSING);
    conn->carrier->end(conn);
}

void sv_conn_cut(sv_conn *conn)
{
    sv_conn_close(conn);
    if (conn->peer)
        sv_peer_cut(conn->peer);
}

void sv_conn_drain(sv_conn *conn)
{
    conn->leaving = conn->response.close_after = true;
    if (conn->state == SV_CONN_OPEN || conn->state == SV_CONN_STREAMING)
        conn->carrier->wake(conn);
}

/* ------------------------------------------------------------------------------- for the core */

static void close_client(sv_client *client)
{
    sv_conn_close((sv_conn *)client);
}

static void tell_client(sv_client *client, enum sv_told what, const rec_error *error)
{
    sv_conn *conn = (sv_conn *)client;
    if (conn->state != SV_CONN_CLOSING)
        sv_websocket_hear(conn, what, error);
}

static void cut_client(sv_client *client)
{
    sv_conn_cut((sv_conn *)client);
}

/* A request has one answer; a stream is answered first, too, and gets pushes then. */
static void deliver(sv_client *client, sv_frame *frame, unsigned status)
{
    sv_conn *conn = (sv_conn *)client;
    switch ((enum sv_conn_state)conn->state) {
    case SV_CONN_READING:
    case SV_CONN_WAITING:
        sv_conn_queue(conn, frame);
        if (status == 0 || conn->state == SV_CONN_CLOSING)
            break;
        if (status != 200)
            client->streaming = false;
        sv_conn_answer(conn, status);
        break;
    case SV_CONN_ANSWERED:
        if (client->streaming)
            sv_conn_queue(conn, frame);
        break;
    case SV_CONN_STREAMING:
    case SV_CONN_OPEN:
        if (!sv_websocket_takes_messages(conn))
            break;
        sv_conn_queue(conn, frame);
        conn->carrier->wake(conn);
        break;
    case SV_CONN_SENDING:
    case SV_CONN_CLOSING:
        break;
    }
}

static void join_peer(sv_conn *conn)
{
    sv_peer *peer = conn->peer;
    conn->peer_next = peer->conns;
    if (peer->conns)
        peer->conns->peer_previous = conn;
    peer->conns = conn;
    sv_peer_is_busy(peer);
}

static void leave_peer(sv_conn *conn)
{
    if (conn->peer_previous)
        conn->peer_previous->peer_next = conn->peer_next;
    else
        conn->peer->conns = conn->peer_next;
    if (conn->peer_next)
        conn->peer_next->peer_previous = conn->peer_previous;
}

sv_conn *sv_conn_new(sv_peer *peer, const sv_carrier *carrier)
{
    sv_net *net = peer->net;
    sv_conn *conn = calloc(1, sizeof *conn);
    if (!conn)
        return NULL;
    conn->net = net;
    conn->peer = peer;
    conn->carrier = carrier;
    conn->state = SV_CONN_READING;
    conn->out_end = &conn->out;
    conn->client.deliver = deliver;
    conn->client.close = close_client;
    conn->client.cut = cut_client;
    conn->client.tell = tell_client;
    conn->client.http = true;
    conn->began = uv_now(&net->loop);
    join_peer(conn);
    sv_conn_heard(conn);
    sv_client_open(&net->core, &conn->client);
    if (net->core.draining)
        sv_conn_drain(conn);
    return conn;
}

/* Frees what a conn has beside its client. */
static void unload(sv_conn *conn)
{
    leave_peer(conn);
    conn->net->core.counts.sockets -= conn->opened;
    if (conn->counted)
        sv_limit_close(&conn->net->core.limits, conn->place);
    uncount_request(conn);
    sv_conn_release_answer(conn);
    while (conn->out)
        sv_conn_next(conn);
    json_decref(conn->fields);
    sv_conn_drop_bytes(conn);
    sv_websocket_free(conn);
    free(conn->event);
}

static void finish(sv_conn *conn)
{
    sv_client_close(&conn->net->core, &conn->client);
    free(conn);
}

static void bury(sv_conn *conn)
{
    sv_net *net = conn->net;
    conn->state = SV_CONN_CLOSING;
    conn->peer = NULL;
    conn->peer_previous = NULL;
    conn->peer_next = net->buried;
    net->buried = conn;
}

void sv_conn_free(sv_conn *conn)
{
    unload(conn);
    if (conn->net->turns.running || conn->client.waiting > 0)
        bury(conn);
    else
        finish(conn);
}

void sv_conns_free_buried(sv_net *net)
{
    for (sv_conn **at = &net->buried, *conn; (conn = *at);) {
        if (conn->client.waiting > 0) {
            at = &conn->peer_next;
            continue;
        }
        *at = conn->peer_next;
        finish(conn);
    }
}

bool sv_conn_count(sv_conn *conn)
{
    if (!conn->counted)
        conn->counted = sv_limit_open(&conn->net->core.limits, conn->place);
    return conn->counted;
}

bool sv_conn_count_request(sv_conn *conn)
{
    if (!conn->net->config.proxied)
        return true;
    conn->request_counted = sv_limit_connect(&conn->net->core.limits, conn->place);
    return conn->request_counted;
}

/* --------------------------------------------------------------------------------- in and out */

bool sv_conn_take(sv_conn *conn, const char *bytes, size_t length, rec_error *error)
{
    sv_held *unfinished = &conn->net->core.limits.unfinished;
    const size_t whole = conn->in_length + length;
    const size_t more = beyond_small(whole) - beyond_small(conn->in_length);
    if (whole > SV_REQUEST_MAX)
        return sv_fail(error, SV_ERROR_TOO_LARGE, "A request has at most %d bytes.",
                       SV_REQUEST_MAX);
    if (!sv_limit_hold(unfinished, conn->place, more))
        return sv_fail(error, SV_ERROR_TOO_MANY, "Too many unfinished requests.");
    char *grown = realloc(conn->in, whole + 1);
    if (!grown) {
        sv_limit_release(unfinished, conn->place, more);
        return sv_fail_memory(error);
    }
    conn->in = grown;
    memcpy(conn->in + conn->in_length, bytes, length);
    conn->in_length = whole;
    return true;
}

void sv_conn_drop_bytes(sv_conn *conn)
{
    sv_limit_release(&conn->net->core.limits.unfinished, conn->place,
                     beyond_small(conn->in_length));
    free(conn->in);
    conn->in = NULL;
    conn->in_length = 0;
}

void sv_conn_progressed(sv_conn *conn, size_t bytes)
{
    enum { MIN_PER_SECOND = 512 };
    if (conn->state == SV_CONN_STREAMING)
        sv_conn_heard(conn);
    if (conn->state != SV_CONN_SENDING)
        return;
    conn->progress += bytes;
    if (conn->progress < (size_t)conn->net->config.request_timeout * MIN_PER_SECOND)
        return;
    conn->progress = 0;
    conn->began = uv_now(&conn->net->loop);
}

void sv_conn_queue(sv_conn *conn, sv_frame *frame)
{
    sv_waiting *w = malloc(sizeof *w);
    if (!w || (conn->out && conn->out_bytes + frame->length > SV_QUEUE_BYTES)) {
        free(w);
        sv_conn_close(conn);
        return;
    }
    *w = (sv_waiting){.frame = sv_frame_hold(frame)};
    *conn->out_end = w;
    conn->out_end = &w->next;
    conn->out_bytes += frame->length;
}

void sv_conn_all_sent(sv_conn *conn)
{
    sv_core_catch_up(&conn->net->core, &conn->client);
}

void sv_conn_next(sv_conn *conn)
{
    sv_waiting *w = conn->out;
    conn->out_bytes -= w->frame->length;
    conn->out = w->next;
    if (!conn->out)
        conn->out_end = &conn->out;
    sv_frame_drop(w->frame);
    free(w);
}
