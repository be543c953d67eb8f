/* Requests as they arrive: what is asked for, and by whom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "net/conn.h"
#include "net/status.h"
#include "net/websocket.h"

void sv_respond_with_status(sv_conn *conn, const rec_error *error, unsigned status)
{
    sv_refuse_now(&conn->net->core, &conn->client, NULL, error, status);
}

void sv_respond_with_error(sv_conn *conn, const rec_error *error)
{
    sv_respond_with_status(conn, error, 0);
}

/* Answers a request whose body is not read any further. */
static void give_up(sv_conn *conn, const rec_error *error)
{
    conn->response.close_after = true;
    sv_conn_drop_bytes(conn);
    sv_respond_with_error(conn, error);
}

/* ------------------------------------------------------------------------------------- requests */

static bool read_query(sv_conn *conn, const sv_head *head, int number, rec_error *error)
{
    char part[256];
    for (const char *rest = head->query;;) {
        if (!sv_head_query_part(&rest, part, sizeof part))
            return sv_fail(error, SV_ERROR_BAD_REQUEST, "A part of the query is too long.");
        if (!part[0])
            return true;
        if (!sv_read_query(sv_requests[number].fields, part, conn->fields, error))
            return false;
    }
}

/* The fields of the body; NULL with an error. */
static json_t *read_body(sv_conn *conn, rec_error *error)
{
    if (conn->in_length == 0 || conn->form) {
        sv_conn_drop_bytes(conn);
        return json_object();
    }
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
    const size_t length = conn->in_length;
    json_t *request = read_body(conn, &error);
    if (!request) {
        sv_respond_with_error(conn, &error);
        return;
    }
    json_object_update(request, conn->fields);
    sv_conn_await(conn);
    sv_core_request(&conn->net->core, &conn->client, conn->request, request, length);
}

static bool check_post(sv_conn *conn, const sv_head *head, int number, rec_error *error)
{
    if (!sv_origin_fits(conn, head))
        return sv_fail(error, SV_ERROR_WRONG_ORIGIN, "This request comes from another site.");
    /* A client that does not know where its body ends must not go on. A stream says it itself. */
    const bool endless = head->length < 0 && head->minor < 2;
    conn->response.close_after |= endless;
    if (endless)
        return sv_fail(error, SV_ERROR_LENGTH_REQUIRED, "Expected Content-Length, which may be 0.");
    if (head->length > SV_REQUEST_MAX)
        return sv_fail(error, SV_ERROR_TOO_LARGE, "A request has at most %d bytes.",
                       SV_REQUEST_MAX);
    const bool is_json = strncmp(sv_head_get(head, "content-type"), "application/json", 16) == 0;
    conn->form = !is_json && sv_requests[number].form;
    return head->length == 0 || is_json || conn->form ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "Expected Content-Type: application/json.");
}

static void begin_request(sv_conn *conn, const sv_head *head, int number)
{
    rec_error error;
    const bool post = head->method[0] == 'P';
    if ((post && !check_post(conn, head, number, &error)) ||
        (!post && !read_query(conn, head, number, &error))) {
        sv_respond_with_error(conn, &error);
        return;
    }
    conn->request = number;
    if (!post)
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

static void begin_stream(sv_conn *conn, const sv_head *head, const char *code)
{
    rec_error error;
    const char *last = sv_head_get(head, "last-event-id");
    conn->client.streaming = true;
    conn->fields = json_pack("{s:s}", "table", code);
    if (last[0] && strlen(last) < 16)
        json_object_set_new(conn->fields, "since", json_integer(strtol(last, NULL, 10)));
    if (!read_query(conn, head, SV_REQUEST_WATCH, &error) ||
        (!sv_conn_count(conn) &&
         !sv_fail(&error, SV_ERROR_TOO_MANY,
                  "Too many streams and sockets are open from this address."))) {
        sv_respond_with_error(conn, &error);
        return;
    }
    json_t *request = conn->fields;
    conn->fields = NULL;
    sv_conn_await(conn);
    sv_core_request(&conn->net->core, &conn->client, SV_REQUEST_WATCH, request, 0);
}

static void refuse_path(sv_conn *conn, const char *path, bool wrong_method)
{
    rec_error error;
    char *methods = conn->response.allow;
    if (wrong_method) {
        sv_request_methods(path, methods);
        sv_fail(&error, SV_ERROR_WRONG_METHOD, "Wrong method: use %s.", methods);
    } else {
        sv_fail(&error, SV_ERROR_NO_SUCH_REQUEST, "There is nothing at %.100s.", path);
    }
    sv_respond_with_error(conn, &error);
}

/* The web client has its own addresses behind a "#": /table/CODE is /#/table/CODE. It shows a page
 * for each, also for those that it does not know. */
static bool redirect_to_client(sv_conn *conn, const char *path)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/";
    char address[256];
    path += strspn(path, "/") - 1;
    if (path[strspn(path, letters)] != '\0' ||
        (size_t)snprintf(address, sizeof address, "/#%s", path) >= sizeof address)
        return false;
    sv_respond_with_text(conn, 302, address);
    return true;
}

