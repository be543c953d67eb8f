/* elektro bench --gpu: how fast a GPU plays, and whether its games are those of the CPU. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bot_games.h"
#include "cli.h"
#include "files.h"
#include "gpu.h"

enum {
    NORMAL_GAMES = 8,    /* at each table, to compare */
    FIRST_BATCH = 1024,  /* games of the first batch that is timed */
    BATCH_MAX = 1 << 19, /* games of one that fills every GPU */
    SEVERAL = 4          /* batches that fit in the time */
};

/* Games at tables: the rules of each zone, compiled once. */
typedef struct deals {
    ek_rules *rules;
    gp_game *games;
    unsigned rules_count, count;
} deals;

typedef struct report {
    const char *gpu;
    uint64_t signature, normal;         /* of the GPU */
    uint64_t cpu_signature, cpu_normal; /* of the CPU */
    double moves_per_s, games_per_s;    /* at random */
    double normal_games_per_s;
} report;

static bool make_deals(deals *d, unsigned tables, unsigned games_each)
{
    *d = (deals){.rules = calloc((size_t)tables * EK_ZONES_MAX, sizeof *d->rules),
                 .games = calloc((size_t)tables * games_each, sizeof *d->games)};
    return d->rules && d->games;
}

static void free_deals(deals *d)
{
    free(d->rules);
    free(d->games);
}

/* The games 0, 1 … of a table as bn_play plays them. */
static void add_table(deals *d, const bn_table *table, unsigned games)
{
    const ek_board *board = &ek_boards[table->board];
    unsigned rules_of[UINT8_MAX + 1] = {0}; /* by zone: their index, and 1 */
    uint8_t zone = 0;
    for (unsigned game = 0; game < games; game++) {
        const uint64_t zone_seed = game / BN_ZONE_GAMES;
        if (game % BN_ZONE_GAMES == 0)
            zone = ek_random_zone(board, table->edition, table->players, zone_seed);
        if (rules_of[zone] == 0) {
            bn_rules(table, zone_seed, &d->rules[d->rules_count++]);
            rules_of[zone] = d->rules_count;
        }
        d->games[d->count++] = (gp_game){.setup = {.seed = game}, .rules = rules_of[zone] - 1};
    }
}

/* --------------------------------------------------------------------------------------- checks */

static bool play(gp_gpu *gpu, enum gp_kernel kernel, const deals *d, gp_batch *batch,
                 gp_error *error)
{
    *batch = (gp_batch){
        .rules = d->rules, .rules_count = d->rules_count, .games = d->games, .count = d->count};
    return gp_play(gpu, kernel, batch, error);
}

static bool sign(gp_gpu *gpu, enum gp_kernel kernel, const deals *d, uint64_t *signature,
                 gp_error *error)
{
    gp_batch batch;
    if (!play(gpu, kernel, d, &batch, error))
        return false;
    *signature = 0;
    for (unsigned i = 0; i < d->count; i++)
        *signature = bn_fold(*signature, batch.results[i].hash);
    gp_batch_free(&batch);
    return true;
}

/* The same games of normal on the CPU. */
static uint64_t sign_normal(const bn_table *tables, unsigned count)
{
    bn_run run = {0};
    for (unsigned i = 0; i < count; i++)
        bn_play(bn_play_normal, &tables[i], 0, NORMAL_GAMES, &run);
    return run.signature;
}

static bool check(gp_gpu *gpu, report *r, gp_error *error)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    deals d;
    bool ok = make_deals(&d, count, BN_SIGNATURE_GAMES);
    if (!ok)
        gp_fail(error, "Out of memory.");
    for (unsigned i = 0; i < count && ok; i++)
        add_table(&d, &tables[i], BN_SIGNATURE_GAMES);
    ok = ok && sign(gpu, GP_RANDOM_GAMES, &d, &r->signature, error);
    d.count = d.rules_count = 0;
    for (unsigned i = 0; i < count && ok; i++)
        add_table(&d, &tables[i], NORMAL_GAMES);
    ok = ok && sign(gpu, GP_NORMAL_GAMES, &d, &r->normal, error);
    if (ok) {
        r->cpu_signature = bn_signature();
        r->cpu_normal = sign_normal(tables, count);
    }
    free_deals(&d);
    return ok;
}

