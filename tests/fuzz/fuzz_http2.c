/*
 * A hostile client of HTTP/2. Each line of the input is a frame:
 *
 *     its first character   the kind: d(ata), h(eaders), p(riority), r(eset), s(ettings), i (ping),
 *                           g(oaway), w(indow), c(ontinuation); others are the kind themselves
 *     the second            the flags, counted from '0': '5' is the end of headers and stream
 *     the third             the stream, counted from '0'
 *     the rest              the payload, in which '@' is the code of a running table, and '~'
 * Anna's token. After '=' come header fields, as "name=value" with '|' between them; after '#' a
 * number of four bytes; after '&' a message of a WebSocket.
 *
 * A line that is shorter is sent as it is. A '/' at the end of a line lets the server handle what
 * has come so far.
 */
#include <nghttp2/nghttp2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "game_server.h"

enum { FRAMES_MAX = 40, LENGTH_MAX = 8192, HEAD = 9, FRAME_MAX = 16384, SENT_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ------------------------------------------------------------------------------------- frames */

typedef struct message {
    size_t length;
    char bytes[SENT_MAX];
} message;

static void add(message *m, const void *bytes, size_t length)
{
    const size_t room = sizeof m->bytes - m->length;
    const size_t fits = length < room ? length : room;
    memcpy(m->bytes + m->length, bytes, fits);
    m->length += fits;
}

static void add_byte(message *m, size_t byte)
{
    const uint8_t one = (uint8_t)byte;
    add(m, &one, 1);
}

/* A text of HPACK, without compression. */
static void add_text(message *m, const char *text, size_t length)
{
    enum { SHORT = 127 };
    add_byte(m, length < SHORT ? length : SHORT);
    for (size_t left = length - SHORT, more = length >= SHORT; more; left >>= 7) {
        more = left > SHORT;
        add_byte(m, (left & SHORT) | (more ? 0x80 : 0));
    }
    add(m, text, length);
}

static void add_fields(message *m, const char *text, size_t length)
{
    for (const char *end = text + length; text < end;) {
        const char *bar = memchr(text, '|', (size_t)(end - text)), *field_end = bar ? bar : end;
        const char *equal = memchr(text, '=', (size_t)(field_end - text));
        const char *name_end = equal ? equal : field_end, *value = equal ? equal + 1 : field_end;
        add_byte(m, 0);
        add_text(m, text, (size_t)(name_end - text));
        add_text(m, value, (size_t)(field_end - value));
        text = field_end + 1;
    }
}

static void add_number(message *m, const char *text)
{
    const unsigned long number = strtoul(text, NULL, 10);
    for (int shift = 24; shift >= 0; shift -= 8)
        add_byte(m, number >> shift & 0xff);
}

static void add_socket_message(message *m, const char *text, size_t length)
{
    const size_t size = length < 125 ? length : 125;
    add_byte(m, 0x81);
    add_byte(m, 0x80 | size);
    add(m, "\0\0\0\0", 4); /* the mask */
    add(m, text, size);
}

static void add_payload(message *m, const char *text, size_t length)
{
    const char mark = length ? text[0] : '\0';
    if (mark == '=')
        add_fields(m, text + 1, length - 1);
    else if (mark == '#')
        add_number(m, text + 1);
    else if (mark == '&')
        add_socket_message(m, text + 1, length - 1);
    else
        add(m, text, length);
}

static void add_frame(message *m, const char *line, size_t length)
{
    static const char kinds[] = "dhprsuigwc";
    static message payload;
    const char *kind = memchr(kinds, line[0], sizeof kinds - 1);
    payload.length = 0;
    add_payload(&payload, line + 3, length - 3);
    const size_t size = payload.length < FRAME_MAX ? payload.length : FRAME_MAX;
    add_byte(m, 0);
    add_byte(m, size >> 8);
    add_byte(m, size & 0xff);
    add_byte(m, kind ? (size_t)(kind - kinds) : (uint8_t)line[0]);
    add_byte(m, (uint8_t)(line[1] - '0'));
    add(m, "\0\0\0", 3);
    add_byte(m, (uint8_t)(line[2] - '0'));
    add(m, payload.bytes, size);
}

/* Adds a line of the input to what is sent; returns whether it is to be sent now. */
static bool add_line(message *m, const server_game *g, const uint8_t *line, size_t length)
{
    static char text[LENGTH_MAX + 1];
    const bool now = length > 0 && line[length - 1] == '/';
    const size_t spelt = game_server_expand(g, line, length - now, text, LENGTH_MAX);
    text[spelt] = '\0';
    if (spelt < 3)
        add(m, text, spelt);
    else
        add_frame(m, text, spelt);
    return now;
}

/* ------------------------------------------------------------------------------------ answers */

/* The head of an answer can be read, and is no internal error. */
static void check_head(nghttp2_hd_inflater *fields, const uint8_t *bytes, size_t length)
{
    int flags = 0;
    while (!(flags & NGHTTP2_HD_INFLATE_FINAL)) {
        nghttp2_nv field;
        const ssize_t used = nghttp2_hd_inflate_hd2(fields, &field, &flags, bytes, length, 1);
        must(used >= 0, "the head of an answer cannot be read");
        bytes += used;
        length -= (size_t)used;
        if ((flags & NGHTTP2_HD_INFLATE_EMIT) && field.namelen == 7 &&
            memcmp(field.name, ":status", 7) == 0)
            must(memcmp(field.value, "500", 3) != 0, "the server failed with status 500");
    }
    nghttp2_hd_inflate_end_headers(fields);
}

/* All output of the server consists of frames that a client takes, and begins with settings. */
static void check_frames(const connection *v)
{
    nghttp2_hd_inflater *fields;
    const uint8_t *at = (const uint8_t *)v->heard, *end = at + v->length;
    must(nghttp2_hd_inflate_new(&fields) == 0, "no memory");
    must(v->length < HEAD || at[3] == NGHTTP2_SETTINGS, "the first frame has no settings");
    while (end - at >= HEAD) {
        const size_t length = (size_t)at[0] << 16 | (size_t)at[1] << 8 | at[2];
        must(length <= FRAME_MAX, "a frame is too long");
        must(at[3] <= NGHTTP2_CONTINUATION, "a frame has an unknown kind");
        if ((size_t)(end - at) < HEAD + length)
            break;
        if (at[3] == NGHTTP2_HEADERS)
            check_head(fields, at + HEAD, length);
        at += HEAD + length;
    }
    nghttp2_hd_inflate_del(fields);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static connection v;
    static message m;
    server_game g;
    connection_open_http2(&v, &g);
    m.length = 0;
    add(&m, NGHTTP2_CLIENT_MAGIC, NGHTTP2_CLIENT_MAGIC_LEN);
    for (unsigned i = 0; i < FRAMES_MAX && size > 0 && !v.ended; i++) {
        const uint8_t *newline = memchr(data, '\n', size);
        const size_t length = newline ? (size_t)(newline - data) : size;
        if (add_line(&m, &g, data, length)) {
            connection_send(&v, m.bytes, m.length);
            m.length = 0;
        }
        const size_t used = length + (newline != NULL);
        data += used;
        size -= used;
    }
    connection_send(&v, m.bytes, m.length);
    check_frames(&v);
    connection_close(&v, &g);
    return 0;
}
