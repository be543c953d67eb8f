/* Unit tests of transports: plain and through TLS, against a client in the same thread. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "wires.h"

enum { MUCH = 2 * 1000 * 1000, SOME_TURNS = 30 };

/* libuv calls this one. */
static unsigned epoll_changes;
int epoll_ctl(int poll, int change, int fd, struct epoll_event *event)
{
    epoll_changes++;
    return (int)syscall(SYS_epoll_ctl, poll, change, fd, event);
}

/* With and without TLS, on both kinds of sockets. */
#define EACH_KIND(tls, tcp)                                                              \
    for (unsigned kind = 0; kind < 4; kind++)                                            \
        for (SSL_CTX *tls = kind & 1 ? wires_tls : NULL, *once = (SSL_CTX *)&kind; once; \
             once = NULL)                                                                \
            for (bool tcp = kind & 2, again = true; again; again = false)

static void open_shaken(owner *o, client *c, SSL_CTX *tls, bool tcp)
{
    wires_open(o, c, tls, tcp);
    assert_int_equal(sv_transport_handshaken(&o->t), tls == NULL);
    if (tls)
        wires_shake(o, c);
}

/* Nothing is left to do: the loop would sleep. */
static void assert_quiet(const owner *o)
{
    for (unsigned i = 0; i < SOME_TURNS; i++)
        loop_step();
    const unsigned readies = o->readies;
    for (unsigned i = 0; i < SOME_TURNS; i++)
        loop_step();
    assert_int_equal(o->readies, readies);
    struct pollfd events = {.fd = uv_backend_fd(&wires_loop), .events = POLLIN};
    assert_int_equal(poll(&events, 1, 0), 0);
    assert_int_not_equal(uv_backend_timeout(&wires_loop), 0);
}

/* --------------------------------------------------------------------------------------- bytes */

static void bytes_go_both_ways(void **state)
{
    owner o;
    client c;
    (void)state;
    EACH_KIND(tls, tcp)
    {
        open_shaken(&o, &c, tls, tcp);
        o.reads = true;
        sv_transport_want(&o.t, true, false);
        client_send(&c, "question", 8);
        UNTIL(&c, o.got_length == 8);
        assert_memory_equal(o.got, "question", 8);
        assert_int_equal(sv_transport_read(&o.t, o.got, 8), 0);
        assert_int_equal(sv_transport_write(&o.t, "answer", 6), 6);
        UNTIL(&c, c.got_length == 6);
        assert_memory_equal(c.got, "answer", 6);
        assert_quiet(&o);
        wires_close(&o, &c);
    }
}

static void nothing_comes_that_is_not_wanted(void **state)
{
    owner o;
    client c;
    (void)state;
    EACH_KIND(tls, tcp)
    {
        open_shaken(&o, &c, tls, tcp);
        const unsigned before = o.readies;
        o.reads = true;
        client_send(&c, "question", 8);
        assert_quiet(&o);
        sv_transport_want(&o.t, true, false);
        UNTIL(&c, o.got_length == 8);
        sv_transport_want(&o.t, false, false);
        client_send(&c, "another", 7);
        assert_quiet(&o);
        assert_int_equal(o.got_length, 8);
        assert_int_equal(o.readies, before + 1);
        wires_close(&o, &c);
    }
}

/* The system calls of a connection that is kept for many requests. */
static void the_loop_is_told_only_of_changes(void **state)
{
    enum { REQUESTS = 100 };
    owner o;
    client c;
    (void)state;
    EACH_KIND(tls, tcp)
    {
        open_shaken(&o, &c, tls, tcp);
        o.reads = true;
        sv_transport_want(&o.t, true, false);
        client_send(&c, "?", 1);
        UNTIL(&c, o.got_length == 1);
        assert_true(epoll_changes > 0); /* they are counted */
        epoll_changes = 0;
        for (unsigned i = 0; i < REQUESTS; i++) {
            sv_transport_want(&o.t, false, false); /* the request is being answered */
            assert_int_equal(sv_transport_write(&o.t, "!", 1), 1);
            sv_transport_want(&o.t, true, false);
            client_send(&c, "?", 1);
            UNTIL(&c, c.got_length == i + 1 && o.got_length == i + 2);
        }
        assert_int_equal(epoll_changes, 0);
        assert_int_equal(o.readies, REQUESTS + 1 + (tls != NULL));
        wires_close(&o, &c);
    }
}

