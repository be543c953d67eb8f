/* The head of a request: the rules for every HTTP, and looking things up. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "net/head_parts.h"

#define DIGITS  "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* ------------------------------------------------------------------------------------- refusing */

bool sv_head_refuse(sv_head *head, enum sv_head_result result, const char *format, ...)
{
    va_list arguments;
    if (head->result != SV_HEAD_WHOLE)
        return false;
    va_start(arguments, format);
    vsnprintf(head->why, sizeof head->why, format, arguments);
    va_end(arguments);
    head->result = result;
    return false;
}

bool sv_head_refuse_size(sv_head *head)
{
    return sv_head_refuse(head, SV_HEAD_TOO_LARGE, "The head of a request has at most %d bytes.",
                          SV_HEAD_BYTES);
}

unsigned sv_head_status(enum sv_head_result result)
{
    static const unsigned status[] = {
        [SV_HEAD_WHOLE] = 200,           [SV_HEAD_PARTIAL] = 408,      [SV_HEAD_BAD] = 400,
        [SV_HEAD_LENGTH_REQUIRED] = 411, [SV_HEAD_URI_TOO_LONG] = 414, [SV_HEAD_TOO_LARGE] = 431,
        [SV_HEAD_WRONG_VERSION] = 505,
    };
    return status[result];
}

static bool bad(sv_head *head, const char *why)
{
    return sv_head_refuse(head, SV_HEAD_BAD, "%s", why);
}

/* ----------------------------------------------------------------------------------- characters */

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

static bool is_token(const char *text, size_t length)
{
    static const char allowed[] = LETTERS DIGITS "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < length; i++)
        if (!text[i] || !strchr(allowed, text[i]))
            return false;
    return length > 0;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* "name", "name:port" or "[address]:port". Names beyond DNS, which RFC 3986 allows, are refused. */
static bool is_host(const char *text)
{
    const bool address = text[0] == '[';
    const size_t name =
        strspn(text + address, address ? DIGITS "abcdefABCDEF:." : LETTERS DIGITS "-._~");
    const char *end = text + address + name;
    if (name == 0 || (address && *end++ != ']'))
        return false;
    if (*end == ':')
        end += 1 + strspn(end + 1, DIGITS);
    return *end == '\0';
}

/* ----------------------------------------------------------------------------------------- text */

char *sv_head_room(sv_head *head, size_t length)
{
    if (length < sizeof head->text - head->used)
        return head->text + head->used;
    sv_head_refuse_size(head);
    return NULL;
}

char *sv_head_keep(sv_head *head, const char *text, size_t length)
{
    char *copy = sv_head_room(head, length);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
        head->used += length + 1;
    }
    return copy;
}

static sv_head_field *find(const sv_head *head, const char *name, size_t length)
{
    for (unsigned i = 0; i < head->count; i++) {
        const sv_head_field *f = &head->field[i];
        if (strlen(f->name) == length && strncasecmp(f->name, name, length) == 0)
            return (sv_head_field *)f;
    }
    return NULL;
}

/* --------------------------------------------------------------------------------------- fields */

static bool is_one_of(const char *const *names, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && strncasecmp(names[i], name, length) == 0)
            return true;
    return false;
}

/* Fields that are not lists: of two values a proxy could use one, and this server the other. */
static bool is_single(const char *name, size_t length)
{
    static const char *const names[] = {
        "authorization", "content-length", "content-type",      "host",
        "last-event-id", "origin",         "sec-websocket-key", "sec-websocket-version"};
    return is_one_of(names, sizeof names / sizeof *names, name, length);
}

/* Fields that say something about an HTTP/1 connection (RFC 9113 8.2.2). */
static bool is_of_connection(const char *name, size_t length, const char *value, size_t size)
{
    static const char *const names[] = {"connection", "keep-alive", "proxy-connection",
                                        "transfer-encoding", "upgrade"};
    if (length == 2 && memcmp(name, "te", 2) == 0)
        return size != 8 || strncasecmp(value, "trailers", 8) != 0;
    return is_one_of(names, sizeof names / sizeof *names, name, length);
}

static void blank_tabs(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\t')
            text[i] = ' ';
}

