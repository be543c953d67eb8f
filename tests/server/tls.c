/* Unit tests of TLS: handshakes, protocols, certificates that change, and memory. */
#include <openssl/err.h>
#include <openssl/x509.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "wires.h"

/* Bytes of a silent connection after its handshake. Nearly all of them are OpenSSL's; without
 * SSL_MODE_RELEASE_BUFFERS it would take 33 KB more. */
enum { IDLE_PLAIN_MAX = 256, IDLE_TLS_MAX = 16384 };

static void step_both(client *c)
{
    client_shakes(c);
    wires_step(NULL);
}

/* Runs a handshake that the server ends. */
static void fail_to_shake(owner *o, client *c)
{
    o->reads = true;
    for (unsigned i = 0; i < 1000 && !(o->ended && c->broken); i++)
        step_both(c);
    assert_true(o->ended && c->broken);
    assert_int_equal(o->readies, 1);
    assert_int_equal(sv_transport_write(&o->t, "x", 1), -1);
    assert_false(sv_transport_handshaken(&o->t));
    assert_false(sv_transport_speaks_h2(&o->t));
}

/* ---------------------------------------------------------------------------------- handshakes */

/* Moves one byte from memory to the socket; false if there is none. */
static bool send_byte(BIO *from, int fd)
{
    char byte;
    return BIO_read(from, &byte, 1) == 1 && send(fd, &byte, 1, 0) == 1;
}

static void a_handshake_may_come_byte_by_byte(void **state)
{
    owner o;
    client c;
    unsigned sent = 0;
    (void)state;
    wires_open(&o, &c, wires_tls, false);
    BIO *memory = BIO_new(BIO_s_mem());
    SSL_set0_wbio(c.ssl, memory);
    while (!client_shakes(&c) || BIO_pending(memory))
        if (send_byte(memory, c.fd)) {
            sent++;
            assert_int_equal(o.readies, 0);
            assert_int_equal(sv_transport_read(&o.t, o.got, 1), 0);
            assert_int_equal(sv_transport_write(&o.t, "x", 1), 0);
            loop_step();
        }
    UNTIL(NULL, o.readies);
    assert_true(sent > 200);
    assert_int_equal(o.readies, 1);
    assert_true(sv_transport_handshaken(&o.t));
    o.reads = true;
    sv_transport_want(&o.t, true, false);
    assert_int_equal(SSL_write(c.ssl, "question", 8), 8);
    while (send_byte(memory, c.fd))
        loop_step();
    UNTIL(NULL, o.got_length == 8);
    assert_int_equal(sv_transport_write(&o.t, "answer", 6), 6);
    UNTIL(&c, c.got_length == 6);
    wires_close(&o, &c);
}

/* The first request may come with the last bytes of the handshake. */
static void a_request_may_come_with_the_handshake(void **state)
{
    owner o;
    client c;
    (void)state;
    wires_open(&o, &c, wires_tls, false);
    UNTIL(NULL, client_shakes(&c));
    client_send(&c, "question", 8); /* the server has not seen the end of the handshake */
    assert_int_equal(o.readies, 0);
    UNTIL(NULL, o.readies);
    o.reads = true;
    sv_transport_want(&o.t, true, false);
    UNTIL(NULL, o.got_length == 8);
    wires_close(&o, &c);
}

/* Sends bytes that are no TLS. The server closes the connection at once, and yet the client reads
 * what it was told: nothing is taken away by a reset. */
static void be_refused(const char *bytes, size_t length, bool tcp, client *c)
{
    owner o;
    wires_open(&o, c, wires_tls, tcp);
    SSL_free(c->ssl);
    c->ssl = NULL;
    o.closes_itself = true;
    if (length)
        client_send(c, bytes, length);
    else
        shutdown(c->fd, SHUT_WR);
    UNTIL(NULL, o.closes);
    UNTIL(c, c->ended || c->broken);
    assert_true(c->ended);
    assert_int_equal(o.readies, 1);
    close(c->fd);
    free(o.got);
}

