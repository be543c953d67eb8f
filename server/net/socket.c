/* WebSockets: each message in is one request; each frame out is a reply or a push. */
#include <string.h>

#include "errors.h"
#include "net/conn.h"

static int refuse(sv_net *net, struct lws *wsi, enum sv_away reason)
{
    static const unsigned status[SV_AWAYS] = {[SV_AWAY_ORIGIN] = 403,
                                              [SV_AWAY_TOO_MANY] = 429,
                                              [SV_AWAY_STORAGE] = 503,
                                              [SV_AWAY_MEMORY] = 503};
    net->core.counts.handshakes_refused[reason]++;
    lws_return_http_status(wsi, status[reason], NULL);
    return -1;
}

/* The handshake: which page and which user it comes from. */
static int greet(sv_net *net, struct lws *wsi, sv_conn **conn)
{
    rec_error error;
    sv_enter_turn(net);
    if (!sv_origin_fits(net, wsi) || !sv_host_fits(net, wsi))
        return refuse(net, wsi, SV_AWAY_ORIGIN);
    sv_conn_free(*conn);
    *conn = sv_conn_new(net, wsi, SV_CONN_HANDSHAKE);
    if (!*conn)
        return refuse(net, wsi, SV_AWAY_MEMORY);
    (*conn)->secure = sv_is_secure(net, wsi);
    sv_read_address(*conn);
    sv_read_request_id(*conn);
    net->core.counts.handshakes++;
    if (!sv_core_admit(&net->core, &(*conn)->client, &error) || !sv_conn_count(*conn) ||
        !sv_conn_count_request(*conn))
        return refuse(net, wsi, SV_AWAY_TOO_MANY);
    if (!sv_identify(*conn, &error))
        return refuse(net, wsi, SV_AWAY_STORAGE);
    return 0;
}

/* The answer to a handshake has the request id of the connection, too. */
static int add_request_id(struct lws *wsi, const sv_conn *conn, struct lws_process_html_args *room)
{
    static const unsigned char name[] = "x-request-id:";
    const char *id = conn->client.trace;
    unsigned char *at = (unsigned char *)room->p;
    if (lws_add_http_header_by_name(wsi, name, (const unsigned char *)id, (int)strlen(id), &at,
                                    at + room->max_len))
        return -1;
    room->p = (char *)at;
    return 0;
}

static int hang_up(struct lws *wsi, enum lws_close_status status, const char *why)
{
    lws_close_reason(wsi, status, (unsigned char *)why, strlen(why));
    return -1;
}

