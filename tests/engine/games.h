/*
 * Random games for all kinds of tables: edition, board, number of players, options
 * and the ways to choose a zone. Game n is the same game everywhere. Used by tests and fuzzers.
 */
#ifndef TEST_GAMES_H
#define TEST_GAMES_H

#include "board.h"
#include "elektro.h"

/* Ways to choose the zone (2.1). */
enum zone_choice { ZONE_RANDOM, ZONE_GIVEN, ZONE_DRAFTED, ZONE_CHOICES };

/* How moves are chosen. Thrifty players bid low and build, so that games are long. */
enum temper { UNIFORM, BY_TYPE, THRIFTY, TEMPERS };

typedef struct random_game {
    const bd_board *board;
    uint64_t number; /* of this game: its seed */
    uint64_t random; /* chooses moves, apart from the game's own generator */
    unsigned temper;
    ek_rules rules;
    ek_setup setup;
    ek_state state;
    ek_events events; /* of the start, or of the last move or draw */
    unsigned count;   /* moves listed */
    ek_move moves[EK_MOVES_MAX];
} random_game;

enum { GAME_WORDS_MAX = 160 };

/* The number of different tables: game n is played at table n modulo this number. */
unsigned game_tables(void);

/* Starts game n. False if its rules do not compile, which is an error. */
bool start_game(random_game *g, uint64_t n, enum ek_chance chance);

/* Recompiles the rules once a zone has been drafted; false if they do not compile. */
bool adopt_drafted_zone(random_game *g);

/* Lists the moves; returns their number. */
unsigned list_moves(random_game *g);

/* Chooses one of the listed moves. */
ek_move choose_move(random_game *g);

/* Chooses one of the awaited cards; 0 if there is none. */
unsigned choose_card(random_game *g);

/* Describes the game, for messages. */
void name_game(const random_game *g, char words[GAME_WORDS_MAX]);

#endif
