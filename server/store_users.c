/* Users in the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "notices/store_mails.h"
#include "people/store_invitations.h"
#include "people/store_people.h"
#include "people/store_reports.h"
#include "profiles/store_profiles.h"
#include "store.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from ? from : "");
}

bool sv_user_add(sv_store *store, const sv_user *user, const char *folded, const char *password,
                 int64_t now, rec_error *error)
{
    int64_t changed;
    if (folded && (!sv_names_lock(store, error) || !sv_name_is_free(store, user->name, error)))
        return false;
    if (!sv_write(store,
                  "INSERT INTO users (id, kind, name, folded, password, created) "
                  "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                  SV_VALUES(sv_number(user->id), sv_number(user->kind), sv_text(user->name),
                            sv_text(folded), sv_text(password), sv_number(now)),
                  &changed, error))
        return false;
    if (changed != 1)
        return sv_fail(error, SV_ERROR_NAME_TAKEN, "This name is taken.");
    return !folded || sv_name_take(store, user, error);
}

bool sv_user_promote(sv_store *store, const sv_user *user, const char *folded, const char *password,
                     rec_error *error)
{
    int64_t changed;
    if (!sv_names_lock(store, error) || !sv_name_is_free(store, user->name, error) ||
        !sv_write(store,
                  "UPDATE users SET kind = $1, name = $2, folded = $3, password = $4 "
                  "WHERE id = $5 AND kind = 0 AND NOT EXISTS "
                  "(SELECT 1 FROM users AS other WHERE other.folded = $3)",
                  SV_VALUES(sv_number(SV_ACCOUNT), sv_text(user->name), sv_text(folded),
                            sv_text(password), sv_number(user->id)),
                  &changed, error))
        return false;
    if (changed != 1)
        return sv_fail(error, SV_ERROR_NAME_TAKEN, "This name is taken.");
    sv_news_add_number(store, SV_NEWS_USER, user->id, NULL);
    return sv_name_take(store, user, error);
}

bool sv_user_rename(sv_store *store, const sv_user *user, rec_error *error)
{
    int64_t changed;
    if (!sv_write(store, "UPDATE users SET name = $1 WHERE id = $2 AND kind = 0",
                  SV_VALUES(sv_text(user->name), sv_number(user->id)), &changed, error))
        return false;
    if (changed != 1)
        return sv_fail(error, SV_ERROR_NOT_A_GUEST, "The name of an account stays as it is.");
    sv_news_add_number(store, SV_NEWS_USER, user->id, NULL);
    return true;
}

/* Where the query for one user puts its result. */
typedef struct user_search {
    sv_user *user;
    char *password;
    bool *found;
} user_search;

void sv_user_of_row(sv_user *user, const sv_value *column)
{
    user->id = column[0].number;
    user->kind = (uint8_t)column[1].number;
    user->blocked = column[2].number != 0;
    copy(user->name, SV_NAME_MAX, column[3].text);
    user->moderator = column[4].number != 0;
    user->silent_until = column[5].number;
    user->untold = (unsigned)column[6].number;
}

static void take_user(void *data, const sv_value *column)
{
    const user_search *search = data;
    *search->found = true;
    sv_user_of_row(search->user, column);
    if (search->password)
        copy(search->password, SV_PASSWORD_MAX, column[SV_USER_COLUMNS_COUNT].text);
}

bool sv_user_by_name(sv_store *store, const char *folded, sv_user *user,
                     char password[SV_PASSWORD_MAX], bool *found, rec_error *error)
{
    user_search search = {user, password, found};
    *found = false;
    return sv_read(store, "SELECT " SV_USER_COLUMNS ", password FROM users WHERE folded = $1",
                   SV_VALUES(sv_text(folded)), (sv_rows){SV_USER_TYPES "t", take_user, &search},
                   error);
}

bool sv_user_by_skeleton(sv_store *store, const char *skeleton, sv_user *user,
                         char password[SV_PASSWORD_MAX], bool *found, rec_error *error)
{
    user_search search = {user, password, found};
    *found = false;
    return sv_read(store,
                   "SELECT " SV_USER_COLUMNS ", password FROM users WHERE id = "
                   "(SELECT MIN(person) FROM names WHERE skeleton = $1 "
                   "GROUP BY skeleton HAVING COUNT(*) = 1)",
                   SV_VALUES(sv_text(skeleton)), (sv_rows){SV_USER_TYPES "t", take_user, &search},
                   error);
}

bool sv_user_by_id(sv_store *store, int64_t id, sv_user *user, char password[SV_PASSWORD_MAX],
                   bool *found, rec_error *error)
{
    user_search search = {user, password, found};
    *found = false;
    return sv_read(store, "SELECT " SV_USER_COLUMNS ", password FROM users WHERE id = $1",
                   SV_VALUES(sv_number(id)), (sv_rows){SV_USER_TYPES "t", take_user, &search},
                   error);
}

typedef struct name_list {
    sv_person_text *each;
    void *data;
} name_list;

