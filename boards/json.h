/*
 * Reading JSON with messages a person can act on.
 *
 * Every function that fails has put "FILE: ENTRY: what is wrong" into the reader's error and
 * returns false or NULL; the first error ends the reading. Shared by the loader of boards and by
 * the program that turns data/ into tables.
 */
#ifndef ELEKTRO_BOARDS_JSON_H
#define ELEKTRO_BOARDS_JSON_H

#include <jansson.h>

#include "board.h"

typedef struct bd_reader {
    const char *file; /* as messages call it */
    bd_error *error;
    char at[128]; /* the entry being read, "city 5"; empty at the top */
} bd_reader;

/* A text from a file, cut and cleaned for a message. */
typedef struct bd_quoted {
    char text[BD_NAME_MAX + 8];
} bd_quoted;

/* The words of words.h, by enum; NULL ends them, so that they can be known keys. */
extern const char *const bd_edition_words[EK_EDITIONS + 1];
extern const char *const bd_fuel_words[EK_FUELS + 1];

/* Sets the entry that the next messages name; "" for the whole file. */
void bd_at(bd_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes the message; always returns false. */
bool bd_fail(bd_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

bd_quoted bd_quote(const char *text);

/* Parses a file of at most BD_FILE_MAX bytes, or a text, into an object; free with json_decref. */
json_t *bd_parse_file(bd_reader *reader);
json_t *bd_parse_text(bd_reader *reader, const char *text, size_t size);

/* Checks that an object has no key but the known ones, a list that NULL ends. */
bool bd_known_keys(bd_reader *reader, json_t *object, const char *const *known);

/* A member that must be there: of a type, a list of low..high entries, a text of at most max bytes,
 * an id. */
json_t *bd_member(bd_reader *reader, json_t *object, const char *key, json_type type);
json_t *bd_list(bd_reader *reader, json_t *object, const char *key, unsigned low, unsigned high);
const char *bd_text(bd_reader *reader, json_t *object, const char *key, size_t max);
const char *bd_id(bd_reader *reader, json_t *object, const char *key);

/* The same for an entry of a list, which messages call what. */
const char *bd_text_of(bd_reader *reader, json_t *value, const char *what, size_t max);

/* A whole number from low to high: of a value that messages call what, or of a member. */
bool bd_number_of(bd_reader *reader, json_t *value, const char *what, unsigned low, unsigned high,
                  uint8_t *number);
bool bd_number(bd_reader *reader, json_t *object, const char *key, unsigned low, unsigned high,
               uint8_t *number);

/* A list of exactly count such numbers. */
bool bd_numbers(bd_reader *reader, json_t *object, const char *key, unsigned count, unsigned low,
                unsigned high, uint8_t *numbers);

/* An object that gives a number up to high[fuel] for each fuel, and nothing else. */
bool bd_fuels(bd_reader *reader, json_t *object, const uint8_t high[EK_FUELS],
              uint8_t numbers[EK_FUELS]);

/* The edition of this name; -1 if there is none. */
int bd_edition_named(const char *word);

#endif
