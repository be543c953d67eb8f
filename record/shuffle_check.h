/* Checking the shuffle of a server's game: docs/shuffle.md. */
#ifndef ELEKTRO_SHUFFLE_CHECK_H
#define ELEKTRO_SHUFFLE_CHECK_H

#include "history.h"

/* What was found out about a shuffle that follows from its record. */
typedef struct rec_fairness {
    uint32_t version; /* of the procedure: 1 or 2 */
    uint32_t cards;   /* checked */
    uint32_t
        attempt;    /* version 2: at which attempt the game started; those before were cancelled */
    uint32_t seals; /* version 2: seats whose words were sealed before the seed was fixed */
    uint32_t noted; /* 1: also compared with the notes of a player */
} rec_fairness;

/* Recomputes zone, order, market and every card from the seed and the words. record is the text
 * that game was read from. notes are the lines that a player's client kept before it revealed its
 * words, or NULL: without them, nobody knows whether the record shows what the players were shown.
 * False and error if anything differs. */
bool rec_check_shuffle(const char *record, const rec_game *game, const char *notes,
                       rec_fairness *found, rec_error *error);

#endif
