#include "actions.h"

static const uint8_t raises[] = ENV_RAISES;

/* ------------------------------------------------------------------------------- action to move */

static ek_move city_move(const ek_state *state, unsigned city)
{
    switch (ek_pending(state)) {
    case EK_DECISION_TRUST:
        return ek_move_of(EK_MOVE_TRUST, city, 0);
    case EK_DECISION_MARK:
        return ek_move_of(EK_MOVE_MARK, city, 0);
    default:
        return ek_move_of(EK_MOVE_CONNECT, city, 0);
    }
}

static ek_move plant_move(const ek_state *state, unsigned plant)
{
    return ek_pending(state) == EK_DECISION_SCRAP
               ? ek_move_of(EK_MOVE_SCRAP, plant, 0)
               : ek_move_of(EK_MOVE_NOMINATE, plant, ek_minimum_bid(state, plant));
}

/* 0 if the seat cannot return so much coal. */
static ek_move return_move(const ek_state *state, unsigned coal)
{
    const ek_surplus over = ek_surplus_of(&state->owner[ek_to_move(state)]);
    if (coal < over.min_coal || coal > over.max_coal)
        return 0;
    return ek_move_of(EK_MOVE_RETURN, coal, over.tokens - coal);
}

/* 0 if no powering supplies exactly so many cities at least cost. */
static ek_move power_move(const ek_rules *rules, const ek_state *state, unsigned cities)
{
    ek_move move;
    return ek_best_power(rules, state, ek_to_move(state), cities, &move) == cities ? move : 0;
}

/* The move that an action would be, legal or not. */
static ek_move read_action(const ek_rules *rules, const ek_state *state, unsigned action)
{
    if (action == ENV_PASS)
        return ek_move_of(EK_MOVE_PASS, 0, 0);
    if (action == ENV_DONE)
        return ek_move_of(EK_MOVE_DONE, 0, 0);
    if (action < ENV_CITY)
        return ek_move_of(EK_MOVE_REGION, action - ENV_REGION, 0);
    if (action < ENV_PLANT)
        return city_move(state, action - ENV_CITY);
    if (action < ENV_RAISE)
        return plant_move(state, action - ENV_PLANT);
    if (action < ENV_BUY)
        return ek_move_of(EK_MOVE_BID, 0, state->bid + raises[action - ENV_RAISE]);
    if (action < ENV_RETURN)
        return ek_move_of(EK_MOVE_BUY, (action - ENV_BUY) / ENV_BUY_MAX,
                          (action - ENV_BUY) % ENV_BUY_MAX + 1);
    if (action < ENV_POWER)
        return ek_pending(state) == EK_DECISION_RETURN ? return_move(state, action - ENV_RETURN)
                                                       : 0;
    return ek_pending(state) == EK_DECISION_POWER ? power_move(rules, state, action - ENV_POWER)
                                                  : 0;
}

ek_move env_move_of(const ek_rules *rules, const ek_state *state, unsigned action)
{
    const unsigned seat = ek_to_move(state);
    if (action >= ENV_ACTIONS || seat == EK_NOBODY)
        return 0;
    const ek_move move = read_action(rules, state, action);
    return ek_why(rules, state, seat, move) == EK_REASON_OK ? move : 0;
}

/* ---------------------------------------------------------------------------------- all actions */

/* The actions being listed; mask or cost may be NULL. */
typedef struct list {
    const ek_rules *rules;
    const ek_state *state;
    unsigned seat;
    uint8_t *mask;
    int16_t *cost;
} list;

static void add(const list *l, unsigned action, int cost)
{
    if (l->mask)
        l->mask[action] = 1;
    if (l->cost)
        l->cost[action] = (int16_t)cost;
}

/* Regions and cities of the setup, which cost nothing. */
static void add_setup(const list *l, unsigned first)
{
    ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(l->rules, l->state, moves);
    for (unsigned i = 0; i < count; i++)
        add(l, first + ek_move_a(moves[i]), 0);
}

