/*
 * Programs as players: an entrant "cmd:COMMAND" is started with /bin/sh for each game and talks
 * JSON Lines on its standard input and output (docs/protocol.md, "Programs as bots"). It has a
 * time limit for every answer; its standard error is not redirected. It and all processes
 * of its group are killed at the end of the game, and when the arena ends, even if it crashes.
 */
#ifndef ELEKTRO_PROGRAM_H
#define ELEKTRO_PROGRAM_H

#include "match.h"

typedef struct ar_program ar_program;

/* Starts a program; NULL and error if that fails. The seed is that of a bot at its seat. */
ar_program *ar_program_start(const char *command, uint32_t milliseconds, uint64_t seed,
                             rec_error *error);

/* Keeps the events of the last move for the next request: programs get the same events as bots. */
void ar_program_tell(ar_program *program, const ar_position *position);

/* Requests a move of the seat to move, with this view. False and error if the answer is late,
 * malformed, or not a legal move. */
bool ar_program_choose(ar_program *program, const ar_position *position, const ek_state *view,
                       ek_move *move, rec_error *error);

/* Ends it. NULL is fine. */
void ar_program_stop(ar_program *program);

#endif
