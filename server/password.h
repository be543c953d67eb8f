/* Requests with a password: registering, logging in, changing and resetting it. A thread hashes. */
#ifndef ELEKTRO_SERVER_PASSWORD_H
#define ELEKTRO_SERVER_PASSWORD_H

#include "dispatch.h"

enum {
    SV_RESET_CODE_MAX = 24, /* bytes of a code for a new password, its end included */
    SV_RESET_DAYS = 7       /* that it is valid */
};

/* Makes a code with which the owner of an account can choose a new password, in groups that people
 * can read to each other, and the hash under which it is stored. */
void sv_reset_code_make(char code[SV_RESET_CODE_MAX], char hash[SV_HEX_MAX]);

/* The hash of a code as people type it. */
void sv_reset_code_hash(const char *typed, char hash[SV_HEX_MAX]);

/* For a request that needs the password of its user, who is logged in, in its field "password":
 * calls then, in a later turn and with the user claimed, if it is right. data is freed after that,
 * or at once. Returns NULL. */
typedef json_t *sv_confirmed(sv_core *core, sv_client *client, void *data, rec_error *error);
json_t *sv_password_confirm(sv_call *call, sv_confirmed *then, void *data);

/* Logs out the clients of a user whose sessions are gone: all but those of one session, or all
 * (NULL). */
void sv_log_out_user(sv_core *core, int64_t user, const char *session);

sv_handler sv_on_register, sv_on_login, sv_on_change_password, sv_on_reset_password;

#endif
