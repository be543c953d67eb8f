/* Signing up for a tournament, and leaving it. The caller has claimed it, and saves it. */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_SIGN_UP_H
#define ELEKTRO_SERVER_TOURNAMENTS_SIGN_UP_H

#include "dispatch.h"
#include "tournaments/store_tournaments.h"

/* The user of a request, whom it has claimed, signs up. Who has done so already stays. */
SV_CHECKED bool sv_sign_up(sv_call *call, sv_tournament *t);
/* A person leaves, or is removed: becomes is SV_ENTRANT_LEFT or SV_ENTRANT_REMOVED. */
SV_CHECKED bool sv_withdraw(sv_call *call, sv_tournament *t, int64_t person,
                            enum sv_entrant_state becomes);
/* The user of a request, who has claimed all their tables, deletes their account and leaves all
 * tournaments. False: there is an error, or another server has one of them; then nothing is written
 * yet. */
SV_CHECKED bool sv_leave_tournaments(sv_call *call);
/* Before the begin: the first to sign up play, as many as there is room for, and the others are
 * reserves. */
SV_CHECKED bool sv_fill_up(sv_core *core, sv_tournament *t, rec_error *error);
/* A reserve takes over the place of a person; by 0: the first reserve. */
SV_CHECKED bool sv_replace(sv_call *call, sv_tournament *t, int64_t person, int64_t by);

#endif
