/* Wastes of an auction: to stay without a plant, and to keep no money for its fuel. */
#include "turn_end.h"

/* The plant that a move nominates or bids for. */
static unsigned plant_of_bid(const turn_end *e, ek_move move)
{
    return ek_move_type(move) == EK_MOVE_NOMINATE ? ek_move_a(move) : e->state.auction_plant;
}

/* The plants of the seat with a new one. */
static ek_plants plants_with(const mind *m, unsigned plant)
{
    const bool full = ek_size(m->me->plants) >= m->rules->limit.max_plants;
    const ek_plants kept =
        full ? m->me->plants & ~ek_bit(bot_worst_plant(m, m->me->plants)) : m->me->plants;
    return kept | ek_bit(plant);
}

/* ------------------------------------------------------------------------------------- passing */

/* The move with which a seat without a plant still gets one instead of passing; a pass if there is
 * none, or if another auction is to come. */
static ek_move another_chance(const turn_end *e)
{
    const ek_plants offered = ek_bit(e->state.auction_plant);
    const ek_move bid = ek_move_of(EK_MOVE_BID, 0, e->state.bid + 1u);
    if (e->m.pending == EK_DECISION_NOMINATE)
        return bot_normal_nominate(&e->m);
    if (ek_buyable_plants(e->rules, &e->state, e->seat) & ~offered ||
        ek_why(e->rules, &e->state, e->seat, bid) != EK_REASON_OK)
        return pass_move();
    return bid;
}

/* A seat without a plant passes its only chance to get one. */
bool bot_waste_of_pass(const turn_end *e, bot_waste *w)
{
    const ek_move move = e->m.me->plants ? pass_move() : another_chance(e);
    if (ek_move_type(move) == EK_MOVE_PASS)
        return false;
    w->word = BOT_WASTE_NO_PLANT;
    w->value[0] = (int32_t)plant_of_bid(e, move);
    w->value[1] = (int32_t)ek_move_b(move);
    w->plan[w->count++] = move;
    return true;
}

/* ---------------------------------------------------------------------------------------- bids */

/* Cities that some of the plants supply when their missing fuel may cost so much. */
static int supplies(const mind *m, const fuel_left *left, ek_plants plants, int money)
{
    ek_run sums[EK_PLANT_SETS];
    int best = 0;
    for (unsigned set = ek_sum_runs(plants, sums); set-- > 0;) {
        const int bill = bot_fuel_bill(m, left, sums[set]);
        if (bill != BOT_GONE && bill <= money)
            best = max(best, (int)ek_run_part(sums[set], EK_RUN_CITIES));
    }
    return best;
}

/* Whether a plant at this price leaves too little money to run it, and the seat supplies fewer of
 * its cities in this round than without it. */
static bool is_unpaid(const turn_end *e, unsigned plant, int price, bot_waste *w)
{
    const mind *m = &e->m;
    const int left = m->me->money - price;
    const int city = m->me->house_count == 0 ? ek_tables.place_cost[0] : 0;
    fuel_left fuel;
    bot_foresee_fuel(m, &fuel);
    const int bill = bot_fuel_bill(m, &fuel, ek_run_of(plant));
    if (bill == BOT_GONE || bill + city <= left || price <= bot_auction_limit(m, plant))
        return false;
    const int owned = max(1, m->me->house_count);
    const int with = min(owned, supplies(m, &fuel, plants_with(m, plant), left - city));
    const int without =
        m->me->plants ? min(owned, supplies(m, &fuel, m->me->plants, m->me->money - city)) : 1;
    w->word = bill > left ? BOT_WASTE_FUEL_UNPAID : BOT_WASTE_CITY_UNPAID;
    w->value[0] = (int32_t)plant;
    w->value[1] = left;
    w->value[2] = bill;
    w->value[3] = w->word == BOT_WASTE_CITY_UNPAID ? city : 0;
    return with < without;
}

/* Another move than this bid: a lower one, or none; another plant if the seat has to buy one. False
 * if there is none that is better. */
static bool bid_less(const turn_end *e, unsigned plant, int lowest, ek_move *move)
{
    bot_waste unused;
    const bool nominates = e->m.pending == EK_DECISION_NOMINATE;
    const ek_move low = ek_move_of(ek_move_type(e->last), ek_move_a(e->last), (unsigned)lowest);
    const bool can_pass = ek_why(e->rules, &e->state, e->seat, pass_move()) == EK_REASON_OK;
    if (low != e->last && !is_unpaid(e, plant, lowest, &unused))
        *move = low;
    else if (nominates && !can_pass)
        *move = bot_normal_nominate(&e->m);
    else
        *move = pass_move();
    return *move != e->last && (!nominates || can_pass || ek_move_type(*move) != EK_MOVE_PASS);
}

/* A bid that leaves no money for fuel. */
bool bot_waste_of_bid(const turn_end *e, bot_waste *w)
{
    const bool nominates = e->m.pending == EK_DECISION_NOMINATE;
    const unsigned plant = plant_of_bid(e, e->last);
    const int lowest = nominates ? (int)ek_minimum_bid(&e->state, plant) : e->state.bid + 1;
    w->count = 1;
    return is_unpaid(e, plant, (int)ek_move_b(e->last), w) &&
           bid_less(e, plant, lowest, &w->plan[0]);
}
