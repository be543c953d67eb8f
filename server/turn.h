/*
 * Turns: all requests that arrive in one turn of the event loop are written in one transaction.
 *
 * sv_core_end_turn commits the turn and only then sends its replies and pushes. If the commit
 * fails, the outbox answers with the error, and every client and table that the turn changed is
 * read from the store again.
 */
#ifndef ELEKTRO_SERVER_TURN_H
#define ELEKTRO_SERVER_TURN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sv_core sv_core;

void sv_core_begin_turn(sv_core *core);
/* Returns whether tables are still queued, so that another turn should follow at once. */
bool sv_core_end_turn(sv_core *core);

/* For how many microseconds bots and queued orders have nothing to do although tables are queued,
 * so that requests find the loop free. */
int64_t sv_core_rests(const sv_core *core);

/* Whether a bot or queued orders have something to do. */
bool sv_core_has_work(const sv_core *core);

/* Takes the jobs that the threads have finished. A thread that has finished one calls wake. */
void sv_core_collect(sv_core *core);
void sv_core_on_wake(sv_core *core, void (*wake)(void *data), void *data);

/* Once a second: clocks, bots that wait, admin commands, tidying, tables nobody uses. */
void sv_core_tick(sv_core *core);

#endif
