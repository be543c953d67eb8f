/* Handshakes of WebSockets: RFC 6455, and RFC 8441 over HTTP/2. */
#include <openssl/sha.h>
#include <sodium.h>
#include <string.h>

#include "errors.h"
#include "net/websocket.h"

void sv_websocket_accept(const char *key, char accept[SV_ACCEPT_MAX])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char hash[SHA_DIGEST_LENGTH];
    char text[24 + sizeof guid] = "";
    if (strlen(key) == 24) {
        memcpy(text, key, 24);
        memcpy(text + 24, guid, sizeof guid);
    }
    SHA1((const unsigned char *)text, strlen(text), hash);
    sodium_bin2base64(accept, SV_ACCEPT_MAX, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}

bool sv_websocket_is_wanted(const sv_head *head)
{
    if (head->minor == 2)
        return strcmp(head->protocol, "websocket") == 0;
    return head->minor == 1 && strcmp(head->method, "GET") == 0 &&
           sv_head_lists(head, "upgrade", "websocket") &&
           sv_head_lists(head, "connection", "upgrade");
}

static bool is_key(const char *key)
{
    unsigned char bytes[16];
    size_t length = 0;
    return sodium_base642bin(bytes, sizeof bytes, key, strlen(key), NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == sizeof bytes;
}

/* Whether the handshake is one of RFC 6455, or RFC 8441. */
static bool is_well_formed(sv_conn *conn, const sv_head *head, rec_error *error)
{
    conn->response.wants_version = strcmp(sv_head_get(head, "sec-websocket-version"), "13") != 0;
    conn->response.subprotocol = sv_head_has(head, "sec-websocket-protocol");
    if (conn->response.wants_version)
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "Expected Sec-WebSocket-Version: 13.");
    if (head->minor == 1 && !is_key(sv_head_get(head, "sec-websocket-key")))
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "Sec-WebSocket-Key is not 16 bytes in base64.");
    if (head->length > 0)
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "A handshake has no body.");
    return !conn->response.subprotocol ||
           sv_head_lists(head, "sec-websocket-protocol", SV_SUBPROTOCOL) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "The subprotocol of this server is %s.",
                   SV_SUBPROTOCOL);
}

/* The status is that of the error, or another one. */
static void refuse_as(sv_conn *conn, enum sv_refusal reason, const rec_error *error,
                      unsigned status)
{
    conn->net->core.counts.handshakes_refused[reason]++;
    conn->client.http = true;
    conn->client.streaming = false;
    conn->response.close_after = true;
    sv_respond_with_status(conn, error, status);
}

static void refuse(sv_conn *conn, enum sv_refusal reason, const rec_error *error)
{
    refuse_as(conn, reason, error, sv_error_status(error));
}

/* A client of HTTP/1 that speaks another version is told which one to upgrade to (RFC 6455 4.4).
 * HTTP/2 has no upgrade. */
static void refuse_malformed(sv_conn *conn, const sv_head *head, const rec_error *error)
{
    const bool upgrade = conn->response.wants_version && head->minor == 1;
    refuse_as(conn, SV_REFUSAL_MALFORMED, error, upgrade ? 426 : sv_error_status(error));
}

static void welcome(sv_conn *conn)
{
    conn->client.streaming = true;
    conn->response.opens = true;
    sv_conn_answer(conn, conn->carrier->opens);
}

/* A client with a session waits until it is known whose it is. */
static void begin(sv_conn *conn)
{
    conn->greeted = true;
    if (!conn->client.unknown) {
        welcome(conn);
        return;
    }
    sv_conn_await(conn);
    sv_core_greet(&conn->net->core, &conn->client);
}

void sv_websocket_greet(sv_conn *conn, const sv_head *head)
{
    rec_error error;
    sv_core *core = &conn->net->core;
    conn->client.http = false;
    if (!sv_origin_fits(conn, head) || !sv_host_fits(conn, head)) {
        sv_fail(&error, SV_ERROR_WRONG_ORIGIN, "This request comes from another site.");
        refuse(conn, SV_REFUSAL_ORIGIN, &error);
        return;
    }
    core->counts.handshakes++;
    if (!sv_core_admit(core, &conn->client, &error) ||
        ((!sv_conn_count(conn) || !sv_conn_count_request(conn)) &&
         !sv_fail(&error, SV_ERROR_TOO_MANY,
                  "Too many streams and sockets are open from this address."))) {
        refuse(conn, SV_REFUSAL_TOO_MANY, &error);
    } else if (!is_well_formed(conn, head, &error)) {
        refuse_malformed(conn, head, &error);
    } else {
        sv_read_session(conn, head);
        begin(conn);
    }
}

static void turn_away(sv_conn *conn, const rec_error *error)
{
    const bool full = sv_error_of(error) == SV_ERROR_TOO_MANY;
    conn->greeted = false;
    sv_conn_drop_bytes(conn);
    refuse(conn, full ? SV_REFUSAL_TOO_MANY : SV_REFUSAL_STORAGE, error);
}

void sv_websocket_hear(sv_conn *conn, enum sv_told what, const rec_error *error)
{
    switch (what) {
    case SV_TOLD_WELCOME:
        welcome(conn);
        break;
    case SV_TOLD_TURNED_AWAY:
        turn_away(conn, error);
        break;
    case SV_TOLD_EXPELLED:
        sv_websocket_expel(conn);
        break;
    case SV_TOLD_ALL:
        sv_websocket_seal(conn);
        break;
    }
}
