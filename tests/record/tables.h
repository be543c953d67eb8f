/* Random games with a history, spread over everything a table can be: edition, board, number of
 * players, options, the ways to choose a zone and the ways cards become known. */
#ifndef TEST_TABLES_H
#define TEST_TABLES_H

#include "history.h"

/* How cards become known: by the seed, by answering, by a script with the seed after it, by a
 * script with answers after it. */
enum card_way { CARDS_SEED, CARDS_ASK, CARDS_SCRIPT_SEED, CARDS_SCRIPT_ASK, CARD_WAYS };

/* The number of different tables; game n is played at table n modulo this number, and is the same
 * game everywhere. */
unsigned table_count(void);

/* Starts game n; fails the test if it cannot be started. */
rec_game *new_game(unsigned n);

/* Plays up to this many random steps: moves, cards and backs. False if the game has ended or its
 * script no longer fits. */
bool play_steps(rec_game *game, uint64_t *random, unsigned steps);

/* Starts game n and plays it to the end. */
rec_game *play_game(unsigned n);

/* A hash of the public state. */
uint64_t public_hash(const rec_game *game);

#endif
