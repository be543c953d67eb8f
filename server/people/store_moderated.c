#include "people/store_moderated.h"

#include <stdio.h>

#include "errors.h"

/* A statement about one user, of whom the other servers read the row again. */
static bool update(sv_store *store, const char *sql, const sv_value *values, unsigned count,
                   int64_t id, rec_error *error)
{
    sv_news_add_number(store, SV_NEWS_USER, id, NULL);
    return sv_write(store, sql, values, count, NULL, error);
}

bool sv_user_set_moderator(sv_store *store, int64_t id, bool on, rec_error *error)
{
    return update(store, "UPDATE users SET moderator = $1 WHERE id = $2",
                  SV_VALUES(sv_number(on), sv_number(id)), id, error);
}

bool sv_user_silence(sv_store *store, int64_t id, int64_t until, const char *words,
                     rec_error *error)
{
    return update(store, "UPDATE users SET silent_until = $1, silent_words = $2 WHERE id = $3",
                  SV_VALUES(sv_number(until), sv_text(words), sv_number(id)), id, error);
}

static void take_words(void *data, const sv_value *column)
{
    snprintf(data, SV_REPORT_WORDS_MAX, "%s", column[0].text ? column[0].text : "");
}

bool sv_silence_words(sv_store *store, int64_t id, char words[SV_REPORT_WORDS_MAX],
                      rec_error *error)
{
    words[0] = '\0';
    return sv_read(store, "SELECT silent_words FROM users WHERE id = $1", SV_VALUES(sv_number(id)),
                   (sv_rows){"t", take_words, words}, error);
}

bool sv_user_to_tell(sv_store *store, int64_t id, rec_error *error)
{
    return update(store, "UPDATE users SET untold = untold + 1 WHERE id = $1",
                  SV_VALUES(sv_number(id)), id, error);
}

bool sv_user_told(sv_store *store, int64_t id, int64_t count, rec_error *error)
{
    return update(
        store,
        "UPDATE users SET untold = CASE WHEN untold > $1 THEN untold - $1 ELSE 0 END WHERE id = $2",
        SV_VALUES(sv_number(count), sv_number(id)), id, error);
}

bool sv_user_name_anew(sv_store *store, const sv_user *user, const char *folded, rec_error *error)
{
    if (folded && (!sv_names_lock(store, error) || !sv_name_is_free(store, user->name, error)))
        return false;
    return update(store, "UPDATE users SET name = $1, folded = $2 WHERE id = $3",
                  SV_VALUES(sv_text(user->name), sv_text(folded), sv_number(user->id)), user->id,
                  error) &&
           (!folded || sv_name_take(store, user, error));
}
