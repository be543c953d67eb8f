#include "wires.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { SMALL_BUFFER = 16384, PATTERN = GOT_MAX };

uv_loop_t wires_loop;
SSL_CTX *wires_tls;
static char folder[256];
static uv_timer_t alive; /* as in a server, the loop always has something to wait for */

/* -------------------------------------------------------------------------------- certificates */

const char *wires_path(const char *name)
{
    static char path[4][512];
    static unsigned next;
    char *text = path[next++ % 4];
    snprintf(text, sizeof path[0], "%s/%s", folder, name);
    return text;
}

static X509 *sign(const char *name, EVP_PKEY *key)
{
    X509 *x = X509_new();
    assert_non_null(x);
    X509_set_version(x, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
    X509_gmtime_adj(X509_getm_notBefore(x), -3600);
    X509_gmtime_adj(X509_getm_notAfter(x), 86400);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
                               (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(x, X509_get_subject_name(x));
    X509_set_pubkey(x, key);
    assert_true(X509_sign(x, key, EVP_sha256()) > 0);
    return x;
}

void make_certificate(const char *name, const char *certificate, const char *key,
                      const char *passphrase)
{
    EVP_PKEY *pair = EVP_EC_gen("P-256");
    X509 *x = sign(name, pair);
    FILE *file = fopen(certificate, "w");
    assert_non_null(file);
    assert_int_equal(PEM_write_X509(file, x), 1);
    fclose(file);
    file = fopen(key, "w");
    assert_non_null(file);
    assert_int_equal(PEM_write_PKCS8PrivateKey(file, pair, passphrase ? EVP_aes_128_cbc() : NULL,
                                               passphrase, passphrase ? (int)strlen(passphrase) : 0,
                                               NULL, NULL),
                     1);
    fclose(file);
    X509_free(x);
    EVP_PKEY_free(pair);
}

static void on_hour(uv_timer_t *timer)
{
    (void)timer;
}

int wires_setup(void **state)
{
    char why[SV_TLS_WHY] = "";
    const char *temporary = getenv("TMPDIR");
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    snprintf(folder, sizeof folder, "%s/elektro-wires-XXXXXX", temporary ? temporary : "/tmp");
    assert_non_null(mkdtemp(folder));
    make_certificate("first", wires_path("cert.pem"), wires_path("key.pem"), NULL);
    wires_tls = sv_tls_open(wires_path("cert.pem"), wires_path("key.pem"), why);
    assert_string_equal(why, "");
    assert_non_null(wires_tls);
    assert_int_equal(uv_loop_init(&wires_loop), 0);
    uv_timer_init(&wires_loop, &alive);
    uv_timer_start(&alive, on_hour, 3600 * 1000, 0);
    return 0;
}

int wires_teardown(void **state)
{
    (void)state;
    uv_close((uv_handle_t *)&alive, NULL);
    assert_int_equal(uv_run(&wires_loop, UV_RUN_NOWAIT), 0);
    assert_int_equal(uv_loop_close(&wires_loop), 0); /* no handle is left */
    SSL_CTX_free(wires_tls);
    assert_int_equal(ERR_peek_error(), 0);
    unlink(wires_path("cert.pem"));
    unlink(wires_path("key.pem"));
    assert_int_equal(rmdir(folder), 0);
    return 0;
}

/* ----------------------------------------------------------------------------------- the owner */

static void take(owner *o)
{
    unsigned char room[70000];
    long count;
    do {
        count = sv_transport_read(&o->t, room, o->chunk ? o->chunk : sizeof room);
        if (count > 0) {
            assert_true(o->got_length + (size_t)count <= GOT_MAX);
            memcpy(o->got + o->got_length, room, (size_t)count);
            o->got_length += (size_t)count;
        }
        o->ended = o->ended || count < 0;
    } while (count > 0 && !o->reads_once);
}

static void give(owner *o)
{
    while (o->out_sent < o->out_length) {
        const long count =
            sv_transport_write(&o->t, o->out + o->out_sent, o->out_length - o->out_sent);
        o->ended = o->ended || count < 0;
        if (count <= 0)
            break;
        o->out_sent += (size_t)count;
    }
    if (o->out && (o->out_sent == o->out_length || o->ended)) {
        o->out = NULL;
        sv_transport_want(&o->t, o->t.wants_read, false);
    }
}

static void on_ready(sv_transport *t)
{
    owner *o = t->data;
    assert_int_equal(o->closes, 0);
    o->readies++;
    if (o->closes_itself) {
        sv_transport_close(t);
        return;
    }
    if (o->reads || o->reads_once)
        take(o);
    if (o->out)
        give(o);
}

static void on_closed(sv_transport *t)
{
    owner *o = t->data;
    o->closes++;
}

/* ------------------------------------------------------------------------------------- sockets */

static void pair_of_tcp(int fd[2])
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    const int listener = socket(AF_INET, SOCK_STREAM, 0), small = SMALL_BUFFER;
    assert_int_equal(bind(listener, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&here, &size), 0);
    fd[1] = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd[1], SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    assert_int_equal(connect(fd[1], (struct sockaddr *)&here, sizeof here), 0);
    fd[0] = accept(listener, NULL, NULL);
    assert_true(fd[0] >= 0);
    setsockopt(fd[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    close(listener);
}

void wires_open(owner *o, client *c, SSL_CTX *tls, bool tcp)
{
    int fd[2];
    if (tcp)
        pair_of_tcp(fd);
    else
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    for (unsigned i = 0; i < 2; i++)
        fcntl(fd[i], F_SETFL, fcntl(fd[i], F_GETFL) | O_NONBLOCK);
    *o = (owner){.t = {.ready = on_ready, .closed = on_closed, .data = o}, .got = malloc(GOT_MAX)};
    *c = (client){.fd = fd[1], .got = malloc(GOT_MAX)};
    assert_non_null(o->got);
    assert_non_null(c->got);
    assert_true(sv_transport_open(&o->t, &wires_loop, fd[0], tls));
    if (tls)
        client_use_tls(c, NULL);
}

void client_use_tls(client *c, const char *protocols)
{
    SSL_CTX *settings = SSL_CTX_new(TLS_client_method());
    SSL_free(c->ssl);
    c->ssl = SSL_new(settings);
    SSL_CTX_free(settings);
    assert_non_null(c->ssl);
    SSL_set_fd(c->ssl, c->fd);
    SSL_set_connect_state(c->ssl);
    if (protocols)
        assert_int_equal(SSL_set_alpn_protos(c->ssl, (const unsigned char *)protocols,
                                             (unsigned)strlen(protocols)),
                         0);
}

void wires_close(owner *o, client *c)
{
    sv_transport_close(&o->t);
    sv_transport_close(&o->t);
    assert_int_equal(o->closes, 0);
    UNTIL(NULL, o->closes);
    loop_step();
    assert_int_equal(o->closes, 1);
    SSL_free(c->ssl);
    if (c->fd >= 0)
        close(c->fd);
    free(o->got);
    free(c->got);
    ERR_clear_error(); /* of the client */
}

/* -------------------------------------------------------------------------------------- running */

void loop_step(void)
{
    uv_run(&wires_loop, UV_RUN_NOWAIT);
    assert_int_equal(ERR_peek_error(), 0);
}

void wires_step(client *c)
{
    struct pollfd any = {.fd = uv_backend_fd(&wires_loop), .events = POLLIN};
    loop_step();
    if (c)
        client_read(c);
    if (uv_backend_timeout(&wires_loop) != 0)
        poll(&any, 1, 1);
}

static bool must_wait(client *c, int result)
{
    const int error = SSL_get_error(c->ssl, result);
    const bool waits = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    c->ended = c->ended || error == SSL_ERROR_ZERO_RETURN;
    c->broken = c->broken || (!waits && !c->ended);
    ERR_clear_error();
    return waits;
}

bool client_shakes(client *c)
{
    if (c->broken)
        return false;
    ERR_clear_error();
    const int result = SSL_do_handshake(c->ssl);
    return result == 1 || (must_wait(c, result) && false);
}

void wires_shake(owner *o, client *c)
{
    UNTIL(NULL, client_shakes(c));
    UNTIL(c, sv_transport_handshaken(&o->t));
}

void client_send(client *c, const void *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        size_t count = 0;
        if (c->ssl) {
            if (!SSL_write_ex(c->ssl, (const char *)bytes + sent, length - sent, &count))
                assert_true(must_wait(c, 0));
        } else {
            const ssize_t some =
                send(c->fd, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);
            assert_true(some > 0 || errno == EAGAIN);
            count = some > 0 ? (size_t)some : 0;
        }
        sent += count;
        if (!count)
            wires_step(NULL);
    }
}

void client_read(client *c)
{
    size_t count = 0;
    do {
        assert_true(c->got_length < GOT_MAX);
        count = 0;
        if (c->ended || c->broken || c->fd < 0 || (c->ssl && !SSL_is_init_finished(c->ssl)))
            return;
        if (c->ssl) {
            const int result =
                SSL_read_ex(c->ssl, c->got + c->got_length, GOT_MAX - c->got_length, &count);
            if (result <= 0)
                must_wait(c, result);
        } else {
            const ssize_t some = recv(c->fd, c->got + c->got_length, GOT_MAX - c->got_length, 0);
            c->ended = some == 0;
            c->broken = some < 0 && errno != EAGAIN;
            count = some > 0 ? (size_t)some : 0;
        }
        c->got_length += count;
    } while (count);
}

const unsigned char *pattern(size_t length)
{
    static unsigned char bytes[PATTERN];
    assert_true(length <= sizeof bytes);
    if (!bytes[1])
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)((i * 2654435761u) >> 13 ^ i >> 16);
    return bytes;
}
