/* HTTP/1 on a peer: reading requests, deadlines, the end (http1_session.h draws the states). */
#include "net/http1.h"

#include <stdlib.h>
#include <string.h>

#include "net/http1_session.h"

/* Bytes of a WebSocket that are read before others have their turn: messages, whose answers wait in
 * memory until the turn ends. */
enum { SOCKET_BYTES = 4096 };

/* ------------------------------------------------------------------------------------- carrier */

static void wake(sv_conn *conn)
{
    sv_peer_wake(conn->peer);
}

static const sv_carrier carrier = {.opens = 101, .wake = wake, .end = wake};

/* --------------------------------------------------------------------------------------- input */

/* A client that has sent HEAD expects no body, also if the rest of its request cannot be read. */
static void leave_body_out(const sv_http1_session *h, const char *bytes, size_t length)
{
    if (h->conn && sv_head_asks_for_head(bytes, length))
        h->conn->response.headers_only = true;
}

/* Takes the head at the beginning of these bytes; returns how many were used. */
static size_t read_head(sv_peer *peer, sv_http1_session *h, const char *bytes, size_t length)
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
        leave_body_out(h, bytes, length);
        h->state = SV_HTTP1_ANSWER;
    } else {
        h->old = head.minor == 0;
        h->last = sv_head_lists(&head, "connection", "close") ||
                  (h->old && !sv_head_lists(&head, "connection", "keep-alive"));
        h->left = head.length > 0 ? (uint64_t)head.length : 0;
        h->wants_body = h->left > 0 && !h->old && sv_head_lists(&head, "expect", "100-continue");
        if (sv_websocket_is_wanted(&head))
            sv_websocket_accept(sv_head_get(&head, "sec-websocket-key"), h->accept);
        h->state = SV_HTTP1_BODY;
        h->conn = sv_conn_begin(peer, &carrier, &head);
    }
    if (!h->conn)
        sv_peer_cut(peer);
    return used;
}

static size_t read_body(sv_http1_session *h, const char *bytes, size_t length)
{
    const size_t part = length < h->left ? length : (size_t)h->left;
    if (part > 0)
        sv_conn_receive(h->conn, bytes, part);
    h->left -= part;
    if (h->left == 0) {
        h->state = SV_HTTP1_ANSWER;
        sv_conn_received(h->conn);
    }
    return part;
}

/* Uses as many of these bytes as the state allows; returns how many. */
static size_t consume_part(sv_peer *peer, sv_http1_session *h, const char *bytes, size_t length)
{
    switch ((enum sv_http1_state)h->state) {
    case SV_HTTP1_HEAD:
        return read_head(peer, h, bytes, length);
    case SV_HTTP1_BODY:
        return read_body(h, bytes, length);
    case SV_HTTP1_ANSWER:
    case SV_HTTP1_LINGER:
        return 0;
    case SV_HTTP1_STREAM:
        sv_conn_close(h->conn);
        return length;
    case SV_HTTP1_SOCKET:
        sv_conn_receive(h->conn, bytes, length);
        return length;
    }
    return 0;
}

/* Returns how many bytes were used; the others wait for the next state. */
static size_t consume(sv_peer *peer, sv_http1_session *h, const char *bytes, size_t length)
{
    size_t used = 0;
    while (!peer->closed) {
        const enum sv_http1_state before = (enum sv_http1_state)h->state;
        const size_t some = used < length || before == SV_HTTP1_BODY
                                ? consume_part(peer, h, bytes + used, length - used)
                                : 0;
        used += some;
        if (some == 0 && h->state == before)
            break;
    }
    return used;
}

void sv_http1_drop_input(sv_http1_session *h)
{
    free(h->in);
    h->in = NULL;
    h->in_length = 0;
}

/* Keeps the bytes that were not used; they may be in h->in already. */
static void keep(sv_peer *peer, sv_http1_session *h, const char *bytes, size_t length)
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
static void consume_kept(sv_peer *peer, sv_http1_session *h)
{
    const size_t used = consume(peer, h, h->in, h->in_length);
    if (used > 0)
        keep(peer, h, h->in + used, h->in_length - used);
}

