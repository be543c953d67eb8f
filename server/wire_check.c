#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "lines.h"
#include "wire.h"

enum { FIELD_MAX = 512 };

int sv_request_by_name(const char *name)
{
    for (int i = 0; i < SV_REQUESTS; i++)
        if (strcmp(sv_requests[i].name, name) == 0)
            return i;
    return -1;
}

/* ------------------------------------------------------------------------------------ checking */

static bool wrong(rec_error *error, const sv_field *f, const char *expected)
{
    return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"%s\": expected %s.", f->name, expected);
}

static bool check_text(const sv_field *f, const json_t *value, rec_error *error)
{
    const char *text = json_string_value(value);
    const json_int_t length = (json_int_t)json_string_length(value);
    if (!text || length < f->min || length > f->max || strlen(text) != (size_t)length)
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"%s\": expected a text of %lld to %lld bytes.", f->name, (long long)f->min,
                       (long long)f->max);
    return rec_is_plain_utf8(text) || wrong(error, f, "a text without control characters");
}

static bool check_code(const sv_field *f, const json_t *value, rec_error *error)
{
    const char *text = json_string_value(value);
    if (text && strlen(text) == (size_t)f->max &&
        strspn(text, "0123456789abcdefghijklmnopqrstuvwxyz") == (size_t)f->max)
        return true;
    return sv_fail(error, SV_ERROR_NO_SUCH_TABLE, "\"%s\": expected the code of a table.", f->name);
}

static bool check_int(const sv_field *f, const json_t *value, rec_error *error)
{
    const json_int_t n = json_integer_value(value);
    if (json_is_integer(value) && n >= f->min && n <= f->max)
        return true;
    return sv_fail(error, SV_ERROR_BAD_REQUEST,
                   "\"%s\": expected a whole number from %lld to %lld.", f->name, (long long)f->min,
                   (long long)f->max);
}

/* "easy, normal or hard" */
static void list_words(const char *const *words, char list[REC_TEXT_MAX])
{
    size_t length = 0;
    list[0] = '\0';
    for (unsigned i = 0; words[i] && length < REC_TEXT_MAX; i++) {
        const char *before = i == 0 ? "" : words[i + 1] ? ", " : " or ";
        length += (size_t)snprintf(list + length, REC_TEXT_MAX - length, "%s%s", before, words[i]);
    }
}

static bool check_word(const sv_field *f, const json_t *value, rec_error *error)
{
    const char *text = json_string_value(value);
    for (unsigned i = 0; text && f->words[i]; i++)
        if (strcmp(f->words[i], text) == 0)
            return true;
    char list[REC_TEXT_MAX];
    list_words(f->words, list);
    return wrong(error, f, list);
}

static bool check_object(const sv_field *fields, const json_t *object, bool outermost,
                         rec_error *error);

static bool check_list(const sv_field *f, const json_t *value, rec_error *error)
{
    size_t i;
    const json_t *entry;
    if (!json_is_array(value) || json_array_size(value) > (size_t)f->max)
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"%s\": expected a list of at most %lld entries.", f->name,
                       (long long)f->max);
    json_array_foreach(value, i, entry)
    {
        if (!check_object(f->fields, entry, false, error))
            return false;
    }
    return true;
}

static bool check_texts(const sv_field *f, const json_t *value, rec_error *error)
{
    const json_int_t count = (json_int_t)json_array_size(value);
    if (!json_is_array(value) || count < f->min || count > f->max)
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"%s\": expected a list of %lld to %lld texts.", f->name, (long long)f->min,
                       (long long)f->max);
    for (json_int_t i = 0; i < count; i++)
        if (!check_text(f->fields, json_array_get(value, (size_t)i), error))
            return false;
    return true;
}

static bool check_field(const sv_field *f, const json_t *value, rec_error *error)
{
    switch (f->type) {
    case SV_TYPE_TEXT:
        return check_text(f, value, error);
    case SV_TYPE_CODE:
        return check_code(f, value, error);
    case SV_TYPE_INT:
        return check_int(f, value, error);
    case SV_TYPE_BOOL:
        return json_is_boolean(value) || wrong(error, f, "true or false");
    case SV_TYPE_WORD:
        return check_word(f, value, error);
    case SV_TYPE_STRUCT:
        return check_object(f->fields, value, false, error);
    case SV_TYPE_LIST:
        return check_list(f, value, error);
    case SV_TYPE_TEXTS:
        return check_texts(f, value, error);
    case SV_TYPE_ANY:
        break;
    }
    return true;
}

