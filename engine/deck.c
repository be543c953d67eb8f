/*
 * The deck of plants, kept as a set (rules.md 2.4 to 2.6, 9.3).
 *
 * A card that comes from a shuffled deck is any of the unseen plants, each equally likely: which
 * of them were removed unseen at the start makes no difference until the Step 3 card shows up.
 * In recharged the back of the top card is public, so the back is drawn first (by the numbers of
 * plug and socket cards left) and then the plant among those with that back.
 */
#include "game.h"

static unsigned pick(uint64_t *random, uint64_t set)
{
    return ek_nth(set, ek_random_below(random, ek_size(set)));
}

ek_plants ek_deck_candidates(const ek_state *state)
{
    if (state->deck_top)
        return ek_bit(state->deck_top);
    if (state->top_back == EK_BACK_PLUG)
        return state->unseen & ek_tables.plug;
    if (state->top_back == EK_BACK_SOCKET)
        return state->unseen & ~ek_tables.plug;
    return state->unseen;
}

void ek_settle_back(const ek_game *game)
{
    ek_state *s = game->state;
    const unsigned cards = s->deck_plug + s->deck_socket;
    if (ek_is_classic(game->rules) || cards == 0)
        s->top_back = EK_BACK_UNKNOWN;
    else if (s->deck_socket == 0)
        s->top_back = EK_BACK_PLUG;
    else if (s->deck_plug == 0)
        s->top_back = EK_BACK_SOCKET;
    else if (s->chance == EK_CHANCE_ASK)
        s->top_back = EK_BACK_UNKNOWN;
    else if (ek_random_below(&s->random, cards) < s->deck_plug)
        s->top_back = EK_BACK_PLUG;
    else
        s->top_back = EK_BACK_SOCKET;
}

void ek_take_off_deck(const ek_game *game, unsigned plant)
{
    ek_state *s = game->state;
    s->unseen &= ~ek_bit(plant);
    s->deck_top = 0;
    if (!ek_is_classic(game->rules) && ek_has(ek_tables.plug, plant))
        s->deck_plug--;
    else
        s->deck_socket--;
    ek_settle_back(game);
    ek_emit(game, EK_EVENT_PLANT_DRAWN, EK_NOBODY, plant, s->top_back, 0);
}

unsigned ek_turn_up(const ek_game *game)
{
    const unsigned plant = pick(&game->state->random, ek_deck_candidates(game->state));
    ek_take_off_deck(game, plant);
    return plant;
}

/* Shuffles the plants under the deck, which become the deck. Plants that are still unseen were
 * removed at the start. */
static void shuffle_buried(const ek_game *game)
{
    ek_state *s = game->state;
    s->removed |= s->unseen;
    s->unseen = s->buried;
    s->buried = 0;
    s->deck_plug = ek_is_classic(game->rules) ? 0 : (uint8_t)ek_size(s->unseen & ek_tables.plug);
    s->deck_socket = (uint8_t)(ek_size(s->unseen) - s->deck_plug);
    ek_settle_back(game);
    ek_emit(game, EK_EVENT_DECK_SHUFFLED, EK_NOBODY, 0, s->top_back, (int)ek_size(s->unseen));
}

/* Ruling on 2.9: in a first game the Step 3 card leaves at once, the deck is shuffled and another
 * card is drawn; plants put under the deck after that are shuffled when it is used up. */
bool ek_turn_deck_over(const ek_game *game)
{
    ek_state *s = game->state;
    const bool first_game = ek_has_option(game->rules, EK_FIRST_GAME);
    if (s->step3 == EK_STEP3_IN_DECK) {
        ek_emit(game, EK_EVENT_STEP3_CARD_DRAWN, EK_NOBODY, 0, 0, 0);
        if (first_game) {
            s->step3 = EK_STEP3_GONE;
            ek_emit(game, EK_EVENT_STEP3_CARD_REMOVED, EK_NOBODY, 0, 0, 0);
        } else {
            s->step3 = EK_STEP3_IN_MARKET;
            s->market |= EK_STEP3_CARD;
        }
        shuffle_buried(game);
        return true;
    }
    if (!first_game || s->buried == 0)
        return false;
    shuffle_buried(game);
    return true;
}

unsigned ek_deck_count(const ek_state *state)
{
    const unsigned step3 = state->step3 == EK_STEP3_IN_DECK;
    return state->deck_plug + state->deck_socket + step3 + ek_size(state->buried);
}
