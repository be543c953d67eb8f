/* Editing one line of input, as much as a move needs. */
#include <string.h>

#include "screen_term.h"

void edit_clear(edit_line *e)
{
    e->length = e->cursor = 0;
    e->text[0] = '\0';
    e->browsing = e->entries;
}

void edit_remember(edit_line *e)
{
    if (e->length == 0)
        return;
    if (e->entries == EDIT_HISTORY) {
        memmove(e->history[0], e->history[1], sizeof e->history - sizeof e->history[0]);
        e->entries--;
    }
    memcpy(e->history[e->entries++], e->text, sizeof e->text);
}

static void take_out(edit_line *e, unsigned from, unsigned to)
{
    memmove(e->text + from, e->text + to, e->length - to + 1);
    e->length -= to - from;
    e->cursor = from;
}

static void put_in(edit_line *e, const char *bytes, unsigned count)
{
    if (e->length + count >= EDIT_MAX)
        return;
    memmove(e->text + e->cursor + count, e->text + e->cursor, e->length - e->cursor + 1);
    memcpy(e->text + e->cursor, bytes, count);
    e->length += count;
    e->cursor += count;
}

static void type(edit_line *e, unsigned c)
{
    char bytes[4];
    unsigned count = 0;
    if (c < 0x80) {
        bytes[count++] = (char)c;
    } else if (c < 0x800) {
        bytes[count++] = (char)(0xc0 | c >> 6);
        bytes[count++] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        bytes[count++] = (char)(0xe0 | c >> 12);
        bytes[count++] = (char)(0x80 | (c >> 6 & 63));
        bytes[count++] = (char)(0x80 | (c & 63));
    } else {
        bytes[count++] = (char)(0xf0 | c >> 18);
        bytes[count++] = (char)(0x80 | (c >> 12 & 63));
        bytes[count++] = (char)(0x80 | (c >> 6 & 63));
        bytes[count++] = (char)(0x80 | (c & 63));
    }
    put_in(e, bytes, count);
}

static unsigned before(const edit_line *e)
{
    unsigned at = e->cursor;
    while (at > 0 && ((unsigned char)e->text[--at] & 0xc0) == 0x80) {
    }
    return at;
}

static unsigned after(const edit_line *e)
{
    unsigned at = e->cursor;
    if (at < e->length)
        at++;
    while (at < e->length && ((unsigned char)e->text[at] & 0xc0) == 0x80)
        at++;
    return at;
}

unsigned edit_word_start(const edit_line *e)
{
    unsigned at = e->cursor;
    while (at > 0 && e->text[at - 1] != ' ')
        at--;
    return at;
}

static void take_word(edit_line *e)
{
    unsigned at = e->cursor;
    while (at > 0 && e->text[at - 1] == ' ')
        at--;
    while (at > 0 && e->text[at - 1] != ' ')
        at--;
    take_out(e, at, e->cursor);
}

void edit_complete(edit_line *e, unsigned from, const char *word)
{
    const unsigned length = (unsigned)strlen(word);
    if (e->length - (e->cursor - from) + length >= EDIT_MAX)
        return;
    take_out(e, from, e->cursor);
    put_in(e, word, length);
}

/* Shows an older or a newer line. */
static void browse(edit_line *e, bool older)
{
    if (older ? e->browsing == 0 : e->browsing >= e->entries)
        return;
    e->browsing = older ? e->browsing - 1 : e->browsing + 1;
    if (e->browsing == e->entries)
        e->text[0] = '\0';
    else
        memcpy(e->text, e->history[e->browsing], sizeof e->text);
    e->length = e->cursor = (unsigned)strlen(e->text);
}

enum { CONTROL_A = 1, CONTROL_E = 5, CONTROL_K = 11, CONTROL_U = 21, CONTROL_W = 23 };

bool edit_key(edit_line *e, unsigned key)
{
    switch (key) {
    case TERM_LEFT:
        e->cursor = before(e);
        return true;
    case TERM_RIGHT:
        e->cursor = after(e);
        return true;
    case TERM_HOME:
    case CONTROL_A:
        e->cursor = 0;
        return true;
    case TERM_END:
    case CONTROL_E:
        e->cursor = e->length;
        return true;
    case TERM_UP:
    case TERM_DOWN:
        browse(e, key == TERM_UP);
        return true;
    case TERM_BACKSPACE:
        take_out(e, before(e), e->cursor);
        return true;
    case TERM_DELETE:
        take_out(e, e->cursor, after(e));
        return true;
    case CONTROL_K:
        take_out(e, e->cursor, e->length);
        return true;
    case CONTROL_U:
        take_out(e, 0, e->cursor);
        return true;
    case CONTROL_W:
        take_word(e);
        return true;
    default:
        if (key < 32 || key >= TERM_NONE)
            return false;
        type(e, key);
        return true;
    }
}
