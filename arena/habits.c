#include "habits.h"

#include <math.h>

/* ------------------------------------------------------------------------------------- auctions */

/* Plants of the current market that do nearly what this one does, for much less than its price. */
static ek_plants cheaper_plants(const ek_rules *rules, const ek_state *state, unsigned plant,
                                int price)
{
    const ek_plant *sold = &ek_tables.plant[plant];
    ek_plants found = 0;
    for (ek_plants left = ek_current_market(rules, state); left;) {
        const unsigned other = ek_take_smallest(&left);
        const ek_plant *o = &ek_tables.plant[other];
        if (other != plant && o->cities + 1 >= sold->cities && o->need <= sold->need &&
            (int)other + AR_PLANT_DEAR <= price)
            found |= ek_bit(other);
    }
    return found;
}

static void see_purchase(ar_watch *w, const ar_position *p, const ek_event *e)
{
    int32_t *count = w->count[e->seat];
    const bool burns = ek_tables.plant[e->a].need > 0;
    w->sold |= ek_bit(e->a);
    w->plant[e->seat] = e->a;
    w->as_good[e->seat] = cheaper_plants(&p->rules, &w->before, e->a, e->n);
    count[AR_HABIT_FUELLED] += burns;
    count[AR_HABIT_WAITED_BOUGHT] += ek_has(w->awaited[e->seat], e->a);
    if (p->state.round == 1) {
        count[AR_HABIT_ROUND1]++;
        count[AR_HABIT_ROUND1_PRICE] += e->n;
        count[AR_HABIT_ROUND1_NUMBER] += e->a;
        count[AR_HABIT_ROUND1_DOUBLE] += e->n >= 2 * e->a;
        count[e->n >= AR_ROUND1_DEAR ? AR_HABIT_ROUND1_DEAR : AR_HABIT_ROUND1_CHEAP]++;
    }
    if (w->nominator != e->seat) {
        w->count[w->nominator][AR_HABIT_SOLD_ON]++;
        w->count[w->nominator][AR_HABIT_SOLD_ON_OVER] += e->n - e->a;
    }
}

static unsigned most_cities(ek_plants plants)
{
    unsigned most = 0;
    while (plants) {
        const unsigned cities = ek_tables.plant[ek_take_smallest(&plants)].cities;
        most = cities > most ? cities : most;
    }
    return most;
}

static void see_pass(ar_watch *w, const ar_position *p, unsigned seat)
{
    const ek_plants future = ek_future_market(&p->rules, &w->before) & ~EK_STEP3_CARD;
    if (!ek_buyable_plants(&p->rules, &w->before, seat))
        return;
    w->count[seat][AR_HABIT_PASSED]++;
    if (most_cities(future) <= most_cities(ek_current_market(&p->rules, &w->before)))
        return;
    w->count[seat][AR_HABIT_WAITED]++;
    w->waited[seat] = future;
}

static void see_end_of_auctions(ar_watch *w, const ar_position *p)
{
    const unsigned at = p->state.round < AR_ROUNDS_HELD ? p->state.round : AR_ROUNDS_HELD - 1;
    for (unsigned seat = 0; seat < p->rules.config.players; seat++) {
        w->bought[seat][at] = w->plant[seat] != 0;
        w->dear[seat][at] = w->plant[seat] && (w->as_good[seat] & ~w->sold);
    }
}

/* ----------------------------------------------------------------------------- fuel and powering
 */

/* Runs a plant with fuel, and takes it away; false if there is too little. */
static bool burn(unsigned plant, uint8_t fuel[EK_FUELS])
{
    const ek_needs needs = ek_needs_of(ek_bit(plant), 1);
    if (needs.hybrid > fuel[EK_COAL] + fuel[EK_OIL])
        return false;
    for (unsigned f = 0; f < EK_FUELS; f++)
        if (needs.fuel[f] > fuel[f])
            return false;
    for (unsigned f = 0; f < EK_FUELS; f++)
        fuel[f] = (uint8_t)(fuel[f] - needs.fuel[f]);
    const unsigned coal = needs.hybrid < fuel[EK_COAL] ? needs.hybrid : fuel[EK_COAL];
    fuel[EK_COAL] = (uint8_t)(fuel[EK_COAL] - coal);
    fuel[EK_OIL] = (uint8_t)(fuel[EK_OIL] - (needs.hybrid - coal));
    return true;
}

