/*
 * One connection, or one request of plain HTTP, between libwebsockets and the core.
 */
#ifndef ELEKTRO_SERVER_NET_CONN_H
#define ELEKTRO_SERVER_NET_CONN_H

#include <libwebsockets.h>

#include "net/net.h"

_Static_assert(SV_FRAME_PRE >= LWS_PRE, "libwebsockets needs more room before a frame");

enum {
    SV_QUEUE_BYTES = 1024 * 1024, /* waiting behind others for one slow reader at most */
    SV_HEADER_MAX = 4096
};

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

sv_conn *sv_conn_new(sv_net *net, struct lws *wsi, enum sv_conn_kind kind);
void sv_conn_free(sv_conn *conn);
/* Adds what has arrived; false if it is too much. */
bool sv_conn_take(sv_conn *conn, const char *bytes, size_t length);
/* Counts one that stays open; false if its address has enough of them. */
bool sv_conn_count(sv_conn *conn);
/* Adds a frame to those that wait. A reader that lets them pile up is cut off. */
void sv_conn_queue(sv_conn *conn, sv_frame *frame);
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

#endif
