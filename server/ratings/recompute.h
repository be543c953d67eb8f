/* Makes ratings, leaders and tallies again from the results that are stored, in the order in which
 * they were entered. The rows are the same as those that were made game by game (apply.h), as long
 * as the method is the same. */
#ifndef ELEKTRO_SERVER_RATINGS_RECOMPUTE_H
#define ELEKTRO_SERVER_RATINGS_RECOMPUTE_H

#include "store.h"

typedef void sv_recompute_progress(int64_t done, int64_t of);

/* Leaves it to the caller to commit: until then nothing has changed. No server may enter results
 * meanwhile. *count is how many there are. */
SV_CHECKED bool sv_ratings_recompute(sv_store *store, sv_recompute_progress *progress,
                                     int64_t *count, rec_error *error);

#endif