static void add_pass(const list *l)
{
    if (ek_why(l->rules, l->state, l->seat, ek_move_of(EK_MOVE_PASS, 0, 0)) == EK_REASON_OK)
        add(l, ENV_PASS, 0);
}

static void add_nominations(const list *l)
{
    add_pass(l);
    for (ek_plants rest = ek_buyable_plants(l->rules, l->state, l->seat); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        add(l, ENV_PLANT + plant, (int)ek_minimum_bid(l->state, plant));
    }
}

static void add_bids(const list *l)
{
    add_pass(l);
    for (unsigned i = 0; i < sizeof raises; i++) {
        const unsigned bid = l->state->bid + raises[i];
        if (ek_why(l->rules, l->state, l->seat, ek_move_of(EK_MOVE_BID, 0, bid)) == EK_REASON_OK)
            add(l, ENV_RAISE + i, (int)bid);
    }
}

static void add_scraps(const list *l)
{
    for (ek_plants rest = ek_scrappable_plants(l->state); rest;)
        add(l, ENV_PLANT + ek_take_smallest(&rest), 0);
}

static void add_returns(const list *l)
{
    const ek_surplus over = ek_surplus_of(&l->state->owner[l->seat]);
    for (unsigned coal = over.min_coal; coal <= over.max_coal; coal++)
        add(l, ENV_RETURN + coal, 0);
}

static void add_purchases(const list *l)
{
    add(l, ENV_DONE, 0);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        for (unsigned n = 1; n <= ENV_BUY_MAX; n++) {
            const ek_move move = ek_move_of(EK_MOVE_BUY, fuel, n);
            if (ek_why(l->rules, l->state, l->seat, move) != EK_REASON_OK)
                break; /* more tokens are not legal either */
            add(l, ENV_BUY + fuel * ENV_BUY_MAX + n - 1,
                ek_price(l->rules, l->state, l->seat, (enum ek_fuel)fuel, n));
        }
}

static void add_connections(const list *l)
{
    const ek_owner *owner = &l->state->owner[l->seat];
    ek_move moves[EK_MOVES_MAX];
    ek_costs reach;
    const unsigned count = ek_moves(l->rules, l->state, moves);
    ek_reach(l->rules, owner->cities, reach);
    add(l, ENV_DONE, 0);
    for (unsigned i = 1; i < count; i++) {
        const unsigned city = ek_move_a(moves[i]);
        add(l, ENV_CITY + city,
            reach[city] + ek_tables.place_cost[ek_cheapest_place(l->state, city)]);
    }
}

static void add_powerings(const list *l)
{
    ek_move move;
    const unsigned most = ek_best_power(l->rules, l->state, l->seat, EK_HOUSES, &move);
    for (unsigned cities = 0; cities <= most; cities++)
        if (power_move(l->rules, l->state, cities))
            add(l, ENV_POWER + cities, 0);
}

void env_list_actions(const ek_rules *rules, const ek_state *state, uint8_t mask[ENV_ACTIONS],
                      int16_t cost[ENV_ACTIONS])
{
    const list l = {rules, state, ek_to_move(state), mask, cost};
    for (unsigned i = 0; i < ENV_ACTIONS; i++) {
        if (mask)
            mask[i] = 0;
        if (cost)
            cost[i] = 0;
    }
    switch (ek_pending(state)) {
    case EK_DECISION_REGION:
        add_setup(&l, ENV_REGION);
        break;
    case EK_DECISION_TRUST:
    case EK_DECISION_MARK:
        add_setup(&l, ENV_CITY);
        break;
    case EK_DECISION_NOMINATE:
        add_nominations(&l);
        break;
    case EK_DECISION_BID:
        add_bids(&l);
        break;
    case EK_DECISION_SCRAP:
        add_scraps(&l);
        break;
    case EK_DECISION_RETURN:
        add_returns(&l);
        break;
    case EK_DECISION_BUY:
        add_purchases(&l);
        break;
    case EK_DECISION_BUILD:
        add_connections(&l);
        break;
    case EK_DECISION_POWER:
        add_powerings(&l);
        break;
    case EK_DECISION_ENDED:
    case EK_DECISION_CARD:
        break;
    }
}
