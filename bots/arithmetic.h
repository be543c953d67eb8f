/* Arithmetic that many files of bots/ need. */
#ifndef ELEKTRO_BOTS_ARITHMETIC_H
#define ELEKTRO_BOTS_ARITHMETIC_H

static inline int min(int a, int b)
{
    return a < b ? a : b;
}

static inline int max(int a, int b)
{
    return a > b ? a : b;
}

static inline int clamp(int n, int low, int high)
{
    return n < low ? low : n > high ? high : n;
}

#endif
