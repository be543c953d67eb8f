#include "password.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "account.h"
#include "core.h"
#include "device.h"
#include "errors.h"
#include "log.h"
#include "name.h"
#include "reseat.h"
#include "table.h"

enum { OPS = 2, MEMORY = 19 * 1024 * 1024, TEXT_MAX = 201, CHANGE_PERMITS = 2 };

_Static_assert(SV_PASSWORD_MAX >= crypto_pwhash_STRBYTES, "a hashed password does not fit");

/* ------------------------------------------------------------------------------------ the jobs */

/* What a password is for. */
enum purpose { REGISTER, LOGIN, CHANGE, RESET, CONFIRM };

/* A password that a thread checks, and one that it hashes. */
typedef struct password_job {
    sv_job job;
    sv_core *core;
    uint64_t client;
    sv_ticket ticket;
    enum purpose purpose;
    sv_user user;
    char folded[SV_NAME_MAX];    /* its name, to register */
    char code[SV_HEX_MAX];       /* hash of the code, to reset */
    char old[TEXT_MAX];          /* to check against hash */
    char new[TEXT_MAX];          /* to hash */
    char hash[SV_PASSWORD_MAX];  /* that is stored; "": there is none */
    char fresh[SV_PASSWORD_MAX]; /* of the new password */
    bool fits, made;
    sv_confirmed *then; /* with CONFIRM */
    void *data;         /* of then */
} password_job;

static bool make_hash(const char *password, char hash[SV_PASSWORD_MAX])
{
    return crypto_pwhash_str(hash, password, strlen(password), OPS, MEMORY) == 0;
}

/* Without a stored password it takes as long as with one, so that nobody can find out which names
 * exist. */
static bool check(const password_job *p)
{
    char ignored[SV_PASSWORD_MAX];
    if (p->hash[0])
        return crypto_pwhash_str_verify(p->hash, p->old, strlen(p->old)) == 0;
    return make_hash(p->old, ignored) && false;
}

static bool sets_password(const password_job *p)
{
    return p->purpose != LOGIN && p->purpose != CONFIRM;
}

static void hash_password(sv_job *job)
{
    password_job *p = (password_job *)job;
    p->fits = p->purpose == REGISTER || p->purpose == RESET || check(p);
    p->made = p->fits && sets_password(p) && make_hash(p->new, p->fresh);
}

static void free_job(password_job *p)
{
    if (!p)
        return;
    sodium_memzero(p->old, sizeof p->old);
    sodium_memzero(p->new, sizeof p->new);
    sv_ticket_drop(&p->ticket);
    free(p->data);
    free(p);
}

static bool too_busy(rec_error *error)
{
    return sv_fail(error, SV_ERROR_BUSY, "Too many people are logging in. Try again.");
}

/* ---------------------------------------------------------------------------------- their ends */

void sv_log_out_user(sv_core *core, int64_t user, const char *session)
{
    for (sv_client *c = sv_client_of_user(&core->clients, user), *next; c; c = next) {
        next = sv_client_next_of_user(c);
        if (!session || strcmp(c->session, session) != 0)
            sv_log_out(core, c);
    }
}

static bool wrong_password(rec_error *error)
{
    return sv_fail(error, SV_ERROR_WRONG_PASSWORD, "Name or password is wrong.");
}

/* Logs the account in, if the password with this hash is still its own: while a thread was checking
 * it, the account could be given another password, blocked or removed. */
static json_t *enter(password_job *p, const char *hash, sv_client *client, rec_error *error)
{
    char stored[SV_PASSWORD_MAX];
    bool found;
    if (!sv_user_by_id(&p->core->store, p->user.id, &p->user, stored, &found, error))
        return NULL;
    if (!found || strcmp(stored, hash) != 0)
        return wrong_password(error), NULL;
    if (p->user.blocked)
        return sv_fail_blocked(error), NULL;
    return sv_device_remember(p->core, client, p->user.id, error)
               ? sv_log_in(p->core, client, &p->user, error)
               : NULL;
}

static json_t *finish_login(password_job *p, sv_client *client, rec_error *error)
{
    if (!p->fits)
        return wrong_password(error), NULL;
    return enter(p, p->hash, client, error);
}

static json_t *finish_register(password_job *p, sv_client *client, rec_error *error)
{
    sv_store *store = &p->core->store;
    bool ok;
    if (client->user.id && client->user.kind == SV_GUEST) {
        p->user.id = client->user.id;
        /* The user first: servers wait for names, and never for users. */
        ok = sv_user_claim(store, p->user.id, error) &&
             sv_claim_tables_of(p->core, p->user.id, false, error) &&
             sv_user_promote(store, &p->user, p->folded, p->fresh, error) &&
             sv_sessions_drop(store, p->user.id, error) && sv_show_name(p->core, &p->user, error);
    } else {
        ok = sv_user_add(store, &p->user, p->folded, p->fresh, p->core->now, error);
    }
    return ok ? enter(p, p->fresh, client, error) : NULL;
}

