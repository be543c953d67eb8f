/*
 * One line of JSON on standard error for each thing worth knowing.
 *
 * Every line has "at" (UTC), "level" (info, warning, error) and "what", a fixed text that says what
 * happened: search for it, count it, alert on it. Whatever else a line carries never replaces
 * these. Names, passwords, tokens, seeds and what people say do not belong in the log.
 */
#ifndef ELEKTRO_SERVER_LOG_H
#define ELEKTRO_SERVER_LOG_H

/* Pairs of key and text follow; NULL ends them. Bytes that are not UTF-8 become "?"; a text that is
 * NULL becomes "". */
void sv_log(const char *level, const char *what, ...) __attribute__((sentinel));
/* Only warnings and errors from now on. */
void sv_log_quietly(void);

#endif
