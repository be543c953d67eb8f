/* What every database must do for the store: SQLite in a file, or the PostgreSQL that
 * ELEKTRO_TEST_POSTGRES names. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

static const char *url;

static sv_db *open_db(void)
{
    rec_error error = {.text = ""};
    sv_db *db = url ? sv_db_postgres(url, &error) : sv_db_sqlite(scratch("store"), NULL, &error);
    if (!db)
        print_message("# %s\n", error.text);
    assert_non_null(db);
    return db;
}

/* An empty database. */
static sv_db *fresh_db(void)
{
    rec_error error;
    if (!url) {
        remove_database(scratch("store"));
        return open_db();
    }
    sv_db *db = open_db();
    assert_true(db->script(db, "DROP SCHEMA public CASCADE; CREATE SCHEMA public", &error));
    return db;
}

static int open_store(void **state)
{
    rec_error error;
    sv_store *store = calloc(1, sizeof *store);
    if (!store || !sv_store_open(store, fresh_db(), &error))
        return -1;
    *state = store;
    return 0;
}

static int close_store(void **state)
{
    sv_store_close(*state);
    free(*state);
    if (!url)
        remove_database(scratch("store"));
    return 0;
}

static void commit(sv_store *store)
{
    rec_error error;
    assert_true(sv_store_commit(store, &error));
}

static void names_are_unique_but_for_guests(void **state)
{
    sv_store *store = *state;
    rec_error error;
    const sv_user a = {.id = 1, .kind = SV_ACCOUNT, .name = "Anna"}, b = {.id = 2, .name = "Anna"},
                  c = {.id = 3, .name = "Anna"};
    assert_true(sv_user_add(store, &a, "anna", "hash", 1, &error));
    assert_true(sv_user_add(store, &b, NULL, NULL, 1, &error));
    assert_true(sv_user_add(store, &c, NULL, NULL, 1, &error));
    const sv_user d = {.id = 4, .kind = SV_ACCOUNT, .name = "ANNA"};
    assert_false(sv_user_add(store, &d, "anna", "hash", 1, &error));
    assert_string_equal(error.code, "name-taken");
    assert_false(sv_user_promote(store, &b, "anna", "hash", &error));
    assert_string_equal(error.code, "name-taken");
    assert_true(sv_user_promote(store, &c, "anna 2", "hash", &error));
    commit(store);
    sv_user found;
    bool is_there;
    char password[SV_PASSWORD_MAX];
    assert_true(sv_user_named(store, "anna", &found, password, &is_there, &error));
    assert_true(is_there && found.id == 1 && strcmp(password, "hash") == 0);
}

static void sessions_end(void **state)
{
    sv_store *store = *state;
    rec_error error;
    sv_user found;
    bool is_there;
    const sv_user user = {.id = 1, .name = "Anna"};
    const sv_session s = {.hash = "aa", .id = 5, .user = 1, .expires = 100},
                     t = {.hash = "bb", .id = 6, .user = 1, .expires = 100, .label = "bot"};
    assert_true(sv_user_add(store, &user, NULL, NULL, 1, &error));
    assert_true(sv_session_add(store, &s, 1, &error) && sv_session_add(store, &t, 1, &error));
    commit(store);
    assert_true(sv_session_find(store, "aa", 99, &found, &is_there, &error) && is_there);
    assert_true(sv_session_find(store, "aa", 100, &found, &is_there, &error) && !is_there);
    assert_true(sv_sessions_drop(store, 1, &error));
    commit(store);
    assert_true(sv_session_find(store, "aa", 1, &found, &is_there, &error) && !is_there);
    assert_true(sv_session_find(store, "bb", 1, &found, &is_there, &error) && is_there);
    assert_true(sv_token_drop(store, 2, 6, &is_there, &error) && !is_there);
    assert_true(sv_token_drop(store, 1, 6, &is_there, &error) && is_there);
}

static sv_game_row row_of(int64_t id, const char *code)
{
    return (sv_game_row){.id = id,
                         .code = code,
                         .version = 1,
                         .status = SV_RUNNING,
                         .rules = 1,
                         .settings = "{}",
                         .seats = "[]",
                         .clock = "0",
                         .seed = "ff"};
}