/* ---------------------------------------------------------------------------------------- speed */

/* Doubles the batch until it takes a good part of the time. */
static bool measure(gp_gpu *gpu, enum gp_kernel kernel, deals *d, double seconds,
                    double *moves_per_s, double *games_per_s, gp_error *error)
{
    const unsigned all = d->count;
    gp_batch batch = {.seconds = 0};
    uint64_t moves = 0;
    bool ok = true;
    for (d->count = FIRST_BATCH; ok; d->count *= 2) {
        ok = play(gpu, kernel, d, &batch, error);
        if (!ok || batch.seconds > seconds / SEVERAL || d->count == all)
            break;
        gp_batch_free(&batch);
    }
    for (unsigned i = 0; i < d->count && ok; i++)
        moves += batch.results[i].moves;
    *moves_per_s = (double)moves / batch.seconds;
    *games_per_s = (double)d->count / batch.seconds;
    d->count = all;
    gp_batch_free(&batch);
    return ok;
}

static bool measure_all(gp_gpu *gpu, double seconds, report *r, gp_error *error)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    double unused;
    deals d;
    bool ok = make_deals(&d, 1, BATCH_MAX);
    if (!ok)
        gp_fail(error, "Out of memory.");
    for (unsigned i = 0; i < count && ok; i++)
        if (bench_is_named(&tables[i]))
            add_table(&d, &tables[i], BATCH_MAX);
    ok = ok &&
         measure(gpu, GP_RANDOM_GAMES, &d, seconds, &r->moves_per_s, &r->games_per_s, error) &&
         measure(gpu, GP_NORMAL_GAMES, &d, seconds, &unused, &r->normal_games_per_s, error);
    free_deals(&d);
    return ok;
}

/* --------------------------------------------------------------------------------------- report */

static bool agrees(const report *r)
{
    return r->signature == r->cpu_signature && r->normal == r->cpu_normal;
}

static void print_check(const char *what, uint64_t gpu, uint64_t cpu)
{
    printf("%-24s %016llx  ", what, (unsigned long long)gpu);
    if (gpu == cpu)
        puts("as on the CPU");
    else
        printf("but %016llx on the CPU\n", (unsigned long long)cpu);
}

static int print_report(const char *verb, const report *r)
{
    printf("%s\n\n", r->gpu);
    print_check("signature", r->signature, r->cpu_signature);
    print_check("signature of normal", r->normal, r->cpu_normal);
    printf("\nGermany, recharged, four players:\n"
           "at random                %.1f million moves/s, %.0f games/s\n"
           "normal                   %.0f games/s\n",
           r->moves_per_s / 1e6, r->games_per_s, r->normal_games_per_s);
    return cli_printed(verb);
}

static int print_json(const char *verb, const report *r)
{
    char signature[17];
    char normal[17];
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)r->signature);
    snprintf(normal, sizeof normal, "%016llx", (unsigned long long)r->normal);
    return cli_print_json(verb, json_pack("{s:s, s:b, s:s, s:s, s:f, s:f, s:f}", "gpu", r->gpu,
                                          "as_on_cpu", agrees(r), "signature", signature,
                                          "normal_signature", normal, "moves_per_s", r->moves_per_s,
                                          "games_per_s", r->games_per_s, "normal_games_per_s",
                                          r->normal_games_per_s));
}

int bench_gpu(const char *verb, const char *kernels, double seconds, bool json)
{
    gp_error error;
    report r = {0};
    gp_gpu *gpu = gp_open(kernels, 0, &error);
    const bool ok = gpu && check(gpu, &r, &error) && measure_all(gpu, seconds, &r, &error);
    int status = CLI_FAILED;
    if (ok) {
        r.gpu = gp_name(gpu);
        status = json ? print_json(verb, &r) : print_report(verb, &r);
    } else {
        cli_complain(verb, "%s", error.text);
    }
    if (gpu)
        gp_close(gpu);
    if (!ok || agrees(&r))
        return status;
    cli_complain(verb, "the games of the GPU are not those of the CPU: do not use it.");
    return CLI_FAILED;
}
