/* elektro selfplay: plays games of bots and keeps them as samples for training. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli.h"
#include "make.h"
#include "own_boards.h"
#include "progress.h"
#include "spread.h"
#include "threads.h"
#include "weights_file.h"

typedef struct options {
    const char *output, *tables, *boards, *bots, *weights;
    unsigned games, seed, explore, vary, options, chances, threads;
    const char *kernels;
    bool gpu, resume;
} options;

static const cli_option option_rows[] = {
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .help = "the file of samples to write",
     .kind = CLI_FILE,
     .offset = CLI_FIELD(const char *, options, output)},
    CLI_NUMBER_ROW(options, games, "games", "N", 1, SM_GAMES_MAX, "10000",
                   "games that the file shall have"),
    CLI_NUMBER_ROW(options, seed, "seed", "S", 0, UINT32_MAX, "1",
                   "game number n of a seed is always the same game"),
    {.name = "tables",
     .value = "LIST",
     .help = "tables, each equally likely, separated by commas: BOARD/EDITION/PLAYERS, such as "
             "germany/recharged/4; a part that is missing or 'any' means all; everywhere: all "
             "boards, editions and numbers of players. Zones are random",
     .kind = CLI_STRING,
     .offset = CLI_FIELD(const char *, options, tables),
     .standard = "everywhere"},
    CLI_BOARDS_ROW(options, boards),
    {.name = "bots",
     .value = "LIST",
     .help = "bots, separated by commas, as for 'elektro arena', but without programs and time "
             "limits; every seat of every game gets one of them at random. Repeat a name to see "
             "it more often",
     .kind = CLI_STRING,
     .offset = CLI_FIELD(const char *, options, bots),
     .standard = "normal"},
    CLI_WEIGHTS_ROW(options, weights),
    CLI_NUMBER_ROW(options, explore, "explore", "P", 0, 100, "3",
                   "percent of turns that are replaced by another plausible turn"),
    CLI_NUMBER_ROW(options, vary, "vary", "P", 0, 100, "25",
                   "percent of seats whose parameters differ for a whole game"),
    CLI_NUMBER_ROW(options, options, "options", "P", 0, 100, "10",
                   "percent of games in which an option of the edition is set, for each option"),
    CLI_NUMBER_ROW(options, chances, "chances", "N", 0, 10000, "0",
                   "also keep what the judge says of every seat's chances one round later, as the "
                   "mean of N playouts for each position"),
    CLI_NUMBER_ROW(options, threads, "threads", "N", 1, AR_THREADS_MAX, NULL,
                   "games played at the same time, by default one per core"),
    CLI_SWITCH_ROW(options, gpu, "gpu", "play on an NVIDIA GPU; the games are the same"),
    CLI_FILE_ROW(options, kernels, "kernels", "FILE",
                 "with --gpu: the code for the GPU, instead of elektro.ptx beside the program"),
    CLI_SWITCH_ROW(options, resume, "resume", "go on with a file that exists"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "selfplay",
    .usage =
        "usage: elektro selfplay -o FILE [OPTION…]\n"
        "\n"
        "Plays games of bots and writes the positions at the start of each auction, of buying\n"
        "fuel and of building, with the results, to a file of samples (docs/samples.md), from\n"
        "which judges of positions are trained. It can be interrupted at any time; --resume\n"
        "goes on.\n",
    .groups = groups,
    .notes = "The same options make the same file, however many threads play. Under mpirun the "
             "games are\n"
             "spread over all processes; each runs one thread unless --threads is given.\n"};

static volatile sig_atomic_t written; /* games */

static void say(const char *text, size_t length)
{
    const ssize_t done = write(STDERR_FILENO, text, length);
    (void)done; /* the program is ending; the error cannot be reported */
}

