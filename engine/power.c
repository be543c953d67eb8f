/* Powering cities and being paid for it (rules.md 7.2, 8.2).
 *
 * The plants of an owner are sorted by number; a power move names them by their rank. Fuel is
 * counted four kinds at a time, one in each byte of a word. */
#include "game.h"

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
    uint32_t burnt[EK_PLANT_SETS] = {0};
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

unsigned ek_sum_runs(ek_plants plants, ek_run sums[EK_PLANT_SETS])
{
    unsigned sets = 1;
    sums[0] = 0;
    for (; plants && sets < EK_PLANT_SETS; sets *= 2) {
        const ek_run one = ek_run_of(ek_take_smallest(&plants));
        for (unsigned set = 0; set < sets; set++)
            sums[sets + set] = sums[set] + one;
    }
    return sets;
}

/* Whether the tokens held are enough. */
static bool is_covered(ek_run run, uint32_t held)
{
    const uint32_t burnt = (uint32_t)run;
    const uint32_t left = held - burnt;
    return covers(held, burnt) &&
           byte_of(left, EK_COAL) + byte_of(left, EK_OIL) >= ek_run_part(run, EK_RUN_HYBRID);
}

unsigned ek_fuelled(const ek_state *state, unsigned seat)
{
    const ek_owner *owner = &state->owner[seat];
    const uint32_t held = in_bytes(owner->fuel);
    ek_run sums[EK_PLANT_SETS];
    const unsigned sets = ek_sum_runs(owner->plants, sums);
    unsigned max = 0;
    for (unsigned set = 1; set < sets; set++) {
        const unsigned cities = ek_run_part(sums[set], EK_RUN_CITIES);
        if (cities > max && is_covered(sums[set], held))
            max = cities;
    }
    return max;
}

/* One way to run a set of plants. */
typedef struct plan {
    uint8_t set;
    uint8_t coal; /* that all hybrids together burn; the rest is oil */
    uint16_t value;
} plan;

/* Chooses the fuel of the hybrids, the cheaper one first. The set must be covered. */
static plan plan_set(ek_run run, unsigned set, uint32_t held, const unsigned price[EK_FUELS])
{
    const uint32_t left = held - (uint32_t)run;
    const unsigned hybrid = ek_run_part(run, EK_RUN_HYBRID);
    unsigned coal = 0;
    unsigned value = 0;
    if (hybrid) {
        coal = price[EK_COAL] <= price[EK_OIL] ? ek_min(byte_of(left, EK_COAL), hybrid)
                                               : hybrid - ek_min(byte_of(left, EK_OIL), hybrid);
        value = coal * price[EK_COAL] + (hybrid - coal) * price[EK_OIL];
    }
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        value += ek_run_part(run, fuel) * price[fuel];
    return (plan){.set = (uint8_t)set, .coal = (uint8_t)coal, .value = (uint16_t)value};
}

/* The cheapest plans of one owner. */
typedef struct plan_list {
    uint32_t numbers;         /* of cities that can be supplied, as bits */
    plan best[EK_HOUSES + 1]; /* by number of cities; of equal ones the first set */
} plan_list;

static void list_plans(const ek_run *sums, unsigned sets, const ek_owner *owner,
                       const unsigned price[EK_FUELS], plan_list *list)
{
    const uint32_t held = in_bytes(owner->fuel);
    list->numbers = 1;
    list->best[0] = (plan){.set = 0};
    for (unsigned set = 1; set < sets; set++) {
        if (!is_covered(sums[set], held))
            continue;
        const unsigned cities = ek_min(ek_run_part(sums[set], EK_RUN_CITIES), owner->house_count);
        const plan p = plan_set(sums[set], set, held, price);
        if (!(list->numbers >> cities & 1) || p.value < list->best[cities].value)
            list->best[cities] = p;
        list->numbers |= 1u << cities;
    }
}

/* The coal of each hybrid: the smallest ones burn it first. */
static ek_move move_of_plan(ek_plants plants, const plan *p)
{
    unsigned coal = p->coal;
    unsigned mix = 0;
    for (unsigned rank = 0; coal; rank++) {
        const ek_plant *plant = ek_plant_of(ek_take_smallest(&plants));
        if (!(p->set >> rank & 1) || plant->kind != EK_KIND_HYBRID)
            continue;
        const unsigned part = ek_min(coal, plant->need);
        mix |= part << 2 * rank;
        coal -= part;
    }
    return ek_move_of(EK_MOVE_POWER, p->set, mix);
}

static ek_power_choice choice_of(const ek_owner *owner, ek_run run, const plan *p)
{
    const unsigned oil = ek_run_part(run, EK_RUN_HYBRID) - p->coal;
    const unsigned cities = ek_run_part(run, EK_RUN_CITIES);
    ek_power_choice choice = {.move = move_of_plan(owner->plants, p)};
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        choice.result.burnt[fuel] = (uint8_t)ek_run_part(run, fuel);
    choice.result.burnt[EK_COAL] += p->coal;
    choice.result.burnt[EK_OIL] += (uint8_t)oil;
    choice.result.capacity = (uint8_t)cities;
    choice.result.supplied = (uint8_t)ek_min(cities, owner->house_count);
    return choice;
}

unsigned ek_power_choices(const ek_rules *rules, const ek_state *state, unsigned seat,
                          ek_power_choice choices[EK_HOUSES + 1])
{
    const ek_owner *owner = &state->owner[seat];
    unsigned price[EK_FUELS];
    ek_run sums[EK_PLANT_SETS];
    plan_list list;
    const plan *last = NULL;
    unsigned count = 0;
    next_prices(rules, state, seat, price);
    list_plans(sums, ek_sum_runs(owner->plants, sums), owner, price, &list);
    for (uint64_t rest = list.numbers; rest;) {
        const unsigned cities = ek_largest(rest);
        const plan *p = &list.best[cities];
        rest &= ~ek_bit(cities);
        /* A plan for fewer cities must be cheaper; of equal ones the first set is chosen. */
        if (last && (p->value > last->value || (p->value == last->value && p->set > last->set)))
            continue;
        choices[count++] = choice_of(owner, sums[p->set], p);
        last = p;
    }
    return count;
}

unsigned ek_best_power(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned wanted,
                       ek_move *move)
{
    ek_power_choice choices[EK_HOUSES + 1];
    const unsigned count = ek_power_choices(rules, state, seat, choices);
    unsigned best = 0;
    while (best + 1 < count && choices[best + 1].result.supplied >= wanted)
        best++;
    *move = choices[best].move;
    return choices[best].result.supplied;
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
