/* All that is on its way to people who are not here: notices to webhooks (notice.h). */
#ifndef ELEKTRO_SERVER_NOTICES_NOTICES_H
#define ELEKTRO_SERVER_NOTICES_NOTICES_H

#include "notices/queue.h"

/* When the server starts, and after the database was replaced. */
SV_CHECKED bool sv_notices_open(sv_core *core, rec_error *error);
/* After the threads have ended: notes what was sent, and leaves the others. */
void sv_notices_close(sv_core *core);
/* Once a second. */
void sv_notices_tick(sv_core *core);
/* At the end of a turn. */
void sv_notices_end_turn(sv_core *core, bool committed);

#endif
