/* Where a schedule can go on in several ways, a chooser says in which one: all of them in turn, by
 * depth-first search, or at random. */
#ifndef ELEKTRO_TESTS_SERVER_MODEL_CHOOSER_H
#define ELEKTRO_TESTS_SERVER_MODEL_CHOOSER_H

#include <stdbool.h>
#include <stdint.h>

enum { CHOICES_MAX = 512 };

typedef struct chooser {
    uint64_t random;     /* the state of the random numbers; 0: depth-first search */
    unsigned depth;      /* choices of this schedule so far */
    unsigned prescribed; /* choices that the search has fixed */
    uint16_t choice[CHOICES_MAX], count[CHOICES_MAX];
} chooser;

/* A number below count. */
unsigned choose(chooser *c, unsigned count);
/* Begins the next schedule of a search; false: there is none. */
bool choose_next(chooser *c);

#endif
