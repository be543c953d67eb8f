/* What journal.c and cursor.c share: how a line changes a moment of a game. */
#ifndef ELEKTRO_JOURNAL_ADVANCE_H
#define ELEKTRO_JOURNAL_ADVANCE_H

#include "journal.h"

/* The draft is over and game->zoned is not for its zone. */
enum { JN_RULES_WANTED = 0xffff };

/* The moment just after the setup, under game->first. */
ek_reason jn_set_up(const jn_game *game, jn_point *point, ek_events *events);

/* Applies line number at (from 0) of the game, which need not be in its list yet. If it is refused
 * the point is no moment of the game any more; *refused, if not NULL, is set if a card of the
 * script was (from 1). With JN_RULES_WANTED the point has the zone. */
unsigned jn_advance(const jn_game *game, jn_point *point, uint32_t line, unsigned at,
                    ek_events *events, unsigned *refused);

/* Appends events to those of a step; a step with more than fit keeps the first. */
void jn_append_events(ek_events *all, const ek_events *more);

/* Whether line number at is one that still counts. */
bool jn_is_settled(const jn_game *game, unsigned at);

#endif
