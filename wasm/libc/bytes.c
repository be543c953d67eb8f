/* Bytes in memory. The instructions for copying and filling are the processor's own. */
#include <stdint.h>
#include <string.h>

void *memcpy(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *left = a;
    const uint8_t *right = b;
    for (; size > 0; size--, left++, right++)
        if (*left != *right)
            return *left - *right;
    return 0;
}

void *memchr(const void *bytes, int byte, size_t size)
{
    for (const uint8_t *at = bytes; size > 0; size--, at++)
        if (*at == (uint8_t)byte)
            return (void *)(uintptr_t)at;
    return NULL;
}
