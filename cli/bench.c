/* elektro bench: how fast the engine plays, and its signature. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "board.h"
#include "bot_games.h"
#include "cli.h"
#include "files.h"
#include "progress.h"
#include "signature.h"
#include "weights.h"
#include "words_text.h"

typedef struct options {
    bool json, signature, bots_signature, gpu;
    const char *kernels;
    double seconds;
    unsigned plain;
} options;

static const cli_option option_rows[] = {
    CLI_SWITCH_ROW(options, json, "json",
                   "print one JSON object instead of a table: moves_per_s, games_per_s, "
                   "moves_per_game, normal_games_per_s, bytes_per_state, copy_ns and signature for "
                   "Germany, recharged, four players, and a list 'tables' with the same for each "
                   "table"),
    {.name = "seconds",
     .value = "S",
     .help = "time for the random games of Germany with four players, and again for its games of "
             "bots; each other table gets a tenth of it",
     .kind = CLI_DECIMAL,
     .max = 60,
     .standard = "1",
     .offset = CLI_FIELD(double, options, seconds)},
    CLI_SWITCH_ROW(options, signature, "signature", "only print the signature"),
    CLI_SWITCH_ROW(options, bots_signature, "bots-signature",
                   "only print the signature of games played by bots, with the judge that Elektro "
                   "contains and without it"),
    CLI_SWITCH_ROW(options, gpu, "gpu",
                   "play on an NVIDIA GPU, at random and with bots of level normal, and check that "
                   "the games are the same as on the CPU"),
    CLI_FILE_ROW(options, kernels, "kernels", "FILE",
                 "with --gpu: the code for the GPU, instead of elektro.ptx beside the program"),
    CLI_NUMBER_ROW(options, plain, "plain", "GAMES", 1, 1000000, NULL,
                   "only play so many games on Germany, recharged, four players, and print the "
                   "number of moves; for counting instructions"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "bench",
    .usage = "usage: elektro bench [--json] [--seconds S]\n"
             "       elektro bench --signature | --bots-signature\n"
             "       elektro bench --gpu [--kernels FILE] [--json] [--seconds S]\n"
             "       elektro bench --plain GAMES\n"
             "\n"
             "Plays games with fixed seeds at every table: edition, board, number of players,\n"
             "options. The moves are random; in the games of the column normal/s all seats play\n"
             "like the bot normal.\n",
    .groups = groups};

/* The figures of one table. */
typedef struct figures {
    double moves_per_s, games_per_s, moves_per_game;
    double normal_games_per_s;
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

bool bench_is_named(const bn_table *table)
{
    return table->edition == EK_RECHARGED && table->players == 4 && table->options == 0 &&
           strcmp(bd_boards[table->board].base, "germany") == 0;
}

/* Plays at least the games of one zone, and more as long as there is time; returns the seconds they
 * took. */
static double play_timed(bn_player *play, const bn_table *table, double seconds, bn_run *run)
{
    const double start = now();
    unsigned first = 0;
    double spent;
    do {
        bn_play(play, table, first, BN_ZONE_GAMES, run);
        spent = now() - start;
        first += BN_ZONE_GAMES;
    } while (spent < seconds);
    return spent;
}

/* The signature comes from a fixed number of games. */
static figures measure(const bn_table *table, double seconds)
{
    bn_run fixed = {0};
    bn_run timed = {0};
    bn_run normal = {0};
    bn_play(bn_play_random, table, 0, BN_SIGNATURE_GAMES, &fixed);
    const double spent = play_timed(bn_play_random, table, seconds, &timed);
    const double normal_spent = play_timed(bn_play_normal, table, seconds, &normal);
    return (figures){.moves_per_s = (double)timed.moves / spent,
                     .games_per_s = (double)timed.games / spent,
                     .moves_per_game = (double)timed.moves / (double)timed.games,
                     .normal_games_per_s = (double)normal.games / normal_spent,
                     .signature = fixed.signature};
}

static void print_row(const bn_table *table, const figures *f)
{
    printf("%-18s %-9s %u %-15s %7.2f %9.0f %7.0f %9.0f  %016llx\n", bd_boards[table->board].base,
           rec_edition_word(table->edition), table->players, option_word(table->options),
           f->moves_per_s / 1e6, f->games_per_s, f->moves_per_game, f->normal_games_per_s,
           (unsigned long long)f->signature);
    fflush(stdout);
}

static json_t *figures_json(const figures *f, uint64_t signature, double copy)
{
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)signature);
    return json_pack("{s:f, s:f, s:f, s:f, s:i, s:f, s:s}", "moves_per_s", f->moves_per_s,
                     "games_per_s", f->games_per_s, "moves_per_game", f->moves_per_game,
                     "normal_games_per_s", f->normal_games_per_s, "bytes_per_state",
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

static int print_json(const figures *named, uint64_t signature, double copy, json_t *rows)
{
    json_t *out = figures_json(named, signature, copy);
    if (!out || json_object_set_new(out, "tables", rows) != 0) {
        json_decref(out);
        out = NULL;
    }
    return cli_print_json(verb.name, out);
}

static void print_summary(const figures *named, uint64_t signature, double copy)
{
    printf("\nGermany, recharged, four players: %.2f million moves/s, %.0f games/s, "
           "%.0f moves a game\n"
           "games of normal at the same table: %.0f games/s\n"
           "state %zu bytes, copied in %.1f ns\nsignature %016llx\n",
           named->moves_per_s / 1e6, named->games_per_s, named->moves_per_game,
           named->normal_games_per_s, sizeof(ek_state), copy, (unsigned long long)signature);
}

static int run_all(const options *o)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    const double copy = copy_ns();
    json_t *rows = o->json ? json_array() : NULL;
    figures named = {0};
    progress progress_line = {.unit = "tables"};
    if (!o->json)
        printf("%-18s %-9s %s %-15s %7s %9s %7s %9s  %s\n", "board", "edition", "n", "options",
               "Mmove/s", "games/s", "moves/g", "normal/s", "signature");
    for (unsigned i = 0; i < count; i++) {
        const bool is_main = bench_is_named(&tables[i]);
        const figures f = measure(&tables[i], is_main ? o->seconds : o->seconds / 10);
        if (is_main)
            named = f;
        if (o->json) {
            json_array_append_new(rows, row_json(&tables[i], &f, copy));
            progress_show(&progress_line, i + 1, count, NULL);
        } else {
            print_row(&tables[i], &f);
        }
    }
    const uint64_t signature = bn_signature();
    if (o->json)
        return print_json(&named, signature, copy, rows);
    print_summary(&named, signature, copy);
    return cli_printed(verb.name);
}

static int run_plain(unsigned games)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    bn_run run = {0};
    for (unsigned i = 0; i < count; i++)
        if (bench_is_named(&tables[i]))
            bn_play(bn_play_random, &tables[i], 0, games, &run);
    printf("%llu\n", (unsigned long long)run.moves);
    return cli_printed(verb.name);
}

int cli_bench(int argc, char **argv)
{
    options o = {.json = false};
    int status;
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (o.kernels && !o.gpu) {
        cli_complain(verb.name, "--kernels is the code for a GPU; add --gpu");
        return cli_misused(&verb);
    }
    if (o.plain)
        return run_plain(o.plain);
    if (o.gpu)
        return bench_gpu(verb.name, o.kernels, o.seconds, o.json);
    if (o.signature || o.bots_signature) {
        const uint64_t signature =
            o.signature ? bn_signature() : bn_bot_signature(&bot_native_judge);
        printf("%016llx\n", (unsigned long long)signature);
        return cli_printed(verb.name);
    }
    return run_all(&o);
}
