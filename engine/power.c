/* Powering cities and being paid for it (rules.md 7.2, 8.2).
 *
 * The plants of an owner are sorted by number; a power move names them by their rank. Fuel is
 * counted four kinds at a time, one in each byte of a word. */
#include "game.h"

enum { SETS = 1 << EK_PLANTS_OWNED };

/* The plants of one owner, sorted by number. */
typedef struct line_up {
    unsigned count;
    unsigned hybrids; /* ranks of the hybrids, as bits */
    uint8_t number[EK_PLANTS_OWNED];
    uint8_t need[EK_PLANTS_OWNED];
    uint8_t cities[EK_PLANTS_OWNED];
    uint32_t burns[EK_PLANTS_OWNED]; /* one byte a fuel; nothing for a hybrid */
} line_up;

static line_up line_up_of(ek_plants plants)
{
    line_up l = {.count = 0};
    for (; plants && l.count < EK_PLANTS_OWNED; l.count++) {
        const unsigned number = ek_take_smallest(&plants);
        const ek_plant *plant = ek_plant_of(number);
        l.number[l.count] = (uint8_t)number;
        l.need[l.count] = plant->need;
        l.cities[l.count] = plant->cities;
        if (plant->kind < EK_FUELS)
            l.burns[l.count] = (uint32_t)plant->need << 8 * plant->kind;
        else if (plant->kind == EK_KIND_HYBRID)
            l.hybrids |= 1u << l.count;
    }
    return l;
}

static uint32_t in_bytes(const uint8_t fuel[EK_FUELS])
{
    return (uint32_t)fuel[0] | (uint32_t)fuel[1] << 8 | (uint32_t)fuel[2] << 16 |
           (uint32_t)fuel[3] << 24;
}

static unsigned byte_of(uint32_t bytes, unsigned fuel)
{
    return bytes >> 8 * fuel & 0xff;
}

/* Whether every byte of held is at least that of burnt; all are below 128. */
static bool covers(uint32_t held, uint32_t burnt)
{
    return (((held | 0x80808080u) - burnt) & 0x80808080u) == 0x80808080u;
}

/* ------------------------------------------------------------------------------------- moves */

/* Adds the coal of each hybrid of the set to move in every way that coal and oil allow. The
 * hybrid of the highest rank varies slowest, which keeps the list sorted. */
static unsigned list_mixes(const line_up *l, unsigned hybrids, unsigned coal, unsigned oil,
                           ek_move move, ek_move *moves)
{
    if (hybrids == 0) {
        *moves = move;
        return 1;
    }
    const unsigned rank = ek_largest(hybrids);
    const unsigned need = l->need[rank];
    unsigned count = 0;
    for (unsigned c = 0; c <= need && c <= coal; c++)
        if (need - c <= oil)
            count += list_mixes(l, hybrids & ~(1u << rank), coal - c, oil - (need - c),
                                move | c << 2 * rank, moves + count);
    return count;
}

unsigned ek_list_powerings(const ek_state *state, ek_move *moves)
{
    const ek_owner *owner = &state->owner[state->order[state->turn]];
    const line_up l = line_up_of(owner->plants);
    const uint32_t held = in_bytes(owner->fuel);
    uint32_t burnt[SETS] = {0};
    unsigned count = 1;
    moves[0] = ek_move_of(EK_MOVE_POWER, 0, 0);
    for (unsigned set = 1; set < 1u << l.count; set++) {
        burnt[set] = burnt[set & (set - 1)] + l.burns[ek_smallest(set)];
        if (!covers(held, burnt[set]))
            continue;
        const uint32_t left = held - burnt[set];
        count += list_mixes(&l, set & l.hybrids, byte_of(left, EK_COAL), byte_of(left, EK_OIL),
                            ek_move_of(EK_MOVE_POWER, set, 0), moves + count);
    }
    return count;
}

static unsigned coal_of(ek_move move, unsigned rank)
{
    return ek_move_b(move) >> 2 * rank & 3;
}

ek_powering ek_power_result(const ek_state *state, unsigned seat, ek_move move)
{
    const ek_owner *owner = &state->owner[seat];
    const line_up l = line_up_of(owner->plants);
    ek_powering result = {.capacity = 0};
    uint32_t burnt = 0;
    for (uint64_t set = ek_move_a(move) & ((1u << l.count) - 1); set;) {
        const unsigned rank = ek_take_smallest(&set);
        const unsigned coal = ek_min(coal_of(move, rank), l.need[rank]);
        burnt += l.burns[rank];
        if (l.hybrids >> rank & 1)
            burnt += coal << 8 * EK_COAL | (l.need[rank] - coal) << 8 * EK_OIL;
        result.capacity += l.cities[rank];
    }
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        result.burnt[fuel] = (uint8_t)byte_of(burnt, fuel);
    result.supplied = (uint8_t)ek_min(result.capacity, owner->house_count);
    return result;
}

