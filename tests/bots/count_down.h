/* A clock of a search that expires after a number of questions. */
#ifndef ELEKTRO_TESTS_COUNT_DOWN_H
#define ELEKTRO_TESTS_COUNT_DOWN_H

#include <stdbool.h>

/* For bot_host: data is an unsigned number, how often it still says no. */
static inline bool count_down(void *data)
{
    unsigned *left = data;
    if (*left == 0)
        return true;
    --*left;
    return false;
}

#endif
