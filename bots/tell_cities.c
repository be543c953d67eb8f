/* Reasons about cities, the player order and the end of the game. */
#include "tell.h"

static bool builds(const scene *s)
{
    return s->m->pending == EK_DECISION_BUILD;
}

static const ek_owner *better_owner(const scene *s)
{
    return &s->c->after_better.owner[s->m->seat];
}

static const ek_owner *other_owner(const scene *s)
{
    return &s->c->after_other.owner[s->m->seat];
}

/* -------------------------------------------------------------------------------------- cities */

bool bot_tell_more_cities(const scene *s, bot_reason *r)
{
    const int cities = better_owner(s)->house_count, instead = other_owner(s)->house_count;
    *r = (bot_reason){.word = BOT_WHY_MORE_CITIES, .value = {cities, instead}};
    return builds(s) && cities > instead;
}

/* Fuel was bought before: a city above what it supplies earns nothing in this round. */
bool bot_tell_dark_cities(const scene *s, bot_reason *r)
{
    const int cities = other_owner(s)->house_count;
    const int supplied = (int)ek_fuelled(s->m->state, s->m->seat);
    *r = (bot_reason){.word = BOT_WHY_DARK_CITIES, .value = {cities, supplied}};
    return builds(s) && cities > supplied && cities > better_owner(s)->house_count;
}

/* The first city that only the better turn builds, if it has a dearer place to come. In Step 1 only
 * the first place is open, in Step 2 the second too. */
bool bot_tell_city_later(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    ek_route route;
    if (!builds(s))
        return false;
    for (unsigned i = m->me->house_count; i < better_owner(s)->house_count; i++) {
        const unsigned city = better_owner(s)->houses[i] & 63;
        if (ek_has(other_owner(s)->cities, city) ||
            ek_connection(m->rules, m->state, m->seat, city, &route) != EK_REASON_OK ||
            route.place + 1 == EK_STEPS)
            continue;
        const int later = route.path_cost + ek_tables.place_cost[route.place + 1];
        const bool open = route.place + 1 < m->state->step;
        *r = (bot_reason){.word = open ? BOT_WHY_CITY_LATER : BOT_WHY_CITY_NEXT_STEP,
                          .value = {(int)city, route.total, later}};
        return true;
    }
    return false;
}

static int next_city_after(const scene *s, const ek_state *after)
{
    mind m;
    if (ek_to_move(after) == EK_NOBODY || after->owner[s->m->seat].cities == 0)
        return -1;
    bot_mind_init(&m, s->m->rules, after, s->m->p, s->m->seat);
    return bot_next_city_cost(&m);
}

bool bot_tell_next_city(const scene *s, bot_reason *r)
{
    if (!builds(s) || better_owner(s)->house_count != other_owner(s)->house_count)
        return false;
    const int cost = next_city_after(s, &s->c->after_better);
    const int instead = next_city_after(s, &s->c->after_other);
    *r = (bot_reason){.word = BOT_WHY_NEXT_CITY, .value = {cost, instead}};
    return cost >= 0 && cost < instead;
}

/* A rival's next city, which only the better turn takes. */
bool bot_tell_rival_city(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    const ek_cities taken = better_owner(s)->cities & ~m->me->cities & ~other_owner(s)->cities;
    if (!builds(s) || !taken || m->rules->config.players < 2)
        return false;
    for (unsigned seat = 0; seat < m->players; seat++) {
        route_plan route;
        const ek_owner *rival = &m->state->owner[seat];
        if (seat == m->seat || rival->cities == 0)
            continue;
        bot_plan_route(m, seat, rival->money, 1, &route);
        if (route.count == 0 || !ek_has(taken, route.city[0]))
            continue;
        *r = (bot_reason){.word = BOT_WHY_RIVAL_CITY, .value = {(int)seat, route.city[0]}};
        return true;
    }
    return false;
}

static int most_cities(const scene *s, const ek_state *state)
{
    int most = 0;
    for (unsigned seat = 0; seat < s->m->players; seat++)
        most = max(most, state->owner[seat].house_count);
    return most;
}

/* Only one of the turns brings the city with which Step 2 begins. */
bool bot_tell_step2(const scene *s, bot_reason *r)
{
    const int wanted = (int)ek_step2_cities(s->m->rules);
    if (!builds(s) || s->m->state->step != 1 || wanted == 0 ||
        most_cities(s, s->m->state) >= wanted)
        return false;
    const bool better = better_owner(s)->house_count >= wanted;
    const bool other = other_owner(s)->house_count >= wanted;
    *r = (bot_reason){.word = better ? BOT_WHY_BEGINS_STEP2 : BOT_WHY_HOLDS_STEP2,
                      .value = {wanted}};
    return better != other;
}

/* --------------------------------------------------------------------------------- order and end
 */

bool bot_tell_order(const scene *s, bot_reason *r)
{
    *r = (bot_reason){.word = BOT_WHY_ORDER_PLACE,
                      .value = {(int)s->c->place, (int)s->c->other_place}};
    return s->c->place != s->c->other_place;
}

/* In most playouts only one of the turns ends the game. */
bool bot_tell_end(const scene *s, bot_reason *r)
{
    const contrast *c = s->c;
    const bool better = 2 * c->ended > c->rows, other = 2 * c->other_ended > c->rows;
    *r = (bot_reason){.word = better ? BOT_WHY_ENDS_GAME : BOT_WHY_GOES_ON, .value = {s->m->end}};
    return better != other;
}

bool bot_tell_last_round(const scene *s, bot_reason *r)
{
    for (unsigned seat = 0; seat < s->m->players; seat++) {
        const int cities = s->m->state->owner[seat].house_count;
        *r = (bot_reason){.word = BOT_WHY_LAST_ROUND, .value = {(int)seat, cities}};
        if (cities >= s->m->end)
            return true;
    }
    return false;
}

/* The player who has the fewest cities to build for it. */
bool bot_tell_can_end(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    int fewest = EK_HOUSES;
    *r = (bot_reason){.word = BOT_WHY_CAN_END};
    for (unsigned seat = 0; seat < m->players; seat++) {
        route_plan route;
        const ek_owner *o = &m->state->owner[seat];
        const int missing = m->end - o->house_count;
        if (m->built >> seat & 1 || missing <= 0 || missing >= fewest || o->cities == 0)
            continue;
        bot_plan_route(m, seat, o->money, missing, &route);
        if ((int)route.count < missing || route.sum[missing] > o->money)
            continue;
        fewest = missing;
        *r = (bot_reason){.word = BOT_WHY_CAN_END,
                          .value = {(int)seat, missing, route.sum[missing]}};
    }
    return fewest < EK_HOUSES;
}

/* Only near the end: a guess at more rounds is none that a player could use. */
bool bot_tell_rounds_left(const scene *s, bot_reason *r)
{
    *r = (bot_reason){.word = BOT_WHY_ROUNDS_LEFT, .value = {s->m->rounds}};
    return s->m->rounds == 2 || s->m->rounds == 3;
}
