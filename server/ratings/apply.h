/* What a result adds to ratings, leaders and tallies: when it is entered (tally.h), and when all of
 * them are made again (recompute.h). */
#ifndef ELEKTRO_SERVER_RATINGS_APPLY_H
#define ELEKTRO_SERVER_RATINGS_APPLY_H

#include "ratings/store_ratings.h"

/* Fills in the strengths before and after a rated game. The result is stored already. What it says
 * about people depends only on it, on what was applied before, and on who still exists. */
SV_CHECKED bool sv_result_apply(sv_store *store, sv_result *result, rec_error *error);

#endif
