/* What plants are worth: the income they make possible less their fuel, round by round to the end,
 * and what they power in the final count. */
#include "mind.h"

/* Every way to run some of a set of plants. */
typedef struct fleet {
    unsigned count;
    int capacity[FLEETS];
    int cost[FLEETS]; /* of fuel, in PRICE_UNIT */
} fleet;

static int run_cost(const mind *m, unsigned number, bool added)
{
    const ek_plant *plant = plant_of(number);
    const int extra = added ? plant->need : 0;
    if (plant->kind < EK_FUELS)
        return plant->need * (added ? mind_price(m, plant->kind, extra) : m->price[plant->kind]);
    if (plant->kind == EK_KIND_HYBRID)
        return plant->need * least(m->price[EK_COAL], m->price[EK_OIL]);
    return 0;
}

static void list_ways(const mind *m, ek_plants plants, unsigned added, fleet *f)
{
    f->count = 1;
    f->capacity[0] = f->cost[0] = 0;
    while (plants && f->count < FLEETS) {
        const unsigned number = take_smallest(&plants);
        const int cities = plant_of(number)->cities;
        const int cost = run_cost(m, number, number == added);
        for (unsigned i = 0; i < f->count; i++) {
            f->capacity[f->count + i] = f->capacity[i] + cities;
            f->cost[f->count + i] = f->cost[i] + cost;
        }
        f->count *= 2;
    }
}

/* The most that can be made of so many cities in one round, in PRICE_UNIT. */
static int best_round(const fleet *f, int cities)
{
    int best = 0;
    for (unsigned i = 0; i < f->count; i++) {
        const int powered = least(least(f->capacity[i], cities), EK_PAID);
        best = most(best, ek_tables.payment[powered] * PRICE_UNIT - f->cost[i]);
    }
    return best;
}

int worth_of_plants(const mind *m, ek_plants plants, unsigned added)
{
    fleet f;
    int64_t worth = 0;
    int before = -1;
    int made = 0;
    list_ways(m, plants, added, &f);
    for (int i = 0; i + 1 < m->rounds; i++) {
        if (m->cities[i] != before)
            made = best_round(&f, m->cities[i]);
        before = m->cities[i];
        worth += (int64_t)made * m->weight[i];
    }
    const int powered = least(f.capacity[f.count - 1], m->cities[m->rounds - 1]);
    worth += (int64_t)powered * m->p->end_city * PRICE_UNIT * m->weight[m->rounds - 1];
    return (int)(worth / (WHOLE * PRICE_UNIT));
}

/* The one that powers least, then the one that burns most. */
unsigned worst_plant(const mind *m, ek_plants plants, unsigned keep)
{
    unsigned worst = 0;
    int worst_use = 0;
    for (ek_plants rest = plants & ~bit(keep); rest;) {
        const unsigned number = take_smallest(&rest);
        const int use = plant_of(number)->cities * 40 * PRICE_UNIT - run_cost(m, number, false);
        if (worst == 0 || use < worst_use) {
            worst = number;
            worst_use = use;
        }
    }
    return worst;
}

int worth_of_plant(const mind *m, unsigned plant)
{
    ek_plants plants = m->me->plants | bit(plant);
    if (size_of(plants) > m->rules->limit.max_plants)
        plants &= ~bit(worst_plant(m, plants, plant));
    return worth_of_plants(m, plants, plant) - worth_of_plants(m, m->me->plants, 0);
}