/* Adds another value to a field, and moves the text behind it. */
static bool join(sv_head *head, sv_head_field *f, const char *value, size_t length)
{
    const char *between = strcmp(f->name, "cookie") == 0 ? "; " : ", ";
    const size_t more = strlen(between) + length;
    if (!sv_head_room(head, more))
        return false;
    char *end = head->text + (f->value - head->text) + strlen(f->value);
    memmove(end + more, end, head->used - (size_t)(end - head->text));
    memcpy(end, between, strlen(between));
    memcpy(end + strlen(between), value, length);
    blank_tabs(end, more);
    head->used += more;
    for (unsigned i = 0; i < head->count; i++) {
        if (head->field[i].name > end)
            head->field[i].name += more;
        if (head->field[i].value > end)
            head->field[i].value += more;
    }
    return true;
}

static bool insert(sv_head *head, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    char *kept_name = sv_head_keep(head, name, name_length);
    char *kept_value = sv_head_keep(head, value, length);
    if (!kept_name || !kept_value)
        return false;
    for (char *c = kept_name; *c; c++)
        *c = lower(*c);
    blank_tabs(kept_value, length);
    head->field[head->count++] = (sv_head_field){kept_name, kept_value};
    return true;
}

static bool check_value(sv_head *head, const char *value, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (is_control(value[i]) && value[i] != '\t')
            return bad(head, "A header field has a control character.");
    return true;
}

/* What HTTP/2 refuses in addition. */
static bool check_field_of_2(sv_head *head, const char *name, size_t name_length, const char *value,
                             size_t length)
{
    for (size_t i = 0; i < name_length; i++)
        if (name[i] != lower(name[i]))
            return bad(head, "The names of header fields are in lower case in HTTP/2.");
    if (length > 0 && (strchr(" \t", value[0]) || strchr(" \t", value[length - 1])))
        return bad(head, "A header field has a space before or behind its value.");
    return !is_of_connection(name, name_length, value, length) ||
           bad(head, "HTTP/2 has no header fields about the connection.");
}

static bool add_field(sv_head *head, const char *name, size_t name_length, const char *value,
                      size_t length)
{
    if (!is_token(name, name_length))
        return bad(head, "The name of a header field has a space or another wrong character.");
    if (!check_value(head, value, length) ||
        (head->minor == 2 && !check_field_of_2(head, name, name_length, value, length)))
        return false;
    if (++head->lines > SV_HEAD_FIELDS)
        return sv_head_refuse(head, SV_HEAD_TOO_LARGE, "A request has at most %d header fields.",
                              SV_HEAD_FIELDS);
    sv_head_field *known = find(head, name, name_length);
    if (known && is_single(name, name_length))
        return sv_head_refuse(head, SV_HEAD_BAD, "The header field \"%s\" comes twice.",
                              known->name);
    return known ? join(head, known, value, length)
                 : insert(head, name, name_length, value, length);
}

/* ------------------------------------------------------------------------------------- building */

void sv_head_begin(sv_head *head)
{
    head->result = SV_HEAD_WHOLE;
    head->why[0] = '\0';
    head->minor = 2;
    head->method = head->target = head->path = head->query = head->protocol = "";
    head->scheme = head->authority = "";
    head->length = -1;
    head->count = head->lines = 0;
    head->received = head->used = 0;
}

static const char **pseudo_field(sv_head *head, const char *name, size_t length)
{
    const struct {
        const char *name;
        const char **value;
    } row[] = {{":method", &head->method},
               {":scheme", &head->scheme},
               {":authority", &head->authority},
               {":path", &head->target},
               {":protocol", &head->protocol}};
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++)
        if (strlen(row[i].name) == length && memcmp(row[i].name, name, length) == 0)
            return row[i].value;
    return NULL;
}

static bool add_pseudo_field(sv_head *head, const char *name, size_t name_length, const char *value,
                             size_t length)
{
    const char **place = pseudo_field(head, name, name_length);
    if (!place)
        return bad(head, "A header field that begins with \":\" is not known.");
    if (head->lines > 0)
        return bad(head, "A header field that begins with \":\" comes after another field.");
    if (**place)
        return bad(head, "A header field that begins with \":\" comes twice.");
    if (place == &head->target)
        return sv_head_set_target(head, value, length);
    if ((place == &head->method || place == &head->protocol) && !is_token(value, length))
        return bad(head, "The method or protocol of the request is not a word.");
    const char *copy = sv_head_keep(head, value, length);
    if (!copy || !check_value(head, value, length))
        return false;
    if (place == &head->authority && !is_host(copy))
        return bad(head, "The host of the request is not a name or an address.");
    if (place == &head->scheme && strcasecmp(copy, "http") != 0 && strcasecmp(copy, "https") != 0)
        return bad(head, "The scheme of the request is not http or https.");
    *place = copy;
    return true;
}

