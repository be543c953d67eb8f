/* One line of JSON on standard error for each thing worth knowing. Names, passwords, tokens, seeds
 * and what people say do not belong in it. */
#ifndef ELEKTRO_SERVER_LOG_H
#define ELEKTRO_SERVER_LOG_H

/* Pairs of key and text follow; NULL ends them. */
void sv_log(const char *level, const char *what, ...) __attribute__((sentinel));
/* Only warnings and errors from now on. */
void sv_log_quietly(void);

#endif
