/* The decisions of moderators. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chat.h"
#include "core.h"
#include "errors.h"
#include "name.h"
#include "people/moderate.h"
#include "people/notes.h"
#include "people/store_moderated.h"
#include "people/store_reports.h"
#include "requests.h"
#include "reseat.h"
#include "sessions.h"
#include "skeleton.h"

#define DAY_MS INT64_C(86400000)

/* A decision that is being made. */
typedef struct decision {
    int64_t report, line, until;
    int64_t other;          /* the second person of a pair; 0 */
    bool found, open, chat; /* chat: the report is about a chat line */
    char code[SV_CODE_MAX], words[SV_REPORT_WORDS_MAX];
    const char *action, *new_name; /* new_name: or NULL */
    sv_user person;                /* id 0: gone */
    sv_table *table;               /* of the chat line */
} decision;

static bool acts(const decision *d, const char *action)
{
    return strcmp(d->action, action) == 0;
}

/* ------------------------------------------------------------------------------------- reading */

static void take_report(void *data, const sv_report *report)
{
    decision *d = data;
    d->found = true;
    d->open = report->open;
    d->chat = strcmp(report->kind, "chat") == 0;
    d->line = report->line;
    d->person.id = report->person;
    d->other = report->other;
    snprintf(d->code, sizeof d->code, "%s", report->code ? report->code : "");
}

static bool read_person(sv_call *call, decision *d)
{
    bool found = false;
    if (d->person.id &&
        !sv_user_by_id(&call->core->store, d->person.id, &d->person, NULL, &found, &call->error))
        return false;
    if (!found)
        d->person = (sv_user){.id = 0};
    return true;
}

static bool find(sv_call *call, decision *d)
{
    if (!sv_report_find(&call->core->store, d->report, take_report, d, &call->error))
        return false;
    if (!d->found)
        return sv_fail(&call->error, SV_ERROR_NO_SUCH_REPORT, "There is no such report.");
    return read_person(call, d);
}

static bool read_words(sv_call *call, decision *d)
{
    const char *text = sv_call_text(call, "text");
    return !text || sv_without_direction_marks(text, d->words, sizeof d->words) ||
           sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                   "\"text\": contains only characters that cannot be seen.");
}

/* ------------------------------------------------------------------------------------ checking */

/* An action needs some fields of the request, and refuses others. */
static bool is_whole(sv_call *call, const decision *d)
{
    const bool days = json_object_get(call->request, "days") != NULL;
    if (days != acts(d, "silence"))
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "\"days\": expected for \"silence\", and only there.");
    if ((d->new_name != NULL) != acts(d, "rename"))
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "\"name\": expected for \"rename\", and only there.");
    if (acts(d, "warn") && !d->words[0])
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"text\" is missing.");
    return !acts(d, "remove-line") || d->chat ||
           sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "The report is not about a chat line.");
}

/* Moderators decide nothing that concerns themselves; of what concerns another moderator, they may
 * dismiss a report and remove a chat line. */
static bool may_decide(sv_call *call, const decision *d)
{
    const int64_t user = call->client->user.id;
    const bool about_person = !acts(d, "dismiss") && !acts(d, "remove-line");
    if (!d->open && !json_is_true(json_object_get(call->request, "again")))
        return sv_fail(&call->error, SV_ERROR_DECIDED, "This report has been decided.");
    if (d->person.id == user || d->other == user || (d->person.moderator && about_person))
        return sv_fail(&call->error, SV_ERROR_NOT_A_MODERATOR,
                       "The operator decides about moderators.");
    return d->person.id != 0 || !about_person ||
           sv_fail(&call->error, SV_ERROR_NO_SUCH_USER, "This player does not exist any more.");
}

/* What the action changes, and no other server must change meanwhile. One may have changed the
 * person since they were read. */