static void take_name(void *data, const sv_value *column)
{
    const name_list *list = data;
    list->each(list->data, column[0].number, column[1].text ? column[1].text : "");
}

/* Reads a number and a text of each of these users. */
static bool read_texts(sv_store *store, const char *sql, const int64_t *person, unsigned count,
                       name_list list, rec_error *error)
{
    char *text = sv_list_of_numbers(store, person, count);
    const bool ok = text ? sv_read(store, sql, SV_VALUES(sv_text(text)),
                                   (sv_rows){"nt", take_name, &list}, error)
                         : sv_fail_memory(error);
    free(text);
    return ok;
}

bool sv_names_of(sv_store *store, const int64_t *person, unsigned count, sv_person_text *each,
                 void *data, rec_error *error)
{
    return read_texts(store,
                      SV_AMONG(store, "SELECT id, name FROM users WHERE id", "$1", "ORDER BY id"),
                      person, count, (name_list){each, data}, error);
}

bool sv_user_block(sv_store *store, int64_t id, bool blocked, rec_error *error)
{
    sv_news_add_number(store, SV_NEWS_USER, id, NULL);
    return sv_write(store, "UPDATE users SET blocked = $1 WHERE id = $2",
                    SV_VALUES(sv_number(blocked), sv_number(id)), NULL, error);
}

bool sv_user_remove(sv_store *store, int64_t id, rec_error *error)
{
    static const char *const sql[] = {
        "DELETE FROM sessions WHERE person = $1",
        "DELETE FROM names WHERE person = $1",
        "DELETE FROM devices WHERE person = $1",
        "DELETE FROM mutes WHERE person = $1 OR muted = $1",
        "DELETE FROM pushes WHERE person = $1",
        "DELETE FROM removals WHERE person = $1",
        "UPDATE chat SET name = '', words = '' WHERE person = $1",
        "DELETE FROM players WHERE person = $1",
        "DELETE FROM users WHERE id = $1",
    };
    sv_news_add_number(store, SV_NEWS_USER, id, NULL);
    for (unsigned i = 0; i < COUNT(sql); i++) {
        if (!sv_write(store, sql[i], SV_VALUES(sv_number(id)), NULL, error))
            return false;
    }
    return sv_profile_forget(store, id, error) && sv_people_forget(store, id, error) &&
           sv_reports_forget(store, id, error) && sv_invitations_forget(store, id, error) &&
           sv_mails_forget(store, id, error);
}

bool sv_webhook_set(sv_store *store, int64_t user, const sv_webhook *hook, rec_error *error)
{
    return sv_write(
        store,
        "UPDATE users SET webhook = $1, webhook_secret = $2, webhook_origin = $3, "
        "webhook_lost = 0, webhook_problem = NULL, webhook_problem_at = NULL WHERE id = $4",
        SV_VALUES(sv_text(hook->url[0] ? hook->url : NULL), sv_text(hook->secret),
                  sv_number(hook->origin), sv_number(user)),
        NULL, error);
}

static void take_webhook(void *data, const sv_value *column)
{
    sv_webhook *hook = data;
    copy(hook->url, SV_URL_MAX, column[0].text);
    copy(hook->secret, SV_HEX_MAX, column[1].text);
    hook->lost = column[2].number;
    copy(hook->problem, SV_PROBLEM_MAX, column[3].text);
    hook->problem_at = column[4].number;
    hook->origin = column[5].number;
}

bool sv_webhook_secrets(sv_store *store, const int64_t *user, unsigned count, sv_person_text *each,
                        void *data, rec_error *error)
{
    return read_texts(store,
                      SV_AMONG(store, "SELECT id, webhook_secret FROM users WHERE id", "$1", ""),
                      user, count, (name_list){each, data}, error);
}

bool sv_webhook_get(sv_store *store, int64_t user, sv_webhook *hook, rec_error *error)
{
    *hook = (sv_webhook){.url = ""};
    return sv_read(store,
                   "SELECT webhook, webhook_secret, webhook_lost, webhook_problem, "
                   "webhook_problem_at, webhook_origin FROM users WHERE id = $1",
                   SV_VALUES(sv_number(user)), (sv_rows){"ttntnn", take_webhook, hook}, error);
}

bool sv_webhook_lose(sv_store *store, int64_t user, const char *secret, const char *problem,
                     int64_t now, rec_error *error)
{
    return sv_write(store,
                    "UPDATE users SET webhook_lost = webhook_lost + 1, webhook_problem = $1, "
                    "webhook_problem_at = $2 WHERE id = $3 AND webhook_secret = $4",
                    SV_VALUES(sv_text(problem), sv_number(now), sv_number(user), sv_text(secret)),
                    NULL, error);
}

bool sv_window_set(sv_store *store, int64_t user, const sv_window *window, rec_error *error)
{
    return sv_write(
        store, "UPDATE users SET window_from = $1, window_to = $2, window_zone = $3 WHERE id = $4",
        SV_VALUES(sv_number(window->from), sv_number(window->to),
                  sv_text(window->zone[0] ? window->zone : NULL), sv_number(user)),
        NULL, error);
}

