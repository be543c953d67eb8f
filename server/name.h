/* Names of users. Seats and chat lines store the name they show. A new name is shown at open and
 * running tables; games that have ended keep the old one, like their records. */
#ifndef ELEKTRO_SERVER_NAME_H
#define ELEKTRO_SERVER_NAME_H

#include "dispatch.h"

/* The form of a name in which an account is found exactly. */
void sv_fold_name(const char *name, char folded[SV_NAME_MAX]);
/* Whether a name is valid: no invisible characters, no stray accents, no spaces at its
 * ends. */
SV_CHECKED bool sv_name_is_valid(const char *name, rec_error *error);
/* Whether the user who makes a request may be shown by their name: a guest may not once an account
 * has a name like it. */
SV_CHECKED bool sv_name_is_guests(const sv_call *call, rec_error *error);

/* Finds the account of this name: the one spelt like it, or else the only one that looks like it.
 * password may be NULL. */
SV_CHECKED bool sv_account_by_name(sv_store *store, const char *name, sv_user *user,
                                   char password[SV_PASSWORD_MAX], bool *found, rec_error *error);

/* Shows the name of a user at their open and running tables. */
SV_CHECKED bool sv_show_name(sv_core *core, const sv_user *user, rec_error *error);

sv_handler sv_on_rename;

#endif
