/* Comparing without regard to the capitals of ASCII. */
#ifndef ELEKTRO_LIBC_STRINGS_H
#define ELEKTRO_LIBC_STRINGS_H

#include <stddef.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t size);

#endif
