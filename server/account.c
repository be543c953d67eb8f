/* Requests about users: guests, accounts, sessions, tokens. */
#include "account.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "requests.h"
#include "skeleton.h"
#include "table_codes.h"
#include "watch.h"
#include "webhook.h"
#include "words_text.h"

#define DAYS INT64_C(86400000)

enum { OPS = 2, MEMORY = 19 * 1024 * 1024, TOKENS_MAX = 20, TOKEN_DAYS = 3650 };

_Static_assert(SV_PASSWORD_MAX >= crypto_pwhash_STRBYTES, "a hashed password does not fit");

/* ------------------------------------------------------------------------------------ sessions */

void sv_token_hash(const char *token, char hash[SV_HEX_MAX])
{
    uint8_t bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(bytes, (const uint8_t *)token, strlen(token));
    sodium_bin2hex(hash, SV_HEX_MAX, bytes, sizeof bytes);
}

/* Makes a token and the session that belongs to it. */
static bool begin_session(sv_core *core, int64_t user, const char *label, char token[SV_HEX_MAX],
                          int64_t *id, rec_error *error)
{
    sv_session session = {.id = sv_id_make(), .user = user};
    session.expires = core->now + (label[0] ? TOKEN_DAYS : SV_SESSION_DAYS) * DAYS;
    snprintf(session.label, sizeof session.label, "%s", label);
    jn_seed_make(token);
    sv_token_hash(token, session.hash);
    *id = session.id;
    return sv_session_add(&core->store, &session, core->now, error);
}

bool sv_client_identify(sv_core *core, sv_client *client, const char *token, rec_error *error)
{
    bool found;
    sv_user user;
    if (strlen(token) != SV_HEX_MAX - 1)
        return true;
    sv_token_hash(token, client->session);
    if (!sv_session_find(&core->store, client->session, core->now, &user, &found, error))
        return false;
    sv_client_set_user(&core->clients, client, found ? &user : NULL);
    return true;
}

/* Ends the session of a client: it is logged out at once and its connection is closed. */
static void log_out(sv_core *core, sv_client *client)
{
    sv_client_set_user(&core->clients, client, NULL);
    if (client->streaming)
        client->close(client);
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
            log_out(core, c);
        else if (c != client)
            sv_client_becomes(core, c, user, hash);
    }
}

/* Begins a session and makes the reply to a login, a registration or a new guest. */
static json_t *welcome(sv_core *core, sv_client *client, const sv_user *user, rec_error *error)
{
    int64_t id;
    if (!begin_session(core, user->id, "", client->cookie, &id, error)) {
        client->cookie[0] = '\0';
        return NULL;
    }
    renew(core, client, user);
    sv_client_set_user(&core->clients, client, user);
    return json_pack("{s:o}", "you", sv_user_json(user));
}

static bool over_http(const sv_call *call, rec_error *error)
{
    return call->client->http || sv_fail(error, SV_ERROR_BAD_REQUEST,
                                         "Use plain HTTP for this request: it sets a cookie.");
}

