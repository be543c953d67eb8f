/* Plain HTTP: files, requests, event streams. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "net/conn.h"
#include "wire.h"

enum { REPLY_SECONDS = 60, CHUNK = 65536 };

/* ------------------------------------------------------------------------------------ answering */

static void answer_error(sv_conn *conn, const rec_error *error)
{
    sv_answer_error(&conn->net->core, &conn->client, NULL, error);
}

static const char *etag_of(const sv_conn *conn)
{
    return conn->zipped ? conn->file->zipped_etag : conn->file->etag;
}

static void answer_file(sv_conn *conn, const sv_file *file)
{
    char known[256], accepted[256];
    sv_header(conn->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    sv_header(conn->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted);
    conn->file = file;
    conn->zipped = file->zipped && sv_takes_gzip(accepted);
    conn->not_modified = strstr(known, etag_of(conn)) != NULL;
    conn->status = conn->not_modified ? 304 : 200;
    conn->answered = true;
    lws_callback_on_writable(conn->wsi);
}

static void answer_text(sv_conn *conn, unsigned status, const char *text)
{
    sv_frame *frame = sv_frame_of_text(text);
    if (!frame)
        return;
    conn->status = status;
    conn->answered = true;
    sv_conn_queue(conn, frame);
    sv_frame_drop(frame);
    lws_callback_on_writable(conn->wsi);
}

/* ------------------------------------------------------------------------------------- requests */

static const char *method_of(struct lws *wsi)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI))
        return "GET";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI))
        return "POST";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI))
        return "HEAD";
    static const char *const known[] = {"GET", "POST", "HEAD"};
    char method[16];
    sv_header(wsi, WSI_TOKEN_HTTP_COLON_METHOD, method, sizeof method);
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(method, known[i]) == 0)
            return known[i];
    return "";
}

static bool read_query(sv_conn *conn, int number, rec_error *error)
{
    char part[256];
    for (int i = 0; lws_hdr_fragment_length(conn->wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        if (lws_hdr_copy_fragment(conn->wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) < 0)
            return sv_fail(error, SV_ERROR_BAD_REQUEST, "A part of the query is too long.");
        if (!sv_read_query(sv_requests[number].fields, part, conn->fields, error))
            return false;
    }
    return true;
}

/* Runs the request with what has arrived of it. */
static void run_request(sv_conn *conn)
{
    rec_error error;
    json_error_t bad;
    json_t *request = conn->in_length
                          ? json_loadb(conn->in, conn->in_length, JSON_REJECT_DUPLICATES, &bad)
                          : json_object();
    const int number = conn->request;
    conn->request = -1;
    if (conn->too_large)
        sv_fail(&error, SV_ERROR_TOO_LARGE, "A request has at most %d bytes.", SV_REQUEST_MAX);
    else if (!json_is_object(request))
        sv_fail(&error, SV_ERROR_BAD_JSON, "Expected a JSON object.");
    else {
        json_object_update(request, conn->fields);
        sv_core_request(&conn->net->core, &conn->client, number, request);
        return;
    }
    json_decref(request);
    answer_error(conn, &error);
}

/* Bytes that follow; -1 if it is not said, or not by a number. */
static long content_length(struct lws *wsi)
{
    char text[16];
    sv_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);
    return text[0] && text[strspn(text, "0123456789")] == '\0' ? strtol(text, NULL, 10) : -1;
}

static bool is_json(struct lws *wsi)
{
    char type[64];
    sv_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type);
    return strncmp(type, "application/json", 16) == 0;
}

static bool check_post(sv_conn *conn, rec_error *error)
{
    const long length = content_length(conn->wsi);
    if (!sv_origin_fits(conn->net, conn->wsi))
        return sv_fail(error, SV_ERROR_WRONG_ORIGIN, "This request comes from another site.");
    /* Where it ends is not known: nothing can follow on this connection. */
    conn->closes = length < 0;
    if (length < 0)
        return sv_fail(error, SV_ERROR_LENGTH_REQUIRED, "Expected Content-Length, be it 0.");
    if (length > SV_REQUEST_MAX)
        return sv_fail(error, SV_ERROR_TOO_LARGE, "A request has at most %d bytes.",
                       SV_REQUEST_MAX);
    return length == 0 || is_json(conn->wsi) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "Expected Content-Type: application/json.");
}

