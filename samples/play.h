/* Playing the games of a plan. */
#ifndef ELEKTRO_SAMPLES_PLAY_H
#define ELEKTRO_SAMPLES_PLAY_H

#include "plan.h"
#include "rules.h"

/* Begins the record of a game that is dealt: everything but its positions and results. */
void sm_begin_game(const sm_deal *deal, uint64_t fingerprint, uint64_t number, sm_game *game);

/* Plays game number n of the plan. False and error if its rules do not compile. */
bool sm_play(const sm_plan *plan, uint64_t number, sm_rules *rules, sm_game *game,
             rec_error *error);

#endif
