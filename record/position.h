/*
 * The position: a state, or the view of one seat, as one line of text to share.
 *
 *     position/1 table=classic/germany/3/- zone=north-west,west,south-west round=1 stage=nominate …
 *
 * docs/records.md describes it with an example, position_read.c field by field. Printing and
 * reading give back the very bytes of the state; money that a view hides stays hidden.
 */
#ifndef ELEKTRO_POSITION_H
#define ELEKTRO_POSITION_H

#include "board.h"
#include "elektro.h"
#include "notation.h"

enum { REC_POSITION_MAX = 8192 }; /* bytes of a position at most, its end included */

/* Writes a state or view into out. False if it does not fit (REC_POSITION_MAX always does) or the
 * state breaks a law that ek_check holds it to. */
bool rec_position_print(const bd_board *board, const ek_rules *rules, const ek_state *state,
                        char *out, size_t size);

/* Reads a position and compiles the rules of its table. *board may be a user-made board that the
 * position can be on, or NULL; it is set to the board of the position. On failure, error has the
 * column and what was expected, or the law that the position breaks. */
bool rec_position_parse(const char *text, const bd_board **board, ek_rules *rules, ek_state *state,
                        rec_error *error);

#endif
