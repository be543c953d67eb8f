/*
 * The outbox: replies and pushes of a turn. They wait until the turn is committed.
 *
 * If the commit fails, a client that got a reply after something was written gets the error
 * instead; pushes that followed a write are dropped. To claim a table is to write. A request before
 * that, which only read, gets its reply, unless the store was lost or replaced. Then memory may be
 * outdated, and every waiting client gets the error. Pushes are dropped then, too, but for those
 * that tell in a shared store what other servers have stored: they would not be made again.
 */
#ifndef ELEKTRO_SERVER_OUTBOX_H
#define ELEKTRO_SERVER_OUTBOX_H

#include "client.h"
#include "pool.h"
#include "ticket.h"

typedef struct sv_out sv_out;

typedef struct sv_outbox {
    sv_out *first, **end;
    unsigned count;
    uint64_t bytes; /* of all messages so far */
    bool stored; /* what is queued now has been stored by other servers, whatever this turn does */
} sv_outbox;

void sv_outbox_open(sv_outbox *outbox);

/* Queues a message for a client that does not wait for one. push and frame are taken over. */
void sv_push(sv_core *core, sv_client *client, json_t *push);
void sv_push_frame(sv_core *core, sv_client *client, sv_frame *frame);

/* A field of an answer that is JSON already; json NULL: there is none. */
typedef struct sv_raw {
    const char *key;
    char *json;
} sv_raw;

/* The answer to a request. */
typedef struct sv_reply {
    const sv_ticket *ticket; /* of the request */
    json_t *object;          /* taken over; NULL: refused with error */
    int seq;                 /* as in sv_frame */
    const rec_error *error;  /* of a refusal */
    unsigned status;         /* of a refusal over plain HTTP; 0: that of the error */
    const json_t *details;   /* more about the error; NULL */
    sv_raw raw;
} sv_reply;
void sv_answer(sv_core *core, sv_client *client, const sv_reply *reply);
/* Refuses a request that is not known, or whose number does not matter. */
void sv_answer_error(sv_core *core, sv_client *client, const json_t *id, const rec_error *error);

/* Refuses a request at once, also while a turn waits: what is said must not depend on the store.
 * status 0: that of the error. */
void sv_refuse_now(sv_core *core, sv_client *client, const json_t *id, const rec_error *error,
                   unsigned status);
/* Tells a client that everything before this in the outbox has been sent (SV_TOLD_ALL). */
void sv_outbox_end(sv_core *core, sv_client *client);

/* Sends everything, also the notices of the turn (notice.h); failure says why the turn was not
 * committed, NULL: it was. */
void sv_outbox_send(sv_core *core, const rec_error *failure);

/* Drops the messages that wait for a client. */
void sv_outbox_forget(sv_outbox *outbox, const sv_client *client);

#endif
