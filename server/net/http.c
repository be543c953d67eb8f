/* Plain HTTP as it arrives: what is asked for, and by whom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "net/conn.h"
#include "net/status.h"

enum { REPLY_SECONDS = 60 };

/* Leaves the answer to the core, which sends it when the turn ends. */
static void answer_error(sv_conn *conn, const rec_error *error)
{
    sv_conn_await(conn);
    sv_answer_error(&conn->net->core, &conn->client, NULL, error);
}

/* Answers a request whose body is not read any further. */
static void give_up(sv_conn *conn, const rec_error *error)
{
    conn->response.close_after = true;
    sv_conn_drop_bytes(conn);
    answer_error(conn, error);
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

/* The fields of the body; NULL with an error. */
static json_t *read_body(sv_conn *conn, rec_error *error)
{
    if (conn->in_length == 0)
        return json_object();
    json_t *body = json_loadb(conn->in, conn->in_length, JSON_REJECT_DUPLICATES, NULL);
    sv_conn_drop_bytes(conn);
    if (json_is_object(body))
        return body;
    json_decref(body);
    sv_fail(error, SV_ERROR_BAD_JSON, "Expected a JSON object.");
    return NULL;
}

/* Gives the core the request, all of which has arrived. */
static void run_request(sv_conn *conn)
{
    rec_error error;
    json_t *request = read_body(conn, &error);
    if (!request) {
        answer_error(conn, &error);
        return;
    }
    json_object_update(request, conn->fields);
    sv_conn_await(conn);
    sv_core_request(&conn->net->core, &conn->client, conn->request, request);
}

/* Bytes of the body; -1 without a number in the header. */
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
    /* Nobody knows where its body ends, so no other request can follow. */
    conn->response.close_after = length < 0;
    if (length < 0)
        return sv_fail(error, SV_ERROR_LENGTH_REQUIRED, "Expected Content-Length, which may be 0.");
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
    conn->client.streaming = true;
    conn->fields = json_pack("{s:s}", "table", code);
    if (lws_hdr_custom_copy(conn->wsi, last, sizeof last, "last-event-id:", 14) > 0)
        json_object_set_new(conn->fields, "since", json_integer(strtol(last, NULL, 10)));
    if (!read_query(conn, SV_REQUEST_WATCH, &error) ||
        (!sv_conn_count(conn) &&
         !sv_fail(&error, SV_ERROR_TOO_MANY,
                  "Too many streams and sockets are open from this address."))) {
        answer_error(conn, &error);
        return;
    }
    json_t *request = conn->fields;
    conn->fields = NULL;
    sv_conn_await(conn);
    sv_core_request(&conn->net->core, &conn->client, SV_REQUEST_WATCH, request);
}

static void route_api(sv_conn *conn, const char *method, const char *path)
{
    rec_error error;
    char code[SV_CODE_MAX];
    if (!sv_identify(conn, &error) ||
        !sv_core_admit_user(&conn->net->core, &conn->client, &error)) {
        answer_error(conn, &error);
        return;
    }
    if (is_stream(method, path, code)) {
        begin_stream(conn, code);
        return;
    }
    conn->fields = json_object();
    const int number = sv_request_by_path(method, path, conn->fields);
    if (number >= 0) {
        begin_request(conn, method, number);
        return;
    }
    if (number == -2) {
        char *methods = conn->response.allow;
        sv_request_methods(path, methods);
        sv_fail(&error, SV_ERROR_WRONG_METHOD, "Wrong method: use %s.", methods);
    } else {
        sv_fail(&error, SV_ERROR_NO_SUCH_REQUEST, "There is nothing at %.100s.", path);
    }
    answer_error(conn, &error);
}

/* The web client has its own addresses behind a "#": /table/CODE is /#/table/CODE. It shows a page
 * for each, also for those that it does not know. */
static bool redirect_to_client(sv_conn *conn, const char *path)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/";
    char address[256];
    if (path[strspn(path, letters)] != '\0' ||
        (size_t)snprintf(address, sizeof address, "/#%s", path) >= sizeof address)
        return false;
    sv_respond_with_text(conn, 302, address);
    return true;
}

