/* What a plant is worth to a seat, by playouts. */
#include "tell.h"

enum { WORTH_ROWS = 12 }; /* playouts for each price */

/* The sum of the seat's chances in the first rows. */
static int64_t sum_of(const search *s, const candidate *c)
{
    int64_t sum = 0;
    for (unsigned row = 0; row < WORTH_ROWS; row++) {
        int32_t chance[EK_SEATS];
        bot_try_candidate(s, c, row, chance);
        sum += chance[s->m->seat];
    }
    return sum;
}

/* The seat gets the plant at the lowest price: all others pass. */
static candidate win_at(const mind *m, unsigned plant, int price)
{
    const ek_move move = m->pending == EK_DECISION_BID
                             ? ek_move_of(EK_MOVE_BID, 0, (unsigned)price)
                             : ek_move_of(EK_MOVE_NOMINATE, plant, (unsigned)price);
    return (candidate){.plan = {move},
                       .count = 1,
                       .override = {.seat = (uint8_t)m->seat, .alone = true, .limit = price}};
}

/* Every price can be tried, also one that the rules do not allow now: the seat pays the lowest, and
 * has as much more or less money as the price is lower or higher. */
int bot_plant_worth(bot_desk *desk, unsigned plant, const candidate *against)
{
    const search *s = &desk->s;
    const mind *m = s->m;
    const bool bids = m->pending == EK_DECISION_BID;
    const int lowest = bids ? m->state->bid + 1 : (int)ek_minimum_bid(m->state, plant);
    const candidate leave = {.plan = {pass_move()}, .count = 1, .override.seat = EK_NOBODY};
    const candidate win = win_at(m, plant, lowest);
    int32_t *money = &desk->state.owner[m->seat].money;
    const int own = *money;
    int low = -1;
    int high = (int)ek_maximum_bid(m->me);
    if (ek_why(m->rules, m->state, m->seat, win.plan[0]) != EK_REASON_OK)
        return 0;
    const int64_t enough = sum_of(s, bids ? &leave : against);
    while (low < high) {
        const int price = (low + high + 1) / 2;
        *money = own + lowest - price;
        if (sum_of(s, &win) >= enough)
            low = price;
        else
            high = price - 1;
    }
    *money = own;
    return max(low, 0);
}
