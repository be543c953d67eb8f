/*
 * Bytes nobody would send to a web server, over a real connection to the real thing: parsing,
 * routing, headers, cookies, bodies, event streams.
 *
 * The input is text. A line "----" ends what is sent at once; what follows is sent when that has
 * been dealt with. Lines end as HTTP wants them to; '@' is the code of a running table, '~' a
 * token of Anna's, and '^' the length of what follows the first empty line.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "evening.h"

enum { PIECES_MAX = 12, LENGTH_MAX = 16384 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the lines of a head, and fills in how long its body is; returns the length. */
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

static void send_piece(visit *v, const evening *e, const uint8_t *piece, size_t length)
{
    static char text[LENGTH_MAX], whole[LENGTH_MAX];
    const size_t spelt = evening_spell(e, piece, length, text, sizeof text);
    visit_send(v, whole, finish(text, spelt, whole));
}

/* Whatever comes back begins as an answer, and none is a failure of ours. */
static void check_answer(const visit *v)
{
    if (v->length < 12)
        return;
    must(memcmp(v->heard, "HTTP/1.", 7) == 0, "an answer of HTTP");
    must(strchr("12345", v->heard[9]) != NULL, "a status");
    must(!memmem(v->heard, v->length, "HTTP/1.1 500", 12), "no failure");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static visit v;
    evening e;
    visit_begin(&v, &e);
    for (unsigned i = 0; i < PIECES_MAX && size > 0 && !v.ended; i++) {
        const uint8_t *mark = memmem(data, size, "\n----\n", 6);
        const size_t length = mark ? (size_t)(mark - data) + 1 : size;
        send_piece(&v, &e, data, length);
        const size_t used = length + (mark ? 5 : 0);
        data += used;
        size -= used;
    }
    check_answer(&v);
    visit_end(&v, &e);
    return 0;
}