static void begin_request(sv_conn *conn, const char *method, int number)
{
    rec_error error;
    const bool post = method[0] == 'P';
    if ((post && !check_post(conn, &error)) || (!post && !read_query(conn, number, &error))) {
        answer_error(conn, &error);
        return;
    }
    conn->request = number;
    if (!post || content_length(conn->wsi) == 0)
        run_request(conn);
}

/* GET /api/v1/tables/CODE/events: the request "watch", and then its pushes. */
static bool is_stream(const char *method, const char *path, char code[SV_CODE_MAX])
{
    static const char before[] = "/api/v1/tables/", after[] = "/events";
    const size_t length = strlen(path), fixed = sizeof before - 1 + sizeof after - 1;
    if (strcmp(method, "GET") != 0 || length <= fixed || length - fixed >= SV_CODE_MAX ||
        strncmp(path, before, sizeof before - 1) != 0 ||
        strcmp(path + length - (sizeof after - 1), after) != 0)
        return false;
    memcpy(code, path + sizeof before - 1, length - fixed);
    code[length - fixed] = '\0';
    return true;
}

static void begin_stream(sv_conn *conn, const char *code)
{
    char last[16];
    rec_error error;
    conn->kind = SV_CONN_STREAM;
    conn->client.streaming = true;
    conn->fields = json_pack("{s:s}", "table", code);
    if (lws_hdr_custom_copy(conn->wsi, last, sizeof last, "last-event-id:", 14) > 0)
        json_object_set_new(conn->fields, "since", json_integer(strtol(last, NULL, 10)));
    if (!read_query(conn, SV_REQUEST_WATCH, &error) ||
        (!sv_conn_count(conn) && !sv_fail(&error, SV_ERROR_TOO_MANY,
                                          "Too many streams and sockets are open from there."))) {
        answer_error(conn, &error);
        return;
    }
    sv_core_request(&conn->net->core, &conn->client, SV_REQUEST_WATCH, conn->fields);
    conn->fields = NULL;
}

static void route_api(sv_conn *conn, const char *method, const char *path)
{
    rec_error error;
    char code[SV_CODE_MAX];
    if (!sv_core_admit(&conn->net->core, &conn->client, &error) || !sv_identify(conn, &error)) {
        answer_error(conn, &error);
        return;
    }
    if (is_stream(method, path, code)) {
        begin_stream(conn, code);
        return;
    }
    conn->fields = json_object();
    const int number = sv_request_routed(method, path, conn->fields);
    if (number >= 0) {
        begin_request(conn, method, number);
        return;
    }
    if (number == -2)
        sv_fail(&error, SV_ERROR_WRONG_METHOD, "This is asked for by another method than %s.",
                method[0] ? method : "this");
    else
        sv_fail(&error, SV_ERROR_NO_SUCH_REQUEST, "There is nothing at %.100s.", path);
    answer_error(conn, &error);
}

static void route_metrics(sv_conn *conn)
{
    char *text = sv_is_near(conn->wsi) ? sv_metrics_text(conn->net) : NULL;
    answer_text(conn, text ? 200 : 403, text ? text : "only from this machine\n");
    free(text);
}

/* What is only to be read. */
static void route_page(sv_conn *conn, const char *path)
{
    const sv_file *file;
    if (strcmp(path, "/healthz") == 0)
        answer_text(conn, 200, "ok\n");
    else if (strcmp(path, "/metrics") == 0)
        route_metrics(conn);
    else if ((file = sv_web_find(&conn->net->web, path)))
        answer_file(conn, file);
    else
        answer_text(conn, 404, "not found\n");
}

