/*
 * From a message to its handler: limits, the shape of the request, who may make it; and the answer
 * into the outbox.
 */
#ifndef ELEKTRO_SERVER_DISPATCH_H
#define ELEKTRO_SERVER_DISPATCH_H

#include <jansson.h>

#include "client.h"
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

/* Returns the reply, or NULL with error, or NULL with deferred. */
typedef json_t *sv_handler(sv_call *call);
extern sv_handler *const sv_handlers[SV_REQUESTS];

/* Whether the address of a client, or its user, may make any request just now; each to be called
 * once for every request that arrives, as soon as it is known and before the request is parsed.
 * Both take one permit. */
SV_CHECKED bool sv_core_admit(sv_core *core, const sv_client *client, rec_error *error);
SV_CHECKED bool sv_core_admit_user(sv_core *core, const sv_client *client, rec_error *error);

/* Takes the text of a WebSocket message, and admits it. Of a message that is refused only the id is
 * read, and not even that of a long one: its answer has no "re". Returns false if the client goes
 * on sending messages that are refused: its connection should be closed. */
SV_CHECKED bool sv_core_receive(sv_core *core, sv_client *client, const char *text, size_t length);
/* Takes a request that was admitted, by its number. The object is taken over. */
void sv_core_request(sv_core *core, sv_client *client, int number, json_t *request);

#endif