/* Logins are limited by address. */
static bool within_logins(sv_call *call, int32_t permits)
{
    sv_limits *l = &call->core->limits;
    return sv_limit_take(l, &l->logins, SV_LIMITED_LOGINS, call->client->address, 0, permits,
                         call->core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many attempts. Wait a moment.");
}

/* Attempts at a password are limited by name as well, because many addresses can guess at one
 * account: by its skeleton, because an account is found by several spellings. The names of guests
 * are not protected. */
static bool within_attempts(sv_call *call, int32_t permits)
{
    sv_limits *l = &call->core->limits;
    sv_skeletons s;
    const char *name = json_string_value(json_object_get(call->request, "name"));
    const char *key = sv_skeletons_of(name, &s) ? s.folded : name;
    return within_logins(call, permits) &&
           (sv_limit_take(l, &l->logins, SV_LIMITED_NAME, key, 0, permits, call->core->now) ||
            sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many attempts. Wait a moment."));
}

json_t *sv_on_guest(sv_call *call)
{
    sv_user user = {.id = sv_id_make(), .kind = SV_GUEST};
    snprintf(user.name, sizeof user.name, "%s",
             json_string_value(json_object_get(call->request, "name")));
    if (!over_http(call, &call->error) || !sv_name_is_valid(user.name, &call->error) ||
        !within_logins(call, 1) || !sv_name_is_free(&call->core->store, user.name, &call->error) ||
        !sv_user_add(&call->core->store, &user, NULL, NULL, call->core->now, &call->error))
        return NULL;
    return welcome(call->core, call->client, &user, &call->error);
}

/* ----------------------------------------------------------------------------------- passwords */

/* A password that a thread hashes or checks. */
typedef struct password_job {
    sv_job job;
    sv_core *core;
    uint64_t client;
    sv_ticket ticket;
    sv_user user;
    bool registers, known, fits; /* known: there is such a user */
    char folded[SV_NAME_MAX], password[201], hash[SV_PASSWORD_MAX];
} password_job;

/* An unknown name takes as long as a known one, so that nobody can find out which names exist. */
static void hash_password(sv_job *job)
{
    password_job *p = (password_job *)job;
    if (p->registers || !p->known)
        p->fits = crypto_pwhash_str(p->hash, p->password, strlen(p->password), OPS, MEMORY) == 0 &&
                  p->registers;
    else
        p->fits = crypto_pwhash_str_verify(p->hash, p->password, strlen(p->password)) == 0;
}

static bool store_account(password_job *p, sv_client *client, rec_error *error)
{
    if (client->user.id && client->user.kind == SV_GUEST) {
        p->user.id = client->user.id;
        return sv_user_promote(&p->core->store, &p->user, p->folded, p->hash, error) &&
               sv_sessions_drop(&p->core->store, p->user.id, error) &&
               sv_show_name(p->core, &p->user, error);
    }
    return sv_user_add(&p->core->store, &p->user, p->folded, p->hash, p->core->now, error);
}

static bool too_busy(rec_error *error)
{
    return sv_fail(error, SV_ERROR_BUSY, "Too many people are logging in. Try again.");
}

static json_t *finish_login(password_job *p, sv_client *client, rec_error *error)
{
    if (p->job.dropped)
        return too_busy(error), NULL;
    if (!p->fits && p->registers)
        return sv_fail_memory(error), NULL;
    if (!p->fits)
        return sv_fail(error, SV_ERROR_WRONG_PASSWORD, "Name or password is wrong."), NULL;
    if (p->user.blocked)
        return sv_fail(error, SV_ERROR_BLOCKED, "This account is blocked."), NULL;
    if (p->registers && !store_account(p, client, error))
        return NULL;
    return welcome(p->core, client, &p->user, error);
}

static void free_job(password_job *p)
{
    if (!p)
        return;
    sodium_memzero(p->password, sizeof p->password);
    sv_ticket_drop(&p->ticket);
    free(p);
}

static void password_done(sv_job *job)
{
    password_job *p = (password_job *)job;
    sv_client *client =
        p->core->stopping ? NULL : sv_client_by_number(&p->core->clients, p->client);
    rec_error error;
    if (client)
        sv_answer(
            p->core, client,
            &(sv_reply){&p->ticket, finish_login(p, client, &error), SV_NO_SEQ, &error, NULL});
    free_job(p);
}

static password_job *password_job_of(sv_call *call, bool registers)
{
    const char *name = json_string_value(json_object_get(call->request, "name"));
    password_job *p = calloc(1, sizeof *p);
    if (!p)
        return sv_fail_memory(&call->error), NULL;
    p->job = (sv_job){.run = hash_password, .done = password_done};
    p->core = call->core;
    p->client = call->client->number;
    p->registers = registers;
    p->ticket = sv_ticket_hold(&call->ticket);
    snprintf(p->password, sizeof p->password, "%s",
             json_string_value(json_object_get(call->request, "password")));
    sv_fold_name(name, p->folded);
    if (registers) {
        p->user = (sv_user){.id = sv_id_make(), .kind = SV_ACCOUNT};
        snprintf(p->user.name, sizeof p->user.name, "%s", name);
    }
    return p;
}

static json_t *defer(sv_call *call, password_job *p)
{
    const int64_t owner = sv_limit_address_key(&call->core->limits, call->client->address);
    call->deferred = sv_pool_add(call->core->pool[SV_PASSWORDS], &p->job, owner);
    if (call->deferred)
        return NULL;
    free_job(p);
    return too_busy(&call->error), NULL;
}

json_t *sv_on_register(sv_call *call)
{
    const char *name = json_string_value(json_object_get(call->request, "name"));
    if (!over_http(call, &call->error) || !within_attempts(call, 2) ||
        !sv_name_is_valid(name, &call->error))
        return NULL;
    if (call->client->user.id && call->client->user.kind != SV_GUEST)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "You already have an account."), NULL;
    if (!sv_name_is_free(&call->core->store, name, &call->error))
        return NULL;
    password_job *p = password_job_of(call, true);
    return p ? defer(call, p) : NULL;
}

json_t *sv_on_login(sv_call *call)
{
    if (!over_http(call, &call->error) || !within_attempts(call, 2))
        return NULL;
    password_job *p = password_job_of(call, false);
    if (p && sv_account_by_name(&call->core->store,
                                json_string_value(json_object_get(call->request, "name")), &p->user,
                                p->hash, &p->known, &call->error)) {
        p->known = p->known && p->hash[0];
        return defer(call, p);
    }
    free_job(p);
    return NULL;
}

/* -------------------------------------------------------------------------------- logging out */

/* Logs out the other clients of the user, all of them or (session not NULL) those of one session.
 */
static void log_out_others(const sv_call *call, const char *session)
{
    sv_clients *clients = &call->core->clients;
    for (sv_client *c = sv_client_of_user(clients, call->client->user.id), *next; c; c = next) {
        next = sv_client_next_of_user(c);
        if (c != call->client && (!session || strcmp(c->session, session) == 0))
            log_out(call->core, c);
    }
}

/* Logs the user out, on this client too, whose connection stays open for the reply. */
static void log_out_all(sv_call *call, const char *session)
{
    log_out_others(call, session);
    sv_client_set_user(&call->core->clients, call->client, NULL);
    snprintf(call->client->cookie, sizeof call->client->cookie, "-");
}

json_t *sv_on_logout(sv_call *call)
{
    if (!sv_session_drop(&call->core->store, call->client->session, &call->error))
        return NULL;
    log_out_all(call, call->client->session);
    return json_object();
}

json_t *sv_on_logout_everywhere(sv_call *call)
{
    if (!sv_sessions_drop(&call->core->store, call->client->user.id, &call->error))
        return NULL;
    log_out_all(call, NULL);
    return json_object();
}

/* At an open table the seat becomes free; at others a bot takes over, under a bot's name. A table
 * that cannot be read stays as it is. */
static bool forget_seat(sv_call *call, const char *code)
{
    sv_table *table = sv_table_get(call->core, code, &call->error);
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
        table->seat[seat].away = true;
        snprintf(table->seat[seat].name, SV_NAME_MAX, "%s", bot_names[seat]);
    }
    char *record =
        table->status == SV_ENDED && table->has_game ? sv_table_record(table, &call->error) : NULL;
    const bool ok = sv_table_save(&call->core->store, table, call->core->now, record, &call->error);
    free(record);
    if (ok)
        sv_announce_table(call->core, table);
    sv_table_enqueue(call->core, table);
    return ok;
}

