/*
 * The internal header of bots/. A mind is one seat's assessment of one position.
 *
 * A mind refers to a state in which the money of all players is known (from the ledger), and never
 * changes it. All policies below depend on a mind alone, so that playouts can call them for any
 * seat.
 */
#ifndef ELEKTRO_BOTS_MIND_H
#define ELEKTRO_BOTS_MIND_H

#include "arithmetic.h"
#include "bot.h"

enum {
    WHOLE = 256,    /* shares are in 1/256 */
    HORIZON = 12,   /* rounds to look ahead, at most */
    PRICE_UNIT = 16 /* expected prices are in 1/16 Elektro */
};

/* The fuel that an owner's plants burn in a round. */
typedef struct owner_demand {
    ek_plants plants;
    uint8_t houses;
    uint8_t halves[EK_FUELS]; /* of tokens */
} owner_demand;

typedef struct mind {
    const ek_rules *rules;
    const ek_state *state;
    struct survey *survey;                 /* or NULL */
    const bot_parameters *p;               /* of the seat */
    const bot_parameters *const *style_of; /* of every seat; NULL: all play by p */
    const ek_owner *me;
    enum ek_decision pending;
    unsigned seat, players;
    unsigned to_act;      /* seats that have not ended their turn of buying fuel or of building */
    unsigned built;       /* seats that cannot build any more in this round */
    int end;              /* cities that end the game */
    int rounds;           /* rounds left, this one included; 1: this is the last */
    int demand[EK_FUELS]; /* tokens that all plants burn in a round */
    int price[EK_FUELS];  /* expected in rounds to come, in PRICE_UNIT */
    int city_cost;        /* estimated cost of a city */

    /* Found only if the pending decision is to nominate, to bid or to build. */
    int next_city;    /* cost of the seat's next city now */
    int offer_cities; /* cities of the best plant for sale, in 1/16 */
    int offer_price;  /* expected price of that plant, in 1/16 */

    /* The position for which demand, price and offer were found, so that only changes cost. */
    owner_demand demand_of[EK_OWNERS];
    uint8_t stock[EK_FUELS];  /* tokens on the market, for price */
    uint8_t priced[EK_FUELS]; /* demand, for price */
    uint8_t market_step;
    ek_plants market;
} mind;

/* Assesses the position for a seat. */
void bot_mind_init(mind *m, const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                   unsigned seat);

/* The same in two steps, for a game that goes on: the survey keeps what is known. No
 * decision may be left out. */
void bot_mind_begin(mind *m, const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                    struct survey *known);
void bot_mind_update(mind *m, unsigned seat);

/* Switches to another seat in the same position: cheaper than bot_mind_init. */
void bot_mind_switch(mind *m, unsigned seat);

/* Cities that end the game. A small user-made board may have fewer than the rules ask for. */
int bot_end_cities(const ek_rules *rules);

/* Expected price of a fuel if plants burn extra more tokens each round, in PRICE_UNIT. */
int bot_mind_price(const mind *m, unsigned fuel, int extra);

/* Whether this round is surely the last: a seat can end the game with plants for all its cities, or
 * the seats have lost their patience. */
bool bot_mind_is_sure(const mind *m);

/* ------------------------------------------------------------------------------------- supply.c */

/* The price of the next token at this stock; of none, as if the ladder went on. */
int bot_next_price(const ek_rules *rules, unsigned fuel, int stock);

/* The tokens that an owner lacks for a run, with this stock on the market. */
void bot_find_lacking(const ek_rules *rules, const uint8_t stock[EK_FUELS], const ek_owner *owner,
                      ek_run run, int lacking[EK_FUELS]);

/* Fuel for sale when the seats that buy first have bought. */
typedef struct fuel_left {
    uint8_t tokens[EK_FUELS]; /* on the market */
    int stored;               /* coal for sale once the market is empty */
} fuel_left;

/* The fuel for sale when it is the mind's turn to buy, if each seat before it buys what it lacks
 * for a run of the plants that it has now. */
void bot_foresee_fuel(const mind *m, fuel_left *left);

enum { BOT_GONE = INT32_MAX }; /* the bill of a run whose fuel is sold out */

