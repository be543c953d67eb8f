/*
 * Turns: all requests that have arrived when a turn begins are written in one transaction.
 *
 * A turn may have to wait for the database, in the middle of anything; the network is served
 * meanwhile, and requests that arrive wait for the next turn (inbox.h). There is one turn at a
 * time.
 *
 * A turn carries the requests out (sv_core_run_inbox), and lets bots move. sv_core_end_turn commits
 * it and only then sends its replies and pushes. If the commit fails, the outbox answers with the
 * error, and every client and table that the turn changed is read from the store again.
 */
#ifndef ELEKTRO_SERVER_TURN_H
#define ELEKTRO_SERVER_TURN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sv_core sv_core;

/* A whole turn: of requests, and of jobs that threads have finished; or one for what is done once a
 * second, so that no request fails with it. Returns what sv_core_end_turn does. */
bool sv_core_run_turn(sv_core *core, bool tick);

/* Its parts. */
void sv_core_begin_turn(sv_core *core);
/* Reads what the other servers of a shared store have done since (news.h). A turn does so after it
 * has taken what has arrived, and before it answers. Without the news, what is in memory may be
 * outdated: the turn fails. */
void sv_core_hear(sv_core *core);
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

/* Once a second: clocks, people who wait for others, bots that wait, admin commands, tidying,
 * tables nobody uses. */
void sv_core_tick(sv_core *core);

#endif
