/* Mails and pushes in the store. They belong to the database of the game. */
#ifndef ELEKTRO_SERVER_NOTICES_STORE_DELIVERIES_H
#define ELEKTRO_SERVER_NOTICES_STORE_DELIVERIES_H

#include "notices/leases.h"

/* The time between two mails about a game. */
#define SV_MAIL_PAUSE_MS INT64_C(3600000)

typedef struct sv_delivery_row {
    int64_t id, person, target, due;
    const char *channel; /* "sent": it was sent, and says until when no other mail of its code is */
    const char *code, *body;
} sv_delivery_row;

/* server 0: nobody has it until it is due. */
SV_CHECKED bool sv_delivery_add(sv_store *store, const sv_delivery_row *row, sv_lease lease,
                                int64_t now, rec_error *error);
/* After an attempt of this server failed: it is due again at a moment. */
SV_CHECKED bool sv_delivery_postpone(sv_store *store, int64_t id, int64_t server, int64_t due,
                                     rec_error *error);
/* It was sent: its row stays until a moment, as a mark. */
SV_CHECKED bool sv_delivery_mark(sv_store *store, int64_t id, int64_t until, rec_error *error);
/* Deletes what is on its way to a user by a channel. */
SV_CHECKED bool sv_deliveries_drop(sv_store *store, int64_t person, const char *channel,
                                   rec_error *error);

/* The latest mail about a code that waits or was sent. */
typedef struct sv_mail_before {
    bool found;
    int64_t id;
    int64_t due; /* when it is sent, or when the next one may be */
    bool waits;  /* no server has it, and it was not sent */
    char *body;  /* if it waits; to be freed */
} sv_mail_before;
SV_CHECKED bool sv_mail_find(sv_store *store, int64_t person, const char *code,
                             sv_mail_before *before, rec_error *error);
/* Replaces the body of one that waits; *done is false if a server has it by now. */
SV_CHECKED bool sv_mail_replace(sv_store *store, int64_t id, const char *body, bool *done,
                                rec_error *error);
/* Those with a code that wait are due at a moment. */
SV_CHECKED bool sv_mails_expedite(sv_store *store, int64_t person, const char *code, int64_t due,
                                  rec_error *error);

#endif
