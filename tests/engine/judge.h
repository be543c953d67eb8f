/*
 * The laws of every game, judged from outside: counted anew, without asking ek_check for its
 * opinion except to hold it to the same verdict. Used by the tests and by the fuzzers; a verdict
 * is a sentence, or NULL when all is well.
 */
#ifndef TEST_JUDGE_H
#define TEST_JUDGE_H

#include "elektro.h"

/* Judges a state: tokens, plants, markets, holdings, houses, places, order, money, ek_check. */
const char *judge_state(const ek_rules *rules, const ek_state *state);

/* Judges events: every member that EK_EVENT_FIELDS names holds what its type says, and the others
 * hold nothing. */
const char *judge_events(const ek_rules *rules, const ek_events *events);

/* Judges the pending decision, which the list of legal moves must show, and the list: not empty
 * while somebody decides, sorted, without duplicates; `tries` of them, chosen at random, are
 * allowed to the seat to move and to nobody else, and apply to a copy of the state. */
const char *judge_moves(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                        unsigned count, unsigned tries, uint64_t *random);

/* Judges that a move is refused with a reason and changes nothing unless it is listed. */
const char *judge_move(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                       unsigned count, ek_move move);

/* Tries that with `tries` random numbers and as many listed moves with something changed. */
const char *judge_refusals(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                           unsigned count, unsigned tries, uint64_t *random);

#endif
