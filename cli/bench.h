/* Shared by bench.c and bench_gpu.c. */
#ifndef ELEKTRO_CLI_BENCH_H
#define ELEKTRO_CLI_BENCH_H

#include "signature.h"

/* Whether this is the table whose speed is named: Germany, recharged, four players. */
bool bench_is_named(const bn_table *table);

/* Measures the GPU, each kind of games for so many seconds, and checks its games; returns the exit
 * status. kernels is the file with its code, or NULL. */
int bench_gpu(const char *verb, const char *kernels, double seconds, bool json);

#endif
