/* Texts with numbers in them: %d %u %x %c %s %%, with the flag 0, width, precision and the lengths
 * l, ll and z. */
#ifndef ELEKTRO_LIBC_STDIO_H
#define ELEKTRO_LIBC_STDIO_H

#include <stdarg.h>
#include <stddef.h>

int snprintf(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);

#endif
