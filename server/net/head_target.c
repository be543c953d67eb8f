/* The target of a request: "/path?query", with escapes. */
#include <string.h>

#include "lines.h"
#include "net/head_parts.h"
#include "wire.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The next byte of a text with escapes, behind which *at moves; -1 if an escape is cut or wrong. */
static int next_byte(const char **at, const char *end)
{
    const char c = *(*at)++;
    if (c != '%')
        return (unsigned char)c;
    const int high = end - *at >= 2 ? hex_digit((*at)[0]) : -1;
    const int low = high >= 0 ? hex_digit((*at)[1]) : -1;
    if (low < 0)
        return -1;
    *at += 2;
    return high * 16 + low;
}

/* Decodes a part of the target into the free room, without keeping it; NULL after a refusal. slash
 * is what becomes of one that was escaped. */
static char *decode(sv_head *head, const char *text, size_t length, char slash)
{
    char *out = sv_head_room(head, length);
    const char *end = text + length;
    size_t written = 0;
    for (const char *at = text; out && at < end;) {
        const bool escaped = *at == '%';
        const int c = next_byte(&at, end);
        if (c < 0) {
            sv_head_refuse(head, SV_HEAD_BAD,
                           "A \"%%\" in the address is not followed by two hexadecimal digits.");
            return NULL;
        }
        if (c < ' ' || c == 0x7f) {
            sv_head_refuse(head, SV_HEAD_BAD, "The address has a control character.");
            return NULL;
        }
        out[written++] = escaped && c == '/' ? slash : (char)c;
    }
    if (out)
        out[written] = '\0';
    return out;
}

/* The characters that do not need an escape, and some that browsers send without one. */
static bool is_visible(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] <= ' ' || (unsigned char)text[i] >= 0x7f || text[i] == '#')
            return false;
    return true;
}

static bool set_parts(sv_head *head, const char *target)
{
    const size_t length = strcspn(target, "?");
    const char *query = target + length + (target[length] == '?');
    const char *path = decode(head, target, length, SV_ESCAPED_SLASH);
    if (!path)
        return false;
    head->used += strlen(path) + 1;
    head->target = target;
    head->path = path;
    head->query = query;
    const char *decoded = decode(head, query, strlen(query), '/');
    return decoded && (rec_is_plain_utf8(decoded) ||
                       sv_head_refuse(head, SV_HEAD_BAD, "The query is not UTF-8."));
}

bool sv_head_set_target(sv_head *head, const char *text, size_t length)
{
    if (length > SV_HEAD_LINE)
        return sv_head_refuse(head, SV_HEAD_URI_TOO_LONG, "An address has at most %d bytes.",
                              SV_HEAD_LINE);
    if (length == 0 || text[0] != '/')
        return sv_head_refuse(head, SV_HEAD_BAD, "The address does not begin with \"/\".");
    if (!is_visible(text, length))
        return sv_head_refuse(head, SV_HEAD_BAD,
                              "The address has a character that must be escaped with \"%%\".");
    const char *target = sv_head_keep(head, text, length);
    return target && set_parts(head, target);
}

bool sv_head_query_part(const char **rest, char *part, size_t size)
{
    const char *at = *rest + strspn(*rest, "&");
    const char *end = at + strcspn(at, "&");
    size_t written = 0;
    while (at < end && written + 1 < size) {
        const char plus = *at;
        const int c = next_byte(&at, end);
        part[written++] = (char)(plus == '+' ? ' ' : c);
    }
    part[written] = '\0';
    *rest = end;
    return at == end;
}
