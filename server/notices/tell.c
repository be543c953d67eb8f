#include "notices/tell.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "notice.h"
#include "notices/delivery.h"
#include "notices/mail_items.h"
#include "notices/permit.h"
#include "presence.h"

/* As text, to be freed; NULL without memory. */
static char *body_of(const sv_telling *t)
{
    const bool tournament = t->kind == SV_NOTICE_TOURNAMENT_ROUND;
    json_t *body = json_pack("{s:s, s:s, s:s}", "notice", sv_notice_words[t->kind],
                             tournament ? "tournament" : "table", t->code, "title", t->title);
    if (t->seat)
        json_object_set_new(body, "seat", json_integer(t->seat));
    if (t->from)
        json_object_set_new(body, "from", json_string(t->from));
    if (t->due)
        json_object_set_new(body, "due", json_integer(t->due));
    if (tournament)
        json_object_set_new(body, "round", json_integer(t->round));
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    return text;
}

/* A game begins once, and must not keep its players from hearing that it is their turn. */
static bool needs_permit(const sv_telling *t)
{
    return t->kind != SV_NOTICE_GAME_BEGINS;
}

static bool by_webhook(sv_core *core, const sv_telling *t, const char *body, rec_error *error)
{
    sv_webhook hook;
    if (!sv_webhook_get(&core->store, t->person, &hook, error))
        return false;
    if (hook.url[0])
        sv_notice_send(core, needs_permit(t) ? t->code : NULL, t->person, &hook, body);
    return true;
}

typedef struct browsers {
    sv_core *core;
    sv_delivery_order order;
    bool ok;
    rec_error *error;
} browsers;

static void take_browser(void *data, int64_t browser)
{
    browsers *b = data;
    b->order.target = browser;
    b->ok = b->ok && sv_delivery_write(b->core, &b->order, b->error);
    b->order.permitted = false; /* it is returned once */
}

static bool by_push(sv_core *core, const sv_telling *t, const char *body, rec_error *error)
{
    browsers b = {.core = core,
                  .order = {.channel = SV_CHANNEL_PUSH,
                            .person = t->person,
                            .code = t->code,
                            .body = body,
                            .permitted = needs_permit(t)},
                  .ok = true,
                  .error = error};
    if (b.order.permitted &&
        !sv_notice_permit(core, sv_channel_words[SV_CHANNEL_PUSH], t->code, t->person))
        return true;
    return core->channel[SV_CHANNEL_PUSH]->targets(core, t->person, take_browser, &b, error) &&
           b.ok;
}

static bool tell(sv_core *core, const sv_telling *t, const char *body, rec_error *error)
{
    sv_reach r;
    if (!sv_reach_read(&core->store, t->person, t->kind, t->pace, &r, error))
        return false;
    const bool webhook = r.webhook && r.channels & 1u << SV_CHANNEL_WEBHOOK;
    const bool mail =
        r.mail && core->channel[SV_CHANNEL_MAIL] && r.channels & 1u << SV_CHANNEL_MAIL;
    const bool push =
        r.browsers && core->channel[SV_CHANNEL_PUSH] && r.channels & 1u << SV_CHANNEL_PUSH;
    return (!webhook || by_webhook(core, t, body, error)) &&
           (!push || by_push(core, t, body, error)) &&
           (!mail || sv_mail_tell(core, t, &r, body, error));
}

void sv_tell(sv_core *core, const sv_telling *t)
{
    rec_error error;
    if (!core->config || t->person == 0)
        return;
    char *body = body_of(t);
    if (!body)
        sv_fail_memory(&error);
    if (!body || !tell(core, t, body, &error))
        sv_log("error", "a user could not be told something", "notice", sv_notice_words[t->kind],
               "code", error.code, "text", error.text, NULL);
    free(body);
}

enum sv_pace sv_pace_of_table(const sv_table *table)
{
    return table->clock.kind == SV_CLOCK_DAYS ? SV_PACE_DAYS : SV_PACE_LIVE;
}

static enum sv_notice_kind kind_of(const char *what)
{
    unsigned kind = 0;
    while (kind < SV_NOTICE_KINDS && strcmp(sv_notice_words[kind], what) != 0)
        kind++;
    return (enum sv_notice_kind)kind;
}

/* A page may be open and nobody before it, so who runs out of time is told all the same. */
void sv_tell_seat(sv_core *core, const sv_table *table, unsigned seat, const char *what)
{
    const enum sv_notice_kind kind = kind_of(what);
    const bool watches = sv_is_here(table, seat) && kind != SV_NOTICE_TIME_RUNS_OUT;
    if (kind == SV_NOTICE_KINDS || watches)
        return;
    sv_tell(core, &(sv_telling){.kind = kind,
                                .pace = sv_pace_of_table(table),
                                .person = table->seat[seat].user,
                                .code = table->code,
                                .title = table->title,
                                .seat = seat + 1,
                                .due = kind == SV_NOTICE_TIME_RUNS_OUT ? sv_clock_due(table) : 0});
}
