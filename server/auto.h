/* What happens without a request: bots, queued orders, clocks. */
#ifndef ELEKTRO_SERVER_AUTO_H
#define ELEKTRO_SERVER_AUTO_H

#include "table.h"

typedef struct sv_core sv_core;

/* Whether a bot or queued orders have something to do at a table, and one step of it. */
bool sv_table_has_work(const sv_table *table);
void sv_run_automatic(sv_core *core, sv_table *table);
/* The bots at a table see what happened. */
void sv_bots_see(sv_table *table, const ek_events *events);
/* The clock of the seat to move has run out, or is about to; or words should have been revealed. */
void sv_time_is_up(sv_core *core, sv_table *table);

#endif