/* At the first decision of a seat that buys fuel, after it has bought a plant. */
static void see_buyer(ar_watch *w, const ar_position *p)
{
    const unsigned seat = ek_to_move(&p->state);
    if (ek_phase(&p->state) != EK_PHASE_RESOURCES || seat >= EK_SEATS || !w->plant[seat])
        return;
    uint8_t fuel[EK_FUELS];
    for (unsigned f = 0; f < EK_FUELS; f++)
        fuel[f] = (uint8_t)(p->state.fuel[f] + p->state.owner[seat].fuel[f]);
    w->count[seat][AR_HABIT_FUEL_GONE] += !burn(w->plant[seat], fuel);
    w->plant[seat] = 0;
}

static void see_powered(ar_watch *w, const ar_position *p, const ek_event *e)
{
    ek_owner owner = p->state.owner[e->seat];
    int unrun = 0;
    for (ek_plants left = owner.plants & ~w->run[e->seat]; left;) {
        const unsigned plant = ek_take_smallest(&left);
        unrun += ek_tables.plant[plant].need > 0 && burn(plant, owner.fuel);
    }
    w->count[e->seat][AR_HABIT_UNRUN] += unrun;
    if (e->a < owner.house_count)
        w->count[e->seat][AR_HABIT_UNRUN_DARK] += unrun;
    w->run[e->seat] = 0;
}

/* --------------------------------------------------------------------------- rounds and building
 */

static void see_round(ar_watch *w)
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        w->awaited[seat] = w->waited[seat];
        w->waited[seat] = w->as_good[seat] = 0;
        w->plant[seat] = w->dear_cities[seat] = w->built[seat] = 0;
    }
    w->sold = 0;
}

static void see_place(ar_watch *w, const ar_position *p, const ek_event *e)
{
    int32_t *count = w->count[e->seat];
    unsigned most = 0;
    if (p->state.round < 2)
        return;
    for (unsigned seat = 0; seat < p->rules.config.players; seat++)
        most = p->state.owner[seat].house_count > most ? p->state.owner[seat].house_count : most;
    count[AR_HABIT_ROUNDS]++;
    count[AR_HABIT_PLACES] += e->a + 1;
    count[AR_HABIT_FIRST] += e->a == 0;
    count[AR_HABIT_ONE_BEHIND] += p->state.owner[e->seat].house_count + 1u == most;
}

static void see_step(ar_watch *w, const ar_position *p, unsigned step)
{
    for (unsigned seat = 0; seat < p->rules.config.players; seat++) {
        if (step == 2)
            w->count[seat][AR_HABIT_CITY_DEAR] += w->dear_cities[seat];
        if (step == 3) {
            w->count[seat][AR_HABIT_SAVED] = 1;
            w->count[seat][AR_HABIT_SAVED_MONEY] = w->kept[seat];
        }
    }
}

static void see_city(ar_watch *w, const ek_event *e)
{
    w->built[e->seat]++;
    w->dear_cities[e->seat] = (uint8_t)(w->dear_cities[e->seat] + (e->n >= AR_CITY_DEAR));
}

static void see_event(ar_watch *w, const ar_position *p, const ek_event *e)
{
    switch (e->type) {
    case EK_EVENT_ROUND_BEGINS:
        see_round(w);
        break;
    case EK_EVENT_ORDER:
        see_place(w, p, e);
        break;
    case EK_EVENT_NOMINATED:
        w->nominator = e->seat;
        w->count[e->seat][AR_HABIT_NOMINATED]++;
        break;
    case EK_EVENT_PASSED:
        see_pass(w, p, e->seat);
        break;
    case EK_EVENT_PLANT_BOUGHT:
        see_purchase(w, p, e);
        break;
    case EK_EVENT_PHASE_BEGINS:
        if (e->a == EK_PHASE_RESOURCES)
            see_end_of_auctions(w, p);
        break;
    case EK_EVENT_CONNECTED:
        see_city(w, e);
        break;
    case EK_EVENT_TURN_ENDED:
        if (e->a == EK_PHASE_BUILDING)
            w->kept[e->seat] = p->state.owner[e->seat].money;
        break;
    case EK_EVENT_STEP_BEGINS:
        see_step(w, p, e->a);
        break;
    case EK_EVENT_PLANT_RUN:
        w->run[e->seat] |= ek_bit(e->a);
        break;
    case EK_EVENT_POWERED:
        see_powered(w, p, e);
        break;
    default:
        break;
    }
}

