/* The inputs of a judge. They are computed at every leaf of a search, so speed counts. */
#include "feature.h"

#include "mind.h"
#include "outlook.h"

enum { MISSING_CITY = 60 /* counted for a city if there is none where the seat can build */ };

/* What the inputs of all seats are computed from. */
typedef struct table {
    const ek_rules *rules;
    const ek_state *state;
    int end;             /* cities that end the game */
    int price[EK_FUELS]; /* of the next token */
    int step2;           /* cities that bring Step 2 */
    city_map map;
} table;

static int16_t bounded(int n)
{
    return (int16_t)clamp(n, -BOT_INPUT_MAX, BOT_INPUT_MAX);
}

/* -------------------------------------------------------------------------------------- cities */

static int cost_of(const outlook *o, int cities)
{
    const int found = min(cities, o->count);
    return o->sum[found] + (cities - found) * MISSING_CITY;
}

static int affordable(const outlook *o, int money)
{
    int count = 0;
    while (count < o->count && o->sum[count + 1] <= money)
        count++;
    return count;
}

static void describe_cities(table *t, const ek_owner *owner, bot_seat_features *f)
{
    static const uint8_t steps[] = {1, 2, 3, 5, 7};
    const int to_end = max(0, t->end - owner->house_count);
    const int capacity = f->of.capacity[0];
    outlook o;
    bot_look_ahead(&t->map, owner, &o);
    for (unsigned i = 0; i < sizeof steps; i++)
        f->of.next_cost[i] = bounded(cost_of(&o, steps[i]));
    const int now = affordable(&o, owner->money);
    f->of.sites[0] = (int16_t)o.sites;
    f->of.near_sites[0] = (int16_t)o.near;
    f->of.affordable[0] = (int16_t)now;
    f->of.affordable_fuelled[0] = (int16_t)affordable(&o, owner->money - f->of.bill[0]);
    f->of.to_step2[0] = (int16_t)max(0, t->step2 - owner->house_count);
    f->of.to_end[0] = (int16_t)to_end;
    f->of.capacity_to_end[0] = (int16_t)max(0, t->end - capacity);
    f->of.can_end[0] = now >= to_end;
    f->of.end_cost[0] = bounded(cost_of(&o, to_end));
    f->of.end_money[0] = bounded(owner->money - f->of.bill[0] - cost_of(&o, to_end));
    f->of.end_supply[0] = (int16_t)min(capacity, owner->house_count + now);
    f->of.ready_if_built[0] = (int16_t)min(f->of.fuelled[0], owner->house_count + now);
}

/* ---------------------------------------------------------------------------------------- fuel */

/* Takes tokens off the market for a seat, as far as there are any, and adds them to its bill. */
static void buy(const ek_rules *rules, ek_state *market, unsigned seat, unsigned fuel,
                unsigned count, bot_seat_features *f)
{
    const unsigned sold = (unsigned)min((int)count, market->fuel[fuel]);
    if (count == 0)
        return;
    f->of.bill[0] =
        bounded(f->of.bill[0] + ek_price(rules, market, seat, (enum ek_fuel)fuel, sold));
    f->of.missing_fuel[0] = (int16_t)(f->of.missing_fuel[0] + (int)(count - sold));
    market->fuel[fuel] = (uint8_t)(market->fuel[fuel] - sold);
}

/* A seat buys what it lacks for one run of all its plants. */
static void buy_missing(const ek_rules *rules, ek_state *market, unsigned seat,
                        bot_seat_features *f)
{
    const ek_owner *owner = &market->owner[seat];
    int lacking[EK_FUELS];
    bot_find_lacking(rules, market->fuel, owner, ek_run_of_all(owner->plants), lacking);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        buy(rules, market, seat, fuel, (unsigned)lacking[fuel], f);
}

/* Fuel is bought in the reverse of the player order (3.4). */
static void describe_purchases(const table *t, bot_features_t *out)
{
    ek_state market = *t->state;
    for (unsigned i = t->rules->config.players; i-- > 0;) {
        const unsigned seat = market.order[i];
        buy_missing(t->rules, &market, seat, &out->seat[seat]);
    }
}

