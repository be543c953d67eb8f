/* Small sums that bots do all the time. */
#ifndef ELEKTRO_BOTS_ARITHMETIC_H
#define ELEKTRO_BOTS_ARITHMETIC_H

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
