/*
 * Vector instructions for the layers of a judge. Compilers do not find the one instruction that
 * multiplies two pairs and adds the products, so it is named here for the processors that have it.
 * Sums of whole numbers do not depend on their order: every variant gives the same bits.
 */
#include "columns.h"

enum { VECTORS = 8 /* of sums that are kept in registers */ };

typedef int32_t sums4 __attribute__((vector_size(16), may_alias));
typedef int16_t pairs4 __attribute__((vector_size(16), may_alias));

/* For each of four units, the sum of the products of its two weights with the two inputs. */
static inline sums4 multiply_pairs(pairs4 weights, pairs4 inputs)
{
#if defined __SSE2__
    return (sums4)__builtin_ia32_pmaddwd128(weights, inputs);
#elif defined __wasm_simd128__
    return (sums4)__builtin_wasm_dot_s_i32x4_i16x8(weights, inputs);
#else
    sums4 sums = {0};
    for (unsigned i = 0; i < 4; i++)
        sums[i] = weights[2 * i] * inputs[2 * i] + weights[2 * i + 1] * inputs[2 * i + 1];
    return sums;
#endif
}

static inline int32_t pair_at(const int16_t *inputs, unsigned pair)
{
    int32_t both;
    __builtin_memcpy(&both, inputs + 2 * pair, sizeof both);
    return both;
}

/* The units of one block; stride is the number of weights of a column. */
static void add_block(const int16_t *weights, unsigned stride, const int16_t *inputs,
                      unsigned pairs, int32_t *sums)
{
    sums4 *const out = __builtin_assume_aligned(sums, sizeof *out);
    sums4 sum[VECTORS];
#pragma GCC unroll 8
    for (unsigned i = 0; i < VECTORS; i++)
        sum[i] = out[i];
    for (unsigned pair = 0; pair < pairs; pair++, weights += stride) {
        const int32_t both = pair_at(inputs, pair);
        if (both == 0)
            continue;
        const pairs4 x = (pairs4)(sums4){both, both, both, both};
        const pairs4 *w = __builtin_assume_aligned(weights, sizeof *w);
#pragma GCC unroll 8
        for (unsigned i = 0; i < VECTORS; i++)
            sum[i] += multiply_pairs(w[i], x);
    }
#pragma GCC unroll 8
    for (unsigned i = 0; i < VECTORS; i++)
        out[i] = sum[i];
}

static void add_narrow(const int16_t *weights, unsigned units, const int16_t *inputs,
                       unsigned pairs, int32_t *sums)
{
    for (unsigned i = 0; i < units; i += BOT_COLUMN_UNITS)
        add_block(weights + 2 * i, 2 * units, inputs, pairs, sums + i);
}

#if defined __x86_64__
/* Vectors of twice the size, which x86 processors since 2013 have. */
typedef int32_t sums8 __attribute__((vector_size(32), may_alias, aligned(16)));
typedef int16_t pairs8 __attribute__((vector_size(32), may_alias, aligned(16)));

__attribute__((target("avx2"), always_inline)) static inline void
add_wide_block(const int16_t *weights, unsigned stride, unsigned vectors, const int16_t *inputs,
               unsigned pairs, int32_t *sums)
{
    sums8 *const out = (void *)sums;
    sums8 sum[VECTORS];
#pragma GCC unroll 8
    for (unsigned i = 0; i < vectors; i++)
        sum[i] = out[i];
    for (unsigned pair = 0; pair < pairs; pair++, weights += stride) {
        const int32_t both = pair_at(inputs, pair);
        if (both == 0)
            continue;
        const pairs8 x = (pairs8)(sums8){both, both, both, both, both, both, both, both};
        const pairs8 *w = (const void *)weights;
#pragma GCC unroll 8
        for (unsigned i = 0; i < vectors; i++)
            sum[i] += (sums8)__builtin_ia32_pmaddwd256(w[i], x);
    }
#pragma GCC unroll 8
    for (unsigned i = 0; i < vectors; i++)
        out[i] = sum[i];
}

__attribute__((target("avx2"))) static void add_wide(const int16_t *weights, unsigned units,
                                                     const int16_t *inputs, unsigned pairs,
                                                     int32_t *sums)
{
    unsigned i = 0;
    for (; i + 2 * BOT_COLUMN_UNITS <= units; i += 2 * BOT_COLUMN_UNITS)
        add_wide_block(weights + 2 * i, 2 * units, VECTORS, inputs, pairs, sums + i);
    if (i < units)
        add_wide_block(weights + 2 * i, 2 * units, VECTORS / 2, inputs, pairs, sums + i);
}
#endif

void bot_add_columns(const int16_t *weights, unsigned units, const int16_t *inputs, unsigned pairs,
                     int32_t *sums)
{
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        add_wide(weights, units, inputs, pairs, sums);
        return;
    }
#endif
    add_narrow(weights, units, inputs, pairs, sums);
}
