/* Accounts: their names in an older database and by another Unicode, and logins that take long. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "name.h"
#include "released_sql.h"
#include "skeleton.h"

/* A database of schema 4 in which two accounts have names that look alike. */
static void open_older(sv_store *store)
{
    rec_error error;
    sv_db *db = sv_db_sqlite(":memory:", NULL, &error);
    assert_non_null(db);
    assert_true(run_released_sql(db, "4.sql"));
    assert_true(
        db->script(db,
                   "INSERT INTO users (id, kind, name, folded, password, created) VALUES "
                   "(101, 1, 'Eva', 'eva', 'a', 1), (102, 1, 'Ev\u0430', 'ev\u0430', 'b', 1),"
                   "(103, 1, 'Otto', 'otto', 'c', 1), (104, 0, 'Guest', NULL, NULL, 1);"
                   "INSERT INTO chat (game, number, person, name, at, words) VALUES "
                   "(1, 7, 103, 'Otto', 1, 'hello'), (1, 8, 103, 'Ottokar', 1, 'hello'),"
                   "(1, 9, 104, 'Guest', 1, 'hello')",
                   &error));
    assert_true(sv_store_open(store, db, &error));
}

static int64_t id_of(sv_store *store, const char *name)
{
    rec_error error;
    sv_user user = {.id = 0};
    bool found;
    assert_true(sv_account_by_name(store, name, &user, NULL, &found, &error));
    return found ? user.id : 0;
}

static bool is_free(sv_store *store, const char *name)
{
    rec_error error;
    return sv_name_is_free(store, name, &error);
}

static void accounts_that_look_alike_both_stay(void **state)
{
    sv_store store;
    (void)state;
    open_older(&store);
    assert_int_equal(id_of(&store, "Eva"), 101);
    assert_int_equal(id_of(&store, "Ev\u0430"), 102);
    assert_int_equal(id_of(&store, "\uff25va"), 0); /* it could be either */
    assert_int_equal(id_of(&store, "\uff2ftto"), 103);
    assert_false(is_free(&store, "EVA"));
    assert_false(is_free(&store, "0tto"));
    assert_true(is_free(&store, "Guest"));
    sv_store_close(&store);
}

static void note_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static int64_t count(sv_store *store, const char *sql)
{
    rec_error error;
    int64_t number = -1;
    sv_query q = {.sql = sql, .columns = "n", .row = note_number, .data = &number};
    assert_true(store->db->run(store->db, &q, &error));
    return number;
}

static void chat_lines_of_accounts_are_known(void **state)
{
    sv_store store;
    (void)state;
    open_older(&store);
    assert_int_equal(count(&store, "SELECT account FROM chat WHERE number = 7"), 1);
    assert_int_equal(count(&store, "SELECT account FROM chat WHERE number = 8"), 0);
    assert_int_equal(count(&store, "SELECT account FROM chat WHERE number = 9"), 0);
    sv_store_close(&store);
}

/* The seats of older games do not say who has an account. */
static void accounts_at_older_tables_are_known(void **state)
{
    sv_store store;
    rec_error error;
    sv_db *db = sv_db_sqlite(":memory:", NULL, &error);
    (void)state;
    assert_non_null(db);
    assert_true(run_released_sql(db, "4.sql"));
    assert_true(run_released_sql(db, "games.sql"));
    assert_true(sv_store_open(&store, db, &error));
    sv_table *table = sv_table_load(&store, "jd29edc4tddy", &error);
    assert_non_null(table);
    const sv_user account = {.id = table->seat[0].user, .kind = SV_ACCOUNT, .name = "Someone"};
    assert_int_equal(table->seat[0].account, SV_MARK_NO);
    sv_table_free(table);
    assert_true(sv_user_promote(&store, &account, "someone", "hash", &error));
    table = sv_table_load(&store, "jd29edc4tddy", &error);
    assert_non_null(table);
    assert_int_equal(table->seat[0].account, SV_MARK_YES);
    assert_int_equal(table->seat[1].account, SV_MARK_NO);
    sv_table_free(table);
    sv_store_close(&store);
}

