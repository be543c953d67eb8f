/* What moderators read: reports, and the log. */
#include "people/moderate.h"

#include "core.h"
#include "errors.h"
#include "people/moderation_json.h"
#include "people/store_reports.h"

enum { BEFORE_MAX = 20 }; /* earlier decisions about a person in one reply */

static sv_page page_of(const sv_call *call)
{
    const json_t *before = json_object_get(call->request, "before");
    const json_t *id = json_object_get(call->request, "before_id");
    return (sv_page){.before = before ? json_integer_value(before) : INT64_MAX,
                     .id = id ? json_integer_value(id) : 0,
                     .max = SV_REPORTS_PAGE};
}

static void take_report(void *data, const sv_report *report)
{
    json_array_append_new(data, sv_report_json(report));
}

static bool add_names(sv_store *store, json_t *reports, rec_error *error)
{
    return sv_json_add_names(store, reports, "user", "name", error) &&
           sv_json_add_names(store, reports, "other", "other_name", error);
}

json_t *sv_on_reports(sv_call *call)
{
    sv_store *store = &call->core->store;
    const bool open = !json_is_true(json_object_get(call->request, "decided"));
    json_t *list = json_array();
    if (sv_reports(store, open, page_of(call), take_report, list, &call->error) &&
        add_names(store, list, &call->error))
        return json_pack("{s:o}", "reports", list);
    json_decref(list);
    return NULL;
}

static void take_moderation(void *data, const sv_moderation *moderation, int64_t id)
{
    json_array_append_new(data, sv_moderation_json(moderation, id));
}

json_t *sv_on_moderation_log(sv_call *call)
{
    json_t *list = json_array();
    if (sv_moderations(&call->core->store, sv_call_number(call, "user"), page_of(call),
                       take_moderation, list, &call->error))
        return json_pack("{s:o}", "log", list);
    json_decref(list);
    return NULL;
}

/* ----------------------------------------------------------------------------------- one report
 */

/* A report with its context. */
typedef struct reading {
    json_t *list, *context;
    int64_t person;
} reading;

static void take_one(void *data, const sv_report *report)
{
    reading *r = data;
    json_array_append_new(r->list, sv_report_json(report));
    r->context = json_loads(report->context ? report->context : "{}", 0, NULL);
    r->person = report->person;
}

static void take_reporter(void *data, const sv_reporter *reporter)
{
    json_array_append_new(data,
                          json_pack("{s:o, s:I, s:s}", "user",
                                    reporter->person ? json_integer(reporter->person) : json_null(),
                                    "at", (json_int_t)reporter->at, "text", reporter->words));
}

/* The person as they are now; null: they are gone. */
static json_t *person_json(sv_call *call, int64_t person)
{
    static const char *const kinds[] = {"guest", "account", "bot"};
    sv_user user;
    bool found;
    unsigned open;
    if (!sv_user_by_id(&call->core->store, person, &user, NULL, &found, &call->error) ||
        !sv_reports_about(&call->core->store, person, &open, &call->error))
        return NULL;
    if (!found)
        return json_null();
    const int64_t until = user.silent_until > call->core->now ? user.silent_until : 0;
    return json_pack("{s:I, s:s, s:s, s:b, s:b, s:o, s:i}", "user", (json_int_t)user.id, "name",
                     user.name, "kind", kinds[user.kind], "blocked", user.blocked, "moderator",
                     user.moderator, "silent_until", until ? json_integer(until) : json_null(),
                     "reports", (int)open);
}

static bool read_more(sv_call *call, reading *r, json_t *reporters, json_t *before)
{
    sv_store *store = &call->core->store;
    const sv_page newest = {.before = INT64_MAX, .max = BEFORE_MAX};
    return add_names(store, r->list, &call->error) &&
           sv_reporters(store, sv_call_number(call, "report"), SV_REPORTERS_MAX, take_reporter,
                        reporters, &call->error) &&
           sv_json_add_names(store, reporters, "user", "name", &call->error) &&
           (r->person == 0 ||
            sv_moderations(store, r->person, newest, take_moderation, before, &call->error));
}

json_t *sv_on_report_read(sv_call *call)
{
    reading r = {.list = json_array()};
    json_t *reporters = json_array(), *before = json_array(), *person = NULL, *reply = NULL;
    const bool ok = sv_report_find(&call->core->store, sv_call_number(call, "report"), take_one, &r,
                                   &call->error);
    if (ok && json_array_size(r.list) == 0)
        sv_fail(&call->error, SV_ERROR_NO_SUCH_REPORT, "There is no such report.");
    else if (ok && read_more(call, &r, reporters, before))
        person = person_json(call, r.person);
    if (person)
        reply = json_pack("{s:O, s:O, s:O, s:O, s:O}", "report", json_array_get(r.list, 0),
                          "context", r.context ? r.context : json_null(), "reporters", reporters,
                          "person", person, "before", before);
    json_decref(r.list);
    json_decref(r.context);
    json_decref(reporters);
    json_decref(before);
    json_decref(person);
    return reply;
}
