/* Sets of plants and of cities: bit n of a 64-bit word stands for plant or city n. */
#ifndef ELEKTRO_SETS_H
#define ELEKTRO_SETS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t ek_bit(unsigned n)
{
    return UINT64_C(1) << n;
}

static inline bool ek_has(uint64_t set, unsigned n)
{
    return set >> n & 1;
}

static inline unsigned ek_size(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The smallest and the largest member of a set that is not empty. */
static inline unsigned ek_smallest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline unsigned ek_largest(uint64_t set)
{
    return 63 - (unsigned)__builtin_clzll(set);
}

/* Removes the smallest member of *set, which is not empty, and returns it. */
static inline unsigned ek_take_smallest(uint64_t *set)
{
    const unsigned n = ek_smallest(*set);
    *set &= *set - 1;
    return n;
}

/* The member of a set that has n smaller ones. */
static inline unsigned ek_nth(uint64_t set, unsigned n)
{
    while (n--)
        set &= set - 1;
    return ek_smallest(set);
}

#endif
