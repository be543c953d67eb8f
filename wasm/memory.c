#include "memory.h"

enum { PAGE = 65536, ALIGNMENT = 16 };

extern unsigned char __heap_base; /* set by the linker: the first unused byte */

void *ek_wasm_take(size_t bytes)
{
    static size_t taken; /* behind the heap's base */

    const size_t start = ((size_t)&__heap_base + taken + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    const size_t have = (size_t)__builtin_wasm_memory_size(0) * PAGE;
    if (bytes > (size_t)-1 - PAGE - start)
        return NULL;
    const size_t end = start + bytes;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1)
        return NULL;
    taken = end - (size_t)&__heap_base;
    return (void *)start;
}
