/* The course of play: rounds, phases and steps (rules.md 3, 7.1, 8.1, 9). */
#include "game.h"

unsigned ek_most_cities(const ek_rules *rules, const ek_state *state)
{
    unsigned max = 0;
    for (unsigned seat = 0; seat < rules->config.players; seat++)
        if (state->owner[seat].house_count > max)
            max = state->owner[seat].house_count;
    return max;
}

/* ------------------------------------------------------------------------------------ order */

/* Most cities first, then the larger largest plant (3.2). */
static unsigned standing(const ek_owner *owner)
{
    return (unsigned)owner->house_count << 8 | (owner->plants ? ek_largest(owner->plants) : 0);
}

/* Insertion sort: players still tied keep their old order. */
void ek_next_order(const ek_rules *rules, const ek_state *state, uint8_t order[EK_SEATS])
{
    unsigned standings[EK_SEATS]; /* of the seats in order */
    for (unsigned i = 0; i < rules->config.players; i++) {
        const uint8_t seat = state->order[i];
        const unsigned own = standing(&state->owner[seat]);
        unsigned at = i;
        for (; at > 0 && standings[at - 1] < own; at--) {
            order[at] = order[at - 1];
            standings[at] = standings[at - 1];
        }
        order[at] = seat;
        standings[at] = own;
    }
}

static void determine_order(const ek_game *game)
{
    ek_state *s = game->state;
    const unsigned players = game->rules->config.players;
    uint8_t order[EK_SEATS];
    ek_next_order(game->rules, s, order);
    for (unsigned i = 0; i < players; i++) {
        s->order[i] = order[i];
        ek_emit(game, EK_EVENT_ORDER, order[i], i, 0, 0);
    }
}

/* ------------------------------------------------------------------------------------ steps */

static void begin_step(const ek_game *game, unsigned step)
{
    game->state->step = (uint8_t)step;
    ek_emit(game, EK_EVENT_STEP_BEGINS, EK_NOBODY, step, 0, 0);
}

static void begin_step3(const ek_game *game)
{
    game->state->step3 = EK_STEP3_GONE;
    begin_step(game, 3);
}

/* 9.2; the market is filled in the stage that follows. */
static void begin_step2(const ek_game *game, enum ek_stage stage)
{
    begin_step(game, 2);
    ek_remove_smallest(game, EK_REMOVAL_STEP2_BEGINS);
    game->state->stage = (uint8_t)stage;
}

static bool card_in_market(const ek_game *game)
{
    return game->state->step3 == EK_STEP3_IN_MARKET;
}

/* Ruling on 9.4: recharged, when the card has been turned up in Step 1, starts Step 2 first; in
 * classic it is skipped, here and in ek_end_building. Ruling on 9.5: by way of 7.4 the refill of
 * the round has been done before, by Step 1's column. */
static bool step2_comes_first(const ek_game *game)
{
    return game->state->step == 1 && !ek_is_classic(game->rules);
}

/* ----------------------------------------------------------------------------- round, phases */

void ek_begin_phase(const ek_game *game, enum ek_phase phase, enum ek_stage stage, unsigned turn)
{
    game->state->stage = (uint8_t)stage;
    game->state->turn = (uint8_t)turn;
    ek_emit(game, EK_EVENT_PHASE_BEGINS, EK_NOBODY, phase, 0, 0);
}

void ek_begin_round(const ek_game *game)
{
    ek_state *s = game->state;
    if (s->round < UINT16_MAX)
        s->round++;
    s->discount_expired = 0;
    ek_emit(game, EK_EVENT_ROUND_BEGINS, EK_NOBODY, 0, 0, s->round);
    if (s->step3 == EK_STEP3_DUE)
        begin_step3(game);
    if (s->round > 1)
        determine_order(game);
    ek_begin_auction(game);
}

/* 4.10c and 4.11. */
void ek_end_auction(const ek_game *game)
{
    ek_state *s = game->state;
    if (s->discount) {
        const unsigned plant = s->discount;
        ek_end_discount(game);
        ek_remove_from_market(game, plant, EK_REMOVAL_UNSOLD_DISCOUNT);
        s->discount_expired = 1;
    }
    if (ek_is_classic(game->rules) && s->bought == 0)
        ek_remove_smallest(game, EK_REMOVAL_NOBODY_BOUGHT);
    s->stage = EK_STAGE_AUCTION_OVER;
}

static void begin_resources(const ek_game *game)
{
    if (game->state->step3 == EK_STEP3_DUE)
        begin_step3(game);
    if (game->state->round == 1)
        determine_order(game); /* 3.3 */
    ek_begin_phase(game, EK_PHASE_RESOURCES, EK_STAGE_BUY, game->rules->config.players - 1u);
}

/* 9.3a */
static void close_auction(const ek_game *game)
{
    if (card_in_market(game) && step2_comes_first(game)) {
        begin_step2(game, EK_STAGE_AUCTION_STEP2);
        return;
    }
    if (card_in_market(game))
        ek_step3_card_leaves(game);
    begin_resources(game);
}

void ek_begin_building(const ek_game *game)
{
    ek_begin_phase(game, EK_PHASE_BUILDING, EK_STAGE_BUILD, game->rules->config.players - 1u);
}

