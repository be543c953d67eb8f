/* The auction: nominating, bidding, scrapping, returning fuel. */
#include "mind.h"

enum { BISECTIONS = 16 }; /* of a range of prices, at most */

int bot_rivals_in_phase(const mind *m)
{
    return (int)ek_size(ek_buyers_left(m->rules, m->state) & ~(1u << m->seat));
}

/* --------------------------------------------------------------------------------- last round */

/* The expected price of the fuel still needed for a run, in Elektro. Hybrids burn the cheaper
 * fuel. */
static int fuel_bill(const mind *m, ek_run run)
{
    const int hybrid = (int)ek_run_part(run, EK_RUN_HYBRID);
    int bill = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int missing = (int)ek_run_part(run, fuel) - m->me->fuel[fuel];
        if (missing > 0)
            bill += missing * m->price[fuel];
    }
    if (hybrid) {
        const int spare = max(0, m->me->fuel[EK_COAL] - (int)ek_run_part(run, EK_COAL)) +
                          max(0, m->me->fuel[EK_OIL] - (int)ek_run_part(run, EK_OIL));
        bill += max(0, hybrid - spare) * min(m->price[EK_COAL], m->price[EK_OIL]);
    }
    return bill / PRICE_UNIT;
}

/* The same for the fuel that is left when the seat buys. After the round of patience no fuel is
 * gone: then money has to go into cities and not into another plant, so that every game ends. */
static int last_bill(const mind *m, const fuel_left *left, ek_run run)
{
    return m->state->round > m->p->patience ? fuel_bill(m, run) : bot_fuel_bill(m, left, run);
}

/* In the last round only the cities powered count, then money. The seat buys fuel first, then all
 * cities that it can power. */
static int last_prospect_of(const mind *m, const route_plan *route, int capacity, int money)
{
    const int owned = m->me->house_count;
    const int room = min((int)route->count, capacity - owned);
    int built = 0;
    while (built < room && route->sum[built + 1] <= money)
        built++;
    return min(capacity, owned + built) * 1000 + money - route->sum[built];
}

/* ----------------------------------------------------------------------------------- prospects */

/* The price of fuel for sets of plants, found once for many prices of a plant. */
typedef struct bills {
    uint32_t known; /* set of sets */
    int of[EK_PLANT_SETS];
} bills;

/* A seat at an auction. */
typedef struct buyer {
    const mind *m;
    ek_plants kept; /* its plants, without the one that it would scrap for a new one */
    unsigned worst; /* that one; 0: it has room */
    fleet fleet;    /* the plants kept */

    /* If this round is the last: runs of all sets of its plants, and the cities to build. */
    unsigned sets;
    bool full;                  /* it has to scrap a plant for a new one, so not all can run */
    ek_run runs[EK_PLANT_SETS]; /* by the cities that they supply */
    bills bills;
    fuel_left left; /* when it buys fuel */
    route_plan route;
} buyer;

/* Runs compare by their cities, which are their highest part. They are nearly in order. */
static void sort_runs(ek_run *runs, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const ek_run run = runs[i];
        unsigned at = i;
        for (; at > 0 && runs[at - 1] > run; at--)
            runs[at] = runs[at - 1];
        runs[at] = run;
    }
}

static void plan_last_round(buyer *b, const mind *m)
{
    b->m = m;
    b->sets = ek_sum_runs(m->me->plants, b->runs);
    b->bills.known = 0;
    bot_foresee_fuel(m, &b->left);
    bot_plan_route(m, m->seat, m->me->money, EK_HOUSES, &b->route);
}

static void buyer_init(buyer *b, const mind *m)
{
    b->m = m;
    b->full = ek_size(m->me->plants) >= m->rules->limit.max_plants;
    if (m->rounds == 1) {
        plan_last_round(b, m);
        sort_runs(b->runs, b->sets);
        return;
    }
    b->worst = b->full ? bot_worst_plant(m, m->me->plants) : 0;
    b->kept = m->me->plants & ~(b->full ? ek_bit(b->worst) : 0);
    bot_line_up(m, b->kept, &b->fleet);
}

