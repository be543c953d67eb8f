#include "puzzle_game.h"

#include <inttypes.h>

#include "selfplay.h"

/* One of so many decisions is looked at, so that all rounds have puzzles, and auctions not only
 * bids. */
enum { LOOKS = 4, LOOKS_AT_BIDS = 12, LOOKS_IN_ROUND_1 = 2 };

/* A game that is being played. */
typedef struct play {
    const pz_run *run;
    bot_game game;
    uint64_t random; /* chooses what is looked at, and the seeds of searches */
    unsigned phases; /* set of those whose puzzle has been found */
} play;

unsigned pz_phase_of(enum ek_decision pending)
{
    switch (pending) {
    case EK_DECISION_NOMINATE:
    case EK_DECISION_BID:
    case EK_DECISION_SCRAP:
        return AN_PHASE_AUCTION;
    case EK_DECISION_BUY:
        return AN_PHASE_FUEL;
    case EK_DECISION_BUILD:
        return AN_PHASE_BUILDING;
    case EK_DECISION_POWER:
        return AN_PHASE_POWERING;
    default:
        return AN_PHASES;
    }
}

/* One of how many decisions like this one is looked at. Scrapping and powering are rare puzzles. */
static unsigned looks_at(const ek_state *state)
{
    unsigned looks = LOOKS;
    switch (ek_pending(state)) {
    case EK_DECISION_SCRAP:
    case EK_DECISION_POWER:
        return 1;
    case EK_DECISION_BID:
        looks = LOOKS_AT_BIDS;
        break;
    default:
        break;
    }
    return state->round == 1 ? looks * LOOKS_IN_ROUND_1 : looks;
}

static bool is_chosen(play *p, unsigned phase, const pz_found *found)
{
    return phase < AN_PHASES && found->count < PZ_PER_GAME && !(p->phases >> phase & 1) &&
           ek_random_below(&p->random, looks_at(&p->game.state)) == 0;
}

static void look(play *p, pz_room *room, pz_found *found)
{
    const bot_game *g = &p->game;
    const unsigned phase = pz_phase_of(ek_pending(&g->state));
    const pz_search how = {
        .judge = &p->run->plan->judge, .seed = ek_random(&p->random), .nodes = p->run->nodes};
    ek_state view;
    if (!is_chosen(p, phase, found))
        return;
    ek_view(g->rules, &g->state, ek_to_move(&g->state), &view);
    if (!pz_look(&how, g->rules, &view, &room->assessor, &found->puzzle[found->count]))
        return;
    found->phase[found->count++] = (uint8_t)phase;
    p->phases |= 1u << phase;
}

/* Plays a whole turn. */
static void play_turn(bot_game *g)
{
    const unsigned seat = ek_to_move(&g->state);
    const enum ek_decision pending = ek_pending(&g->state);
    const unsigned round = g->state.round;
    ek_state view;
    do {
        ek_view(g->rules, &g->state, seat, &view);
        ek_play(g->rules, &g->state, bot_move(&g->bots[seat], g->rules, &view, NULL), NULL);
    } while ((pending == EK_DECISION_BUY || pending == EK_DECISION_BUILD) &&
             ek_pending(&g->state) == pending && ek_to_move(&g->state) == seat &&
             g->state.round == round);
}

bool pz_find(const pz_run *run, uint64_t number, pz_room *room, pz_found *found, rec_error *error)
{
    sm_deal deal;
    play p = {.run = run};
    sm_deal_game(run->plan, number, &deal);
    deal.config.options |= EK_OPEN_MONEY;
    deal.setup.judge = &run->plan->judge;
    const ek_rules *rules = sm_rules_get(&room->rules, deal.board->ek, &deal.config);
    if (!rules)
        return rec_fail(error, "bad-table", "Game %" PRIu64 ": %s cannot be played like this.",
                        number, deal.board->name);
    found->board = deal.board;
    found->rules = rules;
    found->table = deal.table;
    found->count = 0;
    bot_game_start(&p.game, rules, &deal.setup);
    p.random = ek_random(&p.game.random);
    while (!bot_game_is_over(&p.game) && p.game.state.round <= BOT_GAME_ROUNDS) {
        look(&p, room, found);
        play_turn(&p.game);
    }
    return true;
}
