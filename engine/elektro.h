/*
 * libelektro: the rules of Power Grid as a library.
 *
 * This header is the manual. The library does no input or output, allocates nothing, keeps no
 * global state, reads no clock and uses no floating point; it builds with any C17 compiler, hosted
 * or not, and gives the same bytes everywhere.
 *
 *     const ek_config config = {.edition = EK_RECHARGED, .players = 4, .zone = 0x0f};
 *     ek_rules rules;
 *     ek_state state;
 *     uint64_t random = 1;
 *
 *     ek_rules_init(&rules, board, &config);
 *     ek_start(&rules, &(ek_setup){.seed = 42}, &state, NULL);
 *     while (ek_phase(&state) != EK_PHASE_ENDED)
 *         ek_play(&rules, &state, ek_random_move(&rules, &state, &random), NULL);
 *
 * Words: a seat is a fixed place at the table, numbered from 0 clockwise (players read it as
 * 1..n). A plant is named by its number. A city or region is its index on the board. Clauses
 * ("4.10b") are those of docs/rules.md.
 */
#ifndef ELEKTRO_H
#define ELEKTRO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sets.h"
#include "tables.h"
#include "words.h"

/* The version of the rules as implemented; changes when a game could go on differently. */
enum { EK_RULES_VERSION = 1 };

/* ------------------------------------------------------------------ vocabulary (see words.h) */

