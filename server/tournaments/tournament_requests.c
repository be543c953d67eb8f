/* Requests about tournaments: lists, one of them, signing up, standings. */
#include "tournaments/tournament_requests.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "people/silence.h"
#include "requests.h"
#include "tournaments/names.h"
#include "tournaments/round.h"
#include "tournaments/rules.h"
#include "tournaments/sign_up.h"
#include "tournaments/view.h"
#include "wire.h"

enum { PAGE = 50, STANDINGS_PAGE = 100 };

static bool changes(const sv_call *call)
{
    return strcmp(sv_requests[call->ticket.request].method, "POST") == 0;
}

sv_tournament *sv_tournament_of_call(sv_call *call)
{
    const char *code = sv_call_text(call, "tournament");
    if (!changes(call))
        return sv_tournament_get(call->core, code, &call->error);
    sv_tournament *t = sv_tournament_claim(call->core, code, &call->error);
    if (!t)
        sv_wait_for_claim(call);
    return t;
}

json_t *sv_tournament_save_and_reply(sv_call *call, sv_tournament *t)
{
    if (sv_tournament_save(call->core, t, &call->error))
        return sv_tournament_reply(call, t);
    sv_tournament_free(t);
    return NULL;
}

/* --------------------------------------------------------------------------------------- lists */

typedef struct listing {
    sv_tournament *found[PAGE + 1];
    unsigned count;
} listing;

/* A row that is damaged is not shown. */
static void take(void *data, const sv_tournament *row, const char *settings)
{
    listing *l = data;
    sv_tournament *t = sv_tournament_of_row(row, settings);
    if (t)
        l->found[l->count++] = t;
}

static bool read_list(sv_call *call, const char *which, int64_t before, listing *l)
{
    sv_store *store = &call->core->store;
    const unsigned max = PAGE + 1;
    if (strcmp(which, "mine") == 0)
        return sv_tournaments_of(store, call->client->user.id, before, max, take, l, &call->error);
    if (strcmp(which, "running") == 0)
        return sv_tournaments_listed(store, SV_TOURNAMENT_RUNNING, SV_TOURNAMENT_PAUSED, before,
                                     max, take, l, &call->error);
    if (strcmp(which, "ended") == 0)
        return sv_tournaments_listed(store, SV_TOURNAMENT_ENDED, SV_TOURNAMENT_CANCELLED, before,
                                     max, take, l, &call->error);
    return sv_tournaments_listed(store, SV_TOURNAMENT_SIGN_UP, SV_TOURNAMENT_SIGN_UP, before, max,
                                 take, l, &call->error);
}

static bool read_asked(sv_call *call, listing *l)
{
    const char *which = sv_call_text(call, "list"), *series = sv_call_text(call, "series");
    const json_t *asked = json_object_get(call->request, "before");
    const int64_t before = asked ? json_integer_value(asked) : INT64_MAX;
    if (series)
        return sv_tournaments_in_series(&call->core->store, series, before, PAGE + 1, take, l,
                                        &call->error);
    if (which && strcmp(which, "mine") == 0 && call->client->user.id == 0)
        return sv_fail(&call->error, SV_ERROR_NOT_LOGGED_IN, "Log in to see your own tournaments.");
    return read_list(call, which ? which : "open", before, l);
}

/* How many of a list make a page. The next one begins before the time of the last: so those that
 * were created at the same time, as the seasons of several leagues are, stay together. */
static unsigned page_of(const listing *l)
{
    unsigned count = l->count;
    if (count <= PAGE)
        return count;
    for (count = PAGE; count > 1 && l->found[count - 1]->created == l->found[count]->created;)
        count--;
    return count;
}

/* The page of a list, which is freed. *before is where the next one begins; 0: there is none. */
static json_t *page_json(sv_call *call, listing *l, int64_t *before)
{
    const unsigned count = page_of(l);
    json_t *shown = sv_tournaments_json(call, l->found, count);
    *before = count < l->count ? l->found[count - 1]->created : 0;
    for (unsigned i = 0; i < l->count; i++)
        sv_tournament_free(l->found[i]);
    l->count = 0;
    return shown;
}

json_t *sv_on_tournaments(sv_call *call)
{
    listing l = {.count = 0};
    int64_t before;
    const bool ok = read_asked(call, &l);
    json_t *shown = page_json(call, &l, &before);
    if (ok && shown)
        return json_pack("{s:o, s:b}", "tournaments", shown, "more", before > 0);
    json_decref(shown);
    return NULL;
}

bool sv_tournaments_export(sv_call *call, json_t *data)
{
    listing l = {.count = 0};
    json_t *all = json_array();
    bool ok = true;
    for (int64_t before = INT64_MAX; ok && before > 0;) {
        ok = sv_tournaments_of(&call->core->store, call->client->user.id, before, PAGE + 1, take,
                               &l, &call->error);
        json_t *shown = page_json(call, &l, &before);
        ok = ok && shown;
        json_array_extend(all, shown);
        json_decref(shown);
    }
    json_object_set_new(data, "tournaments", all);
    return ok;
}

json_t *sv_on_tournament(sv_call *call)
{
    sv_tournament *t = sv_tournament_of_call(call);
    return t ? sv_tournament_reply(call, t) : NULL;
}

/* ------------------------------------------------------------------------------------- creating
 */