static const sv_field *field_named(const sv_field *fields, const char *name)
{
    for (; fields->name; fields++)
        if (strcmp(fields->name, name) == 0)
            return fields;
    return NULL;
}

static bool is_envelope(const char *key)
{
    return strcmp(key, "do") == 0 || strcmp(key, "id") == 0;
}

static bool check_object(const sv_field *fields, const json_t *object, bool outermost,
                         rec_error *error)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "Expected an object.");
    json_object_foreach((json_t *)object, key, value)
    {
        const sv_field *f = field_named(fields, key);
        if (!f && !(outermost && is_envelope(key)))
            return sv_fail(error, SV_ERROR_BAD_REQUEST, "There is no field \"%.40s\" here.", key);
        if (f && !check_field(f, value, error))
            return false;
    }
    for (const sv_field *f = fields; f->name; f++)
        if (!f->optional && !json_object_get(object, f->name))
            return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"%s\" is missing.", f->name);
    return true;
}

bool sv_check_request(const sv_field *fields, const json_t *request, rec_error *error)
{
    return check_object(fields, request, true, error);
}

/* -------------------------------------------------------------------------------------- routes */

/* The part of a path that is a field. */
static json_t *field_of_path(const char *text, size_t length)
{
    char value[FIELD_MAX];
    if (length >= sizeof value)
        return json_stringn(text, length); /* too long for any field */
    for (size_t i = 0; i < length; i++)
        value[i] = text[i] == SV_ESCAPED_SLASH ? '/' : text[i];
    return json_stringn(value, length);
}

/* Matches a path with "/a/{field}/b"; fills in the fields. */
static bool path_fits(const char *pattern, const char *path, json_t *into)
{
    while (*pattern && *path) {
        if (*pattern == '{') {
            const size_t name = strcspn(pattern, "}") - 1, value = strcspn(path, "/");
            if (into) {
                char key[32] = "";
                memcpy(key, pattern + 1, name < sizeof key - 1 ? name : sizeof key - 1);
                json_object_set_new(into, key, field_of_path(path, value));
            }
            pattern += name + 2;
            path += value;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *pattern == *path;
}

int sv_request_by_path(const char *method, const char *path, json_t *into)
{
    int found = -1;
    for (int i = 0; i < SV_REQUESTS; i++) {
        if (!sv_requests[i].path[0] || !path_fits(sv_requests[i].path, path, NULL))
            continue;
        if (strcmp(sv_requests[i].method, method) == 0) {
            path_fits(sv_requests[i].path, path, into);
            return i;
        }
        found = -2;
    }
    return found;
}

void sv_request_methods(const char *path, char text[SV_METHODS_MAX])
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < SV_REQUESTS && length < SV_METHODS_MAX; i++)
        if (sv_requests[i].path[0] && path_fits(sv_requests[i].path, path, NULL) &&
            !strstr(text, sv_requests[i].method))
            length += (size_t)snprintf(text + length, SV_METHODS_MAX - length, "%s%s",
                                       length ? ", " : "", sv_requests[i].method);
}

static json_t *query_value(const sv_field *f, const char *text)
{
    char *end;
    if (f->type == SV_TYPE_INT) {
        const long long n = strtoll(text, &end, 10);
        if (end != text && *end == '\0')
            return json_integer(n);
    }
    if (f->type == SV_TYPE_BOOL && strcmp(text, "true") == 0)
        return json_true();
    if (f->type == SV_TYPE_BOOL && strcmp(text, "false") == 0)
        return json_false();
    return json_string(text);
}

bool sv_read_query(const sv_field *fields, const char *part, json_t *into, rec_error *error)
{
    char name[FIELD_MAX];
    const size_t length = strcspn(part, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, part);
    const sv_field *f = field_named(fields, name);
    if (!f || part[length] != '=')
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "There is no field \"%.40s\" here.", name);
    json_object_set_new(into, f->name, query_value(f, part + length + 1));
    return true;
}
