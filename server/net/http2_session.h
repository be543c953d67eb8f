/*
 * A session of HTTP/2: the parts of http2.c.
 *
 *      http2.c          the protocol of a peer: bytes in and out, draining, the end
 *      http2_streams.c  requests and answers on the streams, by callbacks of nghttp2
 *      http2_credit.c   limits the frames without content that a client may send
 *
 * nghttp2 checks frames, header compression, the order of frames, flow control, and what RFC 9113
 * says about messages: a body fits its content-length, trailers are well formed. The fields of a
 * request are checked once more by head.c, which is stricter and answers with words.
 */
#ifndef ELEKTRO_SERVER_NET_HTTP2_SESSION_H
#define ELEKTRO_SERVER_NET_HTTP2_SESSION_H

#include <nghttp2/nghttp2.h>

#include "net/conn.h"

/* Credit of a client, that frames cost. */
typedef struct sv_http2_credit {
    unsigned left;
    uint64_t since; /* until when credit was added; milliseconds of the loop's clock */
} sv_http2_credit;

/* How a session ends in order: the end is announced; when a ping that follows has been answered,
 * the client knows it, and all streams that it began before have arrived: it is told which is the
 * last.
 */
enum sv_http2_end { SV_HTTP2_SERVES, SV_HTTP2_ANNOUNCES, SV_HTTP2_PINGS, SV_HTTP2_ENDS };

typedef struct sv_http2_session {
    sv_peer *peer;
    nghttp2_session *frames;
    sv_http2_credit credit;
    /* The head that is arriving; NULL: none. Other sessions may be read before it has arrived as a
     * whole, so each has its own. */
    sv_head *head;
    size_t head_bytes; /* of the head or trailers that arrive, without compression */
    /* The frame that leaves, of which so many bytes have not been taken from nghttp2. */
    const uint8_t *frame;
    size_t frame_left;
    size_t dropped;  /* bytes of bodies that have been answered */
    bool has_ended;  /* the last frame of some conns is on its way to the transport */
    size_t progress; /* bytes of bodies that have left, of which conns have not been told */
    uint8_t end;     /* enum sv_http2_end */
    bool abused;     /* it has no credit left */
} sv_http2_session;

/* http2_streams.c */

/* The callbacks for nghttp2; NULL without memory. The caller deletes them. */
nghttp2_session_callbacks *sv_http2_callbacks(void);
/* Hands the new answers of all conns to nghttp2, lets it pull bytes where there are some, and frees
 * the conns that are CLOSING. */
void sv_http2_serve_conns(sv_http2_session *s);
/* Tells conns that the client reads, if it does. A body that waits for those of other streams is
 * not late. One that waits for its own window is: only frames of its own tell about that. */
void sv_http2_tell_progress(sv_http2_session *s);
/* The transport has taken everything: frees the conns that have ended. */
void sv_http2_free_ended(sv_http2_session *s);

/* http2_credit.c */

void sv_http2_credit_begin(sv_http2_session *s);
/* A frame has begun to arrive. Ends the session if it cannot be paid for. */
void sv_http2_pay_for_frame(sv_http2_session *s, const nghttp2_frame_hd *frame);
/* A stream was reset because of an error of the client, or a request was refused with an answer
 * after which HTTP/1 would end the connection. */
void sv_http2_pay_for_error(sv_http2_session *s);
/* So many bytes of a body have left: the client may open the window further. */
void sv_http2_earn(sv_http2_session *s, size_t bytes);

#endif
