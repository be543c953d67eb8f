/* Wastes of buying fuel, of building and of powering. */
#include "waste.h"

#include "turn_end.h"

const char *const bot_waste_words[BOT_WASTES] = {
#define ROW(name, word) word,
    BOT_WASTE_WORDS(ROW)
#undef ROW
};

const bot_why_field bot_waste_fields[BOT_WASTES][BOT_REASON_VALUES] = {
#define ROW(waste, at, name, type) [BOT_WASTE_##waste][at] = {name, EK_FIELD_##type},
    BOT_WASTE_FIELDS(ROW)
#undef ROW
};

enum { GAIN_MIN = 3 }; /* Elektro; for less no player is asked */

static int income_of(int cities)
{
    return (int)ek_income((unsigned)cities);
}

/* ----------------------------------------------------------------------------------------- fuel */

/* The plants that run on the fuel held so that they supply the most cities, as a set of
 * ek_sum_runs. */
static unsigned fuelled_set(const mind *m)
{
    const fuel_left none = {.stored = 0};
    ek_run sums[EK_PLANT_SETS];
    unsigned best = 0, cities = 0;
    for (unsigned set = ek_sum_runs(m->me->plants, sums); set-- > 0;) {
        const unsigned supplied = ek_run_part(sums[set], EK_RUN_CITIES);
        if (supplied > cities && bot_fuel_bill(m, &none, sums[set]) == 0) {
            best = set;
            cities = supplied;
        }
    }
    return best;
}

/* The largest plant of a set that has no fuel yet; 0: none. */
static unsigned idle_plant(const mind *m, unsigned set)
{
    const unsigned idle = set & ~fuelled_set(m);
    for (unsigned i = ek_size(m->me->plants); i-- > 0;)
        if (idle >> i & 1)
            return ek_nth(m->me->plants, i);
    return 0;
}

/* The fuel on the market now. */
static fuel_left fuel_for_sale(const mind *m)
{
    fuel_left sale = {.stored = 0};
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        sale.tokens[fuel] = m->state->fuel[fuel];
    sale.stored = m->rules->variant->coal_storage_price ? (int)ek_supply(m->state, EK_COAL) : 0;
    return sale;
}

/* The plants whose run earns the most in this round when its missing fuel is bought for at most so
 * much money, as a set of ek_sum_runs. */
static unsigned best_set(const mind *m, int owned, int money, ek_run *run)
{
    const fuel_left sale = fuel_for_sale(m);
    const bool last = bot_mind_is_sure(m);
    ek_run sums[EK_PLANT_SETS];
    unsigned best = 0;
    int best_score = INT32_MIN;
    for (unsigned set = ek_sum_runs(m->me->plants, sums); set-- > 0;) {
        const int bill = bot_fuel_bill(m, &sale, sums[set]);
        const int cities = min(owned, (int)ek_run_part(sums[set], EK_RUN_CITIES));
        const int score = (last ? cities * 1000 : income_of(cities)) - bill;
        if (bill != BOT_GONE && bill <= money && score > best_score) {
            best_score = score;
            best = set;
        }
    }
    *run = sums[best];
    return best;
}

/* Writes purchases of what a run lacks, and the end of the turn. Returns the price; -1 if they are
 * not legal. */
static int plan_purchases(const turn_end *e, ek_run run, bot_waste *w)
{
    const mind *m = &e->m;
    ek_state after = e->state;
    int lacking[EK_FUELS];
    bot_find_lacking(e->rules, e->state.fuel, m->me, run, lacking);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        if (lacking[fuel] == 0)
            continue;
        const ek_move buy = ek_move_of(EK_MOVE_BUY, fuel, (unsigned)lacking[fuel]);
        if (ek_apply(e->rules, &after, buy, NULL) != EK_REASON_OK)
            return -1;
        w->plan[w->count++] = buy;
    }
    w->plan[w->count++] = done_move();
    return m->me->money - after.owner[e->seat].money;
}

/* The turn ends without fuel for the cities owned that would earn more than it costs in this round.
 * A seat that begins its network keeps the price of a city. */
