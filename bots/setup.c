/* Setup decisions: regions, houses of the Trust, starting cities. */
#include "mind.h"

/* The average cost of a region's connections, also those to regions chosen before, in 1/16. */
static int dearness(const mind *m, unsigned region)
{
    const ek_board *board = m->rules->board;
    const unsigned chosen = m->state->zone | 1u << region;
    int cost = 0;
    int links = 0;
    for (unsigned i = 0; i < board->links; i++) {
        const unsigned from = board->region_of[board->link[i].from];
        const unsigned to = board->region_of[board->link[i].to];
        if ((from == region || to == region) && chosen >> from & 1 && chosen >> to & 1) {
            cost += board->link[i].cost;
            links++;
        }
    }
    return links ? cost * 16 / links : INT32_MAX;
}

static ek_move choose_region(const mind *m)
{
    ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(m->rules, m->state, moves);
    ek_move best = moves[0];
    for (unsigned i = 1; i < count; i++)
        if (dearness(m, ek_move_a(moves[i])) < dearness(m, ek_move_a(best)))
            best = moves[i];
    return best;
}

static int nearby_cost(const mind *m, unsigned city)
{
    int cost = 0;
    int count = 0;
    for (ek_cities near = m->rules->neighbours[city]; near; count++)
        cost += m->rules->cost[city][ek_take_smallest(&near)];
    return count ? cost * 16 / count : 0;
}

/* A house of the Trust closes a city in Step 1, so the bot chooses an expensive one. */
static ek_move choose_trust(const mind *m)
{
    ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(m->rules, m->state, moves);
    ek_move best = moves[0];
    for (unsigned i = 1; i < count; i++)
        if (nearby_cost(m, ek_move_a(moves[i])) > nearby_cost(m, ek_move_a(best)))
            best = moves[i];
    return best;
}

static ek_move choose_mark(const mind *m)
{
    ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(m->rules, m->state, moves);
    ek_cities cities = 0;
    for (unsigned i = 0; i < count; i++)
        cities |= ek_bit(ek_move_a(moves[i]));
    return ek_move_of(EK_MOVE_MARK, bot_best_first_city(m, cities), 0);
}

ek_move bot_normal_setup(const mind *m)
{
    switch (m->pending) {
    case EK_DECISION_REGION:
        return choose_region(m);
    case EK_DECISION_TRUST:
        return choose_trust(m);
    default: /* EK_DECISION_MARK */
        return choose_mark(m);
    }
}
