/* A game as sentences, and going through one that has been played. The sentences are those of the
 * catalog (data/messages/en.json) with the keys event.…, their fields filled in. */
#ifndef ELEKTRO_STORY_H
#define ELEKTRO_STORY_H

#include "history.h"

enum { REC_STORY_MAX = 512 }; /* bytes of a sentence at most, its end included */

/* How a seat is called: by its name, or "Player 2". */
void rec_seat_text(const rec_options *options, unsigned seat, char text[REC_NAME_MAX]);

/* One event as a sentence without a full stop. */
void rec_event_text(const rec_options *options, const ek_event *event, char text[REC_STORY_MAX]);

/* Starts the game anew, with the same table and the same cards to come; NULL without memory. The
 * board stays with the first game, which must outlive the other. */
rec_game *rec_again(const rec_game *game, rec_error *error);

/* Makes the next step of game in again, so that rec_events tells what happened. False if it fails;
 * there is a next step as long as again has made fewer (rec_steps). */
bool rec_follow(rec_game *again, const rec_game *game, rec_error *error);

#endif
