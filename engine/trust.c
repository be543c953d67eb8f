/* The Trust: the third company in the recharged game for two players (rules.md 11). */
#include "game.h"

/* Takes the largest plant of the current market, or nothing if its three are larger (11.3). */
void ek_trust_takes_plant(const ek_game *game)
{
    ek_state *s = game->state;
    ek_owner *trust = &s->owner[EK_TRUST];
    const ek_plants current = ek_current_market(game->rules, s);
    s->trust_acted = 1;
    s->stage = EK_STAGE_TRUST_BOUGHT;
    if (current == 0)
        return;
    const unsigned plant = ek_largest(current);
    if (ek_size(trust->plants) == game->rules->limit.max_plants) {
        const unsigned smallest = ek_smallest(trust->plants);
        if (plant < smallest)
            return;
        trust->plants &= ~ek_bit(smallest);
        s->removed |= ek_bit(smallest);
        ek_emit(game, EK_EVENT_PLANT_REMOVED, EK_NOBODY, smallest, EK_REMOVAL_TRUST_REPLACED, 0);
    }
    trust->plants |= ek_bit(plant);
    s->market &= ~ek_bit(plant);
    ek_emit(game, EK_EVENT_TRUST_PLANT, EK_NOBODY, plant, 0, 0);
    if (plant == s->discount)
        ek_end_discount(game);
}

/* Takes up to count tokens from the cheap end of the market. Ruling on 11.4: the coal storage is
 * not touched. Returns how many it got. */
static unsigned take(const ek_game *game, unsigned fuel, unsigned count)
{
    ek_state *s = game->state;
    const unsigned taken = ek_min(count, s->fuel[fuel]);
    s->fuel[fuel] -= (uint8_t)taken;
    s->owner[EK_TRUST].fuel[fuel] += (uint8_t)taken;
    return taken;
}

/* Ruling on 11.4: coal and oil by turns, each hybrid beginning with coal; when one of them is sold
 * out the other goes on alone. */
static void take_for_hybrid(const ek_game *game, unsigned need)
{
    for (unsigned i = 0; i < need; i++) {
        const unsigned wanted = i & 1 ? EK_OIL : EK_COAL;
        if (take(game, wanted, 1) == 0)
            take(game, wanted == EK_COAL ? EK_OIL : EK_COAL, 1);
    }
}

void ek_trust_takes_fuel(const ek_game *game)
{
    const ek_owner *trust = &game->state->owner[EK_TRUST];
    for (ek_plants rest = trust->plants; rest;) {
        const ek_plant *plant = ek_plant_of(ek_take_smallest(&rest));
        if (plant->kind < EK_FUELS)
            take(game, plant->kind, plant->need);
    }
    for (ek_plants rest = trust->plants; rest;) {
        const ek_plant *plant = ek_plant_of(ek_take_smallest(&rest));
        if (plant->kind == EK_KIND_HYBRID)
            take_for_hybrid(game, plant->need);
    }
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (trust->fuel[fuel])
            ek_emit(game, EK_EVENT_TRUST_FUEL, EK_NOBODY, fuel, 0, trust->fuel[fuel]);
}

/* Its fuel goes back to the supply before the refill (11.6). */
void ek_trust_returns_fuel(const ek_game *game)
{
    uint8_t *held = game->state->owner[EK_TRUST].fuel;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        if (held[fuel])
            ek_emit(game, EK_EVENT_TRUST_FUEL_RETURNED, EK_NOBODY, fuel, 0, held[fuel]);
        held[fuel] = 0;
    }
}

/* Puts a Trust house on the 15-place, if the Trust has one left (11.2, 11.5). */
void ek_trust_follows(const ek_game *game, unsigned city)
{
    if (game->state->owner[EK_TRUST].house_count == ek_tables.trust_houses)
        return;
    ek_add_house(game->state, EK_TRUST, city, 1);
    ek_emit(game, EK_EVENT_TRUST_HOUSE, EK_NOBODY, city, 1, 0);
}
