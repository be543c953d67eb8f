/* elektro render: the table of a record or a position as a picture. */
#include <errno.h>
#include <getopt.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "play_file.h"
#include "play_options.h"
#include "render.h"
#include "show_source.h"

extern char **environ;

static const char help[] =
    "usage: elektro render [OPTION…] FILE|POSITION -o PICTURE\n"
    "\n"
    "Draws the table of a game record (- reads one) or of a position: board, markets, players.\n"
    "\n"
    "  -o PICTURE   where to; .svg, or .png (drawn by rsvg-convert); - is standard output\n"
    "  --to N       after move N of the record, with the cards that follow it (default: the last)\n"
    "  --board FILE the file of the own board that a position is on\n"
    "  --width W    pixels of a PNG across (default 1800)\n"
    "  --help       print this\n";

typedef struct options {
    const char *output;
    show_how how;
    unsigned long width;
} options;

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {
        {"to", required_argument, NULL, 't'},    {"board", required_argument, NULL, 'b'},
        {"width", required_argument, NULL, 'w'}, {"output", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    unsigned long to;
    int c;
    while ((c = getopt_long(argc, argv, "o:", known, NULL)) != -1) {
        if (c == 'o') {
            o->output = optarg;
        } else if (c == 't') {
            if (!cli_number("render", "--to", optarg, 0, REC_STEPS_MAX, &to))
                return false;
            o->how.to = (long)to;
        } else if (c == 'b') {
            o->how.board = optarg;
        } else if (c == 'w') {
            if (!cli_number("render", "--width", optarg, 200, 8000, &o->width))
                return false;
        } else if (c == 'h') {
            fputs(help, stdout);
            exit(cli_printed("render"));
        } else {
            return false;
        }
    }
    if (!o->output)
        fputs("elektro render: -o tells where the picture goes\n", stderr);
    else if (optind + 1 != argc)
        fputs("elektro render: expected one record or position\n", stderr);
    return o->output && optind + 1 == argc;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* The picture as text, to be freed. */
static char *picture(const draw_table *t, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    render_table(out, t);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static bool write_to(int fd, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(fd, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        size -= (size_t)written;
    }
    return true;
}

/* Starts rsvg-convert with its input at the end of a pipe; returns the other end, or -1. A library
 * would do without a second program, but would be loaded by every verb. */
static int start_converter(const options *o, pid_t *child)
{
    char width[16];
    int ends[2];
    snprintf(width, sizeof width, "%lu", o->width);
    char *const arguments[] = {"rsvg-convert", "--format=png",    "--width", width,
                               "--output",     (char *)o->output, NULL};
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const int failed = posix_spawnp(child, "rsvg-convert", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (!failed)
        return ends[1];
    close(ends[1]);
    errno = failed;
    return -1;
}

static int write_png(const options *o, const char *text, size_t size)
{
    pid_t child;
    int status;
    const int fd = start_converter(o, &child);
    if (fd < 0) {
        fprintf(stderr,
                "elektro render: a PNG is drawn by rsvg-convert (Debian package librsvg2-bin), "
                "which cannot be run: %s\n",
                strerror(errno));
        return CLI_FAILED;
    }
    const bool written = write_to(fd, text, size);
    close(fd);
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
        written)
        return CLI_OK;
    fprintf(stderr, "elektro render: rsvg-convert could not write %s\n", o->output);
    return CLI_FAILED;
}

static int write_svg(const options *o, const char *text, size_t size)
{
    rec_error error;
    if (strcmp(o->output, "-") == 0) {
        if (write_to(STDOUT_FILENO, text, size))
            return CLI_OK;
        fputs("elektro render: cannot write the picture\n", stderr);
        return CLI_FAILED;
    }
    if (file_write(o->output, text, size, false, &error))
        return CLI_OK;
    fprintf(stderr, "elektro render: %s\n", error.text);
    return CLI_FAILED;
}

int cli_render(int argc, char **argv)
{
    options o = {.how = {.to = -1}, .width = RENDER_WIDTH};
    show_source source;
    size_t size;
    if (!parse_options(argc, argv, &o)) {
        fputs("'elektro render --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    int status = CLI_FAILED;
    if (show_open("render", argv[optind], &o.how, &source)) {
        char *text = picture(&source.table, &size);
        if (!text)
            fputs("elektro render: there is not enough memory\n", stderr);
        else
            status =
                ends_with(o.output, ".png") ? write_png(&o, text, size) : write_svg(&o, text, size);
        free(text);
    }
    show_close(&source);
    return status;
}