static bool claim(sv_call *call, decision *d)
{
    sv_core *core = call->core;
    bool ok = d->person.id == 0 || sv_user_claim(&core->store, d->person.id, &call->error);
    if (ok && acts(d, "rename"))
        ok = sv_names_lock(&core->store, &call->error) &&
             sv_claim_tables_of(core, d->person.id, false, &call->error);
    if (ok && acts(d, "remove-line")) {
        d->table = sv_table_claim(core, d->code, &call->error);
        ok = d->table || sv_table_is_lost(&call->error);
    }
    return ok ? read_person(call, d) : sv_wait_for_claim(call);
}

/* -------------------------------------------------------------------------------------- acting */

static bool rename_person(sv_call *call, decision *d)
{
    sv_core *core = call->core;
    sv_user user = d->person;
    char folded[SV_NAME_MAX];
    snprintf(user.name, sizeof user.name, "%s", d->new_name);
    sv_fold_name(user.name, folded);
    return sv_user_name_anew(&core->store, &user, user.kind == SV_GUEST ? NULL : folded,
                             &call->error) &&
           sv_show_name(core, &user, &call->error);
}

static bool silence(sv_call *call, decision *d)
{
    const int64_t days = sv_call_number(call, "days");
    d->until = days ? call->core->now + days * DAY_MS : 0;
    return sv_user_silence(&call->core->store, d->person.id, d->until, d->words, &call->error);
}

static bool act(sv_call *call, decision *d)
{
    sv_store *store = &call->core->store;
    if (acts(d, "silence"))
        return silence(call, d);
    if (acts(d, "rename"))
        return rename_person(call, d);
    if (acts(d, "remove-line"))
        return !d->table || sv_chat_remove(call->core, d->table, d->line, &call->error);
    if (acts(d, "block") || acts(d, "unblock"))
        return sv_user_block(store, d->person.id, acts(d, "block"), &call->error);
    return true;
}

static bool note(sv_call *call, const decision *d)
{
    const sv_user *moderator = &call->client->user;
    const sv_moderation m = {.at = call->core->now,
                             .moderator = moderator->id,
                             .name = moderator->name,
                             .action = d->action,
                             .person = d->person.id,
                             .person_name = d->person.name,
                             .report = d->report,
                             .words = d->words,
                             .until = d->until,
                             .new_name = d->new_name};
    return sv_moderation_add(&call->core->store, &m, &call->error);
}

/* The person is told of what is not lifted or dismissed. */
static bool tell(sv_call *call, const decision *d)
{
    if (d->person.id == 0)
        return true;
    if (sv_is_noted(d->action, d->until) &&
        !sv_user_to_tell(&call->core->store, d->person.id, &call->error))
        return false;
    if (sv_is_noted(d->action, d->until))
        sv_push_to_user(call->core, d->person.id, json_pack("{s:s}", "push", "note"));
    return sv_user_changed(call->core, d->person.id, &call->error);
}

/* A new name that cannot be had changes nothing: it is looked at before anything is written. */
static bool good_name(sv_call *call, const decision *d)
{
    return !d->new_name || (sv_name_is_valid(d->new_name, &call->error) &&
                            sv_name_is_free(&call->core->store, d->new_name, &call->error));
}

static bool decide(sv_call *call, decision *d)
{
    bool closed;
    if (!sv_report_close(&call->core->store, d->report, &closed, &call->error))
        return false;
    /* Another moderator was quicker, at another server. */
    if (!closed && d->open)
        return sv_fail(&call->error, SV_ERROR_DECIDED, "This report has been decided.");
    if (act(call, d) && note(call, d) && tell(call, d))
        return true;
    sv_store_abort(&call->core->store, &call->error);
    return false;
}

json_t *sv_on_decide(sv_call *call)
{
    decision d = {.report = sv_call_number(call, "report"),
                  .action = sv_call_text(call, "action"),
                  .new_name = sv_call_text(call, "name")};
    if (!find(call, &d) || !read_words(call, &d) || !is_whole(call, &d) || !claim(call, &d) ||
        !may_decide(call, &d) || !good_name(call, &d) || !decide(call, &d))
        return NULL;
    return json_object();
}
