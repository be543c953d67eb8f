#include "lines.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------------------- places */

/* Columns count characters, not bytes. */
void rec_place(const rec_cursor *cursor, rec_error *error)
{
    error->line = cursor->number;
    error->column = 1;
    for (const char *c = cursor->line; c < cursor->at; c++)
        error->column += ((unsigned char)*c & 0xc0) != 0x80;
}

/* ------------------------------------------------------------------------------------ reading */

void rec_skip_spaces(rec_cursor *cursor)
{
    while (*cursor->at == ' ' || *cursor->at == '\t')
        cursor->at++;
}

bool rec_at_end(rec_cursor *cursor)
{
    rec_skip_spaces(cursor);
    return !*cursor->at;
}

bool rec_skip(rec_cursor *cursor, char c)
{
    rec_skip_spaces(cursor);
    if (*cursor->at != c)
        return false;
    cursor->at++;
    return true;
}

bool rec_take_number(rec_cursor *cursor, unsigned max, unsigned *number)
{
    uint64_t value = 0;
    rec_skip_spaces(cursor);
    const char *at = cursor->at;
    for (; isdigit((unsigned char)*at) && value <= max; at++)
        value = value * 10 + (unsigned)(*at - '0');
    if (at == cursor->at || value > max)
        return false;
    cursor->at = at;
    *number = (unsigned)value;
    return true;
}

static bool is_word_letter(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

bool rec_take_word(rec_cursor *cursor, char *word, size_t size)
{
    size_t length = 0;
    rec_skip_spaces(cursor);
    for (; is_word_letter(cursor->at[length]); length++) {
        if (length + 1 == size)
            return false;
        const char c = cursor->at[length];
        word[length] = c == '_' ? '-' : (char)tolower((unsigned char)c);
    }
    word[length] = '\0';
    cursor->at += length;
    return length > 0;
}

static bool fail_text(const rec_cursor *cursor, rec_error *error, const char *what)
{
    rec_place(cursor, error);
    return rec_fail(error, "bad-syntax", "%s", what);
}

static bool take_quoted(rec_cursor *cursor, char *text, size_t size, rec_error *error)
{
    size_t length = 0;
    const char *at = cursor->at + 1;
    for (; *at && *at != '"'; at++) {
        if (*at == '\\' && *++at != '\\' && *at != '"')
            return fail_text(cursor, error, "Expected \\\" or \\\\ after a backslash.");
        if (length + 1 == size)
            return fail_text(cursor, error, "This text is too long.");
        text[length++] = *at;
    }
    if (!*at)
        return fail_text(cursor, error, "Expected a second quotation mark.");
    text[length] = '\0';
    cursor->at = at + 1;
    return true;
}

bool rec_take_text(rec_cursor *cursor, const char *stops, char *text, size_t size, bool *quoted,
                   rec_error *error)
{
    rec_skip_spaces(cursor);
    *quoted = *cursor->at == '"';
    if (*quoted)
        return take_quoted(cursor, text, size, error);
    size_t length = strcspn(cursor->at, stops);
    const char *end = cursor->at + length;
    while (length > 0 && (cursor->at[length - 1] == ' ' || cursor->at[length - 1] == '\t'))
        length--;
    if (length == 0)
        return fail_text(cursor, error, "Expected a text here.");
    if (length + 1 > size)
        return fail_text(cursor, error, "This text is too long.");
    memcpy(text, cursor->at, length);
    text[length] = '\0';
    cursor->at = end;
    return true;
}

bool rec_same_name(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

bool rec_is_seat(const char *text, unsigned long *number)
{
    char *end;
    if (strncasecmp(text, "seat", 4) == 0)
        text += 4;
    text += strspn(text, " \t");
    if (!isdigit((unsigned char)*text))
        return false;
    *number = strtoul(text, &end, 10);
    return !*end;
}

/* ------------------------------------------------------------------------------------- UTF-8 */

size_t rec_utf8_length(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    const size_t length = c[0] < 0x80                   ? 1
                          : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                          : c[0] >= 0xe0 && c[0] < 0xf0 ? 3
                          : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                                        : 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    const bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    const bool not_a_character = (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f);
    return overlong || not_a_character ? 0 : length;
}

void rec_mend_utf8(char *text)
{
    while (*text) {
        const size_t length = rec_utf8_length(text);
        if (length == 0)
            *text = '?';
        text += length ? length : 1;
    }
}

bool rec_is_plain_utf8(const char *text)
{
    while (*text) {
        const size_t length = rec_utf8_length(text);
        if (length == 0 || (unsigned char)*text < 0x20 || *text == 0x7f)
            return false;
        text += length;
    }
    return true;
}

/* ------------------------------------------------------------------------------------ writing */

static bool grow(rec_out *out, size_t wanted)
{
    size_t room = out->room ? out->room : 4096;
    while (room < wanted)
        room *= 2;
    char *text = realloc(out->text, room);
    if (!text)
        return false;
    out->text = text;
    out->room = room;
    return true;
}

void rec_add(rec_out *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    const size_t wanted = out->length + (size_t)length + 1;
    if (out->failed || length < 0 || (wanted > out->room && !(out->grows && grow(out, wanted)))) {
        out->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(out->text + out->length, out->room - out->length, format, arguments);
    va_end(arguments);
    out->length += (size_t)length;
}

static void add_quoted(rec_out *out, const char *text)
{
    rec_add(out, "\"");
    for (; *text; text++)
        rec_add(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    rec_add(out, "\"");
}

static bool needs_quotes(const char *text)
{
    const size_t length = strlen(text);
    return length == 0 || text[0] == ' ' || text[length - 1] == ' ' || strpbrk(text, "\"\\#:,;");
}

void rec_add_text(rec_out *out, const char *text)
{
    if (needs_quotes(text))
        add_quoted(out, text);
    else
        rec_add(out, "%s", text);
}

void rec_add_name(rec_out *out, const char *text)
{
    unsigned long number;
    if (isdigit((unsigned char)text[0]) || rec_is_seat(text, &number))
        add_quoted(out, text);
    else
        rec_add_text(out, text);
}
