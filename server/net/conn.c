#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "net/conn.h"

/* The peer sees the end of the connection at once; libwebsockets frees it in the next turn of the
 * loop. It would not look at its timeouts before something happens on a socket, so it is woken. An
 * HTTP/2 connection carries other streams: it is not shut down for one of them. */
static void close_connection(sv_client *client)
{
    sv_conn *conn = (sv_conn *)client;
    if (lws_get_network_wsi(conn->wsi) == conn->wsi)
        shutdown(lws_get_socket_fd(conn->wsi), SHUT_RDWR);
    lws_set_timeout(conn->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    lws_cancel_service(conn->net->lws);
}

/* A reply of plain HTTP has the whole connection; everything else waits in line. */
static void deliver(sv_client *client, sv_frame *frame, unsigned status)
{
    sv_conn *conn = (sv_conn *)client;
    if (conn->kind == SV_CONN_REQUEST && conn->answered)
        return;
    if (!conn->answered) {
        conn->status = status;
        conn->answered = true;
    }
    sv_conn_queue(conn, frame);
    lws_callback_on_writable(conn->wsi);
}

sv_conn *sv_conn_new(sv_net *net, struct lws *wsi, enum sv_conn_kind kind)
{
    sv_conn *conn = calloc(1, sizeof *conn);
    if (!conn)
        return NULL;
    conn->net = net;
    conn->wsi = wsi;
    conn->kind = (uint8_t)kind;
    conn->request = -1;
    conn->out_end = &conn->out;
    conn->client.deliver = deliver;
    conn->client.close = close_connection;
    conn->client.http = kind == SV_CONN_REQUEST;
    conn->client.streaming = kind != SV_CONN_REQUEST;
    sv_conn_heard(conn);
    sv_client_open(&net->core, &conn->client);
    return conn;
}

void sv_conn_free(sv_conn *conn)
{
    if (!conn)
        return;
    sv_client_close(&conn->net->core, &conn->client);
    if (conn->counted)
        sv_limit_close(&conn->net->core.limits, conn->place);
    while (conn->out)
        sv_conn_next(conn);
    json_decref(conn->fields);
    free(conn->in);
    free(conn);
}

bool sv_conn_count(sv_conn *conn)
{
    if (!conn->counted)
        conn->counted = sv_limit_open(&conn->net->core.limits, conn->client.address, &conn->place);
    return conn->counted;
}

void sv_conn_heard(sv_conn *conn)
{
    conn->heard = uv_now(&conn->net->loop);
    conn->asked = false;
}

/* libwebsockets does not read from a connection of HTTP/1.1 whose request is being answered, but
 * is told again and again that it could: whoever sends more then, or hangs up, would keep the loop
 * busy. Those who do for a second are shown out. HTTP/2 has one socket for many and is always read.
 */
static bool intrudes(sv_conn *conn)
{
    char next;
    const bool finished = conn->done && !lws_partial_buffered(conn->wsi);
    if (conn->kind == SV_CONN_SOCKET || finished || conn->request >= 0 ||
        lws_get_network_wsi(conn->wsi) != conn->wsi ||
        recv(lws_get_socket_fd(conn->wsi), &next, 1, MSG_PEEK | MSG_DONTWAIT) < 0)
        conn->intruded = 0;
    else
        conn->intruded++;
    return conn->intruded > (conn->kind == SV_CONN_REQUEST);
}

void sv_check_silent(sv_net *net)
{
    const uint64_t now = uv_now(&net->loop);
    const uint64_t ping_after = (uint64_t)net->config.ping_after * 1000;
    const uint64_t ping_timeout = (uint64_t)net->config.ping_timeout * 1000;
    for (sv_client *client = net->core.clients.first, *next; client; client = next) {
        sv_conn *conn = (sv_conn *)client;
        next = client->next;
        if (intrudes(conn)) {
            close_connection(client);
        } else if (conn->kind == SV_CONN_REQUEST || now - conn->heard < ping_after) {
            continue;
        } else if (conn->asked && now - conn->asked_at > ping_timeout) {
            close_connection(client);
        } else if (!conn->asked) {
            conn->asked = conn->asks = true;
            conn->asked_at = now;
            lws_callback_on_writable(conn->wsi);
        }
    }
}

bool sv_conn_take(sv_conn *conn, const char *bytes, size_t length)
{
    if (conn->in_length + length > SV_REQUEST_MAX)
        return false;
    char *grown = realloc(conn->in, conn->in_length + length + 1);
    if (!grown)
        return false;
    conn->in = grown;
    memcpy(conn->in + conn->in_length, bytes, length);
    conn->in_length += length;
    return true;
}

void sv_conn_queue(sv_conn *conn, sv_frame *frame)
{
    sv_waiting *w = malloc(sizeof *w);
    if (!w || (conn->out && conn->out_bytes + frame->length > SV_QUEUE_BYTES)) {
        free(w);
        close_connection(&conn->client);
        return;
    }
    *w = (sv_waiting){.frame = sv_frame_hold(frame)};
    *conn->out_end = w;
    conn->out_end = &w->next;
    conn->out_bytes += frame->length;
}

void sv_conn_next(sv_conn *conn)
{
    sv_waiting *w = conn->out;
    conn->out_bytes -= w->frame->length;
    conn->out = w->next;
    if (!conn->out)
        conn->out_end = &conn->out;
    conn->sent = 0;
    sv_frame_drop(w->frame);
    free(w);
}
