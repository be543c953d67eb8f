/* The streams of HTTP/2, each of which carries a conn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/http2_session.h"

/* ------------------------------------------------------------------------------------- carrying */

static void wake(sv_conn *conn)
{
    conn->woken = true;
    sv_peer_wake(conn->peer);
}

static void end(sv_conn *conn)
{
    sv_peer_wake(conn->peer);
}

static const sv_carrier carrier = {.opens = 200, .wake = wake, .end = end};

static sv_conn *conn_of(const sv_http2_session *s, int32_t stream)
{
    return nghttp2_session_get_stream_user_data(s->frames, stream);
}

/* The stream has no conn any more: data that arrives on it is dropped. */
static void part(const sv_http2_session *s, sv_conn *conn)
{
    if (conn->stream)
        nghttp2_session_set_stream_user_data(s->frames, conn->stream, NULL);
    conn->stream = 0;
}

static void reset(const sv_http2_session *s, sv_conn *conn)
{
    if (conn->stream)
        nghttp2_submit_rst_stream(s->frames, NGHTTP2_FLAG_NONE, conn->stream, NGHTTP2_CANCEL);
    part(s, conn);
    sv_conn_free(conn);
}

/* -------------------------------------------------------------------------------------- answers */

/* As many bytes as there are, also of several messages, and the end with the last of them. */
static size_t pull_all(sv_conn *conn, uint8_t *room, size_t size, bool *is_end)
{
    size_t count = 0, some = 1;
    while (some > 0 && count < size && !*is_end && conn->state != SV_CONN_CLOSING) {
        some = sv_conn_pull(conn, room + count, size - count, is_end);
        count += some;
    }
    return count;
}

static ssize_t pull(nghttp2_session *frames, int32_t stream, uint8_t *room, size_t size,
                    uint32_t *flags, nghttp2_data_source *source, void *session)
{
    sv_conn *conn = conn_of(session, stream);
    bool is_end = false;
    (void)frames;
    (void)source;
    if (!conn)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    const size_t count = pull_all(conn, room, size, &is_end);
    if (is_end)
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    return count > 0 || is_end ? (ssize_t)count : NGHTTP2_ERR_DEFERRED;
}

static nghttp2_nv field(const char *name, const char *value)
{
    return (nghttp2_nv){.name = (uint8_t *)name,
                        .value = (uint8_t *)value,
                        .namelen = strlen(name),
                        .valuelen = strlen(value),
                        .flags = NGHTTP2_NV_FLAG_NONE};
}

/* Messages and events go before bodies, and all bodies get the same share. The client may know
 * better in which order it wants its files; but it could also let a stream wait for ever. */
static void set_priority(const sv_http2_session *s, const sv_conn *conn)
{
    const nghttp2_extpri priority = {.urgency = conn->state == SV_CONN_SENDING
                                                    ? NGHTTP2_EXTPRI_DEFAULT_URGENCY
                                                    : NGHTTP2_EXTPRI_URGENCY_HIGH,
                                     .inc = 1};
    nghttp2_session_change_extpri_stream_priority(s->frames, conn->stream, &priority, 1);
}

static bool answer(sv_http2_session *s, sv_conn *conn)
{
    const sv_answer_head *a = sv_conn_head(conn);
    const nghttp2_data_provider body = {.read_callback = pull};
    nghttp2_nv fields[1 + SV_ANSWER_FIELDS];
    char status[16];
    if (a->last && a->status >= 400 && s->end == SV_HTTP2_SERVES)
        sv_http2_pay_for_error(s);
    snprintf(status, sizeof status, "%u", a->status);
    fields[0] = field(":status", status);
    for (unsigned i = 0; i < a->count; i++)
        fields[1 + i] = field(a->field[i].name, a->field[i].value);
    set_priority(s, conn);
    return nghttp2_submit_response(s->frames, conn->stream, fields, 1 + a->count,
                                   a->body ? &body : NULL) == 0;
}

static void serve(sv_http2_session *s, sv_conn *conn)
{
    bool done = true;
    if (conn->state == SV_CONN_CLOSING) {
        reset(s, conn);
        return;
    }
    if (!conn->woken || !conn->stream)
        return;
    conn->woken = false;
    if (conn->state == SV_CONN_ANSWERED) {
        done = answer(s, conn);
        if (done && conn->state == SV_CONN_OPEN)
            sv_conn_take_early(conn);
    } else {
        nghttp2_session_resume_data(s->frames, conn->stream); /* unless it is not deferred */
    }
    if (!done)
        reset(s, conn);
}

/* ------------------------------------------------------------------------------------- requests */

