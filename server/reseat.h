/* What concerns a user at all their tables: name, account, window. Seats store a copy of it. */
#ifndef ELEKTRO_SERVER_RESEAT_H
#define ELEKTRO_SERVER_RESEAT_H

#include "core.h"

/* Claims all tables of a user (claim.h), with ended those of the past, too: to be called
 * before anything is written that has to be shown there. Fails with "busy" while another server
 * changes one of them. */
SV_CHECKED bool sv_claim_tables_of(sv_core *core, int64_t user, bool ended, rec_error *error);

typedef void sv_seat_change(sv_seat *seat, const void *data);

/* Changes the seat of a user at each of their open and running tables, and tells its watchers.
 * Games that have ended stay as they were. If it cannot, the turn is aborted. */
SV_CHECKED bool sv_reseat(sv_core *core, int64_t user, sv_seat_change *change, const void *data,
                          rec_error *error);

#endif
