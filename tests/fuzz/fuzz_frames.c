/*
 * A WebSocket of a hostile client. Each line of the input is a frame: its first character sets
 * its header bits, the rest is its payload, in which '@' is the code of a running table.
 *
 *     bits 0-3 of the character   the opcode, 15 for text (so that 'o' is a plain message)
 *     bit 4                       more of the message follows in the next frame
 *     bit 7                       the frame is not masked
 *
 * and a character that is not a letter of ASCII sends the line as it is, without a frame.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "game_server.h"

enum { FRAMES_MAX = 24, LENGTH_MAX = 8192, TEXT = 1, CLOSE = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void shake_hands(connection *v, const server_game *g)
{
    static const char hello[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                                "Sec-WebSocket-Protocol: elektro-1\r\nCookie: elektro=~\r\n\r\n";
    char text[512];
    connection_send(
        v, text,
        game_server_expand(g, (const uint8_t *)hello, sizeof hello - 1, text, sizeof text));
    const char *end = memmem(v->heard, v->length, "\r\n\r\n", 4);
    must(end && memcmp(v->heard, "HTTP/1.1 101", 12) == 0, "the socket does not open");
    v->length -= (size_t)(end + 4 - v->heard);
    memmove(v->heard, end + 4, v->length);
}

/* What the frames so far ask of the server. */
typedef struct talk {
    unsigned asked; /* answers to whole messages, before anything is wrong */
    bool polite;    /* there were only such messages */
    bool framed;    /* there were only whole frames */
    bool unmasked;  /* one of them was not masked: the server must not go on */
} talk;

/* Sends one frame; returns whether it is a whole message that must be answered. */
static bool send_frame(connection *v, const server_game *g, talk *t, const uint8_t *line,
                       size_t length)
{
    static char text[LENGTH_MAX + 16];
    const unsigned odd = length ? line[0] : 'o';
    if (!isalpha((int)(odd & 0x7f))) {
        t->framed = false;
        connection_send(v, text, game_server_expand(g, line, length, text, LENGTH_MAX));
        return false;
    }
    const unsigned opcode = (odd & 15) == 15 ? TEXT : odd & 15;
    const bool masked = !(odd & 0x80), more = odd & 0x10;
    const size_t size =
        length ? game_server_expand(g, line + 1, length - 1, text + 8, LENGTH_MAX) : 0;
    char *at = text + 8;
    if (masked) /* with zeros, so that the payload stays readable */
        memset(at -= 4, 0, 4);
    if (size > 125) {
        *--at = (char)(size & 0xff);
        *--at = (char)(size >> 8);
    }
    *--at = (char)((masked ? 0x80 : 0) | (size > 125 ? 126 : size));
    *--at = (char)(opcode | (more ? 0 : 0x80));
    connection_send(v, at, (size_t)(text + 8 - at) + size);
    t->unmasked = t->unmasked || (t->framed && !masked);
    return opcode == TEXT && masked && !more && size > 0;
}

/* Parses the server's frames: every text is a reply or a push. Returns the number of replies. */
static unsigned count_replies(const connection *v, bool *closed)
{
    unsigned replies = 0;
    const uint8_t *at = (const uint8_t *)v->heard, *end = at + v->length;
    while (end - at >= 2) {
        const unsigned opcode = at[0] & 15;
        size_t size = at[1] & 0x7f, head = 2;
        must(!(at[1] & 0x80) && at[0] & 0x80, "a frame of the server is malformed");
        if (size == 127) /* longer than any reply here */
            break;
        if (size == 126 && end - at >= 4) {
            size = (size_t)at[2] << 8 | at[3];
            head = 4;
        }
        if ((size_t)(end - at) < head + size)
            break;
        if (opcode == TEXT) {
            json_t *said = json_loadb((const char *)at + head, size, 0, NULL);
            must(json_object_get(said, "ok") || json_object_get(said, "push"),
                 "a text is neither a reply nor a push");
            replies += json_object_get(said, "ok") != NULL;
            json_decref(said);
        }
        *closed = *closed || opcode == CLOSE;
        at += head + size;
    }
    return replies;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static connection v;
    server_game g;
    talk t = {.polite = true, .framed = true};
    bool closed = false;
    connection_open(&v, &g);
    shake_hands(&v, &g);
    for (unsigned i = 0; i < FRAMES_MAX && size > 0 && !v.ended; i++) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size;
        t.polite = send_frame(&v, &g, &t, data, length) && t.polite;
        t.asked += t.polite;
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    const unsigned replies = count_replies(&v, &closed);
    must(closed || v.ended || replies >= t.asked, "a request has no answer");
    must(closed || v.ended || !t.unmasked, "a frame that is not masked was taken");
    connection_close(&v, &g);
    return 0;
}