void ar_watch_see(ar_watch *w, const ar_position *p)
{
    for (unsigned i = 0; i < p->events.count; i++)
        see_event(w, p, &p->events.list[i]);
    see_buyer(w, p);
    w->before = p->state;
}

/* -------------------------------------------------------------------------------------- the end */

static void see_end(int32_t count[AR_HABITS], const ar_watch *w, const ar_game *game, unsigned seat)
{
    const ar_seat *result = &game->seat[seat];
    const int capacity = (int)ek_capacity(&w->before, seat);
    const bool dark = result->powered < result->cities;
    count[AR_HABIT_SEATS] = 1;
    count[AR_HABIT_CITIES] = result->cities;
    count[AR_HABIT_POWERED] = result->powered;
    count[AR_HABIT_CAPACITY] = capacity;
    count[AR_HABIT_MONEY] = result->money;
    count[AR_HABIT_DARK_RICH] = dark && result->money >= AR_RICH;
    count[!dark                         ? AR_HABIT_BY_CITIES
          : result->powered == capacity ? AR_HABIT_BY_CAPACITY
                                        : AR_HABIT_BY_FUEL] = 1;
    count[AR_HABIT_BUILT_LAST] = w->built[seat];
    for (int round = game->step3_round - 1; game->step3_round && round <= game->step3_round + 1;
         round++) {
        const int at = round < AR_ROUNDS_HELD ? round : AR_ROUNDS_HELD - 1;
        count[AR_HABIT_STEP3] += w->bought[seat][at];
        count[AR_HABIT_STEP3_DEAR] += w->dear[seat][at];
    }
}

void ar_habits_add(ar_habits *habits, const ar_watch *watch, const ar_game *game, unsigned players)
{
    for (unsigned seat = 0; seat < players; seat++) {
        int32_t count[AR_HABITS];
        int64_t *sum = habits->sum[game->seat[seat].entrant][game->seat[seat].rank == 1];
        for (unsigned i = 0; i < AR_HABITS; i++)
            count[i] = watch->count[seat][i];
        see_end(count, watch, game, seat);
        for (unsigned i = 0; i < AR_HABITS; i++)
            sum[i] += count[i];
    }
}

/* -------------------------------------------------------------------------------------- figures */

enum { LOST = 1, WON = 2, ALL = 3 };

#define SHARE(key, text, sum, of, who)                           \
    {                                                            \
        key, text, AR_HABIT_##sum, AR_HABIT_##of, who, who, true \
    }
#define MEAN(key, text, sum, of, who)                             \
    {                                                             \
        key, text, AR_HABIT_##sum, AR_HABIT_##of, who, who, false \
    }
#define WINS(key, text, of)                                     \
    {                                                           \
        key, text, AR_HABIT_##of, AR_HABIT_##of, WON, ALL, true \
    }

