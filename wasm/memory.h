/* The module's memory, for the page and for the C library. */
#ifndef ELEKTRO_WASM_MEMORY_H
#define ELEKTRO_WASM_MEMORY_H

#include <stddef.h>

/* Allocates zeroed memory, which is never freed; 0 if there is none left. A page allocates its
 * buffers once and reuses them. */
void *ek_wasm_take(size_t bytes);

#endif
