/*
 * Fair shuffles, "elektro-shuffle-1": chance that the players can check afterwards.
 *
 * Before a game the server makes a seed of 256 bits and publishes its commitment, the SHA-256 of
 * the seed's 32 bytes. Each player may add words. The key of the generator is
 *
 *     HMAC-SHA-256(seed, "elektro-shuffle-1" LF words of seat 1 LF … words of seat n LF)
 *
 * and its number i (from 0) below n is found by trying a = 0, 1, 2 … :
 *
 *     v = the first 8 bytes of HMAC-SHA-256(key, "i a" in decimal), big-endian
 *     if v < n * floor(2^64 / n): the number is v mod n; otherwise the next a is tried
 *
 * Number 0 (below 2^64: all of v) chooses the zone, number 1 seeds the first order and the opening
 * market, and from number 2 on each number turns up one card or shows one back:
 *
 *     a back   below the cards left before the Step 3 card: less than the plugs among them is plug
 *     a card   below the plants it may be, in ascending order
 *
 * After the game the seed is shown, so that anyone can compute all of it again.
 */
#ifndef ELEKTRO_JOURNAL_SHUFFLE_H
#define ELEKTRO_JOURNAL_SHUFFLE_H

#include <stdbool.h>
#include <stdint.h>

#include "elektro.h"

#define JN_SHUFFLE "elektro-shuffle-1"

enum { JN_SEED_BYTES = 32, JN_SEED_TEXT = 65, JN_WORDS_MAX = 65 };

typedef struct jn_shuffle {
    uint8_t key[32];
    uint32_t used; /* numbers so far */
} jn_shuffle;

/* A new seed as hexadecimal, from the system's randomness. */
void jn_seed_make(char seed[JN_SEED_TEXT]);

/* The commitment to a seed; false if the seed is not one. */
bool jn_seed_commitment(const char *seed, char commitment[JN_SEED_TEXT]);

/* Keys a generator; false if the seed is not one. */
bool jn_shuffle_init(jn_shuffle *shuffle, const char *seed, const char *const *words,
                     unsigned players);

/* The next 64 bits, and the next number below n. */
uint64_t jn_shuffle_bits(jn_shuffle *shuffle);
uint32_t jn_shuffle_below(jn_shuffle *shuffle, uint32_t n);

/* The next card, one of a set; the next back, in a state where it is unknown. */
unsigned jn_shuffle_card(jn_shuffle *shuffle, ek_plants awaited);
enum ek_back jn_shuffle_back(jn_shuffle *shuffle, const ek_state *state);

#endif