#define EK_ROW_(name, word) EK_##name,
enum ek_edition { EK_EDITION_WORDS(EK_ROW_) };
enum ek_fuel { EK_FUEL_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_KIND_##name,
enum ek_kind { EK_KIND_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_PHASE_##name,
enum ek_phase { EK_PHASE_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_DECISION_##name,
enum ek_decision { EK_DECISION_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_STAGE_##name,
enum ek_stage { EK_STAGE_WORDS(EK_ROW_) EK_STAGES };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_CHANCE_##name,
enum ek_chance { EK_CHANCE_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_BACK_##name,
enum ek_back { EK_BACK_WORDS(EK_ROW_) };
#undef EK_ROW_
/* A set of options has a bit for each. */
#define EK_ROW_(name, word, key) EK_OPTION_BIT_##name,
enum { EK_OPTION_WORDS(EK_ROW_) EK_OPTIONS };
#undef EK_ROW_
#define EK_ROW_(name, word, key) EK_##name = 1 << EK_OPTION_BIT_##name,
enum ek_option { EK_OPTION_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_MOVE_##name,
enum ek_move_type { EK_MOVE_WORDS(EK_ROW_) EK_MOVE_TYPES };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_EVENT_##name,
enum ek_event_type { EK_EVENT_WORDS(EK_ROW_) EK_EVENT_TYPES };
#undef EK_ROW_
#define EK_ROW_(name, word, json) EK_FIELD_##name,
enum ek_field { EK_FIELD_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_REMOVAL_##name,
enum ek_removal { EK_REMOVAL_WORDS(EK_ROW_) };
#undef EK_ROW_
#define EK_ROW_(name, word) EK_REASON_##name,
typedef enum ek_reason { EK_REASON_WORDS(EK_ROW_) EK_REASONS } ek_reason;
#undef EK_ROW_
#define EK_ROW_(name, word) EK_LAW_##name,
typedef enum ek_law { EK_LAW_WORDS(EK_ROW_) EK_LAWS } ek_law;
#undef EK_ROW_

enum {
    EK_TRUST = EK_SEATS,      /* the Trust's place among the owners of a state */
    EK_OWNERS = EK_SEATS + 1, /* six seats and the Trust */
    EK_NOBODY = 0xff,         /* no seat */
    EK_UNREACHABLE = 0xff,    /* no path: one of the cities is not in the zone */
    EK_BID_MAX = 999,         /* bids above this are refused, so that lists of moves are bounded */
    EK_MOVES_MAX = 6144,      /* no list of moves is longer */
    EK_EVENTS_MAX = 256,      /* no move has more events */
    EK_ROUTE_MAX = EK_CITIES, /* no route passes more cities */
    EK_ZONES_MAX = 70,        /* a board has at most this many zones of one size: 8 over 4 */
    EK_SAVED_MAX = 512        /* a saved state is never larger */
};

#define EK_STEP3_CARD (UINT64_C(1) << 63) /* the Step 3 card in a set of plants */

/* ----------------------------------------------------------------------------------- rules */

typedef struct ek_config {
    uint8_t edition; /* enum ek_edition */
    uint8_t players; /* 2..6 */
    uint8_t options; /* set of enum ek_option */
    uint8_t zone;    /* set of regions in play; 0: the players draft it (2.1) */
} ek_config;

/* A cost for each city; aligned, because they are compared eight at a time on a GPU. */
typedef uint8_t ek_costs[EK_CITIES] __attribute__((aligned(8)));

/* The rules of one table, compiled once, shared by any number of games and never changed. The
 * fields may be read; ek_rules_init alone writes them. */
typedef struct ek_rules {
    const ek_board *board; /* must outlive the rules */
    const ek_variant *variant;
    uint64_t fingerprint; /* equal for equal rules */
    ek_config config;
    ek_thresholds limit;
    uint8_t trust; /* 1 when the game is played against the Trust (2.8) */
    uint8_t regions_touching[EK_REGIONS];
    ek_cities zone_cities;               /* cities in play */
    ek_cities region_cities[EK_REGIONS]; /* cities of each region, in play or not */
    ek_cities neighbours[EK_CITIES];     /* cities directly connected, inside the zone */
    ek_cities cheapest_links[EK_CITIES]; /* of these, where no detour is cheaper */
    ek_cities freely_linked;             /* cities with a connection in the zone that costs 0 */
    uint16_t price_sum[EK_FUELS + 1][EK_LADDER + 1]; /* of the first n places; last row: garbage
                                                        bought 1 cheaper (10.6) */
    uint8_t refill[EK_STEPS][EK_FUELS];
    ek_costs cost[EK_CITIES]; /* cheapest path between two cities of the zone (6.2) */
} ek_rules;

/* Compiles the rules for a board and a configuration. If it returns a reason, no game can be played
 * with them and the rules must not be used. */
ek_reason ek_rules_init(ek_rules *rules, const ek_board *board, const ek_config *config);

/* True if the regions of zone form one connected area: inside it every city can be reached from
 * every other (2.1). */
bool ek_zone_connected(const ek_board *board, unsigned zone);

/* Writes every connected zone of the given number of regions to zones, ascending; returns how
 * many there are. */
unsigned ek_zones(const ek_board *board, unsigned regions, uint8_t zones[EK_ZONES_MAX]);

/* Writes the zones from which one is chosen at random for a table: all that are connected and
 * contain the board's home regions (2.1), ascending; returns how many there are. */
unsigned ek_random_zones(const ek_board *board, unsigned edition, unsigned players,
                         uint8_t zones[EK_ZONES_MAX]);

/* Chooses one of them, each equally likely; 0 if there is none. */
uint8_t ek_random_zone(const ek_board *board, unsigned edition, unsigned players, uint64_t seed);

/* ----------------------------------------------------------------------------------- state */

/* What one player, or the Trust, owns. */
typedef struct ek_owner {
    ek_plants plants;
    ek_cities cities;
    int32_t money;
    uint8_t fuel[EK_FUELS];
    uint8_t houses[EK_HOUSES]; /* in the order they were built: city | place << 6 */
    uint8_t house_count;
    uint8_t supplied; /* cities supplied in the last bureaucracy */
} ek_owner;

/* Where the Step 3 card is. */
enum ek_step3 {
    EK_STEP3_IN_DECK,
    EK_STEP3_IN_MARKET, /* turned up, takes a place until it leaves (9.3) */
    EK_STEP3_DUE,       /* left; Step 3 starts at the time 9.3 gives */
    EK_STEP3_GONE       /* Step 3 has started, or the card left a first game (2.9) */
};

/* A game: one plain struct without pointers or padding. Copy it with =; equal bytes mean equal
 * states. Read it freely; only the functions below write it.
 *
 * The deck is a set, not a sequence: a shuffled deck is the same thing as drawing each card at
 * random from those that may still be in it. */
typedef struct ek_state {
    ek_owner owner[EK_OWNERS];  /* seats, then the Trust */
    ek_plants market;           /* the Step 3 card included while it lies there */
    ek_plants unseen;           /* may still come from the deck before its count runs out */
    ek_plants buried;           /* known to lie under the deck */
    ek_plants removed;          /* known to have left the game */
    ek_cities places[EK_STEPS]; /* cities whose 10-, 15-, 20-place is taken */
    ek_cities marks;            /* marked cities that still carry their mark (2.7) */
    ek_cities bare_marks;       /* of these, marked without a token, the supply being empty */
    uint64_t random;            /* the generator: SplitMix64 */
    uint16_t round;             /* from 1; 0 while the table is set up */
    uint16_t bid;               /* standing bid of the running auction */
    uint8_t fuel[EK_FUELS];     /* tokens on the resource market */
    uint8_t order[EK_SEATS];    /* seats in player order */
    uint8_t zone;               /* regions in play, or drafted so far */
    uint8_t stage;              /* enum ek_stage */
    uint8_t step;               /* 1, 2 or 3 */
    uint8_t turn;               /* index into order of the seat to move */
    uint8_t bought;             /* seats that bought a plant in this auction phase */
    uint8_t passed;             /* seats that passed the nomination in this auction phase */
    uint8_t auction_plant;      /* plant in the running auction, or just bought; 0: none */
    uint8_t bidder;             /* seat with the standing bid, or that has just bought */
    uint8_t bidding;            /* seat that must bid or pass */
    uint8_t in_auction;         /* seats still in the running auction */
    uint8_t discount;           /* plant with the discount token; 0: token aside (4.10) */
    uint8_t discount_expired;   /* 1 if 4.10c happened this round */
    uint8_t trust_acted;        /* 1 if the Trust had its turn in this auction phase (11.3) */
    uint8_t step3;              /* enum ek_step3 */
    uint8_t market_size;        /* cards in a full market */
    uint8_t deck_plug;          /* cards left before the Step 3 card (or the end), plug backs */
    uint8_t deck_socket;        /* likewise, socket backs; in classic all cards count here */
    uint8_t deck_top;           /* plant known to be on top; 0: unknown */
    uint8_t top_back;           /* enum ek_back */
    uint8_t chance;             /* enum ek_chance */
    uint8_t hidden;             /* seats whose money this view does not show */
    uint8_t uranium_stopped;    /* 1 once uranium is no longer refilled (10.1) */
    uint8_t spare[4];           /* always 0 */
} ek_state;

_Static_assert(sizeof(ek_owner) == 48, "ek_owner has padding");
_Static_assert(sizeof(ek_state) == 456, "ek_state has padding");

/* ----------------------------------------------------------------------------------- moves */

/* A decision in 32 bits: type, first and second operand. Lists are sorted by this number.
 *
 *   region     a: region                     drafts it for the zone
 *   trust      a: city                       places a Trust house
 *   mark       a: city                       marks it as a starting city
 *   pass                                     ends the player's auction phase, or leaves the auction
 *   nominate   a: plant, b: opening bid
 *   bid        b: amount
 *   scrap      a: plant
 *   return     a: coal, b: oil               which fuel goes back when not all fits (4.9)
 *   done                                     ends buying, or building
 *   buy        a: fuel, b: count
 *   connect    a: city
 *   power      a: which plants run, bit i for the i-th smallest the player owns
 *              b: coal each hybrid among them burns, two bits for the i-th smallest
 */
typedef uint32_t ek_move;

static inline ek_move ek_move_of(enum ek_move_type type, unsigned a, unsigned b)
{
    return (ek_move)type << 28 | (ek_move)a << 16 | (ek_move)b;
}

static inline enum ek_move_type ek_move_type(ek_move move)
{
    return (enum ek_move_type)(move >> 28);
}

static inline unsigned ek_move_a(ek_move move)
{
    return move >> 16 & 0xfff;
}

static inline unsigned ek_move_b(ek_move move)
{
    return move & 0xffff;
}

/* ---------------------------------------------------------------------------------- events */

/* Something that happened in a game. EK_EVENT_FIELDS in words.h lists the members that an event of
 * each type uses; the others are 0, seat EK_NOBODY. */
typedef struct ek_event {
    uint8_t type; /* enum ek_event_type */
    uint8_t seat;
    uint8_t a;
    uint8_t b;
    int32_t n;
} ek_event;

typedef struct ek_events {
    uint32_t count;
    ek_event list[EK_EVENTS_MAX];
} ek_events;

/* ----------------------------------------------------------------------------------- start */

/* How a game starts. All zero but the seed is a fine setup. */
typedef struct ek_setup {
    uint64_t seed;           /* for the first order and, with EK_CHANCE_SEED, every card */
    ek_plants market;        /* the opening market; 0: as the rules deal it */
    uint8_t chance;          /* enum ek_chance */
    uint8_t order_given;     /* 1: order holds the first order; 0: it is random (2.2) */
    uint8_t order[EK_SEATS]; /* seats, first to last */
} ek_setup;

/* Sets up a game. events may be NULL here and everywhere. */
ek_reason ek_start(const ek_rules *rules, const ek_setup *setup, ek_state *state,
                   ek_events *events);

/* ------------------------------------------------------------------------------------ play */

/* The current phase. */
enum ek_phase ek_phase(const ek_state *state);

/* The pending decision: EK_DECISION_ENDED when the game is over, EK_DECISION_CARD when the engine
 * waits for a card, otherwise that of the seat to move. */
enum ek_decision ek_pending(const ek_state *state);

/* The seat that decides now; EK_NOBODY when the game is over or the engine waits for a card. */
unsigned ek_to_move(const ek_state *state);

/* After a draft the game needs rules compiled for the drafted zone: copy the configuration, set its
 * zone to state->zone, and compile it. Returns true as long as rules is not for that zone; until
 * then every move is refused as EK_REASON_WRONG_RULES. */
bool ek_rules_wanted(const ek_rules *rules, const ek_state *state);

/* Writes all legal moves, sorted and without duplicates, to moves; returns how many. The list is
 * empty only if no seat is to move or ek_rules_wanted. In a view the list is correct only for a
 * seat whose money the view shows. */
unsigned ek_moves(const ek_rules *rules, const ek_state *state, ek_move moves[EK_MOVES_MAX]);

/* One of the legal moves, each equally likely; there must be one. The same as
 * moves[ek_random_below(random, count)] of the list that ek_moves writes, but faster: the list is
 * not written. */
ek_move ek_random_move(const ek_rules *rules, const ek_state *state, uint64_t *random);

/* Why seat may not make this move now; EK_REASON_OK if it may. */
ek_reason ek_why(const ek_rules *rules, const ek_state *state, unsigned seat, ek_move move);

/* Why seat must buy a plant in this round's auction (4.1); EK_REASON_OK if it need not. The seat
 * need not be the one to move. */
ek_reason ek_why_no_plant(const ek_rules *rules, const ek_state *state, unsigned seat);

/* Makes the move for the seat to move, with all its consequences. If the move is not legal, returns
 * the reason and changes neither the state nor the events. */
ek_reason ek_apply(const ek_rules *rules, ek_state *state, ek_move move, ek_events *events);

/* The same without the check, for moves that ek_moves has listed. */
void ek_play(const ek_rules *rules, ek_state *state, ek_move move, ek_events *events);

/* ---------------------------------------------------------------------------------- chance */

/* With EK_CHANCE_ASK: the plants that the next card can be; 0 if the engine does not wait for a
 * card. It never asks for the Step 3 card. */
ek_plants ek_card_awaited(const ek_state *state);

/* Tells the engine which plant was turned up. The game goes on, perhaps to the next card. */
ek_reason ek_draw(const ek_rules *rules, ek_state *state, unsigned plant, ek_events *events);

/* Tells the engine the back of the card now on top of the deck. Optional. */
ek_reason ek_show_back(const ek_rules *rules, ek_state *state, enum ek_back back);

/* From now on the engine draws cards with a generator of this seed. If it was waiting for a card it
 * draws that one now. */
void ek_reseed(const ek_rules *rules, ek_state *state, uint64_t seed, ek_events *events);

/* From now on the engine asks the caller for cards. */
void ek_ask(ek_state *state);

/* The generator. Both functions advance *random. The first returns 64 bits, the second a number
 * below n, each equally likely. */
uint64_t ek_random(uint64_t *random);
uint32_t ek_random_below(uint64_t *random, uint32_t n);

/* ------------------------------------------------------------------------- facts of a position */

/* The plants that can be auctioned now, and those that cannot yet (4.7, 9.6, 10.5). The Step 3
 * card is in the future market while it lies there. */
ek_plants ek_current_market(const ek_rules *rules, const ek_state *state);
ek_plants ek_future_market(const ek_rules *rules, const ek_state *state);

/* Whether an owner may buy a plant (10.6). */
bool ek_may_own(const ek_rules *rules, const ek_owner *owner, unsigned plant);

/* The lowest price for which the plant sells now (4.3). */
unsigned ek_minimum_bid(const ek_state *state, unsigned plant);

/* The highest bid that an owner can make: its money, up to EK_BID_MAX (4.3). */
static inline unsigned ek_maximum_bid(const ek_owner *owner)
{
    return owner->money < EK_BID_MAX ? (unsigned)owner->money : EK_BID_MAX;
}

/* The plants of the current market that seat may own and whose minimum bid it can pay (4.13). The
 * seat need not be the one to move. */
ek_plants ek_buyable_plants(const ek_rules *rules, const ek_state *state, unsigned seat);

/* The seats that can still buy a plant in this auction phase: they have neither bought nor passed
 * (4.2). */
unsigned ek_buyers_left(const ek_rules *rules, const ek_state *state);

/* The plants that a buyer over the limit may scrap: all but the new one (4.8). */
ek_plants ek_scrappable_plants(const ek_state *state);

/* While players buy fuel or build: the seats that have not ended their turn, the seat to move
 * included. 0 in other phases (3.4). */
unsigned ek_seats_to_act(const ek_state *state);

/* Cards left in the deck, the Step 3 card included. */
unsigned ek_deck_count(const ek_state *state);

/* Tokens of a fuel in the supply. */
unsigned ek_supply(const ek_state *state, enum ek_fuel fuel);

/* Tokens that the refill at the end of this round will add if no player burns fuel or builds before
 * it (7.3). */
unsigned ek_refill(const ek_rules *rules, const ek_state *state, enum ek_fuel fuel);
/* The same for all fuels. */
void ek_refills(const ek_rules *rules, const ek_state *state, uint8_t count[EK_FUELS]);

/* What seat pays for the next count tokens; -1 if fewer are for sale. */
int ek_price(const ek_rules *rules, const ek_state *state, unsigned seat, enum ek_fuel fuel,
             unsigned count);

/* How many more tokens of a fuel fit on the plants of seat (5.2); 0 while it has too many.
 * ek_rooms does the same for all fuels and an owner that need not be part of a state. */
unsigned ek_room(const ek_state *state, unsigned seat, enum ek_fuel fuel);
void ek_rooms(const ek_owner *owner, uint8_t room[EK_FUELS]);

/* Coal and oil that do not fit on the plants of an owner (4.9). */
typedef struct ek_surplus {
    uint8_t tokens;             /* of both together */
    uint8_t min_coal, max_coal; /* of these, how many may be coal */
} ek_surplus;
ek_surplus ek_surplus_of(const ek_owner *owner);

/* A part of a run: enum ek_fuel, EK_RUN_HYBRID or EK_RUN_CITIES. */
static inline unsigned ek_run_part(ek_run run, unsigned part)
{
    return (unsigned)(run >> 8 * part) & 0xff;
}

/* One plant, and a set of plants, running. */
static inline ek_run ek_run_of(unsigned plant)
{
    return ek_tables.run[plant];
}

static inline ek_run ek_run_of_all(ek_plants plants)
{
    ek_run run = 0;
    while (plants)
        run += ek_run_of(ek_take_smallest(&plants));
    return run;
}

/* Tokens that a set of plants burns when each of them runs a number of times (1.2). */
typedef struct ek_needs {
    uint8_t fuel[EK_FUELS]; /* by plants that burn one kind */
    uint8_t hybrid;         /* by hybrids: coal and oil in any mix */
} ek_needs;

static inline ek_needs ek_needs_of(ek_plants plants, unsigned times)
{
    const ek_run run = times * ek_run_of_all(plants);
    return (ek_needs){
        .fuel = {(uint8_t)run, (uint8_t)(run >> 8), (uint8_t)(run >> 16), (uint8_t)(run >> 24)},
        .hybrid = (uint8_t)ek_run_part(run, EK_RUN_HYBRID)};
}

/* Sums up the runs of every set of an owner's plants; in a set, bit i stands for the i-th smallest
 * plant. Returns the number of sets. */
unsigned ek_sum_runs(ek_plants plants, ek_run sums[EK_PLANT_SETS]);

/* Cities with an empty place that this Step has opened (1.7). */
ek_cities ek_open_cities(const ek_rules *rules, const ek_state *state);

/* Open cities that the owner of these cities may connect next, regardless of money and houses. With
 * starting cities a network begins on a mark, and in Step 1 grows on cities without one (6.9). */
ek_cities ek_sites(const ek_rules *rules, const ek_state *state, ek_cities owned);

/* The cheapest empty place of a city that has an open one, 0, 1 or 2 (6.3). */
static inline unsigned ek_cheapest_place(const ek_state *state, unsigned city)
{
    unsigned place = 0;
    while (ek_has(state->places[place], city))
        place++;
    return place;
}

/* What the owner of these cities pays for connections to each city of the board, the place not
 * included (6.2): 0 everywhere before the first city, EK_UNREACHABLE outside the zone. */
void ek_reach(const ek_rules *rules, ek_cities owned, ek_costs cost);

/* The same once the owner of at least one city has connected another. */
void ek_extend_reach(const ek_rules *rules, unsigned city, ek_costs cost);

/* The cheapest way to connect a city. */
typedef struct ek_route {
    int32_t total;              /* place and path */
    uint8_t place;              /* 0, 1, 2: the 10-, 15-, 20-place */
    uint8_t path_cost;          /* connections alone */
    uint8_t length;             /* cities on the path, both ends included; 1 for a first city */
    uint8_t path[EK_ROUTE_MAX]; /* from a city the seat owns to the new one */
} ek_route;

/* Finds the route and price for seat to connect city. The seat need not be the one to move nor have
 * the money. Returns why the city could not be connected at any price. */
ek_reason ek_connection(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned city,
                        ek_route *route);

/* For planning: puts a house of seat into a city of a copied state. The seat need not be the one to
 * move, pays nothing, and the game does not go on. Returns why the city could not be connected;
 * then nothing has changed. */
ek_reason ek_imagine_house(const ek_rules *rules, ek_state *state, unsigned seat, unsigned city);

/* How many houses a player may build (2.9, 6.6). */
unsigned ek_house_limit(const ek_rules *rules);

/* Cities of one player that bring Step 2 (9.1); 0 if it never comes (2.9). */
unsigned ek_step2_cities(const ek_rules *rules);

/* Cities of one player that bring the end (8.1, 2.9). */
unsigned ek_end_cities(const ek_rules *rules);

/* Whether Step 2 begins when this building phase ends, as it stands, if the game goes on (9.1). */
bool ek_step2_reached(const ek_rules *rules, const ek_state *state);

/* The seats in player order, first to last, as if it were determined now (3.2). */
void ek_next_order(const ek_rules *rules, const ek_state *state, uint8_t order[EK_SEATS]);

/* Whether the game ends with this building phase (8.1). */
bool ek_end_reached(const ek_rules *rules, const ek_state *state);

/* Income for supplying so many cities (1.6). */
unsigned ek_income(unsigned cities);

/* The power move of seat that supplies at least wanted cities, or as many as it can, and burns the
 * fuel that is cheapest to replace at the market's next prices. Returns the cities it supplies. */
unsigned ek_best_power(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned wanted,
                       ek_move *move);

/* Cities that a set of plants supplies when all of them run. */
static inline unsigned ek_capacity_of(ek_plants plants)
{
    return ek_run_part(ek_run_of_all(plants), EK_RUN_CITIES);
}

/* Cities that all plants of seat supply when they run; the seat may own fewer. */
unsigned ek_capacity(const ek_state *state, unsigned seat);

/* Cities that the plants of seat can supply with the fuel it has; the seat may own fewer. */
unsigned ek_fuelled(const ek_state *state, unsigned seat);

/* What a power move of seat burns and supplies. */
typedef struct ek_powering {
    uint8_t burnt[EK_FUELS];
    uint8_t capacity; /* sum over the plants run */
    uint8_t supplied; /* not more than the cities owned */
} ek_powering;
ek_powering ek_power_result(const ek_state *state, unsigned seat, ek_move move);

/* The moves that ek_best_power gives for all numbers of cities wanted, most cities first. Each
 * burns fuel of no more value than the one before. Returns how many there are, at least one. */
typedef struct ek_power_choice {
    ek_move move;
    ek_powering result;
} ek_power_choice;
unsigned ek_power_choices(const ek_rules *rules, const ek_state *state, unsigned seat,
                          ek_power_choice choices[EK_HOUSES + 1]);

/* The standing as if the game ended now (8.2), best first; shared ranks are equal. */
typedef struct ek_rank {
    int32_t money;
    uint8_t seat, rank, powered, cities;
} ek_rank;
void ek_ranking(const ek_rules *rules, const ek_state *state, ek_rank ranking[EK_SEATS]);

/* Compares two results (8.2): above 0 if a is ahead of b, below 0 if it is behind, 0 if they share
 * a rank. Ignores the members seat and rank. */
int ek_compare_ranks(const ek_rank *a, const ek_rank *b);

/* ----------------------------------------------------------------------- view, check, bytes */

/* Writes the state as seat may see it (EK_NOBODY: a spectator) to view. The generator is blanked,
 * and chance is EK_CHANCE_ASK. Until the game is over, money that is neither open nor the seat's
 * own is 0 with its bit set in hidden. */
void ek_view(const ek_rules *rules, const ek_state *state, unsigned seat, ek_state *view);

/* Checks the whole state; returns the first law that is broken. */
ek_law ek_check(const ek_rules *rules, const ek_state *state);

/* A hash of all bytes of the state. */
uint64_t ek_hash(const ek_state *state);

/* Serializes a state; the format is described in save.c. Returns the number of bytes. */
size_t ek_save(const ek_rules *rules, const ek_state *state, uint8_t bytes[EK_SAVED_MAX]);

/* Reads a serialized state. Refuses bytes that are damaged or belong to another version or other
 * rules, and states that break a law. Writes state only on success. */
ek_reason ek_load(const ek_rules *rules, const uint8_t *bytes, size_t size, ek_state *state);

#endif