/* Gives the core a message, all of which has arrived. */
static int pass_on(sv_conn *conn, const char *text, size_t length)
{
    return sv_core_receive(&conn->net->core, &conn->client, text, length)
               ? 0
               : hang_up(conn->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too-many");
}

static int receive(sv_conn *conn, const char *bytes, size_t length)
{
    rec_error error;
    struct lws *wsi = conn->wsi;
    const bool whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (lws_frame_is_binary(wsi))
        return hang_up(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    if (whole && conn->in_length == 0)
        return pass_on(conn, bytes, length);
    if (!sv_conn_take(conn, bytes, length, &error))
        return hang_up(wsi,
                       sv_error_of(&error) == SV_ERROR_TOO_LARGE
                           ? LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE
                           : LWS_CLOSE_STATUS_POLICY_VIOLATION,
                       error.code);
    if (!whole)
        return 0;
    const int status = pass_on(conn, conn->in, conn->in_length);
    sv_conn_drop_bytes(conn);
    return status;
}

/* The server stops, and the client has everything that is due. libwebsockets sends no close frame
 * for a connection that its callback ends while it is written, so it is written here; it has no
 * public name for this kind of frame. */
static int say_goodbye(sv_conn *conn)
{
    enum { CLOSE_FRAME = 4 };
    static const char why[] = "the server stops";
    unsigned char frame[LWS_PRE + 2 + sizeof why];
    const size_t length = 2 + sizeof why - 1;
    frame[LWS_PRE] = LWS_CLOSE_STATUS_GOINGAWAY >> 8;
    frame[LWS_PRE + 1] = LWS_CLOSE_STATUS_GOINGAWAY & 0xff;
    memcpy(frame + LWS_PRE + 2, why, sizeof why);
    sv_conn_leave(conn);
    return lws_write(conn->wsi, frame + LWS_PRE, length, (enum lws_write_protocol)CLOSE_FRAME) < 0
               ? -1
               : 0;
}

/* Whether something is to be written as soon as the socket takes it. */
static bool has_more(const sv_conn *conn)
{
    return conn->out || conn->client.behind || conn->leaving;
}

static int send_ping(sv_conn *conn)
{
    /* Not empty: libwebsockets does not report empty pongs. */
    unsigned char payload[LWS_PRE + 1];
    payload[LWS_PRE] = '?';
    conn->heartbeat = SV_PING_SENT;
    if (lws_write(conn->wsi, payload + LWS_PRE, 1, LWS_WRITE_PING) < 0)
        return -1;
    if (has_more(conn))
        lws_callback_on_writable(conn->wsi);
    return 0;
}

static int write_message(sv_conn *conn)
{
    const sv_frame *frame = conn->out->frame;
    const bool ok = lws_write(conn->wsi, (unsigned char *)frame->text, frame->length,
                              LWS_WRITE_TEXT) >= (int)frame->length;
    sv_conn_next(conn);
    return ok ? 0 : -1;
}

/* Over HTTP/2 a message goes in fragments that fit into a frame of it. libwebsockets does not let a
 * WebSocket ask for the window of the peer. */
static int write_fragment(sv_conn *conn)
{
    enum { HEAD = 4 };
    static unsigned char part[LWS_PRE + SV_H2_FRAME];
    const sv_frame *frame = conn->out->frame;
    const size_t from = conn->response.sent, left = frame->length - from;
    const bool last = left <= SV_H2_FRAME - HEAD;
    const size_t size = last ? left : SV_H2_FRAME - HEAD;
    const int flags = lws_write_ws_flags(LWS_WRITE_TEXT, from == 0, last);
    memcpy(part + LWS_PRE, frame->text + from, size);
    conn->response.sent = last ? 0 : from + size;
    if (last)
        sv_conn_next(conn);
    return lws_write(conn->wsi, part + LWS_PRE, size, (enum lws_write_protocol)flags) < (int)size
               ? -1
               : 0;
}

/* Writes frames as long as the socket takes them. */
static int send_waiting(sv_conn *conn)
{
    if (conn->state != SV_CONN_OPEN)
        return conn->leaving ? 0 : -1;
    if (conn->heartbeat == SV_PING_DUE)
        return send_ping(conn);
    int (*const write)(sv_conn *) = sv_conn_is_multiplexed(conn) ? write_fragment : write_message;
    do {
        if (!conn->out && conn->leaving)
            return say_goodbye(conn);
        if (!conn->out) {
            sv_conn_all_sent(conn);
            return 0;
        }
        if (write(conn) < 0)
            return -1;
    } while (!lws_send_pipe_choked(conn->wsi));
    if (has_more(conn))
        lws_callback_on_writable(conn->wsi);
    return 0;
}

int sv_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, sv_conn **conn, void *in,
                       size_t length)
{
    sv_net *net = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return greet(net, wsi, conn);
    case LWS_CALLBACK_ADD_HEADERS:
        return *conn && (*conn)->state == SV_CONN_HANDSHAKE ? add_request_id(wsi, *conn, in) : 0;
    case LWS_CALLBACK_ESTABLISHED:
        net->core.counts.sockets++;
        if (!*conn || (*conn)->state != SV_CONN_HANDSHAKE)
            return -1;
        sv_conn_establish(*conn);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        sv_enter_turn(net);
        if (!*conn || (*conn)->state != SV_CONN_OPEN)
            return *conn && (*conn)->leaving ? 0 : -1; /* until it has heard that it has to leave */
        sv_conn_heard(*conn);
        return receive(*conn, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        sv_enter_turn(net);
        if (*conn)
            sv_conn_heard(*conn);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return *conn ? send_waiting(*conn) : 0;
    case LWS_CALLBACK_CLOSED:
        net->core.counts.sockets--;
        sv_conn_free(*conn);
        *conn = NULL;
        return 0;
    default:
        return 0;
    }
}
