#include "play.h"

#include <inttypes.h>
#include <string.h>

void sm_begin_game(const sm_deal *deal, uint64_t fingerprint, uint64_t number, sm_game *game)
{
    sm_head *head = &game->head;
    *head = (sm_head){.number = number,
                      .seed = deal->setup.seed,
                      .fingerprint = fingerprint,
                      .config = deal->config,
                      .rules_version = EK_RULES_VERSION};
    memcpy(head->board, deal->board->id, strlen(deal->board->id));
    for (unsigned i = 0; i < EK_SEATS; i++)
        head->seat[i].who = deal->setup.seat[i];
}

static void keep_chances(const bot_game *play, unsigned playouts, uint16_t kept[EK_SEATS])
{
    int32_t chance[EK_SEATS];
    bot_game_chances(play, playouts, chance);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        kept[seat] = (uint16_t)((int64_t)chance[seat] * UINT16_MAX / BOT_CHANCE_ONE);
}

static void play_out(bot_game *play, unsigned chances, sm_game *game)
{
    sm_head *head = &game->head;
    bot_game_result result[EK_SEATS];
    do {
        if (chances)
            keep_chances(play, chances, game->chance[head->positions]);
        game->position[head->positions++] = play->state;
    } while (bot_game_go_on(play));
    head->flags = chances ? SM_CHANCES : 0;
    head->turns = play->turns;
    head->explored = play->explored;
    if (!bot_game_is_over(play)) {
        head->flags |= SM_GIVEN_UP;
        head->positions = 0;
        return;
    }
    bot_game_results(play, result);
    for (unsigned i = 0; i < EK_SEATS; i++)
        head->seat[i].result = result[i];
}

bool sm_play(const sm_plan *plan, uint64_t number, sm_rules *rules, sm_game *game, rec_error *error)
{
    sm_deal deal;
    bot_game play;
    sm_deal_game(plan, number, &deal);
    const ek_rules *compiled = sm_rules_get(rules, deal.board->ek, &deal.config);
    if (!compiled)
        return rec_fail(error, "bad-table", "Game %" PRIu64 ": %s cannot be played like this.",
                        number, deal.board->name);
    sm_begin_game(&deal, compiled->fingerprint, number, game);
    deal.setup.judge = &plan->judge;
    bot_game_start(&play, compiled, &deal.setup);
    play_out(&play, plan->chances, game);
    return true;
}
