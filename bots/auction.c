/* The auction: what to nominate, how high to bid, what to scrap. */
#include "mind.h"

int bot_rivals_in_phase(const mind *m)
{
    const unsigned out = m->state->bought | m->state->passed | 1u << m->seat;
    return (int)ek_size(((1u << m->players) - 1) & ~out);
}

/* The plants the seat would have after buying one more. */
static ek_plants with_plant(const mind *m, unsigned plant)
{
    const ek_plants plants = m->me->plants | ek_bit(plant);
    if (ek_size(plants) <= m->rules->limit.max_plants)
        return plants;
    return plants & ~ek_bit(bot_worst_plant(m, plants, plant));
}

/* Fuel that these plants need beyond what is held, at expected prices, in Elektro. Hybrids take the
 * cheaper kind. */
static int fuel_bill(const mind *m, ek_plants plants)
{
    int need[EK_FUELS + 1];
    int spare = 0; /* coal and oil */
    int bill = 0;
    bot_sum_needs(plants, need);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int missing = need[fuel] - m->me->fuel[fuel];
        if (missing > 0)
            bill += missing * m->price[fuel];
        else if (fuel <= EK_OIL)
            spare -= missing;
    }
    bill += most(0, need[EK_KIND_HYBRID] - spare) * least(m->price[EK_COAL], m->price[EK_OIL]);
    return bill / PRICE_UNIT;
}

/* In the last round only cities powered count, then money: fuel is bought first, then all the
 * cities that can be powered. */
static int last_prospect_of(const mind *m, const route_plan *route, ek_plants plants, int money)
{
    const int owned = m->me->house_count;
    const int capacity = capacity_of(plants);
    money -= fuel_bill(m, plants);
    if (money < 0)
        return money;
    int built = 0;
    while (built < (int)route->count && route->sum[built + 1] <= money && owned + built < capacity)
        built++;
    return least(capacity, owned + built) * 1000 + money - route->sum[built];
}

/* Not every plant has to run. */
static int last_prospect(const mind *m, const route_plan *route, ek_plants plants, int money)
{
    int best = INT32_MIN;
    for (ek_plants run = plants; run; run = (run - 1) & plants)
        best = most(best, last_prospect_of(m, route, run, money));
    return most(best, money);
}

/* How the seat's game goes on when it buys this plant at this price (0: none). */
static int prospect(const mind *m, const route_plan *route, unsigned plant, int price)
{
    const business b = {.plants = plant ? with_plant(m, plant) : m->me->plants,
                        .added = plant,
                        .money = m->me->money - price,
                        .cities = m->me->house_count,
                        .may_build = true};
    return m->rounds == 1 ? last_prospect(m, route, b.plants, b.money) : bot_economy(m, &b);
}

/* The cities the seat could build if this round is the last; otherwise nobody asks. */
static void foresee_route(const mind *m, route_plan *route)
{
    if (m->rounds == 1)
        bot_plan_route(m, m->seat, m->me->money, EK_HOUSES, route);
}

/* ---------------------------------------------------------------------------------------- limit */

/* The best prospect without this plant: another one, the one that comes next, or none. */
static int prospect_elsewhere(const mind *m, const route_plan *route, unsigned plant)
{
    const ek_plants future = ek_future_market(m->rules, m->state) & ~EK_STEP3_CARD;
    const int rivals = bot_rivals_in_phase(m);
    int best = m->state->round == 1 ? INT32_MIN : prospect(m, route, 0, 0);
    for (ek_plants rest = ek_current_market(m->rules, m->state) & ~ek_bit(plant); rest;) {
        const unsigned other = ek_take_smallest(&rest);
        const int price = (int)ek_minimum_bid(m->state, other) + m->p->premium * rivals;
        if (price <= m->me->money && ek_may_own(m->rules, m->me, other))
            best = most(best, prospect(m, route, other, price));
    }
    if (future && ek_may_own(m->rules, m->me, ek_smallest(future))) {
        const int price = (int)ek_smallest(future) + m->p->premium * rivals + m->p->wait_premium;
        if (price <= m->me->money)
            best = most(best, prospect(m, route, ek_smallest(future), price));
    }
    return best;
}

/* The highest price up to high at which the plant is still the best prospect; 0 if there is none.
 * Prospects fall as prices rise. */
static int highest_price(const mind *m, const route_plan *route, unsigned plant, int high,
                         int elsewhere)
{
    int low = 1;
    int reached = 0;
    while (low <= high) {
        const int middle = (low + high) / 2;
        if (prospect(m, route, plant, middle) >= elsewhere) {
            reached = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return reached;
}

int bot_auction_limit(const mind *m, unsigned plant)
{
    route_plan route;
    if (!ek_may_own(m->rules, m->me, plant))
        return 0;
    foresee_route(m, &route);
    const int reserve =
        m->state->round == 1 ? m->p->first_reserve : fuel_bill(m, m->me->plants) / 2;
    return highest_price(m, &route, plant, m->me->money - reserve,
                         prospect_elsewhere(m, &route, plant));
}

/* ----------------------------------------------------------------------------------- nominating */

ek_move bot_normal_nominate(const mind *m)
{
    route_plan route;
    foresee_route(m, &route);
    const int without = prospect(m, &route, 0, 0);
    unsigned best = 0;
    int best_gain = 0;
    for (ek_plants rest = ek_current_market(m->rules, m->state); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        if ((int)ek_minimum_bid(m->state, plant) > m->me->money ||
            !ek_may_own(m->rules, m->me, plant))
            continue;
        const int price = (int)ek_minimum_bid(m->state, plant);
        const int gain = prospect(m, &route, plant, price) - without;
        if (best == 0 || gain > best_gain) {
            best = plant;
            best_gain = gain;
        }
    }
    if (best == 0 || (m->state->round > 1 && best_gain < m->p->buy_least * 16))
        return pass_move();
    return ek_move_of(EK_MOVE_NOMINATE, best, ek_minimum_bid(m->state, best));
}

/* ------------------------------------------------------------------------------------ scrapping */

ek_move bot_normal_scrap(const mind *m)
{
    return ek_move_of(EK_MOVE_SCRAP, bot_worst_plant(m, m->me->plants, m->state->auction_plant), 0);
}

/* Gives back the fuel that will be cheaper to replace. Both kinds are over by the number that does
 * not fit; each can give at most what lies beyond its own plants. */
ek_move bot_normal_return(const mind *m)
{
    int room[2] = {0};
    int hybrid = 0;
    for (ek_plants rest = m->me->plants; rest;) {
        const ek_plant *plant = plant_of(ek_take_smallest(&rest));
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