ek_reason ek_why_power(const ek_state *state, unsigned seat, ek_move move)
{
    const ek_owner *owner = &state->owner[seat];
    const line_up l = line_up_of(owner->plants);
    const unsigned set = ek_move_a(move);
    if (set >> l.count)
        return EK_REASON_NOT_YOUR_PLANT;
    if (ek_move_b(move) >> 2 * l.count)
        return EK_REASON_BAD_MIX;
    for (unsigned rank = 0; rank < l.count; rank++) {
        const unsigned max = set & l.hybrids & 1u << rank ? l.need[rank] : 0;
        if (coal_of(move, rank) > max)
            return EK_REASON_BAD_MIX;
    }
    const ek_powering result = ek_power_result(state, seat, move);
    return covers(in_bytes(owner->fuel), in_bytes(result.burnt)) ? EK_REASON_OK
                                                                 : EK_REASON_NOT_ENOUGH_FUEL;
}

/* -------------------------------------------------------------------------------------- play */

unsigned ek_income(unsigned cities)
{
    return ek_tables.payment[ek_min(cities, EK_PAID)];
}

static void emit_plants_run(const ek_game *game, unsigned seat, ek_move move)
{
    const line_up l = line_up_of(game->state->owner[seat].plants);
    for (uint64_t set = ek_move_a(move); set;) {
        const unsigned rank = ek_take_smallest(&set);
        ek_emit(game, EK_EVENT_PLANT_RUN, seat, l.number[rank], coal_of(move, rank), l.need[rank]);
    }
}

/* Burnt tokens go to the supply, which is not stored: it holds all tokens that are nowhere else. */
void ek_play_power(const ek_game *game, ek_move move)
{
    ek_state *s = game->state;
    const unsigned seat = s->order[s->turn];
    ek_owner *owner = &s->owner[seat];
    const ek_powering result = ek_power_result(s, seat, move);
    const unsigned income = ek_income(result.supplied);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        owner->fuel[fuel] -= result.burnt[fuel];
    ek_pay(s, seat, (int)income);
    owner->supplied = result.supplied;
    if (game->events)
        emit_plants_run(game, seat, move);
    ek_emit(game, EK_EVENT_POWERED, seat, result.supplied, 0, (int)income);
    s->turn++;
    if (s->turn == game->rules->config.players)
        ek_end_income(game);
}

/* ------------------------------------------------------------------------------ best powering */

unsigned ek_capacity(const ek_state *state, unsigned seat)
{
    return ek_capacity_of(state->owner[seat].plants);
}

/* What a token of each fuel is worth: the price of the next one on the market. */
static void next_prices(const ek_rules *rules, const ek_state *state, unsigned seat,
                        unsigned price[EK_FUELS])
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int next = ek_price(rules, state, seat, (enum ek_fuel)fuel, 1);
        const uint8_t dearest = ek_tables.price[fuel][ek_tables.tokens[fuel] - 1];
        price[fuel] = next < 0 ? dearest + 1u : (unsigned)next;
    }
}

/* The fuel that a set of plants burns and the cities it supplies. */
typedef struct demand {
    uint32_t burnt; /* one byte a fuel, without the hybrids */
    uint8_t hybrid; /* coal and oil together that the hybrids burn */
    uint8_t cities;
} demand;

/* Sums up the demand of every set of the plants. */
static void sum_demands(const line_up *l, demand demands[SETS])
{
    demands[0] = (demand){0};
    for (unsigned set = 1; set < 1u << l->count; set++) {
        const unsigned rank = ek_smallest(set);
        demand d = demands[set & (set - 1)];
        d.burnt += l->burns[rank];
        if (l->hybrids >> rank & 1)
            d.hybrid += l->need[rank];
        d.cities += l->cities[rank];
        demands[set] = d;
    }
}

/* Whether the tokens held are enough. */
static bool is_covered(const demand *d, uint32_t held)
{
    const uint32_t left = held - d->burnt;
    return covers(held, d->burnt) && byte_of(left, EK_COAL) + byte_of(left, EK_OIL) >= d->hybrid;
}