/* All other sessions end: a stranger who knew the old password has no use of it any more. */
static json_t *finish_change(password_job *p, sv_client *client, rec_error *error)
{
    sv_store *store = &p->core->store;
    bool done = false;
    if (p->fits && !sv_password_change(store, p->user.id, p->fresh, p->hash, &done, error))
        return NULL;
    if (!done)
        return sv_fail(error, SV_ERROR_WRONG_PASSWORD, "The old password is wrong."), NULL;
    if (!sv_sessions_drop_others(store, p->user.id, client->session, error) ||
        !sv_device_forget_others(p->core, client, p->user.id, error))
        return NULL;
    sv_log_out_user(p->core, p->user.id, client->session);
    return json_object();
}

static bool wrong_code(rec_error *error)
{
    return sv_fail(error, SV_ERROR_WRONG_CODE,
                   "The name or the code is wrong, or the code has expired.");
}

static json_t *finish_reset(password_job *p, sv_client *client, rec_error *error)
{
    sv_store *store = &p->core->store;
    bool done;
    if (!sv_reset_use(store, p->user.id, p->code, p->fresh, &done, error))
        return NULL;
    if (!done)
        return wrong_code(error), NULL;
    if (!sv_sessions_drop(store, p->user.id, error))
        return NULL;
    sv_log_out_user(p->core, p->user.id, NULL);
    return enter(p, p->fresh, client, error);
}

/* What needs a confirmation is done if the password was right and is still the same. */
static json_t *finish_confirm(password_job *p, sv_client *client, rec_error *error)
{
    char stored[SV_PASSWORD_MAX];
    bool found;
    if (!p->fits)
        return sv_fail(error, SV_ERROR_WRONG_PASSWORD, "The password is wrong."), NULL;
    if (!sv_user_claim(&p->core->store, p->user.id, error) ||
        !sv_user_by_id(&p->core->store, p->user.id, &p->user, stored, &found, error))
        return NULL;
    if (!found || client->user.id != p->user.id)
        return sv_fail(error, SV_ERROR_NOT_LOGGED_IN, "You have logged out meanwhile."), NULL;
    if (strcmp(stored, p->hash) != 0)
        return sv_fail(error, SV_ERROR_WRONG_PASSWORD, "The password is wrong."), NULL;
    return p->then(p->core, client, p->data, error);
}

static json_t *finish(password_job *p, sv_client *client, rec_error *error)
{
    static json_t *(*const ends[])(password_job *, sv_client *,
                                   rec_error *) = {[REGISTER] = finish_register,
                                                   [LOGIN] = finish_login,
                                                   [CHANGE] = finish_change,
                                                   [RESET] = finish_reset,
                                                   [CONFIRM] = finish_confirm};
    if (p->job.dropped)
        return too_busy(error), NULL;
    if (p->fits && !p->made && sets_password(p))
        return sv_fail_memory(error), NULL;
    return ends[p->purpose](p, client, error);
}

static sv_owner owner_of(sv_core *core, const sv_client *client)
{
    const int64_t address = sv_limit_address_key(&core->limits, client->address);
    return (sv_owner){address, address};
}

static void wait_a_moment(sv_job *job)
{
    const struct timespec moment = {.tv_nsec = SV_INBOX_RETRY_MS * 1000000L};
    (void)job;
    nanosleep(&moment, NULL);
}

/* Another server has the user, or a table of theirs, just now. */
static bool try_again(password_job *p, const sv_client *client, const rec_error *error)
{
    const int64_t waited = sv_microseconds() - p->ticket.arrived;
    if (sv_error_of(error) != SV_ERROR_BUSY || p->job.dropped ||
        waited > SV_INBOX_PATIENCE_MS * INT64_C(1000))
        return false;
    p->job.run = wait_a_moment;
    return sv_pool_add(p->core->pool[SV_PASSWORDS], &p->job, owner_of(p->core, client));
}

static void password_done(sv_job *job)
{
    password_job *p = (password_job *)job;
    sv_client *client =
        p->core->stopping ? NULL : sv_client_by_number(&p->core->clients, p->client);
    rec_error error;
    sv_log_request(p->ticket.trace);
    json_t *reply = client ? finish(p, client, &error) : NULL;
    const bool again = client && !reply && try_again(p, client, &error);
    if (client && !again)
        sv_answer(
            p->core, client,
            &(sv_reply){.ticket = &p->ticket, .object = reply, .seq = SV_NO_SEQ, .error = &error});
    sv_log_request(NULL);
    if (again)
        return;
    if (!client)
        sv_ticket_abandon(p->core, &p->ticket, job->dropped);
    free_job(p);
}

/* ----------------------------------------------------------------------------- their beginnings */

/* The old and the new password are fields of the request, or NULL. */
static password_job *make_job(sv_call *call, enum purpose purpose, const char *old, const char *new)
{
    password_job *p = calloc(1, sizeof *p);
    if (!p)
        return sv_fail_memory(&call->error), NULL;
    p->job = (sv_job){.run = hash_password, .done = password_done};
    p->core = call->core;
    p->client = call->client->number;
    p->purpose = purpose;
    p->ticket = sv_ticket_hold(&call->ticket);
    snprintf(p->old, sizeof p->old, "%s", old ? sv_call_text(call, old) : "");
    snprintf(p->new, sizeof p->new, "%s", new ? sv_call_text(call, new) : "");
    return p;
}

