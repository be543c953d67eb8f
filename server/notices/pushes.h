/*
 * Browsers that get notices by Web Push, in the store.
 *
 * A browser belongs to one user, and to the session in which the user switched notices on: when
 * this session is ended (not when it expires), it gets none any more. A browser that another user
 * switches on has a new number, so nothing that was on its way for the one before reaches it.
 */
#ifndef ELEKTRO_SERVER_NOTICES_PUSHES_H
#define ELEKTRO_SERVER_NOTICES_PUSHES_H

#include "store.h"

enum {
    SV_PUSHES_MAX = 20,          /* browsers of a user */
    SV_PUSH_ENDPOINT_MAX = 1025, /* bytes of the address of a browser at its push service */
    SV_PUSH_KEY_MAX = 89,
    SV_PUSH_SECRET_MAX = 25,
    SV_LANGUAGE_MAX = 9
};

typedef struct sv_push_target {
    int64_t id, person;
    int64_t created, sent; /* when it was switched on, and when the last notice arrived; 0: none */
    int64_t origin;        /* a number of the address it was switched on from, to share threads */
    int64_t lost;          /* notices in a row that did not arrive */
    int64_t problem_at;    /* when the last of them was lost */
    sv_agent agent;
    char endpoint[SV_PUSH_ENDPOINT_MAX];
    char key[SV_PUSH_KEY_MAX], secret[SV_PUSH_SECRET_MAX]; /* as the browser has told them */
    char language[SV_LANGUAGE_MAX];                        /* of its notices */
    char problem[SV_PROBLEM_MAX];                          /* why the last notice was lost; "" */
} sv_push_target;

/* Adds a browser, or replaces what is known of it; *id is its number from now on. Fails with
 * "too-many" if the user has enough others. */
SV_CHECKED bool sv_push_add(sv_store *store, const sv_push_target *push, const char *session,
                            int64_t *id, rec_error *error);
/* A browser of a user. */
SV_CHECKED bool sv_push_find(sv_store *store, int64_t person, int64_t id, sv_push_target *push,
                             bool *found, rec_error *error);
SV_CHECKED bool sv_push_drop(sv_store *store, int64_t person, int64_t id, bool *found,
                             rec_error *error);
/* The browsers of a user, the oldest first. */
typedef void sv_push_each(void *data, const sv_push_target *push);
SV_CHECKED bool sv_pushes_of(sv_store *store, int64_t person, sv_push_each *each, void *data,
                             rec_error *error);

/* A notice has arrived; one is lost. */
SV_CHECKED bool sv_push_arrived(sv_store *store, int64_t id, int64_t now, rec_error *error);
SV_CHECKED bool sv_push_lose(sv_store *store, int64_t id, const char *why, int64_t now,
                             rec_error *error);

/* A session was ended; those of a user but for one. */
SV_CHECKED bool sv_pushes_end(sv_store *store, const char *session, rec_error *error);
SV_CHECKED bool sv_pushes_end_others(sv_store *store, int64_t person, const char *session,
                                     rec_error *error);

#endif
