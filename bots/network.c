/* Where to build: the cheapest next cities, routes of several cities, and the first city.
 *
 * Planned cities are kept from one decision to the next, up to the first one that gets dearer. They
 * stay the cheapest ones, because every other city can only get dearer, too: places fill up and
 * never become free. A new Step opens places, so it ends all plans. A seat that contests cities
 * sees them in another light with every house of a rival, so its plans hold until the next house.
 */
#include "mind.h"

static int place_cost(const ek_state *s, unsigned city)
{
    return ek_tables.place_cost[ek_cheapest_place(s, city)];
}

/* --------------------------------------------------------------------------------- next cities */

static void begin(network *n, const mind *m, ek_cities owned)
{
    const ek_state *s = m->state;
    *n = (network){.owned = owned,
                   .allowed = m->rules->zone_cities,
                   .places = {s->places[0], s->places[1], s->places[2]},
                   .contest = m->p->contest,
                   .step = s->step};
    ek_reach(m->rules, owned, n->reach);
}

static ek_cities planned(const network *n)
{
    return n->at_place[0] | n->at_place[1] | n->at_place[2];
}

/* Rivals' houses next door: a rival may soon take such a city. Only its last open place matters. */
static int contest(const mind *m, unsigned city, unsigned place)
{
    const ek_state *s = m->state;
    if (place + 1 < s->step)
        return 0;
    const ek_cities near = m->rules->neighbours[city];
    int rivals = 0;
    for (unsigned seat = 0; seat < m->players; seat++)
        if (seat != m->seat)
            rivals += (s->owner[seat].cities & near) != 0;
    return rivals * m->p->contest;
}

/* The city of a set to which the path is the cheapest; of equal ones the first. Cost and city are
 * one number. */
static int nearest(const uint8_t reach[EK_CITIES], ek_cities set)
{
    int best = INT32_MAX;
#ifdef EK_GPU /* it has words of 32 bits */
    for (unsigned half = 0; half < EK_CITIES; half += 32)
        for (uint32_t rest = (uint32_t)(set >> half); rest; rest &= rest - 1) {
            const unsigned city = half + (unsigned)__builtin_ctz(rest);
            best = min(best, reach[city] * EK_CITIES + (int)city);
        }
#else
    while (set) {
        const unsigned city = ek_take_smallest(&set);
        best = min(best, reach[city] * EK_CITIES + (int)city);
    }
#endif
    return best;
}

/* The same if cities that rivals may take count as cheaper. */
static int nearest_contested(const network *n, const mind *m, ek_cities set, unsigned place)
{
    int best = INT32_MAX;
    while (set) {
        const unsigned city = ek_take_smallest(&set);
        best = min(best, (n->reach[city] - contest(m, city, place)) * EK_CITIES + (int)city);
    }
    return best;
}

/* The best next city of a set that is not empty: the cheapest, place and path. */
static unsigned best_next(const network *n, const mind *m, ek_cities sites)
{
    int best = INT32_MAX;
    for (unsigned place = 0; sites; place++) {
        const ek_cities taken = m->state->places[place];
        const ek_cities free = sites & ~taken;
        const int cost = ek_tables.place_cost[place] * EK_CITIES;
        sites &= taken;
        if (free)
            best = min(best, cost + (m->p->contest ? nearest_contested(n, m, free, place)
                                                   : nearest(n->reach, free)));
    }
    return (unsigned)best % EK_CITIES;
}

static void add_city(network *n, const mind *m, unsigned city)
{
    const unsigned place = ek_cheapest_place(m->state, city);
    n->city[n->count] = (uint8_t)city;
    n->sum[n->count + 1] =
        (uint16_t)(n->sum[n->count] + n->reach[city] + ek_tables.place_cost[place]);
    n->count++;
    if (n->owned || planned(n))
        ek_extend_reach(m->rules, city, n->reach);
    else
        ek_reach(m->rules, ek_bit(city), n->reach);
    n->at_place[place] |= ek_bit(city);
}

/* Plans one more city; false if there is none. */
static bool extend(network *n, const mind *m)
{
    const ek_cities all = n->owned | planned(n);
    const ek_cities sites = ek_sites(m->rules, m->state, all) & n->allowed;
    if (sites == 0 || n->count == EK_HOUSES)
        return false;
    add_city(n, m, all ? best_next(n, m, sites) : bot_best_first_city(m, sites));
    return true;
}

/* --------------------------------------------------------------------- from decision to decision
 */

