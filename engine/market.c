/* The plant market: what is for sale, how it is filled up, what leaves it and why (rules.md 4.7,
 * 4.10 to 4.12, 7.4, 9.2 to 9.6, 10.5). */
#include "game.h"

/* ----------------------------------------------------------------------- current and future */

/* The smallest count members of a set. */
static ek_plants smallest_of(ek_plants set, unsigned count)
{
    ek_plants rest = set;
    while (rest && count--)
        rest &= rest - 1;
    return set & ~rest;
}

ek_plants ek_current_market(const ek_rules *rules, const ek_state *state)
{
    const ek_plants plants = state->market & ~EK_STEP3_CARD;
    if (state->step == 3)
        return plants;
    const ek_plants current = smallest_of(plants, ek_tables.current_plants);
    const ek_plants future = plants & ~current;
    if (rules->variant->ecological_fifth && future && ek_is_ecological(ek_smallest(future)))
        return current | ek_bit(ek_smallest(future));
    return current;
}

ek_plants ek_future_market(const ek_rules *rules, const ek_state *state)
{
    return state->market & ~ek_current_market(rules, state);
}

unsigned ek_minimum_bid(const ek_state *state, unsigned plant)
{
    return plant == state->discount ? 1 : plant;
}

/* ----------------------------------------------------------------------------- cards entering */

/* 4.12 holds in classic only. */
static bool is_obsolete(const ek_game *game, unsigned plant)
{
    return ek_is_classic(game->rules) && plant <= ek_most_cities(game->rules, game->state);
}

static void leave_game(const ek_game *game, unsigned plant, enum ek_removal why)
{
    game->state->removed |= ek_bit(plant);
    ek_emit(game, EK_EVENT_PLANT_REMOVED, EK_NOBODY, plant, why, 0);
}

void ek_enter_card(const ek_game *game, unsigned plant)
{
    ek_state *s = game->state;
    if (is_obsolete(game, plant)) {
        leave_game(game, plant, EK_REMOVAL_OBSOLETE);
    } else if (plant < s->discount) { /* 4.10b */
        leave_game(game, plant, EK_REMOVAL_BELOW_DISCOUNT);
        ek_end_discount(game);
    } else {
        s->market |= ek_bit(plant);
    }
}

/* Fills the market up as far as the deck goes. False if the engine must ask for a card. */
bool ek_fill_market(const ek_game *game)
{
    ek_state *s = game->state;
    while (ek_size(s->market) < s->market_size) {
        if (s->deck_plug + s->deck_socket == 0) {
            if (!ek_turn_deck_over(game))
                return true;
        } else if (s->chance == EK_CHANCE_ASK) {
            return false;
        } else {
            ek_enter_card(game, ek_turn_up(game));
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------ cards leaving */

void ek_remove_from_market(const ek_game *game, unsigned plant, enum ek_removal why)
{
    game->state->market &= ~ek_bit(plant);
    leave_game(game, plant, why);
}

void ek_remove_smallest(const ek_game *game, enum ek_removal why)
{
    const ek_plants plants = game->state->market & ~EK_STEP3_CARD;
    if (plants)
        ek_remove_from_market(game, ek_smallest(plants), why);
}

/* Removes one obsolete plant; false if there is none. */
bool ek_remove_obsolete(const ek_game *game)
{
    const ek_plants plants = game->state->market & ~EK_STEP3_CARD;
    if (plants == 0 || !is_obsolete(game, ek_smallest(plants)))
        return false;
    ek_remove_from_market(game, ek_smallest(plants), EK_REMOVAL_OBSOLETE);
    return true;
}

/* The Step 3 card and the smallest plant leave and are not replaced (9.3). */
void ek_step3_card_leaves(const ek_game *game)
{
    ek_state *s = game->state;
    ek_remove_smallest(game, EK_REMOVAL_STEP3_BEGINS);
    s->market &= ~EK_STEP3_CARD;
    s->market_size = ek_tables.market_cards_step3;
    s->step3 = EK_STEP3_DUE;
    ek_emit(game, EK_EVENT_STEP3_CARD_REMOVED, EK_NOBODY, 0, 0, 0);
}

/* Steps 1 and 2: the largest plant of the future market goes under the deck. */
static void bury_largest(const ek_game *game)
{
    ek_state *s = game->state;
    const ek_plants future = s->market & ~smallest_of(s->market, ek_tables.current_plants);
    if (future == 0)
        return;
    const unsigned plant = ek_largest(future);
    s->market &= ~ek_bit(plant);
    s->buried |= ek_bit(plant);
    ek_emit(game, EK_EVENT_PLANT_BURIED, EK_NOBODY, plant, 0, 0);
}

/* Removes cards from the market at the end of a round (7.4, 10.5). The caller refills it. */
void ek_change_market(const ek_game *game)
{
    const ek_state *s = game->state;
    if (s->step == 3) {
        ek_remove_smallest(game, EK_REMOVAL_MARKET_CHANGE);
        return;
    }
    bury_largest(game);
    if (game->rules->variant->smallest_leaves_too && !s->discount_expired)
        ek_remove_smallest(game, EK_REMOVAL_MARKET_CHANGE);
}

/* ---------------------------------------------------------------------------------- discount */

void ek_place_discount(const ek_game *game)
{
    const ek_plants current = ek_current_market(game->rules, game->state);
    if (ek_is_classic(game->rules) || current == 0)
        return;
    game->state->discount = (uint8_t)ek_smallest(current);
    ek_emit(game, EK_EVENT_DISCOUNT_PLACED, EK_NOBODY, game->state->discount, 0, 0);
}

void ek_end_discount(const ek_game *game)
{
    ek_emit(game, EK_EVENT_DISCOUNT_ENDED, EK_NOBODY, game->state->discount, 0, 0);
    game->state->discount = 0;
}