static void garbage_is_refused(void **state)
{
    static const char nonsense[] = "\x16\x03\x01\x00\x05hello"; /* in a record */
    client c;
    (void)state;
    for (unsigned tcp = 0; tcp < 2; tcp++) {
        be_refused((const char *)pattern(20000) + 1, 20000, tcp, &c);
        free(c.got);
        be_refused(nonsense, sizeof nonsense, tcp, &c);
        free(c.got);
        be_refused(NULL, 0, tcp, &c);
        assert_int_equal(c.got_length, 0);
        free(c.got);
    }
}

static void plain_http_is_told_to_use_https(void **state)
{
    static const char get[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                      post[] = "POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\n"
                               "Content-Length: 2\r\n\r\n{}";
    client c;
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        be_refused(i & 1 ? get : post, i & 1 ? sizeof get - 1 : sizeof post - 1, i & 2, &c);
        c.got[c.got_length] = '\0';
        assert_ptr_equal(strstr((char *)c.got, "HTTP/1.1 400 Bad Request\r\n"), c.got);
        assert_non_null(strstr((char *)c.got, "\r\n\r\nThis port speaks https."));
        free(c.got);
    }
}

static void a_handshake_may_be_given_up(void **state)
{
    owner o;
    client c;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        wires_open(&o, &c, wires_tls, true);
        client_shakes(&c);
        loop_step();
        if (i)
            sv_transport_shut(&o.t);
        assert_int_equal(sv_transport_is_shut(&o.t), i);
        wires_close(&o, &c);
    }
}

static void old_versions_are_refused(void **state)
{
    owner o;
    client c;
    (void)state;
    for (int version = TLS1_1_VERSION; version <= TLS1_3_VERSION; version++) {
        wires_open(&o, &c, wires_tls, false);
        SSL_set_security_level(c.ssl, 0);
        assert_int_equal(SSL_set_min_proto_version(c.ssl, version), 1);
        assert_int_equal(SSL_set_max_proto_version(c.ssl, version), 1);
        if (version == TLS1_1_VERSION)
            fail_to_shake(&o, &c);
        else
            wires_shake(&o, &c);
        wires_close(&o, &c);
    }
}

static void a_second_handshake_is_refused(void **state)
{
    owner o;
    client c;
    (void)state;
    wires_open(&o, &c, wires_tls, false);
    SSL_set_max_proto_version(c.ssl, TLS1_2_VERSION);
    wires_shake(&o, &c);
    o.reads = true;
    sv_transport_want(&o.t, true, false);
    assert_int_equal(SSL_renegotiate(c.ssl), 1);
    for (unsigned i = 0; i < 1000 && !c.broken; i++)
        step_both(&c);
    assert_true(c.broken); /* by the client, which was told no */
    wires_close(&o, &c);
}

/* A ticket of the client, not memory of the server, shortens the next handshake. */
static void sessions_are_resumed_without_a_cache(void **state)
{
    owner o;
    client c;
    (void)state;
    wires_open(&o, &c, wires_tls, false);
    wires_shake(&o, &c);
    assert_int_equal(sv_transport_write(&o.t, "x", 1), 1);
    UNTIL(&c, c.got_length);
    SSL_SESSION *session = SSL_get1_session(c.ssl);
    SSL_shutdown(c.ssl); /* without it the session could not be used again */
    wires_close(&o, &c);
    wires_open(&o, &c, wires_tls, false);
    assert_int_equal(SSL_set_session(c.ssl, session), 1);
    wires_shake(&o, &c);
    assert_int_equal(SSL_session_reused(c.ssl), 1);
    SSL_SESSION_free(session);
    wires_close(&o, &c);
    wires_open(&o, &c, wires_tls, false); /* a client without tickets */
    SSL_set_max_proto_version(c.ssl, TLS1_2_VERSION);
    SSL_set_options(c.ssl, SSL_OP_NO_TICKET);
    wires_shake(&o, &c);
    assert_int_equal(SSL_CTX_sess_number(wires_tls), 0);
    wires_close(&o, &c);
}

/* ----------------------------------------------------------------------------------- protocols */

