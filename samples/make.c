#include "make.h"

#include "parts.h"
#include "players.h"

/* Process 0 owns the output; the others know only how many games it has. */
bool sm_make(const sm_run *run, unsigned *games, rec_error *error)
{
    const ar_spread *spread = ar_spread_get();
    const sm_sequence all = {.from = 0, .rank = 0, .size = 1};
    char made[SM_MADE_MAX];
    sm_output output = {.file = NULL};
    bool ok = true;
    sm_describe(run->plan, made);
    if (spread->rank == 0)
        ok = sm_output_open(&output, run->path, made, run->resume, &all, error);
    if (spread->size > 1)
        ok = sm_make_in_parts(run, spread, made, &output, ok, error);
    else
        ok = ok && sm_play_games(run, &all, run->games, &output, error);
    *games = output.games;
    if (!output.file)
        return ok;
    rec_error ignored;
    return sm_output_close(&output, ok ? error : &ignored) && ok;
}
