/* Shared by journal.c and cursor.c: applying a line to the game at one moment. */
#ifndef ELEKTRO_JOURNAL_ADVANCE_H
#define ELEKTRO_JOURNAL_ADVANCE_H

#include "journal.h"

/* The draft is over, but game->zoned is not for its zone. */
enum { JN_RULES_WANTED = 0xffff };

/* Sets point to the moment after the setup, with the rules game->first. */
ek_reason jn_set_up(const jn_game *game, jn_point *point, ek_events *events);

/* Applies line number at (from 0) of the game, which need not be in its list yet. On failure the
 * point is undefined, except that it has the zone with JN_RULES_WANTED. If a card of the script was
 * refused, *refused (if not NULL) is set to its number, from 1. */
unsigned jn_advance(const jn_game *game, jn_point *point, uint32_t line, unsigned at,
                    ek_events *events, unsigned *refused);

/* Appends events to those of a step, up to EK_EVENTS_MAX. */
void jn_append_events(ek_events *all, const ek_events *more);

/* Whether line number at is neither a JN_UNDO nor a move that was taken back. */
bool jn_is_settled(const jn_game *game, unsigned at);

#endif