/* The price of the fuel that the mind's seat lacks for a run. */
int bot_fuel_bill(const mind *m, const fuel_left *left, ek_run run);

/* ------------------------------------------------------------------------------------ economy.c */

/* The plants of a seat in the model, by number. Cities and costs are in 1/16. It is copied often,
 * so it is aligned for copies in words. */
typedef struct fleet {
    _Alignas(8) int count;
    int capacity;
    int cost;                        /* of the fuel to run all of them */
    int cities[EK_PLANTS_OWNED + 1]; /* 0 where there is no plant */
    int run[EK_PLANTS_OWNED + 1];    /* cost of running each */
} fleet;

void bot_line_up(const mind *m, ek_plants plants, fleet *f);
/* Adds a plant at its place in the order of numbers. added: the seat does not own it yet, so its
 * fuel gets dearer. */
void bot_add_plant(const mind *m, const fleet *f, unsigned at, unsigned plant, bool added,
                   fleet *larger);

/* The moments of a round from which the model goes on. */
enum moment {
    BEFORE_AUCTION,
    AT_AUCTION, /* the seat buys no other plant in this round */
    AT_BUILDING /* the seat buys no fuel and builds no other city in this round */
};

/* The seat's expected final result: cities powered and money, in 1/16 Elektro. Projects the rest of
 * the game from its plants, money and cities now. fuelled: cities that the fuel held can supply;
 * used if the moment is AT_BUILDING. */
int bot_economy(const mind *m, const fleet *owned, int money, int cities, enum moment moment,
                int fuelled);

/* The plant of a set that the seat would scrap; 0 if the set is empty. */
unsigned bot_worst_plant(const mind *m, ek_plants plants);

/* ------------------------------------------------------------------------------------ network.c */

/* A planned network of a seat: its next cities, found as far as they were needed. */
typedef struct network {
    ek_cities owned;              /* by the seat when the first of them was chosen */
    ek_cities allowed;            /* it is extended only to these */
    ek_cities at_place[EK_STEPS]; /* the planned cities, by the place that they take */
    ek_cities places[EK_STEPS];   /* the places taken when it was planned, if contest is not 0 */
    int32_t contest;              /* the parameter with which it was planned */
    uint8_t step;                 /* the Step for which it was planned; 0: not planned yet */
    uint8_t count;                /* planned cities */
    uint8_t city[EK_HOUSES];      /* in the order to build them */
    uint16_t sum[EK_HOUSES + 1];  /* sum[k]: price of the first k */
    ek_costs reach;               /* cost of the path from owned and planned cities to each */
} network;

/* The best first city, and the situation and parameters with which it is the best. */
typedef struct known_start {
    ek_cities candidates, marks, places[EK_STEPS];
    int32_t cluster, crowding;
    uint8_t step; /* 0: not known yet */
    uint8_t city;
} known_start;

/* The cheapest cities around a first city. */
typedef struct chain {
    ek_cities cities; /* 0: not known yet */
    uint16_t cost;    /* of connecting them, weighted */
    bool complete;    /* otherwise it is only known to be too dear */
} chain;

/* The last nomination, and the nominator's best prospect without the plant. */
typedef struct nomination {
    uint16_t round; /* 0: none yet */
    uint8_t seat, plant;
    int elsewhere;
} nomination;

/* What is known from one decision of a game to the next. */
typedef struct survey {
    network network[EK_SEATS];
    known_start first;
    chain chains[EK_CITIES];          /* around each city, */
    uint8_t chain_step, chain_length; /* of this length, in this Step */
    nomination nominated;
} survey;

void bot_survey_init(survey *s);

/* The cost of the seat's next city; -1 if there is none. The seat must own a city. */
int bot_next_city_cost(const mind *m);

/* The next cities in the order they should be built, with their prices summed up. */
typedef struct route_plan {
    unsigned count;
    uint8_t city[EK_HOUSES];
    uint16_t sum[EK_HOUSES + 1]; /* sum[k]: price of the first k */
} route_plan;
void bot_plan_route(const mind *m, unsigned seat, int money, int cities, route_plan *route);
/* The same for the mind's own seat, restricted to a set of cities. A seat without a network starts
 * in the best of them. */
void bot_plan_route_in(const mind *m, ek_cities cities, route_plan *route);

