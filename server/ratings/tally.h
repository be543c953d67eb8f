/*
 * Enters the results of games that have ended, once a second: a row of results, from which ratings,
 * leaders and tallies follow (apply.h).
 *
 * Every game is counted exactly once. The result of a game exists at most once; it is stored in one
 * transaction with all that follows from it. A mark at the game says that it is done. Where
 * accounts and games are in two databases that of the accounts is committed first: if the server is
 * killed between the two commits, the next one finds the result and only sets the mark.
 *
 * In a shared store one server at a time does it. The number of a result is the order in which
 * results were entered. If more games wait than are entered at once, as after an update from a
 * release that knew no results, the newest come first.
 */
#ifndef ELEKTRO_SERVER_RATINGS_TALLY_H
#define ELEKTRO_SERVER_RATINGS_TALLY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sv_core sv_core;

typedef struct sv_tally_state {
    int64_t next;  /* when there may be something to do */
    uint64_t turn; /* in which results were last entered */
} sv_tally_state;

/* A game has ended. */
void sv_tally_soon(sv_core *core);
/* Once a second. */
void sv_tally_tick(sv_core *core);
/* A turn was rolled back. If results were entered in it they wait for a while, so that they do not
 * make every tick fail. */
void sv_tally_failed(sv_core *core, uint64_t turn);

#endif
