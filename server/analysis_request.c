/* The request analyse: who may ask for the analysis of a game, and what they get. */
#include <stdlib.h>
#include <string.h>

#include "analyse.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "requests.h"
#include "spectators.h"
#include "table_analysis.h"

enum {
    DAY_SECONDS = 86400,  /* permits that an analysis costs: those of a bucket come in a day */
    USER_WAITING = 3,     /* analyses of one user that wait or are being made */
    USED_MS = 3600 * 1000 /* how exactly it is known when an analysis was last used */
};

/* -------------------------------------------------------------------------------------- limits */

/* The rate of so many analyses a day. */
static sv_rate rate_of(unsigned day)
{
    return (sv_rate){(int32_t)day, (int32_t)day * DAY_SECONDS};
}

/* A bucket: of a user (by number), of an address (by text) or of the server. */
typedef struct share {
    const char *address;
    int64_t user;
} share;

static share share_of(const sv_client *client, enum sv_share which)
{
    return (share){.address = which == SV_SHARE_ADDRESS ? client->address : "",
                   .user = which == SV_SHARE_USER ? client->user.id : 0};
}

/* A share without a limit; a client that is not logged in has only that of its address. */
static bool is_unlimited(const sv_call *call, enum sv_share which)
{
    return call->core->analyses.limits.day[which] == 0 ||
           (which == SV_SHARE_USER && call->client->user.id == 0);
}

static bool take_permit(sv_call *call, enum sv_share which)
{
    sv_core *core = call->core;
    const share s = share_of(call->client, which);
    const sv_rate rate = rate_of(core->analyses.limits.day[which]);
    return is_unlimited(call, which) || sv_limit_take(&core->limits, &rate, SV_LIMITED_ANALYSES,
                                                      s.address, s.user, DAY_SECONDS, core->now);
}

static void return_permit(sv_call *call, enum sv_share which)
{
    sv_core *core = call->core;
    const share s = share_of(call->client, which);
    const sv_rate rate = rate_of(core->analyses.limits.day[which]);
    if (!is_unlimited(call, which))
        sv_limit_return(&core->limits, &rate, SV_LIMITED_ANALYSES, s.address, s.user, DAY_SECONDS,
                        core->now);
}

static bool refuse(sv_call *call, enum sv_share which, const char *words)
{
    call->core->counts.analyses_refused[which]++;
    return sv_fail(&call->error, SV_ERROR_ANALYSIS_LIMIT, "%s", words);
}

static bool within_day(sv_call *call)
{
    static const char *const words[] = {
        "You have asked for as many analyses as one user may in a day. Try again later.",
        "As many analyses were asked for from your address as one may in a day. Try again later.",
        "This server has made as many analyses as it may in a day. Try again later."};
    for (unsigned i = 0; i < SV_SHARE_QUEUE; i++) {
        if (take_permit(call, (enum sv_share)i))
            continue;
        for (unsigned taken = 0; taken < i; taken++)
            return_permit(call, (enum sv_share)taken);
        return refuse(call, (enum sv_share)i, words[i]);
    }
    return true;
}

/* One user, and the users of one address, leave room for others. */
static bool within_queue(sv_call *call, sv_owner owner)
{
    const sv_core *core = call->core;
    const unsigned max = core->analyses.limits.waiting;
    if (sv_analyses_of_user(core, owner) >= USER_WAITING)
        return refuse(call, SV_SHARE_USER,
                      "Several of your analyses are waiting. Ask again when one of them is done.");
    if (sv_analyses_of_address(core, owner) >= (max + 1) / 2)
        return refuse(call, SV_SHARE_ADDRESS,
                      "Many analyses that were asked for from your address are waiting. Try again "
                      "later.");
    return core->analyses.count < max ||
           refuse(call, SV_SHARE_QUEUE, "Many analyses are waiting. Try again later.");
}

/* ------------------------------------------------------------------------------------- request */

static bool has_ended(const sv_table *table, rec_error *error)
{
    if (table->status == SV_RUNNING)
        return sv_fail(error, SV_ERROR_STILL_RUNNING,
                       "This game is still running. It can be analysed when it has ended.");
    return table->status == SV_ENDED ||
           sv_fail(error, SV_ERROR_NOT_RUNNING, "No game has begun at this table.");
}

