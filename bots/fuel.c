/* Buying fuel: for powering in this round, then fuel that will be dearer in the next round. */
#include "mind.h"

/* The tokens to buy for running a set of plants. */
typedef struct purchase {
    int tokens[EK_FUELS];
    int price;    /* of all of them */
    int value;    /* of all fuel burnt, including tokens held before */
    int capacity; /* cities the plants supply */
} purchase;

static int price_of(const mind *m, unsigned fuel, int count)
{
    return count > 0 ? ek_price(m->rules, m->state, m->seat, (enum ek_fuel)fuel, (unsigned)count)
                     : 0;
}

/* ---------------------------------------------------------------------------------------- needs */

/* Adds the cheapest mix of missing tokens of coal and oil to the purchase; false if too few are for
 * sale. */
static bool split_hybrid(const mind *m, int missing, purchase *b)
{
    int best = -1;
    int best_coal = 0;
    for (int coal = 0; coal <= missing; coal++) {
        const int coal_price = price_of(m, EK_COAL, b->tokens[EK_COAL] + coal);
        const int oil_price = price_of(m, EK_OIL, b->tokens[EK_OIL] + missing - coal);
        if (coal_price < 0 || oil_price < 0)
            continue;
        if (best < 0 || coal_price + oil_price < best) {
            best = coal_price + oil_price;
            best_coal = coal;
        }
    }
    b->tokens[EK_COAL] += best_coal;
    b->tokens[EK_OIL] += missing - best_coal;
    return best >= 0;
}

/* Adds the tokens of the hybrids to a purchase; false if too few are for sale. */
static bool add_hybrids(const mind *m, ek_run run, purchase *b)
{
    const int need = (int)ek_run_part(run, EK_RUN_HYBRID);
    if (need == 0)
        return true;
    const int spare = max(0, m->me->fuel[EK_COAL] - (int)ek_run_part(run, EK_COAL)) +
                      max(0, m->me->fuel[EK_OIL] - (int)ek_run_part(run, EK_OIL));
    const int held = min(need, spare);
    b->value += held * min(m->price[EK_COAL], m->price[EK_OIL]) / PRICE_UNIT;
    return need == held || split_hybrid(m, need - held, b);
}

/* Computes the purchase for running a set of plants; false if the seat cannot make it. */
static bool cost_of_running(const mind *m, ek_run run, purchase *b)
{
    *b = (purchase){.capacity = (int)ek_run_part(run, EK_RUN_CITIES)};
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int need = (int)ek_run_part(run, fuel);
        const int held = min(m->me->fuel[fuel], need);
        if (need == 0) /* most often */
            continue;
        b->tokens[fuel] = need - held;
        b->value += held * m->price[fuel] / PRICE_UNIT;
    }
    if (!add_hybrids(m, run, b))
        return false;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int price = price_of(m, fuel, b->tokens[fuel]);
        if (price < 0)
            return false;
        b->price += price;
    }
    b->value += b->price;
    return b->price <= m->me->money;
}

/* ------------------------------------------------------------------------------- the whole turn */

/* Scores a round in which the seat buys this fuel and then builds as plants and money allow. */
static int score(const mind *m, const purchase *b, const route_plan *route, int *built)
{
    const int owned = m->me->house_count;
    const int money = m->me->money - b->price;
    int k = 0;
    while (k < (int)route->count && route->sum[k + 1] <= money && owned + k < b->capacity)
        k++;
    *built = k;
    const int powered = min(b->capacity, owned + k);
    if (m->rounds == 1)
        return powered * 1000 + money - route->sum[k];
    return (int)ek_income((unsigned)powered) - b->value * m->p->burn_share / WHOLE + 8 * k;
}

/* No run has a higher score. */
static int max_score(const mind *m, ek_run run, const route_plan *route)
{
    const int cities = m->me->house_count + (int)route->count;
    const int powered = min((int)ek_run_part(run, EK_RUN_CITIES), cities);
    if (m->rounds == 1)
        return powered * 1000 + m->me->money;
    return (int)ek_income((unsigned)powered) + 8 * (int)route->count;
}

/* Chooses the plants to run; returns the money to keep for the cities built afterwards. */
static int choose_purchase(const mind *m, ek_plants skipped, purchase *best)
{
    route_plan route;
    ek_run sums[EK_PLANT_SETS];
    const unsigned sets = ek_sum_runs(m->me->plants & ~skipped, sums);
    int best_score = INT32_MIN;
    int kept = 0;
    bot_plan_route(m, m->seat, m->me->money,
                   max(0, capacity_of(m->me->plants) - m->me->house_count), &route);
    *best = (purchase){.capacity = 0};
    /* Every set of the plants, from all down to none. */
    for (unsigned set = sets; set-- > 0;) {
        purchase b;
        int built;
        if (max_score(m, sums[set], &route) <= best_score || !cost_of_running(m, sums[set], &b))
            continue;
        const int s = score(m, &b, &route, &built);
        if (s > best_score) {
            best_score = s;
            *best = b;
            kept = route.sum[built];
        }
    }
    return kept;
}