static void route(sv_conn *conn, const char *path)
{
    const char *method = method_of(conn->wsi);
    rec_error error;
    conn->head = strcmp(method, "HEAD") == 0;
    if (!sv_host_fits(conn->net, conn->wsi)) {
        sv_fail(&error, SV_ERROR_WRONG_ORIGIN, "This server is not known by that name.");
        answer_error(conn, &error);
    } else if (strncmp(path, "/api/", 5) == 0) {
        route_api(conn, method, path);
    } else if (conn->head || strcmp(method, "GET") == 0) {
        route_page(conn, path);
    } else {
        conn->closes = true; /* with a body or without */
        answer_text(conn, 405, "only GET and HEAD\n");
    }
}

/* -------------------------------------------------------------------------------------- writing */

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

static int add_cookie(sv_conn *conn, header_space *h)
{
    char text[256];
    const char *token = conn->client.cookie;
    const bool clear = strcmp(token, "-") == 0;
    if (!token[0])
        return 0;
    snprintf(text, sizeof text, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s",
             sv_cookie_name(conn), clear ? "" : token, clear ? 0 : SV_SESSION_DAYS * 86400,
             conn->secure ? "; Secure" : "");
    return add_header(conn, h, "set-cookie:", text);
}

static int add_kind_headers(sv_conn *conn, header_space *h)
{
    if (!conn->file)
        return add_header(conn, h, "cache-control:", "no-store");
    if ((conn->zipped && add_header(conn, h, "content-encoding:", "gzip")) ||
        (conn->file->zipped && add_header(conn, h, "vary:", "accept-encoding")))
        return -1;
    return add_header(conn, h, "etag:", etag_of(conn)) ||
           add_header(conn, h, "cache-control:",
                      conn->file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
}

static const char *type_of(const sv_conn *conn)
{
    if (conn->file)
        return conn->file->type;
    if (conn->kind == SV_CONN_STREAM && conn->status == 200)
        return "text/event-stream";
    return conn->out && conn->out->frame->content == SV_CONTENT_JSON ? "application/json"
                                                                     : "text/plain; charset=utf-8";
}

static size_t body_size(const sv_conn *conn)
{
    if (conn->file)
        return conn->zipped ? conn->file->zipped_size : conn->file->size;
    return conn->out ? conn->out->frame->length : 0;
}

/* The request is answered; -1 if the connection ends with it. */
static int complete(sv_conn *conn)
{
    conn->done = true;
    return conn->too_large || conn->closes || lws_http_transaction_completed(conn->wsi) ? -1 : 0;
}

static int write_headers(sv_conn *conn)
{
    header_space h;
    const bool stream = conn->kind == SV_CONN_STREAM && conn->status == 200;
    h.start = h.at = h.room + LWS_PRE;
    h.end = h.room + sizeof h.room - 1;
    conn->headers_out = true;
    if (lws_add_http_common_headers(conn->wsi, conn->status, type_of(conn),
                                    stream ? LWS_ILLEGAL_HTTP_CONTENT_LEN : body_size(conn), &h.at,
                                    h.end) ||
        add_kind_headers(conn, &h) || add_cookie(conn, &h) ||
        lws_finalize_write_http_header(conn->wsi, h.start, &h.at, h.end))
        return -1;
    if (stream) {
        lws_set_timeout(conn->wsi, NO_PENDING_TIMEOUT, 0);
        /* Or the headers of the request would be kept as long as the stream. */
        lws_http_headers_detach(conn->wsi);
    }
    if (!stream && (body_size(conn) == 0 || conn->head || conn->not_modified))
        return complete(conn);
    lws_callback_on_writable(conn->wsi);
    return 0;
}

static int write_body(sv_conn *conn)
{
    static unsigned char chunk[LWS_PRE + CHUNK];
    const char *bytes = !conn->file    ? conn->out->frame->text
                        : conn->zipped ? conn->file->zipped
                                       : conn->file->bytes;
    const size_t left = body_size(conn) - conn->sent, size = left > CHUNK ? CHUNK : left;
    const bool last = size == left;
    memcpy(chunk + LWS_PRE, bytes + conn->sent, size);
    conn->sent += size;
    if (lws_write(conn->wsi, chunk + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)size)
        return -1;
    if (last)
        return complete(conn);
    lws_callback_on_writable(conn->wsi);
    return 0;
}

/* A comment, so that a stream whose reader is gone is found out. */
static int write_comment(sv_conn *conn)
{
    unsigned char text[LWS_PRE + 3];
    memcpy(text + LWS_PRE, ":\n\n", 3);
    conn->asks = false;
    sv_conn_heard(conn);
    return lws_write(conn->wsi, text + LWS_PRE, 3, LWS_WRITE_HTTP) < 3 ? -1 : 0;
}

static int write_event(sv_conn *conn)
{
    if (conn->asks && write_comment(conn) < 0)
        return -1;
    if (!conn->out)
        return 0;
    const sv_frame *frame = conn->out->frame;
    const size_t room = LWS_PRE + frame->length + 64;
    unsigned char *event = malloc(room);
    if (!event)
        return -1;
    char id[24] = "";
    if (frame->seq != SV_NO_SEQ)
        snprintf(id, sizeof id, "id: %d\n", frame->seq);
    const int length =
        snprintf((char *)event + LWS_PRE, room - LWS_PRE, "%sdata: %s\n\n", id, frame->text);
    const int sent = lws_write(conn->wsi, event + LWS_PRE, (size_t)length, LWS_WRITE_HTTP);
    free(event);
    sv_conn_next(conn);
    if (sent < length)
        return -1;
    if (conn->out)
        lws_callback_on_writable(conn->wsi);
    return 0;
}

static int write_something(sv_conn *conn)
{
    if (!conn->answered)
        return 0;
    if (!conn->headers_out)
        return write_headers(conn);
    if (conn->kind == SV_CONN_STREAM && conn->status == 200)
        return write_event(conn);
    return !conn->head && conn->sent < body_size(conn) ? write_body(conn) : 0;
}

/* ------------------------------------------------------------------------------------- callback */

static int begin(sv_net *net, struct lws *wsi, sv_conn **conn, const char *path)
{
    sv_enter_turn(net);
    sv_conn_free(*conn);
    *conn = sv_conn_new(net, wsi, SV_CONN_REQUEST);
    if (!*conn)
        return -1;
    (*conn)->secure = sv_is_secure(net, wsi);
    sv_read_address(*conn);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REPLY_SECONDS);
    route(*conn, path);
    return 0;
}

/* What comes behind a request in one go is not read well by libwebsockets 4.1: it tells of the end
 * of the first again and again, and for ever of the end of the second, whose head it takes for its
 * body. So the connection ends with the first answer, or at once; who is at the other end asks
 * again. */
static int end_request(sv_net *net, sv_conn *conn)
{
    enum { TOO_OFTEN = 100 };
    if (conn->ends++ > 0) {
        conn->closes = true;
        return conn->ends < TOO_OFTEN ? 0 : -1;
    }
    sv_enter_turn(net);
    if (conn->request >= 0)
        run_request(conn);
    return 0;
}

int sv_http_callback(struct lws *wsi, enum lws_callback_reasons reason, sv_conn **conn, void *in,
                     size_t length)
{
    sv_net *net = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(net, wsi, conn, in);
    case LWS_CALLBACK_HTTP_BODY:
        if (*conn && (*conn)->request >= 0 && !sv_conn_take(*conn, in, length))
            (*conn)->too_large = true;
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return *conn ? end_request(net, *conn) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return *conn ? write_something(*conn) : 0;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (conn) {
            sv_conn_free(*conn);
            *conn = NULL;
        }
        return 0;
    default:
        return 0;
    }
}
