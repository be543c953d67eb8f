/* Assessing a position: how long the game will last, and what fuel, plants and cities will cost. */
#include "mind.h"

int bot_end_cities(const ek_rules *rules)
{
    return min((int)ek_end_cities(rules), (int)ek_size(rules->zone_cities));
}

/* ------------------------------------------------------------------------------- rounds to come */

/* Later places are dearer; in Step 3 some of the first ones are still free. */
static int city_cost(const mind *m)
{
    static const uint8_t usual_place[EK_STEPS] = {10, 13, 16};
    return usual_place[m->state->step - 1] + m->p->link_cost;
}

static unsigned seats_that_have_built(const mind *m)
{
    switch (ek_phase(m->state)) {
    case EK_PHASE_BUILDING:
        return ~m->to_act;
    case EK_PHASE_BUREAUCRACY:
        return ~0u;
    default:
        return 0;
    }
}

/* Whether a seat can build the cities that end the game now, and has the plants to gain by it: for
 * all cities but slack. */
static bool can_end(const mind *m, unsigned seat, int slack)
{
    const ek_owner *o = &m->state->owner[seat];
    const int missing = m->end - o->house_count;
    if (missing <= 0)
        return true;
    return !(m->built >> seat & 1) && missing * m->city_cost <= o->money &&
           capacity_of(o->plants) + slack >= m->end;
}

static int rounds_left(const mind *m)
{
    int lead = 0;
    for (unsigned seat = 0; seat < m->players; seat++) {
        if (can_end(m, seat, m->p->end_slack))
            return 1;
        lead = max(lead, m->state->owner[seat].house_count);
    }
    const int growth = m->p->growth;
    const int rounds = 1 + ((m->end - lead) * 16 + growth - 1) / growth;
    return clamp(rounds, 2, HORIZON);
}

bool bot_mind_is_sure(const mind *m)
{
    if (m->rounds > 1 || m->state->round > m->p->patience)
        return m->rounds == 1;
    for (unsigned seat = 0; seat < m->players; seat++)
        if (can_end(m, seat, 0))
            return true;
    return false;
}

/* ----------------------------------------------------------------------------------------- fuel */

/* The fuel that an owner's plants burn, in halves. A hybrid counts half for each of its fuels.
 * Plants that supply more cities than the owner will have are not run. */
static void find_demand(const mind *m, const ek_owner *o, uint8_t halves[EK_FUELS])
{
    const ek_run run = ek_run_of_all(o->plants);
    const int capacity = (int)ek_run_part(run, EK_RUN_CITIES);
    const int cities = min(capacity, o->house_count + m->p->spare_cities);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const unsigned hybrid = fuel <= EK_OIL ? ek_run_part(run, EK_RUN_HYBRID) : 0;
        const int burns = (int)(2 * ek_run_part(run, fuel) + hybrid);
        halves[fuel] = (uint8_t)(burns ? burns * cities / capacity : 0);
    }
}

/* Finds the demand of an owner again if its plants or houses have changed; false if not. */
static bool update_demand(mind *m, unsigned owner)
{
    const ek_owner *o = &m->state->owner[owner];
    owner_demand *d = &m->demand_of[owner];
    if (o->plants == d->plants && o->house_count == d->houses)
        return false;
    d->plants = o->plants;
    d->houses = o->house_count;
    find_demand(m, o, d->halves);
    return true;
}

/* The same for all owners. */
static bool sum_demand(mind *m)
{
    bool changed = m->rules->trust && update_demand(m, EK_TRUST);
    for (unsigned seat = 0; seat < m->players; seat++)
        changed |= update_demand(m, seat);
    for (unsigned fuel = 0; changed && fuel < EK_FUELS; fuel++) {
        int halves = 0;
        for (unsigned i = 0; i < EK_OWNERS; i++)
            halves += m->demand_of[i].halves[fuel];
        m->demand[fuel] = (halves + 1) / 2;
    }
    return changed;
}

/* The tokens on the market after some rounds like this one. */
static int stock_to_come(const mind *m, unsigned fuel, int demand)
{
    const ek_state *s = m->state;
    if (m->p->scarcity == 0)
        return s->fuel[fuel];
    const int refill = (int)ek_refill(m->rules, s, (enum ek_fuel)fuel);
    return clamp(s->fuel[fuel] + m->p->scarcity * (refill - demand), 0, ek_tables.tokens[fuel]);
}

/* Predicts the price in a few rounds from supply and demand, for a buyer in the middle of the
 * order. Beyond the end of the ladder prices go on rising, because fuel that is sold out is worse
 * than expensive fuel. */
