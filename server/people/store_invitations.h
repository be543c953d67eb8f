/*
 * Invitations in the store, and where people are; all of it belongs to the tables of the game.
 *
 * An invitation is good as long as its table is open. Its sender's name is a copy, as at a seat.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_INVITATIONS_H
#define ELEKTRO_SERVER_PEOPLE_INVITATIONS_H

#include "store.h"

/* The texts of one that was read live until the callback returns. */
typedef struct sv_invitation {
    int64_t person, sender, at;
    const char *code, *name; /* of the table; of the sender */
} sv_invitation;

/* *added is false if the person is invited to this table already. */
SV_CHECKED bool sv_invitation_add(sv_store *store, const sv_invitation *invitation, bool *added,
                                  rec_error *error);
SV_CHECKED bool sv_invitation_drop(sv_store *store, int64_t person, const char *code,
                                   rec_error *error);
/* Those of a person to open tables, the newest first. */
typedef void sv_invitation_each(void *data, const sv_invitation *invitation);
SV_CHECKED bool sv_invitations(sv_store *store, int64_t person, unsigned max,
                               sv_invitation_each *each, void *data, rec_error *error);
/* Deletes up to max from before a moment whose tables are not open; *gone is how many. */
SV_CHECKED bool sv_invitations_expire(sv_store *store, int64_t before, unsigned max, unsigned *gone,
                                      rec_error *error);
/* The sender has another name. */
SV_CHECKED bool sv_invitations_rename(sv_store *store, const sv_user *sender, rec_error *error);
/* A user is deleted. */
SV_CHECKED bool sv_invitations_forget(sv_store *store, int64_t person, rec_error *error);

/* Which of these people watch a table or play at it, through any server. */
SV_CHECKED bool sv_people_present(sv_store *store, const int64_t *person, unsigned count,
                                  sv_person_each *each, void *data, rec_error *error);
/* The public tables, open or running, at which these people sit: of each the newest comes last. */
SV_CHECKED bool sv_people_tables(sv_store *store, const int64_t *person, unsigned count,
                                 sv_person_text *each, void *data, rec_error *error);

#endif
