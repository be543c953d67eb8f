/* Players, plant market and resource market beside and below the map. */
#include <string.h>

#include "draw.h"
#include "words_text.h"

static const screen_style plain = {INK_PLAIN, INK_SHEET, false};
static const screen_style quiet = {INK_QUIET, INK_SHEET, false};
static const screen_style strong = {INK_STRONG, INK_SHEET, true};

static screen_style inked(unsigned ink, bool bold)
{
    return (screen_style){(uint8_t)ink, INK_SHEET, bold};
}

static unsigned kind_of(unsigned plant)
{
    return ek_tables.plant[plant].kind;
}

/* ------------------------------------------------------------------------------------- players */

static void draw_chip(screen *s, unsigned x, unsigned y, unsigned owner)
{
    const screen_style style =
        owner == EK_TRUST
            ? (screen_style){INK_SHEET, INK_TRUST, true}
            : (screen_style){(uint8_t)(INK_ON_PLAYER + owner), (uint8_t)(INK_PLAYER + owner), true};
    screen_printf(s, x, y, style, 3, " %c ", draw_letter(owner));
}

static void money_text(const ek_state *state, unsigned seat, char text[16])
{
    if (state->hidden >> seat & 1)
        snprintf(text, 16, "?");
    else
        snprintf(text, 16, "%d", state->owner[seat].money);
}

/* "4c 13w 25c": numbers in the colour of what they burn. */
static unsigned draw_plant_list(screen *s, unsigned x, unsigned y, unsigned width, ek_plants plants)
{
    unsigned used = 0;
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++)
        if (plants >> plant & 1)
            used += screen_printf(s, x + used, y, inked(draw_kind_ink(kind_of(plant)), true),
                                  width - used, "%u%c ", plant, draw_kind_letter(kind_of(plant)));
    return used;
}

static unsigned draw_tokens(screen *s, unsigned x, unsigned y, unsigned width,
                            const uint8_t fuel[EK_FUELS], bool words)
{
    unsigned used = 0;
    for (unsigned f = 0; f < EK_FUELS; f++) {
        if (fuel[f] == 0)
            continue;
        const screen_style style = inked(INK_COAL + f, false);
        if (words)
            used += screen_printf(s, x + used, y, style, width - used, "%u %s  ", fuel[f],
                                  rec_fuel_word(f));
        else
            used += screen_printf(s, x + used, y, style, width - used, "%u%c ", fuel[f],
                                  rec_fuel_word(f)[0]);
    }
    return used;
}

static void draw_first_row(screen *s, const draw_table *t, draw_area a, unsigned position,
                           unsigned seat)
{
    const ek_owner *owner = &t->state->owner[seat];
    const bool moves = ek_to_move(t->state) == seat;
    char money[16];
    money_text(t->state, seat, money);
    screen_printf(s, a.x, a.y, moves ? strong : quiet, 2, "%s", moves ? ">" : "");
    screen_printf(s, a.x + 1, a.y, quiet, 1, "%u", position + 1);
    draw_chip(s, a.x + 3, a.y, seat);
    screen_put(s, a.x + 7, a.y, moves ? strong : plain, a.w - 7 - 13, draw_name(t, seat));
    screen_printf(s, a.x + a.w - 12, a.y, plain, 12, "%2u cit %4s", owner->house_count, money);
}

/* Two rows: what there is room for beside a small map. */
static void draw_player_small(screen *s, const draw_table *t, draw_area a, unsigned position,
                              unsigned seat)
{
    const ek_owner *owner = &t->state->owner[seat];
    draw_first_row(s, t, a, position, seat);
    if (a.h < 2)
        return;
    unsigned x = 7;
    x += draw_plant_list(s, a.x + x, a.y + 1, a.w - x, owner->plants);
    draw_tokens(s, a.x + x + 1, a.y + 1, a.w - x - 1, owner->fuel, false);
}

