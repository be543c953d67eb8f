/* hard and expert: a few ways to go on are tried in many games played on by normal players, with
 * the same cards for each, and judged some rounds later. What does badly is dropped early. */
#include "mind.h"

enum {
    HARD_NODES = 96, /* playouts a decision */
    EXPERT_NODES = 20000,
    FIRST_ROWS = 8, /* playouts of each candidate before the first are dropped */
    CANDIDATES = 24
};

/* One way to go on. */
typedef struct candidate {
    ek_move plan[BOT_PLAN_MAX];
    unsigned count;
    auction_wish wish;    /* how the running auction goes on; seat EK_NOBODY: as usual */
    int64_t sum, squares; /* of its results */
} candidate;

typedef struct search {
    const mind *m;
    const bot_clock *clock;
    uint64_t seed;
    unsigned nodes; /* left */
    unsigned rows;  /* playouts each living candidate has had */
    unsigned count, alive;
    candidate *order[CANDIDATES]; /* the best first, once rows have been played */
    candidate list[CANDIDATES];
} search;

static candidate *add_candidate(search *s)
{
    candidate *c = &s->list[s->count];
    if (s->count == CANDIDATES)
        return NULL;
    *c = (candidate){.wish.seat = EK_NOBODY};
    s->order[s->count++] = c;
    return c;
}

static void add_move(search *s, ek_move move)
{
    candidate *c = add_candidate(s);
    if (!c)
        return;
    for (unsigned i = 0; i + 1 < s->count; i++)
        if (s->list[i].count == 1 && s->list[i].plan[0] == move) {
            s->count--;
            return;
        }
    c->plan[0] = move;
    c->count = 1;
}

/* Keeps a plan written into the newest candidate unless an earlier one is the same. */
static void settle_plan(search *s, candidate *c, unsigned count)
{
    c->count = count;
    for (unsigned i = 0; i + 1 < s->count; i++) {
        const candidate *other = &s->list[i];
        bool same = other->count == count;
        for (unsigned j = 0; same && j < count; j++)
            same = other->plan[j] == c->plan[j];
        if (same) {
            s->count--;
            return;
        }
    }
}

/* ------------------------------------------------------------------------------------- playouts */

static int try_candidate(const search *s, const candidate *c, uint64_t seed)
{
    const ek_rules *rules = s->m->rules;
    const bot_parameters *p = s->m->p;
    const unsigned until = s->m->state->round + (unsigned)p->search_rounds;
    ek_state state = *s->m->state;
    ek_reseed(rules, &state, seed, NULL);
    for (unsigned i = 0; i < c->count; i++)
        ek_play(rules, &state, c->plan[i], NULL);
    if (c->wish.seat != EK_NOBODY && is_bidding(&state)) {
        mind m;
        bot_mind_init(&m, rules, &state, p, s->m->seat);
        bot_settle_auction(&m, &state, &c->wish);
    }
    bot_play_on(rules, &state, p, until);
    return bot_evaluate(rules, &state, p, s->m->seat);
}

/* One playout of every living candidate with the same cards; false when thinking is over. */
static bool play_row(search *s)
{
    int result[CANDIDATES];
    const uint64_t seed = s->seed + s->rows * UINT64_C(0x9e3779b97f4a7c15);
    if (s->nodes < s->alive)
        return false;
    for (unsigned i = 0; i < s->alive; i++) {
        if (s->clock && s->clock->expired(s->clock->data))
            return false;
        result[i] = try_candidate(s, s->order[i], seed);
    }
    for (unsigned i = 0; i < s->alive; i++) {
        s->order[i]->sum += result[i];
        s->order[i]->squares += (int64_t)result[i] * result[i];
    }
    s->nodes -= s->alive;
    s->rows++;
    return true;
}

