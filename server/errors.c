#include "errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { STATUS_OF_REASONS = 422 };

bool sv_fail(rec_error *error, enum sv_error code, const char *format, ...)
{
    va_list rest;
    snprintf(error->code, sizeof error->code, "%s", sv_errors[code].code);
    va_start(rest, format);
    vsnprintf(error->text, sizeof error->text, format, rest);
    va_end(rest);
    return false;
}

bool sv_fail_memory(rec_error *error)
{
    return sv_fail(error, SV_ERROR_NO_MEMORY, "There is not enough memory.");
}

bool sv_fail_conflict(rec_error *error)
{
    return sv_fail(error, SV_ERROR_CONFLICT,
                   "The table was changed at the same moment. Try again.");
}

bool sv_fail_busy(rec_error *error)
{
    return sv_fail(error, SV_ERROR_BUSY, "Another server is changing this just now. Try again.");
}

bool sv_fail_blocked(rec_error *error)
{
    return sv_fail(error, SV_ERROR_BLOCKED, "This account is blocked.");
}

enum sv_error sv_error_of(const rec_error *error)
{
    unsigned i = 0;
    while (i < SV_ERRORS && strcmp(sv_errors[i].code, error->code) != 0)
        i++;
    return (enum sv_error)i;
}

unsigned sv_error_status(const rec_error *error)
{
    const enum sv_error code = sv_error_of(error);
    return code < SV_ERRORS ? sv_errors[code].status : STATUS_OF_REASONS;
}
