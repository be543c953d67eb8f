/* Texts that end with 0, and the letters in them. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------------------ letters */

int isdigit(int c)
{
    return c >= '0' && c <= '9';
}

int isalnum(int c)
{
    return isdigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int isspace(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

/* ---------------------------------------------------------------------------------- comparing */

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (; size > 0; size--, a++, b++)
        if (*a != *b || !*a)
            return (uint8_t)*a - (uint8_t)*b;
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

int strncasecmp(const char *a, const char *b, size_t size)
{
    for (; size > 0; size--, a++, b++) {
        const int left = tolower((uint8_t)*a);
        const int right = tolower((uint8_t)*b);
        if (left != right || !left)
            return left - right;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, SIZE_MAX);
}

/* ------------------------------------------------------------------------------------ finding */

char *strchr(const char *text, int c)
{
    for (; *text != (char)c; text++)
        if (!*text)
            return NULL;
    return (char *)(uintptr_t)text;
}

char *strrchr(const char *text, int c)
{
    for (const char *at = text + strlen(text); at >= text; at--)
        if (*at == (char)c)
            return (char *)(uintptr_t)at;
    return NULL;
}

char *strstr(const char *text, const char *part)
{
    const size_t size = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, size) == 0)
            return (char *)(uintptr_t)text;
        if (!*text)
            return NULL;
    }
}

size_t strspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] && strchr(set, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] && !strchr(set, text[length]))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *set)
{
    text += strcspn(text, set);
    return *text ? (char *)(uintptr_t)text : NULL;
}

char *strtok_r(char *text, const char *set, char **rest)
{
    char *start = text ? text : *rest;
    start += strspn(start, set);
    char *end = start + strcspn(start, set);
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return *start ? start : NULL;
}

size_t strnlen(const char *text, size_t size)
{
    const char *end = memchr(text, 0, size);
    return end ? (size_t)(end - text) : size;
}

/* ------------------------------------------------------------------------------------ numbers */

unsigned long strtoul(const char *text, char **end, int base)
{
    unsigned long value = 0;
    (void)base;
    for (; isdigit(*text); text++) {
        const unsigned long digit = (unsigned long)(*text - '0');
        value = value > (~0ul - digit) / 10 ? ~0ul : value * 10 + digit;
    }
    *end = (char *)(uintptr_t)text;
    return value;
}

/* The value of a hexadecimal digit; 16: it is none. */
static unsigned hexadecimal(char c)
{
    if (isdigit(c))
        return (unsigned)(c - '0');
    const char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'f' ? (unsigned)(small - 'a') + 10 : 16;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    unsigned long long value = 0;
    (void)base;
    for (; hexadecimal(*text) < 16; text++)
        value = value >> 60 ? ~0ull : value << 4 | hexadecimal(*text);
    *end = (char *)(uintptr_t)text;
    return value;
}