int bot_mind_price(const mind *m, unsigned fuel, int extra)
{
    const int tokens = ek_tables.tokens[fuel];
    const int demand = m->demand[fuel] + extra;
    const int stock = stock_to_come(m, fuel, demand);
    const int place = max(0, tokens - stock + demand / 2);
    const int dearest = ek_tables.price[fuel][tokens - 1];
    const int price =
        place < tokens ? ek_tables.price[fuel][place] : dearest + 1 + (place - tokens) / 3;
    return price * PRICE_UNIT * m->p->fuel_share / WHOLE;
}

/* Whether the tokens on the market are those that prices were predicted for. In one word: a GPU has
 * no library that compares bytes. */
static bool knows_stock(const mind *m)
{
    uint32_t known, now;
    _Static_assert(sizeof m->stock == sizeof known, "a byte for each fuel");
    __builtin_memcpy(&known, m->stock, sizeof known);
    __builtin_memcpy(&now, m->state->fuel, sizeof now);
    return known == now;
}

/* Predicts the prices again whose demand or stock have changed. Buying fuel changes no demand. */
static void update_prices(mind *m, enum ek_decision before)
{
    const bool changed = before != EK_DECISION_BUY && sum_demand(m);
    if (!changed && !m->p->scarcity && knows_stock(m))
        return;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const uint8_t stock = m->state->fuel[fuel];
        if (stock == m->stock[fuel] && m->demand[fuel] == m->priced[fuel] && !m->p->scarcity)
            continue;
        m->stock[fuel] = stock;
        m->priced[fuel] = (uint8_t)m->demand[fuel];
        m->price[fuel] = bot_mind_price(m, fuel, 0);
    }
}

/* ------------------------------------------------------------------------------------- the seat */

/* The best plant of the current market stands for those that will be for sale. */
static void look_at_market(mind *m)
{
    if (m->state->market == m->market && m->state->step == m->market_step)
        return;
    m->market = m->state->market;
    m->market_step = m->state->step;
    ek_plants current = ek_current_market(m->rules, m->state);
    m->offer_cities = m->offer_price = 0;
    while (current) {
        const unsigned number = ek_take_smallest(&current);
        const int cities = plant_of(number)->cities * 16;
        if (cities > m->offer_cities) {
            m->offer_cities = cities;
            m->offer_price = ((int)number + m->p->offer_premium) * 16;
        }
    }
}

/* The real cost of the seat's next city; on a crowded map it is far above the estimate. */
static int next_city_cost(const mind *m)
{
    if (m->me->cities == 0)
        return m->city_cost;
    const int cost = bot_next_city_cost(m);
    return cost < 0 ? 3 * m->city_cost : cost;
}

/* Sees the game with the parameters of another seat. */
static void adopt_style(mind *m, const bot_parameters *p)
{
    m->p = p;
    m->city_cost = city_cost(m);
    m->rounds = rounds_left(m);
}

/* Whether the pending decision is made by bot_economy. */
static bool looks_ahead(const mind *m)
{
    return m->pending == EK_DECISION_NOMINATE || m->pending == EK_DECISION_BID ||
           m->pending == EK_DECISION_BUILD;
}

void bot_mind_switch(mind *m, unsigned seat)
{
    if (m->style_of && m->style_of[seat] != m->p)
        adopt_style(m, m->style_of[seat]);
    m->seat = seat;
    m->me = &m->state->owner[seat];
    if (looks_ahead(m))
        m->next_city = next_city_cost(m);
}

void bot_mind_begin(mind *m, const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                    survey *known)
{
    *m = (mind){.rules = rules,
                .state = state,
                .survey = known,
                .p = p,
                .pending = EK_DECISION_ENDED,
                .players = rules->config.players,
                .end = bot_end_cities(rules)};
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        m->price[fuel] = bot_mind_price(m, fuel, 0);
    if (known)
        bot_survey_init(known);
}

/* Whether nothing that the mind has found can have changed since the last decision. Burnt fuel
 * counts only for prices that look ahead at the refill. */
static bool goes_on(const mind *m, enum ek_decision before)
{
    return (before == EK_DECISION_NOMINATE && m->pending == EK_DECISION_BID) ||
           (before == EK_DECISION_POWER && m->pending == EK_DECISION_POWER && !m->p->scarcity);
}

void bot_mind_update(mind *m, unsigned seat)
{
    const enum ek_decision before = m->pending;
    m->pending = ek_pending(m->state);
    if (!goes_on(m, before)) {
        m->to_act = ek_seats_to_act(m->state);
        m->built = seats_that_have_built(m);
        if (m->style_of)
            m->p = m->style_of[seat];
        m->city_cost = city_cost(m);
        m->rounds = rounds_left(m);
        update_prices(m, before);
        if (looks_ahead(m))
            look_at_market(m);
    }
    bot_mind_switch(m, seat);
}

void bot_mind_init(mind *m, const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                   unsigned seat)
{
    bot_mind_begin(m, rules, state, p, NULL);
    bot_mind_update(m, seat);
}
