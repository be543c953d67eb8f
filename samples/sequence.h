/* The games of a run that one process plays, in their order: all of them, or its share of those of
 * several processes, block by block in turn. */
#ifndef ELEKTRO_SAMPLES_SEQUENCE_H
#define ELEKTRO_SAMPLES_SEQUENCE_H

#include <stdint.h>

enum { SM_SHARED_BLOCK = 32 }; /* games that follow each other in the share of one process */

typedef struct sm_sequence {
    unsigned from;       /* number of the first game that is shared out */
    unsigned rank, size; /* this process among all */
} sm_sequence;

/* The number of the i-th game. */
static inline uint64_t sm_number_of(const sm_sequence *s, unsigned i)
{
    const uint64_t block = (uint64_t)(i / SM_SHARED_BLOCK) * s->size + s->rank;
    return s->from + block * SM_SHARED_BLOCK + i % SM_SHARED_BLOCK;
}

/* The process that plays a game. */
static inline unsigned sm_player_of(const sm_sequence *s, unsigned number)
{
    return (number - s->from) / SM_SHARED_BLOCK % s->size;
}

/* How many of its games have a number below this one. */
static inline unsigned sm_games_below(const sm_sequence *s, unsigned number)
{
    const unsigned all = number > s->from ? number - s->from : 0;
    const uint64_t turn = (uint64_t)SM_SHARED_BLOCK * s->size;
    const uint64_t rest = all % turn;
    const uint64_t before = (uint64_t)SM_SHARED_BLOCK * s->rank;
    const uint64_t more = rest < before ? 0 : rest - before;
    return (unsigned)(all / turn * SM_SHARED_BLOCK +
                      (more < SM_SHARED_BLOCK ? more : SM_SHARED_BLOCK));
}

#endif
