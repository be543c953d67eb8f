/*
 * Fair shuffles: chance that the players can check afterwards. docs/shuffle.md specifies both
 * versions and says what they prove. In short, for "elektro-shuffle-2":
 *
 *   1. Each player's client chooses words and a random salt and sends their seal, a SHA-256.
 *   2. When the game is started, the server makes a seed of 256 bits and shows its commitment, the
 *      SHA-256 of the seed's 32 bytes.
 *   3. Then the clients reveal words and salts. The key of the generator is
 *
 *     HMAC-SHA-256(seed, "elektro-shuffle-2" LF table LF attempt LF
 *                        salt of seat 1 LF words of seat 1 LF … salt of seat n LF words of seat n
 * LF)
 *
 * In "elektro-shuffle-1", for clients without seals, the commitment was shown first and the key is
 *
 *     HMAC-SHA-256(seed, "elektro-shuffle-1" LF words of seat 1 LF … words of seat n LF)
 *
 * The generator's number i (from 0) below n is found by trying a = 0, 1, 2 … :
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

#define JN_SHUFFLE_1 "elektro-shuffle-1"
#define JN_SHUFFLE_2 "elektro-shuffle-2"
#define JN_NO_SEAL   "none" /* in place of the seal and the salt of a seat without them */

enum { JN_SEED_BYTES = 32, JN_SEED_TEXT = 65, JN_WORDS_MAX = 65, JN_TABLE_MAX = 17 };

typedef struct jn_shuffle {
    uint8_t key[32];
    uint32_t used; /* numbers so far */
} jn_shuffle;

/* A new seed as hexadecimal, from the system's randomness. */
void jn_seed_make(char seed[JN_SEED_TEXT]);

/* The commitment to a seed; false if the seed is not one. */
bool jn_seed_commitment(const char *seed, char commitment[JN_SEED_TEXT]);

/* What the key of a generator is made from. */
typedef struct jn_mix {
    unsigned version; /* 1 or 2 */
    unsigned players;
    const char *seed;
    const char *words[EK_SEATS];
    /* Version 2 only: */
    const char *table;          /* its code */
    unsigned attempt;           /* of starting the game, from 1 */
    const char *salt[EK_SEATS]; /* "": the seat has no seal */
} jn_mix;

/* Keys a generator; false if the seed or a salt is not one. */
bool jn_shuffle_init(jn_shuffle *shuffle, const jn_mix *mix);

/* Whether a text is 64 hexadecimal digits in small letters, as salts and seals are. */
bool jn_is_hash(const char *text);

/* The seal of a seat, counted from 1; false if the salt is not 64 small hexadecimal digits, or
 * words or table are too long. */
bool jn_seal(const char *table, unsigned seat, const char *salt, const char *words,
             char seal[JN_SEED_TEXT]);

/* The next 64 bits, and the next number below n. */
uint64_t jn_shuffle_bits(jn_shuffle *shuffle);
uint32_t jn_shuffle_below(jn_shuffle *shuffle, uint32_t n);

/* The next card, one of a set; the next back, in a state where it is unknown. */
unsigned jn_shuffle_card(jn_shuffle *shuffle, ek_plants awaited);
enum ek_back jn_shuffle_back(jn_shuffle *shuffle, const ek_state *state);

#endif
