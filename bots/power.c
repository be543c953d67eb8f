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

ek_move bot_normal_power(const mind *m)
{
    ek_power_choice choices[EK_HOUSES + 1];
    const unsigned count = ek_power_choices(m->rules, m->state, m->seat, choices);
    unsigned best = 0;
    int best_net = INT32_MIN;
    for (unsigned i = 0; i < count; i++) {
        const int n = net(m, &choices[i].result);
        if (n > best_net) {
            best = i;
            best_net = n;
        }
    }
    return choices[best].move;
}
