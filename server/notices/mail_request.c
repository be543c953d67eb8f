/* Requests about addresses for mail, and what mails lead to. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "core.h"
#include "errors.h"
#include "notices/mail.h"
#include "notices/notices_request.h"
#include "notices/store_deliveries.h"
#include "password.h"
#include "requests.h"

static const char mail_word[] = "mail";

static json_t *mail_reply(sv_core *core, int64_t person, rec_error *error)
{
    json_t *state = sv_mail_state_json(core, person, error);
    return state ? json_pack("{s:o}", "mail", state) : NULL;
}

/* What was on its way to the address before is not sent. */
static bool drop_mails(sv_core *core, int64_t person, rec_error *error)
{
    sv_queue_cancel(&core->deliveries, person);
    return sv_deliveries_drop(&core->store, person, mail_word, error);
}

/* ------------------------------------------------------------------------------------- address */

typedef struct wish {
    char address[SV_MAILBOX_MAX], language[SV_LANGUAGE_WORD_MAX];
} wish;

static bool fail_limit(rec_error *error)
{
    return sv_fail(error, SV_ERROR_MAIL_LIMIT,
                   "Enough mails with codes were sent for today. Try again tomorrow.");
}

static bool is_wanted(sv_core *core, const char *address, rec_error *error)
{
    bool unwanted;
    return sv_unwanted_find(&core->store, address, &unwanted, error) &&
           (!unwanted || sv_fail(error, SV_ERROR_MAIL_UNWANTED,
                                 "Who has this address wants no mails from this server."));
}

/* The password was right. */
static json_t *set_address(sv_core *core, sv_client *client, void *data, rec_error *error)
{
    const wish *w = data;
    const int64_t user = client->user.id;
    char token[SV_HEX_MAX];
    jn_seed_make(token);
    if (!is_wanted(core, w->address, error) ||
        (!sv_mail_permit(core, user, w->address) && !fail_limit(error)))
        return NULL;
    if (!sv_mail_pend(&core->store, user, w->address, w->language, token, error) ||
        !sv_mail_write(core, user, SV_MAIL_ABOUT_VERIFY, error))
        return sv_store_abort(&core->store, error), NULL;
    return mail_reply(core, user, error);
}

json_t *sv_on_mail_set(sv_call *call)
{
    const char *address = sv_call_text(call, "address");
    const char *language = sv_call_text(call, "language");
    if (!sv_mail_is_on(call->core, &call->error) ||
        !sv_address_fits("address", address, &call->error) ||
        (!sv_mail_permit_client(call->core, call->client->address) && !fail_limit(&call->error)))
        return NULL;
    wish *w = calloc(1, sizeof *w);
    if (!w)
        return sv_fail_memory(&call->error), NULL;
    snprintf(w->address, sizeof w->address, "%s", address);
    snprintf(w->language, sizeof w->language, "%s", language ? language : "en");
    return sv_password_confirm(call, set_address, w);
}

json_t *sv_on_mail_verify(sv_call *call)
{
    sv_core *core = call->core;
    const int64_t user = call->client->user.id;
    char hash[SV_HEX_MAX];
    bool done;
    sv_reset_code_hash(sv_call_text(call, "code"), hash);
    if (!sv_mail_verify(&core->store, user, hash, core->now, &done, &call->error))
        return NULL;
    if (!done)
        return sv_fail(&call->error, SV_ERROR_WRONG_CODE,
                       "The code is wrong or has expired. Only the last one is valid."),
               NULL;
    return mail_reply(core, user, &call->error);
}

json_t *sv_on_mail_drop(sv_call *call)
{
    const int64_t user = call->client->user.id;
    return sv_mail_drop(&call->core->store, user, &call->error) &&
                   drop_mails(call->core, user, &call->error)
               ? mail_reply(call->core, user, &call->error)
               : NULL;
}

/* ------------------------------------------------------------------------------------ password */

json_t *sv_on_forgot_password(sv_call *call)
{
    sv_core *core = call->core;
    if (!sv_mail_is_on(core, &call->error) || !sv_within_logins(call, 2) ||
        (!sv_mail_permit_client(core, call->client->address) && !fail_limit(&call->error)) ||
        !sv_mail_forgot(core, sv_call_text(call, "name"), &call->error))
        return NULL;
    return json_object();
}

/* --------------------------------------------------------------------------------- unsubscribe */

static json_t *stop_reply(const char *address, bool stopped)
{
    char hint[SV_MAILBOX_MAX];
    sv_address_hint(address, hint);
    return json_pack("{s:s, s:b}", "address", hint, "stopped", stopped);
}

static json_t *stop_notices(sv_call *call, int64_t person, const sv_mail *mail, bool stop)
{
    sv_core *core = call->core;
    if (!sv_mail_stop(&core->store, person, stop ? core->now : 0, &call->error) ||
        (stop && !drop_mails(core, person, &call->error)))
        return NULL;
    return stop_reply(mail->address, stop);
}

/* From a mail to verify an address: this address wants no mails. If it is the account's by now, the
 * notices of the account stop, too. */
static json_t *stop_address(sv_call *call, int64_t person, const sv_mail *mail, const char *address,
                            bool stop)
{
    if (!sv_unwanted_set(&call->core->store, address, stop, call->core->now, &call->error))
        return NULL;
    return address == mail->address ? stop_notices(call, person, mail, stop)
                                    : stop_reply(address, stop);
}

/* Of the two addresses of an account, the one to whose mail a token belongs; NULL: neither. */
static const char *address_of_token(int64_t person, const sv_mail *mail, const char *token)
{
    const char *const addresses[] = {mail->address, mail->pending};
    for (unsigned i = 0; i < 2; i++) {
        char right[SV_UNVERIFIED_MAX];
        sv_unverified_token(person, mail, addresses[i], right);
        if (addresses[i][0] && strlen(token) == strlen(right) &&
            sodium_memcmp(token, right, strlen(right)) == 0)
            return addresses[i];
    }
    return NULL;
}

/* Whose token it is, and of a mail to verify an address, this address, which is part of mail;
 * *person is 0 if it is not valid. */
static bool find_by_token(sv_store *store, const char *token, int64_t *person, sv_mail *mail,
                          const char **address, rec_error *error)
{
    const bool unverified = token[0] == SV_UNVERIFIED_MARK;
    *address = NULL;
    *mail = (sv_mail){.found = false};
    *person = unverified ? strtoll(token + 1, NULL, 10) : 0;
    if ((!unverified && !sv_mail_by_token(store, token, person, error)) ||
        (*person && !sv_mail_get(store, *person, mail, error)))
        return false;
    if (unverified && mail->found)
        *address = address_of_token(*person, mail, token);
    if (!mail->found || (unverified && !*address))
        *person = 0;
    return true;
}

json_t *sv_on_unsubscribe(sv_call *call)
{
    sv_store *store = &call->core->store;
    const char *token = sv_call_text(call, "token"), *address;
    const bool stop = !json_is_true(json_object_get(call->request, "again"));
    int64_t person;
    sv_mail mail;
    if (!find_by_token(store, token, &person, &mail, &address, &call->error))
        return NULL;
    if (person && !sv_user_claim(store, person, &call->error))
        return sv_wait_for_claim(call), NULL;
    if (person && !find_by_token(store, token, &person, &mail, &address, &call->error))
        return NULL;
    if (person == 0)
        return sv_fail(&call->error, SV_ERROR_WRONG_CODE,
                       "This link is not valid any more: the account has another address now, or "
                       "none."),
               NULL;
    return address ? stop_address(call, person, &mail, address, stop)
                   : stop_notices(call, person, &mail, stop);
}
