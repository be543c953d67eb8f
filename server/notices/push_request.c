/* Requests about browsers with Web Push. */
#include <stdio.h>
#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "net/post.h"
#include "net/vapid.h"
#include "notices/delivery.h"
#include "notices/look_up.h"
#include "notices/permit.h"
#include "notices/push.h"
#include "notices/pushes.h"

#define TEST "test"

static json_t *number_or_null(int64_t number)
{
    return number ? json_integer(number) : json_null();
}

static void list_push(void *data, const sv_push_target *p)
{
    json_array_append_new(
        data, json_pack("{s:I, s:s, s:s, s:s, s:I, s:o, s:I, s:o, s:o}", "id", (json_int_t)p->id,
                        "browser", sv_browser_words[p->agent.browser], "platform",
                        sv_platform_words[p->agent.platform], "language", p->language, "created",
                        (json_int_t)p->created, "sent", number_or_null(p->sent), "lost",
                        (json_int_t)p->lost, "problem",
                        p->problem[0] ? json_string(p->problem) : json_null(), "problem_at",
                        number_or_null(p->problem_at)));
}

json_t *sv_pushes_json(sv_call *call)
{
    json_t *list = json_array();
    if (sv_pushes_of(&call->core->store, call->client->user.id, list_push, list, &call->error))
        return list;
    json_decref(list);
    return NULL;
}

json_t *sv_on_push_list(sv_call *call)
{
    const sv_vapid *vapid = call->core->vapid;
    json_t *list = sv_pushes_json(call);
    return list ? json_pack("{s:o, s:o}", "key",
                            vapid ? json_string(sv_vapid_public(vapid)) : json_null(), "pushes",
                            list)
                : NULL;
}

/* ------------------------------------------------------------------------------------ adding one
 */

static json_t *add_push(sv_core *core, const sv_client *client, const void *data, rec_error *error)
{
    int64_t id;
    return sv_push_add(&core->store, data, client->session, &id, error)
               ? json_pack("{s:I}", "id", (json_int_t)id)
               : NULL;
}

static bool is_on(sv_call *call)
{
    return call->core->vapid ||
           sv_fail(&call->error, SV_ERROR_PUSH_OFF,
                   "This server sends no notices to browsers: it has no key for Web Push.");
}

static bool has_good_fields(sv_call *call)
{
    sv_push_keys keys;
    return is_on(call) &&
           sv_post_https_fits("endpoint", sv_call_text(call, "endpoint"), &call->error) &&
           sv_push_keys_read(sv_call_text(call, "p256dh"), sv_call_text(call, "auth"), &keys,
                             &call->error);
}

static sv_push_target *push_of_request(sv_call *call)
{
    const char *language = sv_call_text(call, "language");
    sv_push_target *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->id = sv_id_make();
    p->person = call->client->user.id;
    p->created = call->core->now;
    p->agent = call->client->agent;
    p->origin = sv_limit_address_key(&call->core->limits, call->client->address);
    snprintf(p->endpoint, sizeof p->endpoint, "%s", sv_call_text(call, "endpoint"));
    snprintf(p->key, sizeof p->key, "%s", sv_call_text(call, "p256dh"));
    snprintf(p->secret, sizeof p->secret, "%s", sv_call_text(call, "auth"));
    snprintf(p->language, sizeof p->language, "%s", language ? language : "en");
    return p;
}

json_t *sv_on_push_add(sv_call *call)
{
    if (!has_good_fields(call))
        return NULL;
    sv_push_target *p = push_of_request(call);
    if (!p)
        return sv_fail_memory(&call->error), NULL;
    const sv_look_up look_up = {"endpoint", p->endpoint, p->origin, add_push, p};
    return sv_look_up_first(call, &look_up);
}

/* ------------------------------------------------------------------------------- what is there */

static bool is_found(sv_call *call, bool found)
{
    return found || sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "You have no such browser.");
}

json_t *sv_on_push_drop(sv_call *call)
{
    bool found;
    return sv_push_drop(&call->core->store, call->client->user.id, sv_call_number(call, "push"),
                        &found, &call->error) &&
                   is_found(call, found)
               ? json_object()
               : NULL;
}

json_t *sv_on_push_test(sv_call *call)
{
    sv_core *core = call->core;
    sv_push_target target;
    bool found;
    const sv_delivery_order order = {.channel = SV_CHANNEL_PUSH,
                                     .person = call->client->user.id,
                                     .target = sv_call_number(call, "push"),
                                     .code = TEST,
                                     .body = "{\"notice\":\"" TEST "\"}",
                                     .permitted = true};
    if (!is_on(call) ||
        !sv_push_find(&core->store, order.person, order.target, &target, &found, &call->error) ||
        !is_found(call, found))
        return NULL;
    if (!sv_notice_permit(core, sv_channel_words[SV_CHANNEL_PUSH], TEST, order.person))
        return sv_fail(&call->error, SV_ERROR_TOO_MANY, "One test in a minute. Wait a moment."),
               NULL;
    return sv_delivery_write(core, &order, &call->error) ? json_object() : NULL;
}
