/* Unit tests of the head of an HTTP/1 request: RFC 9110 and 9112, read strictly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/head.h"

enum { EVERY_CUT = 600 }; /* bytes of a head that is cut at every byte */

static sv_head head, other;

/* -------------------------------------------------------------------------------------- lines */

/* Reads bytes of which the first so many arrive first, then step more at a time. */
static enum sv_head_result parse_pieces(sv_head *into, const char *bytes, size_t length,
                                        size_t first, size_t step, unsigned *seen)
{
    sv_head_progress progress = {0};
    for (size_t arrived = first;; arrived += step) {
        const size_t now = arrived < length ? arrived : length;
        /* A block of its own for each call: reading behind it is found by the sanitizer. */
        char *copy = malloc(now + 1);
        assert_non_null(copy);
        memcpy(copy, bytes, now);
        const enum sv_head_result result = sv_head_parse(into, &progress, now ? copy : "", now);
        free(copy);
        assert_int_equal(result, into->result);
        *seen = progress.seen;
        if (result != SV_HEAD_PARTIAL || now == length)
            return result;
    }
}

static void assert_same(const sv_head *a, const sv_head *b)
{
    assert_int_equal(a->result, b->result);
    assert_string_equal(a->why, b->why);
    if (a->result != SV_HEAD_WHOLE)
        return;
    assert_int_equal(a->minor, b->minor);
    assert_string_equal(a->method, b->method);
    assert_string_equal(a->target, b->target);
    assert_string_equal(a->path, b->path);
    assert_string_equal(a->query, b->query);
    assert_true(a->length == b->length);
    assert_int_equal(a->count, b->count);
    for (unsigned i = 0; i < a->count; i++) {
        assert_string_equal(a->field[i].name, b->field[i].name);
        assert_string_equal(a->field[i].value, b->field[i].value);
    }
}

/* Reads bytes whole and in pieces, which makes no difference; every refusal has a sentence. */
static enum sv_head_result parse_bytes(const char *bytes, size_t length)
{
    unsigned seen, seen_in_pieces;
    const enum sv_head_result result = parse_pieces(&head, bytes, length, length, 1, &seen);
    for (size_t cut = 0; cut < length && length <= EVERY_CUT; cut++) {
        parse_pieces(&other, bytes, length, cut, length, &seen_in_pieces);
        assert_same(&head, &other);
        assert_int_equal(seen, seen_in_pieces);
    }
    for (size_t step = 1; step < 10; step += 2) {
        parse_pieces(&other, bytes, length, step, step, &seen_in_pieces);
        assert_same(&head, &other);
        assert_int_equal(seen, seen_in_pieces);
    }
    const bool refused = result != SV_HEAD_WHOLE && result != SV_HEAD_PARTIAL;
    assert_int_equal(refused, head.why[0] != '\0' && head.why[strlen(head.why) - 1] == '.');
    if (result == SV_HEAD_WHOLE)
        assert_true(seen >= 4 && memcmp(bytes + seen - 4, "\r\n\r\n", 4) == 0);
    return result;
}

static enum sv_head_result parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

/* A GET of HTTP/1.1 with these lines, each with its end. */
static enum sv_head_result parse_fields(const char *lines)
{
    char text[2 * SV_HEAD_BYTES];
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: a.example\r\n%s\r\n", lines);
    return parse(text);
}

static enum sv_head_result parse_line(const char *line)
{
    char text[2 * SV_HEAD_BYTES];
    snprintf(text, sizeof text, "%s\r\nHost: a.example\r\n\r\n", line);
    return parse(text);
}

static enum sv_head_result parse_target(const char *target)
{
    char line[2 * SV_HEAD_BYTES - 64];
    snprintf(line, sizeof line, "GET %s HTTP/1.1", target);
    return parse_line(line);
}

static void assert_field(const char *name, const char *value)
{
    assert_true(sv_head_has(&head, name));
    assert_string_equal(sv_head_get(&head, name), value);
}

