#include "net/transport.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    RECORD = 16384,     /* bytes in a record of TLS, at most */
    UNREAD = 64 * 1024, /* bytes that are thrown away to refuse a handshake in order */
    BARREN_MAX = 32     /* records in a row that may bring no content */
};

enum state { HANDSHAKE, OPEN, SHUTTING, SHUT };

#define THIS_IS_HTTPS "This port speaks https. Begin the address with https://\n"

/* -------------------------------------------------------------------------------- what to watch */

/* The events without which it does not go on. */
static int needs(const sv_transport *t)
{
    int events = 0;
    if (t->gone)
        return 0;
    if (t->state == HANDSHAKE)
        return t->read_needs_write ? UV_WRITABLE : UV_READABLE;
    if (t->wants_read && !t->ended)
        events |= t->read_needs_write ? UV_WRITABLE : UV_READABLE;
    if ((t->wants_write && t->state == OPEN) || t->state == SHUTTING)
        events |= t->write_needs_read ? UV_READABLE : UV_WRITABLE;
    return events;
}

static void on_poll(uv_poll_t *poll, int status, int events);
static void on_idle(uv_idle_t *idle);

/* Tells the loop what is needed. That takes two system calls; so an event that is not needed any
 * more stays until it comes (again), as often it is needed again before. */
static void watch(sv_transport *t, int came)
{
    const int needed = needs(t);
    if ((needed & ~t->polled) || (came & t->polled & ~needed)) {
        if (needed)
            uv_poll_start(&t->poll, needed, on_poll);
        else
            uv_poll_stop(&t->poll);
        t->polled = (uint8_t)needed;
    }
    if (t->wants_read && sv_transport_pending(t))
        uv_idle_start(t->idle, on_idle);
}

/* The same after a call of the owner; ready() is followed by watch() anyway. */
static void watch_again(sv_transport *t)
{
    if (!t->in_ready && !t->closing)
        watch(t, 0);
}

/* ------------------------------------------------------------------------------------- OpenSSL */

/* Whether a call of OpenSSL that has failed is to be made again, and by which event. */
static bool would_block(const sv_transport *t, int result, bool *needs_read, bool *needs_write)
{
    const int error = SSL_get_error(t->ssl, result);
    *needs_read = error == SSL_ERROR_WANT_READ;
    *needs_write = error == SSL_ERROR_WANT_WRITE;
    return *needs_read || *needs_write;
}

/* Nothing works any more; the program's other users of OpenSSL do not see why. */
static long lose(sv_transport *t)
{
    ERR_clear_error();
    t->gone = true;
    return -1;
}

/* Counts the records that arrive (SSL3_RT_HEADER, SSL_set_msg_callback(3)). One call of SSL_read
 * goes on for as long as records bring no content: new keys, refused handshakes. Marked as ended
 * by the peer, it stops at the next record. */
static void on_record(int written, int version, int content, const void *bytes, size_t length,
                      SSL *ssl, void *transport)
{
    sv_transport *t = transport;
    (void)version;
    (void)bytes;
    (void)length;
    if (written || content != SSL3_RT_HEADER || t->state == HANDSHAKE)
        return;
    if (t->barren <= BARREN_MAX && ++t->barren > BARREN_MAX)
        SSL_set_shutdown(ssl, SSL_get_shutdown(ssl) | SSL_RECEIVED_SHUTDOWN);
}

static long read_tls(sv_transport *t, void *room, size_t size)
{
    size_t count;
    bool needs_read, needs_write;
    ERR_clear_error();
    const int result = SSL_read_ex(t->ssl, room, size, &count);
    t->dry = result <= 0;
    t->read_needs_write = false;
    if (t->barren > BARREN_MAX)
        return lose(t);
    if (result > 0) {
        t->barren = 0;
        return (long)count;
    }
    if (would_block(t, result, &needs_read, &needs_write)) {
        t->read_needs_write = needs_write;
        return 0;
    }
    if (SSL_get_error(t->ssl, result) != SSL_ERROR_ZERO_RETURN)
        return lose(t);
    t->ended = true;
    return -1;
}

/* Writes one record: > 0 bytes of it, 0: it has left in part or not at all, -1: the peer is gone.
 */
static long write_record(sv_transport *t, const unsigned char *bytes, size_t length)
{
    size_t count;
    bool needs_read, needs_write;
    ERR_clear_error();
    const int result = SSL_write_ex(t->ssl, bytes, length, &count);
    t->write_needs_read = t->half_sent = false;
    if (result > 0)
        return (long)count;
    if (!would_block(t, result, &needs_read, &needs_write))
        return lose(t);
    t->write_needs_read = needs_read;
    t->half_sent = true;
    return 0;
}

