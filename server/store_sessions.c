/* Sessions and API tokens in the store. */
#include <stdio.h>

#include "notices/pushes.h"
#include "store.h"

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from ? from : "");
}

bool sv_session_add(sv_store *store, const sv_session *session, int64_t now, rec_error *error)
{
    return sv_write(
        store,
        "INSERT INTO sessions (hash, id, person, label, created, expires, browser, "
        "platform, seen) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $5)",
        SV_VALUES(sv_text(session->hash), sv_number(session->id), sv_number(session->user),
                  sv_text(session->label[0] ? session->label : NULL), sv_number(now),
                  sv_number(session->expires), sv_text(sv_browser_words[session->agent.browser]),
                  sv_text(sv_platform_words[session->agent.platform])),
        NULL, error);
}

/* Where the query for the user of a session puts its result. */
typedef struct user_search {
    sv_user *user;
    int64_t *seen; /* or NULL */
    bool *found;
} user_search;

static void take_user(void *data, const sv_value *column)
{
    const user_search *search = data;
    *search->found = true;
    sv_user_of_row(search->user, column);
    if (search->seen)
        *search->seen = column[SV_USER_COLUMNS_COUNT].number;
}

bool sv_session_find(sv_store *store, const char *hash, int64_t now, sv_user *user, int64_t *seen,
                     bool *found, rec_error *error)
{
    user_search search = {user, seen, found};
    *found = false;
    return sv_read(store,
                   "SELECT " SV_USER_COLUMNS ", seen FROM sessions "
                   "JOIN users ON users.id = sessions.person WHERE hash = $1 AND expires > $2",
                   SV_VALUES(sv_text(hash), sv_number(now)),
                   (sv_rows){SV_USER_TYPES "n", take_user, &search}, error);
}

bool sv_session_use(sv_store *store, const char *hash, int64_t now, rec_error *error)
{
    /* A row that another server has just now was used there. */
    return sv_write(store,
                    store->db->shared
                        ? "UPDATE sessions SET seen = $1 WHERE hash = (SELECT hash FROM sessions "
                          "WHERE hash = $2 FOR UPDATE SKIP LOCKED) AND seen < $1"
                        : "UPDATE sessions SET seen = $1 WHERE hash = $2 AND seen < $1",
                    SV_VALUES(sv_number(now), sv_text(hash)), NULL, error);
}

static void take_person(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

/* The other servers of a shared store look at the sessions of the user again. */
static bool tell_of_session(sv_store *store, const char *hash, rec_error *error)
{
    int64_t person = 0;
    if (!store->node)
        return true;
    if (!sv_read(store, "SELECT person FROM sessions WHERE hash = $1", SV_VALUES(sv_text(hash)),
                 (sv_rows){"n", take_person, &person}, error))
        return false;
    if (person)
        sv_news_add_number(store, SV_NEWS_USER, person, NULL);
    return true;
}

bool sv_session_drop(sv_store *store, const char *hash, rec_error *error)
{
    return tell_of_session(store, hash, error) && sv_pushes_end(store, hash, error) &&
           sv_write(store, "DELETE FROM sessions WHERE hash = $1", SV_VALUES(sv_text(hash)), NULL,
                    error);
}

bool sv_sessions_drop_others(sv_store *store, int64_t user, const char *hash, rec_error *error)
{
    sv_news_add_number(store, SV_NEWS_USER, user, NULL);
    return sv_pushes_end_others(store, user, hash, error) &&
           sv_write(store,
                    "DELETE FROM sessions WHERE person = $1 AND label IS NULL AND hash <> $2",
                    SV_VALUES(sv_number(user), sv_text(hash)), NULL, error);
}

bool sv_sessions_drop(sv_store *store, int64_t user, rec_error *error)
{
    sv_news_add_number(store, SV_NEWS_USER, user, NULL);
    return sv_pushes_end_others(store, user, "", error) &&
           sv_write(store, "DELETE FROM sessions WHERE person = $1 AND label IS NULL",
                    SV_VALUES(sv_number(user)), NULL, error);
}

static void take_hash(void *data, const sv_value *column)
{
    copy(data, SV_HEX_MAX, column[0].text);
}

/* Deletes a session that a query finds by user and id. */
static bool drop_found(sv_store *store, const char *query, int64_t user, int64_t id,
                       char hash[SV_HEX_MAX], rec_error *error)
{
    hash[0] = '\0';
    return sv_read(store, query, SV_VALUES(sv_number(user), sv_number(id)),
                   (sv_rows){"t", take_hash, hash}, error) &&
           sv_session_drop(store, hash, error);
}

bool sv_token_drop(sv_store *store, int64_t user, int64_t id, char hash[SV_HEX_MAX],
                   rec_error *error)
{
    return drop_found(store,
                      "SELECT hash FROM sessions "
                      "WHERE person = $1 AND id = $2 AND label IS NOT NULL",
                      user, id, hash, error);
}

bool sv_session_drop_by_id(sv_store *store, int64_t user, int64_t id, char hash[SV_HEX_MAX],
                           rec_error *error)
{
    return drop_found(store,
                      "SELECT hash FROM sessions WHERE person = $1 AND id = $2 AND label IS NULL",
                      user, id, hash, error);
}

bool sv_sessions_expire(sv_store *store, int64_t now, unsigned max, unsigned *gone,
                        rec_error *error)
{
    int64_t changed;
    if (!sv_write(store,
                  "DELETE FROM sessions WHERE hash IN "
                  "(SELECT hash FROM sessions WHERE expires <= $1 ORDER BY expires LIMIT $2)",
                  SV_VALUES(sv_number(now), sv_number(max)), &changed, error))
        return false;
    *gone = (unsigned)changed;
    return true;
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
    return sv_read(store,
                   "SELECT id, label, created FROM sessions "
                   "WHERE person = $1 AND label IS NOT NULL ORDER BY created, id",
                   SV_VALUES(sv_number(user)), (sv_rows){"ntn", take_token, &list}, error);
}

typedef struct session_list {
    sv_session_each *each;
    void *data;
} session_list;

static void take_session(void *data, const sv_value *column)
{
    const session_list *list = data;
    sv_session session = {.id = column[1].number,
                          .created = column[2].number,
                          .seen = column[3].number,
                          .agent = sv_agent_named(column[4].text, column[5].text)};
    copy(session.hash, SV_HEX_MAX, column[0].text);
    list->each(list->data, &session);
}

bool sv_sessions(sv_store *store, int64_t user, int64_t now, unsigned max, sv_session_each *each,
                 void *data, rec_error *error)
{
    session_list list = {each, data};
    return sv_read(store,
                   "SELECT hash, id, created, seen, browser, platform FROM sessions "
                   "WHERE person = $1 AND label IS NULL AND expires > $2 "
                   "ORDER BY seen DESC, created DESC, id LIMIT $3",
                   SV_VALUES(sv_number(user), sv_number(now), sv_number(max)),
                   (sv_rows){"tnnntt", take_session, &list}, error);
}
