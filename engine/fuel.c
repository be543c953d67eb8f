/* Fuel: what fits on plants, what it costs, buying it and the refill (rules.md 4.9, 5, 7.3, 10.1,
 * 10.2, 10.6). Tokens on the market are a count: they always fill the dearest places. */
#include "game.h"

/* ----------------------------------------------------------------------------------- storage */

/* A plant stores twice its need (5.1). */
ek_needs ek_storage_of(ek_plants plants)
{
    return ek_needs_of(plants, 2);
}

static unsigned beyond(unsigned held, unsigned room)
{
    return held > room ? held - room : 0;
}

/* 5.2 */
bool ek_holding_fits(const ek_owner *owner)
{
    const ek_needs storage = ek_storage_of(owner->plants);
    return owner->fuel[EK_GARBAGE] <= storage.fuel[EK_GARBAGE] &&
           owner->fuel[EK_URANIUM] <= storage.fuel[EK_URANIUM] &&
           beyond(owner->fuel[EK_COAL], storage.fuel[EK_COAL]) +
                   beyond(owner->fuel[EK_OIL], storage.fuel[EK_OIL]) <=
               storage.hybrid;
}

static uint32_t room_in(uint32_t storage, uint32_t held, unsigned fuel, unsigned hybrid)
{
    return beyond(ek_byte_of(storage, fuel) + hybrid, ek_byte_of(held, fuel)) << 8 * fuel;
}

/* The same when some fuel lies on the hybrids, or there is too much of it. */
static uint32_t crowded_rooms(uint32_t storage, unsigned hybrid, uint32_t held)
{
    const unsigned coal = beyond(ek_byte_of(held, EK_COAL), ek_byte_of(storage, EK_COAL));
    const unsigned oil = beyond(ek_byte_of(held, EK_OIL), ek_byte_of(storage, EK_OIL));
    return room_in(storage, held, EK_COAL, beyond(hybrid, oil)) |
           room_in(storage, held, EK_OIL, beyond(hybrid, coal)) |
           room_in(storage, held, EK_GARBAGE, 0) | room_in(storage, held, EK_URANIUM, 0);
}

/* Room left for each fuel, one in each byte. Of coal and oil, the other one may lie on the
 * hybrids. */
static uint32_t rooms_of(const ek_owner *owner)
{
    const ek_run storage = 2 * ek_run_of_all(owner->plants);
    const uint32_t held = ek_in_bytes(owner->fuel);
    const unsigned hybrid = ek_run_part(storage, EK_RUN_HYBRID);
    if (ek_covers((uint32_t)storage, held))
        return (uint32_t)storage - held + (hybrid << 8 * EK_COAL | hybrid << 8 * EK_OIL);
    return crowded_rooms((uint32_t)storage, hybrid, held);
}

void ek_rooms(const ek_owner *owner, uint8_t room[EK_FUELS])
{
    const uint32_t rooms = rooms_of(owner);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        room[fuel] = (uint8_t)ek_byte_of(rooms, fuel);
}

unsigned ek_room(const ek_state *state, unsigned seat, enum ek_fuel fuel)
{
    return ek_byte_of(rooms_of(&state->owner[seat]), fuel);
}

/* Coal beyond the coal plants and oil beyond the oil plants compete for the hybrids. */
ek_surplus ek_surplus_of(const ek_owner *owner)
{
    const ek_needs storage = ek_storage_of(owner->plants);
    const unsigned coal = beyond(owner->fuel[EK_COAL], storage.fuel[EK_COAL]);
    const unsigned oil = beyond(owner->fuel[EK_OIL], storage.fuel[EK_OIL]);
    const unsigned over = beyond(coal + oil, storage.hybrid);
    return (ek_surplus){.tokens = (uint8_t)over,
                        .min_coal = (uint8_t)beyond(over, oil),
                        .max_coal = (uint8_t)ek_min(over, coal)};
}

void ek_return_fuel(const ek_game *game, unsigned seat, enum ek_fuel fuel, unsigned count)
{
    if (count == 0)
        return;
    game->state->owner[seat].fuel[fuel] -= (uint8_t)count;
    ek_emit(game, EK_EVENT_FUEL_RETURNED, seat, fuel, 0, (int)count);
}