static int on_begin_frame(nghttp2_session *frames, const nghttp2_frame_hd *frame, void *session)
{
    (void)frames;
    sv_http2_pay_for_frame(session, frame);
    return 0;
}

static int drop_unknown(nghttp2_session *frames, void **payload, const nghttp2_frame_hd *frame,
                        void *session)
{
    (void)frames;
    (void)payload;
    (void)frame;
    (void)session;
    return NGHTTP2_ERR_CANCEL;
}

static bool is_request(const nghttp2_frame *frame)
{
    return frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST;
}

static int on_begin_headers(nghttp2_session *frames, const nghttp2_frame *frame, void *session)
{
    sv_http2_session *s = session;
    (void)frames;
    s->head_bytes = 0;
    if (!is_request(frame))
        return 0;
    if (!s->head)
        s->head = malloc(sizeof *s->head);
    if (!s->head)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    sv_head_begin(s->head);
    return 0;
}

/* A head that is too long is refused with words. But a frame of references to one long field can
 * stand for thousands of times its own bytes: then the rest is not looked at, and the stream is
 * reset. */
enum { UNPACKED_MAX = 4 * SV_HEAD_BYTES };

static int on_header(nghttp2_session *frames, const nghttp2_frame *frame, const uint8_t *name,
                     size_t name_length, const uint8_t *value, size_t value_length, uint8_t flags,
                     void *session)
{
    sv_http2_session *s = session;
    (void)frames;
    (void)flags;
    s->head_bytes += name_length + value_length;
    if (s->head_bytes > UNPACKED_MAX)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    if (is_request(frame))
        sv_head_add(s->head, (const char *)name, name_length, (const char *)value, value_length);
    return 0;
}

/* A field that nghttp2 would overlook: head.c refuses the request with words. Nobody reads
 * trailers, so their stream is reset. */
static int on_invalid_header(nghttp2_session *frames, const nghttp2_frame *frame,
                             const uint8_t *name, size_t name_length, const uint8_t *value,
                             size_t value_length, uint8_t flags, void *session)
{
    if (!is_request(frame))
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    return on_header(frames, frame, name, name_length, value, value_length, flags, session);
}

/* Whether the frame is the last of its stream. */
static bool ends_stream(const nghttp2_frame_hd *frame)
{
    return (frame->type == NGHTTP2_HEADERS || frame->type == NGHTTP2_DATA) &&
           (frame->flags & NGHTTP2_FLAG_END_STREAM);
}

static void begin(sv_http2_session *s, const nghttp2_frame_hd *frame)
{
    const int32_t stream = frame->stream_id;
    sv_head *head = s->head;
    sv_conn *conn;
    s->head = NULL;
    const enum sv_head_result result = sv_head_finish(head);
    if (head->length < 0 && ends_stream(frame))
        head->length = 0;
    if (result == SV_HEAD_WHOLE)
        conn = sv_conn_begin(s->peer, &carrier, head);
    else
        conn = sv_conn_refuse(s->peer, &carrier, head);
    free(head);
    if (!conn) {
        nghttp2_submit_rst_stream(s->frames, NGHTTP2_FLAG_NONE, stream, NGHTTP2_INTERNAL_ERROR);
        return;
    }
    conn->stream = stream;
    nghttp2_session_set_stream_user_data(s->frames, stream, conn);
    serve(s, conn); /* the frames of a WebSocket may follow its handshake at once */
}

static void take_pong(sv_http2_session *s)
{
    if (s->end != SV_HTTP2_PINGS)
        return;
    s->end = SV_HTTP2_ENDS;
    nghttp2_submit_goaway(s->frames, NGHTTP2_FLAG_NONE,
                          nghttp2_session_get_last_proc_stream_id(s->frames), NGHTTP2_NO_ERROR,
                          NULL, 0);
}

static int on_frame(nghttp2_session *frames, const nghttp2_frame *frame, void *session)
{
    sv_http2_session *s = session;
    (void)frames;
    if (s->peer->closed)
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    if (is_request(frame))
        begin(s, &frame->hd);
    if (frame->hd.type == NGHTTP2_PING && (frame->hd.flags & NGHTTP2_FLAG_ACK))
        take_pong(s);
    sv_conn *conn = ends_stream(&frame->hd) ? conn_of(s, frame->hd.stream_id) : NULL;
    if (conn)
        sv_conn_received(conn);
    return 0;
}

/* The rest of a body that has been answered. The client need not send it all; but it is told so
 * only when it has sent more than its window, and so has the answer: some take a reset for an error
 * if it comes at the same time. */
