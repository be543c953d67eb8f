/*
 * HTTP/1.1 on a peer: one request at a time.
 *
 *      HEAD ──▶ BODY ──▶ ANSWER ──▶ HEAD (the connection is kept) or LINGER
 *                          ├─▶ STREAM ──▶ LINGER
 *                          └─▶ SOCKET ──▶ LINGER ──▶ (closed)
 *
 * HEAD: the head of a request is awaited. BODY: its body arrives, though the answer may have begun.
 * ANSWER: the request has arrived as a whole, and nothing is read until it has been answered: the
 * requests that follow wait in the system, or in the bytes that were read with the head. STREAM: an
 * event stream; a client that sends anything more is closed. SOCKET: a WebSocket. LINGER: the last
 * answer has been written; what the client still sends is dropped until it has seen the end, for a
 * limited time (peer.c) and amount, because a socket that is closed with unread bytes resets the
 * connection, and the client might lose the answer.
 *
 * A request whose body has not arrived when the answer begins is the last of its connection.
 */
#include "net/http1.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/websocket.h"

enum {
    CHUNK = 65536,            /* bytes that are read or pulled at a time */
    CHUNKS = 4,               /* before others have their turn */
    LINGER_BYTES = 16 * CHUNK /* of a client that goes on sending */
};

enum state { HEAD, BODY, ANSWER, STREAM, SOCKET, LINGER };

typedef struct http1 {
    uint8_t state;   /* enum state */
    bool old;        /* the request is of HTTP/1.0 */
    bool last;       /* the connection ends with this answer */
    bool pulled;     /* all of the answer is in out, or has been written */
    bool wants_body; /* the client waits for "100 Continue" */
    sv_conn *conn;   /* NULL: HEAD or LINGER */
    sv_head_progress progress;
    char *in; /* bytes that were read and not used: of a head, or behind the request */
    size_t in_length;
    uint64_t left;      /* LINGER: bytes that may still come; BODY: bytes of the body that do */
    unsigned char *out; /* bytes that the transport has not taken; NULL: none */
    size_t out_length, out_sent;
    char accept[SV_ACCEPT_MAX]; /* for the handshake of a WebSocket; "" */
} http1;

/* For one connection at a time. */
static unsigned char chunk[CHUNK];

/* ------------------------------------------------------------------------------------- carrier */

static void wake(sv_conn *conn)
{
    sv_peer_wake(conn->peer);
}

static const sv_carrier carrier = {.opens = 101, .wake = wake, .end = wake};

/* --------------------------------------------------------------------------------------- input */

/* Takes the head at the beginning of these bytes; returns how many were used. */
static size_t take_head(sv_peer *peer, http1 *h, const char *bytes, size_t length)
{
    static sv_head head;
    const enum sv_head_result result = sv_head_parse(&head, &h->progress, bytes, length);
    if (result == SV_HEAD_PARTIAL)
        return 0;
    const size_t used = result == SV_HEAD_WHOLE ? h->progress.seen : length;
    h->progress = (sv_head_progress){.seen = 0};
    h->pulled = false;
    h->accept[0] = '\0';
    if (result != SV_HEAD_WHOLE) {
        h->old = h->wants_body = false;
        h->last = true;
        h->left = 0;
        h->conn = sv_conn_refuse(peer, &carrier, &head);
        h->state = ANSWER;
    } else {
        h->old = head.minor == 0;
        h->last = h->old || sv_head_lists(&head, "connection", "close");
        h->left = head.length > 0 ? (uint64_t)head.length : 0;
        h->wants_body = h->left > 0 && !h->old && sv_head_lists(&head, "expect", "100-continue");
        if (sv_websocket_is_wanted(&head))
            sv_websocket_accept(sv_head_get(&head, "sec-websocket-key"), h->accept);
        h->state = BODY;
        h->conn = sv_conn_begin(peer, &carrier, &head);
    }
    if (!h->conn)
        sv_peer_cut(peer);
    return used;
}

static size_t take_body(http1 *h, const char *bytes, size_t length)
{
    const size_t part = length < h->left ? length : (size_t)h->left;
    if (part > 0)
        sv_conn_receive(h->conn, bytes, part);
    h->left -= part;
    if (h->left == 0) {
        h->state = ANSWER;
        sv_conn_received(h->conn);
    }
    return part;
}

static size_t drop(sv_peer *peer, http1 *h, size_t length)
{
    if (length > h->left)
        sv_peer_cut(peer);
    else
        h->left -= length;
    return length;
}