/* Everything outside of /api/. */
static void route_page(sv_conn *conn, const char *path)
{
    const sv_file *file;
    if (sv_route_status(conn, path))
        return;
    if ((file = sv_web_find(&conn->net->web, path)))
        sv_respond_with_file(conn, file);
    else if (!redirect_to_client(conn, path))
        sv_respond_with_text(conn, 404, "not found\n");
}

/* Whether a path must be answered whatever else its address asks for. */
static bool is_for_operator(const char *path)
{
    return strcmp(path, "/healthz") == 0 || strcmp(path, "/readyz") == 0 ||
           strcmp(path, "/metrics") == 0;
}

static void route(sv_conn *conn, const char *path)
{
    const char *method = method_of(conn->wsi);
    rec_error error;
    conn->response.headers_only = strcmp(method, "HEAD") == 0;
    if (!sv_conn_count_request(conn)) {
        sv_fail(&error, SV_ERROR_TOO_MANY, "Too many connections from this address.");
        give_up(conn, &error);
    } else if (!sv_host_fits(conn->net, conn->wsi)) {
        sv_fail(&error, SV_ERROR_WRONG_ORIGIN, "This server is not known by that name.");
        answer_error(conn, &error);
    } else if (!is_for_operator(path) && !sv_core_admit(&conn->net->core, &conn->client, &error)) {
        conn->response.close_after = true;
        answer_error(conn, &error);
    } else if (strncmp(path, "/api/", 5) == 0) {
        route_api(conn, method, path);
    } else if (conn->response.headers_only || strcmp(method, "GET") == 0) {
        route_page(conn, path);
    } else {
        conn->response.close_after = true; /* there may be a body, which is not read */
        snprintf(conn->response.allow, sizeof conn->response.allow, "GET, HEAD");
        sv_respond_with_text(conn, 405, "only GET and HEAD\n");
    }
}

/* ------------------------------------------------------------------------------------- callback */

void sv_http_time_is_up(sv_conn *conn)
{
    rec_error error;
    conn->net->core.counts.timed_out++;
    sv_fail(&error, SV_ERROR_TOO_SLOW, "The request did not arrive within %u seconds.",
            conn->net->config.request_timeout);
    give_up(conn, &error);
}

static void take_body(sv_conn *conn, const char *bytes, size_t length)
{
    rec_error error;
    sv_enter_turn(conn->net);
    if (conn->state == SV_CONN_READING && !sv_conn_take(conn, bytes, length, &error))
        give_up(conn, &error);
}

static int begin(sv_net *net, struct lws *wsi, sv_conn **conn, const char *path)
{
    sv_enter_turn(net);
    sv_conn_free(*conn);
    *conn = sv_conn_new(net, wsi, SV_CONN_READING);
    if (!*conn)
        return -1;
    (*conn)->secure = sv_is_secure(net, wsi);
    (*conn)->response.https_only = sv_https_only(net, wsi);
    sv_read_address(*conn);
    sv_read_request_id(*conn);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REPLY_SECONDS);
    route(*conn, path);
    return 0;
}

/* libwebsockets 4.1 does not read pipelined requests well: it reports the end of the first again
 * and again, and for ever the end of the second, whose head it takes for its body. So the
 * connection ends with the first answer, or at once; the client repeats the others. */
static int end_request(sv_net *net, sv_conn *conn)
{
    enum { TOO_OFTEN = 100 };
    if (conn->completions++ > 0) {
        conn->response.close_after = true;
        return conn->completions < TOO_OFTEN ? 0 : -1;
    }
    sv_enter_turn(net);
    if (conn->state == SV_CONN_READING)
        run_request(conn);
    return conn->state == SV_CONN_CLOSING ? -1 : 0;
}

int sv_http_callback(struct lws *wsi, enum lws_callback_reasons reason, sv_conn **conn, void *in,
                     size_t length)
{
    sv_net *net = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(net, wsi, conn, in);
    case LWS_CALLBACK_HTTP_BODY:
        if (*conn)
            take_body(*conn, in, length);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return *conn ? end_request(net, *conn) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return *conn ? sv_response_write(*conn) : 0;
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
