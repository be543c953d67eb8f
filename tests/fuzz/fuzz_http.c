/*
 * Hostile bytes over a real connection to the real server: parsing,
 * routing, headers, cookies, bodies, event streams.
 *
 * The input is text. A line "----" ends a part; the next part is sent when the one before it has
 * been handled. Lines end with CRLF; '@' is the code of a running table, '~'
 * Anna's token, and '^' the length of the text after the first empty line.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "game_server.h"

enum { PIECES_MAX = 12, LENGTH_MAX = 16384 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the lines of a head with CRLF, and fills in the length of the body; returns the length. */
static size_t finish(const char *text, size_t length, char *out)
{
    const char *blank = memmem(text, length, "\n\n", 2);
    const size_t head = blank ? (size_t)(blank - text) + 2 : length;
    size_t written = 0;
    for (size_t i = 0; i < head && written + 32 < LENGTH_MAX; i++) {
        if (text[i] == '^')
            written += (size_t)snprintf(out + written, 24, "%zu", length - head);
        else if (text[i] == '\n' && !(i > 0 && text[i - 1] == '\r'))
            written += (size_t)snprintf(out + written, 24, "\r\n");
        else
            out[written++] = text[i];
    }
    const size_t body = length - head;
    const size_t fits = body < LENGTH_MAX - written ? body : LENGTH_MAX - written;
    memcpy(out + written, text + head, fits);
    return written + fits;
}

static void send_piece(connection *v, const server_game *g, const uint8_t *piece, size_t length)
{
    static char text[LENGTH_MAX], whole[LENGTH_MAX];
    const size_t spelt = game_server_expand(g, piece, length, text, sizeof text);
    connection_send(v, whole, finish(text, spelt, whole));
}

/* All output of the server begins with an answer, and none is an internal error. */
static void check_answer(const connection *v)
{
    if (v->length < 12)
        return;
    must(memcmp(v->heard, "HTTP/1.", 7) == 0, "the answer is not HTTP");
    must(strchr("12345", v->heard[9]) != NULL, "the answer has no status");
    must(!memmem(v->heard, v->length, "HTTP/1.1 500", 12), "the server failed with status 500");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static connection v;
    server_game g;
    connection_open(&v, &g);
    for (unsigned i = 0; i < PIECES_MAX && size > 0 && !v.ended; i++) {
        const uint8_t *mark = memmem(data, size, "\n----\n", 6);
        const size_t length = mark ? (size_t)(mark - data) + 1 : size;
        send_piece(&v, &g, data, length);
        const size_t used = length + (mark ? 5 : 0);
        data += used;
        size -= used;
    }
    check_answer(&v);
    connection_close(&v, &g);
    return 0;
}
