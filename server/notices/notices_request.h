/* Requests about notices and addresses for mail. Each handler answers the request of its name
 * (messages/notices.json). */
#ifndef ELEKTRO_SERVER_NOTICES_NOTICES_REQUEST_H
#define ELEKTRO_SERVER_NOTICES_NOTICES_REQUEST_H

#include "dispatch.h"

/* The address of a user for mail, and what is wrong with it; NULL with error. */
json_t *sv_mail_state_json(sv_core *core, int64_t person, rec_error *error);

/* Adds what the request notices replies to the data of a user; false with error. */
SV_CHECKED bool sv_notices_export(sv_call *call, json_t *data);

sv_handler sv_on_notices, sv_on_notices_set, sv_on_notices_test;
sv_handler sv_on_mail_set, sv_on_mail_verify, sv_on_mail_drop, sv_on_forgot_password;
sv_handler sv_on_unsubscribe;

#endif
