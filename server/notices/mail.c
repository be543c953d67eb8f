#include "notices/mail.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "log.h"
#include "name.h"
#include "net/smtp.h"
#include "notices/delivery.h"
#include "notices/mail_items.h"
#include "notices/mail_text.h"
#include "notices/store_deliveries.h"
#include "password.h"
#include "people/store_invitations.h"
#include "presence.h"
#include "table_cache.h"

enum {
    TIMEOUT_MS = 30000,
    PASSWORD_MAX = 256, /* of the mail server */
    DAY = 86400,        /* permits of a bucket, which gains one a second */
    OF_ACCOUNT = 5,     /* mails with codes in a day */
    OF_RECEIVER = 3,
    OF_CLIENT = 10
};

#define HOUR_MS INT64_C(3600000)

static const char *const about_words[] = {"verify", "reset", "test"};
static const char forgot[] = "forgot"; /* it becomes "reset", if there is such an account */

/* What the thread needs. */
typedef struct parcel {
    sv_smtp smtp;
    char to[SV_MAILBOX_MAX];
    char *message;
} parcel;

static sv_smtp_server server;
static char password[PASSWORD_MAX];

/* -------------------------------------------------------------------------------------- letters */

static sv_letter letter_of(const sv_core *core, const sv_delivery *d, const sv_mail *mail,
                           const sv_user *user)
{
    return (sv_letter){.site = core->config->site_url,
                       .from = core->config->mail_from,
                       .to = mail->address,
                       .language = mail->language,
                       .token = mail->token,
                       .name = user->name,
                       .id = d->sending.id,
                       .now = core->now};
}

static bool pack(sv_core *core, sv_delivery *d, const sv_letter *letter, rec_error *error)
{
    parcel *p = calloc(1, sizeof *p);
    d->parcel = p;
    if (!p || !(p->message = sv_letter_write(letter)))
        return sv_fail_memory(error);
    snprintf(p->to, sizeof p->to, "%s", letter->to);
    p->smtp = (sv_smtp){.server = &server,
                        .to = p->to,
                        .message = p->message,
                        .timeout_ms = TIMEOUT_MS,
                        .pool = core->pool[SV_NOTICES]};
    return true;
}

typedef struct invited {
    json_t *item;
    const char *code;
    bool found;
} invited;

/* The name of its sender may have changed. */
static void note_invitation(void *data, const sv_invitation *invitation)
{
    invited *i = data;
    if (strcmp(invitation->code, i->code) != 0)
        return;
    i->found = true;
    json_object_set_new(i->item, "from", json_string(invitation->name));
}

static bool is_invited(sv_core *core, int64_t person, json_t *item, const char *code)
{
    enum { MAX = 100 }; /* more than anybody has */
    invited i = {item, code, false};
    rec_error error;
    return sv_invitations(&core->store, person, MAX, note_invitation, &i, &error) && i.found;
}

/* Whether an item still holds: a mail may have waited for long. */
static bool holds(sv_core *core, int64_t person, json_t *item)
{
    const char *notice = json_string_value(json_object_get(item, "notice"));
    const char *code = json_string_value(json_object_get(item, "table"));
    rec_error error;
    const bool of_turn = notice && (strcmp(notice, sv_notice_words[SV_NOTICE_YOUR_TURN]) == 0 ||
                                    strcmp(notice, sv_notice_words[SV_NOTICE_TIME_RUNS_OUT]) == 0);
    if (notice && code && strcmp(notice, sv_notice_words[SV_NOTICE_INVITATION]) == 0)
        return is_invited(core, person, item, code);
    if (!of_turn || !code)
        return true;
    const sv_table *table = sv_table_get(core, code, &error);
    const unsigned seat = table ? sv_table_to_move(table) : EK_NOBODY;
    return seat != EK_NOBODY && table->seat[seat].user == person && !table->seat[seat].away &&
           !sv_is_here(table, seat);
}

static void drop_what_is_over(sv_core *core, int64_t person, json_t *items)
{
    for (size_t i = json_array_size(items); i-- > 0;)
        if (!holds(core, person, json_array_get(items, i)))
            json_array_remove(items, i);
}

static bool takes_notices(const sv_mail *mail)
{
    return mail->verified > 0 && mail->stopped == 0 && mail->refused < SV_REFUSALS_MAX;
}

static bool prepare_items(sv_core *core, sv_delivery *d, const sv_mail *mail, const sv_user *user,
                          json_t *body, bool *wanted, rec_error *error)
{
    json_t *items = json_object_get(body, "items");
    sv_letter letter = letter_of(core, d, mail, user);
    if (!d->fresh)
        drop_what_is_over(core, user->id, items);
    *wanted = takes_notices(mail) && json_array_size(items) > 0;
    letter.items = items;
    letter.more = json_object_get(body, "more") != NULL;
    return !*wanted || pack(core, d, &letter, error);
}