static unsigned draw_plant_words(screen *s, draw_area a, unsigned plant)
{
    const ek_plant *p = &ek_tables.plant[plant];
    unsigned x = screen_printf(s, a.x, a.y, inked(draw_kind_ink(p->kind), true), a.w, "%u", plant);
    x += screen_printf(s, a.x + x, a.y, quiet, a.w - x, " %s", rec_kind_word(p->kind));
    if (p->need)
        x += screen_printf(s, a.x + x, a.y, quiet, a.w - x, " %u", p->need);
    x += screen_printf(s, a.x + x, a.y, quiet, a.w - x, "→");
    return x + screen_printf(s, a.x + x, a.y, plain, a.w - x, "%u", p->cities);
}

/* Plants in words, two in a row. Returns the rows used. */
static unsigned draw_plants_owned(screen *s, draw_area a, ek_plants plants)
{
    unsigned count = 0;
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++) {
        if (!(plants >> plant & 1))
            continue;
        const unsigned column = count % 2, row = count / 2;
        if (row < a.h)
            draw_plant_words(s, (draw_area){a.x + column * a.w / 2, a.y + row, a.w / 2, 1}, plant);
        count++;
    }
    return (count + 1) / 2;
}

static void draw_player_large(screen *s, const draw_table *t, draw_area a, unsigned position,
                              unsigned seat)
{
    const ek_owner *owner = &t->state->owner[seat];
    ek_move power;
    draw_first_row(s, t, a, position, seat);
    draw_area inner = {a.x + 7, a.y + 1, a.w - 7, a.h - 1};
    const unsigned used = draw_plants_owned(s, inner, owner->plants);
    const unsigned now = ek_best_power(t->rules, t->state, seat, EK_HOUSES, &power);
    unsigned x = draw_tokens(s, inner.x, inner.y + used, inner.w, owner->fuel, true);
    if (x == 0)
        screen_put(s, inner.x, inner.y + used, quiet, inner.w, "no fuel");
    if (inner.h > used + 1)
        screen_printf(s, inner.x, inner.y + used + 1, quiet, inner.w, "can supply %u of %u now: %u",
                      now, owner->house_count, ek_income(now));
}

static void draw_trust(screen *s, const draw_table *t, draw_area a)
{
    const ek_owner *trust = &t->state->owner[EK_TRUST];
    draw_chip(s, a.x + 3, a.y, EK_TRUST);
    screen_put(s, a.x + 7, a.y, plain, a.w - 20, "Trust");
    screen_printf(s, a.x + a.w - 12, a.y, plain, 12, "%2u cit", trust->house_count);
    if (a.h < 2)
        return;
    const unsigned x = 7 + draw_plant_list(s, a.x + 7, a.y + 1, a.w - 7, trust->plants);
    draw_tokens(s, a.x + x + 1, a.y + 1, a.w - x - 1, trust->fuel, false);
}

void draw_players(screen *s, const draw_table *t, draw_area area)
{
    const unsigned players = t->rules->config.players;
    const unsigned shown = players + (t->rules->trust ? 1 : 0);
    const unsigned each = area.h / shown;
    const bool large = area.w >= 40 && each >= 6;
    const unsigned height = large ? (each > 7 ? 7 : each) : (each >= 3 ? 3 : 2);
    for (unsigned i = 0; i < players; i++) {
        const draw_area a = {area.x, area.y + i * height, area.w, large ? height - 1 : 2};
        const unsigned seat = t->state->order[i];
        if (large)
            draw_player_large(s, t, a, i, seat);
        else
            draw_player_small(s, t, a, i, seat);
    }
    if (t->rules->trust)
        draw_trust(s, t, (draw_area){area.x, area.y + players * height, area.w, 2});
}

/* -------------------------------------------------------------------------------------- plants */

static const char *card_text(const ek_state *state, unsigned plant, char text[32])
{
    const ek_plant *p = &ek_tables.plant[plant];
    char need[8] = "";
    if (p->need)
        snprintf(need, sizeof need, "%u", p->need);
    snprintf(text, 32, "%s%s→%u%s", rec_kind_word(p->kind), need, p->cities,
             state->discount == plant ? " for 1" : "");
    return text;
}

