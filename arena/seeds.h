/* What the files of arena/ share among themselves. */
#ifndef ELEKTRO_ARENA_SEEDS_H
#define ELEKTRO_ARENA_SEEDS_H

#include "match.h"

/* The seed of a game: the same for all rotations of one group. */
uint64_t ar_seed_of(const ar_match *match, unsigned game);

/* A number that changes when our bots play differently: a handful of games, played on the spot. */
uint64_t ar_bots_hash(void);

#endif
