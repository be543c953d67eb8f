/* Internal to arena/: the seeds of games, and a hash of the bots. */
#ifndef ELEKTRO_ARENA_SEEDS_H
#define ELEKTRO_ARENA_SEEDS_H

#include "match.h"

/* The seed of a game: the same for all rotations of one group. */
uint64_t ar_seed_of(const ar_match *match, unsigned game);

/* A hash that changes when the built-in bots play differently. It plays a few games to find out. */
uint64_t ar_bots_hash(void);

#endif
