/*
 * What the files of bots/ share: one seat's thoughts about one position.
 *
 * A mind looks at a state in which everybody's money is known (from the books); it never changes
 * it. All policies below are functions of mind alone, so that playouts can call them for any seat.
 */
#ifndef ELEKTRO_BOTS_MIND_H
#define ELEKTRO_BOTS_MIND_H

#include "arithmetic.h"
#include "bot.h"

enum {
    WHOLE = 256,    /* shares are in 1/256 */
    HORIZON = 12,   /* rounds looked ahead at most */
    PRICE_UNIT = 16 /* expected prices are in 1/16 Elektro */
};

typedef struct mind {
    const ek_rules *rules;
    const ek_state *state;
    const bot_parameters *p;
    const ek_owner *me;
    unsigned seat, players;
    unsigned to_act;      /* seats that have not ended their turn of buying fuel or of building */
    unsigned built;       /* seats that will not build any more in this round */
    int end;              /* cities that end the game */
    int rounds;           /* rounds left, this one included; 1: this is the last */
    int demand[EK_FUELS]; /* tokens that all plants burn in a round */
    int price[EK_FUELS];  /* expected in rounds to come, in PRICE_UNIT */
    int city_cost;        /* roughly what the next city costs */
    int next_city;        /* what the seat's next city costs now */
    int offer_cities;     /* of the best plant for sale, in 1/16 */
    int offer_price;      /* what it will cost, in 1/16 */
} mind;

/* Looks at the position for a seat. */
void bot_mind_init(mind *m, const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                   unsigned seat);

/* Thinks for another seat about the same position: cheaper than beginning anew. */
void bot_mind_turn(mind *m, unsigned seat);

/* Expected price of a fuel when so many more tokens are wanted each round, in PRICE_UNIT. */
int bot_mind_price(const mind *m, unsigned fuel, int extra);

/* ------------------------------------------------------------------------------------ economy.c */

/* What a seat goes on with. */
typedef struct business {
    ek_plants plants;
    unsigned added; /* the plant among them that nobody owns yet: its fuel will be dearer; or 0 */
    int money, cities;
    bool may_buy;   /* a plant, in this round */
    bool may_build; /* in this round, fuel not being bought yet; otherwise */
    int fuelled;    /* cities that can have power in this round */
} business;

/* How good the seat's end will be: cities powered and money, in 1/16 Elektro. */
int bot_economy(const mind *m, const business *b);

/* The plant of a set that the seat would scrap; 0 if the set is empty. */
unsigned bot_worst_plant(const mind *m, ek_plants plants);

/* ------------------------------------------------------------------------------------ network.c */

/* A seat's network as it grows in thought: the cities that can be connected next and the cost of
 * the way to each. */
typedef struct network {
    const mind *m;
    ek_cities owned;
    ek_cities allowed; /* it grows only here */
    ek_cities sites;
    uint8_t reach[EK_CITIES];
} network;

void bot_network_init(network *n, const mind *m, unsigned seat);
/* What a city would cost now. */
int bot_network_cost(const network *n, unsigned city);
/* The best next city to build, or -1; contested cities count as cheaper. */
int bot_network_next(const network *n);
void bot_network_add(network *n, unsigned city);

/* The next cities in the order they should be built, with their prices summed up. */
typedef struct route_plan {
    unsigned count;
    uint8_t city[EK_HOUSES];
    int32_t sum[EK_HOUSES + 1]; /* sum[k]: price of the first k */
} route_plan;
void bot_plan_route(const mind *m, unsigned seat, int money, int cities, route_plan *route);
/* The same for the mind's own seat, through a set of cities only. A seat without a network begins
 * in the best of them. */
void bot_plan_route_in(const mind *m, ek_cities cities, route_plan *route);

/* The best city to begin a network with, of a set that is not empty. */
unsigned bot_best_first_city(const mind *m, ek_cities candidates);

/* ------------------------------------------------------------------------------------- policies */

