/*
 * Moves as words: the notation that records, protocol and terminal share.
 *
 *   region REGION           trust CITY            mark CITY
 *   nominate PLANT BID      bid AMOUNT            pass
 *   scrap PLANT             return coal N oil M
 *   buy FUEL COUNT          connect CITY          done
 *   power PLANT…            a hybrid with its mix: 5=coal1+oil1; alone: runs nothing
 *
 * Printing always gives this form, cities and regions by id. Reading is free in spelling: any
 * case, any spelling of a city that the board knows, and more than one space.
 */
#ifndef ELEKTRO_NOTATION_H
#define ELEKTRO_NOTATION_H

#include "board.h"
#include "elektro.h"

enum {
    REC_MOVE_MAX = 128, /* a move as words is never longer, its end included */
    REC_CODE_MAX = 32,
    REC_TEXT_MAX = 256
};

/* An error, for programs and for people. */
typedef struct rec_error {
    char code[REC_CODE_MAX]; /* a word of EK_REASON_WORDS, or one such as "bad-syntax" */
    char text[REC_TEXT_MAX]; /* a sentence */
    unsigned line, column;   /* in a record; 0 elsewhere */
} rec_error;

/* Fills error with a reason of the engine; always returns false. */
bool rec_refuse(rec_error *error, ek_reason reason);

/* Why a move is refused, as a sentence with the names of the regions concerned. */
void rec_why_text(const bd_board *board, const ek_rules *rules, ek_reason reason,
                  char text[REC_TEXT_MAX]);
/* Refuses a move for this reason. */
bool rec_refuse_move(rec_error *error, const bd_board *board, const ek_rules *rules,
                     ek_reason reason);
/* Fills error with a code and a sentence; always returns false. */
bool rec_fail(rec_error *error, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints a move of the seat to move, or of any seat. */
void rec_print_move(const bd_board *board, const ek_state *state, ek_move move,
                    char text[REC_MOVE_MAX]);
void rec_print_move_of(const bd_board *board, const ek_state *state, unsigned seat, ek_move move,
                       char text[REC_MOVE_MAX]);

/* Reads a move of the seat to move. It need not be legal: ek_why checks that. False if the words
 * are not a move: bad-syntax, no-such-city, no-such-region, no-such-plant, not-your-plant, bad-mix,
 * or ambiguous-mix for a hybrid whose mix is not named though more than one is possible. */
bool rec_parse_move(const bd_board *board, const ek_rules *rules, const ek_state *state,
                    const char *text, ek_move *move, rec_error *error);

#endif