const ar_figure ar_figures[] = {
    MEAN("lost_cities", "losers: cities", CITIES, SEATS, LOST),
    MEAN("lost_powered", "losers: powered", POWERED, SEATS, LOST),
    MEAN("lost_capacity", "losers: capacity", CAPACITY, SEATS, LOST),
    MEAN("lost_money", "losers: money", MONEY, SEATS, LOST),
    SHARE("lost_dark_rich", "losers: dark city, 80 or more left", DARK_RICH, SEATS, LOST),
    SHARE("lost_by_cities", "losers: limited by cities", BY_CITIES, SEATS, LOST),
    SHARE("lost_by_capacity", "losers: limited by plants", BY_CAPACITY, SEATS, LOST),
    SHARE("lost_by_fuel", "losers: limited by fuel", BY_FUEL, SEATS, LOST),
    SHARE("fuel_gone", "plants bought whose fuel was gone", FUEL_GONE, FUELLED, ALL),
    MEAN("round1_price", "round 1: price of a plant", ROUND1_PRICE, ROUND1, ALL),
    MEAN("round1_number", "round 1: its number", ROUND1_NUMBER, ROUND1, ALL),
    SHARE("round1_double", "round 1: double its number or more", ROUND1_DOUBLE, ROUND1, ALL),
    SHARE("round1_dear", "round 1: for 12 or more", ROUND1_DEAR, ROUND1, ALL),
    WINS("round1_dear_wins", "round 1: wins of these", ROUND1_DEAR),
    WINS("round1_cheap_wins", "round 1: wins of the others", ROUND1_CHEAP),
    MEAN("unrun", "fuelled plants unrun, a seat", UNRUN, SEATS, ALL),
    MEAN("unrun_dark", "  of these, while a city was dark", UNRUN_DARK, SEATS, ALL),
    MEAN("city_dear", "cities for 45 up before Step 2, a seat", CITY_DEAR, SEATS, ALL),
    SHARE("step3_dear", "dear plants around Step 3", STEP3_DEAR, STEP3, ALL),
    SHARE("sold_on_won", "nominated, sold to another: winners", SOLD_ON, NOMINATED, WON),
    SHARE("sold_on_lost", "nominated, sold to another: losers", SOLD_ON, NOMINATED, LOST),
    MEAN("sold_on_over", "  its price above the number", SOLD_ON_OVER, SOLD_ON, ALL),
    MEAN("place_won", "place in order: winners", PLACES, ROUNDS, WON),
    MEAN("place_lost", "place in order: losers", PLACES, ROUNDS, LOST),
    SHARE("first_won", "first in order: winners", FIRST, ROUNDS, WON),
    SHARE("first_lost", "first in order: losers", FIRST, ROUNDS, LOST),
    SHARE("behind_won", "one city behind: winners", ONE_BEHIND, ROUNDS, WON),
    SHARE("behind_lost", "one city behind: losers", ONE_BEHIND, ROUNDS, LOST),
    MEAN("built_last_won", "cities built in the last round: winners", BUILT_LAST, SEATS, WON),
    MEAN("built_last_lost", "cities built in the last round: losers", BUILT_LAST, SEATS, LOST),
    MEAN("saved_won", "money kept before Step 3: winners", SAVED_MONEY, SAVED, WON),
    MEAN("saved_lost", "money kept before Step 3: losers", SAVED_MONEY, SAVED, LOST),
    MEAN("passed_won", "passed with money for a plant: winners", PASSED, SEATS, WON),
    MEAN("passed_lost", "passed with money for a plant: losers", PASSED, SEATS, LOST),
    SHARE("waited", "  of these, future market had a better one", WAITED, PASSED, ALL),
    SHARE("waited_bought", "  of these, bought one of that a round later", WAITED_BOUGHT, WAITED,
          ALL)};
const unsigned ar_figure_count = sizeof ar_figures / sizeof *ar_figures;

static double add_up(const ar_habits *habits, const ar_tally *tally, unsigned line, unsigned habit,
                     unsigned who)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < tally->match->entrants; i++)
        for (unsigned won = 0; won < 2; won++)
            if (tally->line_of[i] == line && who >> won & 1)
                sum += habits->sum[i][won][habit];
    return (double)sum;
}

double ar_figure_of(const ar_habits *habits, const ar_tally *tally, unsigned line,
                    const ar_figure *figure, double *half)
{
    const double sum = add_up(habits, tally, line, figure->sum, figure->sum_who);
    const double of = add_up(habits, tally, line, figure->of, figure->of_who);
    const double value = of > 0 ? sum / of : NAN;
    *half = figure->percent && of > 0 ? 1.96 * sqrt(value * (1 - value) / of) : 0;
    return value;
}
