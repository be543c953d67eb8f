/* Requests about users: guests, accounts, sessions, tokens. */
#include "account.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "notices/notices_request.h"
#include "notices/push.h"
#include "orders.h"
#include "pairing/store_waiting.h"
#include "profiles/profile.h"
#include "requests.h"
#include "reseat.h"
#include "sessions.h"
#include "table_codes.h"
#include "tournaments/sign_up.h"
#include "tournaments/tournament_requests.h"
#include "watch.h"
#include "webhook.h"
#include "words_text.h"

#define DAYS INT64_C(86400000)

enum { TOKENS_MAX = 20, TOKEN_DAYS = 3650 };

/* ------------------------------------------------------------------------------------ sessions */

void sv_token_hash(const char *token, char hash[SV_HEX_MAX])
{
    uint8_t bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(bytes, (const uint8_t *)token, strlen(token));
    sodium_bin2hex(hash, SV_HEX_MAX, bytes, sizeof bytes);
}

/* Makes a token and the session that belongs to it. */
static bool begin_session(sv_core *core, const sv_client *client, int64_t user, const char *label,
                          char token[SV_HEX_MAX], int64_t *id, rec_error *error)
{
    sv_session session = {.id = sv_id_make(), .user = user, .agent = client->agent};
    session.expires = core->now + (label[0] ? TOKEN_DAYS : SV_SESSION_DAYS) * DAYS;
    snprintf(session.label, sizeof session.label, "%s", label);
    jn_seed_make(token);
    sv_token_hash(token, session.hash);
    *id = session.id;
    return sv_session_add(&core->store, &session, core->now, error);
}

void sv_client_bring_token(sv_client *client, const char *token)
{
    client->unknown = true;
    if (strlen(token) == SV_HEX_MAX - 1)
        sv_token_hash(token, client->session);
}

static bool find_session(sv_core *core, sv_client *client, rec_error *error)
{
    bool found;
    sv_user user;
    if (!sv_session_find(&core->store, client->session, core->now, &user, &client->seen, &found,
                         error))
        return false;
    sv_client_set_user(&core->clients, client, found ? &user : NULL);
    sv_session_note(core, client);
    return true;
}

/* A program with a token signs in when it connects a WebSocket. Requests of plain HTTP bring the
 * token each time: they are logged only if it is none. */
bool sv_client_identify(sv_core *core, sv_client *client, rec_error *error)
{
    if (!client->unknown)
        return true;
    if (client->session[0] && !find_session(core, client, error))
        return false;
    client->unknown = false;
    if (client->by_token && (!client->http || client->user.id == 0))
        sv_log_token(core, client);
    return true;
}

void sv_log_out(sv_core *core, sv_client *client)
{
    sv_client_set_user(&core->clients, client, NULL);
    if (client->streaming)
        sv_client_dismiss(client);
}

/* A guest who has become an account has a new session. Other connections of the same browser go on
 * under it; clients that came with another token of the guest are logged out. */
static void renew(sv_core *core, const sv_client *client, const sv_user *user)
{
    char hash[SV_HEX_MAX];
    if (client->user.id != user->id)
        return;
    sv_token_hash(client->cookie, hash);
    for (sv_client *c = sv_client_of_user(&core->clients, user->id), *next; c; c = next) {
        next = sv_client_next_of_user(c);
        if (c != client && strcmp(c->session, client->session) != 0)
            sv_log_out(core, c);
        else if (c != client)
            sv_client_becomes(core, c, user, hash);
    }
}

json_t *sv_log_in(sv_core *core, sv_client *client, const sv_user *user, rec_error *error)
{
    int64_t id;
    if (!begin_session(core, client, user->id, "", client->cookie, &id, error)) {
        client->cookie[0] = '\0';
        return NULL;
    }
    renew(core, client, user);
    sv_client_set_user(&core->clients, client, user);
    return json_pack("{s:o}", "you", sv_user_json(user));
}

bool sv_over_http(const sv_call *call, rec_error *error)
{
    return call->client->http || sv_fail(error, SV_ERROR_BAD_REQUEST,
                                         "Use plain HTTP for this request: it sets a cookie.");
}