static void fill(owner *o)
{
    assert_int_equal(sv_transport_write(&o->t, pattern(MUCH), 1), 1);
    o->out = pattern(MUCH);
    o->out_length = MUCH;
    o->out_sent = 1;
    sv_transport_want(&o->t, false, true);
    while (o->readies < 1)
        loop_step();
    assert_quiet(o);
    assert_true(o->out_sent < MUCH);
}

static void a_peer_that_does_not_read_is_waited_for(void **state)
{
    owner o;
    client c;
    (void)state;
    EACH_KIND(tls, tcp)
    {
        open_shaken(&o, &c, tls, tcp);
        fill(&o);
        const size_t sent = o.out_sent;
        assert_quiet(&o);
        assert_int_equal(o.out_sent, sent);
        UNTIL(&c, c.got_length == MUCH);
        assert_memory_equal(c.got, pattern(MUCH), MUCH);
        assert_int_equal(o.out_sent, MUCH);
        assert_quiet(&o);
        wires_close(&o, &c);
    }
}

/* What the transport says that it took arrives, though the rest is not offered; and short records
 * are many. */
static void what_was_taken_arrives(void **state)
{
    owner o;
    client c;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        wires_open(&o, &c, wires_tls, true);
        if (i)
            SSL_set_tlsext_max_fragment_length(c.ssl, TLSEXT_max_fragment_length_512);
        wires_shake(&o, &c);
        size_t taken = 0;
        for (long count = 1; count > 0; taken += (size_t)count) {
            count = sv_transport_write(&o.t, pattern(MUCH) + taken, MUCH - taken);
            assert_true(count >= 0);
        }
        assert_true(taken > 0 && taken < MUCH);
        UNTIL(&c, c.got_length == taken);
        assert_quiet(&o);
        assert_int_equal(o.readies, 1);
        o.out = pattern(MUCH); /* now the rest */
        o.out_length = MUCH;
        o.out_sent = taken;
        sv_transport_want(&o.t, false, true);
        UNTIL(&c, c.got_length == MUCH);
        assert_memory_equal(c.got, pattern(MUCH), MUCH);
        wires_close(&o, &c);
    }
}

/* Both ends write, and read only a little at a time. */
static void both_directions_do_not_block_each_other(void **state)
{
    owner o;
    client c;
    (void)state;
    EACH_KIND(tls, tcp)
    {
        open_shaken(&o, &c, tls, tcp);
        o.reads_once = true;
        o.chunk = 1000;
        o.out = pattern(MUCH);
        o.out_length = MUCH;
        sv_transport_want(&o.t, true, true);
        for (size_t sent = 0; sent < MUCH; sent += 50000) {
            client_send(&c, pattern(MUCH) + sent, 50000);
            if (c.ssl && sent == 500000)
                assert_int_equal(SSL_key_update(c.ssl, SSL_KEY_UPDATE_REQUESTED), 1);
            client_read(&c);
        }
        UNTIL(&c, o.got_length == MUCH && c.got_length == MUCH);
        assert_memory_equal(o.got, pattern(MUCH), MUCH);
        assert_memory_equal(c.got, pattern(MUCH), MUCH);
        wires_close(&o, &c);
    }
}

/* One record is decrypted as a whole, of which poll knows nothing more. */
static void decrypted_bytes_are_not_forgotten(void **state)
{
    enum { RECORD = 16384 };
    owner o;
    client c;
    (void)state;
    for (unsigned tcp = 0; tcp < 2; tcp++) {
        open_shaken(&o, &c, wires_tls, tcp);
        o.reads_once = true;
        o.chunk = 100;
        client_send(&c, pattern(RECORD), RECORD);
        sv_transport_want(&o.t, true, false);
        UNTIL(&c, o.got_length == 5000);
        assert_true(sv_transport_pending(&o.t));
        sv_transport_want(&o.t, false, false); /* nobody reads: the loop sleeps */
        assert_quiet(&o);
        assert_int_equal(o.got_length, 5000);
        sv_transport_want(&o.t, true, false);
        UNTIL(&c, o.got_length == RECORD);
        assert_memory_equal(o.got, pattern(RECORD), RECORD);
        assert_quiet(&o);
        for (unsigned i = 0; i < 20; i++) /* many records that arrive together */
            client_send(&c, "record", 6);
        UNTIL(&c, o.got_length == RECORD + 120);
        assert_false(sv_transport_pending(&o.t));
        wires_close(&o, &c);
    }
}

