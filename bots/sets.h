/* Sets as bits, for plants and cities alike. */
#ifndef ELEKTRO_BOTS_SETS_H
#define ELEKTRO_BOTS_SETS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t bit(unsigned n)
{
    return UINT64_C(1) << n;
}

static inline bool has(uint64_t set, unsigned n)
{
    return set >> n & 1;
}

static inline unsigned size_of(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The smallest and the largest member of a set that is not empty. */
static inline unsigned smallest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline unsigned largest(uint64_t set)
{
    return 63 - (unsigned)__builtin_clzll(set);
}

/* Removes the smallest member of *set, which is not empty, and returns it. */
static inline unsigned take_smallest(uint64_t *set)
{
    const unsigned n = smallest(*set);
    *set &= *set - 1;
    return n;
}

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

static inline int most(int a, int b)
{
    return a > b ? a : b;
}

static inline int between(int low, int n, int high)
{
    return n < low ? low : n > high ? high : n;
}

#endif