static void ignore_row(void *data, const sv_value *column)
{
    (void)data;
    (void)column;
}

static void two_writers_cannot_both_win(void **state)
{
    sv_store *store = *state;
    rec_error error;
    sv_game_row row = row_of(1, "aaaaaaaaaaaa");
    assert_true(sv_game_add(store, &row, &error));
    row.version = 2;
    assert_true(sv_game_save(store, &row, &error));
    assert_false(sv_game_save(store, &row, &error));
    assert_string_equal(error.code, "conflict");
    row.version = 3;
    assert_true(sv_game_save(store, &row, &error));
    commit(store);
}

static void count_line(void *data, const sv_line *line)
{
    unsigned *count = data;
    assert_int_equal(line->seq, ++*count);
}

static void an_entry_is_written_once(void **state)
{
    sv_store *store = *state;
    rec_error error;
    unsigned count = 0;
    uint32_t seq;
    const sv_line one = {.seq = 1, .value = UINT32_MAX, .seat = 255, .at = 5},
                  two = {.seq = 2, .value = 7};
    assert_true(sv_journal_add(store, 9, &one, "c1", &error));
    assert_true(sv_journal_add(store, 9, &two, NULL, &error));
    commit(store);
    assert_true(sv_journal_find(store, 9, 255, "c1", &seq, &error) && seq == 1);
    assert_true(sv_journal_find(store, 9, 1, "c1", &seq, &error) && seq == 0);
    assert_false(sv_journal_add(store, 9, &two, NULL, &error));
    assert_false(sv_store_commit(store, &error));
    assert_true(sv_journal_read(store, 9, count_line, &count, &error));
    assert_int_equal(count, 2);
}

static void a_failed_write_takes_the_whole_turn_with_it(void **state)
{
    sv_store *store = *state;
    rec_error error;
    unsigned count = 0;
    const sv_line one = {.seq = 1}, two = {.seq = 2};
    assert_true(sv_journal_add(store, 1, &one, NULL, &error));
    commit(store);
    assert_true(sv_journal_add(store, 1, &two, NULL, &error));
    assert_false(sv_journal_add(store, 1, &one, NULL, &error));
    assert_false(sv_journal_add(store, 2, &one, NULL, &error));
    assert_false(sv_store_commit(store, &error));
    assert_string_equal(error.code, "storage");
    assert_true(sv_journal_read(store, 1, count_line, &count, &error));
    assert_int_equal(count, 1);
    assert_true(sv_journal_add(store, 2, &one, NULL, &error));
    commit(store);
}

/* A read that fails in a transaction may have ended it, and the next one works again. */
static void a_failed_read_takes_the_whole_turn_with_it(void **state)
{
    rec_error error;
    sv_store store;
    sv_user found;
    bool is_there;
    faults f = {.countdown = -1, .code = "storage", .reads_too = 1};
    const sv_user one = {.id = 1, .name = "One"}, two = {.id = 2, .name = "Two"};
    (void)state;
    assert_true(sv_store_open(&store, fault_db(fresh_db(), &f), &error));
    assert_true(sv_user_add(&store, &one, NULL, NULL, 1, &error));
    f.countdown = 0;
    assert_false(sv_user_numbered(&store, 1, &found, &is_there, &error));
    f.countdown = -1;
    assert_false(sv_user_add(&store, &two, NULL, NULL, 1, &error));
    assert_false(sv_store_commit(&store, &error));
    assert_string_equal(error.code, "storage");
    assert_true(sv_user_numbered(&store, 1, &found, &is_there, &error) && !is_there);
    assert_true(sv_user_add(&store, &one, NULL, NULL, 1, &error));
    commit(&store);
    sv_store_close(&store);
}

/* What was written before a transaction was lost is gone, and what comes after must not be kept as
 * if it were all. */
