/* Tellers of reasons: each looks for one fact that explains a part of a position. Internal to
 * reasons.c, tell_auction.c, tell_fuel.c, tell_cities.c and worth.c. */
#ifndef ELEKTRO_BOTS_TELL_H
#define ELEKTRO_BOTS_TELL_H

#include "parts.h"
#include "reasons.h"

/* What a teller looks at. */
typedef struct scene {
    const mind *m; /* of the position, before either turn */
    const contrast *c;
    bot_desk *desk;
} scene;

/* Writes word and values of a reason if its fact is true of the two turns; false if not. */
typedef bool teller(const scene *s, bot_reason *r);

/* Auctions and plants. */
teller bot_tell_plant_supplies, bot_tell_plant_larger, bot_tell_plant_replaces,
    bot_tell_plant_scrapped, bot_tell_plant_fuel, bot_tell_plant_free, bot_tell_plant_coming,
    bot_tell_plant_waits, bot_tell_plants_enough, bot_tell_rival_wants, bot_tell_too_dear,
    bot_tell_bargain;
/* Money and fuel. */
teller bot_tell_money_left, bot_tell_pays_cities, bot_tell_supplies_more, bot_tell_unfuelled,
    bot_tell_fuel_supplies, bot_tell_fuel_dearer, bot_tell_fuel_at_turn, bot_tell_fuel_cheaper,
    bot_tell_fuel_scarce, bot_tell_fuel_stored, bot_tell_fuel_kept, bot_tell_rival_short;
/* Cities, the order, and the end. */
teller bot_tell_more_cities, bot_tell_dark_cities, bot_tell_city_later, bot_tell_next_city,
    bot_tell_rival_city, bot_tell_step2, bot_tell_order, bot_tell_end, bot_tell_last_round,
    bot_tell_can_end, bot_tell_rounds_left;

/* ---------------------------------------------------------------------------------------- facts */

/* The plant that a turn nominates or bids for; 0: none. */
unsigned bot_turn_plant(const scene *s, const candidate *turn);
/* The highest price at which it is as good to get the plant, with no other bid, as to leave the
 * running auction; if none is running, as another turn. 0: no price is. Takes some playouts; leaves
 * the desk as it is. */
int bot_plant_worth(bot_desk *desk, unsigned plant, const candidate *against);
/* The price that a nomination or a bid offers; 0: none. */
int bot_turn_price(const candidate *turn);
/* The money of the seat right after a turn; in an auction, if nobody bids more. */
int bot_turn_money(const scene *s, const candidate *turn, const ek_state *after);
/* Tokens on the market after the refill, if everybody who has not bought yet buys what is missing
 * for a run. */
void bot_stock_to_come(const mind *m, uint8_t stock[EK_FUELS]);
/* The price of the fuel for a run of one plant at this stock; BOT_GONE if there is too little. */
int bot_run_price(const ek_rules *rules, const uint8_t stock[EK_FUELS], unsigned plant);

static inline bool is_auction(const scene *s)
{
    return s->m->pending == EK_DECISION_NOMINATE || s->m->pending == EK_DECISION_BID;
}

#endif
