/*
 * Random games of fixed seeds, for the benchmark and for the signature.
 *
 * Freestanding like the engine, so that WebAssembly plays the same games. The signature is
 * one number for the engine's behaviour: it changes when any of these games goes on differently.
 */
#ifndef ELEKTRO_SIGNATURE_H
#define ELEKTRO_SIGNATURE_H

#include "elektro.h"

/* One kind of table. Open money changes no game, so it is not among the options. */
typedef struct bn_table {
    uint8_t board; /* index into ek_boards */
    uint8_t edition;
    uint8_t players;
    uint8_t options;
} bn_table;

enum {
    BN_TABLES_MAX = 256,    /* bn_tables never writes more */
    BN_ZONE_GAMES = 16,     /* games of bn_play in one zone */
    BN_SIGNATURE_GAMES = 80 /* games at each table that make up the signature */
};

/* Writes every playable table; returns how many there are. */
unsigned bn_tables(bn_table tables[BN_TABLES_MAX]);

/* Compiles the rules of a table in a random zone. */
void bn_rules(const bn_table *table, uint64_t zone_seed, ek_rules *rules);

/* Starts a game at a table in a random zone. */
void bn_start(const bn_table *table, uint64_t seed, ek_rules *rules, ek_state *state);

/* The result of a run of games. */
typedef struct bn_run {
    uint64_t games, moves;
    uint64_t signature;
} bn_run;

/* Plays one game with the rules and the seed, and adds it to run. */
typedef void bn_player(const ek_rules *rules, uint64_t seed, bn_run *run);

/* With uniformly random legal moves. */
bn_player bn_play_random;

/* Plays games number first, first + 1 … at a table, each in a random zone with its own seed. */
void bn_play(bn_player *play, const bn_table *table, unsigned first, unsigned games, bn_run *run);

/* Adds a word to a signature. */
uint64_t bn_fold(uint64_t signature, uint64_t word);

/* The signature of all tables together. */
uint64_t bn_signature(void);

#endif
