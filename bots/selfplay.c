#include "selfplay.h"

#include "search.h"

/* The range by which a limit that is explored differs from the usual one. */
enum { LIMIT_BELOW = 8, LIMIT_ABOVE = 12 };

/* -------------------------------------------------------------------------------------- seating */

/* Parameters near those of the style, each inside its limits. Those of the search stay. */
static void vary_parameters(bot_parameters *p, unsigned share, uint64_t *random)
{
    for (unsigned i = 0; i < BOT_PARAMETER_search_rounds; i++) {
        const bot_parameter *row = &bot_parameter_list[i];
        const int reach = (row->high - row->low) * (int)share / WHOLE;
        const int shift = (int)ek_random_below(random, 2 * (unsigned)reach + 1) - reach;
        bot_parameter_set(p, i, clamp(bot_parameter_get(p, i) + shift, row->low, row->high));
    }
}

static void sit_down(bot_game *g, unsigned seat)
{
    const bot_game_seat *who = &g->setup->seat[seat];
    bot *b = &g->bots[seat];
    bot_sit_with(b, (enum bot_level)who->level, seat, g->rules, ek_random(&g->random),
                 &bot_style_parameters[who->style]);
    b->nodes = who->nodes;
    b->judge = g->setup->judge;
    if (!who->vary)
        return;
    g->parameters[seat] = *b->parameters;
    vary_parameters(&g->parameters[seat], who->vary, &g->random);
    b->parameters = &g->parameters[seat];
}

/* ------------------------------------------------------------------------------------ exploring */

static bool explores(bot_game *g, unsigned seat)
{
    const uint32_t share = g->setup->seat[seat].explore;
    if (share == 0)
        return false;
    g->turns++;
    if (ek_random_below(&g->random, BOT_SHARE_ONE) >= share)
        return false;
    g->explored++;
    return true;
}

/* One token more or less of a fuel that is bought; the plan stays as it is if that is not legal. */
static void shift_purchase(bot_game *g, unsigned count, ek_move plan[BOT_PLAN_MAX])
{
    if (count < 2)
        return;
    ek_state after = g->state;
    const unsigned at = ek_random_below(&g->random, count - 1); /* the last one is done */
    const ek_move usual = plan[at];
    plan[at] = ek_random_below(&g->random, 2) ? usual + 1 : usual - 1;
    for (unsigned i = 0; i < count; i++) {
        if (ek_why(g->rules, &after, ek_to_move(&after), plan[i]) != EK_REASON_OK) {
            plan[at] = usual;
            return;
        }
        ek_play(g->rules, &after, plan[i], NULL);
    }
}

/* Another plausible turn: one of those that a search would compare. */
static unsigned explore_turn(bot_game *g, const mind *m, ek_move plan[BOT_PLAN_MAX])
{
    search s; /* large: only what the candidates need is set */
    s.m = m;
    s.count = s.breadth = 0;
    if (m->pending == EK_DECISION_BUY && ek_random_below(&g->random, 2)) {
        const unsigned count = bot_normal_turn(m, plan);
        shift_purchase(g, count, plan);
        return count;
    }
    if (m->pending == EK_DECISION_TRUST || m->pending == EK_DECISION_MARK) {
        plan[0] = ek_random_move(g->rules, &g->state, &g->random);
        return 1;
    }
    if (m->pending == EK_DECISION_BUILD || m->pending == EK_DECISION_POWER)
        s.breadth = CANDIDATES;
    if (!bot_add_candidates(&s) && s.count == 0)
        return bot_normal_turn(m, plan);
    const candidate *c = &s.list[ek_random_below(&g->random, s.count)];
    for (unsigned i = 0; i < c->count; i++)
        plan[i] = c->plan[i];
    return c->count;
}

/* ------------------------------------------------------------------------------------- auctions */

static bool is_normal(const bot_game *g, unsigned seat)
{
    return g->bots[seat].level == BOT_NORMAL;
}

/* Whether all seats in the running auction play like normal, so that it can be settled at once. */
static bool can_settle(const bot_game *g)
{
    for (uint64_t rest = g->state.in_auction; rest;)
        if (!is_normal(g, ek_take_smallest(&rest)))
            return false;
    return true;
}

/* The position as a seat sees it. Most seats play in the plain style and share a mind, which
 * keeps what it knows from turn to turn; one with others gets a mind of its own. */
static const mind *assess(const bot_game *g, unsigned seat, mind *shared, mind *own)
{
    const bot_parameters *p = g->bots[seat].parameters;
    if (p != shared->p) {
        bot_mind_init(own, g->rules, &g->state, p, seat);
        return own;
    }
    bot_mind_update(shared, seat);
    return shared;
}

/* The limit of a seat of level normal, whose mind m is. */
static int limit_of(bot_game *g, const mind *m)
{
    const unsigned plant = g->state.auction_plant;
    int limit = bot_auction_limit(m, plant);
    if (explores(g, m->seat) && ek_may_own(g->rules, m->me, plant))
        limit += (int)ek_random_below(&g->random, LIMIT_BELOW + LIMIT_ABOVE + 1) - LIMIT_BELOW;
    return clamp(limit, 0, (int)ek_maximum_bid(m->me));
}

static void settle(bot_game *g, mind *shared)
{
    int limit[EK_SEATS] = {0};
    for (uint64_t rest = g->state.in_auction; rest;) {
        const unsigned seat = ek_take_smallest(&rest);
        mind own;
        limit[seat] = limit_of(g, assess(g, seat, shared, &own));
    }
    bot_settle_by_limits(g->rules, &g->state, limit);
}

