/*
 * Running a match: on all cores of this machine, and under mpirun on several machines, with a
 * journal from which an interrupted match can continue.
 *
 * The journal is a text file: a first line that names the match, then one line for each game that
 * was finished, in any order. A line cut off by a crash is dropped. Processes beyond the first
 * write their own journals beside it, with their number after the name; all are read.
 */
#ifndef ELEKTRO_RUN_H
#define ELEKTRO_RUN_H

#include "habits.h"
#include "tally.h"
#include "threads.h"

typedef struct ar_run {
    const ar_match *match;
    bool alone;          /* do not use MPI, even under mpirun */
    unsigned threads;    /* 0: one for each core, or one with several processes */
    const char *journal; /* path, or NULL for none */
    ar_habits *habits;   /* sums that the games played now are added to; NULL with a journal or
                            with several processes */
    /* Called from time to time with the number of games finished; may be NULL. */
    void (*progress)(void *data, unsigned done, unsigned all);
    void *data;
} ar_run;

/* Plays all games that the journal does not have yet and adds up all of them. Games are added in
 * the order of their numbers, so that the same match gives the same tally on any machine. */
bool ar_run_match(const ar_run *run, ar_tally *tally, rec_error *error);

#endif
