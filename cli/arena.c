/* elektro arena: matches between bots. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "deadline.h"
#include "files.h"
#include "match_table.h"
#include "run.h"
#include "spread.h"
#include "table_flags.h"
#include "words_text.h"

static const char help[] =
    "usage: elektro arena --bots LIST [OPTION…]\n"
    "\n"
    "Lets bots play each other and tells who is better by how much. Every deal is played in\n"
    "all rotations of the seats.\n"
    "\n"
    "  --bots LIST        as many as players, or more for a tournament: random, easy, normal, "
    "hard,\n"
    "                     expert, cmd:PROGRAM; with a budget for each decision if wanted:\n"
    "                     hard@500 (playouts), expert@200ms (time); a program's command has no\n"
    "                     comma in it: put such a one into a script\n"
    "  --games N          games to play (default 100), rounded up to whole deals\n"
    "  --seed S           seed of the match (default 1)\n"
    "  --threads N        games at a time (default: one for each core)\n"
    "  --journal FILE     write every finished game there; go on from it if it exists\n"
    "  --program-ms MS    time a program has for a decision before it forfeits (default 5000)\n"
    "  --json             print the result as one JSON object\n" CLI_TABLE_HELP
    "  --help             print this\n"
    "\n"
    "Under mpirun the games are spread over all processes, each with one thread unless --threads\n"
    "says otherwise.\n";

typedef struct options {
    cli_table table;
    const char *bots, *journal;
    unsigned long games, seed, threads, program_ms;
    bool json;
} options;

/* ------------------------------------------------------------------------------------ progress */

typedef struct meter {
    double start, shown;
    unsigned first; /* games the journal had */
    bool begun;
} meter;

