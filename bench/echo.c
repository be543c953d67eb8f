/*
 * A bare echo server on the same event loop as the server, to measure the cost of sockets alone.
 *
 *     echo PORT
 *
 * It does as little as it can: it expects the head of a request in one piece, and a client that
 * does not read is cut off.
 */
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>
#include <wslay/wslay.h>

enum { ROOM = 65536, KEY = 24 };

typedef struct session {
    uv_tcp_t tcp;
    wslay_event_context_ptr ws; /* NULL before the handshake */
} session;

/* Of the session that is being read: bytes that have come, and those that answer them. */
static char in[ROOM], out[2 * ROOM];
static size_t in_length, in_used, out_length;

/* ---------------------------------------------------------------------------------- WebSockets */

static ssize_t on_take(wslay_event_context_ptr ws, uint8_t *room, size_t size, int flags,
                       void *user)
{
    const size_t left = in_length - in_used, count = left < size ? left : size;
    (void)flags;
    (void)user;
    if (count == 0) {
        wslay_event_set_error(ws, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(room, in + in_used, count);
    in_used += count;
    return (ssize_t)count;
}

/* Head and text of a frame come one after the other, and leave together. */
static ssize_t on_give(wslay_event_context_ptr ws, const uint8_t *bytes, size_t length, int flags,
                       void *user)
{
    (void)flags;
    (void)user;
    if (length > sizeof out - out_length) {
        wslay_event_set_error(ws, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    memcpy(out + out_length, bytes, length);
    out_length += length;
    return (ssize_t)length;
}

static void on_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *got,
                       void *user)
{
    const struct wslay_event_msg same = {
        .opcode = got->opcode, .msg = got->msg, .msg_length = got->msg_length};
    (void)user;
    if (!wslay_is_ctrl_frame(got->opcode))
        wslay_event_queue_msg(ws, &same);
}

static bool put(session *s, const void *bytes, size_t length)
{
    const uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)length);
    return uv_try_write((uv_stream_t *)&s->tcp, &buffer, 1) == (int)length;
}

static bool echo(session *s)
{
    out_length = 0;
    return wslay_event_recv(s->ws) == 0 && wslay_event_send(s->ws) == 0 &&
           (out_length == 0 || put(s, out, out_length)) && wslay_event_want_read(s->ws);
}

static bool shake_hands(session *s)
{
    static const char name[] = "\r\nSec-WebSocket-Key: ",
                      magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_take, .send_callback = on_give, .on_msg_recv_callback = on_message};
    unsigned char text[KEY + sizeof magic - 1], hash[SHA_DIGEST_LENGTH], accept[32];
    char answer[256];
    const char *key = strstr(in, name);
    if (!key || !strstr(key, "\r\n\r\n") || strcspn(key + strlen(name), "\r") != KEY)
        return false;
    memcpy(text, key + strlen(name), KEY);
    memcpy(text + KEY, magic, sizeof magic - 1);
    SHA1(text, sizeof text, hash);
    EVP_EncodeBlock(accept, hash, sizeof hash);
    const int length = snprintf(answer, sizeof answer,
                                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Protocol: elektro-1\r\n"
                                "Sec-WebSocket-Accept: %s\r\n\r\n",
                                (const char *)accept);
    return wslay_event_context_server_init(&s->ws, &callbacks, s) == 0 &&
           put(s, answer, (size_t)length);
}

/* ------------------------------------------------------------------------------------- sockets */

static void on_closed(uv_handle_t *handle)
{
    session *s = handle->data;
    if (s->ws)
        wslay_event_context_free(s->ws);
    free(s);
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)handle;
    (void)size;
    *buffer = uv_buf_init(in, sizeof in - 1);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    session *s = stream->data;
    (void)buffer;
    if (length == 0)
        return;
    in_used = 0;
    in_length = length > 0 ? (size_t)length : 0;
    in[in_length] = '\0';
    if (length < 0 || !(s->ws ? echo(s) : shake_hands(s)))
        uv_close((uv_handle_t *)stream, on_closed);
}

static void on_connection(uv_stream_t *listener, int status)
{
    session *s = status == 0 ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return;
    uv_tcp_init(listener->loop, &s->tcp);
    s->tcp.data = s;
    if (uv_accept(listener, (uv_stream_t *)&s->tcp) == 0) {
        uv_tcp_nodelay(&s->tcp, 1);
        uv_read_start((uv_stream_t *)&s->tcp, on_room, on_read);
    } else {
        uv_close((uv_handle_t *)&s->tcp, on_closed);
    }
}

int main(int argc, char **argv)
{
    uv_loop_t *loop = uv_default_loop();
    uv_tcp_t listener;
    struct sockaddr_in here;
    struct rlimit limit;
    if (argc != 2)
        return 2;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    uv_tcp_init(loop, &listener);
    if (uv_ip4_addr("127.0.0.1", (int)strtol(argv[1], NULL, 10), &here) != 0 ||
        uv_tcp_bind(&listener, (const struct sockaddr *)&here, 0) != 0 ||
        uv_listen((uv_stream_t *)&listener, SOMAXCONN, on_connection) != 0)
        return 1;
    return uv_run(loop, UV_RUN_DEFAULT);
}