static bool waste_of_fuel(const turn_end *e, bot_waste *w)
{
    const mind *m = &e->m;
    const bool begins = m->me->house_count == 0;
    const int owned = begins ? 1 : m->me->house_count;
    const int kept = begins ? ek_tables.place_cost[0] : 0;
    ek_run run;
    const unsigned set = best_set(m, owned, m->me->money - kept, &run);
    const int cities = min(owned, (int)ek_run_part(run, EK_RUN_CITIES));
    const int instead = min(owned, (int)ek_fuelled(&e->state, e->seat));
    const int price = cities > instead ? plan_purchases(e, run, w) : -1;
    const int income = income_of(cities) - income_of(instead);
    if (price <= 0 || price > m->me->money - kept)
        return false;
    w->word = bot_mind_is_sure(m) ? BOT_WASTE_PLANT_DARK : BOT_WASTE_PLANT_IDLE;
    w->value[0] = (int32_t)idle_plant(m, set);
    w->value[1] = price;
    w->value[2] = cities;
    w->value[3] = instead;
    w->value[4] = w->word == BOT_WASTE_PLANT_IDLE ? income : 0;
    return w->word == BOT_WASTE_PLANT_DARK || income >= price + GAIN_MIN;
}

/* --------------------------------------------------------------------------------------- cities */

/* Whether good players seldom end a turn without these cities. They do without a single city to
 * stay behind in the order, but not without the first one, nor in the last round, nor if it pays at
 * once. */
static bool is_missed(const turn_end *e, int cities, int price)
{
    const int owned = e->m.me->house_count;
    return cities > 1 || owned == 0 || ek_end_reached(e->rules, &e->state) ||
           price <= income_of(owned + 1) - income_of(owned);
}

/* Nothing was built though fuel and money are there for more cities. */
static bool waste_of_cities(const turn_end *e, bot_waste *w)
{
    const ek_owner *me = e->m.me;
    const int fuelled = (int)ek_fuelled(&e->state, e->seat);
    const int before_end =
        ek_end_reached(e->rules, &e->state) ? EK_HOUSES : e->m.end - 1 - me->house_count;
    ek_route route;
    if (e->made > 0)
        return false;
    w->count = bot_normal_build(&e->m, w->plan);
    const int cities = min((int)w->count - 1, min(fuelled - me->house_count, before_end));
    const unsigned city = ek_move_a(w->plan[0]);
    if (cities <= 0 || ek_connection(e->rules, &e->state, e->seat, city, &route) != EK_REASON_OK)
        return false;
    w->plan[cities] = done_move();
    w->count = (uint32_t)cities + 1;
    w->word = BOT_WASTE_NO_CITY;
    w->value[0] = fuelled;
    w->value[1] = me->house_count;
    w->value[2] = (int32_t)city;
    w->value[3] = route.total;
    w->value[4] = me->money;
    return is_missed(e, cities, route.total);
}

/* ------------------------------------------------------------------------------------- the end */

/* A seat that is surely ahead of this one if the game ends with this round; EK_NOBODY: none is
 * known. Fuel has been bought, so a seat that builds later can only improve its result. */
static unsigned seat_ahead(const turn_end *e)
{
    ek_rank ranking[EK_SEATS];
    int32_t own = 0;
    ek_ranking(e->rules, &e->state, ranking);
    for (unsigned i = 0; i < e->m.players; i++)
        if (ranking[i].seat == e->seat)
            own = (int32_t)i;
    for (unsigned i = 0; (int32_t)i < own; i++) {
        const bool known = !(e->hidden >> ranking[i].seat & 1);
        if (ranking[i].powered > ranking[own].powered ||
            (known && ek_compare_ranks(&ranking[i], &ranking[own]) > 0))
            return ranking[i].seat;
    }
    return EK_NOBODY;
}

/* The cities of this turn end the game, and this seat does not win. */
static bool waste_of_end(const turn_end *e, bot_waste *w)
{
    const ek_state *s = &e->state;
    const unsigned end = (unsigned)e->m.end;
    const unsigned owned = e->m.me->house_count;
    if (owned < end || owned + 1 - end > e->made)
        return false;
    for (unsigned seat = 0; seat < e->m.players; seat++)
        if (seat != e->seat && s->owner[seat].house_count >= end)
            return false;
    const unsigned ahead = seat_ahead(e);
    if (ahead == EK_NOBODY)
        return false;
    w->word = BOT_WASTE_END_LOST;
    w->value[0] = (int32_t)ahead;
    w->value[1] = (int32_t)min((int)ek_fuelled(s, ahead), s->owner[ahead].house_count);
    w->value[2] = (int32_t)min((int)ek_fuelled(s, e->seat), (int)owned);
    w->kept = e->made - (owned + 1 - end);
    w->plan[0] = done_move();
    w->count = 1;
    return true;
}