/* The link in the header of a mail is that of a POST; a mail program may open it as a page. It
 * shows a page that asks, and changes nothing. */
static bool redirect_to_unsubscribe(sv_conn *conn, const sv_head *head)
{
    static const char before[] = "/api/v1/unsubscribe/";
    return strcmp(head->method, "GET") == 0 &&
           strncmp(head->path, before, sizeof before - 1) == 0 &&
           redirect_to_client(conn, head->path + sizeof "/api/v1" - 1);
}

static void route_api(sv_conn *conn, const sv_head *head)
{
    char code[SV_CODE_MAX];
    sv_read_session(conn, head);
    if (redirect_to_unsubscribe(conn, head))
        return;
    if (is_stream(head->method, head->path, code)) {
        begin_stream(conn, head, code);
        return;
    }
    conn->fields = json_object();
    const int number = sv_request_by_path(head->method, head->path, conn->fields);
    if (number >= 0)
        begin_request(conn, head, number);
    else
        refuse_path(conn, head->path, number == -2);
}

/* Everything outside of /api/. */
static void route_page(sv_conn *conn, const sv_head *head)
{
    const sv_file *file;
    if (sv_route_status(conn, head))
        return;
    if ((file = sv_web_find(&conn->net->web, head->path)))
        sv_respond_with_file(conn, head, file);
    else if (!redirect_to_client(conn, head->path))
        sv_respond_with_text(conn, 404, "not found\n");
}

/* Whether a path must be answered whatever else its address asks for. */
static bool is_for_operator(const char *path)
{
    return strcmp(path, "/healthz") == 0 || strcmp(path, "/readyz") == 0 ||
           strcmp(path, "/metrics") == 0;
}

static void route(sv_conn *conn, const sv_head *head)
{
    rec_error error;
    conn->response.headers_only = strcmp(head->method, "HEAD") == 0;
    if (!sv_conn_count_request(conn)) {
        sv_fail(&error, SV_ERROR_TOO_MANY, "Too many connections from this address.");
        give_up(conn, &error);
    } else if (!sv_host_fits(conn, head)) {
        sv_fail(&error, SV_ERROR_WRONG_ORIGIN, "This server is not known by that name.");
        sv_respond_with_error(conn, &error);
    } else if (!is_for_operator(head->path) &&
               !sv_core_admit(&conn->net->core, &conn->client, &error)) {
        conn->response.close_after = true;
        sv_respond_with_error(conn, &error);
    } else if (strncmp(head->path, "/api/", 5) == 0) {
        route_api(conn, head);
    } else if (conn->response.headers_only || strcmp(head->method, "GET") == 0) {
        route_page(conn, head);
    } else {
        snprintf(conn->response.allow, sizeof conn->response.allow, "GET, HEAD");
        sv_respond_with_text(conn, 405, "only GET and HEAD\n");
    }
}

/* --------------------------------------------------------------------------------- for carriers */

