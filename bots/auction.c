/* The auction: nominating, bidding, scrapping, returning fuel. */
#include "mind.h"

int bot_rivals_in_phase(const mind *m)
{
    return (int)ek_size(ek_buyers_left(m->rules, m->state) & ~(1u << m->seat));
}

/* The plants the seat would have after buying one more. */
static ek_plants with_plant(const mind *m, unsigned plant)
{
    const ek_plants plants = m->me->plants | ek_bit(plant);
    if (ek_size(plants) <= m->rules->limit.max_plants)
        return plants;
    return plants & ~ek_bit(bot_worst_plant(m, m->me->plants));
}

/* The expected price of the fuel that these plants still need for one round, in Elektro. Hybrids
 * burn the cheaper fuel. */
static int fuel_bill(const mind *m, ek_plants plants)
{
    const ek_needs need = ek_needs_of(plants, 1);
    int spare = 0; /* coal and oil */
    int bill = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int missing = need.fuel[fuel] - m->me->fuel[fuel];
        if (missing > 0)
            bill += missing * m->price[fuel];
        else if (fuel <= EK_OIL)
            spare -= missing;
    }
    bill += max(0, need.hybrid - spare) * min(m->price[EK_COAL], m->price[EK_OIL]);
    return bill / PRICE_UNIT;
}

/* In the last round only the cities powered count, then money. The seat buys fuel first, then all
 * cities that it can power. */
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
    return min(capacity, owned + built) * 1000 + money - route->sum[built];
}

/* The best result over all subsets of the plants: not every plant has to run. */
static int last_prospect(const mind *m, const route_plan *route, ek_plants plants, int money)
{
    int best = INT32_MIN;
    for (ek_plants run = plants; run; run = (run - 1) & plants)
        best = max(best, last_prospect_of(m, route, run, money));
    return max(best, money);
}

/* The seat's expected result if it buys this plant at this price (0: no plant). */
static int prospect(const mind *m, const route_plan *route, unsigned plant, int price)
{
    const business b = {.plants = plant ? with_plant(m, plant) : m->me->plants,
                        .added = plant,
                        .money = m->me->money - price,
                        .cities = m->me->house_count,
                        .may_build = true};
    return m->rounds == 1 ? last_prospect(m, route, b.plants, b.money) : bot_economy(m, &b);
}

/* Plans the cities to build if this round is the last. Otherwise the route is not used. */
static void foresee_route(const mind *m, route_plan *route)
{
    if (m->rounds == 1)
        bot_plan_route(m, m->seat, m->me->money, EK_HOUSES, route);
}

/* ---------------------------------------------------------------------------------------- limit */

/* The best prospect without this plant: with another one, with the first plant of the future
 * market, or with none. */
static int prospect_elsewhere(const mind *m, const route_plan *route, unsigned plant)
{
    const ek_plants future = ek_future_market(m->rules, m->state) & ~EK_STEP3_CARD;
    const int rivals = bot_rivals_in_phase(m);
    const bool may_go_without = ek_why_no_plant(m->rules, m->state, m->seat) == EK_REASON_OK;
    int best = may_go_without ? prospect(m, route, 0, 0) : INT32_MIN;
    for (ek_plants rest = ek_buyable_plants(m->rules, m->state, m->seat) & ~ek_bit(plant); rest;) {
        const unsigned other = ek_take_smallest(&rest);
        const int price = (int)ek_minimum_bid(m->state, other) + m->p->premium * rivals;
        if (price <= m->me->money)
            best = max(best, prospect(m, route, other, price));
    }
    if (future && ek_may_own(m->rules, m->me, ek_smallest(future))) {
        const int price = (int)ek_minimum_bid(m->state, ek_smallest(future)) +
                          m->p->premium * rivals + m->p->wait_premium;
        if (price <= m->me->money)
            best = max(best, prospect(m, route, ek_smallest(future), price));
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
    for (ek_plants rest = ek_buyable_plants(m->rules, m->state, m->seat); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        const int price = (int)ek_minimum_bid(m->state, plant);
        const int gain = prospect(m, &route, plant, price) - without;
        if (best == 0 || gain > best_gain) {
            best = plant;
            best_gain = gain;
        }
    }
    if (best == 0 || (best_gain < m->p->buy_min_gain * 16 &&
                      ek_why_no_plant(m->rules, m->state, m->seat) == EK_REASON_OK))
        return pass_move();
    return ek_move_of(EK_MOVE_NOMINATE, best, ek_minimum_bid(m->state, best));
}

/* ------------------------------------------------------------------------------------ scrapping */

ek_move bot_normal_scrap(const mind *m)
{
    return ek_move_of(EK_MOVE_SCRAP, bot_worst_plant(m, ek_scrappable_plants(m->state)), 0);
}

/* Returns the fuel that is cheaper to replace. */
ek_move bot_normal_return(const mind *m)
{
    const ek_surplus over = ek_surplus_of(m->me);
    const unsigned coal = m->price[EK_COAL] <= m->price[EK_OIL] ? over.max_coal : over.min_coal;
    return ek_move_of(EK_MOVE_RETURN, coal, over.tokens - coal);
}
