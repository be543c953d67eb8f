/*
 * The facts of the game as C tables.
 *
 * ek_tables and the boards are generated from data/ when Elektro is built; a board of the user's
 * own is filled in by the loader in boards/. Nothing here is ever written after that.
 */
#ifndef ELEKTRO_TABLES_H
#define ELEKTRO_TABLES_H

#include <stdint.h>

/* Limits. The data must stay within them; the build step refuses what does not. */
enum {
    EK_SEATS = 6,         /* players at most */
    EK_COUNTS = 5,        /* player counts: 2..6 */
    EK_EDITIONS = 2,      /* classic and recharged */
    EK_STEPS = 3,         /* steps of the game; also places in a city */
    EK_CITIES = 64,       /* cities of a board at most */
    EK_REGIONS = 8,       /* regions of a board at most */
    EK_LINKS = 192,       /* connections of a board at most */
    EK_FUELS = 4,         /* coal, oil, garbage, uranium */
    EK_LADDER = 24,       /* token places of one fuel on the resource market at most */
    EK_PAID = 20,         /* cities supplied beyond which income does not grow */
    EK_HOUSES = 22,       /* houses of one owner at most */
    EK_PLANTS_OWNED = 5,  /* plants of one owner at most: four, and one more to be scrapped */
    EK_PLANT_SETS = 32,   /* sets of these */
    EK_TRUST_TURNS = 4,   /* turns in which the first Trust houses are placed */
    EK_PLANT_NUMBERS = 64 /* plant numbers are below this; bit 63 of a set is the Step 3 card */
};

/* A set of plants: bit n stands for the plant numbered n, bit 63 for the Step 3 card. */
typedef uint64_t ek_plants;

/* A set of cities of the board: bit c stands for city c. */
typedef uint64_t ek_cities;

/* A power plant (rules.md 1.2). need and cities are 0 for numbers that no plant has. */
typedef struct ek_plant {
    uint8_t kind; /* enum ek_kind */
    uint8_t need;
    uint8_t cities;
} ek_plant;

/* Running a set of plants once, in the bytes of a word, so that runs of sets add up: the tokens of
 * each fuel that plants of one kind burn, those of hybrids, and the cities supplied. */
typedef uint64_t ek_run;
enum { EK_RUN_HYBRID = EK_FUELS, EK_RUN_CITIES };

/* Numbers that depend on edition and number of players (rules.md 2.1, 4.8, 8.1, 9.1). */
typedef struct ek_thresholds {
    uint8_t areas;
    uint8_t step2_cities;
    uint8_t end_cities;
    uint8_t max_plants;
} ek_thresholds;

/* How the deck is made (rules.md 2.4 to 2.6). Arrays run over 2..6 players. */
typedef struct ek_deck_rule {
    ek_plants out;                     /* not in the game at all */
    ek_plants opening;                 /* plants that always lie in the opening market */
    ek_plants deal;                    /* the rest of the opening market is dealt from these */
    uint8_t top;                       /* plant on top of the deck; 0: dealt from .deal too */
    uint8_t removed_plug[EK_COUNTS];   /* removed unseen from the rest of .deal */
    uint8_t removed_socket[EK_COUNTS]; /* removed unseen from the others */
} ek_deck_rule;

/* How one edition is played on one board: its tables and its special rules (rules.md 10). */
typedef struct ek_variant {
    ek_deck_rule deck;
    ek_cities nuclear_cities;       /* one of these must be owned to buy nuclear; 0: free to all */
    ek_cities cheap_garbage_cities; /* owning one makes garbage 1 cheaper */
    uint8_t start[EK_FUELS];        /* tokens on the market at the start */
    uint8_t refill[EK_COUNTS][EK_STEPS][EK_FUELS];
    uint8_t home_regions;       /* set of regions that every random zone contains */
    uint8_t coal_storage_price; /* price of coal from the supply once it is sold out; 0: none */
    uint8_t last_uranium_plant; /* once a player buys this plant uranium is not refilled; 0: none */
    uint8_t ecological_fifth;   /* the smallest future plant is for sale if ecological */
    uint8_t smallest_leaves_too; /* the market change also removes the smallest plant */
} ek_variant;

typedef struct ek_link {
    uint8_t from, to, cost;
} ek_link;

/* A board: cities by index, regions by index, connections, and how each edition is played on it.
 * Names, places on the map and spellings belong to boards/, not here. */
typedef struct ek_board {
    uint8_t cities, regions, links;
    uint8_t editions; /* bit e: playable in edition e */
    uint8_t region_of[EK_CITIES];
    ek_link link[EK_LINKS];
    ek_variant variant[EK_EDITIONS];
} ek_board;

/* Everything that is the same on every board. */
typedef struct ek_tables_t {
    ek_plant plant[EK_PLANT_NUMBERS];
    ek_run run[EK_PLANT_NUMBERS];       /* of each plant alone */
    ek_plants plants;                   /* all plants there are */
    ek_plants plug;                     /* those with a plug back (1.8) */
    uint8_t payment[EK_PAID + 1];       /* by cities supplied */
    uint8_t tokens[EK_FUELS];           /* tokens of each fuel; places too */
    uint8_t price[EK_FUELS][EK_LADDER]; /* price of each place, cheapest first */
    uint8_t place_cost[EK_STEPS];       /* 10, 15, 20 */
    uint8_t money;                      /* Elektro at the start */
    uint8_t houses;                     /* houses of a player */
    uint8_t market_cards, current_plants, market_cards_step3; /* 8, 4, 6 */
    uint8_t first_game_cities;                                /* 2.9 */
    uint8_t trust_houses;                                     /* houses of the Trust in all */
    uint8_t trust_refill_row; /* the refill against the Trust is that for this number of players */
    uint8_t trust_turns[EK_TRUST_TURNS]; /* Trust houses placed in each turn */
    ek_thresholds thresholds[EK_EDITIONS][EK_COUNTS];
} ek_tables_t;

extern const ek_tables_t ek_tables;

/* The boards that come with Elektro, in the order of their files' names. */
extern const unsigned ek_board_count;
extern const ek_board ek_boards[];

#endif
