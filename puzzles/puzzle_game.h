/* Looks for puzzles in one game of a plan. */
#ifndef ELEKTRO_PUZZLES_GAME_H
#define ELEKTRO_PUZZLES_GAME_H

#include "analysis.h"
#include "make_puzzles.h"
#include "puzzle.h"
#include "rules.h"

/* What one thread works on. */
typedef struct pz_room {
    sm_rules rules;
    bot_assessor assessor;
} pz_room;

/* A game's puzzles. */
typedef struct pz_found {
    const bd_board *board;
    const ek_rules *rules; /* until the room plays another game */
    unsigned table;        /* its number in the plan */
    unsigned count;
    pz_puzzle puzzle[PZ_PER_GAME];
    uint8_t phase[PZ_PER_GAME]; /* enum an_phase */
} pz_found;

/* The phase that the puzzles of a decision belong to; AN_PHASES: it makes no puzzles. */
unsigned pz_phase_of(enum ek_decision pending);

/* Plays game number n, and looks at its decisions. False and error if its rules do not compile. */
bool pz_find(const pz_run *run, uint64_t number, pz_room *room, pz_found *found, rec_error *error);

#endif