static void the_best_protocol_is_chosen(void **state)
{
    static const struct {
        const char *offered, *chosen;
    } cases[] = {{"\2h2", "h2"},
                 {"\x8http/1.1", "http/1.1"},
                 {"\2h2\x8http/1.1", "h2"},
                 {"\x8http/1.1\2h2", "h2"},
                 {"\3foo\2h2", "h2"},
                 {"\x8http/1.0", "http/1.0"},
                 {"\x8http/1.0\x8http/1.1", "http/1.1"},
                 {NULL, ""}};
    owner o;
    client c;
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned char *chosen = (const unsigned char *)"";
        unsigned length = 0;
        wires_open(&o, &c, wires_tls, false);
        client_use_tls(&c, cases[i].offered);
        wires_shake(&o, &c);
        SSL_get0_alpn_selected(c.ssl, &chosen, &length);
        assert_int_equal(length, strlen(cases[i].chosen));
        assert_memory_equal(length ? chosen : (const unsigned char *)"", cases[i].chosen, length);
        assert_int_equal(sv_transport_speaks_h2(&o.t), strcmp(cases[i].chosen, "h2") == 0);
        wires_close(&o, &c);
    }
    wires_open(&o, &c, wires_tls, false);
    client_use_tls(&c, "\3foo\2h3");
    fail_to_shake(&o, &c);
    wires_close(&o, &c);
    wires_open(&o, &c, NULL, false);
    assert_false(sv_transport_speaks_h2(&o.t));
    wires_close(&o, &c);
}

/* -------------------------------------------------------------------------------- certificates */

static void assert_name(const client *c, const char *name)
{
    char text[64] = "";
    X509 *x = SSL_get1_peer_certificate(c->ssl);
    assert_non_null(x);
    X509_NAME_get_text_by_NID(X509_get_subject_name(x), NID_commonName, text, sizeof text);
    X509_free(x);
    assert_string_equal(text, name);
}

static void exchange(owner *o, client *c)
{
    const size_t got = c->got_length;
    o->reads = true;
    o->got_length = 0;
    sv_transport_want(&o->t, true, false);
    client_send(c, "question", 8);
    UNTIL(c, o->got_length == 8);
    assert_int_equal(sv_transport_write(&o->t, "answer", 6), 6);
    UNTIL(c, c->got_length == got + 6);
}

static void a_new_certificate_is_for_new_connections(void **state)
{
    char why[SV_TLS_WHY] = "";
    owner before, during, after;
    client c, d, e;
    (void)state;
    wires_open(&before, &c, wires_tls, false);
    wires_shake(&before, &c);
    wires_open(&during, &d, wires_tls, false);
    client_shakes(&d); /* begun, and no more */
    make_certificate("second", wires_path("cert.pem"), wires_path("key.pem"), NULL);
    assert_true(sv_tls_reload(&wires_tls, wires_path("cert.pem"), wires_path("key.pem"), why));
    assert_string_equal(why, "");
    wires_open(&after, &e, wires_tls, false);
    wires_shake(&after, &e);
    wires_shake(&during, &d);
    assert_name(&c, "first");
    assert_name(&d, "first");
    assert_name(&e, "second");
    exchange(&before, &c);
    exchange(&during, &d);
    exchange(&after, &e);
    wires_close(&before, &c);
    wires_close(&during, &d);
    wires_close(&after, &e);
}