/* -------------------------------------------------------------------------------------- plants */

/* The cost of fuel for a run of one plant at the next token's price. */
static int run_cost(const table *t, const ek_plant *plant)
{
    if (plant->kind < EK_FUELS)
        return plant->need * t->price[plant->kind];
    if (plant->kind == EK_KIND_HYBRID)
        return plant->need * min(t->price[EK_COAL], t->price[EK_OIL]);
    return 0;
}

static void describe_plants(const table *t, const ek_owner *owner, bot_seat_features *f)
{
    int count = 0, capacity = 0, worst = 0, cost = 0;
    for (ek_plants rest = owner->plants; rest;) {
        const unsigned number = ek_take_smallest(&rest);
        const ek_plant *plant = plant_of(number);
        int16_t *cities = &f->of.kind_cities[plant->kind], *need = &f->of.kind_need[plant->kind];
        *cities = (int16_t)(*cities + plant->cities);
        *need = (int16_t)(*need + (plant->need ? plant->need : 1));
        worst = count == 0 ? plant->cities : min(worst, plant->cities);
        count++;
        capacity += plant->cities;
        cost += run_cost(t, plant);
        f->of.largest_number[0] = (int16_t)number;
        f->of.largest_cities[0] = plant->cities;
    }
    f->of.plants[0] = (int16_t)count;
    f->of.free_slots[0] = (int16_t)max(0, t->rules->limit.max_plants - count);
    f->of.capacity[0] = (int16_t)capacity;
    f->of.worst_cities[0] = (int16_t)worst;
    f->of.run_cost[0] = bounded(cost);
}

/* The capacity that the best plant which the seat can pay now adds to its own. */
static int upgrade(const table *t, unsigned seat, const bot_seat_features *f)
{
    int best = 0;
    for (ek_plants rest = ek_buyable_plants(t->rules, t->state, seat); rest;)
        best = max(best, plant_of(ek_take_smallest(&rest))->cities);
    return max(0, f->of.free_slots[0] ? best : best - f->of.worst_cities[0]);
}

static void describe_market(const table *t, ek_plants plants, unsigned slots, int16_t *number,
                            int16_t *cities, int16_t *cost)
{
    plants &= ~EK_STEP3_CARD;
    for (unsigned i = 0; i < slots && plants; i++) {
        const unsigned n = ek_largest(plants);
        plants &= ~ek_bit(n);
        number[i] = (int16_t)n;
        cities[i] = plant_of(n)->cities;
        cost[i] = bounded(run_cost(t, plant_of(n)));
    }
}

/* --------------------------------------------------------------------------------------- seats */

static void describe_seat(const table *t, unsigned seat, bot_seat_features *f)
{
    const ek_owner *owner = &t->state->owner[seat];
    const ek_variant *variant = t->rules->variant;
    f->of.money[0] = bounded(owner->money);
    f->of.houses[0] = owner->house_count;
    f->of.supplied[0] = owner->supplied;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        f->of.fuel[fuel] = owner->fuel[fuel];
    describe_plants(t, owner, f);
    f->of.fuelled[0] = (int16_t)ek_fuelled(t->state, seat);
    f->of.ready[0] = (int16_t)min(f->of.fuelled[0], (int)owner->house_count);
    f->of.ready_income[0] = (int16_t)ek_income((unsigned)f->of.ready[0]);
    f->of.income[0] = (int16_t)ek_income((unsigned)min(f->of.capacity[0], (int)owner->house_count));
    f->of.upgrade[0] = (int16_t)upgrade(t, seat, f);
    f->of.may_nuclear[0] =
        variant->nuclear_cities == 0 || (owner->cities & variant->nuclear_cities) != 0;
}

static void describe_order(const table *t, bot_features_t *out)
{
    const unsigned players = t->rules->config.players;
    for (unsigned i = 0; i < players; i++) {
        bot_seat_features *f = &out->seat[t->state->order[i]];
        f->of.place[0] = (int16_t)i;
        f->of.is_first[0] = i == 0;
        f->of.is_last[0] = i + 1 == players;
    }
}

/* --------------------------------------------------------------------------------- shared ones */

