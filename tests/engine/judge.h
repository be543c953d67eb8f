/*
 * An independent check of the laws of every game: it counts without ek_check, and requires
 * ek_check to give the same verdict. Used by the tests and by the fuzzers; a verdict
 * is a sentence, or NULL if no law is broken.
 */
#ifndef TEST_JUDGE_H
#define TEST_JUDGE_H

#include "elektro.h"

/* Judges a state: tokens, plants, markets, holdings, houses, places, order, money, ek_check. */
const char *judge_state(const ek_rules *rules, const ek_state *state);

/* Judges events: every member that EK_EVENT_FIELDS names has a value of its type, and the others
 * are empty. */
const char *judge_events(const ek_rules *rules, const ek_events *events);

/* Judges the pending decision, which the list of legal moves must show, and the list: not empty
 * while a player decides, sorted, without duplicates; `tries` of them, chosen at random, are
 * allowed only to the seat to move, and apply to a copy of the state. */
const char *judge_moves(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                        unsigned count, unsigned tries, uint64_t *random);

/* Judges that a move is refused with a reason and changes nothing unless it is listed. */
const char *judge_move(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                       unsigned count, ek_move move);

/* Tries that with `tries` random numbers and as many modified legal moves. */
const char *judge_refusals(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                           unsigned count, unsigned tries, uint64_t *random);

#endif