static void renew_keys(client *c)
{
    assert_int_equal(SSL_key_update(c->ssl, SSL_KEY_UPDATE_NOT_REQUESTED), 1);
    assert_int_equal(SSL_do_handshake(c->ssl), 1);
}

/* OpenSSL would go on reading for as long as a client renews its keys. */
static void records_without_content_are_limited(void **state)
{
    enum { FEW = 20, MANY = 150 };
    owner o;
    client c;
    (void)state;
    for (unsigned at_once = 0; at_once < 2; at_once++) {
        open_shaken(&o, &c, wires_tls, false);
        o.reads = true;
        for (unsigned i = 0; i < 3; i++) {
            for (unsigned n = 0; n < FEW; n++)
                renew_keys(&c);
            sv_transport_want(&o.t, true, false);
            client_send(&c, "?", 1);
            UNTIL(&c, o.got_length == i + 1);
        }
        assert_false(o.ended);
        for (unsigned i = 0; i < MANY && !o.ended; i++) {
            renew_keys(&c);
            if (!at_once)
                loop_step();
        }
        assert_int_equal(o.ended, !at_once);
        if (at_once) {
            client_send(&c, "?", 1);
            UNTIL(&c, o.ended);
        }
        assert_int_equal(o.got_length, 3);
        wires_close(&o, &c);
    }
}

/* A loop that slept after the last ready() would leave the work of that call undone. */
static void the_loop_does_not_sleep_after_decrypted_bytes(void **state)
{
    owner o;
    client c;
    (void)state;
    open_shaken(&o, &c, wires_tls, false);
    o.reads_once = true;
    o.chunk = 5;
    client_send(&c, "1234512345", 10);
    sv_transport_want(&o.t, true, false);
    UNTIL(&c, o.got_length == 5);
    assert_int_equal(uv_backend_timeout(&wires_loop), 0);
    loop_step();
    assert_int_equal(o.got_length, 10);
    assert_int_equal(uv_backend_timeout(&wires_loop), 0);
    assert_quiet(&o);
    wires_close(&o, &c);
}

/* The client writes into memory, and a part of that is sent. */
static size_t encrypt(client *c, const void *bytes, int length, unsigned char *room, int size)
{
    BIO *memory = BIO_new(BIO_s_mem());
    SSL_set0_wbio(c->ssl, memory);
    assert_int_equal(SSL_write(c->ssl, bytes, length), length);
    return (size_t)BIO_read(memory, room, size);
}

static void half_a_record_keeps_nobody_awake(void **state)
{
    unsigned char room[2000];
    owner o;
    client c;
    (void)state;
    open_shaken(&o, &c, wires_tls, false);
    o.reads = true;
    sv_transport_want(&o.t, true, false);
    const size_t length = encrypt(&c, pattern(1000), 1000, room, sizeof room);
    assert_true(length > 1000);
    assert_int_equal(send(c.fd, room, 500, 0), 500);
    assert_quiet(&o);
    assert_int_equal(o.got_length, 0);
    assert_int_equal(send(c.fd, room + 500, length - 500, 0), length - 500);
    UNTIL(NULL, o.got_length == 1000);
    wires_close(&o, &c);
}

/* ----------------------------------------------------------------------------------------- ends */

static void end_side(client *c, bool with_notice)
{
    if (c->ssl && with_notice)
        assert_true(SSL_shutdown(c->ssl) >= 0);
    shutdown(c->fd, SHUT_WR);
}

