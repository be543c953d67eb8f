/* Playing the games of a plan. */
#ifndef ELEKTRO_SAMPLES_PLAY_H
#define ELEKTRO_SAMPLES_PLAY_H

#include "plan.h"
#include "rules.h"

/* Plays game number n of the plan. False and error if its rules do not compile. */
bool sm_play(const sm_plan *plan, uint64_t number, sm_rules *rules, sm_game *game,
             rec_error *error);

#endif