/* Whether the first planned cities are those that the seat has built since; counts them. */
static bool has_followed(const network *n, ek_cities built, unsigned *count)
{
    unsigned i = 0;
    for (; built && i < n->count && ek_has(built, n->city[i]); i++)
        built &= ~ek_bit(n->city[i]);
    *count = i;
    return built == 0;
}

static void drop_built(network *n, unsigned built)
{
    const unsigned paid = n->sum[built];
    for (unsigned i = 0; i < built; i++)
        n->owned |= ek_bit(n->city[i]);
    for (unsigned place = 0; place < EK_STEPS; place++)
        n->at_place[place] &= ~n->owned;
    n->count -= (uint8_t)built;
    for (unsigned i = 0; i < n->count; i++) {
        n->city[i] = n->city[i + built];
        n->sum[i + 1] = (uint16_t)(n->sum[i + 1 + built] - paid);
    }
}

/* Whether no house has been built since these places were taken. */
static bool same_houses(const ek_cities places[EK_STEPS], const ek_state *s)
{
    return places[0] == s->places[0] && places[1] == s->places[1] && places[2] == s->places[2];
}

/* The planned cities that have got dearer because their places were taken. */
static ek_cities taken(const network *n, const ek_state *s)
{
    return (n->at_place[0] & s->places[0]) | (n->at_place[1] & s->places[1]) |
           (n->at_place[2] & s->places[2]);
}

/* Drops the first city that got dearer, and all cities planned after it. */
static void cut(network *n, const mind *m, ek_cities dearer)
{
    ek_cities kept = 0;
    n->count = 0;
    for (; !ek_has(dearer, n->city[n->count]); n->count++)
        kept |= ek_bit(n->city[n->count]);
    for (unsigned place = 0; place < EK_STEPS; place++)
        n->at_place[place] &= kept;
    ek_reach(m->rules, n->owned | kept, n->reach);
}

/* Whether the plan still holds, at least its first cities; then it begins with the next city. */
static bool keep_up(network *n, const mind *m, ek_cities owned)
{
    unsigned built;
    if (n->step != m->state->step || n->contest != m->p->contest || n->owned & ~owned)
        return false;
    if (n->contest && !same_houses(n->places, m->state))
        return false;
    if (owned != n->owned) {
        if (!has_followed(n, owned & ~n->owned, &built))
            return false;
        drop_built(n, built);
    }
    const ek_cities dearer = taken(n, m->state);
    if (dearer)
        cut(n, m, dearer);
    return owned || n->count == 0 ||
           n->city[0] == bot_best_first_city(m, ek_sites(m->rules, m->state, 0));
}

/* The network of a seat: the one in the survey if there is one, otherwise a new one. */
static network *find_network(const mind *m, unsigned seat, network *fresh)
{
    const ek_cities owned = m->state->owner[seat].cities;
    network *n = m->survey ? &m->survey->network[seat] : fresh;
    if (!m->survey || !keep_up(n, m, owned))
        begin(n, m, owned);
    return n;
}

void bot_survey_init(survey *s)
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        s->network[seat].step = 0;
    s->first.step = s->chain_step = 0;
    s->nominated.round = 0;
}

/* -------------------------------------------------------------------------------------- routes */

int bot_next_city_cost(const mind *m)
{
    network fresh;
    network *n = find_network(m, m->seat, &fresh);
    return n->count > 0 || extend(n, m) ? n->sum[1] : -1;
}

/* Copies the plan as far as money and houses allow. */
static void follow(network *n, const mind *m, int money, int cities, route_plan *route)
{
    const int max_cities = min(cities, (int)ek_house_limit(m->rules) - (int)ek_size(n->owned));
    unsigned count = 0;
    route->sum[0] = 0;
    while ((int)count < max_cities && n->sum[count] + ek_tables.place_cost[0] <= money &&
           (count < n->count || extend(n, m)) && n->sum[count + 1] <= money) {
        route->city[count] = n->city[count];
        count++;
        route->sum[count] = n->sum[count];
    }
    route->count = count;
}

void bot_plan_route(const mind *m, unsigned seat, int money, int cities, route_plan *route)
{
    network fresh;
    route->count = 0;
    route->sum[0] = 0;
    if (money >= ek_tables.place_cost[0])
        follow(find_network(m, seat, &fresh), m, money, cities, route);
}

void bot_plan_route_in(const mind *m, ek_cities cities, route_plan *route)
{
    network n;
    begin(&n, m, m->me->cities);
    n.allowed = cities;
    follow(&n, m, m->me->money, EK_HOUSES, route);
}

/* ----------------------------------------------------------------------------------- first city */

/* The edge of a growing set of cities. The site to which the path is the cheapest is always on it:
 * paths to other sites pass one of these and cost no less. Where a site has a free connection, the
 * sites behind it cost the same, so they are on the edge as well. */
