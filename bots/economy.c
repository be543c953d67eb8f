/* A model of the rest of the game for one seat: income, fuel, plants and cities, round by round to
 * the end. It ignores the map and the rivals. Its purpose is to weigh money, plants and cities
 * against each other at this point of the game, which fixed prices cannot do. */
#include "mind.h"

/* Everything here counts in sixteenths: of an Elektro, of a city. */
enum {
    PART = 16,
    RICH = 20000 /* more money makes no difference */
};

/* The income for a number of cities that need not be whole. */
static int income(int cities)
{
    const unsigned whole = (unsigned)cities / PART;
    if (whole >= EK_PAID)
        return ek_tables.payment[EK_PAID] * PART;
    const int below = ek_tables.payment[whole];
    return below * PART + (ek_tables.payment[whole + 1] - below) * (cities % PART);
}

static int run_cost(const mind *m, unsigned number, bool added)
{
    const ek_plant *plant = plant_of(number);
    if (plant->kind < EK_FUELS)
        return plant->need *
               (added ? bot_mind_price(m, plant->kind, plant->need) : m->price[plant->kind]);
    if (plant->kind == EK_KIND_HYBRID)
        return plant->need * min(m->price[EK_COAL], m->price[EK_OIL]);
    return 0;
}

static void put_plant(const mind *m, fleet *f, int at, unsigned plant, bool added)
{
    f->cities[at] = plant_of(plant)->cities * PART;
    f->run[at] = run_cost(m, plant, added);
    f->capacity += f->cities[at];
    f->cost += f->run[at];
}

void bot_line_up(const mind *m, ek_plants plants, fleet *f)
{
    *f = (fleet){.count = 0};
    while (plants && f->count < EK_PLANTS_OWNED)
        put_plant(m, f, f->count++, ek_take_smallest(&plants), false);
}

void bot_add_plant(const mind *m, const fleet *f, unsigned at, unsigned plant, bool added,
                   fleet *larger)
{
    *larger = *f;
    for (unsigned i = EK_PLANTS_OWNED; i > 0; i--) /* so few that compilers need no loop */
        if (i > at) {
            larger->cities[i] = f->cities[i - 1];
            larger->run[i] = f->run[i - 1];
        }
    larger->count++;
    put_plant(m, larger, (int)at, plant, added);
}

/* The smallest plant, or the first empty slot: it has no cities. */
static unsigned smallest(const mind *m, const fleet *f)
{
    unsigned slot = 0;
    for (unsigned i = 1; i < m->rules->limit.max_plants; i++)
        if (f->cities[i] < f->cities[slot])
            slot = i;
    return slot;
}

/* Buys the plant that the market will probably offer, if it adds enough capacity. */
static void renew(const mind *m, fleet *f, int round, int *money)
{
    const int cities = min(m->offer_cities + round * m->p->offer_drift, 6 * PART + PART / 2);
    const int price = m->offer_price + round * m->p->offer_rise;
    if (*money < price)
        return;
    const unsigned slot = smallest(m, f);
    const int more = cities - f->cities[slot];
    if (more < m->p->renew_min_gain)
        return;
    *money -= price;
    f->capacity += more;
    f->cost -= f->run[slot];
    f->cities[slot] = cities;
    f->run[slot] = cities * m->p->offer_fuel / PART;
    f->cost += f->run[slot];
}

/* Builds as many cities as plants and money allow, after paying for fuel. */
static void build(const fleet *f, int price, int *cities, int *money)
{
    const int room = f->capacity - *cities;
    const int budget = *money - f->cost;
    if (room <= 0 || budget <= 0)
        return;
    const unsigned wanted = (unsigned)(room * price);
    if ((unsigned)budget * PART >= wanted) {
        *cities = f->capacity;
        *money -= (int)(wanted / PART);
    } else {
        const unsigned built = (unsigned)budget * PART / (unsigned)price;
        *cities += (int)built;
        *money -= (int)(built * (unsigned)price / PART);
    }
}

/* Buys fuel for the cities that can be powered; returns their number. */
static int power(const fleet *f, int cities, int *money)
{
    if (cities >= f->capacity) {
        *money -= f->cost;
        return f->capacity;
    }
    *money -= (int)((unsigned)f->cost * (unsigned)cities / (unsigned)f->capacity);
    return cities;
}

/* Cities get dearer, and a price above the usual comes down. */
static void age_prices(const mind *m, int *usual, int *above)
{
    *usual += m->p->city_rise;
    *above = *above * m->p->crowd_stays / WHOLE;
}

int bot_economy(const mind *m, const fleet *owned, int money, int cities, enum moment moment,
                int fuelled)
{
    fleet f = *owned;
    const int enough = m->end * PART + PART;
    const int last = m->rounds - 1;
    int usual = m->city_cost * PART; /* price of a city */
    int above = (m->next_city - m->city_cost) * PART;
    int round = 0;
    money = min(money, RICH) * PART;
    cities *= PART;
    if (moment != BEFORE_AUCTION) { /* the rest of this round */
        int powered = min(fuelled * PART, cities);
        if (moment == AT_AUCTION) {
            build(&f, usual + above, &cities, &money);
            powered = power(&f, cities, &money);
        }
        money += last > 0 ? income(powered) : 0;
        age_prices(m, &usual, &above);
        round = 1;
    }
    for (; round <= last; round++) {
        if (cities + m->p->renew_ahead > f.capacity && f.capacity < enough)
            renew(m, &f, round, &money);
        build(&f, usual + above, &cities, &money);
        const int powered = power(&f, cities, &money);
        if (round == last) /* it brings no income */
            break;
        money += income(powered);
        age_prices(m, &usual, &above);
    }
    return min(f.capacity, cities) * m->p->end_city + money * m->p->end_money / WHOLE;
}

/* The plant that powers the fewest cities; among equals the one with the dearest fuel. */
unsigned bot_worst_plant(const mind *m, ek_plants plants)
{
    unsigned worst = 0;
    int worst_use = 0;
    for (ek_plants rest = plants; rest;) {
        const unsigned number = ek_take_smallest(&rest);
        const int use = plant_of(number)->cities * 40 * PRICE_UNIT - run_cost(m, number, false);
        if (worst == 0 || use < worst_use) {
            worst = number;
            worst_use = use;
        }
    }
    return worst;
}
