/* elektro tune: improves a bot's judgement by self-play. */
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "match_table.h"
#include "progress.h"
#include "spread.h"
#include "table_flags.h"
#include "tune.h"

typedef struct options {
    cli_table table;
    const char *state, *only, *level;
    unsigned generations, games, measure, threads, seed, step;
    bool print, json, everywhere;
} options;

static const cli_option option_rows[] = {
    CLI_FILE_ROW(options, state, "state", "FILE", "state of the run; created if missing"),
    CLI_STRING_ROW(options, level, "level", "L",
                   "the bot to tune (normal or hard; default normal), also in a style: "
                   "normal:rusher"),
    CLI_NUMBER_ROW(options, generations, "generations", "N", 1, 1000000, "100",
                   "generations to add"),
    CLI_NUMBER_ROW(options, games, "games", "N", 4, 1000000, "400", "games in a generation"),
    CLI_NUMBER_ROW(options, measure, "measure", "N", 1, 1000000, "10",
                   "every N generations, play the tuned against the shipped parameters, with four "
                   "times as many games"),
    CLI_SWITCH_ROW(options, everywhere, "everywhere",
                   "rotate through all boards, both editions and three to five players; the table "
                   "options below are then used for measuring only"),
    CLI_STRING_ROW(options, only, "only", "LIST", "tune these parameters and keep the others"),
    CLI_NUMBER_ROW(options, step, "step", "P", 1, 50, "10",
                   "size of the first shifts of parameters, in percent of their range"),
    CLI_NUMBER_ROW(options, threads, "threads", "N", 1, AR_THREADS_MAX, NULL,
                   "games played at the same time, by default one per core"),
    CLI_NUMBER_ROW(options, seed, "seed", "S", 0, UINT32_MAX, "1", "seed of a new run"),
    CLI_SWITCH_ROW(options, print, "print",
                   "only print the state: parameters, and strength over generations"),
    CLI_SWITCH_ROW(options, json, "json", "print the state as one JSON object"),
    {.name = NULL}};

static const cli_group groups[] = {
    {.options = option_rows},
    {.options = cli_table_options, .offset = offsetof(options, table)},
    {.options = NULL}};

static const cli_verb verb = {
    .name = "tune",
    .usage = "usage: elektro tune --state FILE [OPTION…]\n"
             "\n"
             "Improves the parameters of a bot by letting variants of it play each other (SPSA).\n"
             "It can be interrupted at any time and continues from its file.\n",
    .groups = groups};

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
    return cli_printed(verb.name);
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
    return cli_print_json(verb.name,
                          json_pack("{s:i, s:o, s:o}", "generation", (int)tuning->generation,
                                    "parameters", parameters, "strength", strengths));
}

/* ---------------------------------------------------------------------------------------- verb */

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

static void show_progress(progress *p, const ar_tuning *tuning, unsigned last)
{
    char strength[32];
    const ar_strength *s = tuning->strengths ? &tuning->strength[tuning->strengths - 1] : NULL;
    snprintf(strength, sizeof strength, "strength %.1f %%", s ? 100 * s->share : 50);
    progress_show(p, tuning->generation, last, strength);
}

/* What decides how the games go, beside level, seed and step. */
static void describe(const options *o, const ar_table *said, char words[AR_PLAYED_MAX])
{
    char table[AR_TABLE_TEXT];
    ar_describe_table(said, table);
    snprintf(words, AR_PLAYED_MAX, "%s games=%u everywhere=%d", table, o->games, o->everywhere);
}

/* A new state, or that of the file; one made by other games is not gone on with. */
static bool begin(const options *o, const ar_bot *named, const ar_table *said, ar_tuning *tuning,
                  rec_error *error)
{
    char played[AR_PLAYED_MAX];
    describe(o, said, played);
    ar_tune_begin(tuning, named, o->seed, (double)o->step / 100);
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
    const unsigned last = tuning->generation + o->generations;
    progress p = {.unit = "generations"};
    show_progress(&p, tuning, last);
    while (tuning->generation < last) {
        const ar_table at = table_of(o, said, tuning->generation);
        if (!ar_tune_generation(tuning, &at, o->games, o->threads, error))
            return false;
        if (tuning->generation % o->measure == 0 &&
            !ar_tune_measure(tuning, said, 4 * o->games, o->threads, error))
            return false;
        if (!ar_tune_write(tuning, o->state, error))
            return false;
        show_progress(&p, tuning, last);
    }
    return true;
}

static int tune(const options *o, const ar_bot *named, const ar_table *said)
{
    static ar_tuning tuning;
    rec_error error;
    if (!begin(o, named, said, &tuning, &error) ||
        (o->only && !ar_tune_only(&tuning, o->only, &error)) ||
        (!o->print && !run(o, said, &tuning, &error))) {
        cli_complain(verb.name, "%s", error.text);
        return CLI_FAILED;
    }
    return o->json ? print_json(&tuning) : print_state(&tuning);
}

static bool read_bot(const options *o, ar_bot *named)
{
    rec_error error = {.text = "only normal and hard can be tuned"};
    const char *level = o->level ? o->level : "normal";
    if (ar_read_bot(level, named, &error) &&
        (named->level == BOT_NORMAL || named->level == BOT_HARD))
        return true;
    if (strchr(level, ':'))
        return cli_complain(verb.name, "--level: %s", error.text);
    return cli_complain(verb.name, "--level must be normal or hard, not '%s'", level);
}

int cli_tune(int argc, char **argv)
{
    options o = {.state = NULL};
    ar_bot named;
    rec_options game;
    int status = CLI_OK;
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!read_bot(&o, &named))
        return cli_misused(&verb);
    if (!o.state)
        cli_complain(verb.name, "no state file; name one with --state FILE");
    if (!o.state || !cli_table_read(&o.table, verb.name, 0, &game))
        return cli_misused(&verb);
    const ar_spread *spread = ar_spread_get();
    const ar_table said = ar_table_of(&game);
    if (spread->is_one_of_many) {
        cli_complain(verb.name, "tuning runs in one process; start it without mpirun");
        status = CLI_FAILED;
    } else if (spread->rank == 0) { /* tuning is one process's work */
        status = tune(&o, &named, &said);
    }
    cli_table_drop(&game);
    if (spread->end)
        spread->end();
    return status;
}