static void consume_new(sv_peer *peer, sv_http1_session *h, const char *bytes, size_t length)
{
    if (h->in_length == 0) {
        const size_t used = consume(peer, h, bytes, length);
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
    consume_kept(peer, h);
}

/* How many bytes may be read. Never much more than a head is kept. */
static size_t room_for(const sv_http1_session *h)
{
    if (h->ended)
        return 0;
    switch ((enum sv_http1_state)h->state) {
    case SV_HTTP1_HEAD:
        return SV_HEAD_BYTES + 1 > h->in_length ? SV_HEAD_BYTES + 1 - h->in_length : 1;
    case SV_HTTP1_BODY:
        return h->left < SV_HTTP1_CHUNK ? (size_t)h->left : SV_HTTP1_CHUNK;
    case SV_HTTP1_ANSWER:
    case SV_HTTP1_LINGER:
        return 0;
    case SV_HTTP1_SOCKET:
        return SOCKET_BYTES;
    case SV_HTTP1_STREAM:
        break;
    }
    return SV_HTTP1_CHUNK;
}

static void read_some(sv_peer *peer)
{
    static char chunk[SV_HTTP1_CHUNK];
    sv_http1_session *h = peer->session;
    for (unsigned i = 0; i < SV_HTTP1_CHUNKS && !peer->closed && room_for(h) > 0; i++) {
        const size_t room = room_for(h);
        const long got = sv_transport_read(&peer->transport, chunk, room);
        h->ended = got < 0;
        if (got > 0)
            consume_new(peer, h, chunk, (size_t)got);
        if (got < (long)room || h->state == SV_HTTP1_SOCKET)
            return; /* ready() is called for what comes later */
    }
}

/* The client has ended its side: what still waits for its bytes ends, too. */
static void take_end(sv_peer *peer, const sv_http1_session *h)
{
    if (h->state == SV_HTTP1_SOCKET)
        sv_conn_received(h->conn);
    if (h->state == SV_HTTP1_HEAD)
        sv_transport_shut(&peer->transport);
    if (h->state == SV_HTTP1_HEAD || h->state == SV_HTTP1_BODY || h->state == SV_HTTP1_STREAM)
        sv_peer_cut(peer);
}

/* -------------------------------------------------------------------------------------- output */

static void write_parts(sv_peer *peer)
{
    sv_http1_session *h = peer->session;
    bool more = true;
    if (h->in_length > 0)
        consume_kept(peer, h);
    if (h->ended)
        take_end(peer, h);
    if (h->conn && h->conn->state == SV_CONN_CLOSING)
        sv_peer_cut(peer);
    for (unsigned i = 0; i < SV_HTTP1_CHUNKS && more && !peer->closed; i++)
        if (!sv_http1_write_part(peer, h, &more))
            sv_peer_cut(peer);
    if (peer->closed)
        return;
    if (h->state == SV_HTTP1_LINGER) {
        sv_peer_linger(peer);
        return;
    }
    if (more)
        sv_peer_wake(peer);
    sv_transport_want(&peer->transport, room_for(h) > 0, peer->unsent != NULL);
}

/* ------------------------------------------------------------------------------------- the rest */

static bool open_http1(sv_peer *peer)
{
    peer->session = calloc(1, sizeof(sv_http1_session));
    if (!peer->session)
        return false;
    sv_transport_want(&peer->transport, true, false);
    return true;
}

/* A head that has begun is answered; a connection that is kept for nothing just ends. */
static void on_deadline(sv_peer *peer)
{
    sv_http1_session *h = peer->session;
    if (h->state == SV_HTTP1_HEAD && h->in_length > 0) {
        h->state = SV_HTTP1_ANSWER;
        h->pulled = false;
        h->conn = sv_conn_begin_late(peer, &carrier);
        leave_body_out(h, h->in, h->in_length);
        sv_http1_drop_input(h);
    }
    if (!h->conn)
        sv_peer_cut(peer);
}

static bool is_busy(const sv_peer *peer)
{
    const sv_http1_session *h = peer->session;
    return h->state != SV_HTTP1_HEAD || h->in_length > 0;
}

/* A new connection, and one whose head has begun, may make this request. */
static void drain(sv_peer *peer)
{
    if (is_busy(peer) || !peer->served)
        return;
    read_some(peer);
    if (is_busy(peer))
        sv_peer_wake(peer);
    else
        sv_peer_cut(peer);
}

static void close_http1(sv_peer *peer)
{
    sv_http1_session *h = peer->session;
    if (!h)
        return;
    free(h->in);
    free(h);
    peer->session = NULL;
}

const sv_protocol sv_http1 = {.open = open_http1,
                              .read = read_some,
                              .write = write_parts,
                              .on_deadline = on_deadline,
                              .drain = drain,
                              .busy = is_busy,
                              .close = close_http1};