void sv_head_add(sv_head *head, const char *name, size_t name_length, const char *value,
                 size_t value_length)
{
    enum { AROUND = 4 }; /* colon, space, CR, LF */
    if (head->result != SV_HEAD_WHOLE)
        return;
    head->received += name_length + value_length + AROUND;
    if (head->minor == 2 && head->received > SV_HEAD_BYTES)
        sv_head_refuse_size(head);
    else if (name_length > 0 && name[0] == ':')
        add_pseudo_field(head, name, name_length, value, value_length);
    else
        add_field(head, name, name_length, value, value_length);
}

/* ------------------------------------------------------------------------------------ the whole */

/* What only HTTP/2 can leave out: the request line of HTTP/1 has it all. */
static bool check_pseudo_fields(sv_head *head)
{
    if (!head->method[0] || !head->scheme[0] || !head->target[0])
        return bad(head, "Expected :method, :scheme and :path.");
    if (strcmp(head->method, "CONNECT") == 0 && !head->protocol[0])
        return bad(head, "This server is not a proxy: CONNECT needs a :protocol.");
    return !head->protocol[0] || strcmp(head->method, "CONNECT") == 0 ||
           bad(head, "Only CONNECT has a :protocol.");
}

/* The host of the target replaces that of the field in HTTP/1 (RFC 9112 3.2.2), and must be the
 * same in HTTP/2 (RFC 9113 8.3.1). */
static bool set_host(sv_head *head)
{
    sv_head_field *host = find(head, "host", 4);
    const char *authority = head->authority;
    if (!host && head->minor == 1)
        return bad(head, "Expected the header field Host.");
    if (host && !is_host(host->value))
        return bad(head, "The host is not a name or an address.");
    if (!authority[0])
        return host || head->minor == 0 || bad(head, "Expected :authority.");
    if (host && head->minor == 2 && strcasecmp(host->value, authority) != 0)
        return bad(head, "The host is not that of :authority.");
    if (!host)
        host = &head->field[head->count++];
    *host = (sv_head_field){"host", authority};
    return true;
}

static bool set_length(sv_head *head)
{
    const char *length = sv_head_get(head, "content-length");
    if (sv_head_has(head, "transfer-encoding"))
        return sv_head_refuse(head, SV_HEAD_LENGTH_REQUIRED,
                              "Expected Content-Length, which may be 0, and no Transfer-Encoding.");
    if (!sv_head_has(head, "content-length"))
        return true;
    const size_t count = strspn(length, DIGITS);
    if (count == 0 || count > SV_HEAD_LENGTH_DIGITS || length[count])
        return sv_head_refuse(head, SV_HEAD_BAD,
                              "Expected a number of at most %d digits as Content-Length.",
                              SV_HEAD_LENGTH_DIGITS);
    head->length = strtoll(length, NULL, 10);
    return true;
}

enum sv_head_result sv_head_finish(sv_head *head)
{
    if (head->result == SV_HEAD_WHOLE && (head->minor < 2 || check_pseudo_fields(head)) &&
        set_host(head))
        set_length(head);
    return head->result;
}

/* ----------------------------------------------------------------------------------- looking up */

const char *sv_head_get(const sv_head *head, const char *name)
{
    const sv_head_field *f = find(head, name, strlen(name));
    return f ? f->value : "";
}

bool sv_head_has(const sv_head *head, const char *name)
{
    return find(head, name, strlen(name)) != NULL;
}

bool sv_head_lists(const sv_head *head, const char *name, const char *item)
{
    for (const char *at = sv_head_get(head, name); *at; at += strcspn(at, ",")) {
        at += strspn(at, " ,");
        size_t length = strcspn(at, ",");
        while (length > 0 && at[length - 1] == ' ')
            length--;
        if (length > 0 && length == strlen(item) && strncasecmp(at, item, length) == 0)
            return true;
    }
    return false;
}
