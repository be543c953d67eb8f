/*
 * From a request to its handler: limits, the shape of the request, who may make it; and the answer
 * into the outbox.
 */
#ifndef ELEKTRO_SERVER_DISPATCH_H
#define ELEKTRO_SERVER_DISPATCH_H

#include <jansson.h>

#include "client.h"
#include "inbox.h"
#include "outbox.h"
#include "wire_numbers.h"

enum { SV_REQUEST_MAX = 65536 }; /* bytes of a request */

/* One request being answered. */
typedef struct sv_call {
    sv_core *core;
    sv_client *client;
    const json_t *request;
    sv_ticket ticket;
    int seq; /* of the reply, as in sv_frame */
    rec_error error;
    json_t *details; /* more about the error; NULL */
    sv_raw raw;      /* to be freed */
    bool deferred;   /* the answer comes later, by sv_answer */
    bool has_user;   /* its user is claimed */
    /* It cannot be answered now, because somebody else holds what it needs, and nothing was
     * changed: it is tried again a moment later, for some seconds (inbox.h). */
    bool again;
} sv_call;

/* A field of the request, which has been checked: NULL or 0 if it was left out. */
static inline const char *sv_call_text(const sv_call *call, const char *key)
{
    return json_string_value(json_object_get(call->request, key));
}

static inline int64_t sv_call_number(const sv_call *call, const char *key)
{
    return json_integer_value(json_object_get(call->request, key));
}

/* Returns the reply, or NULL with error, deferred or again. */
typedef json_t *sv_handler(sv_call *call);
extern sv_handler *const sv_handlers[SV_REQUESTS];

/* Whether the address of a client, or its user, may make any request just now; each to be called
 * once for every request. Both take one permit. */
SV_CHECKED bool sv_core_admit(sv_core *core, const sv_client *client, rec_error *error);
SV_CHECKED bool sv_core_admit_user(sv_core *core, const sv_client *client, rec_error *error);
/* Whether neither may; takes nothing. */
bool sv_is_in_debt(sv_core *core, const sv_client *client);
bool sv_fail_too_many(rec_error *error);

/* In a turn: answers a request that was admitted, by its number. Returns whether it is done; if
 * not, it is to be tried again. */
SV_CHECKED bool sv_answer_request(sv_core *core, sv_client *client, sv_item *item);
/* In a turn: refuses a request; one that is not known. */
void sv_refuse_request(sv_core *core, sv_client *client, const json_t *request,
                       const rec_error *error);
void sv_refuse_unknown(sv_core *core, sv_client *client, const json_t *request);
/* The id of a request, if it has a good one; NULL. */
const json_t *sv_id_of(const json_t *request);

#endif
