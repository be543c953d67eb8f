/* Plays games of a plan on a GPU, and adds them to a file in their order; see players.h. */
#ifndef ELEKTRO_SAMPLES_GPU_PLAYERS_H
#define ELEKTRO_SAMPLES_GPU_PLAYERS_H

#include "make.h"
#include "output.h"

/* The same games as sm_play_games plays, bit for bit. */
bool sm_play_games_on_gpu(const sm_run *run, const sm_sequence *sequence, unsigned games,
                          sm_output *output, rec_error *error);

#endif
