/* The generator: SplitMix64, version 1. One 64-bit word of state, so that it fits in a game. */
#include "game.h"

uint64_t ek_random(uint64_t *random)
{
    uint64_t z = (*random += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Multiplies a 32-bit draw by n and keeps the high word; a low word below 2^32 mod n would make
 * some numbers likelier, so those draws are thrown away. */
uint32_t ek_random_below(uint64_t *random, uint32_t n)
{
    uint64_t wide = (ek_random(random) >> 32) * n;
    if ((uint32_t)wide < n) {
        const uint32_t uneven = (uint32_t)-n % n;
        while ((uint32_t)wide < uneven)
            wide = (ek_random(random) >> 32) * n;
    }
    return (uint32_t)(wide >> 32);
}
