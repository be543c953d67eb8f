/* Building: which cities can be connected, at what price, by which route (rules.md 6, 11.5). */
#include "game.h"

/* --------------------------------------------------------------------------------- open cities */

ek_cities ek_open_cities(const ek_rules *rules, const ek_state *state)
{
    ek_cities full = ~UINT64_C(0);
    for (unsigned place = 0; place < state->step; place++)
        full &= state->places[place];
    return rules->zone_cities & ~full;
}

bool ek_zone_is_full(const ek_rules *rules, const ek_state *state)
{
    return ek_open_cities(rules, state) == 0;
}

bool ek_zone_is_built_up(const ek_rules *rules, const ek_state *state)
{
    const ek_cities full = state->places[0] & state->places[1] & state->places[2];
    for (unsigned seat = 0; seat < rules->config.players; seat++)
        if (rules->zone_cities & ~full & ~state->owner[seat].cities)
            return false;
    return true;
}

/* Ruling on 6.9: when no mark has an open place a late starter may begin anywhere. */
ek_cities ek_sites(const ek_rules *rules, const ek_state *state, ek_cities owned)
{
    const ek_cities open = ek_open_cities(rules, state) & ~owned;
    if (owned == 0)
        return open & state->marks ? open & state->marks : open;
    return state->step == 1 ? open & ~state->marks : open;
}

/* 6.6 and, in a first game, 2.9. */
unsigned ek_house_limit(const ek_rules *rules)
{
    return ek_has_option(rules, EK_FIRST_GAME) ? ek_tables.first_game_cities : ek_tables.houses;
}

/* --------------------------------------------------------------------------------------- price */

#ifdef EK_GPU
/* Compilers for GPUs do not find out for themselves that bytes can be compared many at a time:
 * eight in a word are. */
enum { BYTES = sizeof(uint64_t), WORDS = EK_CITIES / BYTES };
typedef struct words {
    uint64_t word[WORDS];
} words;

static const uint64_t each_byte = UINT64_C(0x0101010101010101);

/* 1 in each byte in which a is at least b, otherwise 0. The highest bits are compared apart, so
 * that no byte borrows from the next. */
static uint64_t bytes_at_least(uint64_t a, uint64_t b)
{
    const uint64_t high = each_byte << 7;
    const uint64_t low = (a | high) - (b & ~high);
    return ((a & ~b) | (~(a ^ b) & low)) >> 7 & each_byte;
}

static words words_of(const ek_costs cost)
{
    words w;
    __builtin_memcpy(&w, __builtin_assume_aligned(cost, BYTES), sizeof w);
    return w;
}

static void lower(words *w, const ek_costs row)
{
    const words other = words_of(row);
#pragma GCC unroll 8
    for (unsigned i = 0; i < WORDS; i++) {
        const uint64_t greater = bytes_at_least(w->word[i], other.word[i]) * UINT8_MAX;
        w->word[i] = (w->word[i] & ~greater) | (other.word[i] & greater);
    }
}

void ek_extend_reach(const ek_rules *rules, unsigned city, ek_costs cost)
{
    words w = words_of(cost);
    lower(&w, rules->cost[city]);
    __builtin_memcpy(__builtin_assume_aligned(cost, BYTES), &w, sizeof w);
}

void ek_reach(const ek_rules *rules, ek_cities owned, ek_costs cost)
{
    words w;
#pragma GCC unroll 8
    for (unsigned i = 0; i < WORDS; i++)
        w.word[i] = each_byte * (owned ? EK_UNREACHABLE : 0);
    for (ek_cities rest = owned; rest;)
        lower(&w, rules->cost[ek_take_smallest(&rest)]);
    __builtin_memcpy(__builtin_assume_aligned(cost, BYTES), &w, sizeof w);
}
#else
void ek_extend_reach(const ek_rules *rules, unsigned city, ek_costs cost)
{
    const uint8_t *row = rules->cost[city];
    for (unsigned i = 0; i < EK_CITIES; i++)
        cost[i] = cost[i] < row[i] ? cost[i] : row[i];
}

/* Ruling on 6.1: the first city pays no path, whichever city it is. */
void ek_reach(const ek_rules *rules, ek_cities owned, ek_costs cost)
{
    const uint8_t start = owned ? EK_UNREACHABLE : 0;
    for (unsigned i = 0; i < EK_CITIES; i++)
        cost[i] = start;
    for (ek_cities rest = owned; rest;)
        ek_extend_reach(rules, ek_take_smallest(&rest), cost);
}
#endif

/* The same for one city. */
static unsigned path_cost(const ek_rules *rules, const ek_owner *owner, unsigned city)
{
    const uint8_t *row = rules->cost[city];
    unsigned cost = owner->cities ? EK_UNREACHABLE : 0;
    for (ek_cities rest = owner->cities; rest;)
        cost = ek_min(cost, row[ek_take_smallest(&rest)]);
    return cost;
}

