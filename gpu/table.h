/*
 * A table at which lanes of a warp play one game together. It lies in the memory that all of them
 * reach: no thread of a GPU can read the stack of another.
 */
#ifndef ELEKTRO_GPU_TABLE_H
#define ELEKTRO_GPU_TABLE_H

#include "search.h"
#include "selfplay.h"

typedef struct gp_table {
    bot_game_setup setup;
    bot_game game;
    bot_host host;
    bot_desk desk;
    /* The batch of jobs that the lanes share. */
    unsigned count; /* 0: the last game is over */
    void (*job)(void *context, unsigned i);
    void *context;
} gp_table;

#endif
