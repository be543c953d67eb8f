/* Names of users. Seats and chat lines store the name they show. A new name is shown at open and
 * running tables; games that have ended keep the old one, like their records. */
#ifndef ELEKTRO_SERVER_NAME_H
#define ELEKTRO_SERVER_NAME_H

#include "dispatch.h"

/* The form of a name in which names are compared. */
void sv_fold_name(const char *name, char folded[SV_NAME_MAX]);
/* Whether a name is valid: no invisible characters, no spaces at its ends. */
SV_CHECKED bool sv_name_is_valid(const char *name, rec_error *error);

/* Shows the name of a user at their open and running tables. */
SV_CHECKED bool sv_show_name(sv_core *core, const sv_user *user, rec_error *error);

sv_handler sv_on_rename;

#endif
