/* Memory, numbers, searching; see README.md. */
#ifndef ELEKTRO_LIBC_STDLIB_H
#define ELEKTRO_LIBC_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);

/* Base ten only. */
unsigned long strtoul(const char *text, char **end, int base);
/* Base sixteen only. */
unsigned long long strtoull(const char *text, char **end, int base);

void *bsearch(const void *key, const void *list, size_t count, size_t size,
              int (*compare)(const void *, const void *));

#endif
