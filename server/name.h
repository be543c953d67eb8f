/* Names of people. A seat and what was said keep the name they are shown under; somebody who takes
 * another is shown under it at every table that waits or is played. What has ended stays as it was
 * played, like its record. */
#ifndef ELEKTRO_SERVER_NAME_H
#define ELEKTRO_SERVER_NAME_H

#include "dispatch.h"

/* A name as names are compared. */
void sv_fold_name(const char *name, char folded[SV_NAME_MAX]);
/* Whether it is all that is seen of it: no unseen characters, no spaces at its ends. */
SV_CHECKED bool sv_good_name(const char *name, rec_error *error);

/* Shows somebody under the name they have now. */
SV_CHECKED bool sv_show_name(sv_core *core, const sv_user *user, rec_error *error);

sv_handler sv_on_rename;

#endif
