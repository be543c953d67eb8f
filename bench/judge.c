/*
 * How long a judgement takes; bench/instructions counts its instructions.
 *
 *     judge GAMES    plays so many games, judges the position at the start of every round, and
 *                    prints the number of judgements and the time that one takes
 *
 * The games go through all tables: boards, editions, numbers of players, options.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "judge.h"
#include "mind.h"
#include "signature.h"
#include "weights.h"

typedef struct total {
    unsigned count;
    int64_t sum;
    double seconds;
} total;

/* callgrind counts only inside this function, so it must not be inlined. */
__attribute__((noinline)) void judge_position(const bot_judge *judge, const ek_rules *rules,
                                              const ek_state *state, total *t)
{
    int32_t chance[EK_SEATS];
    bot_judge_chances(judge, rules, state, chance);
    t->sum += chance[0];
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void play_game(const bot_judge *judge, const bn_table *table, unsigned game, total *t)
{
    ek_rules rules;
    ek_state state;
    bn_start(table, game, &rules, &state);
    bot_play_on(&rules, &state, &bot_defaults, 1);
    while (ek_phase(&state) != EK_PHASE_ENDED) {
        const double start = now();
        judge_position(judge, &rules, &state, t);
        t->seconds += now() - start;
        t->count++;
        bot_play_on(&rules, &state, &bot_defaults, state.round + 1u);
    }
}

int main(int argc, char **argv)
{
    bn_table tables[BN_TABLES_MAX];
    bot_judge judge;
    total t = {0};
    const unsigned count = bn_tables(tables);
    const unsigned games = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    const char *wrong = bot_judge_load(&judge, bot_weights, bot_weights_size);
    if (wrong || games == 0) {
        fprintf(stderr, "%s\n", wrong ? wrong : "usage: judge GAMES");
        return 2;
    }
    for (unsigned game = 0; game < games; game++)
        play_game(&judge, &tables[game % count], game, &t);
    printf("%u judgements, %.2f microseconds each, sum %lld\n", t.count, 1e6 * t.seconds / t.count,
           (long long)t.sum);
    return fflush(stdout) == 0 ? 0 : 1;
}