json_t *sv_on_delete_me(sv_call *call)
{
    sv_codes list = {.count = 0};
    if (strcmp(json_string_value(json_object_get(call->request, "name")),
               call->client->user.name) != 0)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"name\": expected your own name."),
               NULL;
    bool ok = sv_codes_of(&call->core->store, call->client->user.id, true, &list, &call->error);
    for (unsigned i = 0; ok && i < list.count; i++)
        ok = forget_seat(call, list.code[i]);
    free(list.code);
    if (!ok || !sv_user_remove(&call->core->store, call->client->user.id, &call->error))
        return NULL;
    log_out_all(call, NULL);
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
    if (!begin_session(call->core, call->client->user.id,
                       json_string_value(json_object_get(call->request, "label")), token, &id,
                       &call->error))
        return NULL;
    return json_pack("{s:I, s:s}", "id", (json_int_t)id, "token", token);
}

json_t *sv_on_token_drop(sv_call *call)
{
    char hash[SV_HEX_MAX];
    if (!sv_token_drop(&call->core->store, call->client->user.id,
                       json_integer_value(json_object_get(call->request, "id")), hash,
                       &call->error))
        return NULL;
    if (!hash[0])
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "You have no such token."), NULL;
    log_out_others(call, hash);
    return json_object();
}

json_t *sv_on_export(sv_call *call)
{
    sv_codes list = {.count = 0};
    sv_webhook hook;
    json_t *games = json_array(), *tokens = tokens_json(call);
    bool ok = tokens &&
              sv_codes_of(&call->core->store, call->client->user.id, true, &list, &call->error) &&
              sv_webhook_get(&call->core->store, call->client->user.id, &hook, &call->error);
    for (unsigned i = 0; ok && i < list.count; i++) {
        const sv_table *table = sv_table_get(call->core, list.code[i], &call->error);
        if (table)
            json_array_append_new(games, sv_info_for(table, call->client));
        else
            ok = sv_table_is_lost(&call->error);
    }
    free(list.code);
    if (ok)
        return json_pack("{s:o, s:o, s:o, s:o, s:o}", "you", sv_user_json(&call->client->user),
                         "webhook", hook.url[0] ? json_string(hook.url) : json_null(),
                         "webhook_state", sv_webhook_json(&hook), "tokens", tokens, "games", games);
    json_decref(games);
    json_decref(tokens);
    return NULL;
}
