/* For checked builds only. The one file of bots/ that needs a hosted C library: reports an illegal
 * move of a playout and the reason, then aborts. */
#include <stdio.h>
#include <stdlib.h>

#include "mind.h"

void bot_abort_illegal(const ek_state *state, ek_move move, ek_reason reason)
{
#define ROW(name, word) word,
    static const char *const moves[EK_MOVE_TYPES] = {EK_MOVE_WORDS(ROW)};
    static const char *const reasons[EK_REASONS] = {EK_REASON_WORDS(ROW)};
    static const char *const stages[EK_STAGES] = {EK_STAGE_WORDS(ROW)};
#undef ROW
    const unsigned type = ek_move_type(move);
    fprintf(
        stderr,
        "A playout made an illegal move: %s %u %u (%08x) by seat %u in round %u, stage %s: %s\n",
        type < EK_MOVE_TYPES ? moves[type] : "unknown", ek_move_a(move), ek_move_b(move),
        (unsigned)move, ek_to_move(state), state->round, stages[state->stage], reasons[reason]);
    abort();
}
