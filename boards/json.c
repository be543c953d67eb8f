#include "json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_(name, word) word,
const char *const bd_edition_words[] = {EK_EDITION_WORDS(WORD_) NULL};
const char *const bd_fuel_words[] = {EK_FUEL_WORDS(WORD_) NULL};
#undef WORD_

/* -------------------------------------------------------------------------------- messages */

void bd_at(bd_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->at, sizeof reader->at, format, arguments);
    va_end(arguments);
}

bool bd_fail(bd_reader *reader, const char *format, ...)
{
    char message[BD_ERROR_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    /* A message that does not fit is cut. */
    if (snprintf(reader->error->text, sizeof reader->error->text, "%.160s: %s%s%.300s",
                 reader->file, reader->at, *reader->at ? ": " : "", message) < 0)
        *reader->error->text = '\0';
    return false;
}

/* Cuts at a whole character, and shows control characters as '?' so that a terminal that prints
 * the message does not obey them. */
bd_quoted bd_quote(const char *text)
{
    bd_quoted quoted = {""};
    size_t length = 0;
    while (text[length] && length < BD_NAME_MAX) {
        const unsigned char c = (unsigned char)text[length];
        quoted.text[length++] = c < 0x20 || c == 0x7f ? '?' : (char)c;
    }
    if (text[length] == '\0')
        return quoted;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    snprintf(quoted.text + length, sizeof quoted.text - length, "...");
    return quoted;
}

static const char *type_word(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
        return "a whole number";
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        break;
    }
    return "null";
}

/* --------------------------------------------------------------------------------- parsing */

json_t *bd_parse_text(bd_reader *reader, const char *text, size_t size)
{
    json_error_t why;
    if (size > BD_FILE_MAX) {
        bd_fail(reader, "the file is larger than %d KiB", BD_FILE_MAX / 1024);
        return NULL;
    }
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &why);
    if (!root) {
        bd_at(reader, "line %d, column %d", why.line, why.column);
        bd_fail(reader, "%s", bd_quote(why.text).text);
        return NULL;
    }
    if (json_is_object(root))
        return root;
    bd_fail(reader, "the file must hold an object in braces, not %s", type_word(root));
    json_decref(root);
    return NULL;
}

static json_t *parse_stream(bd_reader *reader, FILE *stream)
{
    char *text = malloc(BD_FILE_MAX + 1);
    json_t *root = NULL;
    if (!text) {
        bd_fail(reader, "out of memory");
        return NULL;
    }
    const size_t size = fread(text, 1, BD_FILE_MAX + 1, stream);
    if (ferror(stream))
        bd_fail(reader, "cannot be read: %s", strerror(errno));
    else
        root = bd_parse_text(reader, text, size);
    free(text);
    return root;
}