/* Seats that may still buy in this phase, this one not counted. */
int bot_rivals_in_phase(const mind *m);
/* How high the seat bids for a plant of the current market. */
int bot_auction_limit(const mind *m, unsigned plant);
ek_move bot_normal_nominate(const mind *m);
ek_move bot_normal_scrap(const mind *m);
ek_move bot_normal_return(const mind *m);
ek_move bot_normal_power(const mind *m);
ek_move bot_normal_setup(const mind *m);

/* Whole turns: they write the moves of a turn, ended by done, and return their number. */
unsigned bot_normal_buy(const mind *m, ek_move plan[BOT_PLAN_MAX]);
unsigned bot_normal_build(const mind *m, ek_move plan[BOT_PLAN_MAX]);
/* The first so many cities of a route. */
unsigned bot_list_route(const route_plan *route, int cities, ek_move plan[BOT_PLAN_MAX]);

/* How to shop for fuel. */
typedef struct shopping {
    ek_plants skipped; /* plants that need not run this round */
    unsigned stored;   /* set of fuels to store for later */
    bool all_money;    /* store whatever fits and can be paid, at any price */
} shopping;
unsigned bot_plan_purchases(const mind *m, const shopping *how, ek_move plan[BOT_PLAN_MAX]);

/* Any decision; bids in ones. The moves that follow from it in the same turn come with it: returns
 * how many there are. */
unsigned bot_normal_turn(const mind *m, ek_move plan[BOT_PLAN_MAX]);

/* How a seat goes on in the running auction, whatever it would do by itself. */
typedef struct auction_wish {
    uint8_t seat;
    bool alone; /* nobody else bids any more */
    int limit;
} auction_wish;

/* -------------------------------------------------------------- playout.c, evaluate.c, search.c */

#ifdef BOTS_CHECKED
/* Names an illegal move of a playout and aborts. */
_Noreturn void bot_abort_illegal(const ek_state *state, ek_move move, ek_reason reason);
#endif

/* Makes a move of a playout. Bots mean to make legal moves only, so nothing is checked, except in
 * debug builds and in tests: they are compiled with BOTS_CHECKED. */
static inline void bot_play(const ek_rules *rules, ek_state *state, ek_move move)
{
#ifdef BOTS_CHECKED
    const ek_reason reason = ek_why(rules, state, ek_to_move(state), move);
    if (reason != EK_REASON_OK)
        bot_abort_illegal(state, move, reason);
#endif
    ek_play(rules, state, move, NULL);
}

/* Ends the running auction: everybody bids to the limit. wish may be NULL. */
void bot_settle_auction(mind *m, ek_state *s, const auction_wish *wish);
/* Plays on, everybody like normal, until the game is over or this round begins. */
void bot_play_on(const ek_rules *rules, ek_state *s, const bot_parameters *p, unsigned round);
/* The seat's share of the victory, in 1/65536. */
int bot_evaluate(const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                 unsigned seat);
/* The best turn found; like bot_normal_turn, into b->plan. */
unsigned bot_search_turn(bot *b, const mind *m, const bot_clock *clock);

/* A view with everybody's money filled in from the books. */
void bot_fill_in_books(const bot *b, const ek_state *view, ek_state *state);

ek_move bot_easy_move(const mind *m, uint64_t *random);
ek_move bot_random_move(const ek_rules *rules, const ek_state *state, uint64_t *random);

/* ---------------------------------------------------------------------------- kinds of decision */

static inline const ek_plant *plant_of(unsigned number)
{
    return &ek_tables.plant[number];
}

static inline int capacity_of(ek_plants plants)
{
    return (int)ek_capacity_of(plants);
}

static inline ek_move pass_move(void)
{
    return ek_move_of(EK_MOVE_PASS, 0, 0);
}

static inline ek_move done_move(void)
{
    return ek_move_of(EK_MOVE_DONE, 0, 0);
}

#endif