static void drop(sv_http2_session *s, int32_t stream, size_t length)
{
    enum { DROPPED_MAX = 4 * NGHTTP2_INITIAL_WINDOW_SIZE };
    s->dropped += length;
    if (s->dropped <= DROPPED_MAX)
        return;
    s->dropped = 0;
    nghttp2_submit_rst_stream(s->frames, NGHTTP2_FLAG_NONE, stream, NGHTTP2_NO_ERROR);
}

static int on_data(nghttp2_session *frames, uint8_t flags, int32_t stream, const uint8_t *bytes,
                   size_t length, void *session)
{
    sv_conn *conn = conn_of(session, stream);
    (void)frames;
    (void)flags;
    if (conn)
        sv_conn_receive(conn, (const char *)bytes, length);
    else
        drop(session, stream, length);
    return 0;
}

static int on_stream_close(nghttp2_session *frames, int32_t stream, uint32_t code, void *session)
{
    const sv_http2_session *s = session;
    sv_conn *conn = conn_of(s, stream);
    (void)frames;
    (void)code;
    if (!conn)
        return 0;
    part(s, conn);
    sv_conn_free(conn);
    return 0;
}

/* -------------------------------------------------------------------------------------- leaving */

void sv_http2_serve_conns(sv_http2_session *s)
{
    for (sv_conn *conn = s->peer->conns, *next; conn; conn = next) {
        next = conn->peer_next;
        serve(s, conn);
    }
}

static void on_data_made(sv_http2_session *s, const nghttp2_frame_hd *frame)
{
    sv_http2_earn(s, frame->length);
    s->progress += frame->length;
}

void sv_http2_tell_progress(sv_http2_session *s)
{
    const size_t progress = s->progress;
    if (progress == 0)
        return;
    s->progress = 0;
    for (sv_conn *conn = s->peer->conns; conn; conn = conn->peer_next)
        if (conn->state == SV_CONN_SENDING && conn->stream &&
            nghttp2_session_get_stream_remote_window_size(s->frames, conn->stream) > 0)
            sv_conn_progressed(conn, progress);
}

static void on_goaway_made(sv_http2_session *s)
{
    if (s->end != SV_HTTP2_ANNOUNCES)
        return;
    s->end = SV_HTTP2_PINGS;
    nghttp2_submit_ping(s->frames, NGHTTP2_FLAG_NONE, NULL);
}

/* Those that the server wants itself are free. */
static void on_reset_made(sv_http2_session *s, uint32_t code)
{
    if (code != NGHTTP2_NO_ERROR && code != NGHTTP2_CANCEL)
        sv_http2_pay_for_error(s);
}

static int on_frame_made(nghttp2_session *frames, const nghttp2_frame *frame, void *session)
{
    sv_http2_session *s = session;
    (void)frames;
    if (frame->hd.type == NGHTTP2_DATA)
        on_data_made(s, &frame->hd);
    else if (frame->hd.type == NGHTTP2_GOAWAY)
        on_goaway_made(s);
    else if (frame->hd.type == NGHTTP2_RST_STREAM)
        on_reset_made(s, frame->rst_stream.error_code);
    sv_conn *conn = ends_stream(&frame->hd) ? conn_of(s, frame->hd.stream_id) : NULL;
    if (conn) {
        part(s, conn);
        s->has_ended = true;
    }
    return 0;
}

void sv_http2_free_ended(sv_http2_session *s)
{
    if (!s->has_ended)
        return;
    s->has_ended = false;
    for (sv_conn *conn = s->peer->conns, *next; conn; conn = next) {
        next = conn->peer_next;
        if (conn->stream)
            continue;
        if (conn->state != SV_CONN_CLOSING)
            sv_conn_sent(conn);
        sv_conn_free(conn);
    }
}

nghttp2_session_callbacks *sv_http2_callbacks(void)
{
    nghttp2_session_callbacks *c;
    if (nghttp2_session_callbacks_new(&c) != 0)
        return NULL;
    nghttp2_session_callbacks_set_on_begin_frame_callback(c, on_begin_frame);
    nghttp2_session_callbacks_set_unpack_extension_callback(c, drop_unknown);
    nghttp2_session_callbacks_set_on_begin_headers_callback(c, on_begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(c, on_header);
    nghttp2_session_callbacks_set_on_invalid_header_callback(c, on_invalid_header);
    nghttp2_session_callbacks_set_on_frame_recv_callback(c, on_frame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(c, on_data);
    nghttp2_session_callbacks_set_on_stream_close_callback(c, on_stream_close);
    nghttp2_session_callbacks_set_on_frame_send_callback(c, on_frame_made);
    return c;
}
