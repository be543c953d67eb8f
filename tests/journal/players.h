/* Random players for journals of every kind. Game n is the same game everywhere. */
#ifndef TEST_PLAYERS_H
#define TEST_PLAYERS_H

#include "journal.h"

/* The kinds of journals: every source of cards, each with and without a script if possible. */
enum kind { SEED, SEED_SCRIPT, TOLD, TOLD_SCRIPT, TOLD_ALL, SHUFFLE, KINDS };

/* The setup of game n; its script fits the first part of the game. */
void make_setup(jn_setup *setup, unsigned n, enum kind kind);

/* One decision: a card if one is awaited, otherwise a move; sometimes also a back. True unless
 * the game is over or its script does not fit any more. */
bool decide(jn_game *game, uint64_t *random, ek_events *events);

/* Makes this many decisions, or fewer if the game ends. */
void decide_often(jn_game *game, uint64_t *random, unsigned times);

#endif
