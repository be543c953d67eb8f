/* Candidate plans for a search: the turn of normal, and alternatives. More playouts allow more
 * candidates: it is better to try a few of them well than many badly. */
#include "search.h"

enum { FINE_POINT = 4 }; /* candidates kept in reserve for details */

candidate *bot_add_candidate(search *s)
{
    candidate *c = &s->list[s->count];
    if (s->count == CANDIDATES)
        return NULL;
    *c = (candidate){.override.seat = EK_NOBODY};
    s->order[s->count++] = c;
    return c;
}

static void add_move(search *s, ek_move move)
{
    candidate *c = bot_add_candidate(s);
    if (!c)
        return;
    for (unsigned i = 0; i + 1 < s->count; i++)
        if (s->list[i].count == 1 && s->list[i].plan[0] == move &&
            s->list[i].override.seat == EK_NOBODY) {
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

/* Nominates, and then bids up to this limit. */
static void add_limited_nomination(search *s, ek_move move, int limit)
{
    candidate *c = bot_add_candidate(s);
    if (!c)
        return;
    c->plan[0] = move;
    c->count = 1;
    c->override = (auction_override){.seat = (uint8_t)s->m->seat, .limit = limit};
}

static void add_nominations(search *s)
{
    const mind *m = s->m;
    const int rivals = bot_rivals_in_phase(m);
    add_move(s, bot_normal_nominate(m));
    if (ek_why_no_plant(m->rules, m->state, m->seat) == EK_REASON_OK)
        add_move(s, pass_move());
    for (ek_plants rest = ek_buyable_plants(m->rules, m->state, m->seat); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        const ek_move move = ek_move_of(EK_MOVE_NOMINATE, plant, ek_minimum_bid(m->state, plant));
        add_move(s, move);
        if (rivals > 0 && s->count + FINE_POINT < s->breadth) {
            const int usual = bot_auction_limit(m, plant);
            add_limited_nomination(s, move, 0);
            add_limited_nomination(s, move,
                                   min(max(usual, (int)ek_minimum_bid(m->state, plant)) + 10,
                                       (int)ek_maximum_bid(m->me)));
        }
    }
}

/* The plant that normal would scrap, and plants that power at most one city more. */
static void add_scraps(search *s)
{
    const ek_move usual = bot_normal_scrap(s->m);
    const int cities = plant_of(ek_move_a(usual))->cities + 1;
    add_move(s, usual);
    for (ek_plants rest = ek_scrappable_plants(s->m->state); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        if (plant_of(plant)->cities <= cities)
            add_move(s, ek_move_of(EK_MOVE_SCRAP, plant, 0));
    }
}

static void add_shopping(search *s, const shopping *how)
{
    candidate *c = bot_add_candidate(s);
    if (c)
        settle_plan(s, c, bot_plan_purchases(s->m, how, c->plan));
}

static void add_purchases(search *s)
{
    const unsigned all = (1u << EK_FUELS) - 1;
    candidate *c = bot_add_candidate(s);
    settle_plan(s, c, bot_normal_buy(s->m, c->plan));
    add_shopping(s, &(shopping){.stored = 0});
    add_shopping(s, &(shopping){.stored = all, .all_money = true});
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        add_shopping(s, &(shopping){.stored = 1u << fuel, .all_money = true});
    for (ek_plants rest = s->m->me->plants; rest;)
        add_shopping(s, &(shopping){.skipped = ek_bit(ek_take_smallest(&rest)), .stored = all});
}

static void add_route(search *s, const route_plan *route, int cities)
{
    candidate *c = s->count < s->breadth ? bot_add_candidate(s) : NULL;
    if (c)
        settle_plan(s, c, bot_list_route(route, min(cities, (int)route->count), c->plan));
}

/* Other first cities. */
static void add_first_cities(search *s, const route_plan *usual, int cities)
{
    ek_cities rest = s->m->rules->zone_cities;
    route_plan route = *usual;
    while (s->count < s->breadth && route.count > 0) {
        rest &= ~ek_bit(route.city[0]);
        bot_plan_route_in(s->m, rest, &route);
        add_route(s, &route, cities);
    }
}

/* The route without each of its cities. */
static void add_detours(search *s, const route_plan *usual, int cities)
{
    route_plan route;
    for (unsigned i = 0; i < usual->count && s->count < s->breadth; i++) {
        bot_plan_route_in(s->m, s->m->rules->zone_cities & ~ek_bit(usual->city[i]), &route);
        add_route(s, &route, cities);
        add_route(s, &route, cities + 1);
    }
}

static void add_buildings(search *s)
{
    route_plan route;
    candidate *c = bot_add_candidate(s);
    settle_plan(s, c, bot_normal_build(s->m, c->plan));
    const int cities = (int)c->count - 1;
    bot_plan_route(s->m, s->m->seat, s->m->me->money, EK_HOUSES, &route);
    for (int k = 0; k <= (int)route.count && s->count < CANDIDATES; k++) {
        c = bot_add_candidate(s);
        settle_plan(s, c, bot_list_route(&route, k, c->plan));
    }
    if (s->m->me->cities == 0)
        add_first_cities(s, &route, cities);
    else
        add_detours(s, &route, cities);
}

/* Powers fewer and fewer cities: sometimes fuel is worth more than the income. This is a detail,
 * for searches with many playouts. */
static void add_powerings(search *s)
{
    const mind *m = s->m;
    unsigned wanted = m->me->house_count + 1u;
    add_move(s, bot_normal_power(m));
    while (wanted > 0 && s->count + FINE_POINT < s->breadth) {
        ek_move move;
        const unsigned supplied = ek_best_power(m->rules, m->state, m->seat, wanted - 1, &move);
        add_move(s, move);
        wanted = supplied < wanted ? supplied : wanted - 1;
    }
}

/* -------------------------------------------------------------------------------------- bidding */

static void add_price(search *s, int price)
{
    candidate *c = bot_add_candidate(s);
    c->plan[0] = ek_move_of(EK_MOVE_BID, 0, (unsigned)price);
    c->count = 1;
    c->override = (auction_override){.seat = (uint8_t)s->m->seat, .limit = price, .alone = true};
}

void bot_add_prices(search *s, const int *price, unsigned count)
{
    add_move(s, pass_move());
    for (unsigned i = 0; i < count; i++)
        add_price(s, price[i]);
}

/* ------------------------------------------------------------------------------------ all of it */

bool bot_add_candidates(search *s)
{
    switch (s->m->pending) {
    case EK_DECISION_NOMINATE:
        add_nominations(s);
        return true;
    case EK_DECISION_SCRAP:
        add_scraps(s);
        return true;
    case EK_DECISION_BUY:
        add_purchases(s);
        return true;
    case EK_DECISION_BUILD:
        if (s->m->state->round > s->m->p->patience)
            return false; /* as normal does: every game must end */
        add_buildings(s);
        return true;
    case EK_DECISION_POWER:
        add_powerings(s);
        return s->count > 1;
    default: /* setup and returning fuel: as normal does */
        return false;
    }
}
