/* elektro arena: matches between bots. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "match_table.h"
#include "progress.h"
#include "run.h"
#include "spread.h"
#include "table_flags.h"
#include "words_text.h"

typedef struct options {
    cli_table table;
    const char *bots, *journal;
    unsigned games, seed, threads, program_ms;
    bool json, habits;
} options;

static const cli_option option_rows[] = {
    CLI_STRING_ROW(
        options, bots, "bots", "LIST",
        "as many as there are players, or more for a tournament, separated by commas: "
        "random, easy, normal, hard, expert, or cmd:PROGRAM for a command without commas. "
        "normal, hard and expert also play in a style: normal:hoarder, normal:rusher, "
        "normal:miser, normal:spender, normal:blocker. "
        "hard and expert take a budget for each decision: hard@500 (playouts), "
        "expert:rusher@200ms (time)"),
    CLI_NUMBER_ROW(options, games, "games", "N", 1, AR_GAMES_MAX, "100",
                   "games to play, rounded up to whole deals"),
    CLI_NUMBER_ROW(options, seed, "seed", "S", 0, UINT32_MAX, "1", "seed of the match"),
    CLI_NUMBER_ROW(options, threads, "threads", "N", 1, AR_THREADS_MAX, NULL,
                   "games played at the same time, by default one per core"),
    CLI_FILE_ROW(options, journal, "journal", "FILE",
                 "write every finished game to FILE; if it exists, continue from it"),
    CLI_NUMBER_ROW(options, program_ms, "program-ms", "MS", 1, 3600000, "5000",
                   "time limit of a program for each decision; a program that exceeds it forfeits"),
    CLI_SWITCH_ROW(options, habits, "habits",
                   "also print what the bots do well and badly: prices, idle money, plants without "
                   "fuel, places in the order"),
    CLI_SWITCH_ROW(options, json, "json", "print the result as one JSON object"),
    {.name = NULL}};

static const cli_group groups[] = {
    {.options = option_rows},
    {.options = cli_table_options, .offset = offsetof(options, table)},
    {.options = NULL}};

static const cli_verb verb = {
    .name = "arena",
    .usage = "usage: elektro arena --bots LIST [OPTION…]\n"
             "\n"
             "Lets bots play each other and rates them. Every deal is played in all rotations of\n"
             "the seats.\n",
    .groups = groups,
    .notes = "Under mpirun the games are spread over all processes; each runs one thread unless\n"
             "--threads is given.\n"};

static void show_progress(void *data, unsigned done, unsigned all)
{
    progress_show(data, done, all, NULL);
}

/* --------------------------------------------------------------------------------------- report */

static double per(double sum, uint64_t count)
{
    return count ? sum / (double)count : 0;
}

static double ms_per_decision(const ar_line *line)
{
    return per((double)line->nanoseconds / 1e6, line->decisions);
}

static void print_bar(const ar_line *line)
{
    enum { WIDTH = 50 };
    double low;
    double high;
    const double share = ar_win_share(line, &low, &high);
    for (int i = 0; i <= WIDTH; i++) {
        const double at = (double)i / WIDTH;
        const bool inside = at >= low - 0.5 / WIDTH && at <= high + 0.5 / WIDTH;
        const bool middle = fabs(at - share) <= 0.5 / WIDTH;
        fputs(middle ? "#" : inside ? "-" : at < share ? "=" : " ", stdout);
    }
}

static void print_step(unsigned step, uint64_t rounds, uint64_t games)
{
    if (games)
        printf("; Step %u in round %.1f (%llu games)", step, per((double)rounds, games),
               (unsigned long long)games);
    else
        printf("; Step %u never", step);
}

/* The width of a column with the names of all bots, so that different names look different. */
static int name_width(const ar_tally *tally, int min)
{
    enum { MAX = 48 };
    int width = min;
    for (unsigned i = 0; i < tally->lines; i++) {
        const size_t length = strlen(tally->line[i].name);
        const int wanted = length < MAX ? (int)length : MAX;
        width = wanted > width ? wanted : width;
    }
    return width;
}

/* A row for each figure, a column for each bot; shares in percent with half their interval. */
static void print_habits(const ar_tally *tally, const ar_habits *habits)
{
    const int width = name_width(tally, 13);
    printf("\n%-44s", "habit; shares in percent");
    for (unsigned i = 0; i < tally->lines; i++)
        printf(" %*.*s", width, width, tally->line[i].name);
    for (unsigned f = 0; f < ar_figure_count; f++) {
        printf("\n%-44s", ar_figures[f].text);
        for (unsigned i = 0; i < tally->lines; i++) {
            double half;
            const double value = ar_figure_of(habits, tally, i, &ar_figures[f], &half);
            if (isnan(value))
                printf(" %*s", width, "-");
            else if (ar_figures[f].percent)
                printf(" %*.1f ±%4.1f", width - 6, 100 * value, 100 * half);
            else
                printf(" %*.2f", width, value);
        }
    }
    putchar('\n');
}

