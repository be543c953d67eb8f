#include "puzzle_turn.h"

pz_sense pz_sense_of(const ek_move *plan, unsigned count)
{
    pz_sense sense = {.cities = 0};
    for (unsigned i = 0; i < count; i++) {
        const unsigned a = ek_move_a(plan[i]);
        switch (ek_move_type(plan[i])) {
        case EK_MOVE_CONNECT:
            sense.cities |= ek_bit(a);
            break;
        case EK_MOVE_BUY:
            sense.fuel[a] = (uint16_t)(sense.fuel[a] + ek_move_b(plan[i]));
            break;
        case EK_MOVE_DONE:
            break;
        case EK_MOVE_NOMINATE:
        case EK_MOVE_BID:
            sense.move = ek_move_of(ek_move_type(plan[i]), a, 0);
            break;
        default:
            sense.move = plan[i];
        }
    }
    return sense;
}

bool pz_is_same(const pz_sense *a, const pz_sense *b)
{
    bool same = a->cities == b->cities && a->move == b->move;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        same = same && a->fuel[fuel] == b->fuel[fuel];
    return same;
}

/* Purchases and buildings are turns of several moves. */
static bool goes_on(enum ek_decision pending, const ek_state *before, const ek_state *after)
{
    return (pending == EK_DECISION_BUY || pending == EK_DECISION_BUILD) &&
           ek_pending(after) == pending && ek_to_move(after) == ek_to_move(before) &&
           after->round == before->round;
}

unsigned pz_turn_of(bot *b, const ek_rules *rules, const ek_state *view, ek_move plan[BOT_PLAN_MAX])
{
    ek_state state = *view;
    unsigned count = 0;
    do {
        plan[count] = bot_move(b, rules, &state, NULL);
        ek_play(rules, &state, plan[count++], NULL);
    } while (count < BOT_PLAN_MAX && goes_on(ek_pending(view), view, &state));
    return count;
}

bool pz_waits_for_card(const ek_rules *rules, const ek_state *view, const ek_move *plan,
                       unsigned count)
{
    ek_state state = *view;
    for (unsigned i = 0; i + 1 < count; i++) {
        ek_play(rules, &state, plan[i], NULL);
        if (ek_pending(&state) == EK_DECISION_CARD)
            return true;
    }
    return false;
}
