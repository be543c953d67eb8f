/* Plays games of a plan on all cores, and adds them to a file in their order. */
#ifndef ELEKTRO_SAMPLES_PLAYERS_H
#define ELEKTRO_SAMPLES_PLAYERS_H

#include "make.h"
#include "output.h"

/* Calls the run's progress, if it has one. games are those of this process. */
void sm_show_progress(const sm_run *run, const sm_sequence *sequence, unsigned games,
                      const sm_output *output);

/* Plays the games of the sequence that the output does not have yet, up to so many. progress of the
 * run is called with the games of the output, times the number of processes. */
bool sm_play_games(const sm_run *run, const sm_sequence *sequence, unsigned games,
                   sm_output *output, rec_error *error);

#endif