/* No run that supplies so many cities has a better result in the last round. */
static int max_prospect(ek_run run, int money)
{
    return (int)ek_run_part(run, EK_RUN_CITIES) * 1000 + money;
}

/* The price of the fuel for a set of plants, and one more run. */
static int bill_of(const buyer *b, unsigned set, ek_run run, bills *found)
{
    if (!(found->known >> set & 1)) {
        found->known |= 1u << set;
        found->of[set] = last_bill(b->m, &b->left, run);
    }
    return found->of[set];
}

/* The best result of the first sets running with one more run, if it is above best. A set with
 * fewer cities has to cost less. */
static int best_run(const buyer *b, unsigned sets, ek_run one, bills *found, int money, int best)
{
    int cheapest = BOT_GONE;
    for (unsigned set = sets; set-- > 0;) {
        const ek_run run = b->runs[set] + one;
        if (max_prospect(run, money) <= best)
            break;
        const int bill = bill_of(b, set, run, found);
        if (bill > money || bill >= cheapest)
            continue;
        cheapest = bill;
        best = max(best, last_prospect_of(b->m, &b->route, (int)ek_run_part(run, EK_RUN_CITIES),
                                          money - bill));
    }
    return best;
}

/* The plants of a buyer after the auction, for judging many prices. */
typedef struct stock {
    unsigned plant; /* the new one, or 0 */
    fleet fleet;    /* all of them; not used if this round is the last */
    bills bills;    /* of runs with the new one, in the last round */
} stock;

/* The best result in the last round. Not every plant has to run. A new plant that burns no fuel
 * leaves the bills as they are. */
static int last_prospect(buyer *b, stock *s, int money)
{
    int best = money;
    if (s->plant) {
        bills *found = plant_of(s->plant)->need ? &s->bills : &b->bills;
        best = best_run(b, b->sets - b->full, ek_run_of(s->plant), found, money, best);
    }
    if (max_prospect(b->runs[b->sets - 1], money) <= best) /* most often */
        return best;
    return best_run(b, b->sets, 0, &b->bills, money, best);
}

/* With this plant; 0: with none. */
static void foresee_stock(const buyer *b, unsigned plant, stock *s)
{
    s->plant = plant;
    s->bills.known = 0;
    if (b->m->rounds == 1)
        return;
    const unsigned last = plant ? plant : b->worst;
    if (last)
        bot_add_plant(b->m, &b->fleet, ek_size(b->kept & (ek_bit(last) - 1)), last, plant != 0,
                      &s->fleet);
    else
        s->fleet = b->fleet;
}

/* The buyer's expected result with this stock at this price. */
static int prospect_of(buyer *b, stock *s, int price)
{
    const mind *m = b->m;
    const int money = m->me->money - price;
    if (m->rounds == 1)
        return last_prospect(b, s, money);
    return bot_economy(m, &s->fleet, money, m->me->house_count, AT_AUCTION, 0);
}

/* The same for one price only. */
static int prospect(buyer *b, unsigned plant, int price)
{
    stock s;
    foresee_stock(b, plant, &s);
    return prospect_of(b, &s, price);
}

/* ---------------------------------------------------------------------------------------- limit */

/* What a buyer can do instead of buying the plant in the auction: buy another one, wait for the
 * first plant of the future market, or do without. They are judged one after the other, as far as
 * needed. */
typedef struct alternatives {
    bool none;
    ek_plants plants; /* of the current market */
    unsigned later;   /* of the future market; 0: none */
    int best;         /* prospect of those judged */
} alternatives;

