/* Compilers do not find the instruction that multiplies two pairs and adds the products, so it is
 * named here for the processors that have it. */
#include "columns.h"

#include <stddef.h>

#include "sets.h"
#include "wide.h"

/* Vectors of sums that are kept in registers; a thread of a GPU has few. */
#ifdef EK_GPU
enum { NARROW = 4 };
#else
enum { NARROW = 8 };
#endif
enum { VECTORS = 8 };

typedef int32_t sums4 __attribute__((vector_size(16), may_alias));
typedef int16_t pairs4 __attribute__((vector_size(16), may_alias));

static inline int32_t pair_at(const int16_t *inputs, unsigned pair)
{
    int32_t both;
    __builtin_memcpy(&both, __builtin_assume_aligned(inputs + 2 * pair, sizeof both), sizeof both);
    return both;
}

/* Adds for each of four units the products of its two weights with the two inputs. */
static inline sums4 add_pairs(sums4 sums, pairs4 weights, int32_t both)
{
#if defined EK_GPU
    const sums4 words = (sums4)weights; /* little-endian */
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        sums[i] += (int16_t)words[i] * (int16_t)both;
        sums[i] += (words[i] >> 16) * (both >> 16);
    }
    return sums;
#else
    const pairs4 inputs = (pairs4)(sums4){both, both, both, both};
#if defined __SSE2__
    return sums + (sums4)__builtin_ia32_pmaddwd128(weights, inputs);
#elif defined __wasm_simd128__
    return sums + (sums4)__builtin_wasm_dot_s_i32x4_i16x8(weights, inputs);
#else
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        sums[i] += weights[2 * i] * inputs[2 * i] + weights[2 * i + 1] * inputs[2 * i + 1];
    return sums;
#endif
#endif
}

/* The units of one block; stride is the number of weights of a column. */
static void add_block(const int16_t *weights, size_t stride, const int16_t *inputs, unsigned pairs,
                      const int32_t *start, int32_t *sums)
{
    const sums4 *const in = __builtin_assume_aligned(start, sizeof *in);
    sums4 *const out = __builtin_assume_aligned(sums, sizeof *out);
    sums4 sum[NARROW];
#pragma GCC unroll 8
    for (unsigned i = 0; i < NARROW; i++)
        sum[i] = in[i];
    for (unsigned pair = 0; pair < pairs; pair++) {
        const int32_t both = pair_at(inputs, pair);
        if (both == 0)
            continue;
        const pairs4 *w = __builtin_assume_aligned(weights + pair * stride, sizeof *w);
#pragma GCC unroll 8
        for (unsigned i = 0; i < NARROW; i++)
            sum[i] = add_pairs(sum[i], w[i], both);
    }
#pragma GCC unroll 8
    for (unsigned i = 0; i < NARROW; i++)
        out[i] = sum[i];
}

void bot_add_narrow(const int16_t *weights, unsigned units, const int16_t *inputs, unsigned pairs,
                    const int32_t *start, int32_t *sums)
{
    for (unsigned i = 0; i < units; i += 4 * NARROW)
        add_block(weights + 2 * i, 2 * units, inputs, pairs, start + i, sums + i);
}

#if defined __x86_64__
typedef int32_t sums8 __attribute__((vector_size(32), may_alias, aligned(4)));
typedef int16_t pairs8 __attribute__((vector_size(32), may_alias, aligned(4)));

/* The pairs of inputs that are not 0, as a set. */
BOT_WIDE static inline uint64_t used_pairs(const int16_t *inputs, unsigned pairs)
{
    uint64_t unused = 0;
    for (unsigned end = pairs; end; end -= BOT_COLUMN_PAIRS) {
        const sums4 *both = (const void *)(inputs + 2 * (end - BOT_COLUMN_PAIRS));
        const pairs4 low = __builtin_ia32_packssdw128(both[0] == 0, both[1] == 0);
        const pairs4 high = __builtin_ia32_packssdw128(both[2] == 0, both[3] == 0);
        const int zero = __builtin_ia32_pmovmskb128(__builtin_ia32_packsswb128(low, high));
        unused = unused << BOT_COLUMN_PAIRS | (unsigned)zero;
    }
    return ~unused & (~UINT64_C(0) >> (64 - pairs));
}

BOT_WIDE BOT_INLINED void add_wide_block(const int16_t *weights, unsigned vectors,
                                         const int16_t *inputs, unsigned pairs,
                                         const int32_t *start, int32_t *sums)
{
    const sums8 *const in = (const void *)start;
    sums8 *const out = (void *)sums;
    sums8 sum[VECTORS];
    uint64_t used = used_pairs(inputs, pairs);
#pragma GCC unroll 8
    for (unsigned i = 0; i < vectors; i++)
        sum[i] = in[i];
    while (used) {
        const unsigned pair = ek_take_smallest(&used);
        const int32_t both = pair_at(inputs, pair);
        const pairs8 x = (pairs8)(sums8){both, both, both, both, both, both, both, both};
        /* As a number, because gcc then computes one address for all vectors. */
        const uintptr_t column = (uintptr_t)weights + pair * vectors * sizeof(pairs8);
#pragma GCC unroll 8
        for (unsigned i = 0; i < vectors; i++)
            sum[i] += (sums8)__builtin_ia32_pmaddwd256(((const pairs8 *)column)[i], x);
    }
#pragma GCC unroll 8
    for (unsigned i = 0; i < vectors; i++)
        out[i] = sum[i];
}

/* Layers of 32 and of 64 units: all sums stay in registers. */
BOT_WIDE static void add_32(const int16_t *weights, const int16_t *inputs, unsigned pairs,
                            const int32_t *start, int32_t *sums)
{
    add_wide_block(weights, VECTORS / 2, inputs, pairs, start, sums);
}

BOT_WIDE static void add_64(const int16_t *weights, const int16_t *inputs, unsigned pairs,
                            const int32_t *start, int32_t *sums)
{
    add_wide_block(weights, VECTORS, inputs, pairs, start, sums);
}

void bot_add_wide(const int16_t *weights, unsigned units, const int16_t *inputs, unsigned pairs,
                  const int32_t *start, int32_t *sums)
{
    if (units == 32 && pairs <= 64)
        add_32(weights, inputs, pairs, start, sums);
    else if (units == 64 && pairs <= 64)
        add_64(weights, inputs, pairs, start, sums);
    else /* no layer has this size now */
        bot_add_narrow(weights, units, inputs, pairs, start, sums);
}
#endif
