/* random: any legal move. */
#include "mind.h"

ek_move bot_random_move(const ek_rules *rules, const ek_state *state, uint64_t *random)
{
    ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(rules, state, moves);
    return moves[ek_random_below(random, count)];
}
