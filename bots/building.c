/* Building: how many cities to build, and when to end the game. */
#include "mind.h"

/* Cities that a seat's plants can supply with the fuel they have. */
static int fuelled_capacity(const mind *m, unsigned seat)
{
    return (int)ek_fuelled(m->state, seat);
}

/* -------------------------------------------------------------------------------------- the end */

/* The result of a rival if this round is the last and it builds the cities that it can power. */
static ek_rank final_rank(const mind *m, unsigned seat)
{
    const ek_owner *o = &m->state->owner[seat];
    const int open = (int)ek_size(ek_open_cities(m->rules, m->state) & ~o->cities);
    const int more = m->built >> seat & 1 ? 0 : min(open, o->money / m->city_cost);
    const int powered = min(fuelled_capacity(m, seat), o->house_count + more);
    const int built = max(0, powered - o->house_count);
    return (ek_rank){.powered = (uint8_t)powered,
                     .money = o->money - built * m->city_cost,
                     .cities = (uint8_t)(o->house_count + built)};
}

/* Whether the seat wins if the game ends now and this is its own result. */
static bool would_win(const mind *m, const ek_rank *own)
{
    for (unsigned seat = 0; seat < m->players; seat++) {
        if (seat == m->seat)
            continue;
        const ek_rank theirs = final_rank(m, seat);
        if (ek_compare_ranks(own, &theirs) <= 0)
            return false;
    }
    return true;
}

/* Whether building so many cities of the route ends the game and wins it. */
static bool would_win_by(const mind *m, const route_plan *route, int cities, int fuelled)
{
    const int owned = m->me->house_count + cities;
    const ek_rank own = {.powered = (uint8_t)min(fuelled, owned),
                         .money = m->me->money - route->sum[cities],
                         .cities = (uint8_t)owned};
    return would_win(m, &own);
}

/* Whether a rival who builds later in this round will end the game. */
static bool rival_will_end(const mind *m)
{
    for (uint64_t rest = m->to_act & ~(1u << m->seat); rest;) {
        const unsigned seat = ek_take_smallest(&rest);
        const ek_owner *o = &m->state->owner[seat];
        const int missing = m->end - o->house_count;
        if (missing * m->city_cost <= o->money && fuelled_capacity(m, seat) + 1 >= m->end)
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------ worth of cities */

/* The price of city number n beside money: later turns, opening Step 2 to all players, and the
 * eagerness of the seat. */
static int price_of_lead(const mind *m, int n)
{
    int cost = -m->p->eager;
    int lead = 0;
    for (unsigned seat = 0; seat < m->players; seat++) {
        if (seat == m->seat)
            continue;
        lead = max(lead, m->state->owner[seat].house_count);
        cost += m->state->owner[seat].house_count == n - 1 ? m->p->order_cost : 0;
    }
    if (m->state->step == 1 && n == (int)ek_step2_cities(m->rules) && lead < n)
        cost += m->p->step2_shy;
    return cost;
}

/* The number of cities of the route with the best prospect. */
static int best_growth(const mind *m, const route_plan *route, int limit, int fuelled)
{
    fleet plants;
    int best = 0;
    int lead = 0;
    int best_prospect = INT32_MIN;
    bot_line_up(m, m->me->plants, &plants);
    for (int k = 0; k <= limit; k++) {
        const int cities = m->me->house_count + k;
        lead += k > 0 ? price_of_lead(m, cities) : 0;
        const int money = m->me->money - route->sum[k] - lead;
        const int p = bot_economy(m, &plants, money, cities, AT_BUILDING, fuelled);
        if (p >= best_prospect) {
            best = k;
            best_prospect = p;
        }
    }
    return best;
}

/* ------------------------------------------------------------------------------------- deciding */

/* How many cities of the route to build now. */
static int cities_to_build(const mind *m, const route_plan *route)
{
    const int owned = m->me->house_count;
    const int count = (int)route->count;
    const int fuelled = fuelled_capacity(m, m->seat);
    const int useful = clamp(fuelled - owned, 0, count);
    if (ek_end_reached(m->rules, m->state))
        return useful;
    if (m->state->round > m->p->patience)
        return count;
    if (rival_will_end(m))
        return useful;
    const int ending = max(useful, m->end - owned);
    if (ending <= count && would_win_by(m, route, ending, fuelled))
        return ending;
    return best_growth(m, route, min(count, m->end - 1 - owned), fuelled);
}

unsigned bot_list_route(const route_plan *route, int cities, ek_move plan[BOT_PLAN_MAX])
{
    unsigned count = 0;
    for (; (int)count < cities; count++)
        plan[count] = ek_move_of(EK_MOVE_CONNECT, route->city[count], 0);
    plan[count++] = done_move();
    return count;
}

unsigned bot_normal_build(const mind *m, ek_move plan[BOT_PLAN_MAX])
{
    route_plan route;
    bot_plan_route(m, m->seat, m->me->money, EK_HOUSES, &route);
    return bot_list_route(&route, cities_to_build(m, &route), plan);
}
