/* elektro bench: how fast the engine plays, and its signature. */
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "bot_games.h"
#include "cli.h"
#include "files.h"
#include "signature.h"
#include "words_text.h"

static const char help[] =
    "usage: elektro bench [--json] [--seconds S]\n"
    "       elektro bench --signature | --bots-signature\n"
    "       elektro bench --plain GAMES\n"
    "\n"
    "Plays random games of fixed seeds at every table: edition, board, number of players, "
    "options.\n"
    "\n"
    "  --json         print one JSON object instead of a table: moves_per_s, games_per_s,\n"
    "                 moves_per_game, bytes_per_state, copy_ns, signature for Germany, recharged,\n"
    "                 four players, and a list 'tables' with the same for each table\n"
    "  --seconds S    time to spend at Germany with four players; the other tables get a tenth of\n"
    "                 it each (default 1)\n"
    "  --signature    print the signature alone\n"
    "  --bots-signature  print that of games played by bots\n"
    "  --plain GAMES  only play so many games at Germany, recharged, four players, and print the\n"
    "                 number of moves; for counting instructions\n"
    "  --help         print this\n";

typedef struct options {
    bool json, signature, bots_signature;
    double seconds;
    unsigned plain;
} options;

/* The figures of one table. */
typedef struct figures {
    double moves_per_s, games_per_s, moves_per_game;
    uint64_t signature;
} figures;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The time it takes to copy a state, from a set that stays in the first cache. */
static double copy_ns(void)
{
    enum { STATES = 16, ROUNDS = 200000 };
    static ek_state states[STATES];
    const double start = now();
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < STATES; i++) {
            states[i] = states[(i + 7) % STATES];
            __asm__ volatile("" : : "r"(states) : "memory"); /* the copy is really made */
        }
    return 1e9 * (now() - start) / ((double)ROUNDS * STATES);
}

static const char *option_word(unsigned option_set)
{
    if (option_set & EK_FIRST_GAME)
        return rec_option_words[EK_OPTION_BIT_FIRST_GAME];
    return option_set & EK_STARTING_CITIES ? rec_option_words[EK_OPTION_BIT_STARTING_CITIES] : "";
}

static bool is_named(const bn_table *table)
{
    return table->edition == EK_RECHARGED && table->players == 4 && table->options == 0 &&
           strcmp(bd_boards[table->board].base, "germany") == 0;
}

/* The signature comes from a fixed number of games; the speed from as many as fit in the time. */
static figures measure(const bn_table *table, double seconds)
{
    enum { BATCH = 16 };
    bn_run fixed = {0};
    bn_run timed = {0};
    bn_play(table, 0, BN_SIGNATURE_GAMES, &fixed);
    const double start = now();
    double spent = 0;
    for (unsigned first = 0; spent < seconds; first += BATCH) {
        bn_play(table, first, BATCH, &timed);
        spent = now() - start;
    }
    return (figures){.moves_per_s = (double)timed.moves / spent,
                     .games_per_s = (double)timed.games / spent,
                     .moves_per_game = (double)timed.moves / (double)timed.games,
                     .signature = fixed.signature};
}

static void print_row(const bn_table *table, const figures *f)
{
    printf("%-18s %-9s %u %-15s %7.2f %9.0f %7.0f  %016llx\n", bd_boards[table->board].base,
           rec_edition_word(table->edition), table->players, option_word(table->options),
           f->moves_per_s / 1e6, f->games_per_s, f->moves_per_game,
           (unsigned long long)f->signature);
    fflush(stdout);
}

static json_t *figures_json(const figures *f, uint64_t signature, double copy)
{
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)signature);
    return json_pack("{s:f, s:f, s:f, s:i, s:f, s:s}", "moves_per_s", f->moves_per_s, "games_per_s",
                     f->games_per_s, "moves_per_game", f->moves_per_game, "bytes_per_state",
                     (int)sizeof(ek_state), "copy_ns", copy, "signature", text);
}

static json_t *row_json(const bn_table *table, const figures *f, double copy)
{
    json_t *row = figures_json(f, f->signature, copy);
    json_t *names = json_pack("{s:s, s:s, s:i, s:s}", "board", bd_boards[table->board].base,
                              "edition", rec_edition_word(table->edition), "players",
                              table->players, "options", option_word(table->options));
    if (row && names)
        json_object_update(row, names);
    json_decref(names);
    return row;
}

