/* JSON Lines on standard input and output: one request and one reply a line. */
#ifndef ELEKTRO_JSON_LINES_H
#define ELEKTRO_JSON_LINES_H

#include <jansson.h>

#include "notation.h"

/* Makes the replies of a verb. */
typedef struct cli_replies {
    json_t *(*reply)(void *data, const char *line, size_t size);
    json_t *(*refuse)(const rec_error *error); /* a request that is not understood */
} cli_replies;

/* Answers every line but blank ones, until the input ends; refuses lines that are too long. Returns
 * the exit status of the verb. */
int cli_answer_lines(const char *verb, const cli_replies *replies, void *data);

#endif