static void describe_rules(const ek_rules *rules, bot_shared_features *f)
{
    f->of.players[0] = rules->config.players;
    f->of.players_are[rules->config.players - 2] = 1;
    f->of.trust[0] = rules->trust;
    f->of.step2_cities[0] = (int16_t)ek_step2_cities(rules);
    f->of.max_plants[0] = rules->limit.max_plants;
    f->of.house_limit[0] = (int16_t)ek_house_limit(rules);
    f->of.first_game[0] = (rules->config.options & EK_FIRST_GAME) != 0;
    f->of.starting_cities[0] = (rules->config.options & EK_STARTING_CITIES) != 0;
    f->of.ecological_fifth[0] = rules->variant->ecological_fifth;
    f->of.zone_cities[0] = (int16_t)ek_size(rules->zone_cities);
}

static void describe_fuel(const table *t, bot_shared_features *f)
{
    ek_plants all = 0;
    for (unsigned i = 0; i < EK_OWNERS; i++)
        all |= t->state->owner[i].plants;
    const ek_needs needs = ek_needs_of(all, 1);
    uint8_t refill[EK_FUELS];
    ek_refills(t->rules, t->state, refill);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        f->of.stock[fuel] = t->state->fuel[fuel];
        f->of.refill[fuel] = refill[fuel];
        f->of.price[fuel] = (int16_t)t->price[fuel];
        f->of.demand[fuel] = needs.fuel[fuel];
    }
    f->of.hybrid_demand[0] = needs.hybrid;
}

static void describe_table(const table *t, bot_shared_features *f)
{
    const ek_state *s = t->state;
    int most = 0;
    for (unsigned seat = 0; seat < t->rules->config.players; seat++)
        most = max(most, s->owner[seat].house_count);
    f->of.trust_capacity[0] = (int16_t)capacity_of(s->owner[EK_TRUST].plants);
    f->of.round[0] = bounded(s->round);
    f->of.moment_is[bot_moment(s) % BOT_MOMENTS] = 1;
    f->of.step2[0] = s->step == 2;
    f->of.step3[0] = s->step == 3;
    f->of.step3_card[0] = s->step3 == EK_STEP3_IN_MARKET || s->step3 == EK_STEP3_DUE;
    f->of.cards_left[0] = (int16_t)(s->deck_plug + s->deck_socket);
    f->of.unseen_20[0] = (int16_t)ek_size(s->unseen >> 21);
    f->of.unseen_30[0] = (int16_t)ek_size(s->unseen >> 31);
    f->of.unseen_40[0] = (int16_t)ek_size(s->unseen >> 41);
    f->of.end_cities[0] = (int16_t)t->end;
    f->of.discount[0] = s->discount != 0;
    f->of.cards_open[0] = s->market_size;
    f->of.open_cities[0] = (int16_t)ek_size(t->map.open);
    f->of.most_houses[0] = (int16_t)most;
    describe_market(t, ek_current_market(t->rules, s), BOT_CURRENT_SLOTS, f->of.current_number,
                    f->of.current_cities, f->of.current_cost);
    describe_market(t, ek_future_market(t->rules, s), BOT_FUTURE_SLOTS, f->of.future_number,
                    f->of.future_cities, f->of.future_cost);
}

static void prepare(table *t, const ek_rules *rules, const ek_state *state)
{
    t->rules = rules;
    t->state = state;
    t->end = bot_end_cities(rules);
    t->step2 = (int)ek_step2_cities(rules);
    bot_map_init(&t->map, rules, state);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        t->price[fuel] = bot_next_price(rules, fuel, state->fuel[fuel]);
}

void bot_features(const ek_rules *rules, const ek_state *state, bot_features_t *out)
{
    table t;
    *out = (bot_features_t){0};
    prepare(&t, rules, state);
    describe_rules(rules, &out->shared);
    describe_fuel(&t, &out->shared);
    describe_table(&t, &out->shared);
    describe_order(&t, out);
    describe_purchases(&t, out);
    for (unsigned seat = 0; seat < rules->config.players; seat++) {
        describe_seat(&t, seat, &out->seat[seat]);
        describe_cities(&t, &state->owner[seat], &out->seat[seat]);
    }
}
