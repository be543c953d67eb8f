/* The progress of a long computation: one line on the terminal, with rate and time left. */
#ifndef ELEKTRO_CLI_PROGRESS_H
#define ELEKTRO_CLI_PROGRESS_H

#include <stdbool.h>

/* Begin with {.unit = "games"}; the rest is filled in by progress_show. */
typedef struct progress {
    const char *unit;
    double start, shown; /* seconds */
    unsigned first;      /* done before the start */
    bool begun, terminal;
} progress;

/* Shows "3 of 100 games, 1.5 a second, 65 s left" on standard error, at most four times a second,
 * and erases it when all are done. The first call gives the number done before the start. Nothing
 * is shown unless standard error is a terminal. note, if not NULL, stands behind the count. */
void progress_show(progress *p, unsigned done, unsigned all, const char *note);

#endif
