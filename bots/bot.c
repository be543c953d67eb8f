/* The levels behind one door. */
#include "mind.h"

void bot_sit_with(bot *b, enum bot_level level, unsigned seat, const ek_rules *rules, uint64_t seed,
                  const bot_parameters *parameters)
{
    *b = (bot){
        .parameters = parameters, .random = seed, .level = (uint8_t)level, .seat = (uint8_t)seat};
    for (unsigned i = 0; i < rules->config.players; i++)
        b->money[i] = ek_tables.money;
}

void bot_sit(bot *b, enum bot_level level, unsigned seat, const ek_rules *rules, uint64_t seed)
{
    bot_sit_with(b, level, seat, rules, seed, &bot_defaults);
}

ek_move bot_move(bot *b, const ek_rules *rules, const ek_state *view, const bot_clock *clock)
{
    ek_state state;
    mind m;
    (void)clock;
    fill_in_books(b, view, &state);
    if (b->level == BOT_RANDOM)
        return random_move(rules, &state, &b->random);
    mind_init(&m, rules, &state, b->parameters, b->seat);
    return b->level == BOT_EASY ? easy_move(&m, &b->random) : normal_move(&m);
}