/* After a house: the card may have come up (9.3b), and 4.12 is checked until nothing leaves. */
static void after_house(const ek_game *game)
{
    if (card_in_market(game))
        ek_step3_card_leaves(game);
    if (!ek_remove_obsolete(game))
        game->state->stage = EK_STAGE_BUILD;
}

unsigned ek_step2_cities(const ek_rules *rules)
{
    return ek_has_option(rules, EK_FIRST_GAME) ? 0 : rules->limit.step2_cities;
}

unsigned ek_end_cities(const ek_rules *rules)
{
    return ek_has_option(rules, EK_FIRST_GAME) ? ek_tables.first_game_cities
                                               : rules->limit.end_cities;
}

/* Ruling on 2.9: a first game also ends when the last open place of the zone is taken. Ruling on
 * 8.1: any game ends when nobody can ever connect another city, which only happens on small boards
 * of the user's own. */
bool ek_end_reached(const ek_rules *rules, const ek_state *state)
{
    return ek_most_cities(rules, state) >= ek_end_cities(rules) ||
           (ek_has_option(rules, EK_FIRST_GAME) ? ek_zone_is_full(rules, state)
                                                : ek_zone_is_built_up(rules, state));
}

static void end_game(const ek_game *game)
{
    ek_rank ranking[EK_SEATS];
    game->state->stage = EK_STAGE_ENDED;
    game->state->turn = 0;
    if (!game->events)
        return;
    ek_emit(game, EK_EVENT_GAME_ENDED, EK_NOBODY, 0, 0, 0);
    ek_ranking(game->rules, game->state, ranking);
    for (unsigned i = 0; i < game->rules->config.players; i++)
        ek_emit(game, EK_EVENT_RANKED, ranking[i].seat, ranking[i].rank, ranking[i].powered,
                ranking[i].money);
}

static void begin_income(const ek_game *game)
{
    game->state->stage = EK_STAGE_POWER;
    game->state->turn = 0;
}

bool ek_step2_reached(const ek_rules *rules, const ek_state *state)
{
    return state->step == 1 && state->step3 != EK_STEP3_DUE &&
           !ek_has_option(rules, EK_FIRST_GAME) &&
           ek_most_cities(rules, state) >= rules->limit.step2_cities;
}

/* 7.1, 9.1; a first game stays in Step 1 (2.9). When the card came up in this very phase, Step 3
 * starts and Step 2 is skipped (9.4). */
void ek_end_building(const ek_game *game)
{
    const ek_state *s = game->state;
    if (ek_end_reached(game->rules, s)) {
        end_game(game);
        return;
    }
    ek_begin_phase(game, EK_PHASE_BUREAUCRACY, EK_STAGE_POWER, 0);
    if (s->step3 == EK_STEP3_DUE)
        begin_step3(game);
    else if (ek_step2_reached(game->rules, s))
        begin_step2(game, EK_STAGE_STEP2);
}

/* Ruling on 9.3d: the Step 3 card came up as the replacement of 9.2. Classic starts Step 3 at
 * once; recharged with the next round, and without the market change of this one. */
static void after_step2(const ek_game *game)
{
    if (card_in_market(game)) {
        ek_step3_card_leaves(game);
        if (ek_is_classic(game->rules))
            begin_step3(game);
    }
    begin_income(game);
}

/* 7.3 and 7.4; no market change when the card came up as Step 2 began, see after_step2. */
void ek_end_income(const ek_game *game)
{
    game->state->turn = 0;
    if (game->rules->trust)
        ek_trust_returns_fuel(game);
    ek_refill_market(game);
    if (game->state->step3 != EK_STEP3_DUE)
        ek_change_market(game);
    game->state->stage = EK_STAGE_MARKET_CHANGE;
}

/* 9.3c */
static void end_round(const ek_game *game)
{
    if (card_in_market(game) && step2_comes_first(game)) {
        begin_step2(game, EK_STAGE_MARKET_STEP2);
        return;
    }
    if (card_in_market(game))
        ek_step3_card_leaves(game);
    ek_begin_round(game);
}

/* ------------------------------------------------------------------------------------ resume */

static void go_on(const ek_game *game)
{
    switch (game->state->stage) {
    case EK_STAGE_DEAL:
        ek_begin_setup(game);
        break;
    case EK_STAGE_PURCHASED:
        if (game->rules->trust && !game->state->trust_acted)
            ek_trust_takes_plant(game);
        else
            ek_next_nominator(game);
        break;
    case EK_STAGE_TRUST_BOUGHT:
        ek_next_nominator(game);
        break;
    case EK_STAGE_AUCTION_OVER:
        close_auction(game);
        break;
    case EK_STAGE_AUCTION_STEP2:
        ek_step3_card_leaves(game);
        begin_resources(game);
        break;
    case EK_STAGE_CONNECTED:
        after_house(game);
        break;
    case EK_STAGE_STEP2:
        after_step2(game);
        break;
    case EK_STAGE_MARKET_CHANGE:
        end_round(game);
        break;
    default: /* EK_STAGE_MARKET_STEP2 */
        ek_step3_card_leaves(game);
        ek_begin_round(game);
        break;
    }
}

void ek_resume(const ek_game *game)
{
    while (game->state->stage > EK_STAGE_ENDED) {
        if (!ek_fill_market(game))
            return;
        go_on(game);
    }
}