static void another_unicode_makes_the_skeletons_again(void **state)
{
    sv_store store;
    rec_error error;
    (void)state;
    open_older(&store);
    assert_true(store.db->script(store.db, "DELETE FROM names", &error));
    assert_true(sv_names_refresh(store.db, &error)); /* it is up to date, so it looks at nothing */
    assert_true(is_free(&store, "Otto"));
    assert_true(store.db->script(store.db,
                                 "UPDATE names_made SET version = 'old';"
                                 "INSERT INTO names (skeleton, person) VALUES ('stale', 103)",
                                 &error));
    assert_true(sv_names_refresh(store.db, &error));
    assert_false(is_free(&store, "Otto"));
    assert_true(is_free(&store, "stale"));
    sv_store_close(&store);
}

static void long_names_have_skeletons(void **state)
{
    char name[SV_NAME_MAX] = "";
    sv_skeletons s;
    (void)state;
    for (unsigned i = 0; i < (SV_NAME_MAX - 1) / 3; i++)
        memcpy(name + i * 3, "\uFDFA", 4); /* a ligature of eighteen letters */
    assert_true(sv_skeletons_of(name, &s));
    assert_false(sv_skeletons_of("", &s));
    assert_false(sv_skeletons_of("\u200b", &s));
}

/* --------------------------------------------------------------------- logins that take long */

typedef bool mishap(sv_store *store, const sv_user *user, rec_error *error);

static bool change(sv_store *store, const sv_user *user, rec_error *error)
{
    return sv_write(store, "UPDATE users SET password = 'another' WHERE id = $1",
                    SV_VALUES(sv_number(user->id)), NULL, error);
}

static bool reset(sv_store *store, const sv_user *user, rec_error *error)
{
    return sv_password_reset(store, user->id, "code", INT64_MAX, error);
}

static bool block(sv_store *store, const sv_user *user, rec_error *error)
{
    return sv_user_block(store, user->id, true, error);
}

static bool lose(sv_store *store, const sv_user *user, rec_error *error)
{
    return sv_user_remove(store, user->id, error);
}

static bool spare(sv_store *store, const sv_user *user, rec_error *error)
{
    (void)error;
    return store && user;
}

/* Something happens to the account after a login has arrived and before it is answered. */
static void log_in_meanwhile(mishap *happens, const char *code)
{
    rec_error error;
    talker owner, late;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    assert_true(sv_core_open(core, sv_db_sqlite(":memory:", NULL, &error), 1, &error));
    talker_open(core, &owner, 0, "");
    talker_open(core, &late, 0, "");
    owner.client.http = late.client.http = true;
    ask(core, &owner, "{\"do\":\"register\",\"name\":\"Anna\",\"password\":\"long enough\"}");
    await_reply(core, &owner);
    assert_string_equal(error_code(&owner), "");
    ask(core, &late, "{\"do\":\"login\",\"name\":\"Anna\",\"password\":\"long enough\"}");
    assert_null(late.reply);
    sv_core_begin_turn(core);
    assert_true(happens(&core->store, &owner.client.user, &error));
    sv_core_end_turn(core);
    await_reply(core, &late);
    assert_string_equal(error_code(&late), code);
    assert_int_equal(late.client.user.id, code[0] ? 0 : owner.client.user.id);
    talker_close(core, &owner);
    talker_close(core, &late);
    sv_core_close(core);
    free(core);
}

static void a_login_ends_with_the_account_as_it_is_then(void **state)
{
    (void)state;
    log_in_meanwhile(spare, "");
    log_in_meanwhile(change, "wrong-password");
    log_in_meanwhile(reset, "wrong-password");
    log_in_meanwhile(lose, "wrong-password");
    log_in_meanwhile(block, "blocked");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_that_look_alike_both_stay),
        cmocka_unit_test(chat_lines_of_accounts_are_known),
        cmocka_unit_test(accounts_at_older_tables_are_known),
        cmocka_unit_test(another_unicode_makes_the_skeletons_again),
        cmocka_unit_test(long_names_have_skeletons),
        cmocka_unit_test(a_login_ends_with_the_account_as_it_is_then),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