/* A line on the terminal, at most four times a second, with the time left. */
static void show_progress(void *data, unsigned done, unsigned all)
{
    meter *m = data;
    const double t = (double)ar_now() / 1e9;
    if (!m->begun) {
        *m = (meter){.start = t, .first = done, .begun = true};
        fprintf(stderr, "\r%u of %u games ", done, all);
        return;
    }
    if (t - m->shown < 0.25 && done < all)
        return;
    m->shown = t;
    const double pace = (t - m->start) / (done > m->first ? done - m->first : 1);
    const double left = pace * (all > done ? all - done : 0);
    fprintf(stderr, "\r%u of %u games, %.0f s left \033[K%s", done, all, left,
            done >= all ? "\n" : "");
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

static int print_table(const ar_tally *tally)
{
    printf("%-20s %6s %8s %15s %6s %7s %7s %7s %9s %7s\n", "bot", "seats", "wins", "95 % interval",
           "rank", "cities", "powered", "money", "ms/move", "rating");
    for (unsigned i = 0; i < tally->lines; i++) {
        const ar_line *line = &tally->line[i];
        double low;
        double high;
        const double share = ar_win_share(line, &low, &high);
        printf("%-20.20s %6llu %6.1f %% %5.1f – %5.1f %% %6.2f %7.1f %7.1f %7.0f %9.3f %+7.0f",
               line->name, (unsigned long long)line->seats, 100 * share, 100 * low, 100 * high,
               per(line->ranks, line->seats), per(line->cities, line->seats),
               per(line->powered, line->seats), per(line->money, line->seats),
               ms_per_decision(line), line->rating);
        if (line->forfeits)
            printf("  %llu forfeits", (unsigned long long)line->forfeits);
        putchar('\n');
    }
    printf("\nShare of victories, with its interval (%.0f %% is par):\n",
           100.0 / tally->match->table.players);
    for (unsigned i = 0; i < tally->lines; i++) {
        printf("%-20.20s |", tally->line[i].name);
        print_bar(&tally->line[i]);
        puts("|");
    }
    printf("\n%llu games of %.1f rounds and %.0f moves", (unsigned long long)tally->games,
           per((double)tally->rounds, tally->games), per((double)tally->moves, tally->games));
    print_step(2, tally->step2_rounds, tally->step2_games);
    print_step(3, tally->step3_rounds, tally->step3_games);
    putchar('\n');
    return cli_printed("arena");
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

static int print_json(const ar_tally *tally)
{
    json_t *bots = json_array();
    bool whole = true;
    for (unsigned i = 0; i < tally->lines; i++)
        whole = json_array_append_new(bots, line_json(&tally->line[i])) == 0 && whole;
    const ar_table *table = &tally->match->table;
    json_t *out =
        json_pack("{s:I, s:s, s:s, s:i, s:f, s:f, s:o}", "games", (json_int_t)tally->games, "board",
                  table->board->base, "edition", rec_edition_word(table->edition), "players",
                  table->players, "mean_rounds", per((double)tally->rounds, tally->games),
                  "mean_moves", per((double)tally->moves, tally->games), "bots", bots);
    if (whole)
        return cli_print_json("arena", out);
    json_decref(out);
    fputs("elektro arena: there is not enough memory\n", stderr);
    return CLI_FAILED;
}

/* ---------------------------------------------------------------------------------------- verb */

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {{"bots", required_argument, NULL, 'b'},
                                          {"games", required_argument, NULL, 'g'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"journal", required_argument, NULL, 'j'},
                                          {"program-ms", required_argument, NULL, 'p'},
                                          {"json", no_argument, NULL, 'J'},
                                          {"help", no_argument, NULL, 'h'},
                                          CLI_TABLE_FLAGS,
                                          {NULL, 0, NULL, 0}};
    int c;
    bool ok = true;
    while (ok && (c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (c) {
        case 'b':
            o->bots = optarg;
            break;
        case 'g':
            ok = cli_number("arena", "--games", optarg, 1, AR_GAMES_MAX, &o->games);
            break;
        case 's':
            ok = cli_number("arena", "--seed", optarg, 0, UINT32_MAX, &o->seed);
            break;
        case 't':
            ok = cli_number("arena", "--threads", optarg, 1, AR_THREADS_MAX, &o->threads);
            break;
        case 'j':
            o->journal = optarg;
            break;
        case 'p':
            ok = cli_number("arena", "--program-ms", optarg, 1, 3600000, &o->program_ms);
            break;
        case 'J':
            o->json = true;
            break;
        case 'h':
            fputs(help, stdout);
            exit(cli_printed("arena"));
        default:
            ok = cli_table_flag(&o->table, c, optarg);
            break;
        }
    }
    if (ok && (optind < argc || !o->bots)) {
        if (o->bots)
            fprintf(stderr, "elektro arena: unexpected '%s'\n", argv[optind]);
        else
            fputs("elektro arena: --bots says who plays\n", stderr);
        ok = false;
    }
    return ok;
}

/* As many players as bots, unless it is said otherwise. */
static bool set_up(const options *o, ar_match *match, rec_options *table)
{
    rec_error error;
    if (!ar_read_entrants(match, o->bots, &error)) {
        fprintf(stderr, "elektro arena: %s\n", error.text);
        return false;
    }
    const unsigned players = match->entrants < EK_SEATS ? match->entrants : EK_SEATS;
    if (!cli_table_read(&o->table, "arena", players, table))
        return false;
    if (match->entrants < table->players) {
        fprintf(stderr, "elektro arena: %u players, but only %u bots\n", table->players,
                match->entrants);
        cli_table_drop(table);
        return false;
    }
    match->table = ar_table_of(table);
    match->games = ar_whole_deals(match, (unsigned)o->games);
    match->seed = o->seed;
    match->program_ms = (uint32_t)o->program_ms;
    return true;
}

int cli_arena(int argc, char **argv)
{
    static ar_match match;
    static ar_tally tally;
    options o = {.games = 100, .seed = 1, .program_ms = 5000};
    rec_options table;
    rec_error error;
    meter m = {.begun = false};
    if (!parse_options(argc, argv, &o) || !set_up(&o, &match, &table)) {
        fputs("'elektro arena --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    const ar_spread *spread = ar_spread_get();
    const bool shows = isatty(STDERR_FILENO) && spread->rank == 0;
    const ar_run run = {.match = &match,
                        .threads = (unsigned)o.threads,
                        .journal = o.journal,
                        .progress = shows ? show_progress : NULL,
                        .data = &m};
    const bool ok = ar_run_match(&run, &tally, &error);
    int status = ok ? CLI_OK : CLI_FAILED;
    if (!ok)
        fprintf(stderr, "elektro arena: %s\n", error.text);
    else if (spread->rank == 0 && o.json)
        status = print_json(&tally);
    else if (spread->rank == 0)
        status = print_table(&tally);
    cli_table_drop(&table);
    if (spread->end)
        spread->end();
    return status;
}
