/* Reading and writing lines of records and positions: a cursor in one line, and a growing text.
 * Internal to record/. */
#ifndef ELEKTRO_LINES_H
#define ELEKTRO_LINES_H

#include "notation.h"

/* ------------------------------------------------------------------------------------ reading */

/* A position in a line. Every function that reads skips spaces first, and does not move the cursor
 * if it fails. */
typedef struct rec_cursor {
    const char *line, *at;
    unsigned number; /* of the line, from 1 */
} rec_cursor;

/* Stores line and column of the cursor in error; the rec_fail that follows keeps them. */
void rec_place(const rec_cursor *cursor, rec_error *error);

void rec_skip_spaces(rec_cursor *cursor);
bool rec_at_end(rec_cursor *cursor);
/* Skips one character if it comes next. */
bool rec_skip(rec_cursor *cursor, char c);
/* A whole number up to max. */
bool rec_take_number(rec_cursor *cursor, unsigned max, unsigned *number);
/* Letters, digits and hyphens, in small letters; an underscore counts as a hyphen. */
bool rec_take_word(rec_cursor *cursor, char *word, size_t size);
/* A text in quotation marks, or everything up to one of the stops, without the spaces around it.
 * Fails with a message if it is empty, too long or not closed. */
bool rec_take_text(rec_cursor *cursor, const char *stops, char *text, size_t size, bool *quoted,
                   rec_error *error);

/* The length of the UTF-8 character at text; 0 if it is not one. */
size_t rec_utf8_length(const char *text);
/* Makes every byte that is not UTF-8 a "?", also those of a character that was cut off. */
void rec_mend_utf8(char *text);
/* Whether a text is UTF-8 without control characters. */
bool rec_is_plain_utf8(const char *text);

/* Whether two names are equal, ignoring ASCII case. */
bool rec_same_name(const char *a, const char *b);

/* Whether a text names a seat by number, "2" or "seat 2". */
bool rec_is_seat(const char *text, unsigned long *number);

/* ------------------------------------------------------------------------------------ writing */

/* A text being written: into a buffer of a given size, or growing if text is NULL at first. */
typedef struct rec_out {
    char *text;
    size_t length, room;
    bool grows, failed; /* failed: no room or no memory; further calls add nothing */
} rec_out;

void rec_add(rec_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a text that rec_take_text reads back, in quotation marks where it needs them: when it is
 * empty, has one of the marks of the format, or spaces at an end. */
void rec_add_text(rec_out *out, const char *text);
/* The same for a name, which must not be taken for a number or a seat either. */
void rec_add_name(rec_out *out, const char *text);

#endif
