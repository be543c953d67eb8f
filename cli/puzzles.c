/* elektro puzzles: finds puzzles in games of bots. */
#include <stdio.h>

#include "cli.h"
#include "make_puzzles.h"
#include "own_boards.h"
#include "progress.h"
#include "threads.h"
#include "weights_file.h"

typedef struct options {
    const char *output, *tables, *boards, *bots, *weights;
    unsigned games, seed, each, nodes, vary, threads;
    bool resume, again;
} options;

static const cli_option option_rows[] = {
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .help = "the file of puzzles to write",
     .kind = CLI_FILE,
     .offset = CLI_FIELD(const char *, options, output)},
    CLI_NUMBER_ROW(options, games, "games", "N", 1, PZ_GAMES_MAX, "1000",
                   "games that are searched, those of earlier runs included"),
    CLI_NUMBER_ROW(options, seed, "seed", "S", 0, UINT32_MAX, "1",
                   "game number n of a seed is always the same game"),
    {.name = "tables",
     .value = "LIST",
     .help = "tables, each equally likely, as for 'elektro selfplay'",
     .kind = CLI_STRING,
     .offset = CLI_FIELD(const char *, options, tables),
     .standard = "everywhere"},
    CLI_BOARDS_ROW(options, boards),
    {.name = "bots",
     .value = "LIST",
     .help = "bots, as for 'elektro selfplay'; every seat of every game gets one of them at random",
     .kind = CLI_STRING,
     .offset = CLI_FIELD(const char *, options, bots),
     .standard = "easy,normal,normal,hard@150,hard@400"},
    CLI_WEIGHTS_ROW(options, weights),
    CLI_NUMBER_ROW(options, each, "each", "N", 0, 250, "1",
                   "puzzles of each table, phase and grade at most; 0: any number"),
    CLI_NUMBER_ROW(options, nodes, "nodes", "N", 100, 1000000, "20000",
                   "playouts at most of each search that checks a puzzle"),
    CLI_NUMBER_ROW(options, vary, "vary", "P", 0, 100, "25",
                   "percent of seats whose parameters differ for a whole game"),
    CLI_NUMBER_ROW(options, threads, "threads", "N", 1, AR_THREADS_MAX, NULL,
                   "games searched at the same time, by default one per core"),
    CLI_SWITCH_ROW(options, resume, "resume", "go on with a file that exists"),
    CLI_SWITCH_ROW(options, again, "again",
                   "instead of playing games, look again at the puzzles of a file that exists: "
                   "grade and explain them with the bots of this program, and leave out those that "
                   "are none any more"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "puzzles",
    .usage = "usage: elektro puzzles -o FILE [OPTION…]\n"
             "\n"
             "Plays games of bots and writes positions in which one turn is clearly the best, and\n"
             "normal plays another, to a file of puzzles (docs/puzzles.md). It can be interrupted\n"
             "at any time; --resume goes on.\n",
    .groups = groups,
    .notes = "The same options make the same file, however many threads search.\n"};

static void show_progress(void *data, unsigned games, unsigned all, unsigned puzzles)
{
    char note[32];
    snprintf(note, sizeof note, "%u puzzles", puzzles);
    progress_show(data, games, all, note);
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
                      .vary = o->vary};
    return cli_load_judge(verb.name, o->weights, &plan->judge) &&
           ((sm_read_tables(plan, &error) && sm_read_bots(plan, &error)) ||
            cli_complain(verb.name, "%s", error.text));
}

static int find(const options *o, const sm_plan *plan)
{
    rec_error error;
    unsigned count;
    progress shown = {.unit = o->again ? "puzzles" : "games"};
    const pz_run run = {.plan = plan,
                        .path = o->output,
                        .games = o->games,
                        .each = o->each,
                        .nodes = o->nodes,
                        .threads = o->threads,
                        .resume = o->resume,
                        .progress = show_progress,
                        .data = &shown};
    if (!(o->again ? pz_look_again : pz_make)(&run, &count, &error)) {
        cli_complain(verb.name, "%s", error.text);
        return CLI_FAILED;
    }
    printf("%s has %u puzzle%s.\n", o->output, count, count == 1 ? "" : "s");
    return cli_printed(verb.name);
}

int cli_puzzles(int argc, char **argv)
{
    static sm_plan plan;
    options o = {.output = NULL};
    sm_boards boards;
    int status;
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!cli_open_boards(verb.name, o.boards, &boards))
        return cli_misused(&verb);
    status = set_up(&o, &boards, &plan) ? find(&o, &plan) : cli_misused(&verb);
    sm_boards_close(&boards);
    return status;
}
