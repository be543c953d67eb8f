/*
 * A connection of HTTP/1: the parts of http1.c.
 *
 *      http1.c        the protocol of a peer: reads requests, keeps deadlines, ends
 *      http1_write.c  writes answers: heads, bodies, the last answer of a connection
 *
 * It serves one request at a time:
 *
 *      HEAD ──▶ BODY ──▶ ANSWER ──▶ HEAD (the connection is kept) or LINGER
 *                          ├─▶ STREAM ──▶ LINGER
 *                          └─▶ SOCKET ──▶ LINGER ──▶ (closed)
 *
 * HEAD: the head of a request is awaited. BODY: its body arrives, though the answer may have begun.
 * ANSWER: the request has arrived as a whole, and nothing is read until it has been answered: the
 * requests that follow wait in the system, or in the bytes that were read with the head. STREAM: an
 * event stream; a client that sends anything more is closed. SOCKET: a WebSocket. LINGER: the last
 * answer has been written, and the peer has nothing more to do (sv_peer_linger).
 *
 * A client may end its side behind its requests (FIN): those that have arrived as a whole are still
 * answered. Anything else that has begun ends with the connection.
 *
 * A request whose body has not arrived when the answer begins is the last of its connection.
 */
#ifndef ELEKTRO_SERVER_NET_HTTP1_SESSION_H
#define ELEKTRO_SERVER_NET_HTTP1_SESSION_H

#include "net/websocket.h"

enum {
    SV_HTTP1_CHUNK = 65536, /* bytes that are read or pulled at a time */
    SV_HTTP1_CHUNKS = 4     /* before others have their turn */
};

enum sv_http1_state {
    SV_HTTP1_HEAD,
    SV_HTTP1_BODY,
    SV_HTTP1_ANSWER,
    SV_HTTP1_STREAM,
    SV_HTTP1_SOCKET,
    SV_HTTP1_LINGER
};

typedef struct sv_http1_session {
    uint8_t state;   /* enum sv_http1_state */
    bool old;        /* the request is of HTTP/1.0 */
    bool last;       /* the connection ends with this answer */
    bool pulled;     /* all of the answer is with the peer */
    bool wants_body; /* the client waits for "100 Continue" */
    bool ended;      /* the client has ended its side: nothing more can be read */
    sv_conn *conn;   /* NULL: HEAD or LINGER */
    sv_head_progress progress;
    char *in; /* bytes that were read and not used: of a head, or behind the request */
    size_t in_length;
    uint64_t left;              /* BODY: bytes of it that are still to come */
    char accept[SV_ACCEPT_MAX]; /* for the handshake of a WebSocket */
} sv_http1_session;

/* Writes the next part of the answer, if there is one; false: the client is gone. *more: the
 * transport may take another part. */
bool sv_http1_write_part(sv_peer *peer, sv_http1_session *session, bool *more);
/* Forgets bytes that were read. */
void sv_http1_drop_input(sv_http1_session *session);

#endif