static void a_head_is_read(void **state)
{
    (void)state;
    assert_int_equal(parse("POST /api/v1/guest?a=b HTTP/1.1\r\nHost: elektro.example:8017\r\n"
                           "Content-Type:application/json\r\nCONTENT-LENGTH: \t 15 \t\r\n"
                           "X-Empty:\r\nUser-Agent: a: b\r\n\r\n{\"name\":\"Anna\"}"),
                     SV_HEAD_WHOLE);
    assert_int_equal(head.minor, 1);
    assert_string_equal(head.method, "POST");
    assert_string_equal(head.target, "/api/v1/guest?a=b");
    assert_string_equal(head.path, "/api/v1/guest");
    assert_string_equal(head.query, "a=b");
    assert_string_equal(head.protocol, "");
    assert_true(head.length == 15);
    assert_int_equal(head.count, 5);
    assert_field("host", "elektro.example:8017");
    assert_field("content-type", "application/json");
    assert_field("content-length", "15");
    assert_field("x-empty", "");
    assert_field("user-agent", "a: b");
    assert_false(sv_head_has(&head, "cookie"));
    assert_string_equal(sv_head_get(&head, "cookie"), "");
}

static void the_body_begins_behind_the_head(void **state)
{
    static const char text[] = "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\n";
    sv_head_progress progress = {0};
    (void)state;
    assert_int_equal(sv_head_parse(&head, &progress, text, strlen(text)), SV_HEAD_WHOLE);
    assert_string_equal(text + progress.seen, "GET /2 HTTP/1.1\r\n");
}

static void a_head_may_be_incomplete(void **state)
{
    (void)state;
    assert_int_equal(parse(""), SV_HEAD_PARTIAL);
    assert_int_equal(parse("\r\n"), SV_HEAD_PARTIAL);
    assert_int_equal(parse("GET"), SV_HEAD_PARTIAL);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\r\n"), SV_HEAD_PARTIAL);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\r\n\r"), SV_HEAD_PARTIAL);
}

/* A client does not have to send a whole head to be told. */
static void a_bad_line_is_refused_when_it_ends(void **state)
{
    (void)state;
    assert_int_equal(parse("\x16\x03\x01"), SV_HEAD_BAD); /* TLS */
    assert_int_equal(parse("GET / HTTP/1.1\r\nX: \x7f"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nX: a\rY"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/3.0\r\n"), SV_HEAD_WRONG_VERSION);
    assert_int_equal(parse("hello\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost : a\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\n"), SV_HEAD_BAD);
}

