/*
 * Friends: two users who have asked for each other. One who has asked waits for the other one; who
 * is asked may agree, decline or block.
 *
 * Only accounts have friends. A list tells of each friend whether they are connected, and at which
 * public table they sit.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_FRIEND_H
#define ELEKTRO_SERVER_PEOPLE_FRIEND_H

#include "dispatch.h"

enum { SV_FRIENDS_MAX = 500, SV_ASKED_MAX = 200 };

/* Whether a user has a socket or a stream open at this server. */
bool sv_is_connected(sv_core *core, int64_t person);

sv_handler sv_on_people, sv_on_friend;

#endif
