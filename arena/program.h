/*
 * Programs as players: an entrant "cmd:COMMAND" is started with /bin/sh for each game and asked by
 * JSON Lines on its standard input and output (docs/protocol.md, "Programs as bots"). It has a
 * time limit for every answer; what it writes to its standard error is left alone. It and all
 * processes of its group end with the game and with the arena, however that ends.
 */
#ifndef ELEKTRO_PROGRAM_H
#define ELEKTRO_PROGRAM_H

#include "match.h"

typedef struct ar_program ar_program;

/* Starts a program; NULL and error if that fails. */
ar_program *ar_program_start(const char *command, uint32_t milliseconds, rec_error *error);

/* Keeps the events of the last move for the next question: programs see what our bots see. */
void ar_program_tell(ar_program *program, const ar_position *position);

/* Asks it for a move of the seat to move, which sees this view. False and error if the answer is
 * late, no answer, or not a legal move. */
bool ar_program_choose(ar_program *program, const ar_position *position, const ek_state *view,
                       ek_move *move, rec_error *error);

/* Ends it. NULL is fine. */
void ar_program_stop(ar_program *program);

#endif