/* ----------------------------------------------------------------------------- moves, refusals */

/* The product of eight bytes that are 0 or 1 with this number has them as the bits of its highest
 * byte. */
static const uint64_t make_bits = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
                                      ? UINT64_C(0x0102040810204080)
                                      : UINT64_C(0x8040201008040201);

/* For each city 1 if its cost is at most limit, otherwise 0. */
static void compare(const ek_costs cost, uint8_t limit, ek_costs is_within)
{
#ifdef EK_GPU
    words w = words_of(cost);
#pragma GCC unroll 8
    for (unsigned i = 0; i < WORDS; i++)
        w.word[i] = bytes_at_least(limit * each_byte, w.word[i]);
    __builtin_memcpy(__builtin_assume_aligned(is_within, BYTES), &w, sizeof w);
#else
    for (unsigned i = 0; i < EK_CITIES; i++)
        is_within[i] = cost[i] <= limit;
#endif
}

/* The cities whose cost is at most limit. */
static ek_cities within(const ek_costs cost, uint8_t limit)
{
    ek_costs in_reach;
    ek_cities cities = 0;
    compare(cost, limit, in_reach);
#pragma GCC unroll 8
    for (unsigned i = 0; i < EK_CITIES; i += 8) {
        uint64_t bytes;
        __builtin_memcpy(&bytes, __builtin_assume_aligned(in_reach + i, 8), sizeof bytes);
        cities = cities >> 8 | (bytes * make_bits & UINT64_C(0xff) << 56);
    }
    return cities;
}

/* The sites that the owner, who can pay a first place, can pay. Cities whose first place is taken
 * are few among them, so these are tried one by one. */
static ek_cities affordable_sites(const ek_rules *rules, const ek_state *state,
                                  const ek_owner *owner)
{
    const unsigned left = ek_min((unsigned)owner->money - ek_tables.place_cost[0], UINT8_MAX);
    ek_costs cost;
    ek_reach(rules, owner->cities, cost);
    ek_cities affordable = ek_sites(rules, state, owner->cities) & within(cost, (uint8_t)left);
    for (ek_cities rest = affordable & state->places[0]; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        if (cost[city] + ek_tables.place_cost[ek_cheapest_place(state, city)] > owner->money)
            affordable &= ~ek_bit(city);
    }
    return affordable;
}

void ek_list_connections(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    const ek_owner *owner = &state->owner[state->order[state->turn]];
    ek_add_move(choices, ek_move_of(EK_MOVE_DONE, 0, 0));
    if (owner->money >= ek_tables.place_cost[0] && owner->house_count < ek_house_limit(rules))
        ek_add_set(choices, EK_MOVE_CONNECT, affordable_sites(rules, state, owner));
}

/* Why an owner cannot connect a city whatever the price. */
static ek_reason why_not_site(const ek_rules *rules, const ek_state *state, const ek_owner *owner,
                              unsigned city)
{
    if (city >= rules->board->cities)
        return EK_REASON_NO_SUCH_CITY;
    if (!ek_has(rules->zone_cities, city))
        return EK_REASON_OUT_OF_ZONE;
    if (ek_has(owner->cities, city))
        return EK_REASON_ALREADY_CONNECTED;
    if (owner->house_count == ek_house_limit(rules))
        return ek_has_option(rules, EK_FIRST_GAME) ? EK_REASON_CITY_LIMIT : EK_REASON_NO_HOUSES;
    if (!ek_has(ek_open_cities(rules, state), city))
        return EK_REASON_CITY_FULL;
    if (!ek_has(ek_sites(rules, state, owner->cities), city))
        return owner->house_count ? EK_REASON_CITY_MARKED : EK_REASON_MUST_START_ON_MARK;
    return EK_REASON_OK;
}

/* The price of a city that can be connected. */
static int32_t price_of(const ek_rules *rules, const ek_state *state, const ek_owner *owner,
                        unsigned city)
{
    return (int32_t)path_cost(rules, owner, city) +
           ek_tables.place_cost[ek_cheapest_place(state, city)];
}

ek_reason ek_why_connect(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned city)
{
    const ek_owner *owner = &state->owner[seat];
    const ek_reason reason = why_not_site(rules, state, owner, city);
    if (reason != EK_REASON_OK)
        return reason;
    return price_of(rules, state, owner, city) > owner->money ? EK_REASON_CANNOT_PAY : EK_REASON_OK;
}

/* --------------------------------------------------------------------------------------- route */

/* Paths from all cities of an owner at once, grown from the nearest city outwards. */
typedef struct search {
    uint8_t cost[EK_CITIES];
    uint8_t before[EK_CITIES]; /* the city before this one on the path; itself where it begins */
    ek_cities waiting;
} search;