/* Whether the seat has nominated the plant in this round: then most of them have been judged. */
static bool has_nominated(const mind *m, unsigned plant)
{
    const nomination *n = m->survey ? &m->survey->nominated : NULL;
    return n && n->round == m->state->round && n->seat == m->seat && n->plant == plant;
}

static void list_alternatives(const buyer *b, unsigned plant, alternatives *a)
{
    const mind *m = b->m;
    const ek_plants future = ek_future_market(m->rules, m->state) & ~EK_STEP3_CARD;
    a->later = future && ek_may_own(m->rules, m->me, ek_smallest(future)) ? ek_smallest(future) : 0;
    if (has_nominated(m, plant)) {
        a->none = false;
        a->plants = 0;
        a->best = m->survey->nominated.elsewhere;
    } else {
        a->none = ek_why_no_plant(m->rules, m->state, m->seat) == EK_REASON_OK;
        a->plants = ek_buyable_plants(m->rules, m->state, m->seat) & ~ek_bit(plant);
        a->best = INT32_MIN;
    }
}

static void judge_plant(buyer *b, alternatives *a, unsigned plant, int wait_premium)
{
    const mind *m = b->m;
    const int price = (int)ek_minimum_bid(m->state, plant) + wait_premium +
                      m->p->premium * bot_rivals_in_phase(m);
    if (price <= m->me->money)
        a->best = max(a->best, prospect(b, plant, price));
}

/* Judges one more alternative; false if all of them have been judged. */
static bool judge_next(buyer *b, alternatives *a)
{
    if (a->none) {
        a->best = max(a->best, prospect(b, 0, 0));
        a->none = false;
    } else if (a->later) {
        judge_plant(b, a, a->later, b->m->p->wait_premium);
        a->later = 0;
    } else if (a->plants) {
        const unsigned plant = ek_largest(a->plants);
        a->plants &= ~ek_bit(plant);
        judge_plant(b, a, plant, 0);
    } else {
        return false;
    }
    return true;
}

static bool beats_all(buyer *b, alternatives *a, int prospect)
{
    while (prospect >= a->best)
        if (!judge_next(b, a))
            return true;
    return false;
}

/* The highest price up to high at which the plant is still the best prospect; not exact if it is
 * floor or lower. Prospects fall as prices rise, with few exceptions, and with none in the last
 * round: then the first price above the floor is tried first. Otherwise prices up to floor are
 * taken to be good, until a higher one is: most often none is, and few alternatives are judged. */
