#include "webhook.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "net/post.h"
#include "requests.h"

static const sv_config *config;

typedef struct notice_job {
    sv_job job;
    sv_core *core;
    sv_post post;
    bool sent;
    char url[SV_URL_MAX], body[512], header[SV_HEX_MAX + 32];
} notice_job;

static void send_notice(sv_job *job)
{
    notice_job *n = (notice_job *)job;
    n->sent = sv_post_send(&n->post);
}

static void notice_done(sv_job *job)
{
    notice_job *n = (notice_job *)job;
    n->core->counts.webhooks += n->sent;
    if (!n->sent)
        sv_log("warning", "a webhook did not answer", "why", n->post.why ? n->post.why : "", NULL);
    free(n);
}

static void sign(notice_job *n, const char *secret)
{
    crypto_auth_hmacsha256_state hmac;
    uint8_t hash[crypto_auth_hmacsha256_BYTES];
    char signature[SV_HEX_MAX];
    crypto_auth_hmacsha256_init(&hmac, (const uint8_t *)secret, strlen(secret));
    crypto_auth_hmacsha256_update(&hmac, (const uint8_t *)n->body, strlen(n->body));
    crypto_auth_hmacsha256_final(&hmac, hash);
    sodium_bin2hex(signature, sizeof signature, hash, sizeof hash);
    snprintf(n->header, sizeof n->header, "X-Elektro-Signature: %s", signature);
}

static notice_job *make_notice(sv_core *core, const sv_table *table, unsigned seat,
                               const char *what, const sv_webhook *hook)
{
    notice_job *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    json_t *body = json_pack("{s:s, s:s, s:s, s:i}", "notice", what, "table", table->code, "title",
                             table->title, "seat", (int)seat + 1);
    char *text = json_dumps(body, JSON_COMPACT);
    n->job = (sv_job){.run = send_notice, .done = notice_done};
    n->core = core;
    n->post = (sv_post){.url = n->url,
                        .body = n->body,
                        .type = "application/json",
                        .header = n->header,
                        .private_too = config->private_webhooks,
                        .timeout_ms = (int)config->webhook_timeout * 1000,
                        .pool = core->pool[SV_NOTICES]};
    snprintf(n->url, sizeof n->url, "%s", hook->url);
    snprintf(n->body, sizeof n->body, "%s", text ? text : "{}");
    sign(n, hook->secret);
    free(text);
    json_decref(body);
    return n;
}

static void notify(sv_core *core, const sv_table *table, unsigned seat, const char *what)
{
    sv_webhook hook;
    rec_error error;
    const int64_t user = table->seat[seat].user;
    const sv_rate once_a_minute = {1, 60};
    if (!sv_webhook_get(&core->store, user, &hook, &error)) {
        sv_log("error", "a webhook cannot be read", "code", error.code, "text", error.text, NULL);
        return;
    }
    if (!hook.url[0] || !sv_limit_take(&core->limits, &once_a_minute, SV_LIMITED_NOTICES,
                                       table->code, user, 60, core->now))
        return;
    notice_job *n = make_notice(core, table, seat, what, &hook);
    if (n)
        sv_notice_later(core, &n->job, user);
}

void sv_webhook_open(sv_core *core, const sv_config *settings)
{
    config = settings;
    core->notice = notify;
    sv_post_open();
}

void sv_webhook_close(void)
{
    sv_post_close();
}

json_t *sv_on_webhook(sv_call *call)
{
    sv_webhook hook;
    snprintf(hook.url, sizeof hook.url, "%s",
             json_string_value(json_object_get(call->request, "url")));
    if (hook.url[0] && !sv_post_url_fits(hook.url, &call->error))
        return NULL;
    jn_seed_make(hook.secret);
    if (!sv_webhook_set(&call->core->store, call->client->user.id, &hook, &call->error))
        return NULL;
    return json_pack("{s:s}", "secret", hook.secret);
}