static json_t *defer(sv_call *call, password_job *p)
{
    call->deferred =
        sv_pool_add(call->core->pool[SV_PASSWORDS], &p->job, owner_of(call->core, call->client));
    if (call->deferred)
        return NULL;
    free_job(p);
    return too_busy(&call->error), NULL;
}

json_t *sv_on_register(sv_call *call)
{
    const char *name = sv_call_text(call, "name");
    if (!sv_over_http(call, &call->error) || !sv_within_logins(call, 2) ||
        !sv_name_is_valid(name, &call->error))
        return NULL;
    if (call->client->user.id && call->client->user.kind != SV_GUEST)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "You already have an account."), NULL;
    if (!sv_name_is_free(&call->core->store, name, &call->error))
        return NULL;
    password_job *p = make_job(call, REGISTER, NULL, "password");
    if (!p)
        return NULL;
    p->user = (sv_user){.id = sv_id_make(), .kind = SV_ACCOUNT};
    snprintf(p->user.name, sizeof p->user.name, "%s", name);
    sv_fold_name(name, p->folded);
    return defer(call, p);
}

/* Notes for the log which account a request is about. */
static bool note_account(sv_call *call, password_job *p, bool found)
{
    call->ticket.user = p->ticket.user = found ? p->user.id : 0;
    return true;
}

json_t *sv_on_login(sv_call *call)
{
    const char *name = sv_call_text(call, "name");
    bool found;
    password_job *p =
        sv_over_http(call, &call->error) ? make_job(call, LOGIN, "password", NULL) : NULL;
    if (p &&
        sv_account_by_name(&call->core->store, name, &p->user, p->hash, &found, &call->error) &&
        note_account(call, p, found) && sv_within_attempts(call, found ? p->user.id : 0, name))
        return defer(call, p);
    free_job(p);
    return NULL;
}

/* Checks the password of a user who is logged in; takes the job over. */
static json_t *check_own(sv_call *call, password_job *p)
{
    bool found;
    if (p && sv_user_by_id(&call->core->store, call->client->user.id, &p->user, p->hash, &found,
                           &call->error))
        return defer(call, p);
    free_job(p);
    return NULL;
}

static bool may_try_own(sv_call *call)
{
    sv_limits *l = &call->core->limits;
    return sv_limit_take(l, &l->logins, SV_LIMITED_PASSWORD, "", call->client->user.id,
                         CHANGE_PERMITS, call->core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many attempts. Wait a moment.");
}

json_t *sv_on_change_password(sv_call *call)
{
    return may_try_own(call) ? check_own(call, make_job(call, CHANGE, "old", "password")) : NULL;
}

json_t *sv_password_confirm(sv_call *call, sv_confirmed *then, void *data)
{
    password_job *p = may_try_own(call) ? make_job(call, CONFIRM, "password", NULL) : NULL;
    if (!p)
        return free(data), NULL;
    p->then = then;
    p->data = data;
    return check_own(call, p);
}

/* ----------------------------------------------------------------------------------- reset codes
 */

void sv_reset_code_make(char code[SV_RESET_CODE_MAX], char hash[SV_HEX_MAX])
{
    enum { GROUPS = 4, GROUP = 5 };
    char bare[SV_CODE_MAX * 2], *at = code;
    sv_code_make(bare);
    sv_code_make(bare + strlen(bare));
    for (unsigned i = 0; i < GROUPS * GROUP; i++) {
        if (i > 0 && i % GROUP == 0)
            *at++ = '-';
        *at++ = bare[i];
    }
    *at = '\0';
    bare[GROUPS * GROUP] = '\0';
    sv_token_hash(bare, hash);
}

void sv_reset_code_hash(const char *typed, char hash[SV_HEX_MAX])
{
    char bare[SV_RESET_CODE_MAX * 2];
    size_t length = 0;
    for (; *typed && length < sizeof bare - 1; typed++)
        if (*typed != '-' && *typed != ' ')
            bare[length++] = *typed >= 'A' && *typed <= 'Z' ? (char)(*typed - 'A' + 'a') : *typed;
    bare[length] = '\0';
    sv_token_hash(bare, hash);
}

/* A code is too long to be guessed: attempts are limited by address alone, so that nobody can keep
 * the owner from using it. */
json_t *sv_on_reset_password(sv_call *call)
{
    sv_store *store = &call->core->store;
    bool found, open;
    if (!sv_over_http(call, &call->error) || !sv_within_logins(call, 2))
        return NULL;
    password_job *p = make_job(call, RESET, NULL, "password");
    if (p)
        sv_reset_code_hash(sv_call_text(call, "code"), p->code);
    if (p &&
        sv_account_by_name(store, sv_call_text(call, "name"), &p->user, NULL, &found,
                           &call->error) &&
        note_account(call, p, found) &&
        sv_reset_is_open(store, found ? p->user.id : 0, p->code, call->core->now, &open,
                         &call->error) &&
        (open || wrong_code(&call->error)))
        return defer(call, p);
    free_job(p);
    return NULL;
}
