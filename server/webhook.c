#include "webhook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "log.h"
#include "net/post.h"
#include "notice.h"
#include "requests.h"

enum { LOOKUP_MS = 3000 }; /* for the name of a new webhook */

static const sv_config *config;

static void notify(sv_core *core, const sv_table *table, unsigned seat, const char *what)
{
    sv_webhook hook;
    rec_error error;
    const int64_t user = table->seat[seat].user;
    if (!sv_webhook_get(&core->store, user, &hook, &error)) {
        sv_log("error", "a webhook cannot be read", "code", error.code, "text", error.text, NULL);
        return;
    }
    if (!hook.url[0])
        return;
    json_t *body = json_pack("{s:s, s:s, s:s, s:i}", "notice", what, "table", table->code, "title",
                             table->title, "seat", (int)seat + 1);
    char *text = json_dumps(body, JSON_COMPACT);
    if (text)
        sv_notice_send(core, table->code, user, &hook, text);
    free(text);
    json_decref(body);
}

void sv_webhook_open(sv_core *core, const sv_config *settings)
{
    config = settings;
    core->notice = notify;
    core->config = settings;
    sv_post_open();
}

void sv_webhook_close(void)
{
    sv_post_close();
}

/* ------------------------------------------------------------------------------------- requests */

/* A thread looks up whether the address is private: a user should hear that now, and not find out
 * that no notice arrives. Every notice checks again. */
typedef struct lookup_job {
    sv_job job;
    sv_core *core;
    uint64_t client;
    sv_ticket ticket;
    int64_t user;
    sv_webhook hook;
    sv_post post;
} lookup_job;

static json_t *set_webhook(sv_core *core, int64_t user, const sv_webhook *hook, rec_error *error)
{
    if (!sv_webhook_set(&core->store, user, hook, error))
        return NULL;
    sv_backoff_forget(&core->webhooks, user);
    sv_queue_cancel(&core->notices, user);
    return json_pack("{s:s}", "secret", hook->secret);
}

static bool too_busy(rec_error *error)
{
    return sv_fail(error, SV_ERROR_BUSY, "Too many webhooks wait. Try again.");
}

static json_t *finish_lookup(lookup_job *l, const sv_client *client, rec_error *error)
{
    if (l->job.dropped)
        return too_busy(error), NULL;
    if (client->user.id != l->user)
        return sv_fail(error, SV_ERROR_NOT_LOGGED_IN, "You have logged out meanwhile."), NULL;
    if (l->post.refused)
        return sv_fail(error, SV_ERROR_PRIVATE_ADDRESS,
                       "\"url\": this address is private. The server posts only to public "
                       "addresses."),
               NULL;
    return set_webhook(l->core, l->user, &l->hook, error);
}

static void look_up(sv_job *job)
{
    sv_post_look_up(&((lookup_job *)job)->post);
}

static void free_lookup(lookup_job *l)
{
    sv_ticket_drop(&l->ticket);
    free(l);
}

static void lookup_done(sv_job *job)
{
    lookup_job *l = (lookup_job *)job;
    sv_client *client =
        l->core->stopping ? NULL : sv_client_by_number(&l->core->clients, l->client);
    rec_error error;
    if (client)
        sv_answer(l->core, client,
                  &(sv_reply){.ticket = &l->ticket,
                              .object = finish_lookup(l, client, &error),
                              .seq = SV_NO_SEQ,
                              .error = &error});
    else
        sv_ticket_abandon(l->core, &l->ticket, job->dropped);
    free_lookup(l);
}

static json_t *look_up_later(sv_call *call, const sv_webhook *hook)
{
    sv_core *core = call->core;
    lookup_job *l = calloc(1, sizeof *l);
    if (!l)
        return sv_fail_memory(&call->error), NULL;
    l->job = (sv_job){.run = look_up, .done = lookup_done};
    l->core = core;
    l->client = call->client->number;
    l->ticket = sv_ticket_hold(&call->ticket);
    l->user = call->client->user.id;
    l->hook = *hook;
    l->post = (sv_post){.url = l->hook.url,
                        .body = "",
                        .type = "",
                        .header = "",
                        .timeout_ms = (int)config->webhook_timeout * 1000,
                        .pool = core->pool[SV_NOTICES]};
    if (l->post.timeout_ms > LOOKUP_MS)
        l->post.timeout_ms = LOOKUP_MS;
    call->deferred =
        sv_pool_add(core->pool[SV_NOTICES], &l->job, (sv_owner){hook->origin, l->user});
    if (call->deferred)
        return NULL;
    free_lookup(l);
    return too_busy(&call->error), NULL;
}

json_t *sv_on_webhook(sv_call *call)
{
    sv_webhook hook = {.origin = sv_limit_address_key(&call->core->limits, call->client->address)};
    snprintf(hook.url, sizeof hook.url, "%s", sv_call_text(call, "url"));
    if (hook.url[0] && !sv_post_url_fits(hook.url, &call->error))
        return NULL;
    jn_seed_make(hook.secret);
    if (hook.url[0] && config && !config->private_webhooks)
        return look_up_later(call, &hook);
    return set_webhook(call->core, call->client->user.id, &hook, &call->error);
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
