/* elektro features: turns samples into rows for training. */
#include <stdio.h>

#include "cli.h"
#include "own_boards.h"
#include "progress.h"
#include "rows.h"
#include "threads.h"

typedef struct options {
    const char *output, *boards;
    unsigned keep, threads;
} options;

static const cli_option option_rows[] = {
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .help = "the file of rows to write",
     .kind = CLI_FILE,
     .offset = CLI_FIELD(const char *, options, output)},
    CLI_BOARDS_ROW(options, boards),
    CLI_NUMBER_ROW(options, keep, "keep", "P", 1, 100, "100",
                   "percent of positions to keep, chosen at random"),
    CLI_NUMBER_ROW(options, threads, "threads", "N", 1, AR_THREADS_MAX, NULL,
                   "threads that convert, by default one per core"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "features",
    .usage = "usage: elektro features FILE… -o FILE [OPTION…]\n"
             "\n"
             "Turns files of samples, made by 'elektro selfplay', into rows of a fixed size for\n"
             "training: one for each position, with the features of all seats and the results.\n"
             "numpy.memmap can read them (docs/samples.md).\n",
    .groups = groups,
    .operands = "files of samples",
    .min = 1,
    .max = 1000};

static void show_progress(void *data, unsigned done, unsigned all)
{
    progress_show(data, done, all, NULL);
}

int cli_features(int argc, char **argv)
{
    options o = {.output = NULL};
    int status;
    rec_error error;
    progress rows = {.unit = "rows"};
    const int files = cli_read(&verb, argc, argv, &o, &status);
    if (files < 0)
        return status;
    if (!o.output) {
        cli_complain(verb.name, "no file to write; name it with -o FILE");
        return cli_misused(&verb);
    }
    sm_boards boards;
    if (!cli_open_boards(verb.name, o.boards, &boards))
        return CLI_FAILED;
    const sm_conversion conversion = {.boards = &boards,
                                      .inputs = (const char *const *)argv + 1,
                                      .count = (unsigned)files,
                                      .output = o.output,
                                      .keep = o.keep,
                                      .threads = o.threads,
                                      .progress = show_progress,
                                      .data = &rows};
    const bool ok = sm_convert(&conversion, &error) || cli_complain(verb.name, "%s", error.text);
    sm_boards_close(&boards);
    return ok ? CLI_OK : CLI_FAILED;
}
