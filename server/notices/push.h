/*
 * Web Push: notices that a browser shows also when the page is closed.
 *
 * A message goes to the push service of the browser, encrypted for the browser (net/web_push.h) and
 * signed by this server (net/vapid.h). Without a key in the settings Web Push is off. pushes.h has
 * the browsers.
 */
#ifndef ELEKTRO_SERVER_NOTICES_PUSH_H
#define ELEKTRO_SERVER_NOTICES_PUSH_H

#include <jansson.h>

#include "config.h"
#include "dispatch.h"
#include "notices/channel.h"

extern const sv_channel sv_push_channel;

/* Reads the key that the settings name, at the start and with every reload; false after an error
 * message, and then nothing has changed. */
bool sv_push_configure(sv_core *core, const sv_config *config);
void sv_push_close(sv_core *core);

/* The browsers of the user who makes a request; NULL with error. */
json_t *sv_pushes_json(sv_call *call);

sv_handler sv_on_push_list, sv_on_push_add, sv_on_push_drop, sv_on_push_test;

#endif
