/* Which connections are still of use: looked at once a second. */
#include "net/websocket.h"

void sv_conn_heard(sv_conn *conn)
{
    conn->heard = uv_now(&conn->net->loop);
    conn->heartbeat = SV_HEARD;
}

static void check_heartbeat(sv_conn *conn)
{
    const sv_config *config = &conn->net->config;
    const uint64_t now = uv_now(&conn->net->loop);
    if (conn->heartbeat == SV_HEARD && now - conn->heard >= config->ping_after * UINT64_C(1000)) {
        conn->heartbeat = SV_PING_DUE;
        conn->pinged_at = now;
        conn->carrier->wake(conn);
    } else if (conn->heartbeat != SV_HEARD &&
               now - conn->pinged_at > config->ping_timeout * UINT64_C(1000)) {
        sv_conn_close(conn);
    }
}

/* Whether the rest of a request or message has not arrived in time, or nothing of the answer has
 * been taken for as long. */
static bool is_late(const sv_conn *conn)
{
    const uint64_t passed = uv_now(&conn->net->loop) - conn->began;
    const bool arrives = conn->state == SV_CONN_READING ||
                         (conn->state == SV_CONN_OPEN && sv_websocket_is_unfinished(conn));
    const bool leaves = conn->state == SV_CONN_ANSWERED || conn->state == SV_CONN_SENDING;
    return (arrives || leaves) && passed >= conn->net->config.request_timeout * UINT64_C(1000);
}

static void end_late(sv_conn *conn)
{
    if (conn->state == SV_CONN_READING)
        sv_http_on_deadline(conn);
    else
        sv_conn_close(conn);
}

void sv_check_connections(sv_net *net)
{
    for (sv_client *client = net->core.clients.first, *next; client; client = next) {
        sv_conn *conn = (sv_conn *)client;
        next = client->next;
        if (!conn->peer)
            continue;
        sv_peer_is_busy(conn->peer);
        if (is_late(conn))
            end_late(conn);
        else if (conn->state == SV_CONN_STREAMING || conn->state == SV_CONN_OPEN)
            check_heartbeat(conn);
    }
}