/* Garbage and uranium fit on one kind of plant only, so the owner has no choice. */
void ek_return_forced_surplus(const ek_game *game, unsigned seat)
{
    const ek_owner *owner = &game->state->owner[seat];
    const ek_needs storage = ek_storage_of(owner->plants);
    for (unsigned fuel = EK_GARBAGE; fuel <= EK_URANIUM; fuel++)
        ek_return_fuel(game, seat, (enum ek_fuel)fuel,
                       beyond(owner->fuel[fuel], storage.fuel[fuel]));
}

/* ------------------------------------------------------------------------------------ supply */

/* The supply of each fuel, one in each byte. */
static uint32_t supplies(const ek_state *state)
{
    uint32_t used = ek_in_bytes(state->fuel);
    for (unsigned i = 0; i < EK_OWNERS; i++)
        used += ek_in_bytes(state->owner[i].fuel);
    used += ek_size(state->marks & ~state->bare_marks) << 8 * EK_URANIUM;
    return ek_in_bytes(ek_tables.tokens) - used;
}

unsigned ek_supply(const ek_state *state, enum ek_fuel fuel)
{
    return ek_byte_of(supplies(state), fuel);
}

/* The Step in which this round's refill will take place: a Step that is due by then has begun. */
static unsigned refill_step(const ek_rules *rules, const ek_state *state)
{
    const enum ek_phase phase = ek_phase(state);
    if (phase == EK_PHASE_BUREAUCRACY || ek_has_option(rules, EK_FIRST_GAME))
        return state->step;
    if (state->step3 == EK_STEP3_IN_MARKET || state->step3 == EK_STEP3_DUE)
        return 3;
    return ek_most_cities(rules, state) >= rules->limit.step2_cities && state->step == 1
               ? 2
               : state->step;
}

static unsigned refill_from(const ek_rules *rules, const ek_state *state, unsigned fuel,
                            unsigned step, unsigned supply)
{
    if (fuel == EK_URANIUM && state->uranium_stopped)
        return 0;
    return ek_min(rules->refill[step - 1][fuel], supply);
}

/* The Trust's fuel is back in the supply by then (11.6). */
static uint32_t supplies_for_refill(const ek_state *state)
{
    return supplies(state) + ek_in_bytes(state->owner[EK_TRUST].fuel);
}

unsigned ek_refill(const ek_rules *rules, const ek_state *state, enum ek_fuel fuel)
{
    const unsigned supply = ek_byte_of(supplies_for_refill(state), fuel);
    return refill_from(rules, state, fuel, refill_step(rules, state), supply);
}

void ek_refills(const ek_rules *rules, const ek_state *state, uint8_t count[EK_FUELS])
{
    const uint32_t supply = supplies_for_refill(state);
    const unsigned step = refill_step(rules, state);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        count[fuel] = (uint8_t)refill_from(rules, state, fuel, step, ek_byte_of(supply, fuel));
}

void ek_refill_market(const ek_game *game)
{
    const uint32_t supply = supplies(game->state);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const unsigned count = refill_from(game->rules, game->state, fuel, game->state->step,
                                           ek_byte_of(supply, fuel));
        game->state->fuel[fuel] += (uint8_t)count;
        if (count)
            ek_emit(game, EK_EVENT_REFILLED, EK_NOBODY, fuel, 0, (int)count);
    }
}

/* ------------------------------------------------------------------------------------- prices */

/* The prices of one fuel for an owner: the next n tokens of the market cost sum[n] - sum[0]. */
static const uint16_t *prices_for(const ek_rules *rules, const ek_state *state,
                                  const ek_owner *owner, unsigned fuel)
{
    const bool cheap =
        fuel == EK_GARBAGE && (owner->cities & rules->variant->cheap_garbage_cities) != 0;
    return rules->price_sum[cheap ? EK_FUELS : fuel] + (ek_tables.tokens[fuel] - state->fuel[fuel]);
}

/* Tokens of a fuel in the storage, which are for sale once the market is empty (10.2). */
static unsigned stored(const ek_rules *rules, const ek_state *state, unsigned fuel)
{
    return fuel == EK_COAL && rules->variant->coal_storage_price ? ek_supply(state, EK_COAL) : 0;
}

