/* What the organiser of a tournament does. */
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "people/silence.h"
#include "requests.h"
#include "tournaments/round.h"
#include "tournaments/rules.h"
#include "tournaments/sign_up.h"
#include "tournaments/tournament_requests.h"
#include "tournaments/view.h"

static bool refuse_state(sv_call *call, const char *why)
{
    return sv_fail(&call->error, SV_ERROR_TOURNAMENT_STATE, "%s", why);
}

static bool missing(sv_call *call, const char *field)
{
    return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"%s\" is missing.", field);
}

/* The tournament of a call whose user organises it; NULL. */
static sv_tournament *own(sv_call *call)
{
    sv_tournament *t = sv_tournament_of_call(call);
    if (!t || t->organiser == call->client->user.id)
        return t;
    sv_fail(&call->error, SV_ERROR_NOT_THE_ORGANISER, "Only the organiser can do this.");
    sv_tournament_free(t);
    return NULL;
}

/* ------------------------------------------------------------------------------------ settings */

/* If people are too many for the new settings, the last ones become reserves. */
static bool has_room(sv_call *call, const sv_tournament *t, const json_t *rules)
{
    const int64_t max = json_integer_value(json_object_get(rules, "max_people"));
    const int64_t signed_up = (int64_t)t->people + t->reserves;
    return signed_up <= max + SV_TOURNAMENT_RESERVES_MAX ||
           sv_fail(
               &call->error, SV_ERROR_BAD_REQUEST,
               "\"max_people\": expected %d or more, because %d people have signed up and there "
               "are at most %d reserves.",
               (int)(signed_up - SV_TOURNAMENT_RESERVES_MAX), (int)signed_up,
               SV_TOURNAMENT_RESERVES_MAX);
}

static bool change(sv_call *call, sv_tournament *t)
{
    const char *name = sv_call_text(call, "name");
    /* Once its moment has come, the job is about to begin it: new settings would undo the start. */
    const bool begun = t->begins != 0 && t->begins <= call->core->now;
    if (begun || t->state != SV_TOURNAMENT_SIGN_UP)
        return refuse_state(call, "The tournament has begun: its settings cannot change.");
    if (!sv_name_is_valid(name, &call->error) ||
        (strcmp(name, t->name) != 0 && !sv_may_speak(call)))
        return false;
    json_t *rules = sv_tournament_rules(json_object_get(call->request, "settings"), call->core->now,
                                        &call->error);
    if (!rules || !has_room(call, t, rules))
        return json_decref(rules), false;
    json_decref(t->settings);
    t->settings = rules;
    sv_tournament_rename(t, name);
    sv_tournament_follow_rules(t, call->core->now);
    return sv_fill_up(call->core, t, &call->error);
}

json_t *sv_on_tournament_change(sv_call *call)
{
    sv_tournament *t = own(call);
    if (!t)
        return NULL;
    if (change(call, t))
        return sv_tournament_save_and_reply(call, t);
    sv_tournament_free(t);
    return NULL;
}

/* ------------------------------------------------------------------------------------- actions */

typedef bool action(sv_call *call, sv_tournament *t);

static bool is_in_break(const sv_tournament *t)
{
    return t->state == SV_TOURNAMENT_RUNNING && t->begins != 0 && t->ends == 0;
}

static bool start(sv_call *call, sv_tournament *t)
{
    const unsigned min = (unsigned)sv_tournament_rule(t, "min_people");
    if (t->state != SV_TOURNAMENT_SIGN_UP && !is_in_break(t))
        return refuse_state(call, "There is nothing to start: a round is played, the tournament "
                                  "is paused, or it is over.");
    if (t->state == SV_TOURNAMENT_SIGN_UP && t->people < min)
        return sv_fail(&call->error, SV_ERROR_TOURNAMENT_STATE,
                       "It takes at least %u people; %u have signed up.", min, t->people);
    t->begins = t->due = call->core->now;
    return true;
}

static bool pause_it(sv_call *call, sv_tournament *t)
{
    if (t->state != SV_TOURNAMENT_RUNNING)
        return refuse_state(call, "The tournament is not running.");
    t->state = SV_TOURNAMENT_PAUSED;
    t->paused = call->core->now;
    t->due = t->paused + SV_TOURNAMENT_WAIT_MS;
    return true;
}

static bool resume(sv_call *call, sv_tournament *t)
{
    if (t->state != SV_TOURNAMENT_PAUSED)
        return refuse_state(call, "The tournament is not paused.");
    sv_tournament_resume(t, call->core->now);
    return true;
}

static bool cancel(sv_call *call, sv_tournament *t)
{
    if (t->state >= SV_TOURNAMENT_ENDED)
        return refuse_state(call, "The tournament is over.");
    return sv_tournament_cancel(call->core, t, SV_TOURNAMENT_BY_ORGANISER, &call->error);
}

static bool remove_person(sv_call *call, sv_tournament *t)
{
    const int64_t person = sv_call_number(call, "user");
    return person ? sv_withdraw(call, t, person, SV_ENTRANT_REMOVED) : missing(call, "user");
}

static bool replace(sv_call *call, sv_tournament *t)
{
    const int64_t person = sv_call_number(call, "user");
    return person ? sv_replace(call, t, person, sv_call_number(call, "by")) : missing(call, "user");
}

typedef struct seeking {
    const char *code;
    sv_fixture found;
    bool any;
} seeking;

static void seek(void *data, const sv_fixture_row *row)
{
    seeking *s = data;
    if (row->state == SV_FIXTURE_RUNNING && strcmp(row->code, s->code) == 0)
        s->any = sv_fixture_read(&s->found, row);
}

/* The job notes its result. */
static bool end_table(sv_call *call, sv_tournament *t)
{
    seeking s = {.code = sv_call_text(call, "table")};
    if (!s.code)
        return missing(call, "table");
    if (t->round > 0 && !sv_fixtures(&call->core->store, t->id, t->round, SV_FIXTURE_RUNNING, seek,
                                     &s, &call->error))
        return false;
    if (!s.any || t->state >= SV_TOURNAMENT_ENDED)
        return sv_fail(&call->error, SV_ERROR_NOT_RUNNING,
                       "No table of this round with this code is being played.");
    return sv_fixture_stop(call->core, &s.found, &call->error) || sv_wait_for_claim(call);
}

static bool end_round(sv_call *call, sv_tournament *t)
{
    if (t->state != SV_TOURNAMENT_RUNNING || t->ends == 0)
        return refuse_state(call, "No round is being played, or the tournament is paused.");
    t->ends = t->due = call->core->now;
    return true;
}

static action *action_asked(const sv_call *call)
{
    static const struct {
        const char *word;
        action *action;
    } actions[] = {{"start", start},         {"pause", pause_it},       {"resume", resume},
                   {"cancel", cancel},       {"remove", remove_person}, {"replace", replace},
                   {"end-table", end_table}, {"end-round", end_round}};
    const char *word = sv_call_text(call, "action");
    unsigned i = 0;
    while (strcmp(actions[i].word, word) != 0)
        i++;
    return actions[i].action;
}

json_t *sv_on_tournament_manage(sv_call *call)
{
    sv_tournament *t = own(call);
    if (!t)
        return NULL;
    if (action_asked(call)(call, t))
        return sv_tournament_save_and_reply(call, t);
    sv_tournament_free(t);
    return NULL;
}
