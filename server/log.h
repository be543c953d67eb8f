/*
 * One line of JSON on standard error for each thing worth knowing.
 *
 * Every line has "at" (UTC), "level" (info, warning, error) and "what", a fixed text that says what
 * happened: search for it, count it, alert on it. Whatever else a line carries never replaces
 * these. Names, passwords, tokens, seeds and what people say do not belong in the log.
 *
 * Lines that repeat are limited, so that no failure and no attacker can fill the disk: of each kind
 * (its level and what) SV_LOG_BURST lines may come at once, and then one a second. The next line of
 * the kind, or sv_log_left_out, says in "left_out" how many were not written.
 *
 * All functions may be called from any thread.
 */
#ifndef ELEKTRO_SERVER_LOG_H
#define ELEKTRO_SERVER_LOG_H

#include <stdbool.h>

enum { SV_LOG_BURST = 50 };

/* Pairs of key and text follow; NULL ends them. Bytes that are not UTF-8 become "?"; a text that is
 * NULL becomes "". */
void sv_log(const char *level, const char *what, ...) __attribute__((sentinel));
/* The same without the limit, for lines of which none may be missing: an operator asked for them,
 * or the work behind each of them is limited. */
void sv_log_each(const char *level, const char *what, ...) __attribute__((sentinel));
/* Lines of this thread carry this request id from now on; NULL: none. The text stays the caller's.
 * Returns the one before. */
const char *sv_log_request(const char *trace);
/* Only warnings and errors from now on, or everything again. */
void sv_log_quietly(bool yes);
/* Once a second: a line for each kind whose last lines were left out. */
void sv_log_left_out(void);

#endif
