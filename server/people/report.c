#include "people/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "people/block.h"
#include "people/store_reports.h"
#include "requests.h"
#include "skeleton.h"
#include "spectators.h"
#include "table.h"

#define DAY_MS INT64_C(86400000)

enum {
    AROUND = 4,        /* chat lines before a reported one, and after it */
    PER_DAY = 30,      /* reports of an account */
    GUEST_PER_DAY = 5, /* of a guest */
    ADDRESS_PER_DAY = 60,
    DAY_SECONDS = 86400,
    ABOUT_MAX = 50 /* open reports about one person */
};

/* ------------------------------------------------------------------------------------- storing */

/* Adds what a reporter says to the open report about a subject, which is made if there is none.
 * Another server may make it at the same moment. */
static bool save(sv_store *store, sv_report *report, int64_t reporter, const char *words,
                 rec_error *error)
{
    bool added;
    int64_t id;
    if (!sv_report_of(store, report->subject, &id, error))
        return false;
    if (id == 0) {
        report->id = sv_id_make();
        if (!sv_report_add(store, report, &added, error) ||
            !sv_report_of(store, report->subject, &id, error))
            return false;
    }
    return id == 0 ? sv_fail_busy(error)
                   : sv_report_join(store, id, reporter, words, report->at, error);
}

bool sv_flag(sv_core *core, const char *kind, int64_t person, int64_t other, const char *code,
             const char *words, rec_error *error)
{
    char subject[SV_SUBJECT_MAX];
    sv_report report = {.at = core->now,
                        .kind = kind,
                        .subject = subject,
                        .person = person,
                        .other = other,
                        .code = code,
                        .context = "{}"};
    snprintf(subject, sizeof subject, "%.*s:%lld:%lld", SV_KIND_MAX - 1, kind, (long long)person,
             (long long)other);
    return save(&core->store, &report, 0, words, error);
}

/* -------------------------------------------------------------------------------------- limits */

static bool within_limits(sv_call *call)
{
    sv_core *core = call->core;
    const sv_user *user = &call->client->user;
    const sv_rate rate = {ADDRESS_PER_DAY, ADDRESS_PER_DAY * DAY_SECONDS};
    unsigned count = 0;
    if (!sv_reports_by(&core->store, user->id, core->now - DAY_MS, &count, &call->error))
        return false;
    if (count >= (user->kind == SV_GUEST ? GUEST_PER_DAY : PER_DAY))
        return sv_fail(&call->error, SV_ERROR_TOO_MANY,
                       "You have reported as much as one user may in a day.");
    return sv_limit_take(&core->limits, &rate, SV_LIMITED_REPORTS, call->client->address, 0,
                         DAY_SECONDS, core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY,
                   "As much was reported from your address as may be in a day.");
}

static bool has_room(sv_call *call, const sv_report *report)
{
    unsigned count;
    int64_t id;
    return sv_report_of(&call->core->store, report->subject, &id, &call->error) &&
           (id != 0 ||
            (sv_reports_about(&call->core->store, report->person, &count, &call->error) &&
             (count < ABOUT_MAX ||
              sv_fail(&call->error, SV_ERROR_TOO_MANY,
                      "The moderators have many reports about this player already."))));
}

/* -------------------------------------------------------------------------------------- context
 */

/* Chat lines, and whether the reported one is among them. */
typedef struct lines {
    json_t *list;
    int64_t number, person;
    bool found;
} lines;

static void take_line(void *data, const sv_chat_line *line)
{
    lines *l = data;
    l->found = l->found || (line->number == l->number && line->person == l->person);
    json_array_append_new(l->list,
                          json_pack("{s:I, s:I, s:s, s:I, s:s}", "number", (json_int_t)line->number,
                                    "user", (json_int_t)line->person, "name", line->name, "at",
                                    (json_int_t)line->at, "text", line->words));
}

/* The chat around a line of this person; NULL and error if there is no such line. */
static json_t *chat_around(sv_call *call, const sv_table *table, int64_t number, int64_t person)
{
    lines l = {.list = json_array(), .number = number, .person = person};
    const sv_chat_part part = {.after = number > AROUND ? number - AROUND - 1 : 0,
                               .max = 2 * AROUND + 1};
    if (sv_chat_read(&call->core->store, table->id, &part, take_line, &l, &call->error) && l.found)
        return l.list;
    if (!call->error.code[0])
        sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"line\": this player has no such line.");
    json_decref(l.list);
    return NULL;
}