/* -------------------------------------------------------------------------------------- storing */

/* Sums up the tokens that later buyers still need. */
static void sum_wanted_after(const mind *m, int wanted[EK_FUELS])
{
    for (uint64_t rest = m->to_act & ~(1u << m->seat); rest;) {
        const ek_owner *o = &m->state->owner[ek_take_smallest(&rest)];
        const ek_needs need = ek_needs_of(o->plants, 1);
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
            const int hybrid = fuel <= EK_OIL ? need.hybrid / 2 : 0;
            wanted[fuel] += max(0, need.fuel[fuel] + hybrid - o->fuel[fuel]);
        }
    }
}

/* The expected price of a token for this seat in the next round. */
static int next_price(const mind *m, unsigned fuel, int wanted)
{
    const int tokens = ek_tables.tokens[fuel];
    const int refill = (int)ek_refill(m->rules, m->state, (enum ek_fuel)fuel);
    const int stock = clamp(m->state->fuel[fuel] - wanted, 0, tokens) + refill;
    const int place = tokens - min(stock, tokens) + m->demand[fuel] / 2;
    const int dearest = ek_tables.price[fuel][tokens - 1];
    return place < tokens ? ek_tables.price[fuel][place] : dearest + 2;
}

/* ------------------------------------------------------------------------------------- shopping */

/* A purchase in progress. It counts the tokens held, so that no plan overfills the plants. */
typedef struct basket {
    const mind *m;
    ek_owner owner; /* with the tokens already in the basket */
    int tokens[EK_FUELS];
    int wanted[EK_FUELS];   /* tokens that later buyers still need */
    uint8_t room[EK_FUELS]; /* for more tokens on the plants */
} basket;

/* Puts tokens for which there is room into the basket, at this price. */
static void put_in(basket *b, unsigned fuel, int count, int price)
{
    b->tokens[fuel] += count;
    b->owner.fuel[fuel] += (uint8_t)count;
    b->owner.money -= price;
    ek_rooms(&b->owner, b->room);
}

/* Puts in tokens for powering, as many as fit. */
static void supply(basket *b, unsigned fuel, int tokens)
{
    const int count = min(tokens, b->room[fuel]);
    put_in(b, fuel, count, price_of(b->m, fuel, count));
}

/* Adds tokens that will be dearer next round, as many as fit and money allows. A token that a later
 * buyer will lack is worth more. */
static void store(basket *b, unsigned fuel, int *money, int gain)
{
    const mind *m = b->m;
    const int wanted = b->wanted[fuel];
    if (b->room[fuel] == 0)
        return;
    const int later = next_price(m, fuel, wanted) - gain;
    const int before = price_of(m, fuel, b->tokens[fuel]);
    int count = 0;
    int paid = 0;
    for (; count < b->room[fuel]; count++) {
        const int tokens = b->tokens[fuel] + count;
        const int price = price_of(m, fuel, tokens + 1);
        const int more = price - before - paid;
        const int denied = m->state->fuel[fuel] - tokens <= wanted ? m->p->deny : 0;
        if (price < 0 || paid + more > *money || more > later + denied)
            break;
        paid += more;
    }
    if (count == 0)
        return;
    *money -= paid;
    put_in(b, fuel, count, paid);
}

static unsigned list_purchases(const basket *b, ek_move plan[BOT_PLAN_MAX])
{
    unsigned count = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (b->tokens[fuel] > 0)
            plan[count++] = ek_move_of(EK_MOVE_BUY, fuel, (unsigned)b->tokens[fuel]);
    plan[count++] = done_move();
    return count;
}

unsigned bot_plan_purchases(const mind *m, const shopping *how, ek_move plan[BOT_PLAN_MAX])
{
    purchase need;
    basket b = {.m = m, .owner = *m->me};
    const int kept = choose_purchase(m, how->skipped, &need);
    ek_rooms(&b.owner, b.room);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (need.tokens[fuel] > 0)
            supply(&b, fuel, need.tokens[fuel]);
    if (how->stored)
        sum_wanted_after(m, b.wanted);
    int money = max(0, b.owner.money - (how->all_money ? 0 : kept));
    money = how->all_money ? money : money * m->p->store_share / WHOLE;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (how->stored >> fuel & 1)
            store(&b, fuel, &money, how->all_money ? -EK_LADDER : m->p->store_gain);
    return list_purchases(&b, plan);
}

unsigned bot_normal_buy(const mind *m, ek_move plan[BOT_PLAN_MAX])
{
    const shopping how = {.stored = bot_mind_is_sure(m) ? 0 : (1u << EK_FUELS) - 1};
    return bot_plan_purchases(m, &how, plan);
}
