#include "net/websocket.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "errors.h"
#include "price.h"

enum {
    CONTROL_MAX = 16384, /* bytes of control frames that may wait for the client to read */
    CLOSE_MAX = 125,     /* bytes in a control frame */
    FREE_FRAGMENTS = 64, /* of a message; the request pays for them */
    DEBT_PRICE = 10      /* of a frame, in credit, while the address is in debt */
};

/* Credit for frames without content: a client has some of it at once, and some more each second. */
static const sv_rate barren_rate = {.per_second = 100, .max = 500};

struct sv_websocket {
    struct wslay_event_context *reader; /* NULL: between two messages */
    const char *bytes;                  /* for the reader */
    size_t length;
    /* Bytes that the reader has got, and those of the frames that it has begun: if they are the
     * same number, it is between two frames. */
    uint64_t got, framed;
    bool unfinished;    /* the message goes on in another frame */
    bool is_message;    /* the frame belongs to a message; it is no ping, pong or close */
    unsigned fragments; /* of the message, so far */
    bool closing;       /* the last control frame is a close, and nothing follows it */
    bool sealed;        /* and all messages before it have been answered: the queue takes no more */
    size_t control_length;
    unsigned char *control; /* control frames that wait to be pulled */
    size_t close_length;    /* of the close frame among them: it waits for the queue */
};

/* -------------------------------------------------------------------------------------- control */

static sv_websocket *websocket_of(sv_conn *conn)
{
    if (!conn->websocket)
        conn->websocket = calloc(1, sizeof *conn->websocket);
    return conn->websocket;
}

static bool is_closing(const sv_conn *conn)
{
    return conn->websocket && conn->websocket->closing;
}

/* Adds bytes of control frames. A client that does not read them is closed. */
static void add_control(sv_conn *conn, const unsigned char *bytes, size_t length)
{
    sv_websocket *w = websocket_of(conn);
    unsigned char *grown = w && w->control_length < CONTROL_MAX
                               ? realloc(w->control, w->control_length + length)
                               : NULL;
    if (!grown) {
        sv_conn_close(conn);
        return;
    }
    memcpy(grown + w->control_length, bytes, length);
    w->control = grown;
    w->control_length += length;
}

static void add_frame(sv_conn *conn, enum wslay_opcode opcode, const void *payload, size_t length)
{
    unsigned char frame[2 + CLOSE_MAX];
    frame[0] = (unsigned char)(0x80u | opcode);
    frame[1] = (unsigned char)length;
    memcpy(frame + 2, payload, length);
    add_control(conn, frame, 2 + length);
}

/* The close frame is the last of the control frames, and has this length. */
static void begin_closing(sv_conn *conn, size_t length)
{
    sv_websocket *w = conn->websocket;
    w->closing = true;
    w->close_length = length;
    sv_core_end(&conn->net->core, &conn->client);
    conn->carrier->wake(conn);
}

/* Says why the socket ends, in a close frame; nothing that arrives later counts. */
static void hang_up(sv_conn *conn, unsigned code, const char *why)
{
    unsigned char payload[CLOSE_MAX] = {(unsigned char)(code >> 8), (unsigned char)code};
    const size_t length = 2 + strlen(why);
    if (is_closing(conn))
        return;
    memcpy(payload + 2, why, strlen(why));
    add_frame(conn, WSLAY_CONNECTION_CLOSE, payload, length);
    if (conn->state == SV_CONN_OPEN)
        begin_closing(conn, 2 + length);
}

/* ---------------------------------------------------------------------------------------- input */

/* Whether bytes that arrive are dropped, because the socket ends. */
static bool ignores_input(const sv_conn *conn)
{
    return conn->state != SV_CONN_OPEN || conn->websocket->closing;
}

