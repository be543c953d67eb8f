/*
 * Shared by the fuzzers: the bytes of an input, and a game that is checked against the laws. A
 * broken law is reported and aborts the program, so that libFuzzer keeps the input.
 */
#ifndef FUZZ_UMPIRE_H
#define FUZZ_UMPIRE_H

#include "../engine/books.h"
#include "../engine/games.h"
#include "../engine/judge.h"

/* The bytes of an input that are not used yet; a used-up input continues with zeros. */
typedef struct input {
    const uint8_t *bytes;
    size_t left;
} input;

unsigned next_byte(input *in);
unsigned next_word(input *in); /* 16 bits */

/* Aborts the program with this message; NULL: there is no failure. */
void hold(const random_game *g, const char *wrong);

/* Enters the last events and checks the position; lists the moves and tries some of them. */
void check_position(random_game *g, books *b);

/* Plays up to this many random moves and draws, and checks every position. */
void play_on(random_game *g, books *b, unsigned moves);

#endif
