/*
 * Errors as clients get them: a code from messages.json and a sentence.
 *
 * The server fails with sv_fail, so that every code it gives is in the list. Layers below fail with
 * codes of their own, which are in the list if they can reach a client, or are the engine's reasons
 * (engine/words.h).
 */
#ifndef ELEKTRO_SERVER_ERRORS_H
#define ELEKTRO_SERVER_ERRORS_H

#include "notation.h"
#include "wire_numbers.h"

typedef struct sv_error_row {
    const char *code;
    unsigned status; /* of plain HTTP */
} sv_error_row;

extern const sv_error_row sv_errors[SV_ERRORS];

/* Fills error with a code and a sentence; returns false, for the caller to pass on. */
bool sv_fail(rec_error *error, enum sv_error code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a failed allocation. */
bool sv_fail_memory(rec_error *error);

/* The same for a row that somebody else has changed. */
bool sv_fail_conflict(rec_error *error);

/* The same for a table, a user or a name that another server is changing just now. */
bool sv_fail_busy(rec_error *error);
/* The same for a user whom the operator has blocked. */
bool sv_fail_blocked(rec_error *error);

/* Which code of the list an error has; SV_ERRORS: it is a reason of the engine. */
enum sv_error sv_error_of(const rec_error *error);

/* The status of plain HTTP for an error; that of the engine's reasons is 422. */
unsigned sv_error_status(const rec_error *error);

#endif
