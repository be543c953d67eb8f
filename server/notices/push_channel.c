/* Web Push as a channel: each delivery goes to one browser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "net/post.h"
#include "net/vapid.h"
#include "notices/delivery.h"
#include "notices/push.h"
#include "notices/pushes.h"

enum {
    /* How long the push service keeps a notice for a browser that is off. */
    KEEP_SECONDS = 86400,
    HTTP_NOT_FOUND = 404,
    HTTP_TIMEOUT = 408,
    HTTP_GONE = 410,
    HTTP_TOO_MANY = 429
};

/* What a thread needs. */
typedef struct parcel {
    sv_push_target target;
    sv_push_keys keys;
    sv_vapid *vapid;
    sv_post post;
    sv_push_body body;
    int64_t now;
    long keep_seconds;
    bool urgent, gone;
    char *text; /* what the browser gets */
} parcel;

static int64_t timeout_ms(const sv_core *core)
{
    return (int64_t)core->config->webhook_timeout * 1000;
}

/* ------------------------------------------------------------------------------------ preparing */

/* The body with the language of the browser, to be freed; NULL without memory. */
static char *text_of(json_t *body, const char *language)
{
    return json_object_set_new(body, "language", json_string(language)) == 0
               ? json_dumps(body, JSON_COMPACT)
               : NULL;
}

/* What a notice is worth only for a while. */
static long seconds_to_keep(const json_t *body, int64_t now)
{
    const int64_t due = json_integer_value(json_object_get(body, "due"));
    const int64_t left = (due - now) / 1000;
    return due == 0 || left > KEEP_SECONDS ? KEEP_SECONDS : left > 0 ? (long)left : 0;
}

/* Whether it should wake a phone that saves energy. */
static bool is_urgent(const json_t *body)
{
    static const char *const urgent[] = {"your-turn", "time-runs-out", "game-begins", "test"};
    const char *notice = json_string_value(json_object_get(body, "notice"));
    for (unsigned i = 0; notice && i < sizeof urgent / sizeof *urgent; i++)
        if (strcmp(urgent[i], notice) == 0)
            return true;
    return false;
}

static bool fill(const sv_core *core, parcel *p, const char *text, rec_error *error)
{
    json_t *body = json_loads(text, 0, NULL);
    p->now = core->now;
    p->keep_seconds = seconds_to_keep(body, core->now);
    p->urgent = is_urgent(body);
    p->vapid = sv_vapid_share(core->vapid);
    p->text = text_of(body, p->target.language);
    json_decref(body);
    return (p->text || sv_fail_memory(error)) &&
           sv_push_keys_read(p->target.key, p->target.secret, &p->keys, error);
}

static bool prepare(sv_core *core, sv_delivery *d, bool *wanted, rec_error *error)
{
    parcel *p = calloc(1, sizeof *p);
    if (!p)
        return sv_fail_memory(error);
    d->parcel = p;
    if (!sv_push_find(&core->store, d->sending.user, d->target, &p->target, wanted, error))
        return false;
    if (!*wanted)
        return true;
    d->sending.owner = (sv_owner){p->target.origin, d->sending.user};
    return fill(core, p, d->body, error);
}

static void release(sv_delivery *d)
{
    parcel *p = d->parcel;
    if (!p)
        return;
    sv_vapid_close(p->vapid);
    free(p->text);
    free(p);
}

/* -------------------------------------------------------------------------------------- sending */

static bool may_post(const sv_post *post)
{
    return sv_sending_may(post->data);
}

static bool post(sv_delivery *d, parcel *p)
{
    char authorization[SV_VAPID_HEADER_MAX], keep[32], topic[SV_CODE_MAX + 8];
    snprintf(keep, sizeof keep, "TTL: %ld", p->keep_seconds);
    snprintf(topic, sizeof topic, "Topic: %s", d->code);
    const char *const more[] = {"Content-Encoding: aes128gcm", keep, topic,
                                p->urgent ? "Urgency: high" : "Urgency: normal", NULL};
    p->post = (sv_post){.url = p->target.endpoint,
                        .body = (const char *)p->body.bytes,
                        .size = p->body.size,
                        .type = "application/octet-stream",
                        .header = authorization,
                        .more = more,
                        .private_too = d->sending.core->config->private_webhooks,
                        .timeout_ms = (int)timeout_ms(d->sending.core),
                        .pool = d->sending.core->pool[SV_NOTICES],
                        .may = may_post,
                        .data = &d->sending};
    return sv_vapid_header(p->vapid, p->target.endpoint, p->now, authorization) &&
           sv_post_send(&p->post);
}

static enum sv_outcome outcome_of(sv_delivery *d, parcel *p)
{
    const long status = p->post.status;
    if (status >= 200 && status < 300)
        return SV_OUTCOME_SENT;
    d->wait_ms = p->post.wait_ms;
    p->gone = status == HTTP_NOT_FOUND || status == HTTP_GONE;
    snprintf(d->why, sizeof d->why, "The push service answered with status %ld.", status);
    return status == HTTP_TIMEOUT || status == HTTP_TOO_MANY || status >= 500 ? SV_OUTCOME_FAILED
                                                                              : SV_OUTCOME_LOST;
}

static enum sv_outcome send(sv_delivery *d)
{
    parcel *p = d->parcel;
    if (!sv_push_encrypt(&p->keys, p->text, &p->body)) {
        snprintf(d->why, sizeof d->why, "The notice could not be encrypted.");
        return SV_OUTCOME_LOST;
    }
    if (post(d, p))
        return outcome_of(d, p);
    snprintf(d->why, sizeof d->why, "%s", p->post.why ? p->post.why : "There was no answer.");
    return p->post.refused ? SV_OUTCOME_LOST : SV_OUTCOME_FAILED;
}

/* A browser that its push service does not know any more gets nothing again. */
static bool note(sv_core *core, const sv_delivery *d, rec_error *error)
{
    const parcel *p = d->parcel;
    bool found;
    if (d->outcome == SV_OUTCOME_SENT)
        return sv_push_arrived(&core->store, d->target, core->now, error);
    if (p && p->gone)
        return sv_push_drop(&core->store, d->sending.user, d->target, &found, error);
    return sv_push_lose(&core->store, d->target, d->why, core->now, error);
}

/* -------------------------------------------------------------------------------------- targets */

typedef struct numbers {
    unsigned count;
    int64_t number[SV_PUSHES_MAX];
} numbers;

static void take_number(void *data, const sv_push_target *target)
{
    numbers *n = data;
    if (n->count < SV_PUSHES_MAX)
        n->number[n->count++] = target->id;
}

/* They are read first: for each of them something is written. */
static bool targets(sv_core *core, int64_t person, sv_target_each *each, void *data,
                    rec_error *error)
{
    numbers n = {.count = 0};
    if (!sv_pushes_of(&core->store, person, take_number, &n, error))
        return false;
    for (unsigned i = 0; i < n.count; i++)
        each(data, n.number[i]);
    return true;
}

const sv_channel sv_push_channel = {.number = SV_CHANNEL_PUSH,
                                    .timeout_ms = timeout_ms,
                                    .prepare = prepare,
                                    .send = send,
                                    .note = note,
                                    .release = release,
                                    .targets = targets};
