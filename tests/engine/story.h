/*
 * A game as text, for golden files: one line for each move, below it the events. Seats
 * are counted from 1, cities and regions are named by their ids, plants by number.
 */
#ifndef TEST_STORY_H
#define TEST_STORY_H

#include "board.h"
#include "elektro.h"

/* A text buffer; text that does not fit is lost and sets `full`. */
typedef struct story {
    char *text;
    size_t size, length;
    bool full;
} story;

void tell(story *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes the table: edition, board, players, options, zone, seed. */
void tell_table(story *s, const bd_board *board, const ek_config *config, uint64_t seed);

/* Writes a move before it is made. */
void tell_move(story *s, const bd_board *board, const ek_state *state, ek_move move);

/* Writes the events of a move of `mover`; an event names its seat unless it is the mover. */
void tell_events(story *s, const bd_board *board, unsigned mover, const ek_events *events);

#endif
