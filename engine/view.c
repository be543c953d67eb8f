/* Views: the state as a seat or a spectator may see it (rules.md 1.8). Money decides ties at the
 * end, so every view of an ended game shows it. */
#include "game.h"

void ek_view(const ek_rules *rules, const ek_state *state, unsigned seat, ek_state *view)
{
    *view = *state;
    view->random = 0;
    view->chance = EK_CHANCE_ASK;
    if (ek_has_option(rules, EK_OPEN_MONEY) || state->stage == EK_STAGE_ENDED)
        return;
    for (unsigned i = 0; i < rules->config.players; i++) {
        if (i == seat)
            continue;
        view->owner[i].money = 0;
        view->hidden |= (uint8_t)(1u << i);
    }
}
