#include "puzzle_games.h"

#include "mind.h"

enum { NOISE = 2 }; /* standard errors within which two turns are equally good */

/* Goes on with an auction up to the limit of a turn. */
static void settle(const ek_rules *rules, ek_state *state, unsigned seat, uint32_t limit)
{
    const auction_override to_limit = {.seat = (uint8_t)seat, .limit = (int)limit};
    mind m;
    survey known;
    if (limit == 0 || ek_pending(state) != EK_DECISION_BID)
        return;
    bot_mind_begin(&m, rules, state, &bot_style_parameters[BOT_PLAIN], &known);
    bot_mind_update(&m, ek_to_move(state));
    bot_settle_auction(&m, state, &to_limit);
}

/* The seat's share of the victory, in 1/65536. */
static int32_t victory_of(const ek_rules *rules, const ek_state *state, unsigned seat)
{
    ek_rank ranking[EK_SEATS];
    int winners = 0;
    bool wins = false;
    if (ek_phase(state) != EK_PHASE_ENDED)
        return 0;
    ek_ranking(rules, state, ranking);
    for (unsigned i = 0; i < rules->config.players; i++) {
        winners += ranking[i].rank == 1;
        wins = wins || (ranking[i].rank == 1 && ranking[i].seat == seat);
    }
    return wins ? BOT_CHANCE_ONE / winners : 0;
}

static int32_t play_out(const ek_rules *rules, const ek_state *view, const pz_turn *turn,
                        uint64_t seed)
{
    const unsigned seat = ek_to_move(view);
    ek_state state = *view;
    ek_reseed(rules, &state, seed, NULL);
    for (unsigned i = 0; i < turn->count; i++)
        bot_play(rules, &state, turn->plan[i]);
    settle(rules, &state, seat, turn->limit);
    bot_play_on(rules, &state, &bot_style_parameters[BOT_PLAIN], UINT16_MAX);
    return victory_of(rules, &state, seat);
}

int32_t pz_lead_in_games(const ek_rules *rules, const ek_state *view, const pz_turn *a,
                         const pz_turn *b, uint64_t seed, unsigned games)
{
    int64_t sum = 0;
    int64_t squares = 0;
    for (unsigned i = 0; i < games; i++) {
        const uint64_t cards = ek_random(&seed);
        const int64_t difference =
            play_out(rules, view, a, cards) - play_out(rules, view, b, cards);
        sum += difference;
        squares += difference * difference;
    }
    const int64_t lead = sum / (int64_t)games;
    const int64_t variance = squares / (int64_t)games - lead * lead;
    return lead * lead * (int64_t)games > NOISE * NOISE * variance ? (int32_t)lead : 0;
}
