/* HTTP/1 on a peer: writing answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/http1_session.h"

static unsigned char chunk[SV_HTTP1_CHUNK]; /* for one connection at a time */

static const char *reason(unsigned status)
{
    static const struct {
        unsigned status;
        const char *words;
    } reasons[] = {{101, "Switching Protocols"},
                   {200, "OK"},
                   {302, "Found"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {401, "Unauthorized"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {409, "Conflict"},
                   {411, "Length Required"},
                   {413, "Content Too Large"},
                   {414, "URI Too Long"},
                   {422, "Unprocessable Content"},
                   {426, "Upgrade Required"},
                   {429, "Too Many Requests"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].words;
    return ""; /* RFC 9112 4: it may be empty */
}

/* Adds a line to the chunk, which has room for every head. */
static size_t put(size_t used, const char *name, const char *value)
{
    return used +
           (size_t)snprintf((char *)chunk + used, SV_HTTP1_CHUNK - used, "%s: %s\r\n", name, value);
}

/* The fields that concern the connection. */
static size_t put_connection(const sv_http1_session *h, size_t used, unsigned status)
{
    if (status == 101)
        used = put(used, "sec-websocket-accept", h->accept);
    if (status == 101 || status == 426) {
        used = put(used, "upgrade", "websocket");
        return put(used, "connection", status == 101 ? "Upgrade" : "close, Upgrade");
    }
    if (h->last)
        return put(used, "connection", "close");
    return h->old ? put(used, "connection", "keep-alive") : used;
}

/* Puts the head of the answer into the chunk; returns its length. */
static size_t put_head(sv_http1_session *h)
{
    const sv_answer_head *a = sv_conn_head(h->conn);
    size_t used = (size_t)snprintf((char *)chunk, SV_HTTP1_CHUNK, "HTTP/1.1 %u %s\r\n", a->status,
                                   reason(a->status));
    for (unsigned i = 0; i < a->count; i++)
        used = put(used, a->field[i].name, a->field[i].value);
    h->last |= a->last || h->state == SV_HTTP1_BODY;
    h->pulled = !a->body;
    used = put_connection(h, used, a->status);
    memcpy(chunk + used, "\r\n", 2);
    return used + 2;
}

/* An answer without end has begun: bytes that came with its request belong to it. */
static void go_on(sv_peer *peer, sv_http1_session *h)
{
    if (h->conn->state == SV_CONN_OPEN)
        h->state = SV_HTTP1_SOCKET;
    else if (h->conn->state == SV_CONN_STREAMING)
        h->state = SV_HTTP1_STREAM;
    else
        return;
    if (h->in_length > 0 || h->ended)
        sv_peer_wake(peer);
}

/* Fills the chunk with what the conn has; returns how much. */
static size_t fill(sv_peer *peer, sv_http1_session *h)
{
    static const char send_it[] = "HTTP/1.1 100 Continue\r\n\r\n";
    size_t used = 0;
    if (h->wants_body && h->conn->state == SV_CONN_READING) {
        h->wants_body = false;
        memcpy(chunk, send_it, sizeof send_it - 1);
        return sizeof send_it - 1;
    }
    if (h->conn->state == SV_CONN_ANSWERED) {
        used = put_head(h);
        go_on(peer, h);
    }
    while (used < SV_HTTP1_CHUNK && !h->pulled) {
        const size_t some = sv_conn_pull(h->conn, chunk + used, SV_HTTP1_CHUNK - used, &h->pulled);
        used += some;
        if (some == 0)
            break;
    }
    return used;
}

/* Offers the bytes again that the transport did not take before. */
static bool offer_again(sv_peer *peer, sv_http1_session *h)
{
    const long taken = sv_peer_send_rest(peer);
    if (taken > 0 && h->conn)
        sv_conn_progressed(h->conn, (size_t)taken);
    return taken >= 0;
}

/* The answer has been written. */
static void complete(sv_peer *peer, sv_http1_session *h)
{
    sv_conn_sent(h->conn);
    sv_conn_free(h->conn);
    h->conn = NULL;
    if (!h->last && !peer->net->core.draining) {
        h->state = SV_HTTP1_HEAD;
        if (h->in_length > 0 || h->ended)
            sv_peer_wake(peer);
        return;
    }
    h->state = SV_HTTP1_LINGER;
}

bool sv_http1_write_part(sv_peer *peer, sv_http1_session *h, bool *more)
{
    *more = false;
    if (peer->unsent && !offer_again(peer, h))
        return false;
    if (peer->unsent || !h->conn)
        return true;
    if (!h->pulled) {
        const size_t length = fill(peer, h);
        if (h->conn->state == SV_CONN_CLOSING)
            return false;
        if (length > 0 && !sv_peer_send(peer, chunk, length))
            return false;
        *more = length > 0 && !peer->unsent;
    }
    if (h->pulled && !peer->unsent) {
        complete(peer, h);
        *more = false;
    }
    return true;
}
