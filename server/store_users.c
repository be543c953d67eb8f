/* Users and their sessions in the store. */
#include <stdio.h>
#include <string.h>

#include "store.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from ? from : "");
}

bool sv_user_add(sv_store *store, const sv_user *user, const char *folded, const char *password,
                 int64_t now, rec_error *error)
{
    const sv_value p[] = {sv_number(user->id), sv_number(user->kind), sv_text(user->name),
                          sv_text(folded),     sv_text(password),     sv_number(now)};
    sv_query q = {.sql = "INSERT INTO users (id, kind, name, folded, password, created) "
                         "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                  .parameter = p,
                  .parameters = COUNT(p)};
    if (!sv_write(store, &q, error))
        return false;
    return q.changed == 1 || rec_fail(error, "name-taken", "This name is taken.");
}

bool sv_user_promote(sv_store *store, const sv_user *user, const char *folded, const char *password,
                     rec_error *error)
{
    const sv_value p[] = {sv_number(SV_ACCOUNT), sv_text(user->name), sv_text(folded),
                          sv_text(password), sv_number(user->id)};
    sv_query q = {.sql = "UPDATE users SET kind = $1, name = $2, folded = $3, password = $4 "
                         "WHERE id = $5 AND kind = 0 AND NOT EXISTS "
                         "(SELECT 1 FROM users AS other WHERE other.folded = $3)",
                  .parameter = p,
                  .parameters = COUNT(p)};
    if (!sv_write(store, &q, error))
        return false;
    return q.changed == 1 || rec_fail(error, "name-taken", "This name is taken.");
}

/* What a search for one user fills. */
typedef struct user_search {
    sv_user *user;
    char *password;
    bool *found;
} user_search;

static void take_user(void *data, const sv_value *column)
{
    const user_search *search = data;
    *search->found = true;
    search->user->id = column[0].number;
    search->user->kind = (uint8_t)column[1].number;
    search->user->blocked = column[2].number != 0;
    copy(search->user->name, SV_NAME_MAX, column[3].text);
    if (search->password)
        copy(search->password, SV_PASSWORD_MAX, column[4].text);
}

bool sv_user_named(sv_store *store, const char *folded, sv_user *user,
                   char password[SV_PASSWORD_MAX], bool *found, rec_error *error)
{
    user_search search = {user, password, found};
    const sv_value p[] = {sv_text(folded)};
    sv_query q = {.sql = "SELECT id, kind, blocked, name, password FROM users WHERE folded = $1",
                  .parameter = p,
                  .parameters = COUNT(p),
                  .columns = "nnntt",
                  .row = take_user,
                  .data = &search};
    *found = false;
    return sv_read(store, &q, error);
}

bool sv_user_numbered(sv_store *store, int64_t id, sv_user *user, bool *found, rec_error *error)
{
    user_search search = {user, NULL, found};
    const sv_value p[] = {sv_number(id)};
    sv_query q = {.sql = "SELECT id, kind, blocked, name FROM users WHERE id = $1",
                  .parameter = p,
                  .parameters = COUNT(p),
                  .columns = "nnnt",
                  .row = take_user,
                  .data = &search};
    *found = false;
    return sv_read(store, &q, error);
}

bool sv_user_block(sv_store *store, int64_t id, bool blocked, rec_error *error)
{
    const sv_value p[] = {sv_number(blocked), sv_number(id)};
    sv_query q = {.sql = "UPDATE users SET blocked = $1 WHERE id = $2",
                  .parameter = p,
                  .parameters = COUNT(p)};
    return sv_write(store, &q, error);
}

bool sv_user_remove(sv_store *store, int64_t id, rec_error *error)
{
    static const char *const sql[] = {
        "DELETE FROM sessions WHERE person = $1",
        "DELETE FROM mutes WHERE person = $1",
        "UPDATE chat SET name = '', words = '' WHERE person = $1",
        "DELETE FROM players WHERE person = $1",
        "DELETE FROM users WHERE id = $1",
    };
    const sv_value p[] = {sv_number(id)};
    for (unsigned i = 0; i < COUNT(sql); i++) {
        sv_query q = {.sql = sql[i], .parameter = p, .parameters = COUNT(p)};
        if (!sv_write(store, &q, error))
            return false;
    }
    return true;
}

bool sv_webhook_set(sv_store *store, int64_t user, const sv_webhook *hook, rec_error *error)
{
    const sv_value p[] = {sv_text(hook->url[0] ? hook->url : NULL), sv_text(hook->secret),
                          sv_number(user)};
    sv_query q = {.sql = "UPDATE users SET webhook = $1, webhook_secret = $2 WHERE id = $3",
                  .parameter = p,
                  .parameters = COUNT(p)};
    return sv_write(store, &q, error);
}

