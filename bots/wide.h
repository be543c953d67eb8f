/*
 * Functions in two variants: one for every processor, and one for processors of x86 that have
 * vectors of 32 bytes, as all have had since about 2013. Both compute the same.
 */
#ifndef ELEKTRO_BOTS_WIDE_H
#define ELEKTRO_BOTS_WIDE_H

#include <stdbool.h>

/* Compiled as part of each caller, with the instructions that the caller may use. */
#define BOT_INLINED __attribute__((always_inline)) static inline

#if defined __x86_64__
#define BOT_WIDE __attribute__((target("avx2,bmi")))

static inline bool bot_is_wide(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
}
#endif

#endif
