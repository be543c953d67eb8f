/* Memory of the module, for the page and for a C library. */
#ifndef ELEKTRO_WASM_MEMORY_H
#define ELEKTRO_WASM_MEMORY_H

#include <stddef.h>

/* Hands out memory that is all zero and stays taken for as long as the module lives; 0 if there is
 * no more. A page takes what it needs once and uses it again and again. */
void *ek_wasm_take(size_t bytes);

#endif
