/*
 * What the fuzzers share: bytes of an input, and a game that is held to the laws. A broken law is
 * told and ends the program, so that libFuzzer keeps the input.
 */
#ifndef FUZZ_UMPIRE_H
#define FUZZ_UMPIRE_H

#include "../engine/books.h"
#include "../engine/games.h"
#include "../engine/judge.h"

/* The bytes of an input that are not used yet; a used-up input goes on with zeros. */
typedef struct input {
    const uint8_t *bytes;
    size_t left;
} input;

unsigned next_byte(input *in);
unsigned next_word(input *in); /* 16 bits */

/* Ends the program with words if something is wrong; NULL is fine. */
void hold(const random_game *g, const char *wrong);

/* Enters the last events and checks the position; lists the moves and tries some of them. */
void check_position(random_game *g, books *b);

/* Plays on at random, at most so many moves and draws, checking every position. */
void play_on(random_game *g, books *b, unsigned moves);

#endif