/* The best city to begin a network with, of a set that is not empty. */
unsigned bot_best_first_city(const mind *m, ek_cities candidates);

/* ------------------------------------------------------------------------------------- policies */

/* The number of other seats that can still buy a plant in this phase. */
int bot_rivals_in_phase(const mind *m);
/* The seat's highest bid for a plant of the current market. */
int bot_auction_limit(const mind *m, unsigned plant);
/* The same, not exact if it is floor or lower: that is found sooner. */
int bot_auction_limit_above(const mind *m, unsigned plant, int floor);
ek_move bot_normal_nominate(const mind *m);
ek_move bot_normal_scrap(const mind *m);
ek_move bot_normal_return(const mind *m);
ek_move bot_normal_power(const mind *m);
ek_move bot_normal_setup(const mind *m);

/* Whole turns: these write the moves of a turn, the last one done, and return their number. */
unsigned bot_normal_buy(const mind *m, ek_move plan[BOT_PLAN_MAX]);
unsigned bot_normal_build(const mind *m, ek_move plan[BOT_PLAN_MAX]);
/* Builds the first cities of a route. */
unsigned bot_list_route(const route_plan *route, int cities, ek_move plan[BOT_PLAN_MAX]);

/* Options for buying fuel. */
typedef struct shopping {
    ek_plants skipped; /* plants that need not run this round */
    unsigned stored;   /* set of fuels to store for later */
    bool all_money;    /* store all fuel that fits and that the seat can pay, at any price */
} shopping;
unsigned bot_plan_purchases(const mind *m, const shopping *how, ek_move plan[BOT_PLAN_MAX]);

/* Makes any decision; raises bids by 1. Also plans the rest of the turn. Returns the number of
 * moves. */
unsigned bot_normal_turn(const mind *m, ek_move plan[BOT_PLAN_MAX]);

/* Overrides the limit of one seat in the running auction. */
typedef struct auction_override {
    uint8_t seat;
    bool alone; /* all other seats pass */
    int limit;
} auction_override;

/* -------------------------------------------------------------- playout.c, evaluate.c, search.c */

#ifdef BOTS_CHECKED
/* Reports an illegal move of a playout and aborts. */
_Noreturn void bot_abort_illegal(const ek_state *state, ek_move move, ek_reason reason);
#endif

/* Makes a move of a playout. Bots should make legal moves only, so the move is not checked, except
 * in debug builds and tests, which define BOTS_CHECKED. */
static inline void bot_play(const ek_rules *rules, ek_state *state, ek_move move)
{
#ifdef BOTS_CHECKED
    const ek_reason reason = ek_why(rules, state, ek_to_move(state), move);
    if (reason != EK_REASON_OK)
        bot_abort_illegal(state, move, reason);
#endif
    ek_play(rules, state, move, NULL);
}

/* Ends the running auction: each seat bids up to its limit. override may be NULL. */
void bot_settle_auction(mind *m, ek_state *s, const auction_override *override);
/* The same with limits that are known; those of seats outside the auction are not used. */
void bot_settle_by_limits(const ek_rules *rules, ek_state *s, const int limit[EK_SEATS]);
/* Plays on, all seats like normal, until the phase is over, or another round begins. m must have
 * seen the game from its beginning on, or from bot_mind_begin. */
void bot_play_phase(mind *m, ek_state *s);
/* Plays on, all seats like normal, until the game is over or this round begins. */
void bot_play_on(const ek_rules *rules, ek_state *s, const bot_parameters *p, unsigned round);
/* The same with a mind of this state, to a moment of the game (bot_moment). Seats whose parameters
 * the mind knows may differ only in what a style changes (styles.h): it keeps the rest for all. */
void bot_play_to(mind *m, ek_state *s, unsigned moment);
/* The seat's probability of winning, in 1/65536; a shared victory counts in part. */
int bot_evaluate(const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                 unsigned seat);
/* The best turn found; like bot_normal_turn, into b->plan. */
unsigned bot_search_turn(bot *b, const mind *m, const bot_host *host);

/* Writes the view to state, with hidden money filled in from the ledger. */
void bot_fill_in_money(const bot *b, const ek_state *view, ek_state *state);

ek_move bot_easy_move(const mind *m, uint64_t *random);

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
