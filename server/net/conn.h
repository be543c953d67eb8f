/*
 * A connection between libwebsockets and the core, as a state machine.
 *
 * A WebSocket is one sv_conn from its handshake to its end. Of plain HTTP each request is one: the
 * next request on the same connection replaces it.
 *
 *      READING ──await──▶ WAITING ──answer──▶ ANSWERED ──headers_sent──▶ SENDING ──sent──▶ IDLE
 *         │                                    ▲    │
 *         └───────────────answer───────────────┘    └──stream──▶ STREAMING
 *
 *      HANDSHAKE ──establish──▶ OPEN
 *
 *      every state ──close──▶ CLOSING
 *
 * await: the whole request is with the core. answer: there is an answer. headers_sent: a body
 * follows. sent: the answer has left as a whole; without a body that is so after the headers.
 * stream: the headers of an event stream have left. establish: the WebSocket is accepted. close:
 * the peer sees the end of the connection at once, and the loop is woken to free it. Of an HTTP/2
 * connection only the stream ends, as soon as it can be written: the others may belong to other
 * users of a proxy. Before the head of its answer a stream cannot be ended so, and for a blocked
 * account that is too late: then the whole connection ends.
 *
 * Frames wait in a queue until the socket can be written. A connection that stays open (STREAMING,
 * OPEN) has a heartbeat beside its state:
 *
 *      HEARD ──silent for --ping-after──▶ PING_DUE ──written──▶ PING_SENT ──pong──▶ HEARD
 *
 * It is closed if it is not HEARD again within --ping-timeout. An event stream cannot answer: its
 * ping is a comment, and it is HEARD when that has been written. If the system of the peer has not
 * taken and acknowledged the comment within --ping-timeout, ours ends the connection
 * (TCP_USER_TIMEOUT).
 */
#ifndef ELEKTRO_SERVER_NET_CONN_H
#define ELEKTRO_SERVER_NET_CONN_H

#include <libwebsockets.h>

#include "net/net.h"
#include "wire.h"

_Static_assert(SV_FRAME_PRE >= LWS_PRE, "libwebsockets needs more room before a frame");

enum {
    SV_QUEUE_BYTES = 1024 * 1024, /* that may wait behind the first frame for a slow reader */
    SV_HEADER_MAX = 4096,
    SV_H2_FRAME = 16384 /* bytes of a frame that every peer of HTTP/2 takes */
};

enum sv_conn_state {
    SV_CONN_READING,   /* a request, or its body, is arriving */
    SV_CONN_WAITING,   /* for the answer of the core */
    SV_CONN_ANSWERED,  /* there is an answer; its headers have not been written */
    SV_CONN_SENDING,   /* the body of the answer is being written */
    SV_CONN_IDLE,      /* the answer has been written */
    SV_CONN_STREAMING, /* an event stream: frames are written as they come */
    SV_CONN_HANDSHAKE, /* a WebSocket that has not been accepted yet */
    SV_CONN_OPEN,      /* a WebSocket: messages both ways */
    SV_CONN_CLOSING    /* nothing is read or written any more */
};
enum { SV_CONN_STATES = SV_CONN_CLOSING + 1 };

enum sv_heartbeat { SV_HEARD, SV_PING_DUE, SV_PING_SENT };

typedef struct sv_waiting {
    struct sv_waiting *next;
    sv_frame *frame;
} sv_waiting;

/* The answer to a request of plain HTTP. Its body is a file, or else the first frame that waits. */
typedef struct sv_response {
    unsigned status;
    bool headers_only; /* HEAD was asked for, or the file has not changed */
    bool close_after;  /* no other request can follow on the connection */
    bool zipped;       /* the file goes compressed */
    bool wants_token;  /* a token would have let the request in */
    bool https_only;   /* tells the browser to use https from now on */
    const sv_file *file;
    size_t sent;                /* bytes of the body */
    char allow[SV_METHODS_MAX]; /* the methods of the path, where the request's is wrong; "" */
} sv_response;

typedef struct sv_conn {
    sv_client client; /* first: the core knows the connection by it */
    sv_net *net;
    struct lws *wsi;
    sv_peer *peer;
    uint8_t state;        /* enum sv_conn_state */
    uint8_t heartbeat;    /* enum sv_heartbeat */
    uint8_t intruded;     /* seconds in which it sent more while it was being answered */
    bool secure;          /* cookies may be marked Secure */
    bool leaving;         /* it is closed when nothing waits to be written */
    bool counted;         /* among the streams and sockets of its address, at place */
    bool request_counted; /* behind a proxy: among the connections of its address, at place */
    unsigned place;
    unsigned completions; /* how often libwebsockets said that the request is complete */
    uint64_t heard, pinged_at, closed_at; /* milliseconds of the loop's clock */
    /* When the request or message began to arrive, or when the answer was last written. */
    uint64_t began;
    int request;    /* number of the request whose body is read */
    json_t *fields; /* of the request, from its path and query */
    char *in;       /* bytes of a body or message that have arrived */
    size_t in_length;
    sv_waiting *out, **out_end;
    size_t out_bytes;
    unsigned char *event; /* of a stream, being written: LWS_PRE free bytes before it; NULL */
    size_t event_length;  /* of which response.sent bytes have been written */
    sv_response response;
} sv_conn;

