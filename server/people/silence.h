/*
 * Silence: until a moment a user does not talk to others: no chat, no invitations, no requests to
 * be friends, no titles of tables, no names of tournaments. A moderator orders it (moderate.h), and
 * the user is told until when and why.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_SILENCE_H
#define ELEKTRO_SERVER_PEOPLE_SILENCE_H

#include "dispatch.h"

/* Whether the user of a request may talk to others now; fails with "silenced". */
SV_CHECKED bool sv_may_speak(sv_call *call);

#endif
