#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A text being written; length also counts characters that did not fit. */
typedef struct out {
    char *text;
    size_t size, length;
} out;

/* One directive: %[0][width][.precision][length]conversion. */
typedef struct directive {
    bool zeros, wide;
    unsigned width;
    int precision; /* -1: none */
    char conversion;
} directive;

static void put(out *o, char c)
{
    if (o->length + 1 < o->size)
        o->text[o->length] = c;
    o->length++;
}

static void put_text(out *o, const directive *d, const char *text, size_t length)
{
    for (size_t i = length; i < d->width; i++)
        put(o, d->zeros ? '0' : ' ');
    for (size_t i = 0; i < length; i++)
        put(o, text[i]);
}

static void put_number(out *o, const directive *d, uint64_t value, bool negative)
{
    char digits[24];
    size_t at = sizeof digits;
    const unsigned base = d->conversion == 'x' ? 16 : 10;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while (value /= base);
    if (negative)
        digits[--at] = '-';
    put_text(o, d, digits + at, sizeof digits - at);
}

static int read_count(const char **format, va_list *arguments)
{
    int count = 0;
    if (**format == '*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    for (; isdigit(**format); ++*format)
        count = count * 10 + (**format - '0');
    return count;
}

static directive read_directive(const char **format, va_list *arguments)
{
    directive d = {.precision = -1};
    if (**format == '0') {
        d.zeros = true;
        ++*format;
    }
    d.width = (unsigned)read_count(format, arguments);
    if (**format == '.') {
        ++*format;
        d.precision = read_count(format, arguments);
    }
    for (; **format == 'l' || **format == 'z'; ++*format)
        d.wide |= (*format)[0] == 'l' && (*format)[1] == 'l'; /* long and size_t are 32 bits */
    d.conversion = *(*format)++;
    return d;
}

static void put_string(out *o, const directive *d, const char *text)
{
    size_t length = 0;
    while ((d->precision < 0 || length < (size_t)d->precision) && text[length])
        length++;
    put_text(o, d, text, length);
}

static void put_directive(out *o, const directive *d, va_list *arguments)
{
    if (d->conversion == 's')
        put_string(o, d, va_arg(*arguments, const char *));
    else if (d->conversion == 'c')
        put(o, (char)va_arg(*arguments, int));
    else if (d->conversion == 'd') {
        const int64_t value = d->wide ? va_arg(*arguments, long long) : va_arg(*arguments, int);
        put_number(o, d, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
    } else if (d->conversion == 'u' || d->conversion == 'x')
        put_number(o, d,
                   d->wide ? va_arg(*arguments, unsigned long long) : va_arg(*arguments, unsigned),
                   false);
    else
        put(o, d->conversion); /* %% */
}

int vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    out o = {text, size, 0};
    va_list rest;
    va_copy(rest, arguments);
    while (*format) {
        const char c = *format++;
        if (c != '%') {
            put(&o, c);
            continue;
        }
        const directive d = read_directive(&format, &rest);
        put_directive(&o, &d, &rest);
    }
    va_end(rest);
    if (size > 0)
        text[o.length < size ? o.length : size - 1] = '\0';
    return (int)o.length;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}
