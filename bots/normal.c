/* normal: the rules of thumb of good players, one decision at a time. */
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
    switch (m->state->stage) {
    case EK_STAGE_NOMINATE:
        return bot_normal_nominate(m);
    case EK_STAGE_BID:
        return bid(m);
    case EK_STAGE_SCRAP:
        return bot_normal_scrap(m);
    case EK_STAGE_RETURN:
        return bot_normal_return(m);
    case EK_STAGE_POWER:
        return bot_normal_power(m);
    default:
        return bot_normal_setup(m);
    }
}

unsigned bot_normal_turn(const mind *m, ek_move plan[BOT_PLAN_MAX])
{
    if (m->state->stage == EK_STAGE_BUY)
        return bot_normal_buy(m, plan);
    if (m->state->stage == EK_STAGE_BUILD)
        return bot_normal_build(m, plan);
    plan[0] = single_move(m);
    return 1;
}
