/* Games played to the end after a turn: a check of a puzzle that does not ask the judge. */
#ifndef ELEKTRO_PUZZLES_PUZZLE_GAMES_H
#define ELEKTRO_PUZZLES_PUZZLE_GAMES_H

#include "puzzle.h"

/* Plays so many games to the end after each of two turns of the seat to move, all seats like
 * normal, with the same cards: by how much the first turn wins more, in 1/65536 of a victory.
 * Negative: the second wins more. 0: the difference is within the noise. */
int32_t pz_lead_in_games(const ek_rules *rules, const ek_state *view, const pz_turn *a,
                         const pz_turn *b, uint64_t seed, unsigned games);

#endif
