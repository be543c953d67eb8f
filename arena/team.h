/*
 * A team of threads for the playouts of one search at a time. Threads are started at the first use
 * and wait between the batches of playouts.
 */
#ifndef ELEKTRO_TEAM_H
#define ELEKTRO_TEAM_H

typedef struct ar_team ar_team;

/* A team on so many threads, the calling one included; 0: one for each core. NULL if there is no
 * memory. */
ar_team *ar_team_open(unsigned threads);

/* Calls job(context, i) for every i below count, and returns when all are done. A team that is
 * NULL, or whose threads cannot be created, works on the calling thread. */
void ar_team_run(ar_team *team, void (*job)(void *context, unsigned i), void *context,
                 unsigned count);

void ar_team_close(ar_team *team);

#endif
