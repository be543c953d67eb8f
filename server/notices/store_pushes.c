/* Browsers with Web Push in the store. */
#include <stdio.h>

#include "errors.h"
#include "notices/pushes.h"

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static bool has_room(sv_store *store, const sv_push_target *push, rec_error *error)
{
    int64_t others = 0;
    return sv_read(store, "SELECT COUNT(*) FROM pushes WHERE person = $1 AND endpoint <> $2",
                   SV_VALUES(sv_number(push->person), sv_text(push->endpoint)),
                   (sv_rows){"n", take_number, &others}, error) &&
           (others < SV_PUSHES_MAX ||
            sv_fail(error, SV_ERROR_TOO_MANY,
                    "At most %d browsers can get notices. Remove one of the others first.",
                    SV_PUSHES_MAX));
}

bool sv_push_add(sv_store *store, const sv_push_target *push, const char *session, int64_t *id,
                 rec_error *error)
{
    return has_room(store, push, error) &&
           sv_write_and_read(
               store,
               "INSERT INTO pushes (id, person, endpoint, key, secret, browser, platform, created, "
               "session, language, origin) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
               "ON CONFLICT (endpoint) DO UPDATE SET "
               "id = CASE WHEN pushes.person = excluded.person THEN pushes.id ELSE excluded.id "
               "END, created = CASE WHEN pushes.person = excluded.person THEN pushes.created ELSE "
               "excluded.created END, person = excluded.person, key = excluded.key, "
               "secret = excluded.secret, browser = excluded.browser, "
               "platform = excluded.platform, session = excluded.session, "
               "language = excluded.language, origin = excluded.origin, lost = 0, problem = NULL, "
               "problem_at = NULL RETURNING id",
               SV_VALUES(sv_number(push->id), sv_number(push->person), sv_text(push->endpoint),
                         sv_text(push->key), sv_text(push->secret),
                         sv_text(sv_browser_words[push->agent.browser]),
                         sv_text(sv_platform_words[push->agent.platform]), sv_number(push->created),
                         sv_text(session), sv_text(push->language), sv_number(push->origin)),
               (sv_rows){"n", take_number, id}, error);
}

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from ? from : "");
}

#define COLUMNS                                                                          \
    "id, person, created, sent, origin, lost, problem_at, browser, platform, endpoint, " \
    "key, secret, language, problem "
#define KINDS "nnnnnnnttttttt"

static void read_push(sv_push_target *push, const sv_value *column)
{
    *push = (sv_push_target){.id = column[0].number,
                             .person = column[1].number,
                             .created = column[2].number,
                             .sent = column[3].number,
                             .origin = column[4].number,
                             .lost = column[5].number,
                             .problem_at = column[6].number,
                             .agent = sv_agent_named(column[7].text, column[8].text)};
    copy(push->endpoint, sizeof push->endpoint, column[9].text);
    copy(push->key, sizeof push->key, column[10].text);
    copy(push->secret, sizeof push->secret, column[11].text);
    copy(push->language, sizeof push->language, column[12].text);
    copy(push->problem, sizeof push->problem, column[13].text);
}

typedef struct search {
    sv_push_target *push;
    bool *found;
} search;

static void take_found(void *data, const sv_value *column)
{
    const search *s = data;
    read_push(s->push, column);
    *s->found = true;
}

bool sv_push_find(sv_store *store, int64_t person, int64_t id, sv_push_target *push, bool *found,
                  rec_error *error)
{
    search s = {push, found};
    *found = false;
    return sv_read(store, "SELECT " COLUMNS "FROM pushes WHERE person = $1 AND id = $2",
                   SV_VALUES(sv_number(person), sv_number(id)), (sv_rows){KINDS, take_found, &s},
                   error);
}

typedef struct push_list {
    sv_push_each *each;
    void *data;
} push_list;

static void take_each(void *data, const sv_value *column)
{
    const push_list *list = data;
    sv_push_target push;
    read_push(&push, column);
    list->each(list->data, &push);
}

bool sv_pushes_of(sv_store *store, int64_t person, sv_push_each *each, void *data, rec_error *error)
{
    push_list list = {each, data};
    return sv_read(store, "SELECT " COLUMNS "FROM pushes WHERE person = $1 ORDER BY created, id",
                   SV_VALUES(sv_number(person)), (sv_rows){KINDS, take_each, &list}, error);
}

bool sv_push_drop(sv_store *store, int64_t person, int64_t id, bool *found, rec_error *error)
{
    int64_t changed = 0;
    const bool ok = sv_write(store, "DELETE FROM pushes WHERE person = $1 AND id = $2",
                             SV_VALUES(sv_number(person), sv_number(id)), &changed, error);
    *found = ok && changed > 0;
    return ok;
}

bool sv_push_arrived(sv_store *store, int64_t id, int64_t now, rec_error *error)
{
    return sv_write(
        store,
        "UPDATE pushes SET sent = $1, lost = 0, problem = NULL, problem_at = NULL WHERE id = $2",
        SV_VALUES(sv_number(now), sv_number(id)), NULL, error);
}

bool sv_push_lose(sv_store *store, int64_t id, const char *why, int64_t now, rec_error *error)
{
    return sv_write(
        store, "UPDATE pushes SET lost = lost + 1, problem = $1, problem_at = $2 WHERE id = $3",
        SV_VALUES(sv_text(why), sv_number(now), sv_number(id)), NULL, error);
}

bool sv_pushes_end(sv_store *store, const char *session, rec_error *error)
{
    return sv_write(store, "DELETE FROM pushes WHERE session = $1", SV_VALUES(sv_text(session)),
                    NULL, error);
}

bool sv_pushes_end_others(sv_store *store, int64_t person, const char *session, rec_error *error)
{
    return sv_write(store, "DELETE FROM pushes WHERE person = $1 AND session <> $2",
                    SV_VALUES(sv_number(person), sv_text(session)), NULL, error);
}
