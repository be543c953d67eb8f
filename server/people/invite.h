/*
 * Invitations: a player at an open table invites an account to sit down there. The invited player
 * gets a push, and finds the invitation in a list until the table is not open any more, they join,
 * or decline.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_INVITE_H
#define ELEKTRO_SERVER_PEOPLE_INVITE_H

#include "dispatch.h"

sv_handler sv_on_invite, sv_on_invitations, sv_on_decline;

#endif