/* One row: "current  3 oil2→1   4 coal2→1 …". */
static void draw_market_row(screen *s, const draw_table *t, draw_area a, const char *title,
                            ek_plants plants, bool current)
{
    char text[32];
    unsigned x = 9;
    screen_put(s, a.x, a.y, current ? strong : quiet, 8, title);
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++) {
        if (!(plants >> plant & 1))
            continue;
        const bool up = t->state->in_auction && t->state->auction_plant == plant;
        x += screen_printf(s, a.x + x, a.y, inked(draw_kind_ink(kind_of(plant)), current), a.w - x,
                           "%s%2u", up ? ">" : "", plant);
        x += screen_printf(s, a.x + x, a.y, current ? plain : quiet, a.w - x, " %s  ",
                           card_text(t->state, plant, text));
    }
    if (plants & EK_STEP3_CARD)
        x += screen_put(s, a.x + x, a.y, inked(INK_WARNING, true), a.w - x, "Step 3  ");
}

static void deck_text(const ek_state *state, char text[48])
{
    const unsigned count = ek_deck_count(state);
    if (state->top_back == EK_BACK_UNKNOWN)
        snprintf(text, 48, "deck %u", count);
    else
        snprintf(text, 48, "deck %u, %s", count, rec_back_word(state->top_back));
}

/* A card of three rows on a ground of its own. */
static void draw_card(screen *s, const draw_table *t, draw_area a, unsigned plant, bool current)
{
    const ek_plant *p = &ek_tables.plant[plant];
    const uint8_t ground = current ? INK_BAR : INK_SHEET;
    const screen_style words = {current ? INK_PLAIN : INK_QUIET, ground, false};
    const screen_style number = {(uint8_t)draw_kind_ink(p->kind), ground, true};
    screen_fill(s, a.x, a.y, a.w - 1, a.h, words);
    const unsigned x = screen_printf(s, a.x + 1, a.y, number, a.w - 2, "%u", plant);
    if (t->state->discount == plant)
        screen_put(s, a.x + 1 + x, a.y, (screen_style){INK_WARNING, ground, true}, a.w - 3 - x,
                   " for 1");
    if (t->state->in_auction && t->state->auction_plant == plant)
        screen_put(s, a.x + 1 + x, a.y, (screen_style){INK_WARNING, ground, true}, a.w - 3 - x,
                   " bidding");
    if (p->need)
        screen_printf(s, a.x + 1, a.y + 1, words, a.w - 3, "%u %s", p->need,
                      rec_kind_word(p->kind));
    else
        screen_put(s, a.x + 1, a.y + 1, words, a.w - 3, rec_kind_word(p->kind));
    screen_printf(s, a.x + 1, a.y + 2, words, a.w - 3, "%u %s", p->cities,
                  p->cities == 1 ? "city" : "cities");
}

static void draw_cards(screen *s, const draw_table *t, draw_area a)
{
    const ek_plants current = ek_current_market(t->rules, t->state);
    const ek_plants future = ek_future_market(t->rules, t->state);
    const unsigned width = a.w >= 120 ? 12 : 9;
    char deck[48];
    unsigned x = 1;
    deck_text(t->state, deck);
    screen_put(s, a.x + 1, a.y, strong, 30, "Current market");
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++) {
        if (!((current | future) >> plant & 1))
            continue;
        const bool is_current = current >> plant & 1;
        if (!is_current && (current >> plant) == 0 && !(future & ((UINT64_C(1) << plant) - 1))) {
            x += 2;
            screen_put(s, a.x + x, a.y, quiet, 30, "Future market");
        }
        draw_card(s, t, (draw_area){a.x + x, a.y + 1, width, 3}, plant, is_current);
        x += width;
    }
    if (future & EK_STEP3_CARD) {
        screen_put(s, a.x + x + 1, a.y + 2, inked(INK_WARNING, true), 8, "Step 3");
        x += width;
    }
    screen_put(s, a.x + x + 1, a.y + 2, quiet, a.w > x + 1 ? a.w - x - 1 : 0, deck);
}