static int highest_price(buyer *b, unsigned plant, int floor, int high)
{
    stock s;
    alternatives a;
    int16_t skipped[BISECTIONS];
    unsigned skips = 0;
    int low = 1;
    int reached = 0;
    foresee_stock(b, plant, &s);
    list_alternatives(b, plant, &a);
    int middle = b->m->rounds == 1 ? floor + 1 : (low + high) / 2;
    for (; low <= high && high > floor; middle = (low + high) / 2) {
        const bool skip = middle <= floor;
        if (skip)
            skipped[skips++] = (int16_t)middle;
        if (skip || beats_all(b, &a, prospect_of(b, &s, middle))) {
            reached = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    if (reached > floor)
        while (skips > 0)
            if (!beats_all(b, &a, prospect_of(b, &s, skipped[--skips])))
                return 0;
    return reached;
}

/* Money that the seat does not bid. */
static int reserve(const mind *m)
{
    if (m->state->round == 1)
        return m->p->first_reserve;
    return fuel_bill(m, ek_run_of_all(m->me->plants)) / 2;
}

int bot_auction_limit_above(const mind *m, unsigned plant, int floor)
{
    buyer b;
    const int money = m->me->money - reserve(m);
    if (money <= floor || !ek_may_own(m->rules, m->me, plant))
        return 0;
    buyer_init(&b, m);
    /* A share of the worth above the floor means a worth above this one. */
    const int low = ((floor + 1) * WHOLE - 1) / m->p->bid_share;
    const int64_t worth = highest_price(&b, plant, low, money); /* a position may have any money */
    const int64_t limit = worth * m->p->bid_share / WHOLE;
    return limit < money ? (int)limit : money;
}

int bot_auction_limit(const mind *m, unsigned plant)
{
    return bot_auction_limit_above(m, plant, 0);
}

/* ----------------------------------------------------------------------------------- nominating */

/* Keeps the nomination of a plant, and the best prospect without it, for the auction to come. */
static void keep_nomination(const mind *m, unsigned plant, int elsewhere)
{
    if (m->survey && m->p->premium == 0)
        m->survey->nominated = (nomination){.round = m->state->round,
                                            .seat = (uint8_t)m->seat,
                                            .plant = (uint8_t)plant,
                                            .elsewhere = elsewhere};
}

ek_move bot_normal_nominate(const mind *m)
{
    buyer b;
    const bool must = ek_why_no_plant(m->rules, m->state, m->seat) != EK_REASON_OK;
    buyer_init(&b, m);
    const int without = prospect(&b, 0, 0);
    unsigned best = 0;
    int best_prospect = 0;
    int elsewhere = must ? INT32_MIN : without;
    for (ek_plants rest = ek_buyable_plants(m->rules, m->state, m->seat); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        const int p = prospect(&b, plant, (int)ek_minimum_bid(m->state, plant));
        if (best == 0 || p > best_prospect) {
            elsewhere = best ? max(elsewhere, best_prospect) : elsewhere;
            best = plant;
            best_prospect = p;
        } else {
            elsewhere = max(elsewhere, p);
        }
    }
    if (best == 0 || (best_prospect - without < m->p->buy_min_gain * 16 && !must))
        return pass_move();
    keep_nomination(m, best, elsewhere);
    return ek_move_of(EK_MOVE_NOMINATE, best, ek_minimum_bid(m->state, best));
}

/* ------------------------------------------------------------------------------------ scrapping */

/* The best result in the last round without the plant at this place in the order of numbers, if it
 * is above best. */
static int prospect_without(buyer *b, unsigned at, int best)
{
    const int money = b->m->me->money;
    for (unsigned set = b->sets; set-- > 0;) {
        const ek_run run = b->runs[set];
        if (set >> at & 1 || max_prospect(run, money) <= best)
            continue;
        const int bill = bill_of(b, set, run, &b->bills);
        const int cities = (int)ek_run_part(run, EK_RUN_CITIES);
        if (bill <= money)
            best = max(best, last_prospect_of(b->m, &b->route, cities, money - bill));
    }
    return best;
}

/* The plant that the seat can do without in the last round; worst if no other is better. */
static unsigned last_scrap(const mind *m, unsigned worst)
{
    const ek_plants plants = m->me->plants;
    buyer b;
    plan_last_round(&b, m);
    unsigned scrap = worst;
    int best = prospect_without(&b, ek_size(plants & (ek_bit(worst) - 1)), m->me->money);
    for (ek_plants rest = ek_scrappable_plants(m->state) & ~ek_bit(worst); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        const int p = prospect_without(&b, ek_size(plants & (ek_bit(plant) - 1)), best);
        if (p > best) {
            scrap = plant;
            best = p;
        }
    }
    return scrap;
}

ek_move bot_normal_scrap(const mind *m)
{
    const unsigned worst = bot_worst_plant(m, ek_scrappable_plants(m->state));
    return ek_move_of(EK_MOVE_SCRAP, m->rounds == 1 ? last_scrap(m, worst) : worst, 0);
}

/* Returns the fuel that is cheaper to replace. */
ek_move bot_normal_return(const mind *m)
{
    const ek_surplus over = ek_surplus_of(m->me);
    const unsigned coal = m->price[EK_COAL] <= m->price[EK_OIL] ? over.max_coal : over.min_coal;
    return ek_move_of(EK_MOVE_RETURN, coal, over.tokens - coal);
}
