/* The ledger: the money of all players, computed from public events. */
#include "mind.h"

void bot_see(bot *b, const ek_events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        const ek_event *e = &events->list[i];
        switch (e->type) {
        case EK_EVENT_PLANT_BOUGHT:
        case EK_EVENT_FUEL_BOUGHT:
        case EK_EVENT_CONNECTED:
            b->money[e->seat] -= e->n;
            break;
        case EK_EVENT_POWERED:
            b->money[e->seat] += e->n;
            break;
        default:
            break;
        }
    }
}

void bot_catch_up(bot *b, const jn_game *game)
{
    jn_cursor c;
    jn_begin(&c, game);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        b->money[seat] = c.now.state.owner[seat].money;
    while (jn_next_settled(&c))
        bot_see(b, &c.events);
}

void bot_fill_in_money(const bot *b, const ek_state *view, ek_state *state)
{
    *state = *view;
    state->hidden = 0;
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (view->hidden >> seat & 1)
            state->owner[seat].money = b->money[seat];
}
