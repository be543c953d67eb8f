#include "notices/look_up.h"

#include <stdlib.h>

#include "config.h"
#include "core.h"
#include "errors.h"
#include "net/post.h"

enum { LOOK_UP_MS = 3000 };

typedef struct look_up_job {
    sv_job job;
    sv_core *core;
    uint64_t client;
    sv_ticket ticket;
    int64_t user;
    sv_look_up what;
    sv_post post;
} look_up_job;

static bool too_busy(rec_error *error)
{
    return sv_fail(error, SV_ERROR_BUSY, "Too many addresses are being looked up. Try again.");
}

static json_t *finish(look_up_job *l, const sv_client *client, rec_error *error)
{
    if (l->job.dropped)
        return too_busy(error), NULL;
    if (client->user.id != l->user)
        return sv_fail(error, SV_ERROR_NOT_LOGGED_IN, "You have logged out meanwhile."), NULL;
    if (l->post.refused)
        return sv_fail(error, SV_ERROR_PRIVATE_ADDRESS,
                       "\"%s\": this address is private. The server posts only to public "
                       "addresses.",
                       l->what.field),
               NULL;
    return l->what.then(l->core, client, l->what.data, error);
}

static void look_up(sv_job *job)
{
    sv_post_look_up(&((look_up_job *)job)->post);
}

static void free_job(look_up_job *l)
{
    sv_ticket_drop(&l->ticket);
    free(l->what.data);
    free(l);
}

static void looked_up(sv_job *job)
{
    look_up_job *l = (look_up_job *)job;
    sv_client *client =
        l->core->stopping ? NULL : sv_client_by_number(&l->core->clients, l->client);
    rec_error error;
    if (client)
        sv_answer(l->core, client,
                  &(sv_reply){.ticket = &l->ticket,
                              .object = finish(l, client, &error),
                              .seq = SV_NO_SEQ,
                              .error = &error});
    else
        sv_ticket_abandon(l->core, &l->ticket, job->dropped);
    free_job(l);
}

static look_up_job *make_job(sv_call *call, const sv_look_up *what)
{
    look_up_job *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->job = (sv_job){.run = look_up, .done = looked_up};
    l->core = call->core;
    l->client = call->client->number;
    l->user = call->client->user.id;
    l->what = *what;
    l->post = (sv_post){.url = what->url,
                        .body = "",
                        .type = "",
                        .timeout_ms = (int)call->core->config->webhook_timeout * 1000,
                        .pool = call->core->pool[SV_NOTICES]};
    if (l->post.timeout_ms > LOOK_UP_MS)
        l->post.timeout_ms = LOOK_UP_MS;
    l->ticket = sv_ticket_hold(&call->ticket);
    return l;
}

static json_t *look_up_later(sv_call *call, const sv_look_up *what)
{
    look_up_job *l = make_job(call, what);
    if (!l) {
        free(what->data);
        return sv_fail_memory(&call->error), NULL;
    }
    call->deferred = sv_pool_add(call->core->pool[SV_NOTICES], &l->job,
                                 (sv_owner){what->origin, call->client->user.id});
    if (call->deferred)
        return NULL;
    free_job(l);
    return too_busy(&call->error), NULL;
}

json_t *sv_look_up_first(sv_call *call, const sv_look_up *what)
{
    const sv_config *config = call->core->config;
    if (what->url[0] && config && !config->private_webhooks)
        return look_up_later(call, what);
    json_t *reply = what->then(call->core, call->client, what->data, &call->error);
    free(what->data);
    return reply;
}