static void a_lost_transaction_takes_the_whole_turn_with_it(void **state)
{
    sv_store *store = *state;
    rec_error error;
    sv_user found;
    bool is_there;
    const sv_user one = {.id = 1, .name = "One"}, two = {.id = 2, .name = "Two"};
    sv_query look = {.sql = "SELECT 1", .columns = "n", .row = ignore_row};
    assert_true(sv_user_add(store, &one, NULL, NULL, 1, &error));
    store->db->script(store->db, url ? "SELECT pg_terminate_backend(pg_backend_pid())" : "ROLLBACK",
                      &error);
    store->db->run(store->db, &look, &error);
    store->db->run(store->db, &look, &error);
    sv_user_add(store, &two, NULL, NULL, 1, &error);
    assert_false(sv_store_commit(store, &error));
    assert_true(sv_user_numbered(store, 1, &found, &is_there, &error) && !is_there);
    assert_true(sv_user_numbered(store, 2, &found, &is_there, &error) && !is_there);
    assert_true(sv_user_add(store, &two, NULL, NULL, 1, &error));
    commit(store);
}

static void count_game(void *data, const sv_game_row *row)
{
    (void)row;
    ++*(unsigned *)data;
}

static void lists_find_games(void **state)
{
    sv_store *store = *state;
    rec_error error;
    unsigned count = 0;
    sv_game_row row = row_of(1, "aaaaaaaaaaaa");
    row.listed = true;
    assert_true(sv_game_add(store, &row, &error));
    row.version = 2;
    row.due = 50;
    row.automatic = true;
    assert_true(sv_game_save(store, &row, &error) && sv_player_add(store, 7, 1, &error) &&
                sv_player_add(store, 7, 1, &error));
    commit(store);
    assert_true(sv_games_due(store, 49, count_game, &count, &error) && count == 0);
    assert_true(sv_games_due(store, 50, count_game, &count, &error) && count == 1);
    assert_true(sv_games_automatic(store, count_game, &count, &error) && count == 2);
    assert_true(sv_games_listed(store, SV_RUNNING, 9, count_game, &count, &error) && count == 3);
    assert_true(sv_games_of(store, 7, false, 99, 9, count_game, &count, &error) && count == 4);
    assert_true(sv_games_of(store, 7, true, 99, 9, count_game, &count, &error) && count == 4);
    assert_true(sv_games_of(store, 8, false, 99, 9, count_game, &count, &error) && count == 4);
}

static void every_schema_migrates(void **state)
{
    (void)state;
    for (unsigned from = 1; from <= sv_schema_version; from++) {
        rec_error error;
        sv_store store;
        sv_db *db = fresh_db();
        assert_true(sv_migrate_to(db, from, &error));
        assert_true(db->script(db,
                               "INSERT INTO users (id, kind, name, created) VALUES (7, 0, 'A', 1);"
                               "INSERT INTO journal (game, seq, value, seat, at) "
                               "VALUES (1, 1, 2, 3, 4)",
                               &error));
        db->close(db);
        assert_true(sv_store_open(&store, open_db(), &error));
        sv_user user;
        bool found;
        unsigned count = 0;
        assert_true(sv_user_numbered(&store, 7, &user, &found, &error) && found);
        assert_true(sv_journal_read(&store, 1, count_line, &count, &error) && count == 1);
        assert_true(sv_errand_add(&store, 1, "end", "x", 1, &error));
        commit(&store);
        sv_store_close(&store);
    }
}

static void a_newer_schema_is_refused(void **state)
{
    rec_error error;
    sv_db *db = fresh_db();
    (void)state;
    assert_true(sv_migrate(db, &error));
    assert_true(db->script(db, "INSERT INTO schema_version (version) VALUES (99)", &error));
    assert_false(sv_migrate(db, &error));
    assert_string_equal(error.code, "newer-schema");
    db->close(db);
}

int main(void)
{
#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, open_store, close_store)
    const struct CMUnitTest tests[] = {
        WITH_STORE(names_are_unique_but_for_guests),
        WITH_STORE(sessions_end),
        WITH_STORE(two_writers_cannot_both_win),
        WITH_STORE(an_entry_is_written_once),
        WITH_STORE(a_failed_write_takes_the_whole_turn_with_it),
        cmocka_unit_test(a_failed_read_takes_the_whole_turn_with_it),
        WITH_STORE(a_lost_transaction_takes_the_whole_turn_with_it),
        WITH_STORE(lists_find_games),
        cmocka_unit_test(every_schema_migrates),
        cmocka_unit_test(a_newer_schema_is_refused),
    };
    url = getenv("ELEKTRO_TEST_POSTGRES");
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