static void a_peer_that_has_ended_its_side_is_answered(void **state)
{
    owner o;
    client c;
    (void)state;
    for (unsigned notice = 0; notice < 2; notice++)
        EACH_KIND(tls, tcp)
        {
            open_shaken(&o, &c, tls, tcp);
            o.reads = true;
            sv_transport_want(&o.t, true, false);
            client_send(&c, "question", 8);
            end_side(&c, notice);
            UNTIL(NULL, o.ended);
            assert_int_equal(o.got_length, 8);
            assert_quiet(&o); /* though reading is still wanted */
            assert_int_equal(sv_transport_read(&o.t, o.got, 8), -1);
            assert_int_equal(sv_transport_write(&o.t, "answer", 6), 6);
            sv_transport_shut(&o.t);
            assert_true(sv_transport_is_shut(&o.t));
            UNTIL(&c, c.ended);
            assert_int_equal(c.got_length, 6);
            assert_quiet(&o);
            wires_close(&o, &c);
        }
}

static void reset(client *c)
{
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(c->fd);
    c->fd = -1;
}

/* What the owner wants decides when it learns of it: at once if it waits for anything. */
static void a_reset_ends_it(void **state)
{
    owner o;
    client c;
    (void)state;
    for (unsigned kind = 0; kind < 8; kind++) {
        open_shaken(&o, &c, kind & 1 ? wires_tls : NULL, true);
        const unsigned before = o.readies;
        if (kind & 2)
            fill(&o);
        o.reads = true;
        sv_transport_want(&o.t, kind & 4, kind & 2);
        reset(&c);
        if (kind & 6) {
            UNTIL(NULL, o.ended);
        } else {
            assert_quiet(&o);
            assert_int_equal(o.readies, before);
            const long count = sv_transport_write(&o.t, "x", 1);
            assert_int_equal(count, -1);
        }
        assert_int_equal(sv_transport_write(&o.t, "x", 1), -1);
        assert_quiet(&o);
        wires_close(&o, &c);
    }
}

/* The system reports the error as long as bytes wait before it. */
static void bytes_before_a_reset_are_read(void **state)
{
    owner o;
    client c;
    (void)state;
    open_shaken(&o, &c, NULL, true);
    o.reads_once = true;
    o.chunk = 100;
    client_send(&c, pattern(1000), 1000);
    reset(&c);
    sv_transport_want(&o.t, true, false);
    UNTIL(NULL, o.ended);
    assert_int_equal(o.got_length, 1000);
    assert_quiet(&o);
    wires_close(&o, &c);
}

static void it_lingers_after_it_was_shut(void **state)
{
    owner o;
    client c;
    (void)state;
    EACH_KIND(tls, tcp)
    {
        open_shaken(&o, &c, tls, tcp);
        o.reads = true;
        sv_transport_want(&o.t, true, false);
        assert_int_equal(sv_transport_write(&o.t, "answer", 6), 6);
        sv_transport_shut(&o.t);
        sv_transport_shut(&o.t);
        assert_int_equal(sv_transport_write(&o.t, "more", 4), -1);
        UNTIL(&c, c.ended);
        assert_int_equal(c.got_length, 6);
        client_send(&c, "too late", 8);
        UNTIL(&c, o.got_length == 8);
        assert_false(o.ended);
        end_side(&c, true);
        UNTIL(NULL, o.ended);
        assert_quiet(&o);
        wires_close(&o, &c);
    }
}

/* All that was taken arrives before the end. If the owner gives the rest up, a TLS peer sees that
 * something is missing. */
static void shutting_waits_for_a_slow_reader(void **state)
{
    owner o;
    client c;
    (void)state;
    EACH_KIND(tls, tcp)
    {
        open_shaken(&o, &c, tls, tcp);
        fill(&o);
        o.out = NULL;
        sv_transport_shut(&o.t);
        assert_quiet(&o);
        UNTIL(&c, tls ? c.broken : c.ended);
        assert_true(sv_transport_is_shut(&o.t));
        assert_int_equal(c.got_length, o.out_sent);
        assert_memory_equal(c.got, pattern(MUCH), c.got_length);
        wires_close(&o, &c);
    }
}