/* Only what may be called from a signal handler. */
static void on_interrupt(int number)
{
    static const char before[] = "\nelektro selfplay: interrupted after ",
                      after[] = " games; the same command with --resume goes on.\n";
    char digits[16];
    size_t at = sizeof digits;
    unsigned rest = (unsigned)written;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    say(before, sizeof before - 1);
    say(digits + at, sizeof digits - at);
    say(after, sizeof after - 1);
    signal(number, SIG_DFL);
    raise(number);
}

static void show_progress(void *data, unsigned done, unsigned all)
{
    written = (sig_atomic_t)done;
    progress_show(data, done, all, NULL);
}

static bool set_up(const options *o, const sm_boards *boards, sm_plan *plan)
{
    rec_error error;
    if (!o->output)
        return cli_complain(verb.name, "no file to write; name it with -o FILE");
    *plan = (sm_plan){.seed = o->seed,
                      .boards = boards,
                      .table_list = o->tables,
                      .bot_list = o->bots,
                      .explore = o->explore,
                      .vary = o->vary,
                      .options = o->options,
                      .chances = o->chances};
    if (o->kernels && !o->gpu)
        return cli_complain(verb.name, "--kernels is the code for a GPU; add --gpu");
    if (o->gpu && o->chances)
        return cli_complain(verb.name, "chances are found on the CPU alone; leave out --chances or "
                                       "--gpu");
    return cli_load_judge(verb.name, o->weights, &plan->judge) &&
           ((sm_read_tables(plan, &error) && sm_read_bots(plan, &error)) ||
            cli_complain(verb.name, "%s", error.text));
}

static bool open_gpu(const char *kernels, unsigned process, gp_gpu **gpu)
{
    gp_error error;
    *gpu = gp_open(kernels, process, &error);
    return *gpu || cli_complain(verb.name, "%s", error.text);
}

static bool play(const options *o, const sm_plan *plan, const ar_spread *spread, gp_gpu *gpu)
{
    rec_error error;
    unsigned games;
    progress shown = {.unit = "games"};
    const sm_run run = {.plan = plan,
                        .path = o->output,
                        .games = o->games,
                        .threads = o->threads,
                        .gpu = gpu,
                        .resume = o->resume,
                        .progress = spread->rank == 0 ? show_progress : NULL,
                        .data = &shown};
    if (spread->rank == 0)
        signal(SIGINT, on_interrupt);
    if (!sm_make(&run, &games, &error))
        return cli_complain(verb.name, "%s", error.text);
    if (spread->rank == 0)
        printf("%s has %u game%s.\n", o->output, games, games == 1 ? "" : "s");
    return true;
}

/* A process that cannot begin would leave the others waiting for it. */
static bool begin(const options *o, const sm_plan *plan, const ar_spread *spread, bool is_set_up)
{
    gp_gpu *gpu = NULL;
    const bool is_ready = is_set_up && (!o->gpu || open_gpu(o->kernels, spread->rank, &gpu));
    bool ok = ar_all_agree(spread, is_ready);
    if (ok)
        ok = play(o, plan, spread, gpu);
    else if (is_ready)
        cli_complain(verb.name, "another process cannot begin; its own message says why");
    if (gpu)
        gp_close(gpu);
    return ok;
}

int cli_selfplay(int argc, char **argv)
{
    static sm_plan plan;
    options o = {.output = NULL};
    sm_boards boards;
    int status;
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!cli_open_boards(verb.name, o.boards, &boards))
        return cli_misused(&verb);
    const bool is_set_up = set_up(&o, &boards, &plan);
    const ar_spread *spread = ar_spread_get();
    status = CLI_FAILED;
    if (spread->is_one_of_many)
        cli_complain(verb.name, "without MPI it runs in one process; start it without mpirun");
    else if (begin(&o, &plan, spread, is_set_up))
        status = cli_printed(verb.name);
    if (!is_set_up)
        status = cli_misused(&verb);
    sm_boards_close(&boards);
    if (spread->end)
        spread->end();
    return status;
}
