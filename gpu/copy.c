#include "copy.h"

typedef uint64_t __attribute__((may_alias)) words8;
typedef uint32_t __attribute__((may_alias)) words4;

enum { TOGETHER = 4 }; /* words that are read before the first of them is written */

/* Copies words of one type. */
#define COPY_WORDS(type, to, from, size)                       \
    do {                                                       \
        type *t = (type *)(void *)(to);                        \
        const type *f = (const type *)(const void *)(from);    \
        uint64_t words = (size) / sizeof(type);                \
        for (; words >= TOGETHER; words -= TOGETHER) {         \
            const type a = f[0], b = f[1], c = f[2], d = f[3]; \
            t[0] = a, t[1] = b, t[2] = c, t[3] = d;            \
            t += TOGETHER;                                     \
            f += TOGETHER;                                     \
        }                                                      \
        while (words--)                                        \
            *t++ = *f++;                                       \
    } while (0)

void gp_copy(unsigned char *to, const unsigned char *from, uint64_t size)
{
    const uintptr_t mixed = (uintptr_t)to | (uintptr_t)from | size;
    if (mixed % sizeof(uint64_t) == 0)
        COPY_WORDS(words8, to, from, size);
    else if (mixed % sizeof(uint32_t) == 0)
        COPY_WORDS(words4, to, from, size);
    else
        COPY_WORDS(unsigned char, to, from, size);
}

void gp_clear(unsigned char *bytes, uint64_t size)
{
    for (; size && (uintptr_t)bytes % sizeof(uint64_t); size--)
        *bytes++ = 0;
    for (; size >= TOGETHER * sizeof(uint64_t); size -= TOGETHER * sizeof(uint64_t)) {
        words8 *word = (words8 *)(void *)bytes;
        word[0] = word[1] = word[2] = word[3] = 0;
        bytes += TOGETHER * sizeof(uint64_t);
    }
    while (size--)
        *bytes++ = 0;
}
