#include "net/http2.h"

#include <stdlib.h>
#include <string.h>

#include "net/http2_session.h"

/* In one call, so that others are served in between. */
enum {
    READ_BYTES = 4096, /* of WebSockets: their messages are answered when the turn ends */
    READS_MAX = 16,    /* of this size, if there are no WebSockets */
    BATCH = 16384,     /* bytes that are written at a time: the most that TLS puts together */
    BATCHES_MAX = 16
};

enum {
    STREAMS_MAX = 100,  /* at a time */
    FIELD_OVERHEAD = 32 /* of a header field, as RFC 9113 counts them */
};

static uint8_t buffer[BATCH];

/* -------------------------------------------------------------------------------------- opening */

/* Streams that are reset, and frames of unknown types, are counted by http2_credit.c: nghttp2 does
 * not know about proxies, and drops frames of unknown types without telling the application. */
static nghttp2_option *make_options(void)
{
    enum { MANY = 1000000, FIRST_UNKNOWN = 10 };
    nghttp2_option *options;
    if (nghttp2_option_new(&options) != 0)
        return NULL;
    nghttp2_option_set_stream_reset_rate_limit(options, MANY, MANY);
    for (unsigned type = FIRST_UNKNOWN; type <= UINT8_MAX; type++)
        nghttp2_option_set_user_recv_extension_type(options, (uint8_t)type);
    return options;
}

static bool make_frames(sv_http2_session *s)
{
    nghttp2_session_callbacks *callbacks = sv_http2_callbacks();
    nghttp2_option *options = make_options();
    const bool made =
        callbacks && options && nghttp2_session_server_new2(&s->frames, callbacks, s, options) == 0;
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_option_del(options);
    return made;
}

static bool submit_settings(const sv_http2_session *s)
{
    static const nghttp2_settings_entry settings[] = {
        {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, STREAMS_MAX},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, SV_HEAD_BYTES + SV_HEAD_FIELDS * FIELD_OVERHEAD},
        {NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL, 1},
        {NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
    };
    return nghttp2_submit_settings(s->frames, NGHTTP2_FLAG_NONE, settings,
                                   sizeof settings / sizeof *settings) == 0;
}

static void free_session(sv_http2_session *s)
{
    nghttp2_session_del(s->frames);
    free(s->head);
    free(s);
}

/* Streams that the client begins before it has heard of it are still served. */
static void announce_end(sv_http2_session *s)
{
    s->end = SV_HTTP2_ANNOUNCES;
    nghttp2_submit_shutdown_notice(s->frames);
}

static bool open_session(sv_peer *peer)
{
    sv_http2_session *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->peer = peer;
    sv_http2_credit_begin(s);
    if (!make_frames(s) || !submit_settings(s)) {
        free_session(s);
        return false;
    }
    peer->session = s;
    if (peer->net->core.draining)
        announce_end(s);
    sv_transport_want(&peer->transport, true, true);
    return true;
}

static void close_session(sv_peer *peer)
{
    if (peer->session)
        free_session(peer->session);
    peer->session = NULL;
}

/* -------------------------------------------------------------------------------------- reading */

static bool has_socket(const sv_peer *peer)
{
    for (const sv_conn *conn = peer->conns; conn; conn = conn->peer_next)
        if (conn->state == SV_CONN_OPEN)
            return true;
    return false;
}

/* Returns whether more may be read in this call. */
static bool read_some(sv_peer *peer)
{
    const sv_http2_session *s = peer->session;
    const long count = sv_transport_read(&peer->transport, buffer, READ_BYTES);
    if (count == 0)
        return false;
    if (count < 0 || nghttp2_session_mem_recv(s->frames, buffer, (size_t)count) < 0) {
        sv_peer_cut(peer);
        return false;
    }
    return !peer->closed && nghttp2_session_want_read(s->frames) && !has_socket(peer);
}

/* As long as bytes wait for the transport, nothing is read: the answers would wait in memory. */
static void read_frames(sv_peer *peer)
{
    if (peer->unsent)
        return;
    for (unsigned i = 0; i < READS_MAX && read_some(peer); i++) {
    }
}

/* -------------------------------------------------------------------------------------- writing */

/* Takes frames of nghttp2, or parts of them, until the buffer is full. Returns how many bytes. */
static size_t fill(sv_http2_session *s)
{
    size_t filled = 0;
    while (filled < sizeof buffer) {
        if (s->frame_left == 0) {
            const ssize_t length = nghttp2_session_mem_send(s->frames, &s->frame);
            if (length < 0)
                sv_peer_cut(s->peer);
            if (length <= 0)
                break;
            s->frame_left = (size_t)length;
        }
        const size_t room = sizeof buffer - filled;
        const size_t count = s->frame_left < room ? s->frame_left : room;
        memcpy(buffer + filled, s->frame, count);
        s->frame += count;
        s->frame_left -= count;
        filled += count;
    }
    return filled;
}

/* Writes what the transport has not taken before, or else the next frames. False if there are none,
 * or if it does not take all of them. */
static bool write_batch(sv_http2_session *s)
{
    sv_peer *peer = s->peer;
    const size_t length = peer->unsent ? peer->unsent_length : fill(s);
    if (peer->closed)
        return false;
    if (peer->unsent ? sv_peer_send_rest(peer) < 0 : !sv_peer_send(peer, buffer, length))
        sv_peer_cut(peer);
    if (peer->closed || peer->unsent)
        return false;
    sv_http2_free_ended(s);
    return length > 0;
}

static void write_frames(sv_peer *peer)
{
    sv_http2_session *s = peer->session;
    sv_http2_serve_conns(s);
    for (unsigned i = 0; i < BATCHES_MAX && write_batch(s); i++) {
    }
    if (peer->closed)
        return;
    sv_http2_tell_progress(s);
    const bool more = peer->unsent || s->frame_left > 0 || nghttp2_session_want_write(s->frames);
    const bool ends = !more && !nghttp2_session_want_read(s->frames);
    if (s->abused && (ends || peer->unsent))
        sv_peer_cut(peer); /* it is not waited for */
    else if (ends)
        sv_peer_linger(peer);
    else
        sv_transport_want(&peer->transport, !peer->unsent, more);
}

/* A client that has been told of the end, and has not answered the ping behind it, may still make
 * requests. */
static bool is_busy(const sv_peer *peer)
{
    const sv_http2_session *s = peer->session;
    return peer->conns || peer->unsent || s->end == SV_HTTP2_ANNOUNCES || s->end == SV_HTTP2_PINGS;
}

/* A connection that is kept for nothing ends at once. */
static void drain(sv_peer *peer)
{
    sv_http2_session *s = peer->session;
    if (s->end != SV_HTTP2_SERVES)
        return;
    read_frames(peer);
    if (peer->closed)
        return;
    if (peer->conns || !peer->served) {
        announce_end(s);
        sv_peer_wake(peer);
    } else {
        s->end = SV_HTTP2_ENDS;
        nghttp2_session_terminate_session(s->frames, NGHTTP2_NO_ERROR);
        write_frames(peer);
    }
}

static void on_deadline(sv_peer *peer)
{
    const sv_http2_session *s = peer->session;
    nghttp2_session_terminate_session(s->frames, NGHTTP2_NO_ERROR);
    if (peer->unsent)
        sv_peer_cut(peer);
    else
        sv_peer_wake(peer);
}

const sv_protocol sv_http2 = {.open = open_session,
                              .read = read_frames,
                              .write = write_frames,
                              .on_deadline = on_deadline,
                              .drain = drain,
                              .busy = is_busy,
                              .close = close_session};