/* Reads the files again: the old certificate stays, and the reason has these words. */
static void assert_stays(const char *certificate, const char *key, const char *words,
                         const char *more)
{
    SSL_CTX *const old = wires_tls;
    char why[SV_TLS_WHY] = "";
    assert_false(sv_tls_reload(&wires_tls, wires_path(certificate), wires_path(key), why));
    assert_ptr_equal(wires_tls, old);
    if (!strstr(why, words) || !strstr(why, more))
        fail_msg("\"%s\" lacks \"%s\" or \"%s\"", why, words, more);
    assert_int_equal(ERR_peek_error(), 0);
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(wires_path(name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_bad_certificate_leaves_the_old_one(void **state)
{
    owner o;
    client c;
    (void)state;
    make_certificate("other", wires_path("other.pem"), wires_path("other-key.pem"), NULL);
    make_certificate("locked", wires_path("locked.pem"), wires_path("locked-key.pem"), "secret");
    write_text("text", "no certificate\n");
    assert_stays("missing", "key.pem", "The certificate /", "No such file or directory.");
    assert_stays("cert.pem", "missing", "The key /", "No such file or directory.");
    assert_stays("text", "key.pem", "text is not a usable certificate in PEM", "no start line");
    assert_stays("cert.pem", "text", "text is not a usable key in PEM: ", ".");
    assert_stays("cert.pem", "cert.pem", "cert.pem is not a usable key in PEM: ", ".");
    assert_stays("cert.pem", "other-key.pem", "does not belong to the certificate /", "mismatch");
    assert_stays("locked.pem", "locked-key.pem", "locked-key.pem has a passphrase.", "without");
    wires_open(&o, &c, wires_tls, false);
    wires_shake(&o, &c);
    assert_name(&c, "first");
    wires_close(&o, &c);
    static const char *const files[] = {"other.pem", "other-key.pem", "locked.pem",
                                        "locked-key.pem", "text"};
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
        unlink(wires_path(files[i]));
}

/* Root may read everything, so it becomes nobody for a moment. */
static void a_key_that_may_not_be_read_has_words(void **state)
{
    char folder[512];
    (void)state;
    snprintf(folder, sizeof folder, "%s", wires_path(""));
    chmod(folder, 0755);
    chmod(wires_path("cert.pem"), 0644);
    chmod(wires_path("key.pem"), 0);
    const bool root = geteuid() == 0;
    if (root)
        assert_int_equal(seteuid(65534), 0);
    assert_stays("cert.pem", "key.pem", "key.pem cannot be read: Permission denied.",
                 "Let the user of the server read it.");
    if (root)
        assert_int_equal(seteuid(0), 0);
}

/* -------------------------------------------------------------------------------------- memory */

static size_t allocated;

static void *count_malloc(size_t size, const char *file, int line)
{
    size_t *room = malloc(size + 16);
    (void)file;
    (void)line;
    if (!room)
        return NULL;
    *room = size;
    allocated += size;
    return room + 2;
}

static void count_free(void *bytes, const char *file, int line)
{
    size_t *room = bytes;
    (void)file;
    (void)line;
    if (!bytes)
        return;
    allocated -= room[-2];
    free(room - 2);
}

static void *count_realloc(void *bytes, size_t size, const char *file, int line)
{
    void *fresh = count_malloc(size, file, line);
    if (fresh && bytes) {
        const size_t old = ((size_t *)bytes)[-2];
        memcpy(fresh, bytes, old < size ? old : size);
        count_free(bytes, file, line);
    }
    return fresh;
}

/* What OpenSSL frees with the connection of the server, after both ends have exchanged bytes. */
static void an_idle_connection_is_small(void **state)
{
    owner o;
    client c;
    (void)state;
    wires_open(&o, &c, wires_tls, false);
    client_use_tls(&c, "\2h2");
    wires_shake(&o, &c);
    exchange(&o, &c);
    const size_t before = allocated;
    sv_transport_close(&o.t);
    const size_t tls = before - allocated + sizeof(sv_transport) + sizeof(uv_idle_t);
    print_message("# an idle transport: %zu bytes plain, %zu bytes with TLS\n",
                  sizeof(sv_transport), tls);
    assert_in_range(sizeof(sv_transport), 1, IDLE_PLAIN_MAX);
    assert_in_range(tls, sizeof(sv_transport) + 1000, IDLE_TLS_MAX);
    wires_close(&o, &c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, wires_setup, wires_teardown)
        TEST(a_handshake_may_come_byte_by_byte),
        TEST(a_request_may_come_with_the_handshake),
        TEST(garbage_is_refused),
        TEST(plain_http_is_told_to_use_https),
        TEST(a_handshake_may_be_given_up),
        TEST(old_versions_are_refused),
        TEST(a_second_handshake_is_refused),
        TEST(sessions_are_resumed_without_a_cache),
        TEST(the_best_protocol_is_chosen),
        TEST(a_new_certificate_is_for_new_connections),
        TEST(a_bad_certificate_leaves_the_old_one),
        TEST(a_key_that_may_not_be_read_has_words),
        TEST(an_idle_connection_is_small),
    };
    CRYPTO_set_mem_functions(count_malloc, count_realloc, count_free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
