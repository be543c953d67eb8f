#include "judgements.h"

void bn_play_to(const bn_table *table, uint64_t seed, unsigned moment, ek_rules *rules,
                ek_state *state)
{
    ek_move moves[EK_MOVES_MAX];
    uint64_t random = ~seed;
    bn_start(table, seed, rules, state);
    while (ek_phase(state) != EK_PHASE_ENDED && bot_moment(state) < moment) {
        const unsigned count = ek_moves(rules, state, moves);
        const uint32_t a = ek_random_below(&random, count), b = ek_random_below(&random, count);
        ek_play(rules, state, moves[a > b ? a : b], NULL);
    }
}

static uint64_t hash_inputs(const ek_rules *rules, const ek_state *state)
{
    bot_features_t f;
    uint64_t hash = 0;
    bot_features(rules, state, &f);
    for (unsigned i = 0; i < BOT_SHARED_INPUTS; i++)
        hash = bn_fold(hash, (uint16_t)f.shared.all[i]);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        for (unsigned i = 0; i < BOT_SEAT_INPUTS; i++)
            hash = bn_fold(hash, (uint16_t)f.seat[seat].all[i]);
    return hash;
}

void bn_judge(const bot_judge *judge, const bn_table *table, unsigned number, bn_judgement *out)
{
    ek_rules rules;
    ek_state state;
    bn_play_to(table, number, BOT_MOMENTS + number % 32, &rules, &state);
    out->moment = bot_moment(&state);
    out->ended = ek_phase(&state) == EK_PHASE_ENDED;
    out->inputs = hash_inputs(&rules, &state);
    bot_judge_chances(judge, &rules, &state, out->chance);
}

uint64_t bn_judge_signature(const bot_judge *judge)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    uint64_t signature = 0;
    for (unsigned i = 0; i < count; i++) {
        bn_judgement judgement;
        bn_judge(judge, &tables[i], i, &judgement);
        signature = bn_fold(signature, judgement.inputs);
        for (unsigned seat = 0; seat < EK_SEATS; seat++)
            signature = bn_fold(signature, (uint64_t)judgement.chance[seat]);
    }
    return signature;
}