static int print_table(const ar_tally *tally, const ar_habits *habits)
{
    const int width = name_width(tally, 20);
    printf("%-*s %6s %8s %15s %6s %7s %7s %7s %9s %7s\n", width, "bot", "seats", "wins",
           "95 % interval", "rank", "cities", "powered", "money", "ms/move", "rating");
    for (unsigned i = 0; i < tally->lines; i++) {
        const ar_line *line = &tally->line[i];
        double low;
        double high;
        const double share = ar_win_share(line, &low, &high);
        printf("%-*.*s %6llu %6.1f %% %5.1f – %5.1f %% %6.2f %7.1f %7.1f %7.0f %9.3f %+7.0f", width,
               width, line->name, (unsigned long long)line->seats, 100 * share, 100 * low,
               100 * high, per(line->ranks, line->seats), per(line->cities, line->seats),
               per(line->powered, line->seats), per(line->money, line->seats),
               ms_per_decision(line), line->rating);
        if (line->forfeits)
            printf("  %llu forfeits", (unsigned long long)line->forfeits);
        putchar('\n');
    }
    printf("\nShare of victories with 95 %% interval (%.0f %% is par):\n",
           100.0 / tally->match->table.players);
    for (unsigned i = 0; i < tally->lines; i++) {
        printf("%-*.*s |", width, width, tally->line[i].name);
        print_bar(&tally->line[i]);
        puts("|");
    }
    printf("\n%llu games of %.1f rounds and %.0f moves", (unsigned long long)tally->games,
           per((double)tally->rounds, tally->games), per((double)tally->moves, tally->games));
    print_step(2, tally->step2_rounds, tally->step2_games);
    print_step(3, tally->step3_rounds, tally->step3_games);
    putchar('\n');
    if (habits)
        print_habits(tally, habits);
    return cli_printed(verb.name);
}

static json_t *habits_json(const ar_tally *tally, const ar_habits *habits, unsigned line)
{
    json_t *out = json_object();
    double half;
    for (unsigned f = 0; f < ar_figure_count; f++) {
        const double value = ar_figure_of(habits, tally, line, &ar_figures[f], &half);
        json_object_set_new(out, ar_figures[f].key, isnan(value) ? json_null() : json_real(value));
    }
    return out;
}

static json_t *line_json(const ar_line *line)
{
    double low;
    double high;
    const double share = ar_win_share(line, &low, &high);
    return json_pack("{s:s, s:i, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:I}",
                     "name", line->name, "seats", (int)line->entrants, "seats_played",
                     (json_int_t)line->seats, "win_share", share, "low", low, "high", high,
                     "mean_rank", per(line->ranks, line->seats), "ms_per_decision",
                     ms_per_decision(line), "slowest_ms", (double)line->slowest / 1e6,
                     "mean_cities", per(line->cities, line->seats), "mean_powered",
                     per(line->powered, line->seats), "mean_money", per(line->money, line->seats),
                     "rating", line->rating, "forfeits", (json_int_t)line->forfeits);
}

static int print_json(const ar_tally *tally, const ar_habits *habits)
{
    json_t *bots = json_array();
    bool whole = true;
    for (unsigned i = 0; i < tally->lines; i++) {
        json_t *line = line_json(&tally->line[i]);
        whole =
            (!habits || json_object_set_new(line, "habits", habits_json(tally, habits, i)) == 0) &&
            json_array_append_new(bots, line) == 0 && whole;
    }
    const ar_table *table = &tally->match->table;
    json_t *out =
        json_pack("{s:I, s:s, s:s, s:i, s:f, s:f, s:o}", "games", (json_int_t)tally->games, "board",
                  table->board->base, "edition", rec_edition_word(table->edition), "players",
                  table->players, "mean_rounds", per((double)tally->rounds, tally->games),
                  "mean_moves", per((double)tally->moves, tally->games), "bots", bots);
    if (whole)
        return cli_print_json(verb.name, out);
    json_decref(out);
    cli_complain(verb.name, "there is not enough memory");
    return CLI_FAILED;
}

/* ---------------------------------------------------------------------------------------- verb */

/* As many players as bots, unless --players is given. */
static bool set_up(options *o, ar_match *match, rec_options *table)
{
    rec_error error;
    if (!o->bots)
        return cli_complain(verb.name, "no players; name them with --bots LIST");
    if (o->habits && o->journal)
        return cli_complain(verb.name, "a journal does not keep habits; leave out --journal");
    if (o->habits && ar_spread_get()->size > 1)
        return cli_complain(verb.name, "habits are counted by one process; run it without mpirun");
    if (!ar_read_entrants(match, o->bots, &error))
        return cli_complain(verb.name, "%s", error.text);
    const unsigned players = match->entrants < EK_SEATS ? match->entrants : EK_SEATS;
    if (!cli_table_read(&o->table, verb.name, players, table))
        return false;
    if (match->entrants < table->players) {
        cli_table_drop(table);
        return cli_complain(verb.name, "%u players, but only %u bots; name more with --bots",
                            table->players, match->entrants);
    }
    match->table = ar_table_of(table);
    match->games = ar_whole_deals(match, o->games);
    match->seed = o->seed;
    match->program_ms = o->program_ms;
    return true;
}

int cli_arena(int argc, char **argv)
{
    static ar_match match;
    static ar_tally tally;
    static ar_habits habits;
    options o = {.bots = NULL};
    int status;
    rec_options table;
    rec_error error;
    progress games = {.unit = "games"};
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!set_up(&o, &match, &table))
        return cli_misused(&verb);
    const ar_spread *spread = ar_spread_get();
    const ar_run run = {.match = &match,
                        .threads = o.threads,
                        .journal = o.journal,
                        .habits = o.habits ? &habits : NULL,
                        .progress = spread->rank == 0 ? show_progress : NULL,
                        .data = &games};
    const bool ok = ar_run_match(&run, &tally, &error);
    status = ok ? CLI_OK : CLI_FAILED;
    if (!ok)
        cli_complain(verb.name, "%s", error.text);
    else if (spread->rank == 0 && o.json)
        status = print_json(&tally, run.habits);
    else if (spread->rank == 0)
        status = print_table(&tally, run.habits);
    cli_table_drop(&table);
    if (spread->end)
        spread->end();
    return status;
}
