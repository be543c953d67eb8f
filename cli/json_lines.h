/* JSON Lines on standard input and output: one request and one reply a line. */
#ifndef ELEKTRO_JSON_LINES_H
#define ELEKTRO_JSON_LINES_H

#include <jansson.h>

/* Answers every line but blank ones with what reply returns, until the input ends. Replies to
 * lines that are too long itself. Returns the exit status of the verb. */
int cli_answer_lines(const char *verb, json_t *(*reply)(void *data, const char *line, size_t size),
                     void *data);

#endif
