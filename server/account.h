/* Requests about accounts. Each handler answers the request of its name (messages.json). */
#ifndef ELEKTRO_SERVER_ACCOUNT_H
#define ELEKTRO_SERVER_ACCOUNT_H

#include "dispatch.h"

/* A client comes with a token: it is not known yet who it is. Reads nothing from the store. */
void sv_client_bring_token(sv_client *client, const char *token);
/* Says who a client is by the token it came with; not logged in if the token is not known. Looks it
 * up once; a client that has brought none is nobody. */
SV_CHECKED bool sv_client_identify(sv_core *core, sv_client *client, rec_error *error);

/* The hash under which the session of a token is stored. */
void sv_token_hash(const char *token, char hash[SV_HEX_MAX]);

/* Whether a request came over plain HTTP, which can set a cookie; and whether its address may log
 * in once more. */
SV_CHECKED bool sv_over_http(const sv_call *call, rec_error *error);
SV_CHECKED bool sv_within_logins(sv_call *call, int32_t permits);

/* Begins a session and makes the reply to a login, a registration or a new guest. */
json_t *sv_log_in(sv_core *core, sv_client *client, const sv_user *user, rec_error *error);
/* Ends the session of a client: it is logged out at once and its connection is closed. */
void sv_log_out(sv_core *core, sv_client *client);
/* Logs out the other clients of the user, all of them or (session not NULL) those of one session.
 */
void sv_log_out_others(const sv_call *call, const char *session);
/* The same with the client of the call, whose connection stays open for the reply. */
void sv_log_out_all(sv_call *call, const char *session);

sv_handler sv_on_guest, sv_on_logout, sv_on_logout_everywhere;
sv_handler sv_on_export, sv_on_delete_me, sv_on_token_new, sv_on_token_list, sv_on_token_drop;

#endif
