/* Powering cities and being paid for it (rules.md 7.2).
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
            count += ek_can_run(set, held);
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

/* The same for several plants, of which the one of the highest rank varies slowest: this keeps the
 * moves sorted. Without recursion, because the stack of a GPU's thread is as large as its compiler
 * can tell. */
static void add_coals(ek_choices *choices, ek_plants plants, unsigned hybrids, mixture all,
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

/* Adds the coal of each hybrid of a set, which can run, to move in every way that the mixture
 * allows. */
static void add_mixes(ek_choices *choices, ek_plants plants, unsigned hybrids, mixture all,
                      ek_move move)
{
    if (hybrids & (hybrids - 1))
        add_coals(choices, plants, hybrids, all, move);
    else
        add_last_coal(choices, all, ek_smallest(hybrids), move);
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
    return ek_result_of(owner, run_of_move(owner, move));
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
