/* Chat at a table, and whose chat a user does not want to see. */
#ifndef ELEKTRO_SERVER_CHAT_H
#define ELEKTRO_SERVER_CHAT_H

#include "dispatch.h"

/* Reads whom the user of a client has muted, so that a chat line needs no query for those who
 * watch. Does nothing if the client knows it already. */
SV_CHECKED bool sv_mutes_load(sv_store *store, sv_client *client, rec_error *error);

sv_handler sv_on_chat, sv_on_chat_list, sv_on_mute;

#endif
