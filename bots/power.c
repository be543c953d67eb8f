/* Powering: as many cities as pay for their fuel. */
#include "mind.h"

void bot_sum_needs(ek_plants plants, int need[EK_FUELS + 1])
{
    for (unsigned fuel = 0; fuel <= EK_FUELS; fuel++)
        need[fuel] = 0;
    while (plants) {
        const ek_plant *plant = plant_of(ek_take_smallest(&plants));
        if (plant->kind <= EK_KIND_HYBRID)
            need[plant->kind] += plant->need;
    }
}

/* Whether what an owner holds suffices to run a set of plants. */
static bool is_fuelled(const ek_owner *o, ek_plants plants)
{
    int need[EK_FUELS + 1];
    bot_sum_needs(plants, need);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (need[fuel] > o->fuel[fuel])
            return false;
    return need[EK_COAL] + need[EK_OIL] + need[EK_KIND_HYBRID] <=
           o->fuel[EK_COAL] + o->fuel[EK_OIL];
}

int bot_fuelled_capacity(const ek_owner *o)
{
    int best = 0;
    for (ek_plants plants = o->plants; plants; plants = (plants - 1) & o->plants) {
        const int capacity = capacity_of(plants);
        if (capacity > best && is_fuelled(o, plants))
            best = capacity;
    }
    return best;
}

/* Income less the fuel burnt at market prices. */
static int net(const mind *m, const ek_powering *result)
{
    int burnt = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        burnt += result->burnt[fuel] * m->price[fuel];
    return (int)ek_income(result->supplied) * PRICE_UNIT - burnt * m->p->burn_share / WHOLE;
}

ek_move bot_normal_power(const mind *m)
{
    ek_move best = ek_move_of(EK_MOVE_POWER, 0, 0);
    int best_net = INT32_MIN;
    unsigned wanted = m->me->house_count;
    for (;;) {
        ek_move move;
        const unsigned supplied = ek_best_power(m->rules, m->state, m->seat, wanted, &move);
        const ek_powering result = ek_power_result(m->state, m->seat, move);
        const int n = net(m, &result);
        if (n > best_net) {
            best = move;
            best_net = n;
        }
        if (supplied == 0)
            return best;
        wanted = (supplied < wanted ? supplied : wanted) - 1;
    }
}