static void take_webhook(void *data, const sv_value *column)
{
    sv_webhook *hook = data;
    copy(hook->url, SV_URL_MAX, column[0].text);
    copy(hook->secret, SV_HEX_MAX, column[1].text);
}

bool sv_webhook_get(sv_store *store, int64_t user, sv_webhook *hook, rec_error *error)
{
    const sv_value p[] = {sv_number(user)};
    sv_query q = {.sql = "SELECT webhook, webhook_secret FROM users WHERE id = $1",
                  .parameter = p,
                  .parameters = COUNT(p),
                  .columns = "tt",
                  .row = take_webhook,
                  .data = hook};
    hook->url[0] = hook->secret[0] = '\0';
    return sv_read(store, &q, error);
}

/* ----------------------------------------------------------------------------------- sessions */

bool sv_session_add(sv_store *store, const sv_session *session, int64_t now, rec_error *error)
{
    const sv_value p[] = {
        sv_text(session->hash),   sv_number(session->id),
        sv_number(session->user), sv_text(session->label[0] ? session->label : NULL),
        sv_number(now),           sv_number(session->expires)};
    sv_query q = {.sql = "INSERT INTO sessions (hash, id, person, label, created, expires) "
                         "VALUES ($1, $2, $3, $4, $5, $6)",
                  .parameter = p,
                  .parameters = COUNT(p)};
    return sv_write(store, &q, error);
}

bool sv_session_find(sv_store *store, const char *hash, int64_t now, sv_user *user, bool *found,
                     rec_error *error)
{
    user_search search = {user, NULL, found};
    const sv_value p[] = {sv_text(hash), sv_number(now)};
    sv_query q = {.sql =
                      "SELECT users.id, kind, blocked, name FROM sessions "
                      "JOIN users ON users.id = sessions.person WHERE hash = $1 AND expires > $2",
                  .parameter = p,
                  .parameters = COUNT(p),
                  .columns = "nnnt",
                  .row = take_user,
                  .data = &search};
    *found = false;
    return sv_read(store, &q, error);
}

bool sv_session_drop(sv_store *store, const char *hash, rec_error *error)
{
    const sv_value p[] = {sv_text(hash)};
    sv_query q = {
        .sql = "DELETE FROM sessions WHERE hash = $1", .parameter = p, .parameters = COUNT(p)};
    return sv_write(store, &q, error);
}

bool sv_sessions_drop(sv_store *store, int64_t user, rec_error *error)
{
    const sv_value p[] = {sv_number(user)};
    sv_query q = {.sql = "DELETE FROM sessions WHERE person = $1 AND label IS NULL",
                  .parameter = p,
                  .parameters = COUNT(p)};
    return sv_write(store, &q, error);
}

bool sv_token_drop(sv_store *store, int64_t user, int64_t id, bool *found, rec_error *error)
{
    const sv_value p[] = {sv_number(user), sv_number(id)};
    sv_query q = {.sql = "DELETE FROM sessions WHERE person = $1 AND id = $2 AND label IS NOT NULL",
                  .parameter = p,
                  .parameters = COUNT(p)};
    if (!sv_write(store, &q, error))
        return false;
    *found = q.changed > 0;
    return true;
}

bool sv_sessions_expire(sv_store *store, int64_t now, rec_error *error)
{
    const sv_value p[] = {sv_number(now)};
    sv_query q = {
        .sql = "DELETE FROM sessions WHERE expires <= $1", .parameter = p, .parameters = COUNT(p)};
    return sv_write(store, &q, error);
}

typedef struct token_list {
    sv_token_row *row;
    void *data;
} token_list;

static void take_token(void *data, const sv_value *column)
{
    const token_list *list = data;
    list->row(list->data, column[0].number, column[1].text, column[2].number);
}

bool sv_tokens(sv_store *store, int64_t user, sv_token_row *row, void *data, rec_error *error)
{
    token_list list = {row, data};
    const sv_value p[] = {sv_number(user)};
    sv_query q = {.sql = "SELECT id, label, created FROM sessions "
                         "WHERE person = $1 AND label IS NOT NULL ORDER BY created, id",
                  .parameter = p,
                  .parameters = COUNT(p),
                  .columns = "ntn",
                  .row = take_token,
                  .data = &list};
    return sv_read(store, &q, error);
}
