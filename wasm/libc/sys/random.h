/* The system's randomness, of which this module has none. */
#ifndef ELEKTRO_LIBC_RANDOM_H
#define ELEKTRO_LIBC_RANDOM_H

#include <stddef.h>

typedef long ssize_t;

ssize_t getrandom(void *bytes, size_t size, unsigned flags);

#endif
