/*
 * The sockets: libwebsockets on a libuv loop, whose cost follows the sockets that are ready.
 *
 * One turn of the loop is one turn of the core: requests are taken as they arrive, and when the
 * loop has looked at every ready socket the turn is committed and answered.
 */
#ifndef ELEKTRO_SERVER_NET_H
#define ELEKTRO_SERVER_NET_H

#include <libwebsockets.h>
#include <uv.h>

#include "account.h"
#include "config.h"
#include "core.h"
#include "dispatch.h"
#include "turn.h"
#include "web.h"

_Static_assert(SV_FRAME_PRE >= LWS_PRE, "libwebsockets needs more room before a frame");

enum {
    SV_QUEUE_BYTES = 1024 * 1024, /* waiting behind others for one slow reader at most */
    SV_HEADER_MAX = 4096
};

typedef struct sv_net {
    sv_core core;
    sv_config config;
    sv_web web;
    uv_loop_t loop;
    uv_check_t check;
    uv_idle_t idle;
    uv_timer_t tick;
    uv_async_t wake;
    uv_signal_t interrupt, terminate;
    struct lws_context *lws;
    struct lws_vhost *vhost;
    bool in_turn, stopping;
    uint64_t loops; /* how often the loop has gone round */
} sv_net;

enum sv_conn_kind { SV_CONN_REQUEST, SV_CONN_STREAM, SV_CONN_SOCKET };

typedef struct sv_waiting {
    struct sv_waiting *next;
    sv_frame *frame;
} sv_waiting;

/* One connection, or one request of plain HTTP. */
typedef struct sv_conn {
    sv_client client; /* first, so that the one is the other */
    sv_net *net;
    struct lws *wsi;
    uint8_t kind;  /* enum sv_conn_kind */
    bool answered; /* headers may go */
    bool headers_out;
    bool secure; /* cookies may be marked so */
    bool not_modified;
    bool too_large;
    unsigned ends;    /* how often its request was said to have come in */
    bool done;        /* the request is answered, another may follow */
    uint8_t intruded; /* seconds in which it sent more while it was being answered */
    bool head;        /* the headers are wanted, not the body */
    bool closes;      /* the connection ends with this answer */
    bool counted;     /* among those that stay open, at place */
    bool asked, asks; /* whether it is still there: asked for, and to be asked */
    unsigned place;
    uint64_t heard, asked_at; /* from it last; milliseconds of the loop's clock */
    int request;              /* number, while the body is awaited */
    unsigned status;
    json_t *fields;
    char *in; /* what has arrived of a body or message */
    size_t in_length;
    sv_waiting *out, **out_end;
    size_t out_bytes, sent;
    const sv_file *file;
    bool zipped; /* the file goes compressed */
} sv_conn;

/* listen.c: sets libwebsockets up on the loop, listening or not; and with words on standard error
 * if it cannot listen. */
bool sv_lws_open(sv_net *net, bool listens);
bool sv_listen(sv_net *net);
void sv_lws_close(sv_net *net);

/* loop.c: starts what turns the core, and ends it: the last turn, then every socket. */
void sv_loop_open(sv_net *net);
void sv_loop_close(sv_net *net);
/* Begins a turn of the core unless one has begun. */
void sv_enter_turn(sv_net *net);

sv_conn *sv_conn_new(sv_net *net, struct lws *wsi, enum sv_conn_kind kind);
void sv_conn_free(sv_conn *conn);
/* Adds what has arrived; false if it is too much. */
bool sv_conn_take(sv_conn *conn, const char *bytes, size_t length);
/* Counts one that stays open; false if its address has enough of them. */
bool sv_conn_count(sv_conn *conn);
/* Adds a frame to those that wait. A reader that lets them pile up is cut off. */
void sv_conn_queue(sv_conn *conn, sv_frame *frame);
/* Once a second: shows out who sends what is not read. Asks sockets that have been silent for a
 * minute whether they are there, and gives up those that do not answer. libwebsockets could do it,
 * but keeps a sorted list of all sockets for it and walks through that on every message. */
void sv_check_silent(sv_net *net);
void sv_conn_heard(sv_conn *conn);
/* The frame at the head of the queue is done with. */
void sv_conn_next(sv_conn *conn);

/* headers.c: what the request says about itself. */
void sv_header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t size);
/* Whether the page that makes the request is ours. */
bool sv_origin_fits(const sv_net *net, struct lws *wsi);
/* Whether the request means this server, and not a name somebody pointed at it. */
bool sv_host_fits(const sv_net *net, struct lws *wsi);
/* Whether cookies may be marked Secure: https, or this very machine. */
bool sv_is_secure(const sv_net *net, struct lws *wsi);
/* The one name under which its cookie is set and looked for. */
const char *sv_cookie_name(const sv_conn *conn);
/* Finds out who asks, by cookie or token. */
bool sv_identify(sv_conn *conn, rec_error *error);
void sv_read_address(sv_conn *conn);
/* Whether a program on this machine asks, and no proxy for somebody else. */
bool sv_is_near(struct lws *wsi);

/* http.c and socket.c: callbacks of libwebsockets, which sees one protocol for both. */
int sv_http_callback(struct lws *wsi, enum lws_callback_reasons reason, sv_conn **conn, void *in,
                     size_t length);
int sv_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, sv_conn **conn, void *in,
                       size_t length);

/* metrics.c: the text of /metrics, to be freed. */
char *sv_metrics_text(const sv_net *net);

#endif