json_t *bd_parse_file(bd_reader *reader)
{
    FILE *stream = fopen(reader->file, "rb");
    if (!stream) {
        bd_fail(reader, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    json_t *root = parse_stream(reader, stream);
    fclose(stream);
    return root;
}

/* --------------------------------------------------------------------------------- members */

static bool is_known(const char *key, const char *const *known)
{
    for (; *known; known++)
        if (strcmp(key, *known) == 0)
            return true;
    return false;
}

static bool fail_unknown_key(bd_reader *reader, const char *key, const char *const *known)
{
    char list[256] = "";
    size_t length = 0;
    for (; *known && length < sizeof list; known++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
                                   *known);
    return bd_fail(reader, "unknown key '%s'; the keys are %s", bd_quote(key).text, list);
}

bool bd_known_keys(bd_reader *reader, json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) if (!is_known(key, known)) return fail_unknown_key(
        reader, key, known);
    return true;
}

static bool has_type(const json_t *value, json_type type)
{
    return json_typeof(value) == type || (type == JSON_TRUE && json_is_false(value)) ||
           (type == JSON_REAL && json_is_integer(value));
}

static json_t *of_type(bd_reader *reader, json_t *value, const char *what, json_type type)
{
    static const char *const expected[] = {
        [JSON_OBJECT] = "an object in braces",
        [JSON_ARRAY] = "a list in brackets",
        [JSON_STRING] = "a text in quotes",
        [JSON_INTEGER] = "a whole number",
        [JSON_REAL] = "a number",
        [JSON_TRUE] = "true or false",
    };
    if (has_type(value, type))
        return value;
    bd_fail(reader, "'%s' must be %s, not %s", what, expected[type], type_word(value));
    return NULL;
}

json_t *bd_member(bd_reader *reader, json_t *object, const char *key, json_type type)
{
    json_t *value = json_object_get(object, key);
    if (value)
        return of_type(reader, value, key, type);
    bd_fail(reader, "'%s' is missing", key);
    return NULL;
}

json_t *bd_list(bd_reader *reader, json_t *object, const char *key, unsigned low, unsigned high)
{
    json_t *list = bd_member(reader, object, key, JSON_ARRAY);
    if (!list || (json_array_size(list) >= low && json_array_size(list) <= high))
        return list;
    if (low == high)
        bd_fail(reader, "'%s' must have %u entries, not %zu", key, low, json_array_size(list));
    else
        bd_fail(reader, "'%s' must have %u to %u entries, not %zu", key, low, high,
                json_array_size(list));
    return NULL;
}

/* ------------------------------------------------------------------------------------ texts */

static bool has_control_character(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return true;
    return false;
}

const char *bd_text_of(bd_reader *reader, json_t *value, const char *what, size_t max)
{
    if (!of_type(reader, value, what, JSON_STRING))
        return NULL;
    const char *text = json_string_value(value);
    if (*text == '\0')
        bd_fail(reader, "'%s' must not be empty", what);
    else if (json_string_length(value) > max)
        bd_fail(reader, "'%s' must have at most %zu bytes: '%s'", what, max, bd_quote(text).text);
    else if (has_control_character(text))
        bd_fail(reader, "'%s' must not have control characters: '%s'", what, bd_quote(text).text);
    else
        return text;
    return NULL;
}

const char *bd_text(bd_reader *reader, json_t *object, const char *key, size_t max)
{
    json_t *value = bd_member(reader, object, key, JSON_STRING);
    return value ? bd_text_of(reader, value, key, max) : NULL;
}

const char *bd_id(bd_reader *reader, json_t *object, const char *key)
{
    const char *id = bd_text(reader, object, key, BD_ID_MAX);
    if (!id || id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0')
        return id;
    bd_fail(reader, "'%s' must be small letters, digits and hyphens, not '%s'", key,
            bd_quote(id).text);
    return NULL;
}

/* ---------------------------------------------------------------------------------- numbers */

bool bd_number_of(bd_reader *reader, json_t *value, const char *what, unsigned low, unsigned high,
                  uint8_t *number)
{
    if (!of_type(reader, value, what, JSON_INTEGER))
        return false;
    const json_int_t given = json_integer_value(value);
    if (given < (json_int_t)low || given > (json_int_t)high)
        return bd_fail(reader, "'%s' must be from %u to %u, not %" JSON_INTEGER_FORMAT, what, low,
                       high, given);
    *number = (uint8_t)given;
    return true;
}

bool bd_number(bd_reader *reader, json_t *object, const char *key, unsigned low, unsigned high,
               uint8_t *number)
{
    json_t *value = bd_member(reader, object, key, JSON_INTEGER);
    return value && bd_number_of(reader, value, key, low, high, number);
}

bool bd_numbers(bd_reader *reader, json_t *object, const char *key, unsigned count, unsigned low,
                unsigned high, uint8_t *numbers)
{
    json_t *list = bd_list(reader, object, key, count, count);
    for (unsigned i = 0; list && i < count; i++)
        if (!bd_number_of(reader, json_array_get(list, i), key, low, high, &numbers[i]))
            return false;
    return list != NULL;
}

bool bd_fuels(bd_reader *reader, json_t *object, const uint8_t high[EK_FUELS],
              uint8_t numbers[EK_FUELS])
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (!bd_number(reader, object, bd_fuel_words[fuel], 0, high[fuel], &numbers[fuel]))
            return false;
    return bd_known_keys(reader, object, bd_fuel_words);
}

int bd_edition_named(const char *word)
{
    for (int edition = 0; edition < EK_EDITIONS; edition++)
        if (strcmp(word, bd_edition_words[edition]) == 0)
            return edition;
    return -1;
}
