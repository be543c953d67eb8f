/* Names of people. A seat and what was said keep the name they are shown under; somebody who takes
 * another is shown under it at every table that waits or is played. What has ended stays as it was
 * played, like its record. */
#ifndef ELEKTRO_SERVER_NAME_H
#define ELEKTRO_SERVER_NAME_H

#include "core.h"

/* A name as names are compared. */
void sv_fold_name(const char *name, char folded[SV_NAME_MAX]);
/* Whether nobody could pass for somebody else by it. */
bool sv_good_name(const char *name, rec_error *error);

/* The codes of tables; code is to be freed. */
typedef struct sv_codes {
    char (*code)[SV_CODE_MAX];
    unsigned count;
} sv_codes;

/* The tables somebody sits at that wait or are played; with ended those of their past, too. */
bool sv_codes_of(sv_core *core, int64_t user, bool ended, sv_codes *list, rec_error *error);

/* Shows somebody under the name they have now. */
bool sv_show_name(sv_core *core, const sv_user *user, rec_error *error);

sv_handler sv_on_rename;

#endif