static unsigned nearest(const search *s)
{
    unsigned best = ek_smallest(s->waiting);
    for (ek_cities rest = s->waiting; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        if (s->cost[city] < s->cost[best])
            best = city;
    }
    return best;
}

static void search_paths(const ek_rules *rules, ek_cities sources, search *s)
{
    s->waiting = rules->zone_cities;
    for (unsigned city = 0; city < EK_CITIES; city++) {
        s->cost[city] = ek_has(sources, city) ? 0 : EK_UNREACHABLE;
        s->before[city] = (uint8_t)city;
    }
    while (s->waiting) {
        const unsigned city = nearest(s);
        s->waiting &= ~ek_bit(city);
        for (ek_cities rest = rules->cheapest_links[city] & s->waiting; rest;) {
            const unsigned to = ek_take_smallest(&rest);
            const unsigned cost = (unsigned)s->cost[city] + rules->cost[city][to];
            if (cost >= s->cost[to])
                continue;
            s->cost[to] = (uint8_t)cost;
            s->before[to] = (uint8_t)city;
        }
    }
}

ek_reason ek_connection(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned city,
                        ek_route *route)
{
    const ek_owner *owner = &state->owner[seat];
    const ek_reason reason = why_not_site(rules, state, owner, city);
    if (reason != EK_REASON_OK)
        return reason;
    search s;
    uint8_t backwards[EK_ROUTE_MAX];
    unsigned length = 0;
    search_paths(rules, owner->cities ? owner->cities : ek_bit(city), &s);
    backwards[length++] = (uint8_t)city;
    for (unsigned at = city; s.before[at] != at; at = s.before[at])
        backwards[length++] = s.before[at];
    *route = (ek_route){.place = (uint8_t)ek_cheapest_place(state, city),
                        .path_cost = s.cost[city],
                        .length = (uint8_t)length};
    route->total = route->path_cost + ek_tables.place_cost[route->place];
    for (unsigned i = 0; i < length; i++)
        route->path[i] = backwards[length - 1 - i];
    return EK_REASON_OK;
}

ek_reason ek_imagine_house(const ek_rules *rules, ek_state *state, unsigned seat, unsigned city)
{
    const ek_reason reason = why_not_site(rules, state, &state->owner[seat], city);
    if (reason == EK_REASON_OK)
        ek_add_house(state, seat, city, ek_cheapest_place(state, city));
    return reason;
}

/* -------------------------------------------------------------------------------------- play */

void ek_add_house(ek_state *state, unsigned owner, unsigned city, unsigned place)
{
    ek_owner *o = &state->owner[owner];
    o->houses[o->house_count++] = (uint8_t)(city | place << 6);
    o->cities |= ek_bit(city);
    state->places[place] |= ek_bit(city);
}

/* The route is found again for the events alone; play itself needs only its price. */
static void tell_connection(const ek_game *game, unsigned seat, unsigned city)
{
    ek_route route;
    if (!game->events ||
        ek_connection(game->rules, game->state, seat, city, &route) != EK_REASON_OK)
        return;
    ek_emit(game, EK_EVENT_CONNECTED, seat, city, route.place, route.total);
    for (unsigned i = 1; i < route.length; i++) {
        const unsigned from = route.path[i - 1];
        const unsigned to = route.path[i];
        ek_emit(game, EK_EVENT_ROUTE, seat, from, to, game->rules->cost[from][to]);
    }
}

/* A first city on a mark sends its token back to the supply (6.9). */
static void take_mark(const ek_game *game, unsigned city)
{
    ek_state *s = game->state;
    if (!ek_has(s->marks, city))
        return;
    ek_emit(game, EK_EVENT_MARK_REMOVED, EK_NOBODY, city, !ek_has(s->bare_marks, city), 0);
    s->marks &= ~ek_bit(city);
    s->bare_marks &= ~ek_bit(city);
}

void ek_play_connect(const ek_game *game, unsigned city)
{
    ek_state *s = game->state;
    const unsigned seat = s->order[s->turn];
    ek_owner *owner = &s->owner[seat];
    const bool was_empty = !ek_has(s->places[0] | s->places[1] | s->places[2], city);
    tell_connection(game, seat, city);
    if (owner->house_count == 0)
        take_mark(game, city);
    ek_pay(s, seat, -price_of(game->rules, s, owner, city));
    ek_add_house(s, seat, city, ek_cheapest_place(s, city));
    if (game->rules->trust && was_empty)
        ek_trust_follows(game, city);
    if (ek_is_classic(game->rules))
        s->stage = EK_STAGE_CONNECTED;
}

void ek_play_done_building(const ek_game *game)
{
    ek_state *s = game->state;
    ek_emit(game, EK_EVENT_TURN_ENDED, s->order[s->turn], EK_PHASE_BUILDING, 0, 0);
    if (s->turn == 0)
        ek_end_building(game);
    else
        s->turn--;
}
