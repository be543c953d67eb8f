/* How many tables a user may host. A table belongs to its host, with all its bots. */
#ifndef ELEKTRO_SERVER_QUOTA_H
#define ELEKTRO_SERVER_QUOTA_H

#include "dispatch.h"

/* Whether the user of a request may create a table, and may start the game at a table they host:
 * they can become the host of a table that somebody else created. Errors go into the call. */
SV_CHECKED bool sv_may_host(sv_call *call);
SV_CHECKED bool sv_may_start(sv_call *call);

#endif
