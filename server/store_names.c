/* The names of accounts by what they look like (skeleton.h). Guests are not in the list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "skeleton.h"
#include "store.h"

static void take_count(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

bool sv_name_is_free(sv_store *store, const char *name, rec_error *error)
{
    sv_skeletons s;
    int64_t count = 0;
    if (!sv_skeletons_of(name, &s))
        return sv_fail(error, SV_ERROR_BAD_NAME, "The name cannot be compared with others.");
    if (!sv_read(store, "SELECT COUNT(*) FROM names WHERE skeleton IN ($1, $2)",
                 SV_VALUES(sv_text(s.folded), sv_text(s.shown)), (sv_rows){"n", take_count, &count},
                 error))
        return false;
    return count == 0 || sv_fail(error, SV_ERROR_NAME_TAKEN,
                                 "An account has this name, or one that looks like it.");
}

static const char insert[] =
    "INSERT INTO names (skeleton, person) VALUES ($1, $2) ON CONFLICT DO NOTHING";

static void take_locked(void *data, const sv_value *column)
{
    *(bool *)data = column[0].number != 0;
}

bool sv_names_lock(sv_store *store, rec_error *error)
{
    /* "Elektro" + 2 */
    static const char sql[] = "SELECT pg_try_advisory_xact_lock(19540956243325554)::int";
    bool locked = !store->node;
    return locked ||
           (sv_write_and_read(store, sql, NULL, 0, (sv_rows){"n", take_locked, &locked}, error) &&
            (locked || sv_fail_busy(error)));
}

bool sv_name_take(sv_store *store, const sv_user *user, rec_error *error)
{
    sv_skeletons s;
    if (!sv_skeletons_of(user->name, &s))
        return sv_fail(error, SV_ERROR_BAD_NAME, "The name cannot be compared with others.");
    return sv_write(store, insert, SV_VALUES(sv_text(s.folded), sv_number(user->id)), NULL,
                    error) &&
           sv_write(store, insert, SV_VALUES(sv_text(s.shown), sv_number(user->id)), NULL, error);
}

/* -------------------------------------------------------------------------- when they are made */

typedef struct account {
    int64_t id;
    char name[SV_NAME_MAX];
} account;

typedef struct account_list {
    account *list;
    size_t count, room;
    bool full; /* there was no memory for all of them */
} account_list;

static void take_account(void *data, const sv_value *column)
{
    account_list *l = data;
    if (l->count == l->room && !l->full) {
        const size_t room = l->room * 2 + 64;
        account *list = realloc(l->list, room * sizeof *list);
        l->full = !list;
        l->list = list ? list : l->list;
        l->room = list ? room : l->room;
    }
    if (l->full)
        return;
    account *a = &l->list[l->count++];
    a->id = column[0].number;
    snprintf(a->name, sizeof a->name, "%s", column[1].text ? column[1].text : "");
}

static bool put(sv_db *db, const char *skeleton, int64_t person, rec_error *error)
{
    const sv_value parameter[] = {sv_text(skeleton), sv_number(person)};
    sv_query q = {.sql = insert, .parameter = parameter, .parameters = 2};
    return db->run(db, &q, error);
}

/* A name without a skeleton resembles none. */
static bool put_all(sv_db *db, const account_list *accounts, rec_error *error)
{
    sv_skeletons s;
    for (size_t i = 0; i < accounts->count; i++) {
        const account *a = &accounts->list[i];
        if (sv_skeletons_of(a->name, &s) &&
            (!put(db, s.folded, a->id, error) || !put(db, s.shown, a->id, error)))
            return false;
    }
    return true;
}

static bool make_again(sv_db *db, rec_error *error)
{
    account_list accounts = {.count = 0};
    const sv_value version[] = {sv_text(sv_skeleton_version())};
    /* Accounts keep the names that moderators have taken from them (people/moderate.h). */
    sv_query read = {.sql = "SELECT id, name FROM users WHERE kind <> 0 UNION ALL "
                            "SELECT users.id, person_name FROM moderations "
                            "JOIN users ON users.id = moderations.person "
                            "WHERE action = 'rename' AND kind <> 0",
                     .columns = "nt",
                     .row = take_account,
                     .data = &accounts};
    sv_query note = {.sql = "INSERT INTO names_made (version) VALUES ($1)",
                     .parameter = version,
                     .parameters = 1};
    bool ok = db->script(db, "DELETE FROM names; DELETE FROM names_made", error) &&
              db->run(db, &read, error) && (!accounts.full || sv_fail_memory(error));
    ok = ok && put_all(db, &accounts, error) && db->run(db, &note, error);
    free(accounts.list);
    return ok;
}

static void compare_version(void *data, const sv_value *column)
{
    *(bool *)data = column[0].text && strcmp(column[0].text, sv_skeleton_version()) == 0;
}

bool sv_names_refresh(sv_db *db, rec_error *error)
{
    bool current = false;
    sv_query q = {.sql = "SELECT version FROM names_made",
                  .columns = "t",
                  .row = compare_version,
                  .data = &current};
    if (!db->run(db, &q, error) || current)
        return current;
    if (!db->begin(db, error))
        return false;
    if (make_again(db, error))
        return db->commit(db, error);
    db->rollback(db);
    return false;
}
