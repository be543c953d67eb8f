/*
 * Making puzzles: plays the games of a plan on all cores, looks at the decisions in them, and
 * writes the puzzles found to a file (docs/puzzles.md) in the order of their games. So a file is
 * the same however many threads made it. The file is replaced as a whole whenever games were added:
 * a run that was interrupted at any moment goes on where it was.
 */
#ifndef ELEKTRO_PUZZLES_MAKE_H
#define ELEKTRO_PUZZLES_MAKE_H

#include "plan.h"

enum {
    PZ_VERSION = 1,
    PZ_PER_GAME = 3,        /* puzzles of a game at most, each in another phase */
    PZ_FILE_MAX = 64 << 20, /* bytes of a file of puzzles at most */
    PZ_GAMES_MAX = 10000000
};

typedef struct pz_run {
    const sm_plan *plan;
    const char *path;
    unsigned games;   /* that are played, those of earlier runs included */
    unsigned each;    /* puzzles of each table, phase and grade at most; 0: any number */
    unsigned nodes;   /* playouts of each check */
    unsigned threads; /* 0: one for each core */
    bool resume;      /* go on with a file that exists; otherwise it is refused */
    /* Called from time to time; may be NULL. */
    void (*progress)(void *data, unsigned games, unsigned all, unsigned puzzles);
    void *data;
} pz_run;

/* Plays all games that the file does not have yet; puzzles is how many puzzles it has then. False
 * and error if something is wrong; what was written stays. */
bool pz_make(const pz_run *run, unsigned *puzzles, rec_error *error);

/* Looks again at the puzzles of a file, with the bots, the judge and the reasons of this program
 * and run->nodes. Those that are none any more are left out. progress is called with puzzles
 * instead of games. */
bool pz_look_again(const pz_run *run, unsigned *puzzles, rec_error *error);

#endif
