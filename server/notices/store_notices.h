/* Notices to webhooks in the store. */
#ifndef ELEKTRO_SERVER_NOTICES_STORE_NOTICES_H
#define ELEKTRO_SERVER_NOTICES_STORE_NOTICES_H

#include "notices/leases.h"

enum { SV_NOTICE_MAX = 512 }; /* of the body of a notice, its end included */

/* A notice that has not arrived yet. */
typedef struct sv_notice_row {
    int64_t id, person;
    const char *secret; /* of the webhook when the notice was written */
    const char *body;
    int64_t tries; /* servers that had it and did not leave it, this one included */
} sv_notice_row;

SV_CHECKED bool sv_notice_add(sv_store *store, const sv_notice_row *row, sv_lease lease,
                              int64_t now, rec_error *error);

#endif
