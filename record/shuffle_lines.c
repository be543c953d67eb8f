/*
 * The lines of a record about its shuffle. A line that is there twice is refused: otherwise one
 * could be compared with a player's notes and the other be used.
 */
#include "shuffle_lines.h"

#include <stdio.h>
#include <string.h>

#include "lines.h"

enum { LINE_MAX_BYTES = 256 };

/* Lines that may come once. */
enum { LINE_SHUFFLE, LINE_TABLE, LINE_ATTEMPT, LINE_DREW, LINE_SEED };

static bool damaged(rec_error *error, const char *line)
{
    return rec_fail(error, "bad-shuffle",
                    "A line about the shuffle is damaged or comes twice: %.80s", line);
}

static bool once(rec_told *t, unsigned line)
{
    const bool first = !(t->lines >> line & 1);
    t->lines |= 1u << line;
    return first;
}

/* Copies a value that must fit. */
static bool take(char *value, size_t size, const char *text)
{
    return (size_t)snprintf(value, size, "%s", text) < size;
}

static bool read_version(rec_told *t, const char *text)
{
    t->version = strcmp(text, JN_SHUFFLE_1) == 0 ? 1 : strcmp(text, JN_SHUFFLE_2) == 0 ? 2 : 0;
    return once(t, LINE_SHUFFLE);
}

static bool read_drew(rec_told *t, const char *text)
{
    t->drew_zone = strstr(text, "zone") != NULL;
    t->drew_order = strstr(text, "order") != NULL;
    return once(t, LINE_DREW);
}

static bool read_attempt(rec_told *t, const char *text)
{
    rec_cursor c = {text, text, 0};
    return rec_take_number(&c, 1000000, &t->attempt) && rec_at_end(&c) && once(t, LINE_ATTEMPT);
}

/* "1: TEXT" after the name of the line; the text may begin and end with spaces. */
static const char *seat_text(const char *text, unsigned *seat)
{
    rec_cursor c = {text, text, 0};
    if (!rec_take_number(&c, EK_SEATS, seat) || *seat == 0 || !rec_skip(&c, ':'))
        return NULL;
    --*seat;
    return c.at + (*c.at == ' ');
}

static bool read_words(rec_told *t, const char *text)
{
    unsigned seat;
    text = seat_text(text, &seat);
    if (!text || (t->words_told >> seat & 1))
        return false;
    t->words_told |= 1u << seat;
    return take(t->words[seat], JN_WORDS_MAX, text);
}

static bool read_hex(char values[EK_SEATS][JN_SEED_TEXT], const char *text)
{
    unsigned seat;
    text = seat_text(text, &seat);
    return text && !values[seat][0] && take(values[seat], JN_SEED_TEXT, text);
}

/* The text after a prefix; NULL if the line does not begin with it. */
static const char *after(const char *line, const char *prefix)
{
    const size_t length = strlen(prefix);
    return strncmp(line, prefix, length) == 0 ? line + length : NULL;
}

static bool read_line(rec_told *t, const char *line)
{
    const char *text;
    if ((text = after(line, "# shuffle: ")))
        return read_version(t, text);
    if ((text = after(line, "# shuffle-drew:")))
        return read_drew(t, text);
    if ((text = after(line, "# shuffle-table: ")))
        return take(t->table, sizeof t->table, text) && once(t, LINE_TABLE);
    if ((text = after(line, "# shuffle-attempt: ")))
        return read_attempt(t, text);
    if ((text = after(line, "# shuffle-seed: ")))
        return take(t->seed, sizeof t->seed, text) && once(t, LINE_SEED);
    if ((text = after(line, "# shuffle-seal ")))
        return read_hex(t->seal, text);
    if ((text = after(line, "# shuffle-salt ")))
        return read_hex(t->salt, text);
    if ((text = after(line, "# shuffle-words ")))
        return read_words(t, text);
    return true;
}

/* Copies the next line without its end; false at the end of the text. A line that does not fit is
 * cut: none of those that count is so long. */
static bool next_line(const char **at, char line[LINE_MAX_BYTES])
{
    if (!**at)
        return false;
    const size_t length = strcspn(*at, "\n");
    const size_t end = length && (*at)[length - 1] == '\r' ? length - 1 : length;
    snprintf(line, LINE_MAX_BYTES, "%.*s", (int)(end < LINE_MAX_BYTES ? end : LINE_MAX_BYTES - 1),
             *at);
    *at += length + ((*at)[length] == '\n');
    return true;
}

bool rec_read_told(rec_told *told, const char *record, rec_error *error)
{
    char line[LINE_MAX_BYTES];
    *told = (rec_told){.version = 0};
    while (next_line(&record, line))
        if (line[0] == '#' && !read_line(told, line))
            return damaged(error, line);
    return true;
}

/* --------------------------------------------------------------------------------------- notes */

static bool has_line(const char *record, const char *wanted)
{
    char line[LINE_MAX_BYTES];
    while (next_line(&record, line))
        if (strcmp(line, wanted) == 0)
            return true;
    return false;
}

bool rec_has_notes(const char *record, const char *notes, unsigned players, rec_error *error)
{
    char line[LINE_MAX_BYTES];
    unsigned seals = 0, sealed = 0;
    bool committed = false;
    while (next_line(&notes, line)) {
        if (line[0] && !has_line(record, line))
            return rec_fail(error, "other-notes",
                            "Before the game the server showed \"%.120s\"; the record does not.",
                            line);
        if (after(line, "# shuffle-seal ")) {
            seals++;
            sealed += strstr(line, ": " JN_NO_SEAL) == NULL;
        }
        committed = committed || after(line, "commitment: ");
    }
    return (committed && sealed > 0 && seals == players) ||
           rec_fail(error, "bad-notes",
                    "The notes lack the commitment, or the seals of this game's players.");
}
