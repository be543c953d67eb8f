/* Reading files and printing results, for all verbs. */
#ifndef ELEKTRO_FILES_H
#define ELEKTRO_FILES_H

#include <jansson.h>
#include <stddef.h>

/* Reads a whole file, "-" being standard input, of at most so many bytes: a text to be freed by the
 * caller, with a zero byte behind it. NULL and a message in the name of the verb if it fails. */
char *cli_read_file(const char *verb, const char *path, size_t max, size_t *size);

/* Prints a JSON value and frees it; returns the exit status. */
int cli_print_json(const char *verb, json_t *value);
/* The same in one line, for verbs that print several. */
int cli_print_json_line(const char *verb, json_t *value);

#endif
