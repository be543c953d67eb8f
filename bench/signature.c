#include "signature.h"

static unsigned add_tables(bn_table *tables, unsigned board, unsigned edition)
{
    static const uint8_t options[EK_EDITIONS][2] = {{0, EK_FIRST_GAME}, {0, EK_STARTING_CITIES}};
    unsigned count = 0;
    for (unsigned players = 2; players <= EK_SEATS; players++)
        for (unsigned i = 0; i < 2; i++)
            tables[count++] = (bn_table){.board = (uint8_t)board,
                                         .edition = (uint8_t)edition,
                                         .players = (uint8_t)players,
                                         .options = options[edition][i]};
    return count;
}

unsigned bn_tables(bn_table tables[BN_TABLES_MAX])
{
    unsigned count = 0;
    for (unsigned board = 0; board < ek_board_count; board++)
        for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
            if (ek_boards[board].editions >> edition & 1)
                count += add_tables(tables + count, board, edition);
    return count;
}

uint64_t bn_fold(uint64_t signature, uint64_t word)
{
    uint64_t mixed = signature ^ word;
    return ek_random(&mixed);
}

void bn_play_random(const ek_rules *rules, uint64_t seed, bn_run *run)
{
    ek_state state;
    uint64_t random = ~seed;
    ek_start(rules, &(ek_setup){.seed = seed}, &state, NULL);
    while (ek_phase(&state) != EK_PHASE_ENDED) {
        ek_play(rules, &state, ek_random_move(rules, &state, &random), NULL);
        run->moves++;
    }
    run->games++;
    run->signature = bn_fold(run->signature, ek_hash(&state));
}

void bn_rules(const bn_table *table, uint64_t zone_seed, ek_rules *rules)
{
    const ek_board *board = &ek_boards[table->board];
    const ek_config config = {.edition = table->edition,
                              .players = table->players,
                              .options = table->options,
                              .zone =
                                  ek_random_zone(board, table->edition, table->players, zone_seed)};
    ek_rules_init(rules, board, &config);
}

void bn_start(const bn_table *table, uint64_t seed, ek_rules *rules, ek_state *state)
{
    bn_rules(table, seed, rules);
    ek_start(rules, &(ek_setup){.seed = seed}, state, NULL);
}

/* The zone changes rarely, because the benchmark should not measure compiling rules. */
void bn_play(bn_player *play, const bn_table *table, unsigned first, unsigned games, bn_run *run)
{
    ek_rules rules;
    for (unsigned game = first; game < first + games; game++) {
        if (game == first || game % BN_ZONE_GAMES == 0)
            bn_rules(table, game / BN_ZONE_GAMES, &rules);
        play(&rules, game, run);
    }
}

uint64_t bn_signature(void)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    bn_run run = {0};
    for (unsigned i = 0; i < count; i++)
        bn_play(bn_play_random, &tables[i], 0, BN_SIGNATURE_GAMES, &run);
    return run.signature;
}
