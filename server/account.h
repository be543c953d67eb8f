/* Requests about accounts. Each handler answers the request of its name (messages.json). */
#ifndef ELEKTRO_SERVER_ACCOUNT_H
#define ELEKTRO_SERVER_ACCOUNT_H

#include "dispatch.h"

/* Says who a client is by the token it came with; not logged in if the token is not known. */
SV_CHECKED bool sv_client_identify(sv_core *core, sv_client *client, const char *token,
                                   rec_error *error);

/* The hash under which the session of a token is stored. */
void sv_token_hash(const char *token, char hash[SV_HEX_MAX]);

sv_handler sv_on_guest, sv_on_register, sv_on_login, sv_on_logout, sv_on_logout_everywhere;
sv_handler sv_on_export, sv_on_delete_me, sv_on_token_new, sv_on_token_list, sv_on_token_drop;

#endif
