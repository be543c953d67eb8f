#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* Reads to the end, one byte more than allowed at most. */
static char *read_all(FILE *file, size_t max, size_t *size)
{
    size_t room = 64 * 1024;
    char *text = malloc(room);
    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, room - *size - 1, file);
        if (*size < room - 1 || *size > max) {
            text[*size] = '\0';
            return text;
        }
        room *= 2;
        char *more = realloc(text, room);
        if (!more)
            free(text);
        text = more;
    }
    errno = ENOMEM;
    return NULL;
}

char *cli_read_file(const char *verb, const char *path, size_t max, size_t *size)
{
    const int is_input = strcmp(path, "-") == 0;
    FILE *file = is_input ? stdin : fopen(path, "rb");
    errno = file ? 0 : errno;
    char *text = file ? read_all(file, max, size) : NULL;
    if (!text || ferror(file)) {
        fprintf(stderr, "elektro %s: cannot read %s: %s\n", verb, path, strerror(errno));
        free(text);
        text = NULL;
    } else if (*size > max) {
        fprintf(stderr, "elektro %s: %s has more than %zu bytes\n", verb, path, max);
        free(text);
        text = NULL;
    }
    if (file && !is_input)
        fclose(file);
    return text;
}

static int print_json(const char *verb, json_t *value, size_t how)
{
    if (!value) {
        fprintf(stderr, "elektro %s: there is not enough memory\n", verb);
        return CLI_FAILED;
    }
    json_dumpf(value, stdout, how | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(value);
    return cli_printed(verb);
}

int cli_print_json(const char *verb, json_t *value)
{
    return print_json(verb, value, JSON_INDENT(1));
}

int cli_print_json_line(const char *verb, json_t *value)
{
    return print_json(verb, value, JSON_COMPACT);
}
