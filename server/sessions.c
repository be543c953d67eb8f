#include "sessions.h"

#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "chat.h"
#include "core.h"
#include "errors.h"
#include "log.h"

enum { LISTED_MAX = 100, EVERY_MS = 3600000 };

void sv_session_note(sv_core *core, sv_client *client)
{
    sv_seen *s = &core->seen;
    if (client->user.id == 0 || core->now - client->seen < EVERY_MS || s->count == SV_SEEN_MAX)
        return;
    client->seen = core->now;
    for (unsigned i = 0; i < s->count; i++)
        if (strcmp(s->hash[i], client->session) == 0)
            return;
    memcpy(s->hash[s->count++], client->session, SV_HEX_MAX);
}

/* Those that were saved in an earlier turn, which was committed, are done with. */
void sv_sessions_save_seen(sv_core *core)
{
    rec_error error;
    sv_seen *s = &core->seen;
    s->count -= s->saved;
    memmove(s->hash, s->hash + s->saved, s->count * sizeof *s->hash);
    for (s->saved = 0; s->saved < s->count; s->saved++)
        if (!sv_session_use(&core->store, s->hash[s->saved], core->now, &error)) {
            sv_log("warning", "the use of sessions could not be saved", "code", error.code, NULL);
            return;
        }
}

typedef struct listing {
    const sv_call *call;
    json_t *list;
} listing;

/* Whether a client is connected with a session; the client of the call is one. */
static bool is_in_use(const sv_call *call, const char *hash)
{
    for (const sv_client *c = sv_client_of_user(&call->core->clients, call->client->user.id); c;
         c = sv_client_next_of_user(c))
        if (strcmp(c->session, hash) == 0)
            return true;
    return false;
}

static void take_session(void *data, const sv_session *s)
{
    const listing *l = data;
    const int64_t seen = is_in_use(l->call, s->hash) ? l->call->core->now : s->seen;
    json_array_append_new(l->list,
                          json_pack("{s:I, s:s, s:s, s:I, s:I, s:b}", "id", (json_int_t)s->id,
                                    "browser", sv_browser_words[s->agent.browser], "platform",
                                    sv_platform_words[s->agent.platform], "created",
                                    (json_int_t)s->created, "seen", (json_int_t)seen, "here",
                                    strcmp(s->hash, l->call->client->session) == 0));
}

json_t *sv_sessions_json(sv_call *call)
{
    listing l = {call, json_array()};
    if (sv_sessions(&call->core->store, call->client->user.id, call->core->now, LISTED_MAX,
                    take_session, &l, &call->error))
        return l.list;
    json_decref(l.list);
    return NULL;
}

json_t *sv_on_sessions(sv_call *call)
{
    json_t *list = sv_sessions_json(call);
    return list ? json_pack("{s:o}", "sessions", list) : NULL;
}

json_t *sv_on_session_drop(sv_call *call)
{
    char hash[SV_HEX_MAX];
    if (!sv_session_drop_by_id(&call->core->store, call->client->user.id,
                               sv_call_number(call, "session"), hash, &call->error))
        return NULL;
    if (!hash[0])
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "\"session\": you have no such session."),
               NULL;
    if (strcmp(hash, call->client->session) == 0)
        sv_log_out_all(call, hash);
    else
        sv_log_out_others(call, hash);
    return json_object();
}

/* ------------------------------------------------------------------------------- other servers */

/* A client of plain HTTP was found by its session in this turn. */
static bool session_goes_on(sv_core *core, const sv_client *c, bool *goes_on, rec_error *error)
{
    sv_user user;
    *goes_on = true;
    return !c->streaming || !c->session[0] ||
           sv_session_find(&core->store, c->session, core->now, &user, NULL, goes_on, error);
}

static bool update(sv_core *core, sv_client *c, const sv_user *user, rec_error *error)
{
    bool goes_on;
    const bool knew_mutes = c->mutes.known;
    if (!session_goes_on(core, c, &goes_on, error))
        return false;
    if (!goes_on) {
        sv_log_out(core, c);
        return true;
    }
    c->mutes.known = false;
    sv_client_becomes(core, c, user, NULL);
    if (user->blocked && c->streaming)
        c->cut(c);
    return !knew_mutes || sv_mutes_load(&core->store, c, error);
}

bool sv_user_changed(sv_core *core, int64_t id, rec_error *error)
{
    sv_user user;
    bool found;
    sv_client *c = sv_client_of_user(&core->clients, id), *next;
    if (!c)
        return true;
    if (!sv_user_by_id(&core->store, id, &user, NULL, &found, error))
        return false;
    for (; c; c = next) {
        next = sv_client_next_of_user(c);
        if (!found)
            sv_log_out(core, c);
        else if (!update(core, c, &user, error))
            return false;
    }
    return true;
}
