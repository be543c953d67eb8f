#include "webhook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "net/post.h"
#include "notices/look_up.h"
#include "notices/tell.h"
#include "requests.h"

void sv_webhook_open(sv_core *core, const sv_config *settings)
{
    core->notice = sv_tell_seat;
    core->config = settings;
    sv_post_open();
}

void sv_webhook_close(void)
{
    sv_post_close();
}

/* ------------------------------------------------------------------------------------- requests */

static json_t *set_webhook(sv_core *core, const sv_client *client, const void *data,
                           rec_error *error)
{
    const sv_webhook *hook = data;
    const int64_t user = client->user.id;
    if (!sv_webhook_set(&core->store, user, hook, error))
        return NULL;
    sv_backoff_forget(&core->webhooks, user);
    sv_queue_cancel(&core->notices, user);
    return json_pack("{s:s}", "secret", hook->secret);
}

json_t *sv_on_webhook(sv_call *call)
{
    const char *url = sv_call_text(call, "url");
    if (url[0] && !sv_post_url_fits("url", url, &call->error))
        return NULL;
    sv_webhook *hook = calloc(1, sizeof *hook);
    if (!hook)
        return sv_fail_memory(&call->error), NULL;
    hook->origin = sv_limit_address_key(&call->core->limits, call->client->address);
    snprintf(hook->url, sizeof hook->url, "%s", url);
    jn_seed_make(hook->secret);
    const sv_look_up look_up = {"url", hook->url, hook->origin, set_webhook, hook};
    return sv_look_up_first(call, &look_up);
}

json_t *sv_webhook_json(sv_call *call, const sv_webhook *hook)
{
    sv_core *core = call->core;
    const int64_t until = sv_backoff_until(&core->webhooks, call->client->user.id, core->now);
    return json_pack("{s:o, s:I, s:o, s:o, s:o}", "url",
                     hook->url[0] ? json_string(hook->url) : json_null(), "lost",
                     (json_int_t)hook->lost, "problem",
                     hook->problem[0] ? json_string(hook->problem) : json_null(), "problem_at",
                     hook->problem[0] ? json_integer(hook->problem_at) : json_null(),
                     "paused_until", until ? json_integer(until) : json_null());
}

json_t *sv_on_webhook_state(sv_call *call)
{
    sv_webhook hook;
    return sv_webhook_get(&call->core->store, call->client->user.id, &hook, &call->error)
               ? sv_webhook_json(call, &hook)
               : NULL;
}
