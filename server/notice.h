/*
 * Notices to webhooks: rows of the table notices, which a queue of its own sends (queue.h).
 */
#ifndef ELEKTRO_SERVER_NOTICE_H
#define ELEKTRO_SERVER_NOTICE_H

#include "notices/queue.h"

extern const sv_queue_kind sv_webhook_queue;

/* Writes a notice to a user about a table, and sends it after the commit; not within a minute of
 * another one about this table (NULL: whatever was sent before). It is lost if the webhook is left
 * alone (backoff.h). */
void sv_notice_send(sv_core *core, const char *table, int64_t user, const sv_webhook *hook,
                    const char *body);

#endif
