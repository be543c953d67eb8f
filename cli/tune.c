/* elektro tune: improves a bot's judgement by self-play. */
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "deadline.h"
#include "files.h"
#include "match_table.h"
#include "spread.h"
#include "table_flags.h"
#include "tune.h"

static const char help[] =
    "usage: elektro tune --state FILE [OPTION…]\n"
    "\n"
    "Improves the parameters of a bot's judgement by letting variants of it play each other "
    "(SPSA).\n"
    "It can be interrupted at any time and goes on from its file.\n"
    "\n"
    "  --state FILE       where the state is kept; it is made if it does not exist\n"
    "  --level L          normal (default) or hard\n"
    "  --generations N    generations to go on for (default 100)\n"
    "  --games N          games in a generation (default 400)\n"
    "  --measure N        every N generations, play the tuned against the shipped judgement, four\n"
    "                     times as many games (default 10)\n"
    "  --everywhere       play on every board, in both editions, with three to five players by\n"
    "                     turns; the table that is said below is then only for measuring\n"
    "  --only LIST        tune these parameters and leave the others as they are\n"
    "  --step P           how far parameters are shifted at first, in percent of their range\n"
    "                     (default 10)\n"
    "  --threads N        games at a time (default: one for each core)\n"
    "  --seed S           seed of a new run (default 1)\n"
    "  --print            only print the state: parameters and strength over generations\n"
    "  --json             print the state as one JSON object\n" CLI_TABLE_HELP
    "  --help             print this\n";

typedef struct options {
    cli_table table;
    const char *state, *only;
    enum bot_level level;
    unsigned long generations, games, measure, threads, seed, step;
    bool print, json, everywhere;
} options;

/* --------------------------------------------------------------------------------------- report */

/* Strength over generations: a row each, the interval around the share, par in the middle. */
static void print_plot(const ar_tuning *tuning)
{
    enum { WIDTH = 60 };
    puts("\nVictories against the shipped judgement (| is par, half of them):");
    for (unsigned i = 0; i < tuning->strengths; i++) {
        const ar_strength *s = &tuning->strength[i];
        char row[WIDTH + 2];
        memset(row, ' ', sizeof row);
        row[WIDTH + 1] = '\0';
        for (int x = 0; x <= WIDTH; x++) {
            const double at = (double)x / WIDTH;
            if (at >= s->low && at <= s->high)
                row[x] = '-';
        }
        row[WIDTH / 2] = '|';
        row[(int)(s->share * WIDTH + 0.5)] = '#';
        printf("%6u %s %5.1f %%\n", s->generation, row, 100 * s->share);
    }
}

static int print_state(const ar_tuning *tuning)
{
    bot_parameters tuned;
    ar_tune_parameters(tuning, &tuned);
    printf("%-18s %8s %8s %8s %8s\n", "parameter", "shipped", "tuned", "low", "high");
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++) {
        const bot_parameter *p = &bot_parameter_list[i];
        printf("%-18s %8d %8d %8d %8d\n", p->name, p->value, bot_parameter_get(&tuned, i), p->low,
               p->high);
    }
    print_plot(tuning);
    return cli_printed("tune");
}

static int print_json(const ar_tuning *tuning)
{
    bot_parameters tuned;
    json_t *parameters = json_object();
    json_t *strengths = json_array();
    ar_tune_parameters(tuning, &tuned);
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++)
        json_object_set_new(parameters, bot_parameter_list[i].name,
                            json_integer(bot_parameter_get(&tuned, i)));
    for (unsigned i = 0; i < tuning->strengths; i++) {
        const ar_strength *s = &tuning->strength[i];
        json_array_append_new(strengths,
                              json_pack("{s:i, s:f, s:f, s:f}", "generation", (int)s->generation,
                                        "share", s->share, "low", s->low, "high", s->high));
    }
    return cli_print_json("tune",
                          json_pack("{s:i, s:o, s:o}", "generation", (int)tuning->generation,
                                    "parameters", parameters, "strength", strengths));
}

/* ---------------------------------------------------------------------------------------- verb */

static bool read_level(const char *word, enum bot_level *level)
{
    if (strcmp(word, "normal") == 0)
        *level = BOT_NORMAL;
    else if (strcmp(word, "hard") == 0)
        *level = BOT_HARD;
    else {
        fprintf(stderr, "elektro tune: --level is normal or hard, not '%s'\n", word);
        return false;
    }
    return true;
}

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {{"state", required_argument, NULL, 'f'},
                                          {"level", required_argument, NULL, 'l'},
                                          {"generations", required_argument, NULL, 'n'},
                                          {"games", required_argument, NULL, 'g'},
                                          {"measure", required_argument, NULL, 'm'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"print", no_argument, NULL, 'p'},
                                          {"step", required_argument, NULL, 'S'},
                                          {"json", no_argument, NULL, 'J'},
                                          {"only", required_argument, NULL, 'o'},
                                          {"everywhere", no_argument, NULL, 'e'},
                                          {"help", no_argument, NULL, 'h'},
                                          CLI_TABLE_FLAGS,
                                          {NULL, 0, NULL, 0}};
    int c;
    bool ok = true;
    while (ok && (c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (c) {
        case 'f':
            o->state = optarg;
            break;
        case 'l':
            ok = read_level(optarg, &o->level);
            break;
        case 'n':
            ok = cli_number("tune", "--generations", optarg, 1, 1000000, &o->generations);
            break;
        case 'g':
            ok = cli_number("tune", "--games", optarg, 4, 1000000, &o->games);
            break;
        case 'm':
            ok = cli_number("tune", "--measure", optarg, 1, 1000000, &o->measure);
            break;
        case 't':
            ok = cli_number("tune", "--threads", optarg, 1, AR_THREADS_MAX, &o->threads);
            break;
        case 's':
            ok = cli_number("tune", "--seed", optarg, 0, UINT32_MAX, &o->seed);
            break;
        case 'p':
            o->print = true;
            break;
        case 'S':
            ok = cli_number("tune", "--step", optarg, 1, 50, &o->step);
            break;
        case 'J':
            o->json = true;
            break;
        case 'o':
            o->only = optarg;
            break;
        case 'e':
            o->everywhere = true;
            break;
        case 'h':
            fputs(help, stdout);
            exit(cli_printed("tune"));
        default:
            ok = cli_table_flag(&o->table, c, optarg);
            break;
        }
    }
    if (ok && (optind < argc || !o->state)) {
        fputs(o->state ? "elektro tune: too many arguments\n"
                       : "elektro tune: --state says where the state is kept\n",
              stderr);
        ok = false;
    }
    return ok;
}

