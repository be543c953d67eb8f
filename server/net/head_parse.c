/* The head of an HTTP/1 request, read from bytes that may arrive one by one. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "net/head_parts.h"

/* One space, or the end of the line, ends each of the three words of the request line. */
typedef struct word {
    const char *text;
    size_t length;
} word;

static bool bad(sv_head *head, const char *why)
{
    return sv_head_refuse(head, SV_HEAD_BAD, "%s", why);
}

/* Cuts the text up to a mark off the line; the whole line if there is none. */
static word cut(word *line, char mark)
{
    const char *end = line->length ? memchr(line->text, mark, line->length) : NULL;
    const word first = {line->text, end ? (size_t)(end - line->text) : line->length};
    const size_t used = first.length + (end != NULL);
    line->text += used;
    line->length -= used;
    return first;
}

static void add(sv_head *head, const char *name, word value)
{
    sv_head_add(head, name, strlen(name), value.text, value.length);
}

/* ----------------------------------------------------------------------------- the request line */

/* "HTTP/1.0" or "HTTP/1.1". A later minor version is one that a server of 1.1 understands. */
static bool take_version(sv_head *head, word version)
{
    const char *at = version.text;
    if (version.length != 8 || memcmp(at, "HTTP/", 5) != 0 || at[5] < '0' || at[5] > '9' ||
        at[6] != '.' || at[7] < '0' || at[7] > '9')
        return bad(head, "The first line is not like \"GET / HTTP/1.1\".");
    if (at[5] != '1')
        return sv_head_refuse(head, SV_HEAD_WRONG_VERSION,
                              "This server speaks HTTP/1.1, and HTTP/2 over TLS.");
    head->minor = at[7] != '0';
    return true;
}

/* The length of "http://" or "https://" if the target begins with it. */
static size_t scheme_length(word target)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (target.length >= strlen(schemes[i]) &&
            strncasecmp(target.text, schemes[i], strlen(schemes[i])) == 0)
            return strlen(schemes[i]);
    return 0;
}

/* "http://host/path" means what "/path" with this host means; the path may be empty. */
static void take_absolute(sv_head *head, word target)
{
    char rooted[SV_HEAD_LINE + 2];
    word authority = target;
    for (authority.length = 0; authority.length < target.length; authority.length++)
        if (strchr("/?#", target.text[authority.length]))
            break;
    add(head, ":authority", authority);
    target.text += authority.length;
    target.length -= authority.length;
    if (target.length == 0 || target.text[0] != '/') {
        const int length =
            snprintf(rooted, sizeof rooted, "/%.*s", (int)target.length, target.text);
        target = (word){rooted, (size_t)length};
    }
    add(head, ":path", target);
}

static void take_request_line(sv_head *head, word line)
{
    const word method = cut(&line, ' ');
    word target = cut(&line, ' ');
    if (!take_version(head, line))
        return;
    add(head, ":method", method);
    const size_t scheme = scheme_length(target);
    target.text += scheme;
    target.length -= scheme;
    if (scheme > 0)
        take_absolute(head, target);
    else
        add(head, ":path", target);
}

/* --------------------------------------------------------------------------------- header lines */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void take_field(sv_head *head, word line)
{
    if (is_blank(line.text[0])) {
        bad(head, "A header line begins with a space: lines cannot be continued.");
        return;
    }
    const word name = cut(&line, ':');
    if (line.text[-1] != ':') {
        bad(head, "A header line has no colon.");
        return;
    }
    while (line.length > 0 && is_blank(line.text[0])) {
        line.text++;
        line.length--;
    }
    while (line.length > 0 && is_blank(line.text[line.length - 1]))
        line.length--;
    if (name.length == 0)
        bad(head, "A header line has no name.");
    else
        sv_head_add(head, name.text, name.length, line.text, line.length);
}

/* ------------------------------------------------------------------------------- the whole head */

/* Reads all lines again, now into one head. */
static enum sv_head_result take_lines(sv_head *head, const char *bytes, size_t length)
{
    bool begun = false;
    sv_head_begin(head);
    for (size_t at = 0; at < length && head->result == SV_HEAD_WHOLE;) {
        const char *end = memchr(bytes + at, '\r', length - at);
        const word line = {bytes + at, (size_t)(end - bytes) - at};
        if (line.length > 0 && begun)
            take_field(head, line);
        else if (line.length > 0)
            take_request_line(head, line);
        begun = begun || line.length > 0;
        at += line.length + 2;
    }
    return sv_head_finish(head);
}

/* Checks a line by itself. */
static bool check_line(sv_head *head, word line, bool begun)
{
    sv_head_begin(head);
    head->minor = 1;
    if (begun)
        take_field(head, line);
    else
        take_request_line(head, line);
    return head->result == SV_HEAD_WHOLE;
}

/* Checks the byte at progress->seen. */
static bool check_byte(sv_head *head, const sv_head_progress *p, const char *bytes)
{
    const char c = bytes[p->seen];
    const bool after_cr = p->seen > p->line && bytes[p->seen - 1] == '\r';
    if (after_cr != (c == '\n'))
        return bad(head, "Lines end with CR and LF; one came without the other.");
    if (((unsigned char)c < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7f)
        return bad(head, "The head of the request has a control character.");
    return p->begun || p->seen - p->line < SV_HEAD_LINE + 2 ||
           sv_head_refuse(head, SV_HEAD_URI_TOO_LONG,
                          "The first line of a request has at most %d bytes.", SV_HEAD_LINE);
}

bool sv_head_asks_for_head(const char *bytes, size_t length)
{
    static const char method[] = "HEAD ";
    if (length >= 2 && memcmp(bytes, "\r\n", 2) == 0) {
        bytes += 2;
        length -= 2;
    }
    return length >= sizeof method - 1 && memcmp(bytes, method, sizeof method - 1) == 0;
}

enum sv_head_result sv_head_parse(sv_head *head, sv_head_progress *progress, const char *bytes,
                                  size_t length)
{
    sv_head_begin(head);
    while (progress->seen < length && progress->seen < SV_HEAD_BYTES) {
        if (!check_byte(head, progress, bytes))
            return head->result;
        if (bytes[progress->seen++] != '\n')
            continue;
        const word line = {bytes + progress->line, progress->seen - progress->line - 2};
        if (line.length == 0 && progress->begun)
            return take_lines(head, bytes, progress->seen);
        /* One empty line before a request is ignored, as RFC 9112 2.2 asks for. */
        if (line.length > 0 || progress->line > 0) {
            if (!check_line(head, line, progress->begun))
                return head->result;
            progress->begun = true;
        }
        progress->line = progress->seen;
    }
    if (progress->seen == SV_HEAD_BYTES)
        sv_head_refuse_size(head);
    else
        head->result = SV_HEAD_PARTIAL;
    return head->result;
}
