#include "notice.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "net/post.h"
#include "notices/permit.h"
#include "notices/store_notices.h"

typedef struct notice {
    sv_sending sending;      /* first */
    char table[SV_CODE_MAX]; /* it has a permit for; "": another server had it */
    sv_post post;
    char url[SV_URL_MAX], secret[SV_HEX_MAX], body[SV_NOTICE_MAX], header[SV_HEX_MAX + 32];
} notice;

static const char channel[] = "webhook";

static int64_t timeout_ms(const sv_core *core)
{
    return (int64_t)core->config->webhook_timeout * 1000;
}

/* ------------------------------------------------------------------------------------ outcomes */

static const char why_paused[] = "The last notices had no answer: it is tried again later.";

static const char *why_lost(const notice *n)
{
    return n->sending.job.dropped ? "Too many notices were waiting."
           : n->post.why          ? n->post.why
                                  : "There was no answer.";
}

static void count_loss(const notice *n)
{
    sv_core *core = n->sending.core;
    const bool dropped = n->sending.job.dropped;
    if (dropped)
        core->counts.webhooks_dropped++;
    else {
        core->counts.webhooks_failed++;
        sv_backoff_failed(&core->webhooks, n->sending.user, core->now);
    }
    sv_log("warning",
           dropped ? "too many webhooks wait: one was dropped" : "a webhook did not answer", "why",
           why_lost(n), NULL);
}

static void count_outcome(sv_sending *s)
{
    s->core->counts.webhooks += s->sent;
    if (s->sent)
        sv_backoff_forget(&s->core->webhooks, s->user);
    else
        count_loss((const notice *)s);
}

/* Deletes the row of a notice that is lost; the user sees how many were lost, and why the last one.
 * If another server has it by now, that one sends it. */
static bool give_up(sv_queue *queue, int64_t id, int64_t user, const char *secret, const char *why,
                    rec_error *error)
{
    sv_core *core = queue->core;
    bool mine;
    return sv_claim_receiver(core, user, error) &&
           sv_leased_give_up(&core->store, &sv_leased_notices, id, queue->server, &mine, error) &&
           (!mine || sv_webhook_lose(&core->store, user, secret, why, core->now, error));
}

static bool settle(sv_sending *s, rec_error *error)
{
    const notice *n = (const notice *)s;
    return s->sent ? sv_leased_drop(&s->core->store, &sv_leased_notices, s->id, error)
                   : give_up(s->queue, s->id, s->user, n->secret, why_lost(n), error);
}

/* -------------------------------------------------------------------------------------- sending */

static bool may_post(const sv_post *post)
{
    return sv_sending_may(post->data);
}

static void post(sv_sending *s)
{
    s->sent = sv_post_send(&((notice *)s)->post);
}

static void sign(notice *n)
{
    crypto_auth_hmacsha256_state hmac;
    uint8_t hash[crypto_auth_hmacsha256_BYTES];
    char signature[SV_HEX_MAX];
    crypto_auth_hmacsha256_init(&hmac, (const uint8_t *)n->secret, strlen(n->secret));
    crypto_auth_hmacsha256_update(&hmac, (const uint8_t *)n->body, strlen(n->body));
    crypto_auth_hmacsha256_final(&hmac, hash);
    sodium_bin2hex(signature, sizeof signature, hash, sizeof hash);
    snprintf(n->header, sizeof n->header, "X-Elektro-Signature: %s", signature);
}

/* Addresses a notice, which is sent when this turn is committed; NULL without memory. */
static notice *add(sv_queue *queue, int64_t id, int64_t user, const sv_webhook *hook,
                   const char *body)
{
    sv_core *core = queue->core;
    notice *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->sending.id = id;
    n->sending.user = user;
    n->sending.owner = (sv_owner){hook->origin ? hook->origin : user, user};
    snprintf(n->secret, sizeof n->secret, "%s", hook->secret);
    snprintf(n->url, sizeof n->url, "%s", hook->url);
    snprintf(n->body, sizeof n->body, "%s", body);
    n->post = (sv_post){.url = n->url,
                        .body = n->body,
                        .type = "application/json",
                        .header = n->header,
                        .private_too = core->config->private_webhooks,
                        .timeout_ms = (int)timeout_ms(core),
                        .pool = core->pool[SV_NOTICES],
                        .may = may_post,
                        .data = &n->sending};
    sign(n);
    sv_queue_add(queue, &n->sending);
    return n;
}

