/*
 * A ticket: a request on its way from its arrival to its answer, for the log and the metrics.
 *
 * Its request id is in the answer and in the log. A request of plain HTTP has the id of its
 * client; messages of a WebSocket have the id of the connection and a number: "4f1c…-3".
 */
#ifndef ELEKTRO_SERVER_TICKET_H
#define ELEKTRO_SERVER_TICKET_H

#include <jansson.h>

#include "client.h"

enum { SV_TICKET_MAX = SV_TRACE_MAX + 11 };

typedef struct sv_ticket {
    json_t *id;                /* by which the client knows it; NULL: it has none */
    int request;               /* its number; SV_REQUESTS: not known */
    int64_t arrived;           /* sv_microseconds */
    char trace[SV_TICKET_MAX]; /* its request id */
    int64_t user;              /* who made it, or whom a login names; 0: not known */
    char address[SV_ADDRESS_MAX];
} sv_ticket;

/* For a request that has just arrived. */
sv_ticket sv_ticket_issue(sv_client *client, int request, const json_t *id);
/* A copy, which is dropped on its own. */
sv_ticket sv_ticket_hold(const sv_ticket *ticket);
void sv_ticket_drop(sv_ticket *ticket);

/* The answer is on its way, or will never come: measures how long it took, and logs sign-ins,
 * failures of the server, and all requests if the settings say so. code is that of a refusal; NULL:
 * none. */
void sv_ticket_close(sv_core *core, const sv_ticket *ticket, unsigned status, const char *code);
/* The same for a request that a thread was to work on, and whose client has hung up meanwhile: the
 * code is "gone", or "busy" if the thread never came to it. */
void sv_ticket_abandon(sv_core *core, const sv_ticket *ticket, bool dropped);

/* How users say who they are. */
enum sv_way {
    SV_WAY_GUEST,
    SV_WAY_REGISTER,
    SV_WAY_PASSWORD,
    SV_WAY_CHANGE,
    SV_WAY_RESET,
    SV_WAY_TOKEN,
    SV_WAYS
};
extern const char *const sv_way_words[SV_WAYS];

/* Logs and counts that a client has come with a token of an account, or with one that is none. */
void sv_log_token(sv_core *core, const sv_client *client);

#endif
