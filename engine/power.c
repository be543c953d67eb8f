/* Powering cities and being paid for it (rules.md 7.2, 8.2).
 *
 * The plants of an owner are sorted by number; a power move names them by their rank. Fuel is
 * counted four kinds at a time, one in each byte of a word. */
#include "game.h"

/* ------------------------------------------------------------------------- sets that can run */

enum { RANKS = EK_RUN_CITIES + 1, HYBRID_RANKS }; /* parts of a runnable */

/* The run of a set of plants, with two more parts: the ranks of the plants, and those of hybrids,
 * as bits. */
typedef ek_run runnable;

static unsigned ranks_of(runnable set)
{
    return ek_run_part(set, RANKS);
}

static unsigned hybrids_of(runnable set)
{
    return ek_run_part(set, HYBRID_RANKS);
}

/* Whether the tokens held are enough. */
static bool is_covered(runnable set, uint32_t held)
{
    const uint32_t left = held - (uint32_t)set;
    return ek_covers(held, (uint32_t)set) &&
           (ek_run_part(set, EK_RUN_HYBRID) == 0 ||
            ek_byte_of(left, EK_COAL) + ek_byte_of(left, EK_OIL) >=
                ek_run_part(set, EK_RUN_HYBRID));
}

/* Finds the sets of an owner's plants for which it has the fuel, ascending by their ranks; the
 * first is empty. Returns how many there are. A set is tried only if it can run without its largest
 * plant. */
static unsigned find_runnable(const ek_owner *owner, runnable sets[EK_PLANT_SETS])
{
    const uint32_t held = ek_in_bytes(owner->fuel);
    unsigned count = 1;
    sets[0] = 0;
    ek_plants rest = owner->plants;
    for (uint64_t rank = 1; rest && rank < EK_PLANT_SETS; rank <<= 1) {
        runnable plant = ek_run_of(ek_take_smallest(&rest)) | rank << 8 * RANKS;
        if (ek_run_part(plant, EK_RUN_HYBRID))
            plant |= rank << 8 * HYBRID_RANKS;
        const unsigned before = count;
        for (unsigned i = 0; i < before; i++) {
            const runnable set = sets[i] + plant;
            sets[count] = set;
            count += is_covered(set, held);
        }
    }
    return count;
}

/* ------------------------------------------------------------------------------------- moves */

/* What the plant of a rank burns if it is a hybrid, otherwise 0. */
static unsigned need_of_rank(ek_plants plants, unsigned rank)
{
    return rank < ek_size(plants) ? ek_run_part(ek_run_of(ek_nth(plants, rank)), EK_RUN_HYBRID) : 0;
}

/* The coal and oil that hybrids can burn, and what they need of both together. */
typedef struct mixture {
    unsigned need, coal, oil;
} mixture;

/* Takes the plants of some ranks, which burn the coal that coals tells, two bits for each rank, out
 * of a mixture. False if one would burn more coal than it needs, or there is too little. */
static bool take_coals(mixture *left, ek_plants plants, unsigned ranks, unsigned coals)
{
    for (uint64_t rest = ranks; rest;) {
        const unsigned rank = ek_take_smallest(&rest);
        const unsigned need = need_of_rank(plants, rank);
        const unsigned coal = coals >> 2 * rank & 3;
        if (coal > need || coal > left->coal || need - coal > left->oil)
            return false;
        left->need -= need;
        left->coal -= coal;
        left->oil -= need - coal;
    }
    return true;
}

/* Adds move with every coal of the plant of a rank that a mixture, which is enough for it, allows.
 */
static void add_last_coal(ek_choices *choices, mixture left, unsigned rank, ek_move move)
{
    const unsigned min = left.need > left.oil ? left.need - left.oil : 0;
    const unsigned max = ek_min(left.need, left.coal);
    ek_add_range(choices, move | min << 2 * rank, max - min + 1, 1u << 2 * rank);
}

/* Adds the coal of each hybrid of a set, which can run, to move in every way that the mixture
 * allows. The hybrid of the highest rank varies slowest, which keeps the moves sorted. Without
 * recursion: the stack of a GPU's thread is as large as its compiler can tell. */
static void add_mixes(ek_choices *choices, ek_plants plants, unsigned hybrids, mixture all,
                      ek_move move)
{
    const unsigned lowest = ek_smallest(hybrids);
    const unsigned others = hybrids & (hybrids - 1);
    unsigned mask = 0; /* the bits of the others' coals */
    for (uint64_t rest = others; rest;)
        mask |= 3u << 2 * ek_take_smallest(&rest);
    unsigned coals = 0;
    do {
        mixture left = all;
        if (take_coals(&left, plants, others, coals))
            add_last_coal(choices, left, lowest, move | coals);
        coals = (coals - mask) & mask;
    } while (coals);
}

/* All sets that can run, each a bit, if the owner has no hybrid and fuel for all plants that can
 * run at all; otherwise 0. */
static uint64_t independent_sets(const ek_owner *owner)
{
    const uint32_t held = ek_in_bytes(owner->fuel);
    ek_run sum = 0;
    uint64_t sets = 1;
    ek_plants rest = owner->plants;
    for (unsigned rank = 1; rest && rank < EK_PLANT_SETS; rank <<= 1) {
        const ek_run plant = ek_run_of(ek_take_smallest(&rest));
        if (!ek_covers(held, (uint32_t)plant))
            continue;
        sum += plant;
        sets |= sets << rank;
    }
    return ek_run_part(sum, EK_RUN_HYBRID) == 0 && ek_covers(held, (uint32_t)sum) ? sets : 0;
}