static void note_paused(sv_core *core, int64_t user, const char *secret)
{
    rec_error error;
    core->counts.webhooks_paused++;
    /* If the user is busy, one is missing in their count. */
    if (!(sv_user_claim(&core->store, user, &error) &&
          sv_webhook_lose(&core->store, user, secret, why_paused, core->now, &error)) &&
        sv_error_of(&error) != SV_ERROR_BUSY)
        sv_log("error", "a lost webhook could not be noted", "code", error.code, NULL);
}

void sv_notice_send(sv_core *core, const char *table, int64_t user, const sv_webhook *hook,
                    const char *body)
{
    rec_error error;
    if (table && !sv_notice_permit(core, channel, table, user))
        return;
    if (sv_backoff_until(&core->webhooks, user, core->now)) {
        note_paused(core, user, hook->secret);
        return;
    }
    const sv_notice_row row = {
        .id = sv_id_make(), .person = user, .secret = hook->secret, .body = body, .tries = 1};
    notice *n = sv_notice_add(&core->store, &row, sv_queue_lease(&core->notices), core->now, &error)
                    ? add(&core->notices, row.id, user, hook, body)
                    : NULL;
    if (n && table)
        snprintf(n->table, sizeof n->table, "%s", table);
    if (n)
        return;
    sv_log("error", "a notice could not be written", NULL);
    if (table)
        sv_notice_permit_return(core, channel, table, user);
}

/* Its turn was not committed. */
static void unwrite(sv_sending *s)
{
    const notice *n = (const notice *)s;
    if (n->table[0])
        sv_notice_permit_return(s->core, channel, n->table, s->user);
}

static void free_notice(sv_sending *s)
{
    free(s);
}

/* --------------------------------------------------------------------- what other servers left */

static void check_secret(void *data, int64_t user, const char *secret)
{
    sv_queue *queue = data;
    for (sv_sending *s = queue->first; s; s = s->next)
        if (s->asked && s->user == user && strcmp(((notice *)s)->secret, secret) == 0)
            s->current = true;
}

/* A notice that was written for a webhook that has changed is not wanted. */
static bool check(sv_queue *queue, const int64_t *user, unsigned count, rec_error *error)
{
    return sv_webhook_secrets(&queue->core->store, user, count, check_secret, queue, error);
}

/* Ends a notice of another server that is not sent. One that cannot be ended now is taken over
 * again when its lease has run out. */
static bool end_adopted(sv_queue *queue, const sv_leased_row *row, rec_error *error)
{
    sv_core *core = queue->core;
    const bool tried = row->tries > SV_SENDING_TRIES;
    if (!give_up(queue, row->id, row->person, row->stamp, tried ? sv_why_tried : why_paused, error))
        return sv_error_of(error) == SV_ERROR_BUSY;
    core->counts.webhooks_failed += tried;
    core->counts.webhooks_paused += !tried;
    if (tried)
        sv_log("warning", "a notice is given up: several servers ended while they sent it", NULL);
    return true;
}

/* To the webhook as it is now. Without memory the lease runs out again. */
static bool adopt(sv_queue *queue, const sv_leased_row *row, rec_error *error)
{
    sv_core *core = queue->core;
    sv_webhook hook;
    if (!sv_webhook_get(&core->store, row->person, &hook, error))
        return false;
    if (!hook.url[0] || strcmp(hook.secret, row->stamp) != 0)
        return sv_leased_drop(&core->store, &sv_leased_notices, row->id, error);
    if (row->tries > SV_SENDING_TRIES || sv_backoff_until(&core->webhooks, row->person, core->now))
        return end_adopted(queue, row, error);
    add(queue, row->id, row->person, &hook, row->body);
    return true;
}

const sv_queue_kind sv_webhook_queue = {
    .table = &sv_leased_notices,
    .took = "notices that a server left are taken over",
    .timeout_ms = timeout_ms,
    .send = post,
    .over = count_outcome,
    .settle = settle,
    .check = check,
    .adopt = adopt,
    .undo = unwrite,
    .free = free_notice,
};
