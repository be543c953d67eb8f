/* The public functions: they choose the code for the bot's level. */
#include "mind.h"

const char *const bot_level_words[BOT_LEVELS] = {
#define ROW(name, word) word,
    BOT_LEVEL_WORDS(ROW)
#undef ROW
};

const char *const bot_names[EK_SEATS] = {"Volta", "Ohm", "Watt", "Ampère", "Joule", "Henry"};

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

/* The next move of a planned turn. The plan is dropped if the caller has made another move for the
 * bot, or ended its turn. */
static bool follow_plan(bot *b, const ek_rules *rules, const ek_state *state, ek_move *move)
{
    if (b->followed == b->planned)
        return false;
    *move = b->plan[b->followed++];
    if (b->plan_round == state->round && b->plan_phase == ek_phase(state) &&
        ek_why(rules, state, b->seat, *move) == EK_REASON_OK)
        return true;
    b->planned = b->followed = 0;
    return false;
}

static ek_move begin_plan(bot *b, const ek_state *state, unsigned count)
{
    b->planned = (uint8_t)count;
    b->followed = 1;
    b->plan_round = state->round;
    b->plan_phase = (uint8_t)ek_phase(state);
    return b->plan[0];
}

ek_move bot_move(bot *b, const ek_rules *rules, const ek_state *view, const bot_host *host)
{
    ek_state state;
    ek_move move;
    mind m;
    bot_fill_in_money(b, view, &state);
    if (b->level == BOT_RANDOM)
        return ek_random_move(rules, &state, &b->random);
    if (follow_plan(b, rules, &state, &move))
        return move;
    bot_mind_init(&m, rules, &state, b->parameters, b->seat);
    if (b->level == BOT_EASY)
        return bot_easy_move(&m, &b->random);
    if (b->level == BOT_NORMAL)
        return begin_plan(b, &state, bot_normal_turn(&m, b->plan));
    return begin_plan(b, &state, bot_search_turn(b, &m, host));
}
