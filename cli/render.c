/* elektro render: the table of a record or a position as a picture. */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "play_file.h"
#include "render.h"
#include "show_source.h"

extern char **environ;

typedef struct options {
    const char *output;
    show_how how;
    unsigned width;
} options;

static const cli_option option_rows[] = {
    {.name = "output",
     .letter = 'o',
     .value = "PICTURE",
     .help = "file to write: .svg, or .png (needs rsvg-convert); - is standard output",
     .kind = CLI_FILE,
     .offset = CLI_FIELD(const char *, options, output)},
    CLI_NUMBER_ROW(options, width, "width", "W", 200, 8000, "1800", "width of a PNG in pixels"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows},
                                   {.options = show_options, .offset = offsetof(options, how)},
                                   {.options = NULL}};

static const cli_verb verb = {
    .name = "render",
    .usage = "usage: elektro render [OPTION…] FILE|POSITION -o PICTURE\n"
             "\n"
             "Draws the table of a game record (- reads one) or of a position: board, markets,\n"
             "players.\n",
    .groups = groups,
    .operands = "one record or position",
    .min = 1,
    .max = 1};

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* Other names are refused: a slip of the keyboard must not replace a record by its picture. */
static bool is_picture(const char *output)
{
    if (!output)
        return cli_complain(verb.name, "no picture file; name one with -o PICTURE");
    return strcmp(output, "-") == 0 || ends_with(output, ".svg") || ends_with(output, ".png") ||
           cli_complain(verb.name, "-o: '%s' ends neither in .svg nor in .png", output);
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

/* Starts rsvg-convert with its input at the end of a pipe; returns the other end, or -1. A library
 * would do without a second program, but would be loaded by every verb. */
static int start_converter(const options *o, pid_t *child)
{
    char width[16];
    int ends[2];
    snprintf(width, sizeof width, "%u", o->width);
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
        cli_complain(verb.name,
                     "cannot run rsvg-convert, which draws PNGs: %s. Install it (Debian package "
                     "librsvg2-bin) or write an .svg",
                     strerror(errno));
        return CLI_FAILED;
    }
    const bool written = file_write_all(fd, text, size);
    close(fd);
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
        written)
        return CLI_OK;
    cli_complain(verb.name, "rsvg-convert could not write %s", o->output);
    return CLI_FAILED;
}

static int write_svg(const options *o, const char *text, size_t size)
{
    rec_error error;
    if (strcmp(o->output, "-") == 0) {
        if (file_write_all(STDOUT_FILENO, text, size))
            return CLI_OK;
        cli_complain(verb.name, "cannot write the picture: %s", strerror(errno));
        return CLI_FAILED;
    }
    if (file_write(o->output, text, size, false, &error))
        return CLI_OK;
    cli_complain(verb.name, "%s", error.text);
    return CLI_FAILED;
}

int cli_render(int argc, char **argv)
{
    options o = {.how = {.to = SHOW_LAST}};
    show_source source;
    size_t size;
    int status;
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!is_picture(o.output))
        return cli_misused(&verb);
    status = CLI_FAILED;
    if (show_open(verb.name, argv[1], &o.how, &source)) {
        char *text = picture(&source.table, &size);
        if (!text)
            cli_complain(verb.name, "there is not enough memory");
        else
            status =
                ends_with(o.output, ".png") ? write_png(&o, text, size) : write_svg(&o, text, size);
        free(text);
    }
    show_close(&source);
    return status;
}
