/* Events as sentences: those of the catalog (data/messages/en.json) with the keys event.…, with
 * their fields filled in. */
#ifndef ELEKTRO_STORY_H
#define ELEKTRO_STORY_H

#include "event_fields.h"
#include "history.h"

enum { REC_STORY_MAX = 512 }; /* bytes of a sentence at most, its end included */

/* The name of a seat, or "Player 2". */
void rec_seat_text(const rec_options *options, unsigned seat, char text[REC_NAME_MAX]);

/* One event as a sentence without a full stop. */
void rec_event_text(const rec_options *options, const ek_event *event, char text[REC_STORY_MAX]);

/* The sentence of the catalog for a key, with these values filled in. */
void rec_tell(const rec_options *options, const char *key, const rec_event_value *values,
              unsigned count, char text[REC_STORY_MAX]);

#endif
