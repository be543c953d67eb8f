#include "bot_games.h"

#include "bot.h"
#include "mind.h"

/* Enough playouts to try every candidate of a decision. Searching is slow, so bots search only in
 * one game of eleven, a prime number, so that these games are spread over all tables. */
enum { PLAYOUTS = 48, SEARCHED = 11 };

static enum bot_level level_of(unsigned game, unsigned seat)
{
    static const uint8_t levels[] = {BOT_NORMAL, BOT_EASY, BOT_HARD, BOT_NORMAL, BOT_EXPERT};
    const enum bot_level level = (enum bot_level)levels[(game + seat) % sizeof levels];
    return level < BOT_HARD || game % SEARCHED == 0 ? level : BOT_NORMAL;
}

static void play_game(const ek_rules *rules, const bot_judge *judge, unsigned game,
                      uint64_t *signature)
{
    bot bots[EK_SEATS];
    ek_state state;
    ek_events events;
    ek_start(rules, &(ek_setup){.seed = game}, &state, &events);
    for (unsigned seat = 0; seat < rules->config.players; seat++) {
        bot_sit(&bots[seat], level_of(game, seat), seat, rules, game + seat);
        bots[seat].nodes = PLAYOUTS;
        bots[seat].judge = judge;
    }
    for (;;) {
        for (unsigned seat = 0; seat < rules->config.players; seat++)
            bot_see(&bots[seat], &events);
        if (ek_phase(&state) == EK_PHASE_ENDED)
            break;
        ek_state view;
        const unsigned seat = ek_to_move(&state);
        ek_view(rules, &state, seat, &view);
        ek_apply(rules, &state, bot_move(&bots[seat], rules, &view, NULL), &events);
    }
    *signature = bn_fold(*signature, ek_hash(&state));
}

void bn_play_normal(const ek_rules *rules, uint64_t seed, bn_run *run)
{
    ek_state state;
    ek_start(rules, &(ek_setup){.seed = seed}, &state, NULL);
    bot_play_on(rules, &state, &bot_defaults, UINT16_MAX);
    run->games++;
    run->signature = bn_fold(run->signature, ek_hash(&state));
}

uint64_t bn_bot_signature(const bot_judge *judge)
{
    bn_table tables[BN_TABLES_MAX];
    const unsigned count = bn_tables(tables);
    uint64_t signature = 0;
    for (unsigned i = 0; i < count; i++) {
        ek_rules rules;
        bn_rules(&tables[i], i, &rules);
        play_game(&rules, NULL, i, &signature);
        if (i % SEARCHED == 0)
            play_game(&rules, judge, i, &signature);
    }
    return signature;
}
