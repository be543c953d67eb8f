/* Plain HTTP on its way out: headers, files, answers, events. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "device.h"
#include "net/conn.h"

enum {
    CHUNK = 65536,
    COMMENT = 3 /* bytes of the comment that is a ping */
};

/* ------------------------------------------------------------------------------------- answers */

static const char *etag_of(const sv_response *r)
{
    return r->zipped ? r->file->zipped_etag : r->file->etag;
}

void sv_respond_with_file(sv_conn *conn, const sv_file *file)
{
    char known[256], accepted[256];
    sv_response *r = &conn->response;
    sv_header(conn->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    sv_header(conn->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted);
    r->file = file;
    r->zipped = file->zipped && sv_takes_gzip(accepted);
    const bool unchanged = strstr(known, etag_of(r)) != NULL;
    r->headers_only |= unchanged;
    sv_conn_answer(conn, unchanged ? 304 : 200);
}

/* Takes the frame over; NULL: there was no memory for it. */
static void respond(sv_conn *conn, unsigned status, sv_frame *frame)
{
    if (!frame) {
        sv_conn_close(conn);
        return;
    }
    sv_conn_queue(conn, frame);
    sv_frame_drop(frame);
    if (conn->state != SV_CONN_CLOSING)
        sv_conn_answer(conn, status);
}

void sv_respond_with_text(sv_conn *conn, unsigned status, const char *text)
{
    respond(conn, status, sv_frame_of_text(text));
}

void sv_respond_with_json(sv_conn *conn, unsigned status, const json_t *object)
{
    respond(conn, status, sv_frame_of(object, SV_NO_SEQ));
}

/* ------------------------------------------------------------------------------------- headers */

typedef struct header_space {
    unsigned char room[LWS_PRE + SV_HEADER_MAX];
    unsigned char *start, *at, *end;
} header_space;

static int add_header(sv_conn *conn, header_space *h, const char *name, const char *value)
{
    return lws_add_http_header_by_name(conn->wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), &h->at,
                                       h->end);
}

static int add_cookie(sv_conn *conn, header_space *h, const char *name, const char *token, int days)
{
    char text[256];
    snprintf(text, sizeof text, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", name, token,
             days * 86400, conn->secure ? "; Secure" : "");
    return add_header(conn, h, "set-cookie:", text);
}

static int add_cookies(sv_conn *conn, header_space *h)
{
    const sv_client *c = &conn->client;
    const bool clear = strcmp(c->cookie, "-") == 0;
    if (!c->cookie[0])
        return 0;
    return add_cookie(conn, h, sv_cookie_name(conn), clear ? "" : c->cookie,
                      clear ? 0 : SV_SESSION_DAYS) ||
           (c->sets_device &&
            add_cookie(conn, h, sv_device_cookie_name(conn), c->device, SV_DEVICE_DAYS));
}

static int add_request_id(sv_conn *conn, header_space *h)
{
    return add_header(conn, h, "x-request-id:", conn->client.trace);
}

static int add_https_only(sv_conn *conn, header_space *h)
{
    char text[32];
    if (!conn->response.https_only)
        return 0;
    snprintf(text, sizeof text, "max-age=%u", conn->net->config.hsts * 86400);
    return add_header(conn, h, "strict-transport-security:", text);
}

static int add_location(sv_conn *conn, header_space *h)
{
    const bool moved = conn->response.status == 302 && conn->out;
    return moved ? add_header(conn, h, "location:", conn->out->frame->text) : 0;
}

static int add_allow(sv_conn *conn, header_space *h)
{
    const char *methods = conn->response.allow;
    return methods[0] ? add_header(conn, h, "allow:", methods) : 0;
}

static int add_challenge(sv_conn *conn, header_space *h)
{
    return conn->response.wants_token
               ? add_header(conn, h, "www-authenticate:", "Bearer realm=\"metrics\"")
               : 0;
}

