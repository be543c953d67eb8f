/* Unit tests of the head of an HTTP/2 request, which is built field by field: RFC 9113. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/head.h"

#define GET ":method=GET\n:scheme=https\n:authority=a.example\n:path=/a%20b?c\n"

static sv_head head;

static void add(const char *name, const char *value)
{
    sv_head_add(&head, name, strlen(name), value, strlen(value));
}

static enum sv_head_result finish(void)
{
    const enum sv_head_result result = sv_head_finish(&head);
    assert_int_equal(result, head.result);
    assert_int_equal(result != SV_HEAD_WHOLE,
                     head.why[0] != '\0' && head.why[strlen(head.why) - 1] == '.');
    return result;
}

/* Builds a head of lines "name=value". */
static enum sv_head_result build(const char *lines)
{
    sv_head_begin(&head);
    while (*lines) {
        const size_t name = strcspn(lines, "="), line = strcspn(lines, "\n");
        sv_head_add(&head, lines, name, lines + name + 1, line - name - 1);
        lines += line + 1;
    }
    return finish();
}

static enum sv_head_result build_with(const char *name, const char *value)
{
    assert_int_equal(build(GET), SV_HEAD_WHOLE);
    sv_head_begin(&head);
    add(":method", "GET");
    add(":scheme", "https");
    add(":authority", "a.example");
    add(":path", "/");
    add(name, value);
    return finish();
}

static void assert_field(const char *name, const char *value)
{
    assert_true(sv_head_has(&head, name));
    assert_string_equal(sv_head_get(&head, name), value);
}

static void a_head_is_built(void **state)
{
    (void)state;
    assert_int_equal(build(GET "cookie=a=1\naccept=x\ncookie=b=2\ncontent-length=7\nte=trailers\n"
                               "x=a\tb\n"),
                     SV_HEAD_WHOLE);
    assert_int_equal(head.minor, 2);
    assert_string_equal(head.method, "GET");
    assert_string_equal(head.target, "/a%20b?c");
    assert_string_equal(head.path, "/a b");
    assert_string_equal(head.query, "c");
    assert_string_equal(head.protocol, "");
    assert_true(head.length == 7);
    assert_field("host", "a.example");
    assert_field("cookie", "a=1; b=2");
    assert_field("accept", "x");
    assert_field("x", "a b");
    assert_int_equal(build(GET "x=y\nx=z\n"), SV_HEAD_WHOLE); /* nothing is left of the first */
    assert_int_equal(head.count, 2);
    assert_field("x", "y, z");
    assert_true(head.length == -1);
}

static void a_socket_is_an_extended_connect(void **state)
{
    (void)state;
    assert_int_equal(
        build(":method=CONNECT\n:protocol=websocket\n:scheme=https\n"
              ":path=/api/v1/socket\n:authority=a.example\nsec-websocket-version=13\n"),
        SV_HEAD_WHOLE);
    assert_string_equal(head.method, "CONNECT");
    assert_string_equal(head.protocol, "websocket");
    assert_string_equal(head.path, "/api/v1/socket");
    assert_int_equal(build(":method=CONNECT\n:protocol=a b\n:scheme=https\n:path=/\n"
                           ":authority=a.example\n"),
                     SV_HEAD_BAD);
    assert_int_equal(build(GET ":protocol=websocket\n"), SV_HEAD_BAD);
    assert_int_equal(build(":method=CONNECT\n:authority=a.example:443\n"), SV_HEAD_BAD);
    assert_int_equal(build(":method=CONNECT\n:scheme=https\n:authority=a.example\n:path=/\n"),
                     SV_HEAD_BAD);
    assert_int_equal(build(":method=CONNECT\n:protocol=websocket\n:authority=a.example\n"),
                     SV_HEAD_BAD);
}

