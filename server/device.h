/*
 * Devices and addresses from which an account has logged in before.
 *
 * Strangers who guess at the password of an account share a budget of attempts, however many
 * addresses they have, and can use it up. So a browser that has logged in keeps a token in a second
 * cookie, and with it, or from its address, the owner has attempts of their own. A device is no
 * session: it proves nothing but that its owner once knew the password.
 */
#ifndef ELEKTRO_SERVER_DEVICE_H
#define ELEKTRO_SERVER_DEVICE_H

#include "dispatch.h"

enum { SV_DEVICE_DAYS = 400 }; /* since the last login; browsers keep no cookie for longer */

/* Whether a client may try a password now: that of the account with this id, or of none (0) by a
 * name; counts the attempt. */
SV_CHECKED bool sv_within_attempts(sv_call *call, int64_t account, const char *name);

/* Remembers the client's browser and address for the account it has logged in to; the reply sets
 * the cookie. */
SV_CHECKED bool sv_device_remember(sv_core *core, sv_client *client, int64_t account,
                                   rec_error *error);

/* Forgets the devices and addresses of an account except those of the client. */
SV_CHECKED bool sv_device_forget_others(sv_core *core, const sv_client *client, int64_t account,
                                        rec_error *error);

#endif