static int add_cache_headers(sv_conn *conn, header_space *h)
{
    const sv_response *r = &conn->response;
    if (!r->file)
        return add_header(conn, h, "cache-control:", "no-store");
    if ((r->zipped && add_header(conn, h, "content-encoding:", "gzip")) ||
        (r->file->zipped && add_header(conn, h, "vary:", "accept-encoding")))
        return -1;
    return add_header(conn, h, "etag:", etag_of(r)) ||
           add_header(conn, h, "cache-control:",
                      r->file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
}

static bool is_stream(const sv_conn *conn)
{
    return conn->client.streaming;
}

static const char *type_of(const sv_conn *conn)
{
    if (conn->response.file)
        return conn->response.file->type;
    if (is_stream(conn))
        return "text/event-stream";
    return conn->out && conn->out->frame->content == SV_CONTENT_JSON ? "application/json"
                                                                     : "text/plain; charset=utf-8";
}

static size_t body_size(const sv_conn *conn)
{
    const sv_response *r = &conn->response;
    if (r->file)
        return r->zipped ? r->file->zipped_size : r->file->size;
    return conn->out ? conn->out->frame->length : 0;
}

/* The answer has been written; -1 if the connection ends with it. */
static int complete(sv_conn *conn)
{
    sv_conn_sent(conn);
    return conn->response.close_after || lws_http_transaction_completed(conn->wsi) ? -1 : 0;
}

/* Ends the connection if the peer does not acknowledge for that long what is written. */
static void set_peer_timeout(const sv_conn *conn)
{
    const unsigned milliseconds = conn->net->config.ping_timeout * 1000;
    setsockopt(lws_get_socket_fd(lws_get_network_wsi(conn->wsi)), IPPROTO_TCP, TCP_USER_TIMEOUT,
               &milliseconds, sizeof milliseconds);
}

static int begin_stream(sv_conn *conn)
{
    sv_conn_stream(conn);
    set_peer_timeout(conn);
    /* Or libwebsockets would keep the headers of the request as long as the stream, and close a
     * connection of HTTP/2 that sends nothing else. */
    if (sv_conn_is_multiplexed(conn))
        lws_http_mark_sse(conn->wsi);
    else
        lws_http_headers_detach(conn->wsi);
    lws_callback_on_writable(conn->wsi);
    return 0;
}

static int begin_body(sv_conn *conn)
{
    sv_conn_headers_sent(conn);
    if (body_size(conn) == 0 || conn->response.headers_only)
        return complete(conn);
    lws_callback_on_writable(conn->wsi);
    return 0;
}

static int write_headers(sv_conn *conn)
{
    header_space h;
    lws_set_timeout(conn->wsi, NO_PENDING_TIMEOUT, 0); /* from here on heartbeat.c measures it */
    const bool stream = is_stream(conn);
    h.start = h.at = h.room + LWS_PRE;
    h.end = h.room + sizeof h.room - 1;
    if (lws_add_http_common_headers(conn->wsi, conn->response.status, type_of(conn),
                                    stream ? LWS_ILLEGAL_HTTP_CONTENT_LEN : body_size(conn), &h.at,
                                    h.end) ||
        add_request_id(conn, &h) || add_cache_headers(conn, &h) || add_cookies(conn, &h) ||
        add_allow(conn, &h) || add_https_only(conn, &h) || add_location(conn, &h) ||
        add_challenge(conn, &h) || lws_finalize_write_http_header(conn->wsi, h.start, &h.at, h.end))
        return -1;
    return stream ? begin_stream(conn) : begin_body(conn);
}

/* ---------------------------------------------------------------------------------------- body */

static const char *body_of(const sv_conn *conn)
{
    const sv_response *r = &conn->response;
    if (r->file)
        return r->zipped ? r->file->zipped : r->file->bytes;
    return conn->out->frame->text;
}

/* How many bytes can be written now. Over HTTP/2 that is a frame, and what the peer has allowed; 0:
 * libwebsockets calls when the peer allows more. */
static size_t room_for(const sv_conn *conn)
{
    if (!sv_conn_is_multiplexed(conn))
        return CHUNK;
    const lws_fileofs_t allowed = lws_get_peer_write_allowance(conn->wsi);
    return allowed <= 0 ? 0 : allowed < SV_H2_FRAME ? (size_t)allowed : SV_H2_FRAME;
}

static int write_body(sv_conn *conn)
{
    static unsigned char chunk[LWS_PRE + CHUNK];
    sv_response *r = &conn->response;
    const size_t left = body_size(conn) - r->sent, room = room_for(conn);
    const size_t size = left > room ? room : left;
    if (left == 0)
        return complete(conn);
    if (size == 0)
        return 0;
    const bool last = size == left;
    memcpy(chunk + LWS_PRE, body_of(conn) + r->sent, size);
    r->sent += size;
    conn->began = uv_now(&conn->net->loop);
    if (lws_write(conn->wsi, chunk + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)size)
        return -1;
    if (last && !lws_partial_buffered(lws_get_network_wsi(conn->wsi)))
        return complete(conn);
    /* libwebsockets would close a connection of HTTP/2 with the end of a stream in its buffer. */
    lws_callback_on_writable(conn->wsi);
    return 0;
}

/* -------------------------------------------------------------------------------------- events */

/* A comment, which the system of the peer must acknowledge. */
static int write_comment(sv_conn *conn)
{
    unsigned char text[LWS_PRE + 3];
    memcpy(text + LWS_PRE, ":\n\n", 3);
    sv_conn_heard(conn);
    return lws_write(conn->wsi, text + LWS_PRE, 3, LWS_WRITE_HTTP) < 3 ? -1 : 0;
}

/* Makes an event of the first frame of the queue. */
static bool make_event(sv_conn *conn)
{
    const sv_frame *frame = conn->out->frame;
    const size_t room = frame->length + 64;
    char id[24] = "";
    conn->event = malloc(LWS_PRE + room);
    if (!conn->event)
        return false;
    if (frame->seq != SV_NO_SEQ)
        snprintf(id, sizeof id, "id: %d\n", frame->seq);
    conn->event_length =
        (size_t)snprintf((char *)conn->event + LWS_PRE, room, "%sdata: %s\n\n", id, frame->text);
    conn->response.sent = 0;
    sv_conn_next(conn);
    return true;
}

/* Writes as much of the event as there is room for; returns how much, -1 if that failed. Over
 * HTTP/2 room means that the peer reads. */
static long write_part(sv_conn *conn)
{
    size_t *sent = &conn->response.sent;
    const bool multiplexed = sv_conn_is_multiplexed(conn);
    const size_t left = conn->event_length - *sent, room = multiplexed ? room_for(conn) : left;
    const size_t size = left > room ? room : left;
    if (size == 0)
        return 0;
    /* libwebsockets writes its head before the bytes, over those that have been sent. */
    if (lws_write(conn->wsi, conn->event + LWS_PRE + *sent, size, LWS_WRITE_HTTP) < (int)size)
        return -1;
    *sent += size;
    if (*sent == conn->event_length) {
        free(conn->event);
        conn->event = NULL;
    } else {
        sv_conn_heard(conn);
    }
    return (long)size;
}

static int write_event(sv_conn *conn)
{
    if (conn->heartbeat == SV_PING_DUE && !conn->event && room_for(conn) >= COMMENT &&
        write_comment(conn) < 0)
        return -1;
    if (!conn->event && !conn->out) {
        if (conn->leaving)
            sv_conn_close(conn);
        return 0;
    }
    const long written = conn->event || make_event(conn) ? write_part(conn) : -1;
    if (written > 0 && (conn->event || conn->out || conn->leaving))
        lws_callback_on_writable(conn->wsi);
    else if (written > 0)
        sv_conn_all_sent(conn);
    return written < 0 ? -1 : 0;
}

/* libwebsockets frees a stream without telling the peer, so its end is written first. */
static int end_stream(sv_conn *conn)
{
    unsigned char nothing[LWS_PRE + 1];
    if (sv_conn_is_multiplexed(conn))
        lws_write(conn->wsi, nothing + LWS_PRE, 0, LWS_WRITE_HTTP_FINAL);
    return -1;
}

int sv_response_write(sv_conn *conn)
{
    switch ((enum sv_conn_state)conn->state) {
    case SV_CONN_ANSWERED:
        return write_headers(conn);
    case SV_CONN_SENDING:
        return write_body(conn);
    case SV_CONN_STREAMING:
        return write_event(conn);
    case SV_CONN_CLOSING:
        return end_stream(conn);
    default:
        return 0;
    }
}
