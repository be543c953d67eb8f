/*
 * A conn is one request with its answer, one event stream, or one WebSocket, by whichever HTTP it
 * came: a state machine between the core and a carrier.
 *
 *      READING ──await──▶ WAITING ──answer──▶ ANSWERED ──head──▶ SENDING ──sent──▶ (freed)
 *         │                                    ▲    ├────head──▶ STREAMING
 *         └───────────────answer───────────────┘    └────head──▶ OPEN
 *
 *      every state ──close──▶ CLOSING ──▶ (freed)
 *
 * await: the whole request is with the core, in its inbox. answer: there is an answer; a WebSocket
 * that is accepted is answered, too. head: the carrier has taken the head of the answer. A body
 * follows it (SENDING, perhaps an empty one), events (STREAMING), or the messages of a WebSocket
 * (OPEN). sent: the network has taken the whole answer. close: nothing more is read or written.
 *
 * Layers. A peer (peer.h) is a network connection. It owns its transport, and the protocol that is
 * spoken on it: http1.c or http2.c, chosen when the TLS handshake is complete. The protocol makes
 * the conns of the peer and carries them: it is their sv_carrier. HTTP/1 carries one conn at a
 * time, HTTP/2 many, each on a stream. A WebSocket is a conn like the others: when it is OPEN, its
 * frames come in by sv_conn_receive, and go out by sv_conn_pull (websocket.c). Neither the core nor
 * the conn knows what carries it.
 *
 * Bytes are pulled. A conn that has something for its client wakes its carrier, which only notes
 * it. Before the loop waits, every peer that was woken writes (loop.c): its protocol takes the head
 * of the answer (sv_conn_head) and pulls as many bytes as the network takes. So no answer is copied
 * as a whole, and a slow reader holds nothing but the queue of its conn.
 *
 * Ownership. The core may close or cut any conn at any moment, also in the middle of a call that a
 * carrier makes. So closing frees nothing and calls nobody: it sets the state and wakes the peer.
 * Conns are freed by their protocol in its functions read, write and drain, and by peer.c when the
 * connection ends. These are called from the loop, never from inside a call into a conn; after
 * every such call the protocol looks at the state of the conn. A conn that is freed while a turn of
 * the core waits (turns.h), or while requests of it wait for a turn, leaves its peer, and only its
 * client is left of it: it is buried, and deaf, until the core has done with it. So what has
 * arrived as a whole is carried out even if its client hangs up.
 * Cutting ends the network connection with all of its conns, before it returns as far as the other
 * end can see; the memory is freed later.
 *
 * Frames wait in a queue until the network takes them. A conn that stays open (STREAMING, OPEN) has
 * a heartbeat beside its state:
 *
 *      HEARD ──silent for --ping-after──▶ PING_DUE ──pulled──▶ PING_SENT ──pong──▶ HEARD
 *
 * It is closed if it is not HEARD again within --ping-timeout. An event stream cannot answer: its
 * ping is a comment, and it is HEARD when that has been pulled. If the system of the peer has not
 * taken and acknowledged the comment within --ping-timeout, ours ends the connection
 * (TCP_USER_TIMEOUT).
 */
#ifndef ELEKTRO_SERVER_NET_CONN_H
#define ELEKTRO_SERVER_NET_CONN_H

#include "net/head.h"
#include "net/net.h"
#include "wire.h"

enum {
    SV_QUEUE_BYTES = 1024 * 1024, /* that may wait behind the first frame for a slow reader */
    SV_ANSWER_FIELDS = 24,        /* of the head of an answer */
    SV_ANSWER_BYTES = 2048        /* of their values, where they are made for it */
};

typedef struct sv_conn sv_conn;
typedef struct sv_websocket sv_websocket; /* websocket.c */

enum sv_conn_state {
    SV_CONN_READING,   /* the body of a request is arriving */
    SV_CONN_WAITING,   /* for the answer of the core */
    SV_CONN_ANSWERED,  /* there is an answer; its head has not been taken */
    SV_CONN_SENDING,   /* the body of the answer is being pulled */
    SV_CONN_STREAMING, /* an event stream: frames are pulled as they come */
    SV_CONN_OPEN,      /* a WebSocket: messages both ways */
    SV_CONN_CLOSING    /* nothing is read or pulled any more: to be freed */
};
enum { SV_CONN_STATES = SV_CONN_CLOSING + 1 };

enum sv_heartbeat { SV_HEARD, SV_PING_DUE, SV_PING_SENT };

/* ------------------------------------------------------------------------------- for carriers */

/* What HTTP/1 and HTTP/2 do for their conns. Both functions are called from anywhere, also from
 * inside the carrier's own calls into a conn: they note what is to be done and return. */