void sv_unverified_token(int64_t person, const sv_mail *mail, const char *address,
                         char token[SV_UNVERIFIED_MAX])
{
    enum { BYTES = 16 };
    crypto_auth_hmacsha256_state hmac;
    uint8_t code[crypto_auth_hmacsha256_BYTES];
    char hash[SV_HEX_MAX], text[2 * BYTES + 1];
    sv_address_hash(address, hash);
    crypto_auth_hmacsha256_init(&hmac, (const uint8_t *)mail->token, strlen(mail->token));
    crypto_auth_hmacsha256_update(&hmac, (const uint8_t *)hash, strlen(hash));
    crypto_auth_hmacsha256_final(&hmac, code);
    sodium_bin2hex(text, sizeof text, code, BYTES);
    snprintf(token, SV_UNVERIFIED_MAX, "%c%lld-%s", SV_UNVERIFIED_MARK, (long long)person, text);
}

static bool prepare_verify(sv_core *core, sv_delivery *d, const sv_mail *mail, const sv_user *user,
                           bool *wanted, rec_error *error)
{
    char code[SV_RESET_CODE_MAX], hash[SV_HEX_MAX], token[SV_UNVERIFIED_MAX];
    sv_letter letter = letter_of(core, d, mail, user);
    bool unwanted;
    if (!sv_unwanted_find(&core->store, mail->pending, &unwanted, error))
        return false;
    *wanted = mail->pending[0] && !unwanted;
    sv_reset_code_make(code, hash);
    letter.about = about_words[SV_MAIL_ABOUT_VERIFY];
    letter.code = code;
    letter.to = mail->pending;
    sv_unverified_token(user->id, mail, mail->pending, token);
    letter.token = token;
    return !*wanted ||
           (sv_user_claim(&core->store, user->id, error) &&
            sv_mail_set_code(&core->store, user->id, hash, core->now + 24 * HOUR_MS, error) &&
            pack(core, d, &letter, error));
}

static bool prepare_reset(sv_core *core, sv_delivery *d, const sv_mail *mail, const sv_user *user,
                          bool *wanted, rec_error *error)
{
    char code[SV_RESET_CODE_MAX], hash[SV_HEX_MAX];
    sv_letter letter = letter_of(core, d, mail, user);
    sv_reset_code_make(code, hash);
    letter.about = about_words[SV_MAIL_ABOUT_RESET];
    letter.code = code;
    if (mail->verified == 0)
        return *wanted = false, true;
    return sv_user_claim(&core->store, user->id, error) &&
           sv_password_offer(&core->store, user->id, hash, core->now + HOUR_MS, wanted, error) &&
           (!*wanted || pack(core, d, &letter, error));
}

/* What becomes of a request for a new password is only in the log: nobody learns which accounts
 * have an address. */
static bool offer_code(sv_core *core, const char *name, rec_error *error)
{
    sv_user user = {.id = 0};
    sv_mail mail;
    bool found;
    if (!sv_account_by_name(&core->store, name, &user, NULL, &found, error))
        return false;
    if (!found)
        return true;
    if (!sv_user_claim(&core->store, user.id, error) ||
        !sv_mail_get(&core->store, user.id, &mail, error))
        return false;
    if (mail.verified == 0)
        return true;
    if (sv_mail_permit(core, user.id, mail.address))
        return sv_mail_write(core, user.id, SV_MAIL_ABOUT_RESET, error);
    sv_log("warning", "a code for a new password is not sent: there were enough today", NULL);
    return true;
}

static bool prepare_test(sv_core *core, sv_delivery *d, const sv_mail *mail, const sv_user *user,
                         bool *wanted, rec_error *error)
{
    sv_letter letter = letter_of(core, d, mail, user);
    letter.about = about_words[SV_MAIL_ABOUT_TEST];
    *wanted = takes_notices(mail);
    return !*wanted || pack(core, d, &letter, error);
}

static bool prepare_body(sv_core *core, sv_delivery *d, json_t *body, bool *wanted,
                         rec_error *error)
{
    const char *about = json_string_value(json_object_get(body, "mail"));
    sv_user user;
    sv_mail mail;
    if (about && strcmp(about, forgot) == 0) {
        const char *name = json_string_value(json_object_get(body, "name"));
        *wanted = false;
        return !name || offer_code(core, name, error);
    }
    if (!sv_user_by_id(&core->store, d->sending.user, &user, NULL, wanted, error) ||
        (*wanted && !sv_mail_get(&core->store, user.id, &mail, error)))
        return false;
    if (!*wanted || !mail.found || user.blocked)
        return *wanted = false, true;
    if (!about)
        return prepare_items(core, d, &mail, &user, body, wanted, error);
    if (strcmp(about, about_words[SV_MAIL_ABOUT_VERIFY]) == 0)
        return prepare_verify(core, d, &mail, &user, wanted, error);
    if (strcmp(about, about_words[SV_MAIL_ABOUT_RESET]) == 0)
        return prepare_reset(core, d, &mail, &user, wanted, error);
    return prepare_test(core, d, &mail, &user, wanted, error);
}