void ek_list_powerings(const ek_state *state, ek_choices *choices)
{
    const ek_owner *owner = &state->owner[state->order[state->turn]];
    const uint64_t independent = independent_sets(owner);
    if (independent) {
        ek_add_set(choices, EK_MOVE_POWER, independent);
        return;
    }
    runnable sets[EK_PLANT_SETS];
    const unsigned count = find_runnable(owner, sets);
    for (unsigned i = 0; i < count; i++) {
        const runnable set = sets[i];
        const ek_move move = ek_move_of(EK_MOVE_POWER, ranks_of(set), 0);
        if (hybrids_of(set) == 0) {
            ek_add_move(choices, move);
            continue;
        }
        const uint32_t left = ek_in_bytes(owner->fuel) - (uint32_t)set;
        const mixture all = {.need = ek_run_part(set, EK_RUN_HYBRID),
                             .coal = ek_byte_of(left, EK_COAL),
                             .oil = ek_byte_of(left, EK_OIL)};
        add_mixes(choices, owner->plants, hybrids_of(set), all, move);
    }
}

static unsigned coal_of(ek_move move, unsigned rank)
{
    return ek_move_b(move) >> 2 * rank & 3;
}

/* What the plants of a power move burn, and the cities that they supply. */
static ek_run run_of_move(const ek_owner *owner, ek_move move)
{
    ek_run run = 0;
    unsigned rank = 0;
    for (ek_plants rest = owner->plants; rest; rank++) {
        const ek_run plant = ek_run_of(ek_take_smallest(&rest));
        if (!(ek_move_a(move) >> rank & 1))
            continue;
        const unsigned need = ek_run_part(plant, EK_RUN_HYBRID);
        const unsigned coal = ek_min(coal_of(move, rank), need);
        run += plant + (coal << 8 * EK_COAL | (need - coal) << 8 * EK_OIL);
    }
    return run;
}

ek_powering ek_power_result(const ek_state *state, unsigned seat, ek_move move)
{
    const ek_owner *owner = &state->owner[seat];
    const ek_run run = run_of_move(owner, move);
    ek_powering result = {.capacity = (uint8_t)ek_run_part(run, EK_RUN_CITIES)};
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        result.burnt[fuel] = (uint8_t)ek_byte_of((uint32_t)run, fuel);
    result.supplied = (uint8_t)ek_min(result.capacity, owner->house_count);
    return result;
}

ek_reason ek_why_power(const ek_state *state, unsigned seat, ek_move move)
{
    const ek_owner *owner = &state->owner[seat];
    const unsigned set = ek_move_a(move);
    if (set >> ek_size(owner->plants))
        return EK_REASON_NOT_YOUR_PLANT;
    if (ek_move_b(move) >> 2 * EK_PLANTS_OWNED)
        return EK_REASON_BAD_MIX;
    for (unsigned rank = 0; rank < EK_PLANTS_OWNED; rank++)
        if (coal_of(move, rank) > (set >> rank & 1 ? need_of_rank(owner->plants, rank) : 0))
            return EK_REASON_BAD_MIX;
    const uint32_t burnt = (uint32_t)run_of_move(owner, move);
    return ek_covers(ek_in_bytes(owner->fuel), burnt) ? EK_REASON_OK : EK_REASON_NOT_ENOUGH_FUEL;
}

/* -------------------------------------------------------------------------------------- play */

unsigned ek_income(unsigned cities)
{
    return ek_tables.payment[ek_min(cities, EK_PAID)];
}

static void emit_plants_run(const ek_game *game, unsigned seat, ek_move move)
{
    unsigned rank = 0;
    for (ek_plants rest = game->state->owner[seat].plants; rest; rank++) {
        const unsigned plant = ek_take_smallest(&rest);
        if (ek_move_a(move) >> rank & 1)
            ek_emit(game, EK_EVENT_PLANT_RUN, seat, plant, coal_of(move, rank),
                    ek_plant_of(plant)->need);
    }
}

/* Burnt tokens go to the supply, which is not stored: it holds all tokens that are nowhere else. */
void ek_play_power(const ek_game *game, ek_move move)
{
    ek_state *s = game->state;
    const unsigned seat = s->order[s->turn];
    ek_owner *owner = &s->owner[seat];
    const ek_run run = run_of_move(owner, move);
    const unsigned supplied = ek_min(ek_run_part(run, EK_RUN_CITIES), owner->house_count);
    const unsigned income = ek_income(supplied);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        owner->fuel[fuel] -= (uint8_t)ek_byte_of((uint32_t)run, fuel);
    ek_pay(s, seat, (int)income);
    owner->supplied = (uint8_t)supplied;
    if (game->events)
        emit_plants_run(game, seat, move);
    ek_emit(game, EK_EVENT_POWERED, seat, supplied, 0, (int)income);
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

unsigned ek_fuelled(const ek_state *state, unsigned seat)
{
    const ek_owner *owner = &state->owner[seat];
    const uint32_t held = ek_in_bytes(owner->fuel);
    ek_run sums[EK_PLANT_SETS];
    unsigned max = 0;
    for (unsigned set = ek_sum_runs(owner->plants, sums); set-- > 0;) { /* all plants first */
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