/* Uses as many of these bytes as the state allows; returns how many. */
static size_t take_some(sv_peer *peer, http1 *h, const char *bytes, size_t length)
{
    switch ((enum state)h->state) {
    case HEAD:
        return take_head(peer, h, bytes, length);
    case BODY:
        return take_body(h, bytes, length);
    case ANSWER:
        return 0;
    case STREAM:
        sv_conn_close(h->conn);
        return length;
    case SOCKET:
        sv_conn_receive(h->conn, bytes, length);
        return length;
    case LINGER:
        return drop(peer, h, length);
    }
    return 0;
}

/* Returns how many bytes were used; the others wait for the next state. */
static size_t take(sv_peer *peer, http1 *h, const char *bytes, size_t length)
{
    size_t used = 0;
    while (!peer->closed) {
        const enum state before = (enum state)h->state;
        const size_t some =
            used < length || before == BODY ? take_some(peer, h, bytes + used, length - used) : 0;
        used += some;
        if (some == 0 && h->state == before)
            break;
    }
    return used;
}

/* Keeps the bytes that were not used; they may be in h->in already. */
static void keep(sv_peer *peer, http1 *h, const char *bytes, size_t length)
{
    char *kept = length ? malloc(length) : NULL;
    if (kept)
        memcpy(kept, bytes, length);
    else if (length)
        sv_peer_cut(peer);
    free(h->in);
    h->in = kept;
    h->in_length = kept ? length : 0;
}

/* Uses bytes that were read with earlier ones. */
static void take_kept(sv_peer *peer, http1 *h)
{
    const size_t used = take(peer, h, h->in, h->in_length);
    if (used > 0)
        keep(peer, h, h->in + used, h->in_length - used);
}

static void take_new(sv_peer *peer, http1 *h, const char *bytes, size_t length)
{
    if (h->in_length == 0) {
        const size_t used = take(peer, h, bytes, length);
        keep(peer, h, bytes + used, length - used);
        return;
    }
    char *grown = realloc(h->in, h->in_length + length);
    if (!grown) {
        sv_peer_cut(peer);
        return;
    }
    memcpy(grown + h->in_length, bytes, length);
    h->in = grown;
    h->in_length += length;
    take_kept(peer, h);
}

/* How many bytes may be read. Never much more than a head is kept. */
static size_t room_for(const http1 *h)
{
    switch ((enum state)h->state) {
    case HEAD:
        return SV_HEAD_BYTES + 1 > h->in_length ? SV_HEAD_BYTES + 1 - h->in_length : 1;
    case BODY:
        return h->left < CHUNK ? (size_t)h->left : CHUNK;
    case ANSWER:
        return 0;
    case STREAM:
    case SOCKET:
    case LINGER:
        break;
    }
    return CHUNK;
}

static void read_some(sv_peer *peer)
{
    http1 *h = peer->speaks;
    for (unsigned i = 0; i < CHUNKS && !peer->closed && room_for(h) > 0; i++) {
        const long got = sv_transport_read(&peer->transport, chunk, room_for(h));
        if (got < 0)
            sv_peer_cut(peer);
        if (got <= 0)
            return;
        take_new(peer, h, (const char *)chunk, (size_t)got);
    }
}

/* -------------------------------------------------------------------------------------- output */

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
    return "Answer";
}

/* Writes the head of the answer into the chunk, which has room for every head; returns its length.
 */
static size_t put_head(http1 *h)
{
    const sv_answer_head *a = sv_conn_head(h->conn);
    char *text = (char *)chunk;
    size_t used =
        (size_t)snprintf(text, CHUNK, "HTTP/1.%d %u %s\r\n", !h->old, a->status, reason(a->status));
    for (unsigned i = 0; i < a->count; i++)
        used += (size_t)snprintf(text + used, CHUNK - used, "%s: %s\r\n", a->field[i].name,
                                 a->field[i].value);
    h->last |= a->last || h->state == BODY;
    h->pulled = !a->body;
    if (h->conn->state == SV_CONN_OPEN)
        used += (size_t)snprintf(
            text + used, CHUNK - used,
            "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: %s\r\n", h->accept);
    else if (h->last)
        used += (size_t)snprintf(text + used, CHUNK - used, "connection: close\r\n");
    used += (size_t)snprintf(text + used, CHUNK - used, "\r\n");
    if (h->conn->state == SV_CONN_OPEN || h->conn->state == SV_CONN_STREAMING)
        h->state = h->conn->state == SV_CONN_OPEN ? SOCKET : STREAM;
    return used;
}

