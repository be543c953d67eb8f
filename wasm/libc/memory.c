/* Memory that is never freed, and two functions that fit nowhere else. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "memory.h"

/* The header of every block; its size keeps blocks aligned. */
typedef struct block {
    _Alignas(16) size_t size;
} block;

void *malloc(size_t size)
{
    block *made = size < SIZE_MAX - sizeof *made ? ek_wasm_take(sizeof *made + size) : NULL;
    if (!made)
        return NULL;
    made->size = size;
    return made + 1;
}

/* ek_wasm_take returns zeroed memory. */
void *calloc(size_t count, size_t size)
{
    return size && count > SIZE_MAX / size ? NULL : malloc(count * size);
}

void *realloc(void *memory, size_t size)
{
    const size_t had = memory ? ((block *)memory - 1)->size : 0;
    if (memory && size <= had)
        return memory;
    void *grown = malloc(size);
    if (grown && memory)
        memcpy(grown, memory, had);
    return grown;
}

void free(void *memory)
{
    (void)memory;
}

void *bsearch(const void *key, const void *list, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    while (count > 0) {
        const size_t half = count / 2;
        const uint8_t *middle = (const uint8_t *)list + half * size;
        const int order = compare(key, middle);
        if (order == 0)
            return (void *)(uintptr_t)middle;
        if (order > 0) {
            list = middle + size;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return NULL;
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)bytes, (void)size, (void)flags;
    return -1;
}
