#include "json_lines.h"

#include <stdio.h>
#include <stdlib.h>

#include "command_line.h"

enum { LINE_MAX_BYTES = 8 * 1024 * 1024 };

static bool print_reply(json_t *reply)
{
    const bool ok = reply && json_dumpf(reply, stdout, JSON_COMPACT) == 0;
    json_decref(reply);
    return ok && putchar('\n') != EOF && fflush(stdout) == 0;
}

static json_t *refuse_too_long(const cli_replies *replies)
{
    rec_error error = {.line = 0};
    rec_fail(&error, "bad-request", "A request has at most %d bytes.", LINE_MAX_BYTES);
    return replies->refuse(&error);
}

/* Reads a line of at most LINE_MAX_BYTES; a longer one is read to its end but cut. Returns its
 * full length, or -1 at the end of the input. */
static long read_line(char *line)
{
    long length = 0;
    int c;
    while ((c = getchar_unlocked()) != EOF && c != '\n') {
        if (length < LINE_MAX_BYTES)
            line[length] = (char)c;
        length++;
    }
    return c == EOF && length == 0 ? -1 : length;
}

static bool is_blank(const char *line, long length)
{
    for (long i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

int cli_answer_lines(const char *verb, const cli_replies *replies, void *data)
{
    char *line = malloc(LINE_MAX_BYTES);
    bool ok = true;
    long length;
    if (!line) {
        cli_complain(verb, "there is not enough memory");
        return CLI_FAILED;
    }
    while (ok && (length = read_line(line)) >= 0) {
        if (length > LINE_MAX_BYTES)
            ok = print_reply(refuse_too_long(replies));
        else if (!is_blank(line, length))
            ok = print_reply(replies->reply(data, line, (size_t)length));
    }
    free(line);
    return ok ? CLI_OK : CLI_FAILED;
}
