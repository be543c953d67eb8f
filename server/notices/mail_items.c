#include "notices/mail_items.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "notices/delivery.h"
#include "notices/store_deliveries.h"
#include "zone.h"

const char sv_digest_code[] = "digest", sv_account_code[] = "account";

int64_t sv_next_hour(int hour, const char *zone, int64_t moment)
{
    const int64_t local = moment + sv_zone_offset(zone, moment);
    int64_t next = local - sv_time_of_day(local) + hour * 60 * SV_MINUTE_MS;
    if (next <= local)
        next += SV_DAY_MS;
    return sv_zone_moment(zone, next);
}

/* --------------------------------------------------------------------------------------- items */

static bool same_text(const json_t *a, const json_t *b, const char *key)
{
    const char *x = json_string_value(json_object_get(a, key));
    const char *y = json_string_value(json_object_get(b, key));
    return x == y || (x && y && strcmp(x, y) == 0);
}

static bool is_about_the_same(const json_t *a, const json_t *b)
{
    return same_text(a, b, "notice") && same_text(a, b, "table") && same_text(a, b, "tournament");
}

/* Takes item over. */
static void add_item(json_t *mail, json_t *item)
{
    json_t *items = json_object_get(mail, "items");
    for (size_t i = json_array_size(items); i-- > 0;)
        if (is_about_the_same(json_array_get(items, i), item))
            json_array_remove(items, i);
    if (json_array_size(items) < SV_MAIL_ITEMS_MAX)
        json_array_append_new(items, item);
    else {
        json_object_set_new(mail, "more",
                            json_integer(json_integer_value(json_object_get(mail, "more")) + 1));
        json_decref(item);
    }
}

/* The body of a mail with one item more, to be freed; NULL without memory. before NULL: a new
 * one. */
static char *body_with(const char *before, const char *item)
{
    json_t *mail = before ? json_loads(before, 0, NULL) : NULL;
    if (!json_is_array(json_object_get(mail, "items"))) {
        json_decref(mail);
        mail = json_pack("{s:[]}", "items");
    }
    add_item(mail, json_loads(item, 0, NULL));
    char *text = json_dumps(mail, JSON_COMPACT);
    json_decref(mail);
    return text;
}

/* -------------------------------------------------------------------------------------- mails */

static bool extend(sv_core *core, const sv_mail_before *before, const char *item, bool *done,
                   rec_error *error)
{
    char *body = body_with(before->body, item);
    const bool ok =
        body ? sv_mail_replace(&core->store, before->id, body, done, error) : sv_fail_memory(error);
    free(body);
    return ok;
}

static bool begin(sv_core *core, const sv_telling *t, const char *code, int64_t due,
                  const char *item, rec_error *error)
{
    char *body = body_with(NULL, item);
    const bool ok = body ? sv_delivery_write(core,
                                             &(sv_delivery_order){.channel = SV_CHANNEL_MAIL,
                                                                  .person = t->person,
                                                                  .code = code,
                                                                  .body = body,
                                                                  .due = due},
                                             error)
                         : sv_fail_memory(error);
    free(body);
    return ok;
}

/* A daily mail would come too late to say that time runs out. */
bool sv_mail_tell(sv_core *core, const sv_telling *t, const sv_reach *r, const char *item,
                  rec_error *error)
{
    const bool daily = r->digest != SV_NO_DIGEST && t->kind != SV_NOTICE_TIME_RUNS_OUT;
    const char *code = daily ? sv_digest_code : t->code;
    int64_t due = daily ? sv_next_hour(r->digest, r->zone, core->now) : core->now;
    sv_mail_before before;
    bool done = false;
    if (!sv_mail_find(&core->store, t->person, code, &before, error))
        return false;
    bool ok = !before.waits || extend(core, &before, item, &done, error);
    free(before.body);
    if (!ok || done)
        return ok;
    if (before.waits) /* another server has taken it at this moment */
        before.due = core->now + SV_MAIL_PAUSE_MS;
    if (before.found && due < before.due)
        due = before.due;
    return begin(core, t, code, due, item, error);
}
