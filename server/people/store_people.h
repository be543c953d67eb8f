/*
 * Friends and blocks in the store; both belong to the accounts.
 *
 * A row of friends says that a person asks for another one, or has agreed: two users are friends
 * when both rows exist.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_STORE_H
#define ELEKTRO_SERVER_PEOPLE_STORE_H

#include "store.h"

/* One user beside another. */
typedef struct sv_bond {
    int64_t person; /* the other one */
    int64_t at;     /* when the last of the two asked */
    bool asked;     /* the user has asked for them, or agreed */
    bool asks;      /* they have asked for the user, or agreed: with asked they are friends */
} sv_bond;

typedef void sv_bond_each(void *data, const sv_bond *bond);
typedef void sv_pair_each(void *data, int64_t person, int64_t other);

/* Notes that a person asks for another one, or agrees; off: nothing is left between the two. */
SV_CHECKED bool sv_friend_set(sv_store *store, int64_t person, int64_t other, bool on, int64_t now,
                              rec_error *error);
/* The friends of a person and the open requests from and to them, up to max, in the order of the
 * others' numbers. */
SV_CHECKED bool sv_bonds_of(sv_store *store, int64_t person, unsigned max, sv_bond_each *each,
                            void *data, rec_error *error);

/* Also ends the friendship of the two. */
SV_CHECKED bool sv_block_set(sv_store *store, int64_t person, int64_t blocked, bool on, int64_t now,
                             rec_error *error);
/* Those a person blocks. */
SV_CHECKED bool sv_blocked_by(sv_store *store, int64_t person, unsigned max, sv_person_each *each,
                              void *data, rec_error *error);
/* Those whose chat a person does not see: they are muted or blocked. */
SV_CHECKED bool sv_hidden_from(sv_store *store, int64_t person, unsigned max, sv_person_each *each,
                               void *data, rec_error *error);
/* All pairs among these people of whom the first blocks the second. */
SV_CHECKED bool sv_blocks_among(sv_store *store, const int64_t *person, unsigned count,
                                sv_pair_each *each, void *data, rec_error *error);

/* A user is deleted: nothing of them stays. */
SV_CHECKED bool sv_people_forget(sv_store *store, int64_t person, rec_error *error);

#endif
