/* Answers on their way out: heads, files, texts. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "device.h"
#include "net/websocket.h"

/* ------------------------------------------------------------------------------------- answers */

static const char *etag_of(const sv_response *r)
{
    return r->zipped ? r->file->zipped_etag : r->file->etag;
}

void sv_respond_with_file(sv_conn *conn, const sv_head *head, const sv_file *file)
{
    sv_response *r = &conn->response;
    r->file = file;
    r->zipped = file->zipped && sv_takes_gzip(sv_head_get(head, "accept-encoding"));
    const bool unchanged = strstr(sv_head_get(head, "if-none-match"), etag_of(r)) != NULL;
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

/* ---------------------------------------------------------------------------------------- head */

/* Pages may run the scripts and the WebAssembly of this server and talk to it, and nothing else. */
#define POLICY                                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "  \
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; " \
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " \
    "frame-ancestors 'none'"

/* Of every answer. */
static const sv_header fixed[] = {{"content-security-policy", POLICY},
                                  {"x-content-type-options", "nosniff"},
                                  {"referrer-policy", "no-referrer"},
                                  {"cross-origin-opener-policy", "same-origin"},
                                  {"server", "elektro"}};

/* The value must live as long as the head. */
static void add(sv_answer_head *a, const char *name, const char *value)
{
    if (a->count < SV_ANSWER_FIELDS)
        a->field[a->count++] = (sv_header){name, value};
}

/* The same with a value that is made here. A field without room is left out: there is enough. */
static void add_text(sv_answer_head *a, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_text(sv_answer_head *a, const char *name, const char *format, ...)
{
    va_list values;
    char *text = a->text + a->used;
    const size_t room = sizeof a->text - a->used;
    va_start(values, format);
    const int length = vsnprintf(text, room, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= room)
        return;
    a->used += (size_t)length + 1;
    add(a, name, text);
}

static void add_cookie(sv_answer_head *a, const sv_conn *conn, const char *name, const char *token,
                       int days)
{
    add_text(a, "set-cookie", "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", name, token,
             days * 86400, conn->secure ? "; Secure" : "");
}

static void add_cookies(sv_answer_head *a, const sv_conn *conn)
{
    const sv_client *c = &conn->client;
    const bool clear = strcmp(c->cookie, "-") == 0;
    if (!c->cookie[0])
        return;
    add_cookie(a, conn, sv_cookie_name(conn), clear ? "" : c->cookie, clear ? 0 : SV_SESSION_DAYS);
    if (c->sets_device)
        add_cookie(a, conn, sv_device_cookie_name(conn), c->device, SV_DEVICE_DAYS);
}

static void add_cache_fields(sv_answer_head *a, const sv_response *r)
{
    if (!r->file) {
        add(a, "cache-control", "no-store");
        return;
    }
    if (r->zipped)
        add(a, "content-encoding", "gzip");
    if (r->file->zipped)
        add(a, "vary", "accept-encoding");
    add(a, "etag", etag_of(r));
    add(a, "cache-control", r->file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
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

static void add_rare_fields(sv_answer_head *a, const sv_conn *conn)
{
    const sv_response *r = &conn->response;
    if (r->allow[0])
        add(a, "allow", r->allow);
    if (r->https_only)
        add_text(a, "strict-transport-security", "max-age=%u", conn->net->config.hsts * 86400);
    if (r->status == 302 && conn->out)
        add_text(a, "location", "%s", conn->out->frame->text);
    if (r->wants_token)
        add(a, "www-authenticate", "Bearer realm=\"metrics\"");
    if (r->wants_version)
        add(a, "sec-websocket-version", "13");
}

/* The time of the answer (RFC 9110 6.6.1), made once a second. */
static const char *date(const sv_conn *conn)
{
    static char text[32];
    static time_t made = -1;
    const time_t now = (time_t)(conn->net->core.clock() / 1000);
    struct tm parts;
    if (now != made && gmtime_r(&now, &parts)) {
        strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
        made = now;
    }
    return text;
}

static void describe(sv_answer_head *a, const sv_conn *conn)
{
    for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++)
        a->field[a->count++] = fixed[i];
    add(a, "content-type", type_of(conn));
    if (!is_stream(conn))
        add_text(a, "content-length", "%zu", body_size(conn));
    add(a, "x-request-id", conn->client.trace);
    add_cache_fields(a, &conn->response);
    add_cookies(a, conn);
    add_rare_fields(a, conn);
}

/* Ends the connection if the peer does not acknowledge for that long what is written. */
static void set_peer_timeout(const sv_conn *conn)
{
    const unsigned milliseconds = conn->net->config.ping_timeout * 1000;
    setsockopt(conn->peer->transport.fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds,
               sizeof milliseconds);
}

static void open_socket(sv_conn *conn, sv_answer_head *a)
{
    sv_conn_enter(conn, SV_CONN_OPEN);
    conn->opened = true;
    conn->net->core.counts.sockets++;
    a->status = conn->carrier->opens;
    a->body = a->last = true;
    add(a, "x-request-id", conn->client.trace);
    if (conn->response.subprotocol)
        add(a, "sec-websocket-protocol", SV_SUBPROTOCOL);
}

static void open_stream(sv_conn *conn, sv_answer_head *a)
{
    describe(a, conn);
    sv_conn_enter(conn, SV_CONN_STREAMING);
    set_peer_timeout(conn);
    a->body = a->last = true; /* the end of the connection is that of the stream */
}

static void begin_body(sv_conn *conn, sv_answer_head *a)
{
    describe(a, conn);
    sv_conn_enter(conn, SV_CONN_SENDING);
    a->body = body_size(conn) > 0 && !conn->response.headers_only;
    a->last = conn->response.close_after;
}

const sv_answer_head *sv_conn_head(sv_conn *conn)
{
    static sv_answer_head a;
    a.status = conn->response.status;
    a.count = 0;
    a.used = 0;
    add(&a, "date", date(conn));
    if (conn->response.opens)
        open_socket(conn, &a);
    else if (is_stream(conn))
        open_stream(conn, &a);
    else
        begin_body(conn, &a);
    return &a;
}

/* ---------------------------------------------------------------------------------------- body */

static const char *body_of(const sv_conn *conn)
{
    const sv_response *r = &conn->response;
    if (r->file)
        return r->zipped ? r->file->zipped : r->file->bytes;
    return conn->out->frame->text;
}

static size_t pull_body(sv_conn *conn, unsigned char *room, size_t size, bool *end)
{
    sv_response *r = &conn->response;
    const size_t left = body_size(conn) - r->sent, part = left < size ? left : size;
    memcpy(room, body_of(conn) + r->sent, part);
    r->sent += part;
    *end = part == left;
    return part;
}

size_t sv_conn_pull(sv_conn *conn, unsigned char *room, size_t size, bool *end)
{
    size_t pulled = 0;
    *end = false;
    if (conn->state == SV_CONN_SENDING)
        pulled = pull_body(conn, room, size, end);
    else if (conn->state == SV_CONN_STREAMING)
        pulled = sv_stream_pull(conn, room, size, end);
    else if (conn->state == SV_CONN_OPEN)
        pulled = sv_websocket_pull(conn, room, size, end);
    if (pulled > 0)
        sv_conn_progressed(conn, pulled);
    return pulled;
}
