/* Checking that the cards of a record come from the seed that was committed to before the game. */
#ifndef ELEKTRO_SHUFFLE_CHECK_H
#define ELEKTRO_SHUFFLE_CHECK_H

#include "history.h"

/* record is the text that game was read from. Sets *cards to the number of cards checked. False and
 * error if a card differs from the seed. */
bool rec_check_shuffle(const char *record, const rec_game *game, unsigned *cards, rec_error *error);

#endif