/* Records of one size fill the socket; when the client has read one, there is room for one. */
static void the_notice_of_the_end_waits_for_room(void **state)
{
    enum { SIZE = 3000 };
    owner o;
    client c;
    size_t taken = 0;
    (void)state;
    open_shaken(&o, &c, wires_tls, false);
    for (long count = SIZE; count == SIZE; taken += (size_t)count)
        count = sv_transport_write(&o.t, pattern(MUCH) + taken, SIZE);
    assert_int_equal(SSL_read_ex(c.ssl, c.got, SIZE, &c.got_length), 1);
    assert_int_equal(c.got_length, SIZE);
    assert_int_equal(sv_transport_write(&o.t, pattern(MUCH) + taken, SIZE), SIZE);
    taken += SIZE;
    sv_transport_shut(&o.t);
    assert_false(sv_transport_is_shut(&o.t));
    assert_int_equal(sv_transport_write(&o.t, "more", 4), -1);
    assert_quiet(&o);
    UNTIL(&c, c.ended || c.broken);
    assert_true(c.ended);
    assert_int_equal(c.got_length, taken);
    assert_memory_equal(c.got, pattern(MUCH), taken);
    assert_true(sv_transport_is_shut(&o.t));
    assert_int_equal(o.readies, 1);
    wires_close(&o, &c);
}

/* Only shutting says that nothing is missing. */
static void closing_is_no_end_in_order(void **state)
{
    owner o;
    client c;
    (void)state;
    open_shaken(&o, &c, wires_tls, false);
    assert_int_equal(sv_transport_write(&o.t, "half", 4), 4);
    sv_transport_close(&o.t);
    UNTIL(&c, c.broken);
    assert_int_equal(c.got_length, 4);
    assert_false(c.ended);
    assert_int_equal(sv_transport_read(&o.t, o.got, 4), -1);
    assert_int_equal(sv_transport_write(&o.t, "x", 1), -1);
    UNTIL(NULL, o.closes);
    SSL_free(c.ssl);
    close(c.fd);
    free(o.got);
    free(c.got);
}

static void assert_closes_itself(owner *o, client *c)
{
    o->closes_itself = true;
    for (unsigned i = 0; !o->closes; i++) {
        assert_true(i < 1000);
        if (c->ssl)
            client_shakes(c);
        loop_step();
    }
    assert_quiet(o);
    assert_int_equal(o->closes, 1);
    SSL_free(c->ssl);
    close(c->fd);
    free(o->got);
    free(c->got);
}

static void it_may_be_closed_inside_ready(void **state)
{
    owner o;
    client c;
    (void)state;
    wires_open(&o, &c, wires_tls, false); /* at the end of the handshake */
    assert_closes_itself(&o, &c);
    EACH_KIND(tls, tcp)
    for (unsigned how = 0; how < 4; how++) {
        open_shaken(&o, &c, tls, tcp);
        o.reads_once = true;
        o.chunk = 5;
        client_send(&c, "1234512345", 10);
        sv_transport_want(&o.t, how != 1, how & 1);
        if (how == 2) /* for decrypted bytes */
            UNTIL(&c, o.got_length == 5);
        assert_closes_itself(&o, &c);
    }
}

static int count_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void what_cannot_be_polled_is_closed(void **state)
{
    owner o = {.readies = 0};
    (void)state;
    const int before = count_descriptors();
    for (unsigned tls = 0; tls < 2; tls++) {
        const int fd = open(wires_path("cert.pem"), O_RDONLY);
        assert_true(fd >= 0);
        assert_false(sv_transport_open(&o.t, &wires_loop, fd, tls ? wires_tls : NULL));
    }
    assert_int_equal(count_descriptors(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, wires_setup, wires_teardown)
        TEST(bytes_go_both_ways),
        TEST(nothing_comes_that_is_not_wanted),
        TEST(the_loop_is_told_only_of_changes),
        TEST(a_peer_that_does_not_read_is_waited_for),
        TEST(what_was_taken_arrives),
        TEST(both_directions_do_not_block_each_other),
        TEST(decrypted_bytes_are_not_forgotten),
        TEST(records_without_content_are_limited),
        TEST(the_loop_does_not_sleep_after_decrypted_bytes),
        TEST(half_a_record_keeps_nobody_awake),
        TEST(a_peer_that_has_ended_its_side_is_answered),
        TEST(a_reset_ends_it),
        TEST(bytes_before_a_reset_are_read),
        TEST(it_lingers_after_it_was_shut),
        TEST(shutting_waits_for_a_slow_reader),
        TEST(the_notice_of_the_end_waits_for_room),
        TEST(closing_is_no_end_in_order),
        TEST(it_may_be_closed_inside_ready),
        TEST(what_cannot_be_polled_is_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