static void lines_end_with_cr_and_lf(void **state)
{
    (void)state;
    assert_int_equal(parse("GET / HTTP/1.1\nHost: a\n\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\r\n\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("\r\rGET / HTTP/1.1\r\nHost: a\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"), SV_HEAD_WHOLE);
    assert_int_equal(parse("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"), SV_HEAD_BAD);
}

static void field_lines_have_one_form(void **state)
{
    static const char *const lines[] = {"X : y\r\n",      "X\t: y\r\n",       ": y\r\n",
                                        "X\r\n",          "X y: z\r\n",       " Folded: y\r\n",
                                        "X: y\r\n z\r\n", "X: y\r\n\tz\r\n",  "X: y\r\n \r\n",
                                        "X(a): y\r\n",    "X\xc3\xa4: y\r\n", "\"X\": y\r\n",
                                        "X@: y\r\n",      "X/Y: y\r\n",       ":method: GET\r\n"};
    (void)state;
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(parse_fields(lines[i]), SV_HEAD_BAD);
        assert_int_equal(sv_head_status(head.result), 400);
    }
    assert_int_equal(parse_fields("X: y\r\n z: continued\r\n"), SV_HEAD_BAD);
    assert_string_equal(head.why, "A header line begins with a space: lines cannot be continued.");
    /* The first header line has nothing that it could continue. */
    assert_int_equal(parse("GET / HTTP/1.1\r\n Host: a\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse_fields("!#$%&'*+-.^_`|~09azAZ: y\r\n"), SV_HEAD_WHOLE);
    assert_field("!#$%&'*+-.^_`|~09azaz", "y");
}

static void there_are_no_control_characters(void **state)
{
    static const char start[] = "GET / HTTP/1.1\r\nHost: a\r\nX: y", end[] = "z\r\n\r\n";
    char text[128];
    (void)state;
    for (int c = 0; c < 256; c++) {
        const size_t length = sizeof start - 1 + 1 + sizeof end - 1;
        memcpy(text, start, sizeof start - 1);
        text[sizeof start - 1] = (char)c;
        memcpy(text + sizeof start, end, sizeof end - 1);
        const bool good = c == '\t' || (c >= ' ' && c != 0x7f);
        assert_int_equal(parse_bytes(text, length), good ? SV_HEAD_WHOLE : SV_HEAD_BAD);
        text[sizeof start - 4] = (char)c; /* in place of the colon */
        text[sizeof start - 1] = '-';
        assert_int_equal(parse_bytes(text, length), c == ':' ? SV_HEAD_WHOLE : SV_HEAD_BAD);
    }
    assert_int_equal(parse_fields("X: a\tb\r\n"), SV_HEAD_WHOLE);
    assert_field("x", "a b");
    assert_int_equal(parse_fields("X: a\r\nX: b\tc\r\n"), SV_HEAD_WHOLE);
    assert_field("x", "a, b c");
}

/* Parsers that match names letter by letter have taken "X" for the beginning of "X-Forwarded-For",
 * and the next line for its value. */
static void short_names_swallow_nothing(void **state)
{
    static const char *const names[] = {"X",  "x", "If",  "Content", "Sec",
                                        "Co", "H", "Hos", "Hostx"};
    char lines[256];
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        for (unsigned spaced = 0; spaced < 2; spaced++) {
            snprintf(lines, sizeof lines, "%s:%s\r\nX-Forwarded-For: 203.0.113.7\r\nOrigin: b\r\n",
                     names[i], spaced ? " 1" : "");
            assert_int_equal(parse_fields(lines), SV_HEAD_WHOLE);
            assert_field("x-forwarded-for", "203.0.113.7");
            assert_field("origin", "b");
            assert_field("host", "a.example");
            assert_int_equal(head.count, 4);
        }
    }
}

/* ------------------------------------------------------------------------------- request lines */

static void the_request_line_has_one_form(void **state)
{
    static const char *const lines[] = {"GET /",
                                        "GET",
                                        "GET  / HTTP/1.1",
                                        "GET /  HTTP/1.1",
                                        "GET / HTTP/1.1 ",
                                        " GET / HTTP/1.1",
                                        "GET\t/\tHTTP/1.1",
                                        "GET / x HTTP/1.1",
                                        "/ HTTP/1.1",
                                        "GET / http/1.1",
                                        "GET / HTTP/1",
                                        "GET / HTTP/1.",
                                        "GET / HTTP/1.10",
                                        "GET / HTTP/01.1",
                                        "GET / HTTP/x.1",
                                        "GET / HTTP/1.x",
                                        "GET / HTTP/1,1",
                                        "GET / HTTPS/1.1",
                                        "G(T / HTTP/1.1",
                                        "G\xc3\xa4T / HTTP/1.1",
                                        "GET: / HTTP/1.1"};
    (void)state;
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(parse_line(lines[i]), SV_HEAD_BAD);
}

static void methods_are_words_with_case(void **state)
{
    (void)state;
    assert_int_equal(parse_line("get / HTTP/1.1"), SV_HEAD_WHOLE);
    assert_string_equal(head.method, "get");
    assert_int_equal(parse_line("M-SEARCH / HTTP/1.1"), SV_HEAD_WHOLE);
    assert_string_equal(head.method, "M-SEARCH");
}

static void versions_other_than_1_are_refused(void **state)
{
    static const char *const wrong[] = {"0.9", "0.0", "2.0", "3.0", "9.9"};
    char line[64];
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(line, sizeof line, "GET / HTTP/%s", wrong[i]);
        assert_int_equal(parse_line(line), SV_HEAD_WRONG_VERSION);
        assert_int_equal(sv_head_status(head.result), 505);
    }
    assert_int_equal(parse("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), SV_HEAD_WRONG_VERSION);
    assert_int_equal(parse_line("GET / HTTP/1.0"), SV_HEAD_WHOLE);
    assert_int_equal(head.minor, 0);
    assert_int_equal(parse_line("GET / HTTP/1.2"), SV_HEAD_WHOLE);
    assert_int_equal(head.minor, 1);
}

static void targets_begin_with_a_slash(void **state)
{
    static const char *const bad[] = {"*",
                                      "a",
                                      "a.example:443",
                                      "?x",
                                      "ftp://a.example/",
                                      "http:/a",
                                      "http:a",
                                      "http://",
                                      "http:///x",
                                      "http://user@a.example/",
                                      "http://a.example#x",
                                      "http://a b/",
                                      "http://a.example:x/",
                                      "http://[::1/",
                                      "http://?x"};
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(parse_target(bad[i]), SV_HEAD_BAD);
    assert_int_equal(parse_line("CONNECT a.example:443 HTTP/1.1"), SV_HEAD_BAD);
    assert_int_equal(parse_line("OPTIONS * HTTP/1.1"), SV_HEAD_BAD);
}

/* The host of the target counts, not that of the field. */
static void an_absolute_target_has_the_host(void **state)
{
    static const char *const rows[][4] = {{"http://b.example/x?y", "b.example", "/x", "y"},
                                          {"HTTPS://b.example:8017/x", "b.example:8017", "/x", ""},
                                          {"http://[::1]:80/", "[::1]:80", "/", ""},
                                          {"http://b.example", "b.example", "/", ""},
                                          {"http://b.example?y=%20/", "b.example", "/", "y=%20/"}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(parse_target(rows[i][0]), SV_HEAD_WHOLE);
        assert_field("host", rows[i][1]);
        assert_int_equal(head.count, 1);
        assert_string_equal(head.path, rows[i][2]);
        assert_string_equal(head.query, rows[i][3]);
        assert_int_equal(head.target[0], '/');
    }
    assert_int_equal(parse("GET http://b.example/ HTTP/1.1\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET http://b.example/ HTTP/1.0\r\n\r\n"), SV_HEAD_WHOLE);
    assert_field("host", "b.example");
}

static void targets_are_decoded_once(void **state)
{
    static const char *const rows[][3] = {{"/", "/", ""},
                                          {"/a%20b", "/a b", ""},
                                          {"/%2525", "/%25", ""},
                                          {"/%41%7e%c3%A4", "/A~\xc3\xa4", ""},
                                          {"/a%2fb%3Fc",
                                           "/a\x1f"
                                           "b?c",
                                           ""},
                                          {"//a/../b/./c", "//a/../b/./c", ""},
                                          {"/%2e%2e/", "/../", ""},
                                          {"/a+b", "/a+b", ""},
                                          {"/?", "/", ""},
                                          {"/a?b?c&d=%26", "/a", "b?c&d=%26"},
                                          {"/{|}[]^`\"<>\\", "/{|}[]^`\"<>\\", ""}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(parse_target(rows[i][0]), SV_HEAD_WHOLE);
        assert_string_equal(head.target, rows[i][0]);
        assert_string_equal(head.path, rows[i][1]);
        assert_string_equal(head.query, rows[i][2]);
    }
}

static void bad_escapes_and_characters_are_refused(void **state)
{
    static const char *const wrong[] = {"%00", "%zz", "%4",  "%",   "%%41",     "%4%31",
                                        "%g0", "%0g", "%-1", "%0a", "%0D",      "%1f",
                                        "%7f", "%09", "#",   "a#b", "\xc3\xa4", "\t"};
    static const char *const no_utf8[] = {"%80", "%c3", "%c0%80", "%ff", "%ed%a0%80"};
    char target[64];
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(target, sizeof target, "/%s", wrong[i]);
        assert_int_equal(parse_target(target), SV_HEAD_BAD);
        snprintf(target, sizeof target, "/a?x=%s", wrong[i]);
        assert_int_equal(parse_target(target), SV_HEAD_BAD);
    }
    /* A path may have any bytes: it is compared with others. The fields of a query are text. */
    for (unsigned i = 0; i < sizeof no_utf8 / sizeof *no_utf8; i++) {
        snprintf(target, sizeof target, "/%s", no_utf8[i]);
        assert_int_equal(parse_target(target), SV_HEAD_WHOLE);
        snprintf(target, sizeof target, "/a?x=%s", no_utf8[i]);
        assert_int_equal(parse_target(target), SV_HEAD_BAD);
    }
    /* Half an escape at the end of the path is not completed by the query. */
    assert_int_equal(parse_target("/%4?1"), SV_HEAD_BAD);
    assert_string_equal(head.why,
                        "A \"%\" in the address is not followed by two hexadecimal digits.");
    assert_int_equal(parse_target("/?%0a"), SV_HEAD_BAD);
    assert_string_equal(head.why, "The address has a control character.");
    assert_int_equal(parse_target("/%?41"), SV_HEAD_BAD);
}

static void queries_are_read_in_parts(void **state)
{
    char part[8];
    const char *rest = "since=5&&a=%26%3d+%2b&b&toolongtoo&c=1&";
    (void)state;
    assert_true(sv_head_query_part(&rest, part, sizeof part));
    assert_string_equal(part, "since=5");
    assert_true(sv_head_query_part(&rest, part, sizeof part));
    assert_string_equal(part, "a=&= +");
    assert_true(sv_head_query_part(&rest, part, sizeof part));
    assert_string_equal(part, "b");
    assert_false(sv_head_query_part(&rest, part, sizeof part));
    assert_true(sv_head_query_part(&rest, part, sizeof part));
    assert_string_equal(part, "c=1");
    for (unsigned i = 0; i < 2; i++) {
        assert_true(sv_head_query_part(&rest, part, sizeof part));
        assert_string_equal(part, "");
    }
    rest = "";
    assert_true(sv_head_query_part(&rest, part, sizeof part));
    assert_string_equal(part, "");
}

/* -------------------------------------------------------------------------------------- fields */

static void a_request_has_one_host(void **state)
{
    static const char *const good[] = {"a",           "a.example", "a_b-c.example:",    "a:8017",
                                       "127.0.0.1:1", "[::1]",     "[2001:db8::1]:8017"};
    static const char *const wrong[] = {
        "",     ":80", "a b",   "a,b",      "a/b", "u@a",  "a:b",    "[::1", "[]",
        "[a]b", "[g]", "a:80:", "\xc3\xa4", "a?",  "a\"b", "[::1]x", "a%41"};
    char text[128];
    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", good[i]);
        assert_int_equal(parse(text), SV_HEAD_WHOLE);
        assert_field("host", good[i]);
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", wrong[i]);
        assert_int_equal(parse(text), SV_HEAD_BAD);
    }
    assert_int_equal(parse_fields("Host: b\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse_fields("host: a.example\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.1\r\nX: y\r\n\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse("GET / HTTP/1.0\r\n\r\n"), SV_HEAD_WHOLE);
    assert_false(sv_head_has(&head, "host"));
    assert_int_equal(parse("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"), SV_HEAD_BAD);
}

static void the_length_of_a_body_is_a_number(void **state)
{
    static const char *const wrong[] = {"",
                                        "5x",
                                        "+5",
                                        "-5",
                                        "0x5",
                                        "5 5",
                                        "5,5",
                                        "5, 5",
                                        "5.0",
                                        "1e3",
                                        "five",
                                        "\"5\"",
                                        "9999999999999999999",
                                        "18446744073709551621"};
    char line[128];
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(line, sizeof line, "Content-Length: %s\r\n", wrong[i]);
        assert_int_equal(parse_fields(line), SV_HEAD_BAD);
        assert_int_equal(sv_head_status(head.result), 400);
    }
    assert_int_equal(parse_fields(""), SV_HEAD_WHOLE);
    assert_true(head.length == -1);
    assert_int_equal(parse_fields("Content-Length: 0\r\n"), SV_HEAD_WHOLE);
    assert_true(head.length == 0);
    assert_int_equal(parse_fields("Content-Length: \t 5 \t\r\n"), SV_HEAD_WHOLE);
    assert_true(head.length == 5);
    assert_int_equal(parse_fields("Content-Length: 999999999999999999\r\n"), SV_HEAD_WHOLE);
    assert_true(head.length == INT64_C(999999999999999999));
    assert_int_equal(parse_fields("Content-Length: 5\r\nContent-Length: 6\r\n"), SV_HEAD_BAD);
    assert_int_equal(parse_fields("Content-Length: 5\r\ncontent-length: 5\r\n"), SV_HEAD_BAD);
}

static void bodies_of_unknown_length_are_refused(void **state)
{
    static const char *const lines[] = {"Transfer-Encoding: chunked\r\n",
                                        "transfer-encoding: identity\r\n", "Transfer-Encoding:\r\n",
                                        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                                        "Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n"};
    (void)state;
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(parse_fields(lines[i]), SV_HEAD_LENGTH_REQUIRED);
    assert_int_equal(parse("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
                     SV_HEAD_LENGTH_REQUIRED);
}

static void single_fields_do_not_come_twice(void **state)
{
    static const char *const names[] = {
        "Authorization", "Content-Type",      "Origin",
        "Last-Event-ID", "Sec-WebSocket-Key", "Sec-WebSocket-Version"};
    char lines[128];
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(lines, sizeof lines, "%s: 1\r\n", names[i]);
        assert_int_equal(parse_fields(lines), SV_HEAD_WHOLE);
        snprintf(lines, sizeof lines, "%s: 1\r\nX: y\r\n%s: 1\r\n", names[i], names[i]);
        assert_int_equal(parse_fields(lines), SV_HEAD_BAD);
    }
    assert_string_equal(head.why, "The header field \"sec-websocket-version\" comes twice.");
}

static void lines_of_one_name_are_one_list(void **state)
{
    (void)state;
    assert_int_equal(parse_fields("X-Forwarded-For: 1.1.1.1\r\nCookie: a=1\r\nEmpty:\r\n"
                                  "x-forwarded-FOR: 2.2.2.2, 3.3.3.3\r\nAfter: z\r\nCookie: b=2\r\n"
                                  "Empty:\r\nX-Forwarded-For: 4.4.4.4\r\nEmpty: 1\r\n"),
                     SV_HEAD_WHOLE);
    assert_int_equal(head.count, 5);
    assert_field("host", "a.example");
    assert_field("x-forwarded-for", "1.1.1.1, 2.2.2.2, 3.3.3.3, 4.4.4.4");
    assert_field("cookie", "a=1; b=2");
    assert_field("empty", ", , 1");
    assert_field("after", "z");
}

static void lists_are_searched_by_item(void **state)
{
    (void)state;
    assert_int_equal(parse_fields("Connection: keep-alive,\tUpgrade ,, x\r\nConnection: last\r\n"
                                  "Upgrade: websocket\r\nEmpty: , ,\r\n"),
                     SV_HEAD_WHOLE);
    assert_true(sv_head_lists(&head, "connection", "keep-alive"));
    assert_true(sv_head_lists(&head, "connection", "upgrade"));
    assert_true(sv_head_lists(&head, "connection", "X"));
    assert_true(sv_head_lists(&head, "connection", "last"));
    assert_false(sv_head_lists(&head, "connection", "keep"));
    assert_false(sv_head_lists(&head, "connection", "alive"));
    assert_false(sv_head_lists(&head, "connection", "upgrade2"));
    assert_false(sv_head_lists(&head, "connection", "close"));
    assert_false(sv_head_lists(&head, "connection", ""));
    assert_false(sv_head_lists(&head, "empty", ""));
    assert_true(sv_head_lists(&head, "upgrade", "WebSocket"));
    assert_false(sv_head_lists(&head, "te", "trailers"));
}

/* -------------------------------------------------------------------------------------- limits */

/* A head of exactly so many bytes. */
static enum sv_head_result parse_of_length(size_t length, const char *start)
{
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, 'a', length);
    memcpy(text, start, strlen(start));
    memcpy(text + length - 4, "\r\n\r\n", 4);
    const enum sv_head_result result = parse_bytes(text, length);
    free(text);
    return result;
}

