/* elektro analyse: what every decision and card of a recorded game was worth. */
#include "analyse.h"

#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "screen.h"
#include "screen_term.h"
#include "threads.h"
#include "weights_file.h"

enum { WIDTH_MIN = 60, MS_MAX = 600000, NODES_MAX = 10000000 };

typedef struct options {
    const char *journal, *weights, *annotate;
    unsigned nodes, ms, seed, threads, from, to, width;
    bool json, all;
} options;

static const cli_option option_rows[] = {
    CLI_NUMBER_ROW(options, nodes, "nodes", "N", 1, NODES_MAX, NULL,
                   "playouts for each decision, by default 4000; a game has the same analysis on "
                   "every machine"),
    CLI_NUMBER_ROW(options, ms, "ms", "MS", 1, MS_MAX, NULL,
                   "time for each decision on one core, instead of playouts"),
    CLI_NUMBER_ROW(options, seed, "seed", "S", 0, UINT32_MAX, "1", "seed of the playouts"),
    CLI_NUMBER_ROW(options, threads, "threads", "N", 1, AR_THREADS_MAX, NULL,
                   "decisions assessed at the same time, by default one per core"),
    CLI_NUMBER_ROW(options, from, "from", "N", 1, REC_STEPS_MAX, NULL, "begin with move N"),
    CLI_NUMBER_ROW(options, to, "to", "N", 1, REC_STEPS_MAX, NULL, "stop after move N"),
    CLI_FILE_ROW(options, journal, "journal", "FILE",
                 "write every finished decision to FILE; if it exists, continue from it"),
    CLI_WEIGHTS_ROW(options, weights),
    CLI_SWITCH_ROW(options, all, "all",
                   "tell every decision and card, not only inaccuracies and worse"),
    CLI_NUMBER_ROW(options, width, "width", "W", WIDTH_MIN, SCREEN_WIDTH_MAX, NULL,
                   "columns of the text; by default those of the terminal, or 80"),
    {.name = "annotate",
     .letter = 'o',
     .value = "FILE",
     .help = "also write the record with the analysis as comments, which replays like the "
             "original; - prints it instead of the text",
     .kind = CLI_FILE,
     .offset = CLI_FIELD(const char *, options, annotate)},
    CLI_SWITCH_ROW(options, json, "json", "print one JSON object (docs/analysis.md)"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "analyse",
    .usage =
        "usage: elektro analyse [OPTION…] FILE\n"
        "\n"
        "Tells what every decision of a recorded game was worth: each player's chance to win,\n"
        "the best turn found, and what the turn played gave away. Cards that changed the\n"
        "chances are told as luck. FILE - is standard input.\n",
    .groups = groups,
    .notes =
        "It uses all cores. With --journal it can be interrupted at any time and continues from\n"
        "its file. docs/analysis.md explains the numbers.\n",
    .operands = "one record",
    .min = 1,
    .max = 1};

/* --------------------------------------------------------------------------------------- report */

static int print_json(const analyse_task *task)
{
    return cli_print_json(verb.name, an_report(task->game, &task->about));
}

static int print_text(const analyse_task *task, const options *o)
{
    unsigned height;
    analyse_layout layout = {.width = o->width, .all = o->all};
    if (!layout.width) {
        term_size(STDOUT_FILENO, &layout.width, &height);
        layout.width = layout.width < WIDTH_MIN ? WIDTH_MIN : layout.width;
    }
    layout.utf8 = screen_terms_of(STDOUT_FILENO, true).utf8;
    analyse_print(task, &layout);
    return cli_printed(verb.name);
}

/* ----------------------------------------------------------------------------------------- verb */

/* Whether there is a decision among the moves that are analysed. */
static bool has_decisions(const analyse_task *task)
{
    for (unsigned i = 0; i < task->game->tasks; i++)
        if (an_decision_of(task->game, i) && analyse_is_wanted(task, i))
            return true;
    return cli_complain(verb.name,
                        task->game->decisions
                            ? "there is no decision among these moves; the game has %u moves"
                            : "there is no decision to analyse yet: they begin with round 1, and "
                              "the record has %u moves",
                        task->game->moves);
}

/* A record as it was read. */
typedef struct source {
    const char *path;
    char *text;
    size_t size;
    rec_game *game;
} source;

static int analyse(const options *o, const source *from, const analyse_task *task)
{
    rec_error error;
    if (!has_decisions(task) ||
        (o->annotate && !analyse_may_write(verb.name, o->annotate, from->game)))
        return CLI_FAILED;
    if (!analyse_run(task, &error)) {
        cli_complain(verb.name, "%s", error.text);
        return CLI_FAILED;
    }
    if (o->annotate &&
        !analyse_annotate(verb.name, task, from->path, from->text, from->size, o->annotate))
        return CLI_FAILED;
    if (o->annotate && strcmp(o->annotate, "-") == 0)
        return cli_printed(verb.name);
    return o->json ? print_json(task) : print_text(task, o);
}

static int analyse_record(const options *o, const bot_judge *judge, const source *from)
{
    an_game game;
    if (!an_list(&game, rec_journal(from->game))) {
        cli_complain(verb.name, "there is not enough memory");
        return CLI_FAILED;
    }
    analyse_task task = {.record = from->game,
                         .game = &game,
                         .about = {.options = rec_options_of(from->game),
                                   .seed = o->seed,
                                   .nodes = o->nodes ? o->nodes : AN_NODES,
                                   .ms = o->ms},
                         .judge = *judge,
                         .from = o->from,
                         .to = o->to ? o->to : UINT_MAX,
                         .threads = o->threads,
                         .journal = o->journal};
    const int status = analyse(o, from, &task);
    an_free(&game);
    return status;
}

static bool read_record(source *from)
{
    rec_error error;
    from->text = cli_read_file(verb.name, from->path, REC_RECORD_MAX, &from->size);
    if (!from->text)
        return false;
    from->game = rec_read(from->path, from->text, from->size, &error);
    if (!from->game)
        fprintf(stderr, "%s:%u:%u: %s\n", from->path, error.line, error.column, error.text);
    return from->game != NULL;
}

static bool check_options(const options *o)
{
    if (o->nodes && o->ms)
        return cli_complain(verb.name, "--nodes and --ms exclude each other");
    if (o->to && o->from > o->to)
        return cli_complain(verb.name, "--from is after --to");
    if (o->json && o->annotate && strcmp(o->annotate, "-") == 0)
        return cli_complain(verb.name, "--json and --annotate - both print to standard output");
    if (o->journal && o->annotate && strcmp(o->journal, o->annotate) == 0)
        return cli_complain(verb.name, "--journal and --annotate name the same file");
    return true;
}

int cli_analyse(int argc, char **argv)
{
    options o = {.journal = NULL};
    bot_judge judge;
    int status;
    setlocale(LC_CTYPE, "");
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!check_options(&o))
        return cli_misused(&verb);
    if (!cli_load_judge(verb.name, o.weights, &judge))
        return CLI_FAILED;
    source from = {.path = argv[1]};
    status = read_record(&from) ? analyse_record(&o, &judge, &from) : CLI_FAILED;
    rec_free(from.game);
    free(from.text);
    return status;
}