int ek_price(const ek_rules *rules, const ek_state *state, unsigned seat, enum ek_fuel fuel,
             unsigned count)
{
    const uint16_t *sum = prices_for(rules, state, &state->owner[seat], fuel);
    const unsigned tokens = state->fuel[fuel];
    if (count <= tokens)
        return sum[count] - sum[0];
    const unsigned from_storage = count - tokens;
    if (from_storage > stored(rules, state, fuel))
        return -1;
    return sum[tokens] - sum[0] + (int)from_storage * rules->variant->coal_storage_price;
}

/* ------------------------------------------------------------------------------------- buying */

/* How many stored tokens up to max can be paid. */
static unsigned affordable_from_storage(const ek_rules *rules, const ek_state *state, unsigned fuel,
                                        unsigned max, unsigned money)
{
    const unsigned tokens = ek_min(max, stored(rules, state, fuel));
    unsigned n = 0;
    while (n < tokens && (n + 1) * rules->variant->coal_storage_price <= money)
        n++;
    return n;
}

/* How many tokens up to max can be paid. */
static unsigned affordable(const ek_rules *rules, const ek_state *state, const ek_owner *owner,
                           unsigned fuel, unsigned max)
{
    const uint16_t *sum = prices_for(rules, state, owner, fuel);
    const unsigned budget = sum[0] + (unsigned)owner->money;
    unsigned n = ek_min(max, state->fuel[fuel]);
    if (sum[n] <= budget)
        return n == max || fuel != EK_COAL
                   ? n
                   : n + affordable_from_storage(rules, state, fuel, max - n, budget - sum[n]);
    for (n = 0; sum[n + 1] <= budget;)
        n++;
    return n;
}

void ek_list_purchases(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    const ek_owner *owner = &state->owner[state->order[state->turn]];
    ek_add_move(choices, ek_move_of(EK_MOVE_DONE, 0, 0));
    if (owner->money == 0)
        return;
    for (uint32_t rooms = rooms_of(owner); rooms;) {
        const unsigned fuel = ek_smallest(rooms) / 8;
        const unsigned room = rooms >> 8 * fuel & 0xff;
        ek_add_range(choices, ek_move_of(EK_MOVE_BUY, fuel, 1),
                     affordable(rules, state, owner, fuel, room), 1);
        rooms -= room << 8 * fuel;
    }
}

ek_reason ek_why_buy(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned fuel,
                     unsigned count)
{
    if (fuel >= EK_FUELS)
        return EK_REASON_NOT_A_MOVE;
    if (count == 0)
        return EK_REASON_NOTHING_TO_BUY;
    const int price = ek_price(rules, state, seat, (enum ek_fuel)fuel, count);
    if (price < 0)
        return EK_REASON_SOLD_OUT;
    if (count > ek_room(state, seat, (enum ek_fuel)fuel))
        return EK_REASON_OVER_CAPACITY;
    return price > state->owner[seat].money ? EK_REASON_CANNOT_PAY : EK_REASON_OK;
}

void ek_play_buy(const ek_game *game, unsigned fuel, unsigned count)
{
    ek_state *s = game->state;
    const unsigned seat = s->order[s->turn];
    const int price = ek_price(game->rules, s, seat, (enum ek_fuel)fuel, count);
    ek_pay(s, seat, -price);
    s->owner[seat].fuel[fuel] += (uint8_t)count;
    s->fuel[fuel] -= (uint8_t)ek_min(count, s->fuel[fuel]);
    ek_emit(game, EK_EVENT_FUEL_BOUGHT, seat, fuel, count, price);
}

/* The Trust takes its fuel between the two players (11.4). */
void ek_play_done_buying(const ek_game *game)
{
    ek_state *s = game->state;
    ek_emit(game, EK_EVENT_TURN_ENDED, s->order[s->turn], EK_PHASE_RESOURCES, 0, 0);
    if (s->turn == 0) {
        ek_begin_building(game);
        return;
    }
    if (game->rules->trust)
        ek_trust_takes_fuel(game);
    s->turn--;
}