static void long_heads_are_refused(void **state)
{
    static const char start[] = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    (void)state;
    assert_int_equal(parse_of_length(SV_HEAD_BYTES, start), SV_HEAD_WHOLE);
    assert_int_equal(strlen(sv_head_get(&head, "x")), SV_HEAD_BYTES - 4 - (sizeof start - 1));
    assert_int_equal(parse_of_length(SV_HEAD_BYTES + 1, start), SV_HEAD_TOO_LARGE);
    assert_int_equal(parse_of_length(3 * SV_HEAD_BYTES, start), SV_HEAD_TOO_LARGE);
    assert_int_equal(sv_head_status(head.result), 431);
}

static void long_request_lines_are_refused(void **state)
{
    char line[SV_HEAD_LINE + 8];
    (void)state;
    for (unsigned over = 0; over < 2; over++) {
        const size_t length = SV_HEAD_LINE + over;
        memset(line, 'a', sizeof line);
        memcpy(line, "GET /", 5);
        memcpy(line + length - 9, " HTTP/1.1", 10);
        assert_int_equal(parse_line(line), over ? SV_HEAD_URI_TOO_LONG : SV_HEAD_WHOLE);
    }
    assert_int_equal(sv_head_status(head.result), 414);
    assert_int_equal(parse_of_length(2 * SV_HEAD_BYTES, "GET /"), SV_HEAD_URI_TOO_LONG);
    /* All of it escaped, in the path and in the query: there is room for the decoded text. */
    memcpy(line, "GET /", 5);
    for (size_t i = 5; i + 3 + 9 < SV_HEAD_LINE; i += 3)
        memcpy(line + i, i == 3002 ? "%3f" : "%41", 4);
    memcpy(line + strlen(line), " HTTP/1.1", 10);
    assert_int_equal(parse_line(line), SV_HEAD_WHOLE);
    line[3002] = '?';
    line[3003] = line[3004] = '4';
    assert_int_equal(parse_line(line), SV_HEAD_WHOLE);
    assert_int_equal(strlen(head.path), 1000);
}

