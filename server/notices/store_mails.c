#include "notices/store_mails.h"

#include <stdio.h>

static void copy(char *room, size_t size, const sv_value *column)
{
    snprintf(room, size, "%s", column->text ? column->text : "");
}

static void take_mail(void *data, const sv_value *column)
{
    sv_mail *m = data;
    m->found = true;
    copy(m->address, sizeof m->address, &column[0]);
    copy(m->pending, sizeof m->pending, &column[1]);
    copy(m->language, sizeof m->language, &column[2]);
    copy(m->token, sizeof m->token, &column[3]);
    m->verified = column[4].number;
    m->stopped = column[5].number;
    m->refused = column[6].number;
    m->lost = column[7].number;
    copy(m->problem, sizeof m->problem, &column[8]);
    m->problem_at = column[9].number;
    m->digest = column[10].null ? SV_NO_DIGEST : (int)column[10].number;
    copy(m->zone, sizeof m->zone, &column[11]);
}

bool sv_mail_get(sv_store *store, int64_t person, sv_mail *mail, rec_error *error)
{
    *mail = (sv_mail){.digest = SV_NO_DIGEST, .language = "en"};
    return sv_read(store,
                   "SELECT address, pending, language, token, verified, stopped, refused, lost, "
                   "problem, problem_at, digest, zone FROM mails WHERE person = $1",
                   SV_VALUES(sv_number(person)), (sv_rows){"ttttnnnntnnt", take_mail, mail}, error);
}

bool sv_mail_pend(sv_store *store, int64_t person, const char *address, const char *language,
                  const char *token, rec_error *error)
{
    return sv_write(
        store,
        "INSERT INTO mails (person, address, verified, pending, language, token) "
        "VALUES ($1, '', 0, $2, $3, $4) ON CONFLICT (person) DO UPDATE SET "
        "pending = $2, language = $3, code = NULL, code_expires = NULL",
        SV_VALUES(sv_number(person), sv_text(address), sv_text(language), sv_text(token)), NULL,
        error);
}

bool sv_mail_set_code(sv_store *store, int64_t person, const char *code, int64_t expires,
                      rec_error *error)
{
    return sv_write(store, "UPDATE mails SET code = $1, code_expires = $2 WHERE person = $3",
                    SV_VALUES(sv_text(code), sv_number(expires), sv_number(person)), NULL, error);
}

bool sv_mail_verify(sv_store *store, int64_t person, const char *code, int64_t now, bool *done,
                    rec_error *error)
{
    int64_t changed = 0;
    const bool ok =
        sv_write(store,
                 "UPDATE mails SET address = pending, verified = $1, pending = NULL, code = NULL, "
                 "code_expires = NULL, stopped = 0, refused = 0, lost = 0, problem = NULL, "
                 "problem_at = NULL WHERE person = $2 AND code = $3 AND code_expires > $1 "
                 "AND pending IS NOT NULL",
                 SV_VALUES(sv_number(now), sv_number(person), sv_text(code)), &changed, error);
    *done = ok && changed == 1;
    return ok;
}

bool sv_mail_drop(sv_store *store, int64_t person, rec_error *error)
{
    return sv_write(store, "DELETE FROM mails WHERE person = $1", SV_VALUES(sv_number(person)),
                    NULL, error);
}

bool sv_mail_set_ways(sv_store *store, int64_t person, const sv_mail *mail, rec_error *error)
{
    const bool daily = mail->digest != SV_NO_DIGEST;
    return sv_write(store,
                    "UPDATE mails SET language = $1, digest = $2, zone = $3 WHERE person = $4",
                    SV_VALUES(sv_text(mail->language), daily ? sv_number(mail->digest) : sv_null(),
                              daily ? sv_text(mail->zone) : sv_null(), sv_number(person)),
                    NULL, error);
}

bool sv_mail_stop(sv_store *store, int64_t person, int64_t now, rec_error *error)
{
    return sv_write(store, "UPDATE mails SET stopped = $1 WHERE person = $2",
                    SV_VALUES(sv_number(now), sv_number(person)), NULL, error);
}

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

bool sv_mail_by_token(sv_store *store, const char *token, int64_t *person, rec_error *error)
{
    *person = 0;
    return sv_read(store, "SELECT person FROM mails WHERE token = $1", SV_VALUES(sv_text(token)),
                   (sv_rows){"n", take_number, person}, error);
}

bool sv_mail_arrived(sv_store *store, int64_t person, rec_error *error)
{
    return sv_write(store, "UPDATE mails SET refused = 0 WHERE person = $1 AND refused > 0",
                    SV_VALUES(sv_number(person)), NULL, error);
}

bool sv_mail_lose(sv_store *store, int64_t person, const char *why, bool refused, int64_t now,
                  rec_error *error)
{
    return sv_write(store,
                    "UPDATE mails SET lost = lost + 1, problem = $1, problem_at = $2, "
                    "refused = refused + $3 WHERE person = $4",
                    SV_VALUES(sv_text(why), sv_number(now), sv_number(refused), sv_number(person)),
                    NULL, error);
}

bool sv_mails_forget(sv_store *store, int64_t person, rec_error *error)
{
    return sv_mail_drop(store, person, error) &&
           sv_write(store, "DELETE FROM choices WHERE person = $1", SV_VALUES(sv_number(person)),
                    NULL, error) &&
           sv_write(store, "DELETE FROM deliveries WHERE person = $1", SV_VALUES(sv_number(person)),
                    NULL, error);
}

bool sv_unwanted_set(sv_store *store, const char *address, bool on, int64_t now, rec_error *error)
{
    char hash[SV_HEX_MAX];
    sv_address_hash(address, hash);
    return on ? sv_write(store,
                         "INSERT INTO unwanted (hash, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                         SV_VALUES(sv_text(hash), sv_number(now)), NULL, error)
              : sv_write(store, "DELETE FROM unwanted WHERE hash = $1", SV_VALUES(sv_text(hash)),
                         NULL, error);
}

static void note_any(void *data, const sv_value *column)
{
    (void)column;
    *(bool *)data = true;
}

bool sv_unwanted_find(sv_store *store, const char *address, bool *found, rec_error *error)
{
    char hash[SV_HEX_MAX];
    sv_address_hash(address, hash);
    *found = false;
    return sv_read(store, "SELECT at FROM unwanted WHERE hash = $1", SV_VALUES(sv_text(hash)),
                   (sv_rows){"n", note_any, found}, error);
}
