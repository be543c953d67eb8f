/* Powering: as many cities as earn more than their fuel is worth. */
#include "mind.h"

/* Income less the fuel burnt at market prices. */
static int net(const mind *m, const ek_powering *result)
{
    int burnt = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        burnt += result->burnt[fuel] * m->price[fuel];
    return (int)ek_income(result->supplied) * PRICE_UNIT - burnt * m->p->burn_share / WHOLE;
}

/* The numbers of cities that subsets of the seat's plants supply, as bits. ek_best_power gives the
 * same result for any other number as for the next larger one of these. */
static uint64_t possible_supplies(const mind *m)
{
    const ek_plants all = m->me->plants;
    uint64_t numbers = 0;
    ek_plants plants = all;
    do {
        numbers |= ek_bit((unsigned)min(capacity_of(plants), m->me->house_count));
        plants = (plants - 1) & all;
    } while (plants != all);
    return numbers;
}

ek_move bot_normal_power(const mind *m)
{
    ek_move best = ek_move_of(EK_MOVE_POWER, 0, 0);
    int best_net = INT32_MIN;
    for (uint64_t rest = possible_supplies(m); rest;) {
        ek_move move;
        const unsigned wanted = ek_largest(rest);
        const unsigned supplied = ek_best_power(m->rules, m->state, m->seat, wanted, &move);
        const ek_powering result = ek_power_result(m->state, m->seat, move);
        const int n = net(m, &result);
        if (n > best_net) {
            best = move;
            best_net = n;
        }
        rest &= ek_bit(supplied < wanted ? supplied : wanted) - 1;
    }
    return best;
}