static void many_fields_are_refused(void **state)
{
    char lines[SV_HEAD_BYTES] = "";
    size_t length = 0;
    (void)state;
    for (unsigned i = 1; i < SV_HEAD_FIELDS; i++) /* and Host */
        length += (size_t)snprintf(lines + length, sizeof lines - length, "X%u: %u\r\n", i, i);
    assert_int_equal(parse_fields(lines), SV_HEAD_WHOLE);
    assert_int_equal(head.count, SV_HEAD_FIELDS);
    assert_field("x63", "63");
    snprintf(lines + length, sizeof lines - length,
             "X63: 64\r\n"); /* lines of one name count, too */
    assert_int_equal(parse_fields(lines), SV_HEAD_TOO_LARGE);
    lines[length] = '\0';
    char text[2 * SV_HEAD_BYTES];
    snprintf(text, sizeof text, "GET http://b/ HTTP/1.0\r\nX0: 0\r\n%s\r\n", lines);
    assert_int_equal(parse(text), SV_HEAD_WHOLE);
    assert_int_equal(head.count, SV_HEAD_FIELDS + 1);
    assert_field("host", "b");
}

/* The room suffices whatever the bytes of a head are used for. */
static void joined_fields_fit(void **state)
{
    char lines[SV_HEAD_BYTES] = "";
    size_t length = 0;
    (void)state;
    for (unsigned i = 1; i < SV_HEAD_FIELDS; i++)
        length += (size_t)snprintf(lines + length, sizeof lines - length, "%s:%0120u\r\n",
                                   i % 2 ? "a" : "b", i);
    assert_int_equal(parse_fields(lines), SV_HEAD_WHOLE);
    assert_int_equal(head.count, 3);
    assert_int_equal(strlen(sv_head_get(&head, "a")), 32 * 122 - 2);
    assert_int_equal(strlen(sv_head_get(&head, "b")), 31 * 122 - 2);
    assert_field("host", "a.example");
}