/* Progress goes to the terminal of whoever waits for --json. */
static void show_progress(unsigned done, unsigned all)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%u of %u tables%s", done, all, done == all ? "\n" : "");
}

static int print_json(const figures *named, uint64_t signature, double copy, json_t *rows)
{
    json_t *out = figures_json(named, signature, copy);
    if (!out || json_object_set_new(out, "tables", rows) != 0) {
        json_decref(out);
        out = NULL;
    }
    return cli_print_json("bench", out);
}

static void print_summary(const figures *named, uint64_t signature, double copy)
{
    printf("\nGermany, recharged, four players: %.2f million moves/s, %.0f games/s, "
           "%.0f moves a game\n"
           "state %zu bytes, copied in %.1f ns\nsignature %016llx\n",
           named->moves_per_s / 1e6, named->games_per_s, named->moves_per_game, sizeof(ek_state),
           copy, (unsigned long long)signature);
}

static int run_all(const options *o)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    const double copy = copy_ns();
    json_t *rows = o->json ? json_array() : NULL;
    figures named = {0};
    if (!o->json)
        printf("%-18s %-9s %s %-15s %7s %9s %7s  %s\n", "board", "edition", "n", "options",
               "Mmove/s", "games/s", "moves/g", "signature");
    for (unsigned i = 0; i < count; i++) {
        const bool is_main = is_named(&tables[i]);
        const figures f = measure(&tables[i], is_main ? o->seconds : o->seconds / 10);
        if (is_main)
            named = f;
        if (o->json) {
            json_array_append_new(rows, row_json(&tables[i], &f, copy));
            show_progress(i + 1, count);
        } else {
            print_row(&tables[i], &f);
        }
    }
    const uint64_t signature = bn_signature();
    if (o->json)
        return print_json(&named, signature, copy, rows);
    print_summary(&named, signature, copy);
    return cli_printed("bench");
}

static int run_plain(unsigned games)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    bn_run run = {0};
    for (unsigned i = 0; i < count; i++)
        if (is_named(&tables[i]))
            bn_play(&tables[i], 0, games, &run);
    printf("%llu\n", (unsigned long long)run.moves);
    return cli_printed("bench");
}

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {{"json", no_argument, NULL, 'j'},
                                          {"seconds", required_argument, NULL, 's'},
                                          {"signature", no_argument, NULL, 'g'},
                                          {"bots-signature", no_argument, NULL, 'b'},
                                          {"plain", required_argument, NULL, 'p'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    int c;
    char *end;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        errno = 0;
        switch (c) {
        case 'j':
            o->json = true;
            break;
        case 'g':
            o->signature = true;
            break;
        case 'b':
            o->bots_signature = true;
            break;
        case 's':
            o->seconds = strtod(optarg, &end);
            if (errno || *end || !(o->seconds > 0 && o->seconds <= 60)) {
                fprintf(stderr, "elektro bench: --seconds wants more than 0 and at most 60\n");
                return false;
            }
            break;
        case 'p':
            o->plain = (unsigned)strtoul(optarg, &end, 10);
            if (errno || *end || o->plain < 1 || o->plain > 1000000) {
                fprintf(stderr, "elektro bench: --plain wants 1 to 1000000 games\n");
                return false;
            }
            break;
        case 'h':
            fputs(help, stdout);
            exit(cli_printed("bench"));
        default:
            return false;
        }
    }
    if (optind < argc)
        fprintf(stderr, "elektro bench: unexpected '%s'\n", argv[optind]);
    return optind == argc;
}

int cli_bench(int argc, char **argv)
{
    options o = {.seconds = 1};
    if (!parse_options(argc, argv, &o)) {
        fputs("'elektro bench --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    if (o.plain)
        return run_plain(o.plain);
    if (o.signature || o.bots_signature) {
        const uint64_t signature = o.signature ? bn_signature() : bn_bot_signature();
        printf("%016llx\n", (unsigned long long)signature);
        return cli_printed("bench");
    }
    return run_all(&o);
}
