/* A small custom board. The tests of the loader break it in many ways. */
#ifndef ELEKTRO_TESTS_ICELAND_H
#define ELEKTRO_TESTS_ICELAND_H

#include <stddef.h>

enum { ICELAND_MAX = 8192 };

typedef struct board_text {
    char bytes[ICELAND_MAX];
    size_t size;
} board_text;

/* The board; ' stands for ". */
extern const char iceland[];

/* The board as JSON, with the first occurrence of `words` replaced by `others`. */
board_text iceland_with(const char *words, const char *others);

#endif
