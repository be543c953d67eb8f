/*
 * What a mail tells: its items, as JSON: {"items": [item, …], "more": number}. An item is what
 * tell.h sends by every channel. A mail that waits, for its hour or for the one before to be an
 * hour old, gets more items; the last one of a kind about a game replaces the one before.
 */
#ifndef ELEKTRO_SERVER_NOTICES_MAIL_ITEMS_H
#define ELEKTRO_SERVER_NOTICES_MAIL_ITEMS_H

#include "notices/tell.h"

enum { SV_MAIL_ITEMS_MAX = 30 };

/* The codes of deliveries that are no game's: codes of tables are longer. */
extern const char sv_digest_code[], sv_account_code[];

/* Tells a user something by mail: in a new one, or in one that waits. item is JSON. */
SV_CHECKED bool sv_mail_tell(sv_core *core, const sv_telling *telling, const sv_reach *reach,
                             const char *item, rec_error *error);

/* When it is that hour of the day in a zone, after a moment. */
int64_t sv_next_hour(int hour, const char *zone, int64_t moment);

#endif
