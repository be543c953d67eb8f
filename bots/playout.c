/* Playouts: all seats play like normal, but faster. An auction is settled from the limits of the
 * bidders instead of bid by bid, and turns are played as planned. */
#include "mind.h"

/* ------------------------------------------------------------------------------------- auctions */

/* A seat's limit; not exact if it is floor or lower. */
static int find_limit(mind *m, const auction_override *override, unsigned seat, int floor)
{
    if (override && override->seat == seat)
        return override->limit;
    if (override && override->alone)
        return 0;
    bot_mind_switch(m, seat);
    return min(bot_auction_limit_above(m, m->state->auction_plant, floor),
               (int)ek_maximum_bid(m->me));
}

/* Only the two highest limits above the standing bid are exact: the others change nothing. The seat
 * with the standing bid comes last, because it need not bid if no other seat does. */
static void find_limits(mind *m, const auction_override *override, int limit[EK_SEATS])
{
    const ek_state *s = m->state;
    int first = 0;
    int second = 0;
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        limit[seat] = 0;
    for (uint64_t rest = s->in_auction & ~(1u << s->bidder); rest;) {
        const unsigned seat = ek_take_smallest(&rest);
        limit[seat] = find_limit(m, override, seat, max(s->bid, second - 1));
        second = max(second, min(first, limit[seat]));
        first = max(first, limit[seat]);
    }
    if (first > s->bid)
        limit[s->bidder] = find_limit(m, override, s->bidder, max(s->bid, second - 1));
}

/* The seat in the running auction with the highest limit, except one. */
static unsigned highest_but(const ek_state *s, const int limit[EK_SEATS], unsigned but)
{
    unsigned best = EK_NOBODY;
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (s->in_auction >> seat & 1 && seat != but &&
            (best == EK_NOBODY || limit[seat] > limit[best]))
            best = seat;
    return best;
}

/* The two seats with the highest limits bid against each other, all others pass. The second bids up
 * to its limit, the first one Elektro above. */
void bot_settle_by_limits(const ek_rules *rules, ek_state *s, const int limit[EK_SEATS])
{
    const unsigned first = highest_but(s, limit, EK_NOBODY);
    const unsigned second = highest_but(s, limit, first);
    while (s->in_auction) {
        const unsigned seat = ek_to_move(s);
        int amount = 0;
        if (seat == first)
            amount = max(s->bid + 1, min(limit[second] + 1, limit[first]));
        else if (seat == second)
            amount = min(limit[second], limit[first]);
        if (amount > s->bid && amount <= limit[seat])
            bot_play(rules, s, ek_move_of(EK_MOVE_BID, 0, (unsigned)amount));
        else
            bot_play(rules, s, pass_move());
    }
}

void bot_settle_auction(mind *m, ek_state *s, const auction_override *override)
{
    int limit[EK_SEATS];
    find_limits(m, override, limit);
    bot_settle_by_limits(m->rules, s, limit);
}

/* ---------------------------------------------------------------------------------------- turns */

void bot_play_phase(mind *m, ek_state *s)
{
    const enum ek_phase phase = ek_phase(s);
    const unsigned round = s->round;
    ek_move plan[BOT_PLAN_MAX];
    while (ek_phase(s) == phase && s->round == round) {
        bot_mind_update(m, ek_to_move(s));
        if (m->pending == EK_DECISION_BID) {
            bot_settle_auction(m, s, NULL);
            continue;
        }
        const unsigned count = bot_normal_turn(m, plan);
        for (unsigned i = 0; i < count; i++)
            bot_play(m->rules, s, plan[i]);
    }
}

/* Phase by phase: on a GPU, games side by side wait for each other at the end of each phase, so
 * that all of them are always in the same one. */
void bot_play_to(mind *m, ek_state *s, unsigned moment)
{
    while (ek_to_move(s) != EK_NOBODY && bot_moment(s) < moment)
        bot_play_phase(m, s);
}

void bot_play_on(const ek_rules *rules, ek_state *s, const bot_parameters *p, unsigned round)
{
    mind m;
    survey known;
    bot_mind_begin(&m, rules, s, p, &known);
    bot_play_to(&m, s, round * BOT_MOMENTS);
}