bool sv_within_logins(sv_call *call, int32_t permits)
{
    sv_limits *l = &call->core->limits;
    return sv_limit_take(l, &l->logins, SV_LIMITED_LOGINS, call->client->address, 0, permits,
                         call->core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many attempts. Wait a moment.");
}

json_t *sv_on_guest(sv_call *call)
{
    sv_user user = {.id = sv_id_make(), .kind = SV_GUEST};
    snprintf(user.name, sizeof user.name, "%s", sv_call_text(call, "name"));
    if (!sv_over_http(call, &call->error) || !sv_name_is_valid(user.name, &call->error) ||
        !sv_within_logins(call, 1) ||
        !sv_name_is_free(&call->core->store, user.name, &call->error) ||
        !sv_user_add(&call->core->store, &user, NULL, NULL, call->core->now, &call->error))
        return NULL;
    return sv_log_in(call->core, call->client, &user, &call->error);
}

/* -------------------------------------------------------------------------------- logging out */

void sv_log_out_others(const sv_call *call, const char *session)
{
    sv_clients *clients = &call->core->clients;
    for (sv_client *c = sv_client_of_user(clients, call->client->user.id), *next; c; c = next) {
        next = sv_client_next_of_user(c);
        if (c != call->client && (!session || strcmp(c->session, session) == 0))
            sv_log_out(call->core, c);
    }
}

void sv_log_out_all(sv_call *call, const char *session)
{
    sv_log_out_others(call, session);
    sv_client_set_user(&call->core->clients, call->client, NULL);
    snprintf(call->client->cookie, sizeof call->client->cookie, "-");
}

json_t *sv_on_logout(sv_call *call)
{
    if (!sv_session_drop(&call->core->store, call->client->session, &call->error))
        return NULL;
    sv_log_out_all(call, call->client->session);
    return json_object();
}

json_t *sv_on_logout_everywhere(sv_call *call)
{
    if (!sv_sessions_drop(&call->core->store, call->client->user.id, &call->error))
        return NULL;
    sv_log_out_all(call, NULL);
    return json_object();
}

/* At an open table the seat becomes free; at others a bot takes over, under a bot's name. A table
 * that cannot be read stays as it is. */
static bool forget_seat(sv_call *call, const char *code)
{
    sv_table *table = sv_table_claim(call->core, code, &call->error);
    if (!table)
        return sv_table_is_lost(&call->error);
    const unsigned seat = sv_seat_of(table, call->client->user.id);
    if (seat == EK_NOBODY)
        return true;
    sv_table_touch(call->core, table);
    if (table->status == SV_OPEN) {
        sv_vacate(table, seat);
    } else {
        table->seat[seat].user = 0;
        table->seat[seat].account = SV_MARK_NO;
        table->seat[seat].window = (sv_window){.zone = ""};
        if (sv_table_to_move(table) == seat || table->status == SV_ENDED)
            table->clock.window = (sv_window){.zone = ""};
        sv_orders_set(table, seat, NULL, NULL);
        table->seat[seat].away = true;
        snprintf(table->seat[seat].name, SV_NAME_MAX, "%s", bot_names[seat]);
    }
    char *record =
        table->status == SV_ENDED && table->has_game ? sv_table_record(table, &call->error) : NULL;
    /* The analysis has the name, too. */
    const bool ok =
        sv_table_save(&call->core->store, table, call->core->now, record, &call->error) &&
        sv_analysis_drop(&call->core->store, table->id, &call->error);
    free(record);
    if (ok)
        sv_announce_table(call->core, table);
    sv_table_enqueue(call->core, table);
    return ok;
}

json_t *sv_on_delete_me(sv_call *call)
{
    sv_codes list = {.count = 0};
    if (strcmp(sv_call_text(call, "name"), call->client->user.name) != 0)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"name\": expected your own name."),
               NULL;
    /* Nobody who is being paired, and gets another seat at this moment, is deleted before that. */
    if (!sv_claim_user(call))
        return NULL;
    if (!sv_claim_tables_of(call->core, call->client->user.id, true, &call->error))
        return sv_wait_for_claim(call), NULL;
    if (!sv_leave_tournaments(call))
        return NULL;
    bool ok = sv_codes_of(&call->core->store, call->client->user.id, true, &list, &call->error);
    for (unsigned i = 0; ok && i < list.count; i++)
        ok = forget_seat(call, list.code[i]);
    free(list.code);
    ok = ok && sv_waiting_drop(&call->core->store, call->client->user.id, &call->error);
    if (!ok || !sv_user_remove(&call->core->store, call->client->user.id, &call->error)) {
        sv_store_abort(&call->core->store, &call->error); /* some seats may be free already */
        return NULL;
    }
    sv_log_out_all(call, NULL);
    return json_object();
}

