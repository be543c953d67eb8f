/* Exchanging parts of positions. */
#include "parts.h"

/* ---------------------------------------------------------------------------------------- parts */

/* Finds the places that are taken again, after owners have changed. */
static void find_places(ek_state *s)
{
    for (unsigned place = 0; place < EK_STEPS; place++)
        s->places[place] = 0;
    for (unsigned i = 0; i < EK_OWNERS; i++)
        for (unsigned k = 0; k < s->owner[i].house_count; k++)
            s->places[s->owner[i].houses[k] >> 6] |= ek_bit(s->owner[i].houses[k] & 63);
}

static int tokens_in_play(const ek_state *s, unsigned fuel)
{
    int sum = s->fuel[fuel];
    for (unsigned i = 0; i < EK_OWNERS; i++)
        sum += s->owner[i].fuel[fuel];
    if (fuel == EK_URANIUM)
        sum += (int)ek_size(s->marks & ~s->bare_marks);
    return sum;
}

static int take_tokens(uint8_t *held, int wanted)
{
    const int taken = clamp(wanted, 0, *held);
    *held = (uint8_t)(*held - taken);
    return taken;
}

/* There are only so many tokens: takes those that are too many from the market, then from owners.
 */
static void limit_tokens(ek_state *s)
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        int over = tokens_in_play(s, fuel) - ek_tables.tokens[fuel];
        over -= take_tokens(&s->fuel[fuel], over);
        for (unsigned i = 0; i < EK_OWNERS; i++)
            over -= take_tokens(&s->owner[i].fuel[fuel], over);
    }
}

static void take_fuel(uint8_t to[EK_FUELS], const uint8_t from[EK_FUELS])
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        to[fuel] = from[fuel];
}

static void take_cities(ek_owner *to, const ek_owner *from)
{
    to->cities = from->cities;
    to->house_count = from->house_count;
    for (unsigned i = 0; i < EK_HOUSES; i++)
        to->houses[i] = from->houses[i];
}

static void take_market(ek_state *to, const ek_state *from)
{
    to->market = from->market;
    to->unseen = from->unseen;
    to->buried = from->buried;
    to->removed = from->removed;
    to->market_size = from->market_size;
    to->discount = from->discount;
    to->deck_plug = from->deck_plug;
    to->deck_socket = from->deck_socket;
    to->deck_top = from->deck_top;
    to->top_back = from->top_back;
    to->step = from->step;
    to->step3 = from->step3;
}

static void take_rivals(ek_state *to, const ek_state *from, unsigned seat)
{
    for (unsigned i = 0; i < EK_OWNERS; i++)
        if (i != seat)
            to->owner[i] = from->owner[i];
}

void bot_take_part(const ek_rules *rules, ek_state *to, const ek_state *from, enum part part,
                   unsigned seat)
{
    ek_owner *owner = &to->owner[seat];
    const ek_owner *of = &from->owner[seat];
    switch (part) {
    case PART_MONEY:
        owner->money = of->money;
        owner->supplied = of->supplied;
        break;
    case PART_PLANTS:
        owner->plants = of->plants;
        break;
    case PART_FUEL:
        take_fuel(owner->fuel, of->fuel);
        break;
    case PART_PRICES:
        take_fuel(to->fuel, from->fuel);
        break;
    case PART_CITIES:
        take_cities(owner, of);
        break;
    case PART_ORDER:
        for (unsigned i = 0; i < rules->config.players; i++)
            to->order[i] = from->order[i];
        break;
    case PART_RIVALS:
        take_rivals(to, from, seat);
        break;
    case PART_MARKET:
        take_market(to, from);
        break;
    case PART_END:
    case PARTS:
        *to = *from;
        return;
    }
    find_places(to);
    limit_tokens(to);
}

/* ------------------------------------------------------------------------------------- contrast */

static int chance_of(const search *s, const ek_state *state)
{
    int32_t chance[EK_SEATS];
    bot_judge_chances(s->judge, s->m->rules, state, chance);
    return chance[s->m->seat];
}

/* The chance if a part of a state comes from another. */
static int mixed_chance(const search *s, const ek_state *state, const ek_state *from,
                        enum part part)
{
    ek_state mixed = *state;
    bot_take_part(s->m->rules, &mixed, from, part, s->m->seat);
    return chance_of(s, &mixed);
}

static bool is_over(const ek_state *state)
{
    return ek_phase(state) == EK_PHASE_ENDED;
}

/* Adds what each part gains: the mean of bringing it into the other position, and of keeping it in
 * the better one. If only one of the games is over, all of it is because of that. */
static void add_gains(const search *s, const ek_state *better, const ek_state *other,
                      int64_t sum[PARTS])
{
    const int difference = chance_of(s, better) - chance_of(s, other);
    if (is_over(better) != is_over(other)) {
        sum[PART_END] += 2 * difference;
        return;
    }
    for (unsigned part = 0; part < PART_END; part++)
        sum[part] += difference + mixed_chance(s, other, better, (enum part)part) -
                     mixed_chance(s, better, other, (enum part)part);
}

static unsigned place_of(const ek_state *state, unsigned seat, unsigned players)
{
    unsigned place = 0;
    while (place + 1 < players && state->order[place] != seat)
        place++;
    return place;
}

static unsigned most_frequent(const unsigned count[EK_SEATS])
{
    unsigned best = 0;
    for (unsigned place = 1; place < EK_SEATS; place++)
        if (count[place] > count[best])
            best = place;
    return best;
}

/* The mean, rounded. */
static void divide(const unsigned sum[EK_FUELS], unsigned rows, uint8_t mean[EK_FUELS])
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        mean[fuel] = (uint8_t)((sum[fuel] + rows / 2) / rows);
}

void bot_contrast_turns(const search *s, const candidate *better, const candidate *other,
                        unsigned rows, contrast *found)
{
    const unsigned seat = s->m->seat, players = s->m->players;
    unsigned place[EK_SEATS] = {0}, other_place[EK_SEATS] = {0};
    unsigned stock[EK_FUELS] = {0}, other_stock[EK_FUELS] = {0};
    int64_t sum[PARTS] = {0};
    found->better = better;
    found->other = other;
    found->ended = found->other_ended = 0;
    found->rows = rows;
    for (unsigned row = rows; row-- > 0;) { /* the first row last: its states are kept */
        ek_state judged, other_judged;
        bot_show_candidate(s, better, row, &found->after_better, &judged);
        bot_show_candidate(s, other, row, &found->after_other, &other_judged);
        add_gains(s, &judged, &other_judged, sum);
        place[place_of(&judged, seat, players)]++;
        other_place[place_of(&other_judged, seat, players)]++;
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
            stock[fuel] += judged.fuel[fuel];
            other_stock[fuel] += other_judged.fuel[fuel];
        }
        found->ended += is_over(&judged);
        found->other_ended += is_over(&other_judged);
    }
    for (unsigned part = 0; part < PARTS; part++)
        found->weight[part] = (int32_t)(sum[part] / (2 * (int64_t)rows));
    divide(stock, rows, found->stock);
    divide(other_stock, rows, found->other_stock);
    found->place = most_frequent(place);
    found->other_place = most_frequent(other_place);
}
