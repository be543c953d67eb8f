/* Requests about what users are told, and how. */
#include "notices/notices_request.h"

#include <stdio.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "notice.h"
#include "notices/delivery.h"
#include "notices/mail.h"
#include "notices/mail_items.h"
#include "notices/permit.h"
#include "notices/store_deliveries.h"
#include "webhook.h"
#include "zone.h"

static json_t *text_or_null(const char *text)
{
    return text[0] ? json_string(text) : json_null();
}

/* -------------------------------------------------------------------------------------- states */

static json_t *digest_json(const sv_mail *mail)
{
    return mail->digest == SV_NO_DIGEST
               ? json_null()
               : json_pack("{s:i, s:s}", "hour", mail->digest, "zone", mail->zone);
}

json_t *sv_mail_state_json(sv_core *core, int64_t person, rec_error *error)
{
    sv_mail m;
    if (!sv_mail_get(&core->store, person, &m, error))
        return NULL;
    return json_pack("{s:b, s:o, s:o, s:b, s:b, s:I, s:o, s:o, s:o, s:s}", "on",
                     core->channel[SV_CHANNEL_MAIL] != NULL, "address", text_or_null(m.address),
                     "pending", text_or_null(m.pending), "stopped", m.stopped > 0, "refused",
                     m.refused >= SV_REFUSALS_MAX, "lost", (json_int_t)m.lost, "problem",
                     text_or_null(m.problem), "problem_at",
                     m.problem[0] ? json_integer(m.problem_at) : json_null(), "digest",
                     digest_json(&m), "language", m.language);
}

static json_t *choice_json(unsigned kind, unsigned pace, unsigned channels)
{
    json_t *choice =
        json_pack("{s:s, s:s}", "kind", sv_notice_words[kind], "pace", sv_pace_words[pace]);
    for (unsigned i = 0; i < SV_CHANNELS; i++)
        json_object_set_new(choice, sv_channel_words[i], json_boolean(channels >> i & 1));
    return choice;
}

static json_t *choices_json(sv_call *call)
{
    sv_choices all;
    if (!sv_choices_read(&call->core->store, call->client->user.id, &all, &call->error))
        return NULL;
    json_t *list = json_array();
    for (unsigned kind = 0; kind < SV_NOTICE_KINDS; kind++)
        for (unsigned pace = 0; pace < SV_PACES; pace++)
            json_array_append_new(list, choice_json(kind, pace, all.channels[kind][pace]));
    return list;
}

static json_t *webhook_json(sv_call *call)
{
    sv_webhook hook;
    if (call->client->user.kind == SV_GUEST)
        return json_null();
    return sv_webhook_get(&call->core->store, call->client->user.id, &hook, &call->error)
               ? sv_webhook_json(call, &hook)
               : NULL;
}

static json_t *push_json(sv_call *call)
{
    sv_reach reach;
    return sv_reach_read(&call->core->store, call->client->user.id, SV_NOTICE_YOUR_TURN,
                         SV_PACE_LIVE, &reach, &call->error)
               ? json_pack("{s:b, s:i}", "on", call->core->channel[SV_CHANNEL_PUSH] != NULL,
                           "browsers", (int)reach.browsers)
               : NULL;
}

/* Replies with values, each of which may be NULL after an error; takes them over. */
static json_t *reply_with(json_t *reply, const char *key, json_t *value)
{
    if (reply && value) {
        json_object_set_new(reply, key, value);
        return reply;
    }
    json_decref(reply);
    json_decref(value);
    return NULL;
}

static json_t *own_mail(sv_call *call)
{
    return sv_mail_state_json(call->core, call->client->user.id, &call->error);
}

json_t *sv_on_notices(sv_call *call)
{
    json_t *reply = reply_with(json_object(), "choices", choices_json(call));
    reply = reply ? reply_with(reply, "webhook", webhook_json(call)) : NULL;
    reply = reply ? reply_with(reply, "mail", own_mail(call)) : NULL;
    return reply ? reply_with(reply, "push", push_json(call)) : NULL;
}

bool sv_notices_export(sv_call *call, json_t *data)
{
    json_t *notices = sv_on_notices(call);
    return notices && json_object_set_new(data, "notices", notices) == 0;
}

/* ------------------------------------------------------------------------------------- changes */

static unsigned number_of(const char *word, const char *const *words, unsigned count)
{
    unsigned number = 0;
    while (number < count - 1 && strcmp(words[number], word) != 0)
        number++;
    return number;
}

/* The fields have been checked. */
static bool set_choice(sv_call *call, const json_t *choice)
{
    const char *kind = json_string_value(json_object_get(choice, "kind"));
    const char *pace = json_string_value(json_object_get(choice, "pace"));
    unsigned channels = 0;
    for (unsigned i = 0; i < SV_CHANNELS; i++)
        if (json_is_true(json_object_get(choice, sv_channel_words[i])))
            channels |= 1u << i;
    return sv_choice_set(&call->core->store, call->client->user.id,
                         (enum sv_notice_kind)number_of(kind, sv_notice_words, SV_NOTICE_KINDS),
                         (enum sv_pace)number_of(pace, sv_pace_words, SV_PACES), channels,
                         &call->error);
}

static bool set_choices(sv_call *call)
{
    size_t i;
    const json_t *choice;
    json_array_foreach(json_object_get(call->request, "choices"), i, choice)
    {
        if (!set_choice(call, choice))
            return false;
    }
    return true;
}