/* The nth table of all, counted from 0, or if there are not so many how many there are. */
static unsigned find_table(unsigned n, ar_table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < bd_board_count; i++)
        for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
            for (unsigned players = 3; players <= 5; players++) {
                if (!(bd_player_counts(bd_boards[i].ek, edition) >> players & 1))
                    continue;
                *table = (ar_table){.board = &bd_boards[i],
                                    .edition = (uint8_t)edition,
                                    .players = (uint8_t)players};
                if (count++ == n)
                    return count;
            }
    return count;
}

/* Where a generation plays: tables far apart follow each other. */
static ar_table table_of(const options *o, const ar_table *said, unsigned generation)
{
    enum { STRIDE = 17 }; /* prime to the number of tables */
    ar_table table = *said;
    if (o->everywhere)
        find_table(generation * STRIDE % find_table(UINT_MAX, &table), &table);
    return table;
}

typedef struct meter {
    uint64_t start; /* of ar_now */
    unsigned first, last;
} meter;

static void show_progress(const meter *m, const ar_tuning *tuning)
{
    const unsigned at = tuning->generation;
    const double spent = (double)(ar_now() - m->start) / 1e9;
    const double left = spent / (at - m->first) * (m->last - at);
    const ar_strength *s = tuning->strengths ? &tuning->strength[tuning->strengths - 1] : NULL;
    fprintf(stderr, "\rgeneration %u of %u, strength %.1f %%, %.0f s left \033[K%s", at, m->last,
            s ? 100 * s->share : 50, left, at == m->last ? "\n" : "");
}

/* What decides how the games go, beside level, seed and step. */
static void describe(const options *o, const ar_table *said, char words[AR_PLAYED_MAX])
{
    char table[AR_TABLE_TEXT];
    ar_describe_table(said, table);
    snprintf(words, AR_PLAYED_MAX, "%s games=%lu everywhere=%d", table, o->games, o->everywhere);
}

/* A new state, or that of the file; one made by other games is not gone on with. */
static bool begin(const options *o, const ar_table *said, ar_tuning *tuning, rec_error *error)
{
    char played[AR_PLAYED_MAX];
    describe(o, said, played);
    ar_tune_begin(tuning, o->level, o->seed, (double)o->step / 100);
    snprintf(tuning->played, sizeof tuning->played, "%s", played);
    if (!o->print && access(o->state, F_OK) != 0)
        return true;
    if (!ar_tune_read(tuning, o->state, error))
        return false;
    return o->print || strcmp(tuning->played, played) == 0 ||
           rec_fail(error, "bad-file", "%.100s was made with other games: %.380s.", o->state,
                    tuning->played);
}

static bool run(const options *o, const ar_table *said, ar_tuning *tuning, rec_error *error)
{
    const unsigned last = tuning->generation + (unsigned)o->generations;
    meter m = {.start = ar_now(), .first = tuning->generation, .last = last};
    while (tuning->generation < last) {
        const ar_table at = table_of(o, said, tuning->generation);
        if (!ar_tune_generation(tuning, &at, (unsigned)o->games, (unsigned)o->threads, error))
            return false;
        if (tuning->generation % o->measure == 0 &&
            !ar_tune_measure(tuning, said, 4 * (unsigned)o->games, (unsigned)o->threads, error))
            return false;
        if (!ar_tune_write(tuning, o->state, error))
            return false;
        if (isatty(STDERR_FILENO))
            show_progress(&m, tuning);
    }
    return true;
}

static int tune(const options *o, const ar_table *said)
{
    static ar_tuning tuning;
    rec_error error;
    if (!begin(o, said, &tuning, &error) || (o->only && !ar_tune_only(&tuning, o->only, &error)) ||
        (!o->print && !run(o, said, &tuning, &error))) {
        fprintf(stderr, "elektro tune: %s\n", error.text);
        return CLI_FAILED;
    }
    return o->json ? print_json(&tuning) : print_state(&tuning);
}

int cli_tune(int argc, char **argv)
{
    options o = {.level = BOT_NORMAL,
                 .generations = 100,
                 .games = 400,
                 .measure = 10,
                 .seed = 1,
                 .step = 10};
    rec_options game;
    if (!parse_options(argc, argv, &o) || !cli_table_read(&o.table, "tune", 0, &game)) {
        fputs("'elektro tune --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    const ar_spread *spread = ar_spread_get();
    const ar_table said = ar_table_of(&game);
    int status = CLI_OK;
    if (spread->is_one_of_many) {
        fputs("elektro tune: it works alone; start it without mpirun\n", stderr);
        status = CLI_FAILED;
    } else if (spread->rank == 0) { /* tuning is one process's work */
        status = tune(&o, &said);
    }
    cli_table_drop(&game);
    if (spread->end)
        spread->end();
    return status;
}