unsigned ek_fuelled(const ek_state *state, unsigned seat)
{
    const ek_owner *owner = &state->owner[seat];
    const line_up l = line_up_of(owner->plants);
    const uint32_t held = in_bytes(owner->fuel);
    demand demands[SETS];
    unsigned max = 0;
    sum_demands(&l, demands);
    for (unsigned set = 1; set < 1u << l.count; set++)
        if (demands[set].cities > max && is_covered(&demands[set], held))
            max = demands[set].cities;
    return max;
}

/* One way to run a set of plants: all hybrids together burn so much coal and so much oil. */
typedef struct plan {
    unsigned set, coal, supplied, value;
} plan;

/* Chooses the fuel of the hybrids, the cheaper one first. The set must be covered. */
static plan plan_set(const demand *d, const ek_owner *owner, unsigned set,
                     const unsigned price[EK_FUELS])
{
    const uint32_t left = in_bytes(owner->fuel) - d->burnt;
    const unsigned coal = ek_min(byte_of(left, EK_COAL), d->hybrid);
    const unsigned oil = ek_min(byte_of(left, EK_OIL), d->hybrid);
    plan p = {.set = set, .supplied = ek_min(d->cities, owner->house_count)};
    p.coal = price[EK_COAL] <= price[EK_OIL] ? coal : d->hybrid - oil;
    p.value = p.coal * price[EK_COAL] + (d->hybrid - p.coal) * price[EK_OIL];
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        p.value += byte_of(d->burnt, fuel) * price[fuel];
    return p;
}

static ek_move move_of_plan(const line_up *l, const plan *p)
{
    unsigned coal = p->coal;
    unsigned mix = 0;
    for (unsigned rank = 0; rank < l->count; rank++) {
        if (!(p->set & l->hybrids & 1u << rank))
            continue;
        const unsigned part = ek_min(coal, l->need[rank]);
        mix |= part << 2 * rank;
        coal -= part;
    }
    return ek_move_of(EK_MOVE_POWER, p->set, mix);
}

/* More cities up to the number wanted are better; then the cheaper fuel. */
static bool is_better(const plan *a, const plan *b, unsigned wanted)
{
    const unsigned a_cities = ek_min(a->supplied, wanted);
    const unsigned b_cities = ek_min(b->supplied, wanted);
    return a_cities != b_cities ? a_cities > b_cities : a->value < b->value;
}

unsigned ek_best_power(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned wanted,
                       ek_move *move)
{
    const ek_owner *owner = &state->owner[seat];
    const line_up l = line_up_of(owner->plants);
    const uint32_t held = in_bytes(owner->fuel);
    unsigned price[EK_FUELS];
    demand demands[SETS];
    plan best = {.set = 0};
    next_prices(rules, state, seat, price);
    sum_demands(&l, demands);
    for (unsigned set = 1; set < 1u << l.count; set++) {
        if (!is_covered(&demands[set], held))
            continue;
        const plan p = plan_set(&demands[set], owner, set, price);
        if (is_better(&p, &best, wanted))
            best = p;
    }
    *move = move_of_plan(&l, &best);
    return best.supplied;
}

/* ----------------------------------------------------------------------------------- ranking */

/* Cities supplied, then money. Ruling on 8.2: then cities owned. */
int ek_compare_ranks(const ek_rank *a, const ek_rank *b)
{
    if (a->powered != b->powered)
        return a->powered - b->powered;
    if (a->money != b->money)
        return a->money > b->money ? 1 : -1;
    return a->cities - b->cities;
}

void ek_ranking(const ek_rules *rules, const ek_state *state, ek_rank ranking[EK_SEATS])
{
    const unsigned players = rules->config.players;
    for (unsigned seat = 0; seat < players; seat++) {
        ek_move move;
        const unsigned powered = ek_best_power(rules, state, seat, EK_HOUSES, &move);
        const ek_rank rank = {.money = state->owner[seat].money,
                              .seat = (uint8_t)seat,
                              .powered = (uint8_t)powered,
                              .cities = state->owner[seat].house_count};
        unsigned at = seat;
        for (; at > 0 && ek_compare_ranks(&ranking[at - 1], &rank) < 0; at--)
            ranking[at] = ranking[at - 1];
        ranking[at] = rank;
    }
    for (unsigned i = 0; i < players; i++)
        ranking[i].rank = i > 0 && ek_compare_ranks(&ranking[i - 1], &ranking[i]) == 0
                              ? ranking[i - 1].rank
                              : (uint8_t)(i + 1);
}
