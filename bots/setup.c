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

/* The regions or cities that the pending decision allows. There are few, and this is asked only a
 * few times in a game, so each of them is tried: a list of moves would take 24 KB of stack. */
static uint64_t choices(const mind *m, enum ek_move_type type)
{
    uint64_t set = 0;
    for (unsigned a = 0; a < EK_CITIES; a++)
        if (ek_why(m->rules, m->state, m->seat, ek_move_of(type, a, 0)) == EK_REASON_OK)
            set |= ek_bit(a);
    return set;
}

static ek_move choose_region(const mind *m)
{
    uint64_t rest = choices(m, EK_MOVE_REGION);
    unsigned best = ek_take_smallest(&rest);
    while (rest) {
        const unsigned region = ek_take_smallest(&rest);
        if (dearness(m, region) < dearness(m, best))
            best = region;
    }
    return ek_move_of(EK_MOVE_REGION, best, 0);
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
    ek_cities rest = choices(m, EK_MOVE_TRUST);
    unsigned best = ek_take_smallest(&rest);
    while (rest) {
        const unsigned city = ek_take_smallest(&rest);
        if (nearby_cost(m, city) > nearby_cost(m, best))
            best = city;
    }
    return ek_move_of(EK_MOVE_TRUST, best, 0);
}

static ek_move choose_mark(const mind *m)
{
    const unsigned city = bot_best_first_city(m, choices(m, EK_MOVE_MARK));
    return ek_move_of(EK_MOVE_MARK, city, 0);
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
