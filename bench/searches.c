/*
 * The playouts of hard, for bench/instructions to count: a round in which every seat has a style,
 * and a judgement.
 *
 *     searches GAMES    plays so many games, searches some of the decisions, and prints the number
 *                       of playouts, a sum of their results and the time that one takes
 *
 * The games go through all tables: boards, editions, numbers of players, options.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "search.h"
#include "signature.h"
#include "weights.h"

/* One decision in so many is searched: a prime number, so that all kinds of decisions are. */
enum { SEARCHED = 23, PLAYOUTS = 48 };

typedef struct total {
    bot_judge judge;
    unsigned decisions, playouts;
    uint64_t sum;
    double seconds;
} total;

typedef void playout_job(void *context, unsigned i);

/* callgrind counts only inside this function, so it must not be inlined. */
__attribute__((noinline)) void play_out(playout_job *job, void *context, unsigned i)
{
    job(context, i);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A host that counts the playouts of a search. */
static void run(void *data, playout_job *job, void *context, unsigned count)
{
    total *t = data;
    const search *s = context;
    const double start = now();
    for (unsigned i = 0; i < count; i++)
        play_out(job, context, i);
    t->seconds += now() - start;
    t->playouts += count;
    for (unsigned i = 0; i < count; i++)
        t->sum = bn_fold(t->sum, (uint64_t)s->result[i]);
}

static void search_decision(const mind *m, total *t)
{
    const bot_host host = {.run = run, .data = t};
    bot b;
    bot_sit(&b, BOT_HARD, m->seat, m->rules, t->decisions);
    b.judge = &t->judge;
    b.nodes = PLAYOUTS;
    bot_search_turn(&b, m, &host);
}

static void play_game(const bn_table *table, unsigned game, total *t)
{
    ek_rules rules;
    ek_state state;
    bn_start(table, game, &rules, &state);
    bot_play_on(&rules, &state, &bot_defaults, 1);
    while (ek_phase(&state) != EK_PHASE_ENDED) {
        mind m;
        ek_move plan[BOT_PLAN_MAX];
        bot_mind_init(&m, &rules, &state, &bot_defaults, ek_to_move(&state));
        if (t->decisions++ % SEARCHED == 0)
            search_decision(&m, t);
        const unsigned count = bot_normal_turn(&m, plan);
        for (unsigned i = 0; i < count; i++)
            bot_play(&rules, &state, plan[i]);
    }
}

int main(int argc, char **argv)
{
    bn_table tables[BN_TABLES_MAX];
    total t = {.playouts = 0};
    const unsigned count = bn_tables(tables);
    const unsigned games = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    const char *wrong = bot_judge_load(&t.judge, bot_weights, bot_weights_size);
    if (wrong || games == 0) {
        fprintf(stderr, "%s\n", wrong ? wrong : "usage: searches GAMES");
        return 2;
    }
    for (unsigned game = 0; game < games; game++)
        play_game(&tables[game % count], game, &t);
    printf("%u playouts, %.2f microseconds each, sum %016llx\n", t.playouts,
           1e6 * t.seconds / t.playouts, (unsigned long long)t.sum);
    return fflush(stdout) == 0 ? 0 : 1;
}
