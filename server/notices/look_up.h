/*
 * Before an address that a user has entered is stored, a thread looks up whether it is private: a
 * user should hear that now, and not find out that no notice arrives. Every notice checks again.
 */
#ifndef ELEKTRO_SERVER_NOTICES_LOOK_UP_H
#define ELEKTRO_SERVER_NOTICES_LOOK_UP_H

#include "dispatch.h"

/* Stores the address: returns the reply, or NULL with error. */
typedef json_t *sv_looked_up(sv_core *core, const sv_client *client, const void *data,
                             rec_error *error);

typedef struct sv_look_up {
    const char *field, *url; /* of the request; constant, and part of data */
    int64_t origin;          /* a number of the address of the client */
    sv_looked_up *then;
    void *data; /* allocated; belongs to the function from now on */
} sv_look_up;

/* Answers a request with what "then" replies, at once if there is no address ("") or it may be
 * private, else after looking it up. */
json_t *sv_look_up_first(sv_call *call, const sv_look_up *look_up);

#endif
