/*
 * Clients: who is connected, found by user and by number without walking through all of them.
 *
 * A client is a WebSocket, an event stream, or one request of plain HTTP. The transport owns it:
 * it fills in deliver, close, cut and tell, calls sv_client_open, and sv_client_close before it
 * frees it.
 *
 * Only the functions below change the user of an open client: they keep the index true.
 */
#ifndef ELEKTRO_SERVER_CLIENT_H
#define ELEKTRO_SERVER_CLIENT_H

#include "frame.h"
#include "limit.h"
#include "store.h"

enum {
    SV_WATCHES_MAX = 32, /* tables a client may watch */
    SV_ADDRESS_MAX = 46,
    SV_TRACE_MAX = 65, /* bytes of a request id, its end included */
    SV_CLIENT_BUCKETS = 4096
};

typedef struct sv_core sv_core;
typedef struct sv_client sv_client;
typedef struct sv_watcher sv_watcher; /* watch.h */

/* The people whose chat a client does not want to see; read when it first watches a table. */
typedef struct sv_mutes {
    bool known;
    unsigned count;
    int64_t *person;
} sv_mutes;

/* What a WebSocket is told beside answers and pushes. */
enum sv_told {
    SV_TOLD_WELCOME,     /* its handshake is accepted */
    SV_TOLD_TURNED_AWAY, /* its handshake is refused */
    SV_TOLD_EXPELLED,    /* it sends too many messages that are refused */
    SV_TOLD_ALL          /* after SV_ITEM_END: the answers to all of its messages have been sent */
};

struct sv_client {
    sv_client *previous, *next;        /* among all clients */
    sv_client *user_next, **user_link; /* among those in its bucket by user; NULL: no user */
    sv_client *number_next;            /* in its bucket by number */
    uint64_t number;                   /* never used twice */
    sv_user user;                      /* id 0: not logged in */
    char session[SV_HEX_MAX];          /* hash of the token it came with; "" */
    int64_t seen;                      /* when the session was last noted as used (sessions.h) */
    uint64_t turn;                     /* in which user or session changed last */
    char session_before[SV_HEX_MAX];   /* the session before that turn */
    char address[SV_ADDRESS_MAX];
    char trace[SV_TRACE_MAX]; /* its request id (ticket.h); sv_client_open makes one */
    uint32_t messages;        /* that have arrived on a WebSocket */
    bool http;                /* plain HTTP: the reply may set a cookie */
    bool streaming;           /* gets pushes */
    char cookie[SV_HEX_MAX];  /* token to be set; "-": to be cleared */
    char device[SV_HEX_MAX];  /* token of its device (device.h); "" */
    bool sets_device;         /* the reply sets it */
    bool unknown;             /* whose session it is must be looked up */
    bool by_token;            /* it is a program, which came with a token and not with a cookie */
    bool catches_up;          /* an item of the inbox says so */
    bool dismissed;           /* its messages that wait are not carried out any more */
    uint16_t waiting;         /* requests in the inbox */
    uint32_t waiting_bytes;   /* of messages there */
    uint64_t kept;            /* the last turn in which items of it were kept in the inbox */
    sv_agent agent;           /* what it says it is */
    unsigned watching;        /* tables */
    unsigned behind;          /* tables of whose entries it has not been told all */
    sv_watcher *watches;
    sv_mutes mutes;
    sv_bucket refusals; /* requests that were refused as too many */
    /* Takes a frame to the other end. status is that of plain HTTP, 0 for a push. */
    void (*deliver)(sv_client *client, sv_frame *frame, unsigned status);
    void (*close)(sv_client *client);
    /* Closes it before it returns, even if others share its network connection. */
    void (*cut)(sv_client *client);
    /* error: why it is turned away. */
    void (*tell)(sv_client *client, enum sv_told what, const rec_error *error);
};

/* All open clients. */
typedef struct sv_clients {
    sv_client *first;
    uint64_t last_number;
    sv_client *by_user[SV_CLIENT_BUCKETS], *by_number[SV_CLIENT_BUCKETS];
} sv_clients;

void sv_client_open(sv_core *core, sv_client *client);
/* Nothing reaches the client any more. */
void sv_client_close(sv_core *core, sv_client *client);

/* Closes a client that is not who it was: its messages that wait are not carried out. */
void sv_client_dismiss(sv_client *client);

/* The client with this number; NULL if it is gone. */
sv_client *sv_client_by_number(sv_clients *clients, uint64_t number);

/* The clients of a user, one after the other; NULL ends them. Get the next one before closing or
 * logging out the one at hand. */
sv_client *sv_client_of_user(sv_clients *clients, int64_t user);
sv_client *sv_client_next_of_user(const sv_client *client);

/* Says who the client is; NULL: not logged in. */
void sv_client_set_user(sv_clients *clients, sv_client *client, const sv_user *user);
/* The same for a client that stays connected: the user has another name or an account now, and the
 * client perhaps another session (its hash, or NULL). If the turn cannot be committed,
 * sv_clients_reread takes it back. */
void sv_client_becomes(sv_core *core, sv_client *client, const sv_user *user, const char *session);
/* The same for all clients of a user. */
void sv_user_becomes(sv_core *core, const sv_user *user);

/* Reads the user of each client again that sv_client_becomes changed in a turn that was rolled
 * back. */
void sv_clients_reread(sv_core *core, uint64_t turn);

/* Pushes the same message to each streaming client of a user; sv_push_here only to those of this
 * server. */
void sv_push_to_user(sv_core *core, int64_t user, json_t *push);
void sv_push_here(sv_core *core, int64_t user, json_t *push);

json_t *sv_user_json(const sv_user *user);

#endif
