/* normal: rules of thumb of good players, without search. */
#include "mind.h"

static ek_move bid(const mind *m)
{
    const ek_state *s = m->state;
    if (ek_maximum_bid(m->me) > s->bid && bot_auction_limit(m, s->auction_plant) > s->bid)
        return ek_move_of(EK_MOVE_BID, 0, s->bid + 1u);
    return pass_move();
}

static ek_move single_move(const mind *m)
{
    switch (m->pending) {
    case EK_DECISION_NOMINATE:
        return bot_normal_nominate(m);
    case EK_DECISION_BID:
        return bid(m);
    case EK_DECISION_SCRAP:
        return bot_normal_scrap(m);
    case EK_DECISION_RETURN:
        return bot_normal_return(m);
    case EK_DECISION_POWER:
        return bot_normal_power(m);
    default:
        return bot_normal_setup(m);
    }
}

unsigned bot_normal_turn(const mind *m, ek_move plan[BOT_PLAN_MAX])
{
    switch (m->pending) {
    case EK_DECISION_BUY:
        return bot_normal_buy(m, plan);
    case EK_DECISION_BUILD:
        return bot_normal_build(m, plan);
    default:
        plan[0] = single_move(m);
        return 1;
    }
}