/* Fills the chunk with what the conn has; returns how much. */
static size_t fill(http1 *h)
{
    size_t used = 0;
    if (h->wants_body && h->conn->state == SV_CONN_READING) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        memcpy(chunk, go_on, used = sizeof go_on - 1);
        h->wants_body = false;
        return used;
    }
    if (h->conn->state == SV_CONN_ANSWERED)
        used = put_head(h);
    while (used < CHUNK && !h->pulled) {
        const size_t some = sv_conn_pull(h->conn, chunk + used, CHUNK - used, &h->pulled);
        used += some;
        if (some == 0)
            break;
    }
    return used;
}

/* Gives the transport bytes; keeps those that it does not take. False: the peer is gone. */
static bool offer(sv_peer *peer, http1 *h, const unsigned char *bytes, size_t length)
{
    const long taken = sv_transport_write(&peer->transport, bytes, length);
    if (taken < 0 || (size_t)taken == length)
        return taken >= 0;
    h->out_length = length - (size_t)taken;
    h->out_sent = 0;
    h->out = malloc(h->out_length);
    if (h->out)
        memcpy(h->out, bytes + taken, h->out_length);
    return h->out != NULL;
}

/* Gives the transport the bytes that it did not take before. */
static bool offer_again(sv_peer *peer, http1 *h)
{
    const long taken =
        sv_transport_write(&peer->transport, h->out + h->out_sent, h->out_length - h->out_sent);
    if (taken < 0)
        return false;
    h->out_sent += (size_t)taken;
    if (taken > 0 && h->conn)
        sv_conn_moves(h->conn);
    if (h->out_sent == h->out_length) {
        free(h->out);
        h->out = NULL;
    }
    return true;
}

/* The answer has been written. */
static void complete(sv_peer *peer, http1 *h)
{
    sv_conn_sent(h->conn);
    sv_conn_free(h->conn);
    h->conn = NULL;
    if (!h->last && !peer->net->core.draining) {
        h->state = HEAD;
        if (h->in_length > 0)
            sv_peer_wake(peer);
        return;
    }
    h->state = LINGER;
    h->left = LINGER_BYTES;
    keep(peer, h, NULL, 0);
    peer->lingers = true;
    sv_transport_shut(&peer->transport);
}

/* Writes what there is; false: the peer is gone. *more: the transport might take more. */
static bool write_some(sv_peer *peer, http1 *h, bool *more)
{
    *more = false;
    if (h->out && !offer_again(peer, h))
        return false;
    if (h->out || !h->conn)
        return true;
    if (!h->pulled) {
        const size_t length = fill(h);
        if (h->conn->state == SV_CONN_CLOSING)
            return false;
        if (length > 0 && !offer(peer, h, chunk, length))
            return false;
        *more = length > 0 && !h->out;
    }
    if (h->pulled && !h->out) {
        complete(peer, h);
        *more = false;
    }
    return true;
}

static void write_all(sv_peer *peer)
{
    http1 *h = peer->speaks;
    bool more = true;
    if (h->conn && h->conn->state == SV_CONN_CLOSING) {
        sv_peer_cut(peer);
        return;
    }
    if (h->state == HEAD && h->in_length > 0)
        take_kept(peer, h);
    for (unsigned i = 0; i < CHUNKS && more && !peer->closed; i++)
        if (!write_some(peer, h, &more))
            sv_peer_cut(peer);
    if (peer->closed)
        return;
    if (more)
        sv_peer_wake(peer);
    sv_transport_want(&peer->transport, room_for(h) > 0, h->out != NULL);
}

/* ------------------------------------------------------------------------------------- the rest */

static bool open_http1(sv_peer *peer)
{
    peer->speaks = calloc(1, sizeof(http1));
    if (!peer->speaks)
        return false;
    sv_transport_want(&peer->transport, true, false);
    return true;
}

/* A head that has begun is answered; a connection that is kept for nothing just ends. */
static void time_is_up(sv_peer *peer)
{
    http1 *h = peer->speaks;
    if (h->state == HEAD && h->in_length > 0) {
        keep(peer, h, NULL, 0);
        h->state = ANSWER;
        h->pulled = false;
        h->conn = sv_conn_begin_late(peer, &carrier);
    }
    if (!h->conn)
        sv_peer_cut(peer);
}

/* A new connection, and one whose head has begun, may make this request. */
static void drain(sv_peer *peer)
{
    const http1 *h = peer->speaks;
    if (h->state == HEAD && h->in_length == 0 && peer->served)
        sv_peer_cut(peer);
}

static void close_http1(sv_peer *peer)
{
    http1 *h = peer->speaks;
    if (!h)
        return;
    free(h->in);
    free(h->out);
    free(h);
    peer->speaks = NULL;
}

const sv_protocol sv_http1 = {.open = open_http1,
                              .read = read_some,
                              .write = write_all,
                              .time_is_up = time_is_up,
                              .drain = drain,
                              .close = close_http1};
