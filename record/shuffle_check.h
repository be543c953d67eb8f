/* Whether the cards of a record are those of the seed that was committed to before the game. */
#ifndef ELEKTRO_SHUFFLE_CHECK_H
#define ELEKTRO_SHUFFLE_CHECK_H

#include "history.h"

/* record is the text that game was read from; *cards is how many were checked. False and words if
 * one is another than the seed gives. */
bool rec_check_shuffle(const char *record, const rec_game *game, unsigned *cards, rec_error *error);

#endif