sv_conn *sv_conn_begin(sv_peer *peer, const sv_carrier *carrier, const sv_head *head)
{
    sv_conn *conn = sv_conn_new(peer, carrier);
    if (!conn)
        return NULL;
    conn->secure = sv_is_secure(conn, head);
    conn->response.https_only = sv_https_only(conn, head);
    sv_read_address(conn, head);
    sv_read_request_id(conn, head);
    if (sv_websocket_is_wanted(head))
        sv_websocket_greet(conn, head);
    else
        route(conn, head);
    return conn;
}

/* Begins a request whose head cannot be read: nobody knows more about its client than the network
 * address. It is the last of its connection. */
static sv_conn *begin_unread(sv_peer *peer, const sv_carrier *carrier)
{
    sv_conn *conn = sv_conn_new(peer, carrier);
    if (!conn)
        return NULL;
    memcpy(conn->client.address, peer->address, sizeof conn->client.address);
    conn->place = peer->place;
    conn->response.close_after = true;
    return conn;
}

sv_conn *sv_conn_refuse(sv_peer *peer, const sv_carrier *carrier, const sv_head *head)
{
    rec_error error;
    sv_conn *conn = begin_unread(peer, carrier);
    if (!conn)
        return NULL;
    const unsigned status = sv_head_status(head->result);
    conn->response.headers_only = strcmp(head->method, "HEAD") == 0;
    if (!sv_core_admit(&conn->net->core, &conn->client, &error)) {
        sv_respond_with_error(conn, &error);
        return conn;
    }
    sv_fail(&error,
            status == 411                    ? SV_ERROR_LENGTH_REQUIRED
            : status == 414 || status == 431 ? SV_ERROR_TOO_LARGE
                                             : SV_ERROR_BAD_REQUEST,
            "%s", head->why);
    sv_respond_with_status(conn, &error, status);
    return conn;
}

/* Whether a WebSocket is not open yet, although its frames may arrive already: HTTP/2 does not keep
 * them, HTTP/1 does. */
static bool is_opening(const sv_conn *conn)
{
    return conn->greeted && conn->carrier->opens == 200 &&
           (conn->state == SV_CONN_WAITING || conn->state == SV_CONN_ANSWERED);
}

void sv_conn_receive(sv_conn *conn, const char *bytes, size_t length)
{
    rec_error error;
    if (conn->state == SV_CONN_OPEN) {
        sv_websocket_receive(conn, bytes, length);
    } else if (conn->state == SV_CONN_READING) {
        if (!sv_conn_take(conn, bytes, length, &error))
            give_up(conn, &error);
    } else if (is_opening(conn) && !sv_conn_take(conn, bytes, length, &error)) {
        sv_conn_close(conn);
    }
}

void sv_conn_take_early(sv_conn *conn)
{
    char *bytes = conn->in;
    const size_t length = conn->in_length;
    conn->in = NULL;
    sv_conn_drop_bytes(conn);
    if (length > 0)
        sv_conn_receive(conn, bytes, length);
    free(bytes);
    if (conn->ended && conn->state == SV_CONN_OPEN)
        sv_conn_received(conn);
}

void sv_conn_received(sv_conn *conn)
{
    if (conn->state == SV_CONN_OPEN) {
        sv_websocket_received(conn);
    } else if (conn->state == SV_CONN_READING) {
        run_request(conn);
    } else if (is_opening(conn)) {
        conn->ended = true;
    }
}

static void say_too_slow(sv_conn *conn)
{
    rec_error error;
    sv_fail(&error, SV_ERROR_TOO_SLOW, "The request did not arrive within %u seconds.",
            conn->net->config.request_timeout);
    give_up(conn, &error);
}

void sv_http_on_deadline(sv_conn *conn)
{
    conn->net->core.counts.timed_out++;
    say_too_slow(conn);
}

sv_conn *sv_conn_begin_late(sv_peer *peer, const sv_carrier *carrier)
{
    sv_conn *conn = begin_unread(peer, carrier);
    if (conn)
        say_too_slow(conn);
    return conn;
}