typedef struct edge {
    ek_cities sites;
    ek_cities inside;
    ek_cities linked; /* cities with a connection to those inside */
} edge;

/* Takes a city inside, and then all cities on the edge that paths lead through. */
static void widen(edge *e, const ek_rules *rules, unsigned city)
{
    ek_cities next = ek_bit(city);
    e->sites &= ~next;
    while (next) {
        const unsigned inside = ek_smallest(next);
        e->inside |= ek_bit(inside);
        e->linked |= rules->cheapest_links[inside];
        next = e->linked & ~e->inside & (~e->sites | rules->freely_linked);
    }
}

/* Connects the cheapest cities around a first city one after the other, until the cost is high. The
 * first ones are paid first, so they count more. */
static chain make_chain(const mind *m, unsigned first, ek_cities sites, int high)
{
    ek_costs reach;
    chain c = {.complete = true};
    edge e = {.sites = sites};
    ek_reach(m->rules, ek_bit(first), reach);
    widen(&e, m->rules, first);
    for (int weight = m->p->cluster; weight > 0 && e.sites & e.linked; weight--) {
        const int next = nearest(reach, e.sites & e.linked);
        const unsigned city = (unsigned)next % EK_CITIES;
        c.cost += (uint16_t)(next / EK_CITIES * weight);
        c.cities |= ek_bit(city);
        c.complete = c.cost < high;
        if (!c.complete)
            break;
        widen(&e, m->rules, city);
        ek_extend_reach(m->rules, city, reach);
    }
    return c;
}

/* Chains are kept while they are possible: a city that is not part of a chain does not change it.
 */
static chain *find_chain(const mind *m, unsigned first, ek_cities sites, int high, chain *fresh)
{
    chain *c = m->survey ? &m->survey->chains[first] : fresh;
    const bool holds = m->survey && c->cities && (c->cities & ~sites) == 0;
    if (!holds || (!c->complete && c->cost < high))
        *c = make_chain(m, first, sites, high);
    return c;
}

/* The cost of connecting the cheapest cities around this one, with a penalty for rivals nearby; not
 * exact if it is at least high. */
static int surroundings(const mind *m, unsigned first, int high)
{
    chain fresh;
    const ek_cities sites = ek_sites(m->rules, m->state, ek_bit(first));
    int sum = place_cost(m->state, first) * m->p->cluster;
    for (unsigned i = 0; i < EK_OWNERS; i++)
        sum +=
            (int)ek_size(m->state->owner[i].cities & m->rules->neighbours[first]) * m->p->crowding;
    if (sum >= high)
        return sum;
    return sum + find_chain(m, first, sites, high - sum, &fresh)->cost;
}

/* Forgets the chains of another Step, which had other sites, or with another length. */
static void begin_chains(const mind *m)
{
    survey *known = m->survey;
    if (known->chain_step == m->state->step && known->chain_length == m->p->cluster)
        return;
    known->chain_step = m->state->step;
    known->chain_length = (uint8_t)m->p->cluster;
    for (unsigned city = 0; city < EK_CITIES; city++)
        known->chains[city].cities = 0;
}

static unsigned find_first_city(const mind *m, ek_cities candidates)
{
    unsigned best = ek_smallest(candidates);
    int best_sum = INT32_MAX;
    if (m->survey)
        begin_chains(m);
    for (ek_cities rest = candidates; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        const int sum = surroundings(m, city, best_sum);
        if (sum < best_sum) {
            best = city;
            best_sum = sum;
        }
    }
    return best;
}

/* Whether the survey has the best first city of these candidates. It changes with every house. */
static bool knows_first_city(const mind *m, ek_cities candidates)
{
    const ek_state *s = m->state;
    const known_start *f = &m->survey->first;
    return f->step == s->step && f->cluster == m->p->cluster && f->crowding == m->p->crowding &&
           f->candidates == candidates && f->marks == s->marks && same_houses(f->places, s);
}

unsigned bot_best_first_city(const mind *m, ek_cities candidates)
{
    const ek_state *s = m->state;
    if (m->survey && knows_first_city(m, candidates))
        return m->survey->first.city;
    const unsigned city = find_first_city(m, candidates);
    if (m->survey)
        m->survey->first = (known_start){.candidates = candidates,
                                         .marks = s->marks,
                                         .places = {s->places[0], s->places[1], s->places[2]},
                                         .cluster = m->p->cluster,
                                         .crowding = m->p->crowding,
                                         .step = s->step,
                                         .city = (uint8_t)city};
    return city;
}