/* While the zone is drafted there are no plants yet, but regions that are in. */
static void draw_zone(screen *s, const draw_table *t, draw_area a)
{
    unsigned x = screen_put(s, a.x, a.y, strong, a.w, "In play");
    for (unsigned r = 0; r < t->board->ek->regions; r++)
        if (t->state->zone >> r & 1)
            x += screen_printf(s, a.x + x, a.y, plain, a.w - x, "  %s", t->board->region[r].id);
}

void draw_plants(screen *s, const draw_table *t, draw_area area)
{
    char deck[48];
    if (ek_phase(t->state) == EK_PHASE_ZONE) {
        draw_zone(s, t, area);
        return;
    }
    if (area.h >= 4) {
        draw_cards(s, t, area);
        return;
    }
    deck_text(t->state, deck);
    const unsigned width = screen_text_width(deck);
    draw_market_row(s, t, area, "Current", ek_current_market(t->rules, t->state), true);
    draw_market_row(s, t, (draw_area){area.x, area.y + 1, area.w, 1}, "Future",
                    ek_future_market(t->rules, t->state), false);
    screen_put(s, area.x + area.w - width - 1, area.y + 1, quiet, width, deck);
}

/* ---------------------------------------------------------------------------------------- fuel */

/* "1■■■2■■■3■■·…": each price with its places; the next one to be sold stands out. */
static unsigned draw_ladder(screen *s, const draw_table *t, draw_area a, unsigned fuel)
{
    const unsigned places = ek_tables.tokens[fuel];
    const unsigned empty = places - t->state->fuel[fuel];
    unsigned x = 0;
    for (unsigned i = 0; i < places; i++) {
        const unsigned price = ek_tables.price[fuel][i];
        const bool first = i == 0 || ek_tables.price[fuel][i - 1] != price;
        const bool next = empty < places && ek_tables.price[fuel][empty] == price;
        if (first)
            x += screen_printf(s, a.x + x, a.y, next ? strong : quiet, a.w - x, "%u", price);
        x += screen_put(s, a.x + x, a.y, inked(INK_COAL + fuel, false), a.w - x,
                        i < empty ? "·" : "■");
    }
    return x;
}

static void draw_fuel_row(screen *s, const draw_table *t, draw_area a, unsigned fuel)
{
    const unsigned seat = ek_to_move(t->state);
    const int price = seat == EK_NOBODY ? -1 : ek_price(t->rules, t->state, seat, fuel, 1);
    unsigned x = 1;
    screen_put(s, a.x + x, a.y, inked(INK_COAL + fuel, true), 8, rec_fuel_word(fuel));
    x += 9;
    if (price > 0)
        screen_printf(s, a.x + x, a.y, strong, 8, "next %2d", price);
    x += 9;
    draw_ladder(s, t, (draw_area){a.x + x, a.y, a.w - x, 1}, fuel);
    x += 34;
    if (ek_phase(t->state) != EK_PHASE_ZONE && a.w > x)
        screen_printf(s, a.x + x, a.y, quiet, a.w - x, "%2u for sale, supply %2u, refill %u",
                      t->state->fuel[fuel], ek_supply(t->state, fuel),
                      ek_refill(t->rules, t->state, fuel));
}

void draw_fuel(screen *s, const draw_table *t, draw_area area)
{
    if (area.h >= EK_FUELS) {
        for (unsigned f = 0; f < EK_FUELS; f++)
            draw_fuel_row(s, t, (draw_area){area.x, area.y + f, area.w, 1}, f);
        return;
    }
    for (unsigned f = 0; f < EK_FUELS; f++) {
        const unsigned x = area.x + f % 2 * area.w / 2, y = area.y + f / 2;
        screen_printf(s, x, y, inked(INK_COAL + f, true), 5, "%.4s", rec_fuel_word(f));
        draw_ladder(s, t, (draw_area){x + 5, y, area.w / 2 - 5, 1}, f);
    }
}