/* What moderators see beside the words of the reporters; NULL and error. */
static json_t *context_of(sv_call *call, const sv_table *table, const sv_user *about)
{
    const json_t *line = json_object_get(call->request, "line");
    json_t *context = json_pack("{s:s}", "name", about->name);
    if (table)
        json_object_set_new(context, "title", json_string(table->title));
    if (!line)
        return context;
    json_t *chat = chat_around(call, table, json_integer_value(line), about->id);
    if (chat)
        json_object_set_new(context, "lines", chat);
    return chat ? context : (json_decref(context), NULL);
}

/* ------------------------------------------------------------------------------------- request */

static bool is_seated(const sv_table *table, int64_t user)
{
    return table && sv_seat_of(table, user) != EK_NOBODY;
}

/* A guest, and a user who reports how somebody plays, must have been there. */
static bool may_report(sv_call *call, sv_table *table, const sv_user *about, const char *what)
{
    const sv_user *user = &call->client->user;
    const bool play = strcmp(what, "play") == 0;
    if (table && !sv_may_watch(call, table))
        return false;
    if ((user->kind == SV_GUEST || play) && !is_seated(table, user->id))
        return sv_fail(&call->error, SV_ERROR_NOT_SEATED,
                       play ? "You can report how somebody plays at a table where you sit."
                            : "As a guest you can report what happens at a table where you sit.");
    if ((play || (user->kind == SV_GUEST && strcmp(what, "name") == 0)) &&
        !is_seated(table, about->id))
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "\"user\": this player has no seat at the table.");
    return true;
}

/* A report names the fields that its kind needs. */
static bool is_whole(sv_call *call, const char *what)
{
    const bool chat = strcmp(what, "chat") == 0;
    const bool line = json_object_get(call->request, "line") != NULL;
    const bool table = json_object_get(call->request, "table") != NULL;
    if (chat != line)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "\"line\": expected for \"chat\", and only there.");
    return table || strcmp(what, "name") == 0 ||
           sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"table\" is missing.");
}

static void make_subject(char subject[SV_SUBJECT_MAX], const sv_report *report)
{
    snprintf(subject, SV_SUBJECT_MAX, "%s:%lld:%s:%lld", report->kind, (long long)report->person,
             report->code ? report->code : "", (long long)report->line);
}

static json_t *file(sv_call *call, const sv_table *table, const sv_user *about, const char *words)
{
    char subject[SV_SUBJECT_MAX];
    const char *what = sv_call_text(call, "what");
    json_t *context = context_of(call, table, about);
    char *text = context ? json_dumps(context, JSON_COMPACT) : NULL;
    json_decref(context);
    if (!context || (!text && !sv_fail_memory(&call->error)))
        return NULL;
    sv_report report = {.at = call->core->now,
                        .kind = what,
                        .subject = subject,
                        .person = about->id,
                        .line = sv_call_number(call, "line"),
                        .code = strcmp(what, "name") == 0 ? NULL : sv_call_text(call, "table"),
                        .context = text};
    make_subject(subject, &report);
    const bool ok = within_limits(call) && has_room(call, &report) &&
                    save(&call->core->store, &report, call->client->user.id, words, &call->error);
    free(text);
    return ok ? json_object() : NULL;
}

json_t *sv_on_report(sv_call *call)
{
    const char *what = sv_call_text(call, "what"), *code = sv_call_text(call, "table");
    char words[SV_REPORT_WORDS_MAX] = "";
    const char *text = sv_call_text(call, "text");
    sv_user about;
    sv_table *table = NULL;
    if (!is_whole(call, what) || !sv_claim_user(call) || !sv_other_of_call(call, &about))
        return NULL;
    if (text && !sv_without_direction_marks(text, words, sizeof words))
        words[0] = '\0';
    if (code && !(table = sv_table_get(call->core, code, &call->error)))
        return NULL;
    return may_report(call, table, &about, what) ? file(call, table, &about, words) : NULL;
}
