/*
 * Webhooks: a user who is away is told "your turn" or "time runs out".
 *
 * A notice is a POST with a JSON body to the address the user entered, signed with their secret
 * (X-Elektro-Signature, HMAC-SHA-256 of the body). notice.h leads it there; net/post.h says how it
 * is sent.
 */
#ifndef ELEKTRO_SERVER_WEBHOOK_H
#define ELEKTRO_SERVER_WEBHOOK_H

#include "config.h"
#include "core.h"
#include "dispatch.h"

void sv_webhook_open(sv_core *core, const sv_config *config);
void sv_webhook_close(void);

/* A webhook as its user, who asks for it, may see it. */
json_t *sv_webhook_json(sv_call *call, const sv_webhook *hook);

#endif