static ssize_t give_bytes(wslay_event_context_ptr reader, uint8_t *room, size_t size, int flags,
                          void *data)
{
    sv_websocket *w = ((sv_conn *)data)->websocket;
    const size_t part = w->length < size ? w->length : size;
    (void)flags;
    if (part == 0) {
        wslay_event_set_error(reader, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(room, w->bytes, part);
    w->bytes += part;
    w->length -= part;
    w->got += part;
    return (ssize_t)part;
}

/* A pong, or the answer to a close frame or to an error. */
static ssize_t take_control(wslay_event_context_ptr reader, const uint8_t *bytes, size_t length,
                            int flags, void *data)
{
    sv_conn *conn = data;
    (void)reader;
    (void)flags;
    add_control(conn, bytes, length);
    return (ssize_t)length;
}

/* Pings, pongs and needless fragments cost the server more than the client. Those of all sockets of
 * an address are counted together with its requests. */
static void pay_for_frame(sv_conn *conn)
{
    sv_core *core = &conn->net->core;
    const int32_t price = sv_charge_frame(core, conn->client.address) ? 1 : DEBT_PRICE;
    if (!sv_bucket_take(&conn->barren, &barren_rate, price, core->clock()))
        hang_up(conn, WSLAY_CODE_POLICY_VIOLATION, sv_errors[SV_ERROR_TOO_MANY].code);
}

/* Whether the frame brings nothing that a request will pay for. */
static bool is_barren(sv_websocket *w, enum wslay_opcode opcode)
{
    if (!w->is_message)
        return true;
    w->fragments = opcode == WSLAY_CONTINUATION_FRAME ? w->fragments + 1 : 1;
    return w->fragments > FREE_FRAGMENTS;
}

static void on_frame(wslay_event_context_ptr reader,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *data)
{
    sv_conn *conn = data;
    sv_websocket *w = conn->websocket;
    const uint64_t length = frame->payload_length;
    (void)reader;
    w->framed += 2u + 4u + (length < 126 ? 0u : length < 65536 ? 2u : 8u) + length;
    w->is_message = !wslay_is_ctrl_frame(frame->opcode);
    if (w->is_message)
        w->unfinished = !frame->fin;
    if (frame->opcode == WSLAY_BINARY_FRAME)
        hang_up(conn, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
    else if (w->is_message && conn->in_length + length > SV_REQUEST_MAX)
        hang_up(conn, WSLAY_CODE_MESSAGE_TOO_BIG, sv_errors[SV_ERROR_TOO_LARGE].code);
    if (is_barren(w, frame->opcode) && !w->closing)
        pay_for_frame(conn);
}

static void on_part(wslay_event_context_ptr reader,
                    const struct wslay_event_on_frame_recv_chunk_arg *part, void *data)
{
    sv_conn *conn = data;
    rec_error error;
    (void)reader;
    if (conn->websocket->is_message && !ignores_input(conn) && part->data_length > 0 &&
        !sv_conn_take(conn, (const char *)part->data, part->data_length, &error))
        hang_up(conn,
                sv_error_of(&error) == SV_ERROR_TOO_LARGE ? WSLAY_CODE_MESSAGE_TOO_BIG
                                                          : WSLAY_CODE_POLICY_VIOLATION,
                error.code);
}

/* A message has arrived as a whole; or a control frame, which may come in the middle of one. */
static void on_message(wslay_event_context_ptr reader,
                       const struct wslay_event_on_msg_recv_arg *message, void *data)
{
    sv_conn *conn = data;
    (void)reader;
    if (!conn->websocket->unfinished)
        conn->began = uv_now(&conn->net->loop);
    if (message->opcode != WSLAY_TEXT_FRAME || ignores_input(conn))
        return;
    sv_core_receive(&conn->net->core, &conn->client, conn->in ? conn->in : "", conn->in_length);
    sv_conn_drop_bytes(conn);
}

static bool open_reader(sv_conn *conn)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = give_bytes,
                                                           .send_callback = take_control,
                                                           .on_frame_recv_start_callback = on_frame,
                                                           .on_frame_recv_chunk_callback = on_part,
                                                           .on_msg_recv_callback = on_message};
    sv_websocket *w = websocket_of(conn);
    if (w && w->reader)
        return true;
    if (!w || wslay_event_context_server_init(&w->reader, &callbacks, conn) != 0)
        return false;
    wslay_event_config_set_no_buffering(w->reader, 1);
    conn->began = uv_now(&conn->net->loop);
    return true;
}

/* Frees what an idle socket does not need. */
static void tidy(sv_conn *conn)
{
    sv_websocket *w = conn->websocket;
    if (!w || w->closing)
        return;
    if (w->reader && w->got == w->framed && !w->unfinished) {
        wslay_event_context_free(w->reader);
        w->reader = NULL;
        w->got = w->framed = 0;
    }
    if (!w->reader && w->control_length == 0)
        sv_websocket_free(conn);
}

/* The length of the close frame, which is the last of the control frames from here on. */
static size_t find_close(const sv_websocket *w, size_t from)
{
    while (from + 2 + w->control[from + 1] < w->control_length)
        from += 2 + w->control[from + 1];
    return w->control_length - from;
}

/* The reader closes a client that breaks the rules, but gives no reason. */
static void close_with_reason(sv_conn *conn, unsigned code)
{
    hang_up(conn, code,
            code == WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA ? "not UTF-8" : "protocol error");
}

/* Takes what the reader answers to pings, to a close frame, and to frames that break the rules. */
static void send_control(sv_conn *conn)
{
    sv_websocket *w = conn->websocket;
    const size_t before = w->control_length;
    wslay_event_send(w->reader);
    conn->carrier->wake(conn);
    if (conn->state != SV_CONN_OPEN || !wslay_event_get_close_sent(w->reader))
        return;
    const size_t length = find_close(w, before);
    if (wslay_event_get_close_received(w->reader)) {
        begin_closing(conn, length);
    } else {
        w->control_length -= length;
        close_with_reason(conn, wslay_event_get_status_code_sent(w->reader));
    }
}

/* Reads until a message ends the socket, or the bytes end. */
static void read_frames(sv_conn *conn)
{
    sv_websocket *w = conn->websocket;
    const int status = wslay_event_recv(w->reader);
    if (ignores_input(conn))
        return;
    if (status != 0) {
        close_with_reason(conn, WSLAY_CODE_PROTOCOL_ERROR);
        return;
    }
    if (wslay_event_want_write(w->reader))
        send_control(conn);
}

void sv_websocket_receive(sv_conn *conn, const char *bytes, size_t length)
{
    if (is_closing(conn))
        return;
    sv_conn_heard(conn);
    if (!open_reader(conn)) {
        sv_conn_close(conn);
        return;
    }
    conn->websocket->bytes = bytes;
    conn->websocket->length = length;
    read_frames(conn);
    tidy(conn);
}

/* A client that has sent a close frame gets the answer to it. */
void sv_websocket_received(sv_conn *conn)
{
    if (!is_closing(conn))
        sv_conn_close(conn);
}

bool sv_websocket_is_unfinished(const sv_conn *conn)
{
    return conn->websocket && conn->websocket->reader;
}

void sv_websocket_free(sv_conn *conn)
{
    sv_websocket *w = conn->websocket;
    if (!w)
        return;
    if (w->reader)
        wslay_event_context_free(w->reader);
    free(w->control);
    free(w);
    conn->websocket = NULL;
}

/* --------------------------------------------------------------------------------------- output */

/* Bytes of control frames that can be pulled. The close frame goes behind the queue. */
static size_t control_due(const sv_conn *conn)
{
    const sv_websocket *w = conn->websocket;
    if (!w)
        return 0;
    return w->sealed && !conn->out ? w->control_length : w->control_length - w->close_length;
}

static size_t pull_control(sv_conn *conn, unsigned char *room, size_t size)
{
    sv_websocket *w = conn->websocket;
    const size_t due = control_due(conn), part = due < size ? due : size;
    memcpy(room, w->control, part);
    memmove(w->control, w->control + part, w->control_length - part);
    w->control_length -= part;
    tidy(conn);
    return part;
}

/* The head of the frame of a message; returns its length. */
static size_t frame_head(size_t length, unsigned char head[10])
{
    const unsigned bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    head[0] = 0x80 | WSLAY_TEXT_FRAME;
    head[1] = (unsigned char)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (unsigned i = 0; i < bytes; i++)
        head[2 + i] = (unsigned char)(length >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

/* The next bytes of the first message of the queue. */
static size_t pull_message(sv_conn *conn, unsigned char *room, size_t size)
{
    unsigned char head[10];
    size_t *sent = &conn->response.sent;
    const sv_frame *frame = conn->out->frame;
    const size_t before = frame_head(frame->length, head), whole = before + frame->length;
    const bool in_head = *sent < before;
    const size_t left = (in_head ? before : whole) - *sent, part = left < size ? left : size;
    memcpy(room, in_head ? (const char *)head + *sent : frame->text + (*sent - before), part);
    *sent += part;
    if (*sent == whole) {
        *sent = 0;
        sv_conn_next(conn);
        if (!conn->out && sv_websocket_takes_messages(conn))
            sv_conn_all_sent(conn);
    }
    return part;
}

void sv_websocket_expel(sv_conn *conn)
{
    hang_up(conn, WSLAY_CODE_POLICY_VIOLATION, sv_errors[SV_ERROR_TOO_MANY].code);
}

void sv_websocket_seal(sv_conn *conn)
{
    if (is_closing(conn))
        conn->websocket->sealed = true;
    conn->carrier->wake(conn);
}

bool sv_websocket_takes_messages(const sv_conn *conn)
{
    return !conn->websocket || !conn->websocket->sealed;
}

size_t sv_websocket_pull(sv_conn *conn, unsigned char *room, size_t size, bool *end)
{
    if (conn->response.sent > 0)
        return pull_message(conn, room, size);
    if (conn->heartbeat == SV_PING_DUE) {
        conn->heartbeat = SV_PING_SENT;
        if (!is_closing(conn))
            add_frame(conn, WSLAY_PING, "", 0);
    }
    if (conn->leaving && !conn->out)
        hang_up(conn, WSLAY_CODE_GOING_AWAY, "the server stops");
    if (control_due(conn) > 0)
        return pull_control(conn, room, size);
    if (conn->out)
        return pull_message(conn, room, size);
    *end = !sv_websocket_takes_messages(conn);
    return 0;
}