/* --------------------------------------------------------------------------- tokens and export */

static void take_token(void *data, int64_t id, const char *label, int64_t created)
{
    json_array_append_new(data, json_pack("{s:I, s:s, s:I}", "id", (json_int_t)id, "label", label,
                                          "created", (json_int_t)created));
}

static json_t *tokens_json(sv_call *call)
{
    json_t *list = json_array();
    if (sv_tokens(&call->core->store, call->client->user.id, take_token, list, &call->error))
        return list;
    json_decref(list);
    return NULL;
}

json_t *sv_on_token_list(sv_call *call)
{
    json_t *list = tokens_json(call);
    return list ? json_pack("{s:o}", "tokens", list) : NULL;
}

json_t *sv_on_token_new(sv_call *call)
{
    char token[SV_HEX_MAX];
    int64_t id;
    json_t *list = tokens_json(call);
    const size_t count = json_array_size(list);
    json_decref(list);
    if (!list)
        return NULL;
    if (count >= TOKENS_MAX)
        return sv_fail(&call->error, SV_ERROR_TOO_MANY, "An account has at most %d tokens.",
                       TOKENS_MAX),
               NULL;
    if (!begin_session(call->core, call->client, call->client->user.id, sv_call_text(call, "label"),
                       token, &id, &call->error))
        return NULL;
    return json_pack("{s:I, s:s}", "id", (json_int_t)id, "token", token);
}

json_t *sv_on_token_drop(sv_call *call)
{
    char hash[SV_HEX_MAX];
    const json_t *token = json_object_get(call->request, "token");
    if (!token)
        token = json_object_get(call->request, "id");
    if (!sv_token_drop(&call->core->store, call->client->user.id, json_integer_value(token), hash,
                       &call->error))
        return NULL;
    if (!hash[0])
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "You have no such token."), NULL;
    sv_log_out_others(call, hash);
    return json_object();
}

json_t *sv_on_export(sv_call *call)
{
    sv_codes list = {.count = 0};
    sv_webhook hook;
    sv_window window;
    json_t *games = json_array(), *tokens = tokens_json(call), *sessions = sv_sessions_json(call);
    json_t *pushes = sv_pushes_json(call);
    bool ok = tokens && sessions && pushes &&
              sv_codes_of(&call->core->store, call->client->user.id, true, &list, &call->error) &&
              sv_webhook_get(&call->core->store, call->client->user.id, &hook, &call->error) &&
              sv_window_get(&call->core->store, call->client->user.id, &window, &call->error);
    for (unsigned i = 0; ok && i < list.count; i++) {
        const sv_table *table = sv_table_get(call->core, list.code[i], &call->error);
        if (table)
            json_array_append_new(games, sv_info_for(table, call->client));
        else
            ok = sv_table_is_lost(&call->error);
    }
    free(list.code);
    if (!ok) {
        json_decref(games);
        json_decref(tokens);
        json_decref(sessions);
        json_decref(pushes);
        return NULL;
    }
    json_t *data = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "you", sv_user_json(&call->client->user),
        "webhook", hook.url[0] ? json_string(hook.url) : json_null(), "webhook_state",
        sv_webhook_json(call, &hook), "clock_window", sv_window_json(&window), "tokens", tokens,
        "sessions", sessions, "pushes", pushes, "games", games);
    if (sv_profile_export(call, data) && sv_notices_export(call, data) &&
        sv_tournaments_export(call, data))
        return data;
    json_decref(data);
    return NULL;
}
