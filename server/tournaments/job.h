/*
 * What tournaments do by themselves: once a second, on any node that can claim the row of one.
 *
 * A tournament that is due makes a step: it begins, draws a round, makes some tables, ends tables
 * whose time is over, or ends. Tables whose games have ended are found by their rows; this node
 * looks for them when a game has ended here, and every few seconds, because the node where one
 * ended may have died.
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_JOB_H
#define ELEKTRO_SERVER_TOURNAMENTS_JOB_H

typedef struct sv_core sv_core;

void sv_tournaments_tick(sv_core *core);
/* A game has ended: it may belong to a tournament. */
void sv_tournaments_look(sv_core *core);

#endif