static long write_tls(sv_transport *t, const unsigned char *bytes, size_t length)
{
    size_t taken = 0;
    while (taken < length) {
        const size_t size = length - taken < RECORD ? length - taken : RECORD;
        const long count = write_record(t, bytes + taken, size);
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        taken += (size_t)count;
    }
    return (long)taken;
}

/* ------------------------------------------------------------------------------- plain sockets */

static long read_plain(sv_transport *t, void *room, size_t size)
{
    ssize_t count;
    do
        count = recv(t->fd, room, size, 0);
    while (count < 0 && errno == EINTR);
    if (count > 0)
        return count;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return 0;
    if (count == 0)
        t->ended = true;
    else
        t->gone = true;
    return -1;
}

static long write_plain(sv_transport *t, const void *bytes, size_t length)
{
    ssize_t count;
    do
        count = send(t->fd, bytes, length, MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    if (count >= 0)
        return count;
    if (errno == EAGAIN || errno == EWOULDBLOCK)
        return 0;
    t->gone = true;
    return -1;
}

/* --------------------------------------------------------------------- reading, writing, ending */

long sv_transport_read(sv_transport *t, void *room, size_t size)
{
    if (t->gone || t->ended)
        return -1;
    if (t->state == HANDSHAKE || size == 0)
        return 0;
    const long count = t->ssl ? read_tls(t, room, size) : read_plain(t, room, size);
    watch_again(t);
    return count;
}

long sv_transport_write(sv_transport *t, const void *bytes, size_t length)
{
    if (t->gone || t->state > OPEN)
        return -1;
    if (t->state == HANDSHAKE || length == 0)
        return 0;
    const long count = t->ssl ? write_tls(t, bytes, length) : write_plain(t, bytes, length);
    watch_again(t);
    return count;
}

void sv_transport_want(sv_transport *t, bool read, bool write)
{
    t->wants_read = read;
    t->wants_write = write;
    watch_again(t);
}

/* While SHUTTING: goes on as far as the socket takes bytes. After half a record nothing can be
 * said: the peer sees that the rest is missing. */
static void finish(sv_transport *t)
{
    bool needs_read, needs_write;
    if (!t->half_sent) {
        ERR_clear_error();
        const int result = SSL_shutdown(t->ssl);
        if (result < 0 && would_block(t, result, &needs_read, &needs_write)) {
            t->write_needs_read = needs_read;
            return;
        }
        ERR_clear_error();
    }
    t->state = SHUT;
    shutdown(t->fd, SHUT_WR);
}

void sv_transport_shut(sv_transport *t)
{
    if (t->closing || t->state > OPEN)
        return;
    if (t->ssl && t->state == OPEN && !t->gone) {
        t->state = SHUTTING;
        finish(t);
    } else {
        t->gone = t->gone || t->state == HANDSHAKE;
        t->state = SHUT;
        shutdown(t->fd, SHUT_WR);
    }
    watch_again(t);
}

static void on_handle_closed(uv_handle_t *handle)
{
    sv_transport *t = handle->data;
    if (--t->handles)
        return;
    free(t->idle);
    t->idle = NULL;
    t->closed(t);
}

void sv_transport_close(sv_transport *t)
{
    if (t->closing)
        return;
    t->closing = t->gone = true;
    uv_close((uv_handle_t *)&t->poll, on_handle_closed);
    if (t->idle)
        uv_close((uv_handle_t *)t->idle, on_handle_closed);
    SSL_free(t->ssl);
    t->ssl = NULL;
    close(t->fd);
    t->fd = -1;
}

/* ----------------------------------------------------------------------------------- questions */

bool sv_transport_handshaken(const sv_transport *t)
{
    return t->state != HANDSHAKE && !t->closing;
}

bool sv_transport_speaks_h2(const sv_transport *t)
{
    const unsigned char *name = NULL;
    unsigned length = 0;
    if (t->ssl)
        SSL_get0_alpn_selected(t->ssl, &name, &length);
    return length == 2 && memcmp(name, "h2", 2) == 0;
}

/* With an incomplete record OpenSSL has something pending, too, but cannot give it. */
bool sv_transport_pending(const sv_transport *t)
{
    return t->ssl && t->state != HANDSHAKE && !t->gone && !t->ended && !t->dry &&
           SSL_has_pending(t->ssl);
}

bool sv_transport_is_shut(const sv_transport *t)
{
    return t->gone || t->state == SHUT;
}

/* --------------------------------------------------------------------------------------- events */

static void tell(sv_transport *t)
{
    t->in_ready = true;
    t->ready(t);
    t->in_ready = false;
}

/* Ends a handshake that has failed. A client that speaks plain HTTP can read why. */
static void refuse(sv_transport *t)
{
    static const char answer[] = "HTTP/1.1 400 Bad Request\r\n"
                                 "Content-Type: text/plain; charset=utf-8\r\n"
                                 "Connection: close\r\n\r\n" THIS_IS_HTTPS;
    char unread[4096];
    if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST)
        send(t->fd, answer, sizeof answer - 1, MSG_NOSIGNAL);
    shutdown(t->fd, SHUT_WR);
    /* With bytes unread, closing would reset the connection and take the answer away. */
    for (size_t i = 0; i < UNREAD / sizeof unread; i++)
        if (recv(t->fd, unread, sizeof unread, 0) <= 0)
            break;
    lose(t);
}

