/*
 * The plan of a run of self-play: tables, bots, exploration and a seed. Game number n of a plan is
 * always the same game, whoever plays it, so that a run can be divided and continued.
 */
#ifndef ELEKTRO_SAMPLES_PLAN_H
#define ELEKTRO_SAMPLES_PLAN_H

#include "boards.h"
#include "format.h"
#include "match.h"

enum {
    SM_TABLES_MAX = 256,
    SM_LIST_MAX = 2000, /* bytes of a list of tables or bots, which the header of a file names */
    SM_VARY_MAX = 64    /* parameters of a seat differ by a quarter of their range at most */
};

typedef struct sm_table {
    const bd_board *board;
    uint8_t edition, players;
    uint8_t options; /* set of options that may be played here */
    uint8_t zones;   /* number of its zones */
    uint8_t zone[EK_ZONES_MAX];
} sm_table;

typedef struct sm_plan {
    uint64_t seed;
    bot_judge judge;                   /* of bots that search */
    const sm_boards *boards;           /* must outlive the plan */
    const char *table_list, *bot_list; /* as given */
    unsigned explore;                  /* percent of turns that are replaced */
    unsigned vary;                     /* percent of seats with parameters of their own */
    unsigned chances;                  /* playouts for the chances of a position; 0: none */
    unsigned options;                  /* percent of games with an option, for each option */
    unsigned tables, bots;
    sm_table table[SM_TABLES_MAX]; /* each equally likely */
    ar_entrant bot[AR_ENTRANTS_MAX];
} sm_plan;

/* A game of a plan before it is played. */
typedef struct sm_deal {
    const bd_board *board;
    unsigned table; /* its number in the plan */
    ek_config config;
    bot_game_setup setup;
} sm_deal;

/* Reads plan->table_list: tables separated by commas, BOARD/EDITION/PLAYERS; a part that is missing
 * or "any" means all, "everywhere" all tables. */
bool sm_read_tables(sm_plan *plan, rec_error *error);

/* Reads plan->bot_list: entrants of a match without programs and clocks. A name that is repeated is
 * seen more often. */
bool sm_read_bots(sm_plan *plan, rec_error *error);

/* Writes how the games of the plan are made: everything that decides them. */
void sm_describe(const sm_plan *plan, char made[SM_MADE_MAX]);

/* Deals game number n. */
void sm_deal_game(const sm_plan *plan, uint64_t number, sm_deal *deal);

/* Whether a seat of the plan searches, so that a game takes seconds. */
bool sm_is_slow(const sm_plan *plan);

#endif