static bool may_organise(sv_call *call)
{
    sv_core *core = call->core;
    const unsigned max = core->quotas.tournaments;
    unsigned count = 0;
    if (!sv_claim_user(call) ||
        (max &&
         !sv_tournaments_organised(&core->store, call->client->user.id, &count, &call->error)))
        return false;
    if (max && count >= max)
        return sv_fail(&call->error, SV_ERROR_TOURNAMENT_LIMIT,
                       "You organise %u tournaments that are not over. Cancel one first.", count);
    return sv_limit_take(&core->limits, &core->limits.tables, SV_LIMITED_TABLES, "",
                         call->client->user.id, 1, core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many tournaments. Wait a moment.");
}

static json_t *asked_rules(sv_call *call)
{
    if (!sv_name_is_valid(sv_call_text(call, "name"), &call->error) || !sv_may_speak(call))
        return NULL;
    return sv_tournament_rules(json_object_get(call->request, "settings"), call->core->now,
                               &call->error);
}

json_t *sv_on_tournament_new(sv_call *call)
{
    json_t *rules = asked_rules(call);
    if (!rules || !may_organise(call))
        return json_decref(rules), NULL;
    sv_tournament *t = sv_tournament_new(call->client->user.id, sv_call_text(call, "name"), rules,
                                         call->core->now);
    if (!t)
        return sv_fail_memory(&call->error), NULL;
    if (sv_tournament_create(call->core, t, &call->error))
        return sv_tournament_reply(call, t);
    sv_tournament_free(t);
    return NULL;
}

/* -------------------------------------------------------------------------------------- playing
 */

json_t *sv_on_tournament_join(sv_call *call)
{
    sv_tournament *t = sv_claim_user(call) ? sv_tournament_of_call(call) : NULL;
    if (!t)
        return NULL;
    if (sv_sign_up(call, t))
        return sv_tournament_save_and_reply(call, t);
    sv_tournament_free(t);
    return NULL;
}

json_t *sv_on_tournament_leave(sv_call *call)
{
    sv_tournament *t = sv_tournament_of_call(call);
    if (!t)
        return NULL;
    if (sv_withdraw(call, t, call->client->user.id, SV_ENTRANT_LEFT))
        return sv_tournament_save_and_reply(call, t);
    sv_tournament_free(t);
    return NULL;
}

/* ----------------------------------------------------------------------------------- standings
 */

/* The tournament of a call with its crosstable and the names of all entrants. */
typedef struct overview {
    sv_tournament *t;
    sv_crosstable c;
    json_t *names;
} overview;

static json_t *names_of_all(sv_call *call, const sv_crosstable *c)
{
    int64_t *person = calloc(c->entrants + 1, sizeof *person);
    if (!person)
        return sv_fail_memory(&call->error), NULL;
    for (unsigned i = 0; i < c->entrants; i++)
        person[i] = c->entrant[i].person;
    json_t *names = sv_names_look_up(&call->core->store, person, c->entrants, &call->error);
    free(person);
    return names;
}

static bool look_at(sv_call *call, overview *o)
{
    o->t = sv_tournament_of_call(call);
    if (!o->t || !sv_crosstable_read(&call->core->store, o->t, &o->c, &call->error) ||
        !sv_crosstable_rank(o->t, &o->c, &call->error))
        return false;
    o->names = names_of_all(call, &o->c);
    return o->names;
}

static void put_away(overview *o)
{
    json_decref(o->names);
    sv_crosstable_free(&o->c);
    sv_tournament_free(o->t);
}

json_t *sv_on_tournament_standings(sv_call *call)
{
    overview o = {.t = NULL};
    json_t *reply = NULL;
    const unsigned from = (unsigned)sv_call_number(call, "after");
    if (look_at(call, &o))
        reply = json_pack("{s:o, s:b, s:o}", "standings",
                          sv_standing_rows_json(o.t, &o.c, o.names, from, STANDINGS_PAGE), "more",
                          sv_standing_rows(o.t, &o.c) > from + STANDINGS_PAGE, "reserves",
                          from == 0 ? sv_reserves_json(&o.c, o.names) : json_array());
    put_away(&o);
    return reply;
}

json_t *sv_on_tournament_round(sv_call *call)
{
    overview o = {.t = NULL};
    json_t *reply = NULL;
    if (look_at(call, &o))
        reply = json_pack(
            "{s:o}", "fixtures",
            sv_fixtures_json(o.t, &o.c, o.names, (unsigned)sv_call_number(call, "round")));
    put_away(&o);
    return reply;
}

static json_t *results(sv_call *call, overview *o)
{
    json_t *list = sv_tournaments_json(call, &o->t, 1);
    char *text = list ? sv_standing_text(o->t, &o->c, o->names) : NULL;
    json_t *reply = NULL;
    if (list && !text)
        sv_fail_memory(&call->error);
    if (text)
        reply = json_pack("{s:O, s:o, s:o, s:s}", "tournament", json_array_get(list, 0),
                          "standings", sv_standing_rows_json(o->t, &o->c, o->names, 0, UINT16_MAX),
                          "fixtures", sv_fixtures_json(o->t, &o->c, o->names, 0), "text", text);
    free(text);
    json_decref(list);
    return reply;
}

json_t *sv_on_tournament_results(sv_call *call)
{
    overview o = {.t = NULL};
    json_t *reply = look_at(call, &o) ? results(call, &o) : NULL;
    put_away(&o);
    return reply;
}