/* ------------------------------------------------------------------------------------- powering */

/* The price on the market of the fuel that one way of powering burns more than another; an expected
 * price where too little is left. */
static int burns_more(const turn_end *e, const ek_powering *more, const ek_powering *less)
{
    int sum = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int tokens = more->burnt[fuel] - less->burnt[fuel];
        const int price = tokens > 0 ? ek_price(e->rules, &e->state, e->seat, (enum ek_fuel)fuel,
                                                (unsigned)tokens)
                                     : -1;
        sum += price >= 0 ? price : tokens * e->m.price[fuel] / PRICE_UNIT;
    }
    return max(0, sum);
}

/* Fewer cities are supplied, and the money for the others is worth more than their fuel. */
static bool waste_of_power(const turn_end *e, bot_waste *w)
{
    const ek_move best = bot_normal_power(&e->m);
    const ek_powering less = ek_power_result(&e->state, e->seat, e->last);
    const ek_powering more = ek_power_result(&e->state, e->seat, best);
    const int income = income_of(more.supplied) - income_of(less.supplied);
    const int fuel = burns_more(e, &more, &less);
    if (more.supplied <= less.supplied || income < fuel + GAIN_MIN)
        return false;
    w->word = BOT_WASTE_LESS_POWER;
    w->value[0] = more.supplied;
    w->value[1] = less.supplied;
    w->value[2] = income;
    w->value[3] = fuel;
    w->plan[0] = best;
    w->count = 1;
    return true;
}

/* ------------------------------------------------------------------------------------ any turn */

/* Fills in money that the view hides. In an auction the seat's own is as good a guess as any. Later
 * a guess must not make this round the last one: these seats count as poor. */
static void guess_money(turn_end *e)
{
    const bool auction = ek_phase(&e->state) == EK_PHASE_AUCTION;
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (e->hidden >> seat & 1)
            e->state.owner[seat].money = auction ? e->state.owner[e->seat].money : 0;
}

/* Plays the turn up to its last move; false if it is not legal. */
static bool play_turn(turn_end *e, const ek_state *view, const ek_move *turn, unsigned count)
{
    e->state = *view;
    e->hidden = view->hidden;
    e->state.hidden = 0;
    e->seat = ek_to_move(view);
    if (e->seat >= e->rules->config.players || count == 0)
        return false;
    guess_money(e);
    e->made = count - 1;
    e->last = turn[count - 1];
    for (unsigned i = 0; i < e->made; i++)
        if (ek_to_move(&e->state) != e->seat ||
            ek_apply(e->rules, &e->state, turn[i], NULL) != EK_REASON_OK)
            return false;
    return ek_why(e->rules, &e->state, e->seat, e->last) == EK_REASON_OK;
}

static bool find(const turn_end *e, bot_waste *w)
{
    switch (ek_move_type(e->last)) {
    case EK_MOVE_PASS:
        return bot_waste_of_pass(e, w);
    case EK_MOVE_NOMINATE:
    case EK_MOVE_BID:
        return bot_waste_of_bid(e, w);
    case EK_MOVE_DONE:
        if (e->m.pending == EK_DECISION_BUY)
            return waste_of_fuel(e, w);
        return waste_of_end(e, w) || waste_of_cities(e, w);
    case EK_MOVE_POWER:
        return waste_of_power(e, w);
    default:
        return false;
    }
}

bool bot_find_waste(const ek_rules *rules, const ek_state *view, const ek_move *turn,
                    unsigned count, bot_waste *waste)
{
    turn_end e = {.rules = rules};
    if (!play_turn(&e, view, turn, count))
        return false;
    bot_mind_init(&e.m, rules, &e.state, &bot_defaults, e.seat);
    *waste = (bot_waste){.kept = e.made};
    return find(&e, waste);
}