static void read_digest(const json_t *digest, sv_mail *mail)
{
    mail->digest = (int)json_integer_value(json_object_get(digest, "hour"));
    snprintf(mail->zone, sizeof mail->zone, "%s",
             json_string_value(json_object_get(digest, "zone")));
}

/* Only who has given an address has a language, a digest, or mails to stop. */
static bool set_ways(sv_call *call, sv_mail *mail)
{
    const json_t *digest = json_object_get(call->request, "digest");
    const char *language = sv_call_text(call, "language");
    const bool no_digest = json_is_true(json_object_get(call->request, "no_digest"));
    const int64_t user = call->client->user.id;
    if (no_digest)
        mail->digest = SV_NO_DIGEST;
    if (digest)
        read_digest(digest, mail);
    if (language)
        snprintf(mail->language, sizeof mail->language, "%s", language);
    if (!digest && !no_digest && !language)
        return true;
    return sv_mail_set_ways(&call->core->store, user, mail, &call->error) &&
           (!(digest || no_digest) ||
            sv_mails_expedite(&call->core->store, user, sv_digest_code,
                              digest ? sv_next_hour(mail->digest, mail->zone, call->core->now)
                                     : call->core->now,
                              &call->error));
}

static bool set_stopped(sv_call *call, const sv_mail *mail)
{
    const json_t *stopped = json_object_get(call->request, "stopped");
    if (!stopped || json_is_true(stopped) == (mail->stopped > 0))
        return true;
    return sv_mail_stop(&call->core->store, call->client->user.id,
                        json_is_true(stopped) ? call->core->now : 0, &call->error);
}

json_t *sv_on_notices_set(sv_call *call)
{
    const json_t *digest = json_object_get(call->request, "digest");
    const char *zone = json_string_value(json_object_get(digest, "zone"));
    sv_mail mail;
    if ((zone && !sv_zone_check(zone, &call->error)) ||
        !sv_mail_get(&call->core->store, call->client->user.id, &mail, &call->error))
        return NULL;
    const bool ok =
        set_choices(call) && (!mail.found || (set_ways(call, &mail) && set_stopped(call, &mail)));
    if (!ok) {
        sv_store_abort(&call->core->store, &call->error); /* some may be set already */
        return NULL;
    }
    json_t *reply = reply_with(json_object(), "choices", choices_json(call));
    return reply ? reply_with(reply, "mail", own_mail(call)) : NULL;
}

/* --------------------------------------------------------------------------------------- tests */

static const char test_code[] = "test", test_body[] = "{\"notice\":\"test\"}";

static bool nothing_there(sv_call *call)
{
    return sv_fail(&call->error, SV_ERROR_NO_RECEIVER,
                   "There is nothing to send a test to: set it up first.");
}

static bool test_webhook(sv_call *call)
{
    sv_webhook hook;
    const int64_t user = call->client->user.id;
    if (!sv_webhook_get(&call->core->store, user, &hook, &call->error) ||
        (!hook.url[0] && !nothing_there(call)))
        return false;
    sv_notice_send(call->core, NULL, user, &hook, test_body);
    return true;
}

static bool test_mail(sv_call *call)
{
    sv_mail mail;
    const int64_t user = call->client->user.id;
    if (!sv_mail_is_on(call->core, &call->error) ||
        !sv_mail_get(&call->core->store, user, &mail, &call->error))
        return false;
    if (mail.verified == 0 || mail.stopped > 0 || mail.refused >= SV_REFUSALS_MAX)
        return nothing_there(call);
    return sv_mail_write(call->core, user, SV_MAIL_ABOUT_TEST, &call->error);
}

typedef struct browsers {
    sv_call *call;
    unsigned count;
    bool ok;
} browsers;

static void test_browser(void *data, int64_t target)
{
    browsers *b = data;
    const sv_delivery_order order = {.channel = SV_CHANNEL_PUSH,
                                     .person = b->call->client->user.id,
                                     .target = target,
                                     .code = test_code,
                                     .body = test_body};
    b->ok = b->ok && sv_delivery_write(b->call->core, &order, &b->call->error);
    b->count++;
}

static bool test_push(sv_call *call)
{
    const sv_channel *push = call->core->channel[SV_CHANNEL_PUSH];
    browsers b = {call, 0, true};
    if (!push)
        return sv_fail(&call->error, SV_ERROR_PUSH_OFF, "This server sends no Web Push.");
    return push->targets(call->core, call->client->user.id, test_browser, &b, &call->error) &&
           b.ok && (b.count > 0 || nothing_there(call));
}

json_t *sv_on_notices_test(sv_call *call)
{
    static bool (*const tests[SV_CHANNELS])(sv_call *) = {test_webhook, test_mail, test_push};
    const char *word = sv_call_text(call, "channel");
    const unsigned channel = number_of(word, sv_channel_words, SV_CHANNELS);
    if (!sv_notice_permit(call->core, word, test_code, call->client->user.id))
        return sv_fail(&call->error, SV_ERROR_TOO_MANY, "One test a minute. Wait a moment."), NULL;
    if (tests[channel](call))
        return json_object();
    sv_notice_permit_return(call->core, word, test_code, call->client->user.id);
    return NULL;
}