typedef struct sv_carrier {
    unsigned opens; /* the status that accepts a WebSocket: 101, or 200 for HTTP/2 */
    /* The conn has something to be taken: a head (ANSWERED), or bytes (SENDING, STREAMING, OPEN).
     * It may be called again before anything was taken, and for nothing. */
    void (*wake)(sv_conn *conn);
    /* The conn is CLOSING. The protocol tells the other end when it writes next, and frees the
     * conn: HTTP/2 ends or resets the stream; HTTP/1 ends the connection. */
    void (*end)(sv_conn *conn);
} sv_carrier;

typedef struct sv_header {
    const char *name, *value; /* the name in lower case */
} sv_header;

/* The head of an answer. It has no fields that belong to a connection of HTTP/1: http1_write.c adds
 * Connection, Upgrade and Sec-WebSocket-Accept. */
typedef struct sv_answer_head {
    unsigned status;
    bool body; /* bytes follow, by sv_conn_pull; if not, the answer ends with its head */
    bool last; /* HTTP/1: no other request can follow on the connection */
    unsigned count;
    sv_header field[SV_ANSWER_FIELDS];
    size_t used; /* of text */
    char text[SV_ANSWER_BYTES];
} sv_answer_head;

/* Begins a request whose head has arrived. The conn may have been answered or closed when this
 * returns. The head is not needed any more then. NULL without memory: the stream or connection
 * cannot be served. */
sv_conn *sv_conn_begin(sv_peer *peer, const sv_carrier *carrier, const sv_head *head);
/* The same for a head that is refused: it is answered with the status and the words of the head,
 * and is the last of its connection. */
sv_conn *sv_conn_refuse(sv_peer *peer, const sv_carrier *carrier, const sv_head *head);

/* The same for a head that has not arrived in time: 408. */
sv_conn *sv_conn_begin_late(sv_peer *peer, const sv_carrier *carrier);

/* Bytes of the body, or of a WebSocket, have arrived. In other states they are dropped. */
void sv_conn_receive(sv_conn *conn, const char *bytes, size_t length);
/* The body has arrived as a whole, if there was one at all; or the client of a WebSocket has ended
 * its side. To be called once for every conn that sv_conn_begin has made. */
void sv_conn_received(sv_conn *conn);

/* Takes the head of an ANSWERED conn, which is not ANSWERED any more then. It is valid until the
 * next call. */
const sv_answer_head *sv_conn_head(sv_conn *conn);
/* Takes up to size bytes (more than 0) that follow the head. Returns how many; 0: none now, wake
 * says when there are more. *end: these were the last, and sv_conn_sent is next. To be called in
 * the states SENDING, STREAMING and OPEN, and only if the network takes bytes. */
size_t sv_conn_pull(sv_conn *conn, unsigned char *room, size_t size, bool *end);
/* The network takes so many bytes: the reader is alive. One that takes an answer byte by byte is
 * not: it must take 512 bytes a second, on average over --request-timeout. */
void sv_conn_progressed(sv_conn *conn, size_t bytes);
/* The network has taken everything to the end: the conn is CLOSING, to be freed at once. end is not
 * called. */
void sv_conn_sent(sv_conn *conn);

void sv_conn_free(sv_conn *conn);
/* Frees those that were buried, when no turn is running. */
void sv_conns_free_buried(sv_net *net);

/* HTTP/2: the conn has been OPENed: takes the bytes that had arrived before. */
void sv_conn_take_early(sv_conn *conn);

/* ------------------------------------------------------------------------------- for everybody */

typedef struct sv_waiting {
    struct sv_waiting *next;
    sv_frame *frame;
} sv_waiting;

/* The answer to a request. Its body is a file, or else the first frame that waits. */
typedef struct sv_response {
    unsigned status;
    bool headers_only;  /* HEAD was asked for, or the file has not changed */
    bool close_after;   /* no other request can follow on the connection */
    bool zipped;        /* the file goes compressed */
    bool wants_token;   /* a token would have let the request in */
    bool https_only;    /* tells the browser to use https from now on */
    bool opens;         /* it accepts a WebSocket */
    bool wants_version; /* a WebSocket of another version was asked for */
    bool subprotocol;   /* whose client has asked for the subprotocol by name */
    const sv_file *file;
    size_t sent;                /* bytes of the body, event or message that have been pulled */
    char allow[SV_METHODS_MAX]; /* the methods of the path, where the request's is wrong; "" */
} sv_response;

