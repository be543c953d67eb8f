/* Adding comments to a record, without changing anything else in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_parts.h"

/* A record that is copied while it is read. */
typedef struct copy {
    rec_out out;
    const char *at, *end; /* not copied yet */
    unsigned line;        /* copied so far */
    unsigned moves;       /* of the last line that was told */
    char mark[64];        /* "# KIND:" */
    const rec_commenter *commenter;
} copy;

static void add_bytes(rec_out *out, const char *text, size_t length)
{
    while (length > 0) { /* rec_add takes numbers of type int */
        const int part = length < REC_LINE_MAX ? (int)length : REC_LINE_MAX;
        rec_add(out, "%.*s", part, text);
        text += part;
        length -= (size_t)part;
    }
}

/* The length of the next line without its end. */
static size_t line_length(const copy *c)
{
    const char *feed = memchr(c->at, '\n', (size_t)(c->end - c->at));
    size_t length = (size_t)((feed ? feed : c->end) - c->at);
    return length > 0 && c->at[length - 1] == '\r' ? length - 1 : length;
}

static const char gap[] = "  "; /* between a line and the comment */

/* The bytes of a line before a comment of ours and the gap in front of it. */
static size_t length_without_ours(const copy *c, size_t length)
{
    char line[REC_LINE_MAX];
    snprintf(line, sizeof line, "%.*s", (int)length, c->at);
    const char *ours = strstr(line + rec_find_comment(line), c->mark);
    if (!ours)
        return length;
    length = (size_t)(ours - line);
    for (unsigned i = 0; gap[i] && length > 0 && line[length - 1] == gap[i]; i++)
        length--;
    return length;
}

/* Ends the line that stands at c->at after so many of its bytes. */
static void end_line(copy *c, size_t copied)
{
    const char *feed = memchr(c->at + copied, '\n', (size_t)(c->end - c->at) - copied);
    const char *next = feed ? feed + 1 : c->end;
    const size_t length = line_length(c);
    add_bytes(&c->out, c->at + length, (size_t)(next - c->at) - length);
    c->at = next;
    c->line++;
}

/* Copies whole lines up to the given one. */
static void copy_to(copy *c, unsigned line)
{
    while (c->line + 1 < line && c->at < c->end) {
        const size_t length = line_length(c);
        add_bytes(&c->out, c->at, length);
        end_line(c, length);
    }
}

/* Behind so many bytes of a line. The mark is never cut. */
static void add_comment(copy *c, size_t length, const char *text)
{
    char comment[REC_LINE_MAX + sizeof c->mark + sizeof gap];
    const size_t room = REC_LINE_MAX - 1 - length;
    size_t size = (size_t)snprintf(comment, sizeof comment, "%s%s %s", gap, c->mark, text);
    if (strlen(gap) + strlen(c->mark) > room)
        return;
    size = size < room ? size : room;
    while (((unsigned char)comment[size] & 0xc0) == 0x80)
        size--; /* not within a character */
    add_bytes(&c->out, comment, size);
}

static void take_line(void *data, unsigned number, unsigned moves, unsigned plant)
{
    copy *c = data;
    char text[REC_LINE_MAX];
    const bool is_new = plant || moves != c->moves;
    copy_to(c, number);
    c->moves = moves;
    const size_t whole = line_length(c);
    const size_t kept = length_without_ours(c, whole);
    add_bytes(&c->out, c->at, kept);
    if (is_new && c->commenter->comment(c->commenter->data, moves, plant, text))
        add_comment(c, kept, text);
    end_line(c, whole);
}

static bool is_short_enough(const copy *c, rec_error *error)
{
    return c->out.length <= REC_RECORD_MAX ||
           rec_fail(error, "record-too-long",
                    "With comments the record would have more than %d bytes.", REC_RECORD_MAX);
}

char *rec_annotate(const char *name, const char *text, size_t size, const char *kind,
                   const rec_commenter *commenter, rec_error *error)
{
    copy c = {.out = {.grows = true}, .at = text, .end = text + size, .commenter = commenter};
    const rec_watch watch = {.line = take_line, .data = &c};
    snprintf(c.mark, sizeof c.mark, "# %s:", kind);
    rec_game *game = rec_read_watched(name, text, size, &watch, error);
    bool ok = game != NULL;
    rec_free(game);
    if (ok)
        copy_to(&c, UINT32_MAX);
    if (ok && c.out.failed)
        ok = rec_refuse_line(error, NULL, NULL, JN_NO_MEMORY);
    if (ok && is_short_enough(&c, error))
        return c.out.text;
    free(c.out.text);
    return NULL;
}
