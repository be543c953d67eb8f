/* Finds the tables in the store at which something must happen without a request. */
#ifndef ELEKTRO_SERVER_WAKE_H
#define ELEKTRO_SERVER_WAKE_H

#include "store.h"

typedef struct sv_core sv_core;

/* Tables whose clock has run out or is about to. */
void sv_run_clocks(sv_core *core);

/* Queues running games in which a bot is to move, the addresses in turn, and of each those first
 * that wait longest: so they go on after a restart. All other games are read when they are needed.
 */
SV_CHECKED bool sv_wake_tables(sv_core *core, rec_error *error);

#endif
