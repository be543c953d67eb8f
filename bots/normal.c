/* normal: the rules of thumb of good players, one decision at a time. */
#include "mind.h"

static ek_move bid(const mind *m)
{
    const ek_state *s = m->state;
    if (s->bid < EK_BID_MAX && bot_auction_limit(m, s->auction_plant) > s->bid &&
        m->me->money > s->bid)
        return ek_move_of(EK_MOVE_BID, 0, s->bid + 1u);
    return pass_move();
}

static ek_move at_auction(const mind *m)
{
    if (is_bidding(m->state))
        return bid(m);
    if (m->state->auction_plant == 0)
        return bot_normal_nominate(m);
    return ek_size(m->me->plants) > m->rules->limit.max_plants ? bot_normal_scrap(m)
                                                               : bot_normal_return(m);
}

unsigned bot_normal_turn(const mind *m, ek_move plan[BOT_PLAN_MAX])
{
    switch (ek_phase(m->state)) {
    case EK_PHASE_AUCTION:
        plan[0] = at_auction(m);
        return 1;
    case EK_PHASE_RESOURCES:
        return bot_normal_buy(m, plan);
    case EK_PHASE_BUILDING:
        return bot_normal_build(m, plan);
    case EK_PHASE_BUREAUCRACY:
        plan[0] = bot_normal_power(m);
        return 1;
    default:
        plan[0] = bot_normal_setup(m);
        return 1;
    }
}
