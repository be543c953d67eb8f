/*
 * Notes: users are told what moderators have decided about them, when they come next or at once.
 * A user has as many unread notes as sv_user.untold says; they are the last of the log about them.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_NOTES_H
#define ELEKTRO_SERVER_PEOPLE_NOTES_H

#include "dispatch.h"

/* Whether a user is told of an action: not of one that is in their favour, or that is blocked from
 * here on. until: of a silence. */
bool sv_is_noted(const char *action, int64_t until);

sv_handler sv_on_notes, sv_on_notes_seen;

#endif
