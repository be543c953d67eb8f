/* The auction: what to nominate, how high to bid, what to scrap. */
#include "mind.h"

/* Seats that may still buy in this phase, this one not counted. */
static int rivals_in_phase(const mind *m)
{
    const unsigned out = m->state->bought | m->state->passed | 1u << m->seat;
    return (int)size_of(((1u << m->players) - 1) & ~out);
}

static bool may_own(const mind *m, unsigned plant)
{
    const ek_cities needed = m->rules->variant->nuclear_cities;
    return needed == 0 || plant_of(plant)->kind != EK_KIND_URANIUM || (m->me->cities & needed);
}

/* The plants the seat would have after buying one more. */
static ek_plants with_plant(const mind *m, unsigned plant)
{
    const ek_plants plants = m->me->plants | bit(plant);
    if (size_of(plants) <= m->rules->limit.max_plants)
        return plants;
    return plants & ~bit(worst_plant(m, plants, plant));
}

/* How the seat's business goes on when it buys this plant at this price (0: none). */
static int prospect(const mind *m, unsigned plant, int price)
{
    const business b = {.plants = plant ? with_plant(m, plant) : m->me->plants,
                        .added = plant,
                        .money = m->me->money - price,
                        .cities = m->me->house_count,
                        .may_build = true};
    return economy(m, &b);
}

/* ---------------------------------------------------------------------------------- last round */

/* Fuel that these plants need beyond what is held, at today's prices, in Elektro. */
static int fuel_bill(const mind *m, ek_plants plants)
{
    int need[EK_FUELS + 1] = {0};
    int bill = 0;
    while (plants) {
        const ek_plant *plant = plant_of(take_smallest(&plants));
        if (plant->kind <= EK_KIND_HYBRID)
            need[plant->kind] += plant->need;
    }
    need[EK_COAL] += need[EK_KIND_HYBRID];
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int missing = need[fuel] - m->me->fuel[fuel];
        if (missing > 0)
            bill += missing * m->price[fuel] / PRICE_UNIT;
    }
    return bill;
}

/* In the last round a plant is worth what is left after the bill for one city more than without
 * it. */
static int last_limit(const mind *m, unsigned plant)
{
    route_plan route;
    const ek_plants plants = with_plant(m, plant);
    const int owned = m->me->house_count;
    const int old_bill = fuel_bill(m, m->me->plants);
    plan_route(m, m->seat, m->me->money, EK_HOUSES, &route);
    int built = 0;
    while (built < (int)route.count && route.sum[built + 1] + old_bill <= m->me->money)
        built++;
    const int before = least(capacity_of(m->me->plants), owned + built);
    const int after = before + 1;
    if (capacity_of(plants) < after || after - owned > (int)route.count)
        return 0;
    const int cities = after > owned ? route.sum[after - owned] : 0;
    return most(0, m->me->money - cities - fuel_bill(m, plants));
}

/* --------------------------------------------------------------------------------------- limit */

/* The best prospect without this plant: another one, the one that comes next, or none. */
static int prospect_elsewhere(const mind *m, unsigned plant)
{
    const ek_plants future = ek_future_market(m->rules, m->state) & ~EK_STEP3_CARD;
    const int rivals = rivals_in_phase(m);
    int best = m->state->round == 1 ? INT32_MIN : prospect(m, 0, 0);
    for (ek_plants rest = ek_current_market(m->rules, m->state) & ~bit(plant); rest;) {
        const unsigned other = take_smallest(&rest);
        const int price = (int)ek_minimum_bid(m->state, other) + m->p->premium * rivals;
        if (price <= m->me->money && may_own(m, other))
            best = most(best, prospect(m, other, price));
    }
    if (future && may_own(m, smallest(future))) {
        const int price = (int)smallest(future) + m->p->wait_premium;
        if (price <= m->me->money)
            best = most(best, prospect(m, smallest(future), price));
    }
    return best;
}

/* The highest price from low to high at which the plant is still the best prospect; low - 1 if
 * there is none. Prospects fall as prices rise. */
static int highest_price(const mind *m, unsigned plant, int low, int high, int elsewhere)
{
    int reached = low - 1;
    while (low <= high) {
        const int middle = (low + high) / 2;
        if (prospect(m, plant, middle) >= elsewhere) {
            reached = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return reached;
}

int auction_limit(const mind *m, unsigned plant)
{
    if (!may_own(m, plant))
        return 0;
    if (m->rounds == 1 && m->state->round > 1)
        return last_limit(m, plant);
    const int reserve =
        m->state->round == 1 ? m->p->first_reserve : fuel_bill(m, m->me->plants) / 2;
    return highest_price(m, plant, 1, m->me->money - reserve, prospect_elsewhere(m, plant));
}

/* ---------------------------------------------------------------------------------- nominating */

/* What buying at the minimum gains over buying nothing. */
static int nomination_gain(const mind *m, unsigned plant, int without)
{
    const int price = (int)ek_minimum_bid(m->state, plant);
    if (m->rounds == 1 && m->state->round > 1)
        return last_limit(m, plant) - price;
    return prospect(m, plant, price) - without;
}

ek_move normal_nominate(const mind *m)
{
    const int without = prospect(m, 0, 0);
    unsigned best = 0;
    int best_gain = 0;
    for (ek_plants rest = ek_current_market(m->rules, m->state); rest;) {
        const unsigned plant = take_smallest(&rest);
        if ((int)ek_minimum_bid(m->state, plant) > m->me->money || !may_own(m, plant))
            continue;
        const int gain = nomination_gain(m, plant, without);
        if (best == 0 || gain > best_gain) {
            best = plant;
            best_gain = gain;
        }
    }
    if (best == 0 || (m->state->round > 1 && best_gain < m->p->buy_least * 16))
        return pass_move();
    return ek_move_of(EK_MOVE_NOMINATE, best, ek_minimum_bid(m->state, best));
}

/* ----------------------------------------------------------------------------------- scrapping */

ek_move normal_scrap(const mind *m)
{
    return ek_move_of(EK_MOVE_SCRAP, worst_plant(m, m->me->plants, m->state->auction_plant), 0);
}

/* Gives back the fuel that will be cheaper to replace. Both kinds are over by the number that does
 * not fit; each can give at most what lies beyond its own plants. */
ek_move normal_return(const mind *m)
{
    int room[2] = {0};
    int hybrid = 0;
    for (ek_plants rest = m->me->plants; rest;) {
        const ek_plant *plant = plant_of(take_smallest(&rest));
        if (plant->kind <= EK_KIND_OIL)
            room[plant->kind] += 2 * plant->need;
        else if (plant->kind == EK_KIND_HYBRID)
            hybrid += 2 * plant->need;
    }
    const int coal = most(0, m->me->fuel[EK_COAL] - room[EK_COAL]);
    const int oil = most(0, m->me->fuel[EK_OIL] - room[EK_OIL]);
    const int over = coal + oil - hybrid;
    const int coal_back =
        m->price[EK_COAL] <= m->price[EK_OIL] ? least(over, coal) : most(0, over - oil);
    return ek_move_of(EK_MOVE_RETURN, (unsigned)coal_back, (unsigned)(over - coal_back));
}
