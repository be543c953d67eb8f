/*
 * The wire format: the requests and their fields. It is defined in messages.json; from it
 * tools/make_wire.py makes tables for the server, types for the web client, and docs/api.md.
 */
#ifndef ELEKTRO_SERVER_WIRE_H
#define ELEKTRO_SERVER_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "notation.h"
#include "wire_numbers.h"

enum sv_type {
    SV_TYPE_TEXT, /* min and max: bytes of UTF-8 without control characters */
    SV_TYPE_CODE, /* a table's code */
    SV_TYPE_INT,  /* min and max: its bounds */
    SV_TYPE_BOOL,
    SV_TYPE_WORD,   /* one of words */
    SV_TYPE_STRUCT, /* an object with fields */
    SV_TYPE_LIST,   /* max: entries, each an object with fields */
    SV_TYPE_TEXTS,  /* min and max: entries, each a text with the bounds of fields[0] */
    SV_TYPE_ANY     /* checked by its handler */
};

typedef struct sv_field sv_field;
struct sv_field {
    const char *name; /* NULL ends a list */
    enum sv_type type;
    bool optional;
    int64_t min, max;
    const char *const *words;
    const sv_field *fields;
};

enum sv_who { SV_WHO_ANYBODY, SV_WHO_USER, SV_WHO_ACCOUNT, SV_WHO_MODERATOR };

typedef struct sv_request_row {
    const char *name, *method, *path; /* method "": not over plain HTTP */
    enum sv_who who;
    int32_t cost; /* how many requests it counts as for the limits */
    const sv_field *fields;
    bool form; /* its body may be a form, which is not looked at */
} sv_request_row;

extern const sv_request_row sv_requests[SV_REQUESTS];

/* The number of a request by its name; -1. */
int sv_request_by_name(const char *name);

/* Stands in a path for a slash that was escaped, and so is a character of a field. No path has this
 * character otherwise. */
#define SV_ESCAPED_SLASH '\x1f'

/* Finds the request of a method and a path, and puts the parts of the path that are fields into
 * the object; -1 if there is none, -2 if there is one for another method. */
int sv_request_by_path(const char *method, const char *path, json_t *into);

/* Lists the methods of a path: "GET, POST". */
enum { SV_METHODS_MAX = 32 };
void sv_request_methods(const char *path, char text[SV_METHODS_MAX]);

/* Reads a decoded part of a query, "name=value", into an object: a number or a boolean where the
 * field is one. */
bool sv_read_query(const sv_field *fields, const char *part, json_t *into, rec_error *error);

/* Checks a request against its fields. "do" and "id" are always allowed. */
bool sv_check_request(const sv_field *fields, const json_t *request, rec_error *error);

#endif
