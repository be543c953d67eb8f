/* Where to build: the cheapest next cities, routes of several cities, and the first city. */
#include "mind.h"

static int place_cost(const ek_state *s, unsigned city)
{
    return ek_tables.place_cost[ek_cheapest_place(s, city)];
}

void bot_network_init(network *n, const mind *m, unsigned seat)
{
    n->m = m;
    n->allowed = m->rules->zone_cities;
    n->owned = m->state->owner[seat].cities;
    n->sites = ek_sites(m->rules, m->state, n->owned);
    ek_reach(m->rules, n->owned, n->reach);
}

int bot_network_cost(const network *n, unsigned city)
{
    return n->reach[city] + place_cost(n->m->state, city);
}

void bot_network_add(network *n, unsigned city)
{
    const mind *m = n->m;
    const bool is_first = n->owned == 0;
    n->owned |= ek_bit(city);
    if (is_first) {
        n->sites = ek_sites(m->rules, m->state, n->owned) & n->allowed;
        ek_reach(m->rules, n->owned, n->reach);
    } else {
        n->sites &= ~ek_bit(city);
        ek_extend_reach(m->rules, city, n->reach);
    }
}

/* Rivals' houses next door: a rival may soon take such a city. Only its last open place matters. */
static int contest(const network *n, unsigned city)
{
    const ek_state *s = n->m->state;
    if (n->m->p->contest == 0)
        return 0;
    if (ek_cheapest_place(s, city) + 1 < s->step)
        return 0;
    const ek_cities near = n->m->rules->neighbours[city];
    int rivals = 0;
    for (unsigned seat = 0; seat < n->m->players; seat++)
        if (seat != n->m->seat)
            rivals += (s->owner[seat].cities & near) != 0;
    return rivals * n->m->p->contest;
}

int bot_network_next(const network *n)
{
    int best = -1;
    int best_cost = 0;
    for (ek_cities rest = n->sites; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        const int cost = bot_network_cost(n, city) - contest(n, city);
        if (best < 0 || cost < best_cost) {
            best = (int)city;
            best_cost = cost;
        }
    }
    return best;
}

/* Adds a city to the route if the money is enough. */
static bool go_on(network *n, unsigned city, int money, route_plan *route)
{
    const int sum = route->sum[route->count] + bot_network_cost(n, city);
    if (sum > money)
        return false;
    route->city[route->count++] = (uint8_t)city;
    route->sum[route->count] = sum;
    bot_network_add(n, city);
    return true;
}

/* Extends the route city by city as far as money and houses allow. */
static void follow(network *n, int money, int cities, route_plan *route)
{
    const mind *m = n->m;
    const int max_cities = min(cities, (int)ek_house_limit(m->rules) - (int)ek_size(n->owned));
    route->count = 0;
    route->sum[0] = 0;
    if (money < ek_tables.place_cost[0])
        return;
    if (n->owned == 0 && n->sites && cities > 0 &&
        !go_on(n, bot_best_first_city(m, n->sites), money, route))
        return;
    while ((int)route->count < max_cities) {
        const int city = bot_network_next(n);
        if (city < 0 || !go_on(n, (unsigned)city, money, route))
            return;
    }
}

void bot_plan_route(const mind *m, unsigned seat, int money, int cities, route_plan *route)
{
    network n;
    bot_network_init(&n, m, seat);
    follow(&n, money, cities, route);
}

void bot_plan_route_in(const mind *m, ek_cities cities, route_plan *route)
{
    network n;
    bot_network_init(&n, m, m->seat);
    n.allowed = cities;
    n.sites &= cities;
    follow(&n, m->me->money, EK_HOUSES, route);
}

/* ----------------------------------------------------------------------------------- first city */

/* The cost of connecting the cheapest cities around this one, with a penalty for rivals nearby. */
static int surroundings(const mind *m, unsigned first)
{
    network n = {.m = m, .allowed = m->rules->zone_cities};
    int sum = place_cost(m->state, first) * m->p->cluster;
    bot_network_add(&n, first);
    for (int i = 0; i < m->p->cluster && n.sites; i++) {
        unsigned next = ek_smallest(n.sites);
        for (ek_cities rest = n.sites; rest;) {
            const unsigned city = ek_take_smallest(&rest);
            if (n.reach[city] < n.reach[next])
                next = city;
        }
        sum += n.reach[next] * (m->p->cluster - i); /* the first ones are paid first */
        bot_network_add(&n, next);
    }
    for (unsigned i = 0; i < EK_OWNERS; i++)
        sum +=
            (int)ek_size(m->state->owner[i].cities & m->rules->neighbours[first]) * m->p->crowding;
    return sum;
}

unsigned bot_best_first_city(const mind *m, ek_cities candidates)
{
    unsigned best = ek_smallest(candidates);
    int best_sum = INT32_MAX;
    for (ek_cities rest = candidates; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        const int sum = surroundings(m, city);
        if (sum < best_sum) {
            best = city;
            best_sum = sum;
        }
    }
    return best;
}