static void take_window(void *data, const sv_value *column)
{
    sv_window_read(data, column[0].number, column[1].number, column[2].text);
}

bool sv_window_get(sv_store *store, int64_t user, sv_window *window, rec_error *error)
{
    *window = (sv_window){.zone = ""};
    return sv_read(store, "SELECT window_from, window_to, window_zone FROM users WHERE id = $1",
                   SV_VALUES(sv_number(user)), (sv_rows){"nnt", take_window, window}, error);
}

/* ---------------------------------------------------------------------------------- passwords */

static bool write_if(sv_store *store, const char *sql, const sv_value *parameter, bool *done,
                     rec_error *error)
{
    int64_t changed = 0;
    const bool ok = sv_write(store, sql, parameter, 3, &changed, error);
    *done = changed == 1;
    return ok;
}

bool sv_password_change(sv_store *store, int64_t user, const char *password, const char *before,
                        bool *done, rec_error *error)
{
    const sv_value values[] = {sv_text(password), sv_number(user), sv_text(before)};
    return write_if(store, "UPDATE users SET password = $1 WHERE id = $2 AND password = $3", values,
                    done, error);
}

bool sv_password_reset(sv_store *store, int64_t user, const char *code, int64_t expires,
                       rec_error *error)
{
    return sv_write(store,
                    "UPDATE users SET password = NULL, reset = $1, reset_expires = $2 "
                    "WHERE id = $3",
                    SV_VALUES(sv_text(code), sv_number(expires), sv_number(user)), NULL, error);
}

bool sv_password_offer(sv_store *store, int64_t user, const char *code, int64_t expires, bool *done,
                       rec_error *error)
{
    const sv_value values[] = {sv_text(code), sv_number(expires), sv_number(user)};
    return write_if(store,
                    "UPDATE users SET reset = $1, reset_expires = $2 "
                    "WHERE id = $3 AND password IS NOT NULL",
                    values, done, error);
}

static void note_open(void *data, const sv_value *column)
{
    *(bool *)data = column[0].number > 0;
}

bool sv_reset_is_open(sv_store *store, int64_t user, const char *code, int64_t now, bool *open,
                      rec_error *error)
{
    *open = false;
    return sv_read(store,
                   "SELECT COUNT(*) FROM users WHERE id = $1 AND reset = $2 AND reset_expires > $3",
                   SV_VALUES(sv_number(user), sv_text(code), sv_number(now)),
                   (sv_rows){"n", note_open, open}, error);
}

bool sv_reset_use(sv_store *store, int64_t user, const char *code, const char *password, bool *done,
                  rec_error *error)
{
    const sv_value values[] = {sv_text(password), sv_number(user), sv_text(code)};
    return write_if(store,
                    "UPDATE users SET password = $1, reset = NULL, reset_expires = NULL "
                    "WHERE id = $2 AND reset = $3",
                    values, done, error);
}

typedef struct guest_list {
    sv_guest *guest;
    unsigned count;
} guest_list;

static void take_guest(void *data, const sv_value *column)
{
    guest_list *list = data;
    list->guest[list->count++] = (sv_guest){
        .id = column[0].number, .created = column[1].number, .plays = column[2].number > 0};
}

static void take_player(void *data, const sv_value *column)
{
    guest_list *list = data;
    for (unsigned i = 0; i < list->count; i++)
        list->guest[i].plays |= list->guest[i].id == column[0].number;
}

/* In a shared store a guest may be connected to another server: one whose session was used counts
 * as one who plays. */
#define GUESTS(plays)                                                   \
    "SELECT id, created, " plays " FROM users WHERE kind = 0 "          \
    "AND created >= $1 AND created < $2 AND (created > $1 OR id > $3) " \
    "ORDER BY created, id LIMIT $4"
#define SEEN "(SELECT COUNT(*) FROM sessions WHERE person = users.id AND seen >= $2)"

static bool note_players(sv_store *store, guest_list *list, rec_error *error)
{
    int64_t id[SV_GUESTS_MAX];
    for (unsigned i = 0; i < list->count; i++)
        id[i] = list->guest[i].id;
    char *text = sv_list_of_numbers(store, id, list->count);
    const bool ok =
        text
            ? sv_read(store,
                      SV_AMONG(store, "SELECT DISTINCT person FROM players WHERE person", "$1", ""),
                      SV_VALUES(sv_text(text)), (sv_rows){"n", take_player, list}, error)
            : sv_fail_memory(error);
    free(text);
    return ok;
}

bool sv_guests(sv_store *store, const sv_guest *after, int64_t before,
               sv_guest guest[SV_GUESTS_MAX], unsigned *count, rec_error *error)
{
    guest_list list = {guest, 0};
    const bool ok = sv_read(store, store->node ? GUESTS(SEEN) : GUESTS("0"),
                            SV_VALUES(sv_number(after->created), sv_number(before),
                                      sv_number(after->id), sv_number(SV_GUESTS_MAX)),
                            (sv_rows){"nnn", take_guest, &list}, error) &&
                    note_players(store, &list, error);
    *count = list.count;
    return ok;
}
