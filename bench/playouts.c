/*
 * Playouts of fixed seeds, for bench/instructions to count.
 *
 *     playouts GAMES [ROUNDS]    plays so many games, runs one playout of so many rounds (by
 * default as many as a search does) at the start of every round, and prints the number of playouts
 *
 * The games go through all tables: boards, editions, numbers of players, options.
 */
#include <stdio.h>
#include <stdlib.h>

#include "mind.h"
#include "signature.h"

/* One playout of a search. callgrind counts only inside this function, so it must not be inlined.
 */
__attribute__((noinline)) int playout(const ek_rules *rules, const ek_state *state, uint64_t seed,
                                      unsigned rounds)
{
    const bot_parameters *p = &bot_defaults;
    const unsigned seat = ek_to_move(state);
    ek_state copy = *state;
    ek_reseed(rules, &copy, seed, NULL);
    bot_play_on(rules, &copy, p, state->round + rounds);
    return bot_evaluate(rules, &copy, p, seat);
}

static unsigned play_game(const bn_table *table, unsigned game, unsigned rounds, uint64_t *sum)
{
    ek_rules rules;
    ek_state state;
    unsigned count = 0;
    bn_start(table, game, &rules, &state);
    bot_play_on(&rules, &state, &bot_defaults, 1);
    for (; ek_phase(&state) != EK_PHASE_ENDED; count++) {
        *sum = bn_fold(*sum, (uint64_t)playout(&rules, &state, game + count, rounds));
        bot_play_on(&rules, &state, &bot_defaults, state.round + 1u);
    }
    return count;
}

int main(int argc, char **argv)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    const unsigned rounds =
        argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : (unsigned)bot_defaults.search_rounds;
    unsigned playouts = 0;
    uint64_t sum = 0;
    if (games == 0 || rounds == 0 || argc > 3) {
        fputs("usage: playouts GAMES [ROUNDS]\n", stderr);
        return 2;
    }
    for (unsigned game = 0; game < games; game++)
        playouts += play_game(&tables[game % count], game, rounds, &sum);
    printf("%u %016llx\n", playouts, (unsigned long long)sum);
    return fflush(stdout) == 0 ? 0 : 1;
}