/* Insertion sort: those that are equal stay in the order they were thought of. */
static void sort_candidates(search *s)
{
    for (unsigned i = 1; i < s->alive; i++) {
        candidate *c = s->order[i];
        unsigned at = i;
        for (; at > 0 && s->order[at - 1]->sum < c->sum; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = c;
    }
}

/* Variance of a candidate's results. */
static int64_t variance(const search *s, const candidate *c)
{
    const int64_t mean = c->sum / s->rows;
    return c->squares / s->rows - mean * mean;
}

/* Whether the first candidate is ahead of the second by four standard errors. */
static bool is_clear(const search *s)
{
    const candidate *first = s->order[0];
    const candidate *second = s->order[1];
    const int64_t lead = (first->sum - second->sum) / s->rows;
    return lead * lead * s->rows > 16 * (variance(s, first) + variance(s, second));
}

/* Tries the candidates until thinking is over and leaves the best one first. Each time the number
 * of playouts has doubled the worse half is dropped. */
static void compare(search *s)
{
    unsigned goal = FIRST_ROWS;
    s->alive = s->count;
    while (s->alive > 1 && play_row(s)) {
        if (s->rows < goal)
            continue;
        goal *= 2;
        sort_candidates(s);
        if (is_clear(s))
            return;
        if (s->alive > 2)
            s->alive = (s->alive + 1) / 2;
    }
    sort_candidates(s);
}

/* Tries all candidates equally often. */
static void measure(search *s)
{
    s->alive = s->count;
    while (play_row(s))
        ;
}

/* ----------------------------------------------------------------------------------- candidates */

static void add_nominations(search *s)
{
    const mind *m = s->m;
    add_move(s, bot_normal_nominate(m));
    if (m->state->round > 1)
        add_move(s, pass_move());
    for (ek_plants rest = ek_current_market(m->rules, m->state); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        const ek_move move = ek_move_of(EK_MOVE_NOMINATE, plant, ek_minimum_bid(m->state, plant));
        if (ek_why(m->rules, m->state, m->seat, move) == EK_REASON_OK)
            add_move(s, move);
    }
}

static void add_scraps(search *s)
{
    add_move(s, bot_normal_scrap(s->m));
    for (ek_plants rest = s->m->me->plants & ~ek_bit(s->m->state->auction_plant); rest;)
        add_move(s, ek_move_of(EK_MOVE_SCRAP, ek_take_smallest(&rest), 0));
}

static void add_shopping(search *s, const shopping *how)
{
    candidate *c = add_candidate(s);
    if (c)
        settle_plan(s, c, bot_plan_purchases(s->m, how, c->plan));
}

static void add_purchases(search *s)
{
    const unsigned all = (1u << EK_FUELS) - 1;
    candidate *c = add_candidate(s);
    settle_plan(s, c, bot_normal_buy(s->m, c->plan));
    add_shopping(s, &(shopping){.stored = 0});
    add_shopping(s, &(shopping){.stored = all, .all_money = true});
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        add_shopping(s, &(shopping){.stored = 1u << fuel, .all_money = true});
    for (ek_plants rest = s->m->me->plants; rest;)
        add_shopping(s, &(shopping){.skipped = ek_bit(ek_take_smallest(&rest)), .stored = all});
}

static void add_buildings(search *s)
{
    route_plan route;
    candidate *c = add_candidate(s);
    settle_plan(s, c, bot_normal_build(s->m, c->plan));
    bot_plan_route(s->m, s->m->seat, s->m->me->money, EK_HOUSES, &route);
    for (int k = 0; k <= (int)route.count && s->count < CANDIDATES; k++) {
        c = add_candidate(s);
        settle_plan(s, c, bot_list_route(&route, k, c->plan));
    }
}

/* -------------------------------------------------------------------------------------- bidding */

static void add_price(search *s, int price)
{
    candidate *c = add_candidate(s);
    c->plan[0] = ek_move_of(EK_MOVE_BID, 0, (unsigned)price);
    c->count = 1;
    c->wish = (auction_wish){.seat = (uint8_t)s->m->seat, .limit = price, .alone = true};
}

/* The price at which winning the plant is as good as losing it, from a few prices tried. */
static int search_limit(search *s)
{
    const mind *m = s->m;
    const int lowest = m->state->bid + 1;
    const int money = least(m->me->money, EK_BID_MAX);
    const int usual = bot_auction_limit(m, m->state->auction_plant);
    const int middle = between(lowest, most(usual, lowest + 6), money);
    const int price[3] = {lowest, middle, least(middle + middle / 4 + 6, money)};
    if (ek_why(m->rules, m->state, m->seat, ek_move_of(EK_MOVE_BID, 0, (unsigned)lowest)) !=
        EK_REASON_OK)
        return 0;
    candidate *lost = add_candidate(s);
    lost->plan[0] = pass_move();
    lost->count = 1;
    for (unsigned i = 0; i < 3; i++)
        add_price(s, price[i]);
    measure(s);
    const int64_t without = lost->sum;
    for (unsigned i = 3; i-- > 0;) {
        const int64_t here = s->list[i + 1].sum - without;
        if (here < 0)
            continue;
        if (i == 2)
            return price[2];
        const int64_t there = s->list[i + 2].sum - without; /* below 0 */
        return price[i] + (int)((price[i + 1] - price[i]) * here / (here - there + 1));
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------- turns */

static void begin(search *s, bot *b, const mind *m, const bot_clock *clock)
{
    s->m = m;
    s->clock = clock;
    s->seed = ek_random(&b->random);
    s->nodes = b->nodes ? b->nodes : b->level == BOT_HARD ? HARD_NODES : EXPERT_NODES;
    s->rows = s->count = s->alive = 0;
}

static unsigned search_bid(bot *b, search *s)
{
    const ek_state *state = s->m->state;
    if (b->limit_plant != state->auction_plant || b->limit_round != state->round) {
        b->limit = (uint16_t)search_limit(s);
        b->limit_plant = state->auction_plant;
        b->limit_round = state->round;
    }
    b->plan[0] = b->limit > state->bid && s->m->me->money > state->bid
                     ? ek_move_of(EK_MOVE_BID, 0, state->bid + 1u)
                     : pass_move();
    return 1;
}

static bool add_candidates(search *s)
{
    const ek_state *state = s->m->state;
    switch (ek_phase(state)) {
    case EK_PHASE_AUCTION:
        if (state->auction_plant == 0)
            add_nominations(s);
        else if (ek_size(s->m->me->plants) > s->m->rules->limit.max_plants)
            add_scraps(s);
        return true;
    case EK_PHASE_RESOURCES:
        add_purchases(s);
        return true;
    case EK_PHASE_BUILDING:
        add_buildings(s);
        return true;
    default: /* powering and setting up are left to normal */
        return false;
    }
}

unsigned bot_search_turn(bot *b, const mind *m, const bot_clock *clock)
{
    search s;
    begin(&s, b, m, clock);
    if (is_bidding(m->state))
        return search_bid(b, &s);
    if (!add_candidates(&s) || s.count == 0)
        return bot_normal_turn(m, b->plan);
    compare(&s);
    const candidate *best = s.order[0];
    for (unsigned i = 0; i < best->count; i++)
        b->plan[i] = best->plan[i];
    return best->count;
}
