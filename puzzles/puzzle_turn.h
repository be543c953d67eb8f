/* What a turn does, whatever the order and the division of its moves: two turns with the same sense
 * are the same answer to a puzzle. docs/puzzles.md tells the same for people. */
#ifndef ELEKTRO_PUZZLES_TURN_H
#define ELEKTRO_PUZZLES_TURN_H

#include "bot.h"

typedef struct pz_sense {
    ek_cities cities;        /* connected */
    uint16_t fuel[EK_FUELS]; /* bought */
    ek_move move;            /* any other move; a nomination or a bid without its amount */
} pz_sense;

pz_sense pz_sense_of(const ek_move *plan, unsigned count);

bool pz_is_same(const pz_sense *a, const pz_sense *b);

/* The turn of a bot in a view. A turn ends where a card is turned up. Returns its moves. */
unsigned pz_turn_of(bot *b, const ek_rules *rules, const ek_state *view,
                    ek_move plan[BOT_PLAN_MAX]);

/* Whether a move of a plan but the last turns up a card, so that the rest must wait for it. */
bool pz_waits_for_card(const ek_rules *rules, const ek_state *view, const ek_move *plan,
                       unsigned count);

#endif
