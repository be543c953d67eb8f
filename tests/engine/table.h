/*
 * A fixture for tests of rules: a game whose position a test sets up in a few words.
 *
 * Every helper that changes the position keeps the laws (ek_check) or fails the test; plants and
 * tokens are taken from their current place. Seats are 0-based; the order is 0, 1, 2 … unless a
 * test changes it. The game waits for cards: a test that draws names the card (draw).
 */
#ifndef TEST_TABLE_H
#define TEST_TABLE_H

/* cmocka wants these before its header. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "board.h"
#include "elektro.h"
#include "game.h"

typedef struct table {
    const bd_board *board;
    ek_rules rules;
    ek_state state;
    ek_events events;            /* of the last move or draw */
    ek_move moves[EK_MOVES_MAX]; /* filled by list() */
    unsigned count;
} table;

/* Opens a table at the first auction of round 1 (or at its first setup decision). The zone is the
 * first possible one in ascending order of region bits; in recharged the opening market is the
 * eight smallest plants that may be dealt (3 to 10, or 3 to 9 and 11 on France). */
table *open_table(enum ek_edition edition, const char *board, unsigned players, unsigned options);

/* The same with a zone given by region ids, separated by spaces; "draft" drafts it. */
table *open_table_in(enum ek_edition edition, const char *board, unsigned players, unsigned options,
                     const char *zone);

/* The set of regions named by their ids, separated by spaces. */
uint8_t zone_of(const bd_board *board, const char *names);

/* A table of three in round 5 where the Step 3 card is the next card of the deck: market and step
 * are given, the rest of the opening market lies under the deck, 10 coal is on the market. */
table *open_before_card(enum ek_edition edition, const char *board, unsigned step,
                        const uint8_t *market, enum ek_phase phase);

/* Compiles the rules again for the zone that has just been drafted. */
void adopt_zone(table *t);

unsigned city(const table *t, const char *name);

/* ------------------------------------------------------------------------ writing a position */

void set_money(table *t, unsigned seat, int money);
/* Gives a plant, taken from its current place; the market is refilled with the smallest unseen. */
void give_plant(table *t, unsigned seat, unsigned plant);
/* Gives fuel that fits, from the supply, or from the market where the supply is short. */
void give_fuel(table *t, unsigned seat, enum ek_fuel fuel, unsigned count);
/* Builds a house for free on the cheapest empty place, in any step. */
void give_city(table *t, unsigned seat, const char *name);
/* Builds houses in this many further cities of the zone, lowest index first. */
void give_cities(table *t, unsigned seat, unsigned count);
/* Sets the tokens on the resource market. */
void set_fuel(table *t, enum ek_fuel fuel, unsigned tokens);
/* Makes the market hold exactly these plants (a list ended by 0); others go under the deck. */
void set_market(table *t, const uint8_t *plants);
/* Leaves this many cards in the deck before the Step 3 card; the others are out of the game. */
void set_deck(table *t, unsigned cards);
/* Removes the buried plants from the game: nothing comes after the Step 3 card. */
void clear_under_deck(table *t);
/* Starts a step as if it had begun before; 3 also takes the card away and shrinks the market. */
void set_step(table *t, unsigned step);
/* Goes to the start of a phase of round `round` with the order as it is: EK_PHASE_AUCTION,
 * EK_PHASE_RESOURCES, EK_PHASE_BUILDING or EK_PHASE_BUREAUCRACY (income). Players have neither
 * bought nor passed; no discount lies except in the auction phase. */
void go_to(table *t, unsigned round, enum ek_phase phase);

/* --------------------------------------------------------------------------------- playing */

ek_move nominate(unsigned plant, unsigned bid);
ek_move bid(unsigned amount);
ek_move pass_(void);
ek_move scrap(unsigned plant);
ek_move give_back(unsigned coal, unsigned oil);
ek_move done(void);
ek_move buy(enum ek_fuel fuel, unsigned count);
ek_move connect_(const table *t, const char *name);
/* The power move that runs the listed plants (ended by 0) of the seat to move; hybrids burn coal
 * first as far as coal_for_hybrids goes, then oil. */
ek_move power(const table *t, const uint8_t *plants, unsigned coal_for_hybrids);

/* Makes a move of `seat`; fails the test if it is another's turn or the move is refused. */
void play(table *t, unsigned seat, ek_move move);
/* Why the seat to move may not make this move; checks that nothing changes by trying, and that
 * the move is listed if and only if it is allowed. */
ek_reason why(table *t, ek_move move);
/* Turns up an awaited card. */
void draw(table *t, unsigned plant);
/* Turns up all awaited cards, the largest possible each time, until a player decides. */
void draw_largest(table *t);
/* Fills t->moves; returns the number of moves. */
unsigned list(table *t);
bool is_listed(table *t, ek_move move);
/* All players pass or end their turns (draws are the largest possible) up to this phase; in
 * round 1 all buy the smallest plant at its minimum. */
void skip_to(table *t, enum ek_phase phase);

/* All players pass, end their turns or run nothing until the phase ends or a card is awaited. */
void sit_out(table *t);
/* The seat to move nominates the plant at its minimum and the others pass; then the seat may
 * have to scrap a plant, or a card may be awaited. */
void buy_plant(table *t, unsigned seat, unsigned plant);
/* The six first Trust houses go into the first cities the list offers (11.2). */
void found_trust(table *t);

/* ------------------------------------------------------------------------------ looking at it */

/* Compares a set of plants with a list ended by 0. */
void assert_plants(ek_plants set, const uint8_t *plants);
/* The first event of a type in the last move or draw; NULL if there is none. */
const ek_event *find_event(const table *t, enum ek_event_type type);
/* The index of that event, to compare the order; fails the test if there is none. */
unsigned event_index(const table *t, enum ek_event_type type);
unsigned count_events(const table *t, enum ek_event_type type);
/* Whether the last move or draw removed this plant for this reason. */
bool was_removed(const table *t, unsigned plant, enum ek_removal why);
/* Tokens of a fuel that the last move or draw refilled. */
unsigned refilled(const table *t, enum ek_fuel fuel);
void assert_lawful(const table *t);

#define PLANTS(...) ((const uint8_t[]){__VA_ARGS__, 0})

#endif