/* ------------------------------------------------------------------------------------- channel */

static bool prepare(sv_core *core, sv_delivery *d, bool *wanted, rec_error *error)
{
    json_t *body = json_loads(d->body, 0, NULL);
    const bool ok = prepare_body(core, d, body, wanted, error);
    json_decref(body);
    return ok;
}

static enum sv_outcome send(sv_delivery *d)
{
    parcel *p = d->parcel;
    if (!sv_sending_may(&d->sending))
        return SV_OUTCOME_FAILED;
    if (sv_smtp_send(&p->smtp))
        return SV_OUTCOME_SENT;
    snprintf(d->why, sizeof d->why, "%s", p->smtp.why);
    return p->smtp.refused ? SV_OUTCOME_LOST : SV_OUTCOME_FAILED;
}

/* Only what was sent to the verified address says something of it. */
static bool note(sv_core *core, const sv_delivery *d, rec_error *error)
{
    const parcel *p = d->parcel;
    if (d->outcome == SV_OUTCOME_SENT)
        return strcmp(d->code, sv_account_code) == 0 ||
               sv_mail_arrived(&core->store, d->sending.user, error);
    return sv_mail_lose(&core->store, d->sending.user, d->why,
                        p && p->smtp.refused && strcmp(d->code, sv_account_code) != 0, core->now,
                        error);
}

static void release(sv_delivery *d)
{
    parcel *p = d->parcel;
    if (p)
        free(p->message);
    free(p);
}

static int64_t timeout_ms(const sv_core *core)
{
    (void)core;
    return TIMEOUT_MS;
}

static const sv_channel channel = {.number = SV_CHANNEL_MAIL,
                                   .timeout_ms = timeout_ms,
                                   .prepare = prepare,
                                   .send = send,
                                   .note = note,
                                   .release = release,
                                   .keep_ms = SV_MAIL_PAUSE_MS};

/* ------------------------------------------------------------------------------ codes and tests */

bool sv_mail_is_on(const sv_core *core, rec_error *error)
{
    return core->channel[SV_CHANNEL_MAIL] ||
           sv_fail(error, SV_ERROR_MAIL_OFF, "This server sends no mails.");
}

bool sv_mail_write(sv_core *core, int64_t person, enum sv_mail_about about, rec_error *error)
{
    char body[64];
    snprintf(body, sizeof body, "{\"mail\":\"%s\"}", about_words[about]);
    return sv_delivery_write(
        core,
        &(sv_delivery_order){
            .channel = SV_CHANNEL_MAIL, .person = person, .code = sv_account_code, .body = body},
        error);
}

bool sv_mail_forgot(sv_core *core, const char *name, rec_error *error)
{
    json_t *about = json_pack("{s:s, s:s}", "mail", forgot, "name", name);
    char *body = about ? json_dumps(about, JSON_COMPACT) : NULL;
    json_decref(about);
    const bool ok = body ? sv_delivery_write(core,
                                             &(sv_delivery_order){.channel = SV_CHANNEL_MAIL,
                                                                  .code = sv_account_code,
                                                                  .body = body,
                                                                  .due = core->now + 1},
                                             error)
                         : sv_fail_memory(error);
    free(body);
    return ok;
}

static bool take(sv_core *core, const char *text, int64_t number, int32_t a_day)
{
    static const sv_rate rate = {1, DAY};
    return sv_limit_take(&core->limits, &rate, SV_LIMITED_MAILS, text, number, DAY / a_day,
                         core->now);
}

bool sv_mail_permit_client(sv_core *core, const char *client)
{
    char key[128];
    snprintf(key, sizeof key, "client %s", client);
    return take(core, key, 0, OF_CLIENT);
}

/* The smallest share is counted first. */
bool sv_mail_permit(sv_core *core, int64_t person, const char *to)
{
    char hash[SV_HEX_MAX];
    sv_address_hash(to, hash);
    return take(core, "account", person, OF_ACCOUNT) && take(core, hash, 0, OF_RECEIVER) &&
           take(core, "server", 0, (int32_t)core->config->code_mails);
}

/* ---------------------------------------------------------------------------------- settings */

static bool read_password(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file || !fgets(password, sizeof password, file)) {
        cli_complain(sv_serve_verb.name, "%s: %s", path,
                     file ? "the file is empty" : strerror(errno));
        if (file)
            fclose(file);
        return false;
    }
    fclose(file);
    password[strcspn(password, "\r\n")] = '\0';
    return true;
}

bool sv_mail_open(sv_core *core, const sv_config *config)
{
    core->channel[SV_CHANNEL_MAIL] = NULL;
    if (!config->smtp[0])
        return true;
    if (config->smtp_password_file[0] && !read_password(config->smtp_password_file))
        return false;
    server = (sv_smtp_server){.url = config->smtp,
                              .user = config->smtp_user,
                              .password = password,
                              .from = config->mail_from,
                              .plain = config->smtp_plain};
    core->channel[SV_CHANNEL_MAIL] = &channel;
    return true;
}
