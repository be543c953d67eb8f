/*
 * A game told as text, for golden files: one line for each move, below it what came of it. Seats
 * are counted from 1 as players do, cities and regions are named by their ids, plants by number.
 */
#ifndef TEST_STORY_H
#define TEST_STORY_H

#include "board.h"
#include "elektro.h"

/* A text that grows up to its end; what does not fit is lost, and `full` says so. */
typedef struct story {
    char *text;
    size_t size, length;
    bool full;
} story;

void tell(story *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells the table: edition, board, players, options, zone, seed. */
void tell_table(story *s, const bd_board *board, const ek_config *config, uint64_t seed);

/* Tells a move before it is made. */
void tell_move(story *s, const bd_board *board, const ek_state *state, ek_move move);

/* Tells what came of a move of `mover`; whose deed it was is told only of others. */
void tell_events(story *s, const bd_board *board, unsigned mover, const ek_events *events);

#endif
