#include "measure.h"

#include <time.h>

/* From a tenth of a millisecond to ten seconds. */
const uint32_t sv_time_bounds[SV_BOUNDS] = {100,     250,     500,     1000,    2500,   5000,
                                            10000,   25000,   50000,   100000,  250000, 500000,
                                            1000000, 2500000, 5000000, 10000000};

const uint32_t sv_length_bounds[SV_BOUNDS] = {0,   1,   2,    5,    10,   20,    50,    100,
                                              200, 500, 1000, 2000, 5000, 10000, 20000, 50000};

void sv_histogram_add(sv_histogram *h, const uint32_t bound[SV_BOUNDS], int64_t value)
{
    const uint64_t positive = value > 0 ? (uint64_t)value : 0;
    unsigned i = 0;
    while (i < SV_BOUNDS && positive > bound[i])
        i++;
    h->values[i]++;
    h->sum += positive;
}

uint64_t sv_histogram_count(const sv_histogram *h)
{
    uint64_t count = 0;
    for (unsigned i = 0; i <= SV_BOUNDS; i++)
        count += h->values[i];
    return count;
}

int64_t sv_microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t sv_milliseconds(void)
{
    return sv_microseconds() / 1000;
}

int64_t sv_seconds(void)
{
    return sv_microseconds() / 1000000;
}

void sv_histogram_add_since(sv_histogram *h, int64_t from)
{
    sv_histogram_add(h, sv_time_bounds, sv_microseconds() - from);
}