/* READING or HANDSHAKE. */
sv_conn *sv_conn_new(sv_net *net, struct lws *wsi, enum sv_conn_state state);
void sv_conn_free(sv_conn *conn);

/* The transitions above. */
void sv_conn_await(sv_conn *conn);
void sv_conn_answer(sv_conn *conn, unsigned status);
void sv_conn_headers_sent(sv_conn *conn);
void sv_conn_sent(sv_conn *conn);
void sv_conn_stream(sv_conn *conn);
void sv_conn_establish(sv_conn *conn);
void sv_conn_close(sv_conn *conn);
/* Closes it in order, as the server stops: when its request is answered, and what waits for it has
 * been written. */
void sv_conn_drain(sv_conn *conn);
/* Says that nothing follows on a connection that has been told so itself. */
void sv_conn_leave(sv_conn *conn);
/* The same with the network connection and all of its streams, before it returns. */
void sv_conn_cut(sv_conn *conn);
/* Frees a closed stream that could not be written; the peer is not told. */
void sv_conn_abandon(sv_conn *conn);

/* Whether it is one of the streams of an HTTP/2 connection. */
bool sv_conn_is_multiplexed(const sv_conn *conn);

/* Adds bytes that have arrived; false with an error if they are too many, or if too many requests
 * of its address are unfinished. */
bool sv_conn_take(sv_conn *conn, const char *bytes, size_t length, rec_error *error);
/* Frees these bytes. */
void sv_conn_drop_bytes(sv_conn *conn);
/* Counts a stream or socket; false if its address has too many of them. */
bool sv_conn_count(sv_conn *conn);
/* Behind a proxy: counts a request until it is answered; false if its address makes too many at a
 * time. */
bool sv_conn_count_request(sv_conn *conn);
/* Adds a frame to the queue. A connection whose queue is full is closed. */
void sv_conn_queue(sv_conn *conn, sv_frame *frame);
/* The queue is empty: a client that is behind gets the next page of entries. */
void sv_conn_all_sent(sv_conn *conn);
/* Removes the first frame of the queue. */
void sv_conn_next(sv_conn *conn);

/* heartbeat.c: something has arrived from the peer. */
void sv_conn_heard(sv_conn *conn);

/* headers.c: a header of the request; "" if there is none or it is too long. */
void sv_header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t size);
/* Whether the request comes from a page of this server, or from no page at all. */
bool sv_origin_fits(const sv_net *net, struct lws *wsi);
/* Whether the request names this server as its host. */
bool sv_host_fits(const sv_net *net, struct lws *wsi);
/* Whether cookies may be marked Secure: https, or this machine. */
bool sv_is_secure(const sv_net *net, struct lws *wsi);
/* Whether the browser shall be told to use https from now on: not on this machine, where other
 * programs may serve without it. */
bool sv_https_only(const sv_net *net, struct lws *wsi);
/* The names of the cookies of a session and of a device (device.h). */
const char *sv_cookie_name(const sv_conn *conn);
const char *sv_device_cookie_name(const sv_conn *conn);
/* Finds the user by token or cookie. */
bool sv_identify(sv_conn *conn, rec_error *error);
void sv_read_address(sv_conn *conn);
/* Takes the request id of a trusted proxy (X-Request-Id), if it is a plain word. */
void sv_read_request_id(sv_conn *conn);
/* Whether a program on this machine makes the request, and not a proxy for another machine. */
bool sv_is_near(const sv_net *net, struct lws *wsi);

/* response.c: writes the next part of an answer or stream; -1 if the connection ends. */
int sv_response_write(sv_conn *conn);
/* Answers with a file of the web client, compressed or "not modified" if the request allows it. */
void sv_respond_with_file(sv_conn *conn, const sv_file *file);
/* The text of a redirect (302) is the address. */
void sv_respond_with_text(sv_conn *conn, unsigned status, const char *text);
void sv_respond_with_json(sv_conn *conn, unsigned status, const json_t *object);

/* http.c: answers a request whose body has not arrived in time. */
void sv_http_time_is_up(sv_conn *conn);

/* http.c and socket.c: callbacks of libwebsockets, which sees one protocol for both. */
int sv_http_callback(struct lws *wsi, enum lws_callback_reasons reason, sv_conn **conn, void *in,
                     size_t length);
int sv_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, sv_conn **conn, void *in,
                       size_t length);

#endif
