/* Which connections are still of use: looked at once a second. */
#include <sys/socket.h>

#include "net/conn.h"

void sv_conn_heard(sv_conn *conn)
{
    conn->heard = uv_now(&conn->net->loop);
    conn->heartbeat = SV_HEARD;
}

/* Whether libwebsockets leaves bytes of the peer unread in this state. */
static bool is_being_answered(const sv_conn *conn)
{
    switch ((enum sv_conn_state)conn->state) {
    case SV_CONN_WAITING:
    case SV_CONN_ANSWERED:
    case SV_CONN_SENDING:
    case SV_CONN_STREAMING:
        return true;
    case SV_CONN_IDLE:
        return lws_partial_buffered(conn->wsi);
    default:
        return false;
    }
}

/* libwebsockets does not read from a connection of HTTP/1.1 whose request is being answered, but
 * the system reports it as readable again and again: a peer that sends more then, or hangs up,
 * would keep the loop busy. It is closed if it does so for a second. HTTP/2 has one socket for many
 * requests, and is always read. */
static bool intrudes(sv_conn *conn)
{
    char next;
    if (!is_being_answered(conn) || sv_conn_is_multiplexed(conn) ||
        recv(lws_get_socket_fd(conn->wsi), &next, 1, MSG_PEEK | MSG_DONTWAIT) < 0)
        conn->intruded = 0;
    else
        conn->intruded++;
    return conn->intruded > (conn->state != SV_CONN_STREAMING);
}

static void check_heartbeat(sv_conn *conn)
{
    const sv_config *config = &conn->net->config;
    const uint64_t now = uv_now(&conn->net->loop);
    if (conn->heartbeat == SV_HEARD && now - conn->heard >= config->ping_after * UINT64_C(1000)) {
        conn->heartbeat = SV_PING_DUE;
        conn->pinged_at = now;
        lws_callback_on_writable(conn->wsi);
    } else if (conn->heartbeat != SV_HEARD &&
               now - conn->pinged_at > config->ping_timeout * UINT64_C(1000)) {
        sv_conn_close(conn);
    }
}

/* A closed stream waits to be written, and may wait for a peer that does not read. */
static void check_closing(sv_conn *conn)
{
    const uint64_t gone = uv_now(&conn->net->loop) - conn->closed_at;
    if (gone > conn->net->config.ping_timeout * UINT64_C(1000))
        sv_conn_abandon(conn);
}

/* Whether the rest of a request or message has not arrived in time, or nothing of the answer has
 * been taken for as long. */
static bool is_late(const sv_conn *conn)
{
    const uint64_t passed = uv_now(&conn->net->loop) - conn->began;
    const bool arrives =
        conn->state == SV_CONN_READING || (conn->state == SV_CONN_OPEN && conn->in_length > 0);
    const bool leaves = conn->state == SV_CONN_ANSWERED || conn->state == SV_CONN_SENDING;
    return (arrives || leaves) && passed >= conn->net->config.request_timeout * UINT64_C(1000);
}

static void end_late(sv_conn *conn)
{
    if (conn->state == SV_CONN_READING)
        sv_http_time_is_up(conn);
    else
        sv_conn_close(conn);
}

void sv_check_connections(sv_net *net)
{
    for (sv_client *client = net->core.clients.first, *next; client; client = next) {
        sv_conn *conn = (sv_conn *)client;
        next = client->next;
        if (conn->state != SV_CONN_IDLE && conn->state != SV_CONN_CLOSING)
            sv_peer_is_busy(conn->peer);
        if (intrudes(conn))
            sv_conn_close(conn);
        else if (is_late(conn))
            end_late(conn);
        else if (conn->state == SV_CONN_STREAMING || conn->state == SV_CONN_OPEN)
            check_heartbeat(conn);
        else if (conn->state == SV_CONN_CLOSING)
            check_closing(conn);
    }
}
