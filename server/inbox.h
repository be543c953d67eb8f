/*
 * The inbox: what has arrived from clients and waits for the next turn.
 *
 * The network adds items at any time, also while a turn waits for the database. A turn takes all
 * items that have arrived when it begins, and carries them out in this order (dispatch.h). An item
 * that cannot be carried out now is kept, and all later items of its client with it: they are tried
 * again a moment later, before those that have arrived meanwhile. So the items of a client never
 * overtake each other.
 *
 * An item names its client by its number: the client may be gone when its turn comes.
 */
#ifndef ELEKTRO_SERVER_INBOX_H
#define ELEKTRO_SERVER_INBOX_H

#include <jansson.h>

#include "client.h"
#include "ticket.h"

enum {
    SV_INBOX_EACH = 512,         /* requests of a client that wait */
    SV_INBOX_BYTES = 256 * 1024, /* and bytes of their messages */
    SV_INBOX_RETRY_MS = 2,       /* until an item is tried again */
    SV_INBOX_PATIENCE_MS = 5000  /* for how long it is */
};

enum sv_item_kind {
    SV_ITEM_MESSAGE,   /* of a WebSocket, as text */
    SV_ITEM_REQUEST,   /* of plain HTTP */
    SV_ITEM_HANDSHAKE, /* of a WebSocket */
    SV_ITEM_CATCH_UP,  /* the client has room for entries that it has not been told (watch.h) */
    SV_ITEM_END        /* the client has sent its last message */
};

typedef struct sv_item {
    struct sv_item *next;
    uint64_t client;   /* its number */
    int64_t arrived;   /* sv_microseconds */
    int64_t retry;     /* not before this moment; 0: at once */
    uint8_t kind;      /* enum sv_item_kind */
    bool read;         /* a message: its text has been parsed */
    int number;        /* of the request; -1: it is not known */
    json_t *request;   /* of a message: when it has been read */
    sv_ticket *ticket; /* of a request that has been tried; NULL */
    int64_t read_us;   /* processor time for reading the message */
    unsigned place;    /* where its address is counted */
    size_t bytes;      /* that are counted there */
    size_t length;
    char text[]; /* of a message */
} sv_item;

typedef struct sv_inbox {
    sv_item *first, **end; /* for the next turn */
    unsigned fresh;        /* of these: have not been tried */
    unsigned count;        /* of all items */
    sv_item *due;          /* of this turn */
    sv_item *unread;       /* the first of them that has not been read; NULL: all have been */
    sv_item *kept, **kept_end;
    int64_t retry; /* the earliest moment at which an item is to be tried again; 0: there is none */
} sv_inbox;

void sv_inbox_open(sv_inbox *inbox);

/* Adds an item. False: too much of the client, of its address or of all waits already, or there is
 * no memory; then request still belongs to the caller. */
SV_CHECKED bool sv_inbox_add(sv_core *core, sv_client *client, enum sv_item_kind kind);
SV_CHECKED bool sv_inbox_add_message(sv_core *core, sv_client *client, const char *text,
                                     size_t length);
SV_CHECKED bool sv_inbox_add_request(sv_core *core, sv_client *client, int number, json_t *request,
                                     size_t length);

/* Whether there is something to do now; and in how many microseconds there will be, if only items
 * wait that are to be tried again (-1: there are none). */
bool sv_inbox_is_due(const sv_inbox *inbox);
int64_t sv_inbox_pause(const sv_inbox *inbox);

/* For a turn: takes all that has arrived. */
void sv_inbox_begin(sv_inbox *inbox);
/* The next item that has not been read; NULL: there is none, or a good part has been read that is
 * to be carried out first. *bytes, at first 0, measures the part. */
sv_item *sv_inbox_read_next(sv_inbox *inbox, size_t *bytes);
/* The next item that has been read, which now belongs to the caller: it ends with done or keep. */
sv_item *sv_inbox_next(sv_inbox *inbox);
void sv_inbox_done(sv_core *core, sv_item *item);
void sv_inbox_keep(sv_inbox *inbox, sv_item *item);
/* What was kept is tried first in one of the next turns. */
void sv_inbox_finish(sv_inbox *inbox);

/* Visits the requests that have been read and not been carried out yet, but for those whose time to
 * be tried again has not come. */
typedef void sv_visit_request(void *data, int number, const json_t *request);
void sv_inbox_each(const sv_core *core, sv_visit_request *visit, void *data);

/* Nothing of it will be carried out any more. */
void sv_inbox_clear(sv_core *core);

#endif