static void go_on_with_handshake(sv_transport *t)
{
    bool needs_read, needs_write;
    ERR_clear_error();
    const int result = SSL_accept(t->ssl);
    t->read_needs_write = false;
    if (result == 1) {
        t->state = OPEN;
    } else if (would_block(t, result, &needs_read, &needs_write)) {
        t->read_needs_write = needs_write;
        return;
    } else {
        refuse(t);
    }
    tell(t);
}

/* Whether the owner waits for one of the events. */
static bool is_for_owner(const sv_transport *t, int events)
{
    const int to_read = t->read_needs_write ? UV_WRITABLE : UV_READABLE,
              to_write = t->write_needs_read ? UV_READABLE : UV_WRITABLE;
    return (t->wants_read && !t->ended && (events & to_read)) ||
           (t->wants_write && t->state == OPEN && (events & to_write));
}

static void go_on(sv_transport *t, int events)
{
    if (t->state == SHUTTING)
        finish(t);
    if (is_for_owner(t, events))
        tell(t);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    sv_transport *t = poll->data;
    const int needed = needs(t);
    if (status < 0) { /* the socket has an error, and libuv has stopped watching it */
        t->polled = 0;
        events = UV_READABLE | UV_WRITABLE;
    }
    if (t->state == HANDSHAKE)
        go_on_with_handshake(t);
    else if (events & needed)
        go_on(t, events);
    /* A socket that can be written can be written the next time, too. One that had bytes to read
     * was read, if that was needed. */
    if (!t->closing)
        watch(t, events & (UV_WRITABLE | ~needed));
}

/* The bytes were decrypted before, so that the socket does not say that they are there. The handle
 * stays active for one more iteration: work that ready() has begun may end after the loop has
 * looked at the sockets, and the loop must not wait there. */
static void on_idle(uv_idle_t *idle)
{
    sv_transport *t = idle->data;
    if (!t->wants_read || !sv_transport_pending(t)) {
        uv_idle_stop(idle);
        return;
    }
    tell(t);
    if (!t->closing)
        watch(t, 0);
}

/* -------------------------------------------------------------------------------------- opening */

/* Without the modes, OpenSSL would keep 34 KB for a silent peer, and a write would have to be
 * repeated from the same address. Reading ahead saves a system call for each record. A peer that
 * ends without close_notify has ended, nothing else: each request says how long it is, so an
 * attacker cannot shorten one. */
static bool begin_tls(sv_transport *t, SSL_CTX *tls)
{
    t->ssl = SSL_new(tls);
    t->idle = malloc(sizeof *t->idle);
    if (!t->ssl || !t->idle || SSL_set_fd(t->ssl, t->fd) != 1)
        return false;
    SSL_set_mode(t->ssl, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                             SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_set_read_ahead(t->ssl, 1);
    SSL_set_msg_callback(t->ssl, on_record);
    SSL_set_msg_callback_arg(t->ssl, t);
    SSL_set_options(t->ssl, SSL_OP_IGNORE_UNEXPECTED_EOF);
    return true;
}

bool sv_transport_open(sv_transport *t, uv_loop_t *loop, int fd, SSL_CTX *tls)
{
    *t = (sv_transport){.ready = t->ready,
                        .closed = t->closed,
                        .data = t->data,
                        .fd = fd,
                        .state = tls ? HANDSHAKE : OPEN,
                        .handles = tls ? 2 : 1};
    if ((tls && !begin_tls(t, tls)) || uv_poll_init(loop, &t->poll, fd) != 0) {
        ERR_clear_error();
        SSL_free(t->ssl);
        free(t->idle);
        close(fd);
        return false;
    }
    t->poll.data = t;
    if (tls) {
        uv_idle_init(loop, t->idle);
        t->idle->data = t;
        watch(t, 0);
    }
    return true;
}