static bool can_be_analysed(sv_call *call, const sv_table *table)
{
    if (call->core->analyses.limits.day[SV_SHARE_SERVER] == 0)
        return sv_fail(&call->error, SV_ERROR_ANALYSIS_OFF, "This server makes no analyses.");
    return table->has_game || sv_fail(&call->error, SV_ERROR_OTHER_RULES,
                                      "This game was played under version %u of the rules; this "
                                      "server knows version %d.",
                                      table->rules, EK_RULES_VERSION);
}

/* Queues the analysis of a game if the user may ask for it. */
static bool add(sv_call *call, const sv_table *table)
{
    sv_core *core = call->core;
    const sv_client *client = call->client;
    const int64_t address = sv_limit_address_key(&core->limits, client->address);
    const sv_owner owner = {address, client->user.id ? client->user.id : address};
    return can_be_analysed(call, table) && within_queue(call, owner) && within_day(call) &&
           sv_analyses_add(core, table, owner, &call->error);
}

/* The stored analysis of a game. */
typedef struct stored {
    const sv_core *core;
    int64_t sum;   /* of the game as it is */
    char *content; /* NULL: there is none */
    bool outdated, no_memory, use;
} stored;

static void take_stored(void *data, const sv_analysis_row *row)
{
    stored *s = data;
    char maker[SV_MAKER_MAX];
    if (row->sum != s->sum)
        return;
    sv_analysis_maker(s->core->version, maker);
    s->outdated = strcmp(row->maker, maker) != 0;
    s->use = s->core->now > row->used + USED_MS;
    s->content = strdup(row->content);
    s->no_memory = !s->content;
}

/* Reads the stored analysis. One that is damaged, or of another game, is made again. */
static bool read_stored(sv_call *call, const sv_table *table, stored *s)
{
    sv_core *core = call->core;
    bool damaged;
    *s = (stored){.core = core, .sum = table->has_game ? (int64_t)table->game.sum : table->sum};
    if (!sv_analysis_find(&core->store, table->id, take_stored, s, &damaged, &call->error))
        return false;
    if (s->no_memory)
        return sv_fail_memory(&call->error);
    if (!damaged)
        return true;
    sv_log("warning", "a stored analysis is damaged: it is made again", NULL);
    return sv_analysis_drop(&core->store, table->id, &call->error);
}

static json_t *reply_with(const sv_progress *p, const char *state, bool outdated)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:b}", "state", state, "done", (int)p->done, "of",
                     (int)p->of, "ahead", (int)p->ahead, "outdated", outdated);
}

static json_t *serve(sv_call *call, const sv_table *table, stored *s)
{
    sv_core *core = call->core;
    const sv_progress none = {.done = 0};
    call->raw = (sv_raw){"analysis", s->content};
    if (s->use && !sv_analysis_use(&core->store, table->id, core->now, &call->error))
        return NULL;
    core->counts.analyses_served++;
    return reply_with(&none, "done", s->outdated);
}

/* The analysis may be under way at another server of a shared store. */
static bool find_elsewhere(sv_call *call, const sv_table *table, sv_progress *p, bool *found)
{
    sv_store *store = &call->core->store;
    sv_analysing a;
    *found = false;
    if (!store->node)
        return true;
    if (!sv_analysing_find(store, table->id, &a, &call->error))
        return false;
    *found = a.node != 0 && a.node != store->node;
    *p = (sv_progress){.running = a.total > 0, .done = a.done, .of = a.total};
    return true;
}

/* Says how far the analysis is, and queues it first if it is not under way. */
static json_t *await(sv_call *call, const sv_table *table)
{
    sv_progress p;
    bool found = sv_analyses_find(call->core, table->id, &p);
    if (!found && !find_elsewhere(call, table, &p, &found))
        return NULL;
    if (!found && !add(call, table))
        return NULL;
    if (!found)
        sv_analyses_find(call->core, table->id, &p);
    json_t *reply = reply_with(&p, p.running ? "running" : "waiting", false);
    json_object_set_new(reply, "analysis", json_null());
    return reply;
}

json_t *sv_on_analyse(sv_call *call)
{
    stored s;
    sv_table *table = sv_table_of_call(call);
    if (!table || !sv_may_watch(call, table) || !has_ended(table, &call->error) ||
        !read_stored(call, table, &s))
        return NULL;
    const bool again = json_is_true(json_object_get(call->request, "again"));
    if (s.content && !(again && s.outdated))
        return serve(call, table, &s);
    free(s.content);
    return await(call, table);
}
