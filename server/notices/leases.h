/*
 * Rows that one server at a time has in hand, in the store: notices to webhooks (the table
 * notices), mails and pushes (deliveries). queue.h sends them.
 *
 * node is the server that has a row, 0: none; until is when its lease ends, or for a row that no
 * server has, when it is due; tries counts the servers that had it and did not leave it.
 */
#ifndef ELEKTRO_SERVER_NOTICES_LEASES_H
#define ELEKTRO_SERVER_NOTICES_LEASES_H

#include "store.h"

/* Until when which server has a row. */
typedef struct sv_lease {
    int64_t server, until;
} sv_lease;

/* A row that was taken over. Its texts live until the callback returns. */
typedef struct sv_leased_row {
    int64_t id, person;
    int64_t tries;     /* servers that had it and did not leave it, this one included */
    const char *body;  /* what is sent */
    const char *stamp; /* of notices: the secret of the webhook they were written for */
    /* Of deliveries: */
    const char *channel, *code;
    int64_t target, attempts;
} sv_leased_row;

/* Since when leases must be over for their rows to be taken over: now, or earlier for a channel
 * that this server does not have and others may have. */
typedef struct sv_lease_ends {
    int64_t now, mail, push;
} sv_lease_ends;

/* A table of such rows, by its statements. */
typedef struct sv_leased {
    bool channels; /* it has rows of several channels */
    const char *drop, *give_up, *due, *leave, *free, *keep, *take, *take_shared;
    const char *columns; /* that both variants of take return */
    void (*read)(sv_leased_row *row, const sv_value *column);
} sv_leased;

extern const sv_leased sv_leased_notices, sv_leased_deliveries;

/* Deletes a row that was sent, or is not wanted any more. */
SV_CHECKED bool sv_leased_drop(sv_store *store, const sv_leased *table, int64_t id,
                               rec_error *error);
/* The same for one that is lost, unless another server has it now: then *mine is false. */
SV_CHECKED bool sv_leased_give_up(sv_store *store, const sv_leased *table, int64_t id,
                                  int64_t server, bool *mine, rec_error *error);
/* Whether the lease of any row has run out. */
SV_CHECKED bool sv_leased_due(sv_store *store, const sv_leased *table, sv_lease_ends ends,
                              bool *any, rec_error *error);
/* Takes over up to max rows whose leases have run out, oldest first. */
typedef void sv_leased_each(void *data, const sv_leased_row *row);
SV_CHECKED bool sv_leased_take(sv_store *store, const sv_leased *table, sv_lease_ends ends,
                               sv_lease lease, unsigned max, sv_leased_each *each, void *data,
                               rec_error *error);
/* A server that stops leaves its rows to others: it does not count among those that had them. */
SV_CHECKED bool sv_leased_leave(sv_store *store, const sv_leased *table, int64_t server,
                                rec_error *error);
/* Ends the leases of all other servers: in a store that is not shared they are gone. */
SV_CHECKED bool sv_leased_free(sv_store *store, const sv_leased *table, int64_t server,
                               rec_error *error);
/* For a shared store: prolongs the leases of those with these numbers that this server still has;
 * each gets their numbers. */
typedef void sv_kept_each(void *data, int64_t id);
SV_CHECKED bool sv_leased_keep(sv_store *store, const sv_leased *table, const int64_t *numbers,
                               unsigned count, sv_lease lease, sv_kept_each *each, void *data,
                               rec_error *error);

#endif