/* One bid of a normal seat against others. Its limit is found once in an auction. */
static void bid(bot_game *g, const mind *m)
{
    ek_state *s = &g->state;
    bot *b = &g->bots[m->seat];
    if (b->limit_plant != s->auction_plant || b->limit_round != s->round) {
        b->limit = (uint16_t)limit_of(g, m);
        b->limit_plant = s->auction_plant;
        b->limit_round = s->round;
    }
    bot_play(g->rules, s,
             b->limit > s->bid ? ek_move_of(EK_MOVE_BID, 0, s->bid + 1u) : pass_move());
}

/* ---------------------------------------------------------------------------------------- turns */

static void play_plan(bot_game *g, const ek_move *plan, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bot_play(g->rules, &g->state, plan[i]);
}

static void play_normal(bot_game *g, unsigned seat, mind *shared)
{
    mind own;
    ek_move plan[BOT_PLAN_MAX];
    const bool bids = ek_pending(&g->state) == EK_DECISION_BID;
    if (bids && can_settle(g)) {
        settle(g, shared);
        return;
    }
    const mind *m = assess(g, seat, shared, &own);
    if (bids)
        bid(g, m);
    else
        play_plan(g, plan, explores(g, seat) ? explore_turn(g, m, plan) : bot_normal_turn(m, plan));
}

/* A turn that a seat of another level explores is one of normal's alternatives. */
static bool explore_instead(bot_game *g, unsigned seat)
{
    mind m;
    ek_move plan[BOT_PLAN_MAX];
    if (ek_pending(&g->state) == EK_DECISION_BID || !explores(g, seat))
        return false;
    bot_mind_init(&m, g->rules, &g->state, g->bots[seat].parameters, seat);
    play_plan(g, plan, explore_turn(g, &m, plan));
    return true;
}

/* All payments are public: the ledger of every bot holds the money that the players have. */
static void play_other(bot_game *g, unsigned seat)
{
    bot *b = &g->bots[seat];
    ek_state view;
    if (b->followed == b->planned && explore_instead(g, seat))
        return;
    for (unsigned i = 0; i < g->rules->config.players; i++)
        b->money[i] = g->state.owner[i].money;
    ek_view(g->rules, &g->state, seat, &view);
    bot_play(g->rules, &g->state, bot_move(b, g->rules, &view, g->setup->host));
}

/* Plays to a moment, or to the end. */
static void play_to(bot_game *g, unsigned moment)
{
    mind shared;
    survey known;
    bot_mind_begin(&shared, g->rules, &g->state, &bot_style_parameters[BOT_PLAIN], &known);
    for (;;) {
        const unsigned seat = ek_to_move(&g->state);
        if (seat == EK_NOBODY || bot_moment(&g->state) >= moment)
            return;
        if (is_normal(g, seat))
            play_normal(g, seat, &shared);
        else
            play_other(g, seat);
    }
}

/* ---------------------------------------------------------------------------------------- games */

void bot_game_start(bot_game *g, const ek_rules *rules, const bot_game_setup *setup)
{
    g->rules = rules;
    g->setup = setup;
    g->random = ~setup->seed; /* not the seed of the cards */
    g->turns = g->explored = 0;
    ek_start(rules, &(ek_setup){.seed = setup->seed}, &g->state, NULL);
    for (unsigned seat = 0; seat < rules->config.players; seat++)
        sit_down(g, seat);
    play_to(g, BOT_MOMENTS);
}

bool bot_game_is_over(const bot_game *g)
{
    return ek_phase(&g->state) == EK_PHASE_ENDED;
}

bool bot_game_go_on(bot_game *g)
{
    const unsigned moment = bot_moment(&g->state) + 1;
    if (moment > BOT_GAME_ROUNDS * BOT_MOMENTS)
        return false;
    play_to(g, moment);
    return !bot_game_is_over(g);
}

void bot_game_chances(const bot_game *g, unsigned playouts, int32_t chance[EK_SEATS])
{
    int64_t sum[EK_SEATS] = {0};
    uint64_t random = g->setup->seed ^ bot_moment(&g->state);
    for (unsigned i = 0; i < playouts; i++) {
        ek_state after = g->state;
        ek_reseed(g->rules, &after, ek_random(&random), NULL);
        bot_play_on(g->rules, &after, &bot_style_parameters[BOT_PLAIN], g->state.round + 1u);
        bot_judge_chances(g->setup->judge, g->rules, &after, chance);
        for (unsigned seat = 0; seat < EK_SEATS; seat++)
            sum[seat] += chance[seat];
    }
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        chance[seat] = (int32_t)(sum[seat] / playouts);
}

void bot_game_results(const bot_game *g, bot_game_result result[EK_SEATS])
{
    const unsigned players = g->rules->config.players;
    ek_rank ranking[EK_SEATS];
    unsigned winners = 0;
    ek_ranking(g->rules, &g->state, ranking);
    for (unsigned i = 0; i < players; i++)
        winners += ranking[i].rank == 1;
    for (unsigned i = 0; i < EK_SEATS; i++)
        result[i] = (bot_game_result){0};
    for (unsigned i = 0; i < players; i++)
        result[ranking[i].seat] =
            (bot_game_result){.money = ranking[i].money,
                              .victory = ranking[i].rank == 1 ? BOT_SHARE_ONE / winners : 0,
                              .rank = ranking[i].rank,
                              .powered = ranking[i].powered,
                              .cities = ranking[i].cities};
}
