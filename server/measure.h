/*
 * Measuring: a clock that never goes back, and histograms.
 *
 * A histogram counts how many values fell between one bound and the next. Its bounds are given when
 * a value is added and when it is printed, and are the same both times: sv_time_bounds for
 * microseconds, sv_length_bounds for the lengths of queues. One thread adds to a histogram.
 */
#ifndef ELEKTRO_SERVER_MEASURE_H
#define ELEKTRO_SERVER_MEASURE_H

#include <stdint.h>

enum { SV_BOUNDS = 16 };

typedef struct sv_histogram {
    uint64_t values[SV_BOUNDS + 1]; /* above the bound before and up to this one; last: above all */
    uint64_t sum;
} sv_histogram;

extern const uint32_t sv_time_bounds[SV_BOUNDS], sv_length_bounds[SV_BOUNDS];

void sv_histogram_add(sv_histogram *histogram, const uint32_t bound[SV_BOUNDS], int64_t value);
/* How many values were added. */
uint64_t sv_histogram_count(const sv_histogram *histogram);

/* A clock that only goes forward, also when the time of day is set. */
int64_t sv_microseconds(void);
int64_t sv_milliseconds(void);
int64_t sv_seconds(void);
/* Adds the time since a moment of sv_microseconds. */
void sv_histogram_add_since(sv_histogram *histogram, int64_t from);

#endif
