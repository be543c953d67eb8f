#include "ratings/recompute.h"

#include "ratings/apply.h"

enum { BATCH = 100 };

bool sv_ratings_recompute(sv_store *store, sv_recompute_progress *progress, int64_t *count,
                          rec_error *error)
{
    sv_result result[BATCH];
    unsigned found = BATCH;
    int64_t last, number = 0;
    *count = 0;
    if (!sv_ratings_clear(store, error) || !sv_results_last(store, &last, error))
        return false;
    while (found == BATCH) {
        if (!sv_results_after(store, number, BATCH, result, &found, error))
            return false;
        for (unsigned i = 0; i < found; i++)
            if (!sv_result_apply(store, &result[i], error))
                return false;
        number = found ? result[found - 1].number : last;
        *count += found;
        progress(number, last);
    }
    return sv_ratings_forget_gone(store, error);
}
