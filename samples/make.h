/*
 * Making samples: plays the games of a plan on all cores and writes them to a file in the order of
 * their numbers. So a file is the same however many threads made it, and a run that was interrupted
 * at any moment goes on where it was: the part of a record that was cut off is dropped.
 *
 * Under mpirun every process plays its share and writes it to a file of its own beside the output,
 * with .part- and its number behind the name; at the end process 0 adds all games to the output.
 * These files stay if the run is interrupted, and the same number of processes goes on with them.
 */
#ifndef ELEKTRO_SAMPLES_MAKE_H
#define ELEKTRO_SAMPLES_MAKE_H

#include "gpu.h"
#include "plan.h"

enum { SM_GAMES_MAX = 1000000000 };

typedef struct sm_run {
    const sm_plan *plan;
    const char *path;
    unsigned games;   /* that the file shall have */
    unsigned threads; /* 0: one for each core, or one with several processes */
    gp_gpu *gpu;      /* to play on; NULL: the CPU */
    bool resume;      /* go on with a file that exists; otherwise it is refused */
    /* Called from time to time with the number of games written; may be NULL. */
    void (*progress)(void *data, unsigned done, unsigned all);
    void *data;
} sm_run;

/* Plays all games that the file does not have yet; in process 0 games is how many it has then.
 * False and error if something is wrong; what was written stays. */
bool sm_make(const sm_run *run, unsigned *games, rec_error *error);

#endif
