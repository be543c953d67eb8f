/* easy: plans for this round only. It prefers big plants, buys fuel for one round, builds the
 * cities that it can pay for, and sometimes makes a beginner's mistake. */
#include "mind.h"

/* The probability of each mistake, in percent. */
enum { OVERBID = 12, FORGETS_FUEL = 8, WRONG_CITY = 20, SKIPS_BUILDING = 8, SPEND_ALL = 25 };

/* After this round it builds even without plants for the cities, so that every game ends. */
enum { PATIENCE = 20 };

static bool chance(uint64_t *random, unsigned percent)
{
    return ek_random_below(random, 100) < percent;
}

/* -------------------------------------------------------------------------------------- auction */

/* The value of a plant to a player who looks only at its cities and its fuel. */
static int liking(const mind *m, unsigned plant)
{
    const ek_plant *p = plant_of(plant);
    const int smallest_owned =
        m->me->plants ? plant_of(bot_worst_plant(m, m->me->plants))->cities : 0;
    const bool full = ek_size(m->me->plants) == m->rules->limit.max_plants;
    return 8 * (p->cities - (full ? smallest_owned : 0)) - 2 * p->need;
}

static bool wants_plant(const mind *m)
{
    return capacity_of(m->me->plants) < m->me->house_count + 2;
}

/* The best-liked plant that can be paid; 0 if there is none. */
static unsigned favourite(const mind *m)
{
    unsigned best = 0;
    for (ek_plants rest = ek_buyable_plants(m->rules, m->state, m->seat); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        if (best == 0 || liking(m, plant) > liking(m, best))
            best = plant;
    }
    return best;
}

static ek_move nominate(const mind *m)
{
    const unsigned plant = favourite(m);
    const bool must = ek_why_no_plant(m->rules, m->state, m->seat) != EK_REASON_OK;
    if (plant == 0 || (!must && (!wants_plant(m) || liking(m, plant) <= 0)))
        return pass_move();
    return ek_move_of(EK_MOVE_NOMINATE, plant, ek_minimum_bid(m->state, plant));
}

/* Bids up to a few Elektro above the plant's number, sometimes 10 more. */
static ek_move bid(const mind *m, uint64_t *random)
{
    const ek_state *s = m->state;
    const unsigned plant = s->auction_plant;
    int limit = (int)plant + (int)ek_random_below(random, 5);
    if (chance(random, OVERBID))
        limit += 10;
    limit = min(limit, m->me->money - (s->round == 1 ? 20 : 5));
    if (!ek_may_own(m->rules, m->me, plant) || !wants_plant(m) || liking(m, plant) <= 0 ||
        limit <= s->bid)
        return pass_move();
    return ek_move_of(EK_MOVE_BID, 0, s->bid + 1u);
}

/* ----------------------------------------------------------------------------------------- fuel */

/* Tokens of a fuel that the plants still need to run once. */
static int lacking(const mind *m, unsigned fuel)
{
    int need = 0;
    for (ek_plants rest = m->me->plants; rest;) {
        const ek_plant *plant = plant_of(ek_take_smallest(&rest));
        const bool hybrid_burns =
            plant->kind == EK_KIND_HYBRID && fuel == EK_COAL && m->me->fuel[EK_OIL] == 0;
        if (plant->kind == fuel || hybrid_burns)
            need += plant->need;
    }
    return max(0, need - m->me->fuel[fuel]);
}

static ek_move buy(const mind *m, uint64_t *random)
{
    const bool last = m->rounds == 1;
    if ((!last && chance(random, FORGETS_FUEL)) ||
        ek_fuelled(m->state, m->seat) > m->me->house_count)
        return done_move();
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        int count = min(lacking(m, fuel), (int)ek_room(m->state, m->seat, (enum ek_fuel)fuel));
        for (; count > 0; count--) {
            const int price =
                ek_price(m->rules, m->state, m->seat, (enum ek_fuel)fuel, (unsigned)count);
            if (price >= 0 && price <= m->me->money)
                return ek_move_of(EK_MOVE_BUY, fuel, (unsigned)count);
        }
    }
    return done_move();
}

/* ------------------------------------------------------------------------------------- building */

static ek_move build(const mind *m, uint64_t *random)
{
    route_plan route;
    const int reserve = chance(random, SPEND_ALL) ? 0 : 12;
    const bool idle = m->me->house_count > capacity_of(m->me->plants);
    if (chance(random, SKIPS_BUILDING) || (idle && m->state->round <= PATIENCE))
        return done_move();
    bot_plan_route(m, m->seat, m->me->money - reserve, 2, &route);
    if (route.count == 0)
        return done_move();
    if (route.count == 2 && m->me->cities && chance(random, WRONG_CITY)) {
        ek_route other;
        const unsigned city = route.city[1];
        if (ek_connection(m->rules, m->state, m->seat, city, &other) == EK_REASON_OK &&
            other.total <= m->me->money)
            return ek_move_of(EK_MOVE_CONNECT, city, 0);
    }
    return ek_move_of(EK_MOVE_CONNECT, route.city[0], 0);
}

static ek_move power(const mind *m)
{
    ek_move move;
    ek_best_power(m->rules, m->state, m->seat, EK_HOUSES, &move);
    return move;
}

ek_move bot_easy_move(const mind *m, uint64_t *random)
{
    switch (m->pending) {
    case EK_DECISION_NOMINATE:
        return nominate(m);
    case EK_DECISION_BID:
        return bid(m, random);
    case EK_DECISION_SCRAP:
        return bot_normal_scrap(m);
    case EK_DECISION_RETURN:
        return bot_normal_return(m);
    case EK_DECISION_BUY:
        return buy(m, random);
    case EK_DECISION_BUILD:
        return build(m, random);
    case EK_DECISION_POWER:
        return power(m);
    default:
        return bot_normal_setup(m);
    }
}