struct sv_conn {
    sv_client client; /* first: the core knows the conn by it */
    sv_net *net;
    sv_peer *peer; /* NULL: it is buried */
    const sv_carrier *carrier;
    sv_conn *peer_previous, *peer_next; /* among those of the peer */
    int32_t stream;                     /* for HTTP/2: the number of the stream */
    bool woken;                         /* for HTTP/2 */
    uint8_t state;                      /* enum sv_conn_state */
    uint8_t heartbeat;                  /* enum sv_heartbeat */
    bool secure;                        /* cookies may be marked Secure */
    bool leaving;                       /* it is closed when nothing waits to be pulled */
    bool greeted;                       /* it is a WebSocket, or its handshake waits for a turn */
    bool ended;                         /* its client has ended its side meanwhile (HTTP/2) */
    bool opened;                        /* it is or was OPEN */
    bool counted;                       /* among the streams and sockets of its address, at place */
    bool request_counted; /* behind a proxy: among the connections of its address, at place */
    unsigned place;
    uint64_t heard, pinged_at; /* milliseconds of the loop's clock */
    /* When the request or message began to arrive, or when enough of the answer was last taken. */
    uint64_t began;
    size_t progress; /* bytes of the answer that were taken since then */
    size_t held;     /* bytes of the answer that are counted as unread, at place */
    bool form;       /* the body is a form, which is not looked at */
    int request;     /* number of the request whose body is read */
    json_t *fields;  /* of the request, from its path and query */
    char *in;        /* bytes of a body or message that have arrived */
    size_t in_length;
    sv_waiting *out, **out_end;
    size_t out_bytes;
    unsigned char *event; /* of a stream, being pulled: response.sent bytes are; NULL */
    size_t event_length;
    sv_websocket *websocket; /* of a WebSocket; NULL: it has nothing unfinished */
    sv_bucket barren;        /* of a WebSocket: credit for frames without content */
    sv_response response;
};

/* READING. NULL without memory. */
sv_conn *sv_conn_new(sv_peer *peer, const sv_carrier *carrier);

/* Transitions (above). */
void sv_conn_enter(sv_conn *conn, enum sv_conn_state state);
void sv_conn_await(sv_conn *conn);
void sv_conn_answer(sv_conn *conn, unsigned status);
void sv_conn_close(sv_conn *conn);
/* Closes it with the network connection and all of its conns, before it returns. */
void sv_conn_cut(sv_conn *conn);
/* Closes it in order, as the server stops: when its request is answered, and what waits for it has
 * been pulled. */
void sv_conn_drain(sv_conn *conn);

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
/* The answer of a stream, its first event, has left: it is not counted as unread any more. */
void sv_conn_release_answer(sv_conn *conn);
/* Adds a frame to the queue. A conn whose queue is full is closed. */
void sv_conn_queue(sv_conn *conn, sv_frame *frame);
/* The queue is empty: a client that is behind gets the next page of entries. */
void sv_conn_all_sent(sv_conn *conn);
/* Removes the first frame of the queue. */
void sv_conn_next(sv_conn *conn);

/* heartbeat.c: something has arrived from the client. */
void sv_conn_heard(sv_conn *conn);

/* headers.c: whether the request comes from a page of this server, or from no page at all. */
bool sv_origin_fits(const sv_conn *conn, const sv_head *head);
/* Whether the request names this server as its host. */
bool sv_host_fits(const sv_conn *conn, const sv_head *head);
/* Whether cookies may be marked Secure: https, or this machine. */
bool sv_is_secure(const sv_conn *conn, const sv_head *head);
/* Whether the browser shall be told to use https from now on: not on this machine, where other
 * programs may serve without it. */
bool sv_https_only(const sv_conn *conn, const sv_head *head);
/* The names of the cookies of a session and of a device (device.h). */
const char *sv_cookie_name(const sv_conn *conn);
const char *sv_device_cookie_name(const sv_conn *conn);
/* Reads by which token or cookie the user can be found. */
void sv_read_session(sv_conn *conn, const sv_head *head);
void sv_read_address(sv_conn *conn, const sv_head *head);
/* Takes the request id of a trusted proxy (X-Request-Id), if it is a plain word. */
void sv_read_request_id(sv_conn *conn, const sv_head *head);
/* Whether a program on this machine makes the request, and not a proxy for another machine. */
bool sv_is_near(const sv_conn *conn, const sv_head *head);

/* response.c: answers with a file of the web client, compressed or "not modified" if the request
 * allows it. */
void sv_respond_with_file(sv_conn *conn, const sv_head *head, const sv_file *file);
/* The text of a redirect (302) is the address. */
void sv_respond_with_text(sv_conn *conn, unsigned status, const char *text);
void sv_respond_with_json(sv_conn *conn, unsigned status, const json_t *object);

/* stream.c: the next bytes of an event stream. */
size_t sv_stream_pull(sv_conn *conn, unsigned char *room, size_t size, bool *end);

/* http.c: answers with an error; a request whose body has not arrived is the last of its
 * connection. */
void sv_respond_with_error(sv_conn *conn, const rec_error *error);
/* The same with another status than that of the error. */
void sv_respond_with_status(sv_conn *conn, const rec_error *error, unsigned status);
/* Answers a request whose body has not arrived in time. */
void sv_http_on_deadline(sv_conn *conn);

#endif