static void missing_fields_are_refused(void **state)
{
    static const char *const rows[] = {
        "", ":scheme=https\n:authority=a\n:path=/\n", ":method=GET\n:authority=a\n:path=/\n",
        ":method=GET\n:scheme=https\n:authority=a\n", ":method=GET\n:scheme=https\n:path=/\n"};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(build(rows[i]), SV_HEAD_BAD);
}

/* A proxy that got the request by HTTP/1 may send "host" and no ":authority". */
static void the_host_may_be_a_field(void **state)
{
    (void)state;
    assert_int_equal(build(":method=GET\n:scheme=https\n:path=/\nhost=b.example\n"), SV_HEAD_WHOLE);
    assert_field("host", "b.example");
    assert_int_equal(build(GET "host=A.example\n"), SV_HEAD_WHOLE);
    assert_int_equal(head.count, 1);
    assert_field("host", "a.example");
    assert_int_equal(build(GET "host=b.example\n"), SV_HEAD_BAD);
    assert_int_equal(build(GET "host=\n"), SV_HEAD_BAD);
    assert_int_equal(build(GET "host=a.example\nhost=a.example\n"), SV_HEAD_BAD);
}

static void pseudo_fields_are_known_and_come_once_and_first(void **state)
{
    static const char *const names[] = {":method", ":scheme", ":authority", ":path"};
    static const char *const values[] = {"GET", "https", "a.example", "/"};
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(build_with(names[i], values[i]), SV_HEAD_BAD);
    assert_int_equal(build_with(":status", "200"), SV_HEAD_BAD);
    assert_int_equal(build_with(":", "x"), SV_HEAD_BAD);
    assert_int_equal(build_with(":Path", "/"), SV_HEAD_BAD);
    assert_int_equal(build(":method=GET\n:scheme=https\nx=y\n:authority=a.example\n:path=/\n"),
                     SV_HEAD_BAD);
}

static void values_of_pseudo_fields_are_checked(void **state)
{
    static const char *const wrong[] = {
        ":method=\n",      ":method=G T\n", ":scheme=\n",   ":scheme=ftp\n",
        ":authority=\n",   ":path=\n",      ":path=*\n",    ":path=https://a/\n",
        ":path=/#\n",      ":path=/ \n",    ":path=/%00\n", ":path=/\xc3\xa4\n",
        ":path=/?%zz\n",   ":path=a\n",     ":path=/\t\n",  ":authority=a b\n",
        ":authority=u@a\n"};
    static const char *const good[] = {":method=GET\n", ":scheme=http\n", ":authority=a\n",
                                       ":path=/\n"};
    char lines[128];
    (void)state;
    assert_int_equal(build(":method=GET\n:scheme=http\n:authority=a\n:path=/\n"), SV_HEAD_WHOLE);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lines[0] = '\0';
        for (unsigned f = 0; f < sizeof good / sizeof *good; f++) {
            const bool replaced = strncmp(good[f], wrong[i], strcspn(good[f], "=") + 1) == 0;
            const size_t length = strlen(lines);
            snprintf(lines + length, sizeof lines - length, "%s", replaced ? wrong[i] : good[f]);
        }
        assert_int_equal(build(lines), SV_HEAD_BAD);
    }
}

static void fields_have_one_form(void **state)
{
    static const char *const wrong[][2] = {
        {"", "x"},          {"X", "y"},     {"x y", "z"},  {"x:", "y"},
        {"x\xc3\xa4", "y"}, {"x", "a\nb"},  {"x", "a\rb"}, {"x", "a\x01"},
        {"x", "\x7f"},      {"x", " a"},    {"x", "a\t"},  {"x", " "},
        {"x", "\t"},        {"te", "gzip"}, {"te", ""},    {"te", "trailers, gzip"}};
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(build_with(wrong[i][0], wrong[i][1]), SV_HEAD_BAD);
    sv_head_begin(&head);
    sv_head_add(&head, "x", 1, "a\0b", 3);
    assert_int_equal(finish(), SV_HEAD_BAD);
    assert_string_equal(head.why, "A header field has a control character.");
    sv_head_begin(&head);
    sv_head_add(&head, "x\0", 2, "a", 1);
    assert_int_equal(finish(), SV_HEAD_BAD);
    assert_int_equal(build(GET "origin=a\norigin=a\n"), SV_HEAD_BAD);
    assert_int_equal(build(GET "content-length=5\ncontent-length=5\n"), SV_HEAD_BAD);
    assert_int_equal(build(GET "content-length=x\n"), SV_HEAD_BAD);
}

