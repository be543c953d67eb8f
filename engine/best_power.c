/* What the plants of an owner can supply: the cheapest way for each number of cities, and the
 * ranking at the end (rules.md 7.2, 8.2).
 *
 * In a set of plants, bit i stands for the i-th smallest plant of the owner. */
#include "game.h"

/* ------------------------------------------------------------------------------- sets of plants */

unsigned ek_capacity(const ek_state *state, unsigned seat)
{
    return ek_capacity_of(state->owner[seat].plants);
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

unsigned ek_fuelled(const ek_state *state, unsigned seat)
{
    const ek_owner *owner = &state->owner[seat];
    const uint32_t held = ek_in_bytes(owner->fuel);
    ek_run sums[EK_PLANT_SETS];
    unsigned max = 0;
    for (unsigned set = ek_sum_runs(owner->plants, sums); set-- > 0;) { /* all plants first */
        const unsigned cities = ek_run_part(sums[set], EK_RUN_CITIES);
        if (cities > max && ek_can_run(sums[set], held))
            max = cities;
    }
    return max;
}

/* ------------------------------------------------------------------------------ best powering */

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

/* One way to run a set of plants. */
typedef struct plan {
    uint8_t set;
    uint8_t coal; /* that all hybrids together burn; the rest is oil */
    uint16_t value;
} plan;

/* Chooses the fuel of the hybrids, the cheaper one first. The fuel held must be enough for the set.
 */
static plan plan_set(ek_run run, unsigned set, uint32_t held, const unsigned price[EK_FUELS])
{
    const uint32_t left = held - (uint32_t)run;
    const unsigned hybrid = ek_run_part(run, EK_RUN_HYBRID);
    unsigned coal = 0;
    unsigned value = 0;
    if (hybrid) {
        coal = price[EK_COAL] <= price[EK_OIL] ? ek_min(ek_byte_of(left, EK_COAL), hybrid)
                                               : hybrid - ek_min(ek_byte_of(left, EK_OIL), hybrid);
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
    const uint32_t held = ek_in_bytes(owner->fuel);
    list->numbers = 1;
    list->best[0] = (plan){.set = 0};
    for (unsigned set = 1; set < sets; set++) {
        if (!ek_can_run(sums[set], held))
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
    const ek_run mix = (ek_run)p->coal << 8 * EK_COAL | (ek_run)oil << 8 * EK_OIL;
    return (ek_power_choice){.move = move_of_plan(owner->plants, p),
                             .result = ek_result_of(owner, run + mix)};
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
        const unsigned powered = ek_min(ek_fuelled(state, seat), state->owner[seat].house_count);
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
