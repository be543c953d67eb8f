/*
 * Mails and pushes on their way: rows of the table deliveries, which one queue sends (queue.h).
 *
 * A row is written in the transaction of what caused it. If it is due at once, the server that
 * wrote it sends it after the commit; one that is due later has no server, and is taken over by any
 * server when the time has come. An attempt that fails is repeated later, up to
 * SV_DELIVERY_ATTEMPTS times in all; then it is lost.
 */
#ifndef ELEKTRO_SERVER_NOTICES_DELIVERY_H
#define ELEKTRO_SERVER_NOTICES_DELIVERY_H

#include "notices/channel.h"
#include "notices/queue.h"

enum { SV_DELIVERY_ATTEMPTS = 4 };

extern const sv_queue_kind sv_delivery_queue;

/* In hand. */
struct sv_delivery {
    sv_sending sending; /* first */
    const sv_channel *channel;
    int64_t target;         /* of a push: the number of the browser */
    int64_t attempts;       /* that have failed before this one */
    char code[SV_CODE_MAX]; /* what it is about: a table, a tournament; or a word of the channel */
    char *body;             /* JSON: tell.h */
    void *parcel;           /* the channel's */
    bool fresh;             /* it was written in this turn, and sends what has just happened */
    bool permitted;         /* it has taken the permit of its channel and code */
    enum sv_outcome outcome;
    int64_t wait_ms;          /* that the receiver asks for before the next attempt; 0 */
    char why[SV_PROBLEM_MAX]; /* the reason if it was not sent; "": unknown */
};

/* A delivery to be written. */
typedef struct sv_delivery_order {
    enum sv_channel_number channel;
    int64_t person, target;
    const char *code; /* less than SV_CODE_MAX bytes */
    const char *body;
    int64_t due;    /* up to now: at once */
    bool permitted; /* the permit of the channel and the code (permit.h) was taken for it: it is
                       returned if the turn is not committed */
} sv_delivery_order;

/* Writes it, and sends it after the commit if it is due. Nothing happens if the channel is off. */
SV_CHECKED bool sv_delivery_write(sv_core *core, const sv_delivery_order *order, rec_error *error);

#endif