/* A client that sends a line byte by byte does not make the server read all of it each time. */
static void bytes_are_looked_at_once(void **state)
{
    char text[SV_HEAD_BYTES] = "GET / HTTP/1.1\r\nX: ";
    sv_head_progress progress = {0};
    (void)state;
    for (size_t length = strlen(text); length < sizeof text; length++) {
        assert_int_equal(sv_head_parse(&head, &progress, text, length), SV_HEAD_PARTIAL);
        assert_int_equal(progress.seen, length);
        memset(text, '\n', length - 1); /* would be refused; the last byte may be a CR */
        text[length] = 'y';
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_read),
        cmocka_unit_test(the_body_begins_behind_the_head),
        cmocka_unit_test(a_head_may_be_incomplete),
        cmocka_unit_test(a_bad_line_is_refused_when_it_ends),
        cmocka_unit_test(lines_end_with_cr_and_lf),
        cmocka_unit_test(field_lines_have_one_form),
        cmocka_unit_test(there_are_no_control_characters),
        cmocka_unit_test(short_names_swallow_nothing),
        cmocka_unit_test(the_request_line_has_one_form),
        cmocka_unit_test(methods_are_words_with_case),
        cmocka_unit_test(versions_other_than_1_are_refused),
        cmocka_unit_test(targets_begin_with_a_slash),
        cmocka_unit_test(an_absolute_target_has_the_host),
        cmocka_unit_test(targets_are_decoded_once),
        cmocka_unit_test(bad_escapes_and_characters_are_refused),
        cmocka_unit_test(queries_are_read_in_parts),
        cmocka_unit_test(a_request_has_one_host),
        cmocka_unit_test(the_length_of_a_body_is_a_number),
        cmocka_unit_test(bodies_of_unknown_length_are_refused),
        cmocka_unit_test(single_fields_do_not_come_twice),
        cmocka_unit_test(lines_of_one_name_are_one_list),
        cmocka_unit_test(lists_are_searched_by_item),
        cmocka_unit_test(long_heads_are_refused),
        cmocka_unit_test(long_request_lines_are_refused),
        cmocka_unit_test(many_fields_are_refused),
        cmocka_unit_test(joined_fields_fit),
        cmocka_unit_test(bytes_are_looked_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
