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

/* Room left for a fuel, given the tokens held. Of coal and oil, the other one may lie on the
 * hybrids. */
static unsigned room_left(const ek_needs *storage, const ek_owner *owner, unsigned fuel)
{
    unsigned room = storage->fuel[fuel];
    if (fuel <= EK_OIL) {
        const unsigned other = fuel == EK_COAL ? EK_OIL : EK_COAL;
        room += beyond(storage->hybrid, beyond(owner->fuel[other], storage->fuel[other]));
    }
    return beyond(room, owner->fuel[fuel]);
}

unsigned ek_owner_room(const ek_owner *owner, enum ek_fuel fuel)
{
    const ek_needs storage = ek_storage_of(owner->plants);
    return room_left(&storage, owner, fuel);
}

unsigned ek_room(const ek_state *state, unsigned seat, enum ek_fuel fuel)
{
    return ek_owner_room(&state->owner[seat], fuel);
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

unsigned ek_supply(const ek_state *state, enum ek_fuel fuel)
{
    unsigned used = state->fuel[fuel];
    for (unsigned i = 0; i < EK_OWNERS; i++)
        used += state->owner[i].fuel[fuel];
    if (fuel == EK_URANIUM)
        used += ek_size(state->marks & ~state->bare_marks);
    return ek_tables.tokens[fuel] - used;
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

/* The Trust's fuel is back in the supply by then (11.6). */
unsigned ek_refill(const ek_rules *rules, const ek_state *state, enum ek_fuel fuel)
{
    if (fuel == EK_URANIUM && state->uranium_stopped)
        return 0;
    const unsigned supply = ek_supply(state, fuel) + state->owner[EK_TRUST].fuel[fuel];
    return ek_min(rules->refill[refill_step(rules, state) - 1][fuel], supply);
}

void ek_refill_market(const ek_game *game)
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const unsigned count = ek_refill(game->rules, game->state, (enum ek_fuel)fuel);
        game->state->fuel[fuel] += (uint8_t)count;
        if (count)
            ek_emit(game, EK_EVENT_REFILLED, EK_NOBODY, fuel, 0, (int)count);
    }
}

/* ------------------------------------------------------------------------------------- prices */

/* The prices of one fuel for a seat: n tokens cost sum[n] - sum[0] while the market lasts, then
 * storage_price each (10.2). */
typedef struct ladder {
    const uint16_t *sum;
    unsigned tokens;  /* on the market */
    unsigned storage; /* in the coal storage */
    unsigned storage_price;
} ladder;

static ladder ladder_for(const ek_rules *rules, const ek_state *state, const ek_owner *owner,
                         unsigned fuel)
{
    const bool cheap =
        fuel == EK_GARBAGE && (owner->cities & rules->variant->cheap_garbage_cities) != 0;
    const unsigned tokens = state->fuel[fuel];
    ladder l = {.sum =
                    rules->price_sum[cheap ? EK_FUELS : fuel] + (ek_tables.tokens[fuel] - tokens),
                .tokens = tokens};
    if (fuel == EK_COAL && rules->variant->coal_storage_price) {
        l.storage = ek_supply(state, EK_COAL);
        l.storage_price = rules->variant->coal_storage_price;
    }
    return l;
}

static unsigned price_of(const ladder *l, unsigned count)
{
    if (count <= l->tokens)
        return (unsigned)l->sum[count] - l->sum[0];
    return (unsigned)l->sum[l->tokens] - l->sum[0] + (count - l->tokens) * l->storage_price;
}

int ek_price(const ek_rules *rules, const ek_state *state, unsigned seat, enum ek_fuel fuel,
             unsigned count)
{
    const ladder l = ladder_for(rules, state, &state->owner[seat], fuel);
    return count > l.tokens + l.storage ? -1 : (int)price_of(&l, count);
}

/* ------------------------------------------------------------------------------------- buying */

unsigned ek_list_purchases(const ek_rules *rules, const ek_state *state, ek_move *moves)
{
    const ek_owner *owner = &state->owner[state->order[state->turn]];
    const ek_needs storage = ek_storage_of(owner->plants);
    unsigned listed = 0;
    moves[listed++] = ek_move_of(EK_MOVE_DONE, 0, 0);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const unsigned room = room_left(&storage, owner, fuel);
        if (room == 0)
            continue;
        const ladder l = ladder_for(rules, state, owner, fuel);
        const unsigned max = ek_min(room, l.tokens + l.storage);
        for (unsigned n = 1; n <= max && (int)price_of(&l, n) <= owner->money; n++)
            moves[listed++] = ek_move_of(EK_MOVE_BUY, fuel, n);
    }
    return listed;
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
    ek_trust_takes_fuel(game);
    s->turn--;
}
