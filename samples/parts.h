/* Self-play of several processes; see make.h. */
#ifndef ELEKTRO_SAMPLES_PARTS_H
#define ELEKTRO_SAMPLES_PARTS_H

#include "make.h"
#include "output.h"
#include "spread.h"

/* Plays this process's share, and adds the games of all processes to the output, which process 0
 * has opened. Every process must call it, also one that failed (ok is false then); false if any
 * did. */
bool sm_make_in_parts(const sm_run *run, const ar_spread *spread, const char *made,
                      sm_output *output, bool ok, rec_error *error);

#endif
