/* The cheapest next cities of a network. */
#include "outlook.h"

#include "arithmetic.h"
#include "wide.h"

enum {
    NEAR = 10,
    NO_COST = 255 /* of a city where the owner cannot build */
};

/* Keys compare cities by cost, equal ones by number: the cost of path and place times EK_CITIES,
 * plus the number. The loops over all cities are written so that compilers use vectors. */
typedef struct keys {
    uint16_t place[EK_CITIES]; /* cost of the place alone, NO_COST where the owner may not build */
    uint16_t of[EK_CITIES];
} keys;

BOT_INLINED uint16_t key_of(unsigned cost, unsigned city)
{
    return (uint16_t)(cost * EK_CITIES + city);
}

/* The costs of places where the owner of a network may build. */
BOT_INLINED void find_places(const city_map *m, ek_cities sites, uint16_t place[EK_CITIES])
{
    for (unsigned i = 0; i < EK_CITIES; i++)
        place[i] = m->place[i];
    for (ek_cities rest = m->open & ~sites; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        place[city] = key_of(NO_COST, city);
    }
}

/* Notes what connections from another city cost; returns the smallest key of all cities. */
BOT_INLINED unsigned add_city(keys *k, const uint8_t cost[EK_CITIES])
{
    uint16_t best = UINT16_MAX;
    for (unsigned i = 0; i < EK_CITIES; i++) {
        const uint16_t key = (uint16_t)(k->place[i] + cost[i] * EK_CITIES);
        k->of[i] = key < k->of[i] ? key : k->of[i];
        best = k->of[i] < best ? k->of[i] : best;
    }
    return best;
}

BOT_INLINED int count_near(const uint8_t reach[EK_CITIES], const keys *k)
{
    uint16_t count = 0;
    for (unsigned i = 0; i < EK_CITIES; i++)
        count = (uint16_t)(count + (reach[i] <= NEAR && k->place[i] < NO_COST * EK_CITIES));
    return count;
}

/* Extends a network by the cheapest next city, again and again, up to a number of cities. */
BOT_INLINED void extend_by_vectors(const city_map *m, ek_cities owned, int cities, outlook *o)
{
    const ek_cities sites = ek_sites(m->rules, m->state, owned);
    ek_costs reach;
    keys k;
    find_places(m, sites, k.place);
    for (unsigned i = 0; i < EK_CITIES; i++)
        k.of[i] = UINT16_MAX;
    ek_reach(m->rules, owned, reach);
    o->sites = (int)ek_size(sites);
    o->near = count_near(reach, &k);
    unsigned best = add_city(&k, reach);
    while (o->count < min(LOOKED_AHEAD, cities)) {
        const unsigned city = best % EK_CITIES, cost = best / EK_CITIES;
        if (cost >= NO_COST)
            break;
        o->sum[o->count + 1] = o->sum[o->count] + (int)cost;
        o->count++;
        k.place[city] = k.of[city] = key_of(NO_COST, city);
        best = add_city(&k, m->rules->cost[city]);
    }
}

#if defined __x86_64__
BOT_WIDE static void extend_wide(const city_map *m, ek_cities owned, int cities, outlook *o)
{
    extend_by_vectors(m, owned, cities, o);
}
#endif

static void extend(const city_map *m, ek_cities owned, int cities, outlook *o)
{
#if defined __x86_64__
    if (bot_is_wide()) {
        extend_wide(m, owned, cities, o);
        return;
    }
#endif
    extend_by_vectors(m, owned, cities, o);
}

/* The smallest key of a city that is connected from a city with these costs. */
static unsigned cheapest(const uint8_t cost[EK_CITIES], const uint16_t place[EK_CITIES])
{
    uint16_t best = UINT16_MAX;
    for (unsigned i = 0; i < EK_CITIES; i++) {
        const uint16_t key = (uint16_t)(place[i] + cost[i] * EK_CITIES);
        best = key < best ? key : best;
    }
    return best;
}

/* Networks begin where the cheapest next city is nearest. */
static unsigned first_city(const city_map *m, ek_cities sites)
{
    unsigned best = UINT16_MAX, first = ek_smallest(sites);
    uint16_t place[EK_CITIES];
    find_places(m, sites, place);
    for (ek_cities rest = sites; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        const uint16_t own = place[city];
        place[city] = key_of(NO_COST, city);
        const unsigned cost = own / EK_CITIES + cheapest(m->rules->cost[city], place) / EK_CITIES;
        place[city] = own;
        if (cost < best) {
            best = cost;
            first = city;
        }
    }
    return first;
}

void bot_look_ahead(city_map *m, const ek_owner *owner, outlook *o)
{
    const int cities = (int)ek_house_limit(m->rules) - owner->house_count;
    o->count = o->sum[0] = 0;
    if (owner->cities) {
        extend(m, owner->cities, cities, o);
        return;
    }
    if (!m->has_start) {
        const ek_cities sites = ek_sites(m->rules, m->state, 0);
        m->start = (outlook){.count = 0};
        if (sites) {
            const unsigned city = first_city(m, sites);
            m->start.count = 1;
            m->start.sum[1] = m->place[city] / EK_CITIES;
            extend(m, ek_bit(city), cities, &m->start);
        }
        m->has_start = true;
    }
    *o = m->start;
}

void bot_map_init(city_map *m, const ek_rules *rules, const ek_state *state)
{
    m->rules = rules;
    m->state = state;
    m->open = ek_open_cities(rules, state);
    m->has_start = false;
    for (unsigned i = 0; i < EK_CITIES; i++)
        m->place[i] = key_of(NO_COST, i);
    for (ek_cities rest = m->open; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        m->place[city] = key_of(ek_tables.place_cost[ek_cheapest_place(state, city)], city);
    }
}