static void fields_about_the_connection_are_refused(void **state)
{
    static const char *const names[] = {"connection", "keep-alive", "proxy-connection",
                                        "transfer-encoding", "upgrade"};
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(build_with(names[i], "x"), SV_HEAD_BAD);
        assert_string_equal(head.why, "HTTP/2 has no header fields about the connection.");
    }
}

/* The first refusal stays, whatever follows. */
static void the_first_refusal_counts(void **state)
{
    (void)state;
    assert_int_equal(build("X=y\n" GET "content-length=x\n"), SV_HEAD_BAD);
    assert_string_equal(head.why, "The names of header fields are in lower case in HTTP/2.");
    assert_int_equal(head.count, 0);
}

static void long_heads_are_refused(void **state)
{
    static char text[SV_HEAD_BYTES + 1], lines[2 * SV_HEAD_BYTES];
    static const char get[] = ":method=GET\n:scheme=https\n:authority=%s\n:path=%s\n%s";
    (void)state;
    memset(text, 'a', sizeof text - 1);
    text[0] = '/';
    assert_int_equal(build_with("x", text), SV_HEAD_TOO_LARGE);
    assert_int_equal(sv_head_status(head.result), 431);
    text[SV_HEAD_LINE + 1] = '\0';
    snprintf(lines, sizeof lines, get, "a.example", text, "");
    assert_int_equal(build(lines), SV_HEAD_URI_TOO_LONG);
    assert_int_equal(sv_head_status(head.result), 414);
    text[SV_HEAD_LINE] = '\0';
    snprintf(lines, sizeof lines, get, "a.example", text, "x=y\nx=z\n");
    assert_int_equal(build(lines), SV_HEAD_WHOLE);
    assert_string_equal(head.path, text);
    assert_field("x", "y, z");
    text[0] = 'a';
    snprintf(lines, sizeof lines, get, text, "/", "x=y\nx=z\n");
    assert_int_equal(build(lines), SV_HEAD_WHOLE);
    assert_field("host", text);
}

static void many_fields_are_refused(void **state)
{
    char lines[SV_HEAD_BYTES] = GET;
    size_t length = strlen(lines);
    (void)state;
    for (unsigned i = 0; i < SV_HEAD_FIELDS; i++)
        length += (size_t)snprintf(lines + length, sizeof lines - length, "cookie=a=1\n");
    assert_int_equal(build(lines), SV_HEAD_WHOLE);
    assert_int_equal(strlen(sv_head_get(&head, "cookie")), 5 * SV_HEAD_FIELDS - 2);
    snprintf(lines + length, sizeof lines - length, "cookie=a=1\n");
    assert_int_equal(build(lines), SV_HEAD_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_built),
        cmocka_unit_test(a_socket_is_an_extended_connect),
        cmocka_unit_test(missing_fields_are_refused),
        cmocka_unit_test(the_host_may_be_a_field),
        cmocka_unit_test(pseudo_fields_are_known_and_come_once_and_first),
        cmocka_unit_test(values_of_pseudo_fields_are_checked),
        cmocka_unit_test(fields_have_one_form),
        cmocka_unit_test(fields_about_the_connection_are_refused),
        cmocka_unit_test(the_first_refusal_counts),
        cmocka_unit_test(long_heads_are_refused),
        cmocka_unit_test(many_fields_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
