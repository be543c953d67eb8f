/*
 * The head of a request, by whichever HTTP it came: method, target and header fields.
 *
 * A head of HTTP/1 is read by sv_head_parse (RFC 9112), one of HTTP/2 is built field by field
 * (RFC 9113). Both are strict, and hold a head against the same rules: a head with two readings
 * could be read one way by a proxy and another way here, so it is refused. In particular:
 *
 *      lines of HTTP/1 end with CRLF and are never folded; there is no space before a colon
 *      names are tokens; values have no control characters (a tab inside becomes a space)
 *      the target is "/path?query", or "http://host/path?query", whose host replaces that of Host
 *      escapes in the target are two hexadecimal digits, and stand for no control character
 *      there is exactly one Host (HTTP/1.0: at most one)
 *      Content-Length is a number, and there is no Transfer-Encoding
 *      fields that have one value (Authorization, Origin, …) do not come twice
 *
 * A head is needed only while its request is routed. It points into itself: it cannot be copied.
 * After a refusal nobody knows where the next request begins: an HTTP/1 connection must end.
 */
#ifndef ELEKTRO_SERVER_NET_HEAD_H
#define ELEKTRO_SERVER_NET_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SV_HEAD_BYTES = 8192,       /* of a head, with its ends of lines */
    SV_HEAD_LINE = 8000,        /* bytes of the request line: what RFC 9112 asks for */
    SV_HEAD_FIELDS = 64,        /* header lines */
    SV_HEAD_LENGTH_DIGITS = 18, /* of Content-Length, which so fits into 64 bits */
    SV_HEAD_WHY = 128
};

enum sv_head_result {
    SV_HEAD_WHOLE,           /* the head can be used */
    SV_HEAD_PARTIAL,         /* more bytes are needed */
    SV_HEAD_BAD,             /* 400 */
    SV_HEAD_LENGTH_REQUIRED, /* 411: where the body ends cannot be told */
    SV_HEAD_URI_TOO_LONG,    /* 414 */
    SV_HEAD_TOO_LARGE,       /* 431 */
    SV_HEAD_WRONG_VERSION    /* 505 */
};

/* A header field. Lines of one name are one field, their values joined by ", " (cookies: "; "). */
typedef struct sv_head_field {
    const char *name; /* in lower case */
    const char *value;
} sv_head_field;

typedef struct sv_head {
    enum sv_head_result result;
    char why[SV_HEAD_WHY]; /* if it is refused: a sentence for the answer */
    unsigned minor;        /* 0 or 1 of HTTP/1; 2: HTTP/2 */
    const char *method;    /* as sent: any token, in upper or lower case */
    const char *target;    /* "/path?query" as sent, without a scheme and a host */
    /* Decoded once; "//" and "/../" are left alone. A slash that was escaped does not separate
     * anything: it is SV_ESCAPED_SLASH. */
    const char *path;
    const char *query;    /* as sent, with valid escapes; "" if there is none */
    const char *protocol; /* of an extended CONNECT of HTTP/2 ("websocket"); "" */
    int64_t length;       /* Content-Length; -1: there is none */
    unsigned count;
    sv_head_field field[SV_HEAD_FIELDS + 1]; /* and the host of the target */
    /* While it is built: */
    const char *scheme, *authority;
    unsigned lines;  /* header fields as they came */
    size_t received; /* their bytes, counted as lines of HTTP/1 */
    size_t used;     /* bytes of text */
    /* Room for everything as it was sent, and for the path once more. */
    char text[2 * SV_HEAD_BYTES];
} sv_head;

/* How much of an HTTP/1 head has been checked; all 0 before its first byte. */
typedef struct sv_head_progress {
    unsigned seen; /* bytes that have been looked at; of a whole head: its length */
    unsigned line; /* where the line begins that has not ended yet */
    bool begun;    /* the request line has ended */
} sv_head_progress;

/* Reads the head of an HTTP/1 request at the beginning of these bytes. While it is PARTIAL, call
 * it again with the same bytes and more behind them, and the same progress: no byte is looked at
 * again and again. Bad lines are refused as soon as they have ended, and the result does not depend
 * on the pieces in which the bytes came. The body, or the next request, begins at progress->seen.
 */
enum sv_head_result sv_head_parse(sv_head *head, sv_head_progress *progress, const char *bytes,
                                  size_t length);

/* Whether these bytes are the beginning of an HTTP/1 request whose method is HEAD, though the rest
 * may be missing or wrong. */
bool sv_head_asks_for_head(const char *bytes, size_t length);

/* Builds the head of an HTTP/2 request from its fields, with the pseudo-header fields (":method")
 * before the others. finish returns the first refusal, or WHOLE. The field "host" is the
 * :authority.
 */
void sv_head_begin(sv_head *head);
void sv_head_add(sv_head *head, const char *name, size_t name_length, const char *value,
                 size_t value_length);
enum sv_head_result sv_head_finish(sv_head *head);

/* The status of the answer to a head that is refused. */
unsigned sv_head_status(enum sv_head_result result);

/* The value of a field, whose name is given in lower case; "" if there is none. */
const char *sv_head_get(const sv_head *head, const char *name);
/* Whether there is such a field, if only an empty one. */
bool sv_head_has(const sv_head *head, const char *name);
/* Whether a field that is a list ("Connection: keep-alive, Upgrade") has this item, in upper or
 * lower case. */
bool sv_head_lists(const sv_head *head, const char *name, const char *item);

/* Reads the next part of a query, decoded ("since=5"), and moves on behind it; *rest is the query
 * at first. An empty text: there is none left. False: the part does not fit into the room. */
bool sv_head_query_part(const char **rest, char *part, size_t size);

#endif
