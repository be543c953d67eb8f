/*
 * Spreading matches and self-play over processes with MPI.
 *
 * MPI is used only when it is there: Elektro itself does not link to it. Under mpirun it loads the
 * module elektro-mpi.so from beside the program; the module starts MPI and fills in an ar_spread.
 */
#ifndef ELEKTRO_SPREAD_H
#define ELEKTRO_SPREAD_H

#include "match.h"

typedef struct ar_spread {
    unsigned rank, size; /* this process among all; 0 of 1 without MPI */
    bool is_one_of_many; /* under mpirun, but MPI could not be started */
    /* Brings the games of all processes to process 0; NULL without MPI. Every process must call
     * it, also one that failed (ok is false then); false if any did. */
    bool (*gather)(ar_game *games, const bool *done, bool *all, unsigned count, bool ok);
    /* The largest of the values that all processes give; every one must call it. NULL without MPI.
     */
    unsigned (*largest)(unsigned value);
    /* Sends bytes to process 0; waits until it takes them. NULL without MPI. */
    void (*send)(const void *bytes, size_t size);
    /* For process 0: takes the next bytes that another process sends, at most max; returns their
     * number. */
    size_t (*receive)(unsigned from, void *bytes, size_t max);
    /* Ends MPI. */
    void (*end)(void);
} ar_spread;

/* Starts MPI if this process runs under mpirun and the module exists; otherwise returns a single
 * process. Returns the same result each time. */
const ar_spread *ar_spread_get(void);

/* Whether ok is true in every process; every one must call it. */
bool ar_all_agree(const ar_spread *spread, bool ok);

/* The symbol that the module exports. */
typedef bool (*ar_spread_start)(ar_spread *spread);

#endif
