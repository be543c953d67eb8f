/* The contract of every database behind the store: SQLite in a file, or the PostgreSQL that
 * ELEKTRO_TEST_POSTGRES names. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "account.h"
#include "harness.h"
#include "notices/store_notices.h"
#include "released_sql.h"

static const char *url;

static sv_db *open_db(void)
{
    rec_error error = {.text = ""};
    sv_db *db =
        url ? sv_db_postgres(url, 30, &error) : sv_db_sqlite(scratch("store"), NULL, &error);
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

static int remove_db(void **state)
{
    (void)state;
    if (!url)
        remove_database(scratch("store"));
    return 0;
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
    return remove_db(state);
}

static void commit(sv_store *store)
{
    rec_error error;
    assert_true(sv_store_commit(store, &error));
}

static void take_count(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static int64_t count(sv_store *store, const char *sql)
{
    rec_error error;
    int64_t number = -1;
    assert_true(sv_read(store, sql, NULL, 0, (sv_rows){"n", take_count, &number}, &error));
    return number;
}

static void names_are_unique_but_for_guests(void **state)
{
    sv_store *store = *state;
    rec_error error;
    const sv_user a = {.id = 1, .kind = SV_ACCOUNT, .name = "Anna"}, b = {.id = 2, .name = "Anna"},
                  c = {.id = 3, .name = "Anna"}, e = {.id = 3, .name = "Anna 2"};
    assert_true(sv_user_add(store, &a, "anna", "hash", 1, &error));
    assert_true(sv_user_add(store, &b, NULL, NULL, 1, &error));
    assert_true(sv_user_add(store, &c, NULL, NULL, 1, &error));
    const sv_user d = {.id = 4, .kind = SV_ACCOUNT, .name = "ANNA"};
    assert_false(sv_user_add(store, &d, "anna", "hash", 1, &error));
    assert_string_equal(error.code, "name-taken");
    assert_false(sv_user_promote(store, &b, "anna", "hash", &error));
    assert_string_equal(error.code, "name-taken");
    assert_true(sv_user_promote(store, &e, "anna 2", "hash", &error));
    commit(store);
    sv_user found;
    bool is_there;
    char password[SV_PASSWORD_MAX];
    assert_true(sv_user_by_name(store, "anna", &found, password, &is_there, &error));
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
    assert_true(sv_session_find(store, "aa", 99, &found, NULL, &is_there, &error) && is_there);
    assert_true(sv_session_find(store, "aa", 100, &found, NULL, &is_there, &error) && !is_there);
    assert_true(sv_sessions_drop(store, 1, &error));
    commit(store);
    assert_true(sv_session_find(store, "aa", 1, &found, NULL, &is_there, &error) && !is_there);
    assert_true(sv_session_find(store, "bb", 1, &found, NULL, &is_there, &error) && is_there);
    char hash[SV_HEX_MAX];
    assert_true(sv_token_drop(store, 2, 6, hash, &error));
    assert_string_equal(hash, "");
    assert_true(sv_token_drop(store, 1, 6, hash, &error));
    assert_string_equal(hash, "bb");
}

static void windows_are_kept(void **state)
{
    sv_store *store = *state;
    rec_error error;
    sv_window found = {.from = 1};
    const sv_window window = {480, 1320, "America/Argentina/ComodRivadavia"}, none = {.zone = ""};
    const sv_user user = {.id = 1, .name = "Anna"};
    assert_true(sv_user_add(store, &user, NULL, NULL, 1, &error));
    assert_true(sv_window_get(store, 1, &found, &error));
    assert_string_equal(found.zone, "");
    assert_true(sv_window_set(store, 1, &window, &error));
    commit(store);
    assert_true(sv_window_get(store, 1, &found, &error));
    assert_int_equal(found.from, window.from);
    assert_int_equal(found.to, window.to);
    assert_string_equal(found.zone, window.zone);
    assert_true(sv_window_get(store, 2, &found, &error)); /* of a user who is gone */
    assert_string_equal(found.zone, "");
    assert_true(sv_window_set(store, 1, &none, &error));
    commit(store);
    assert_true(sv_window_get(store, 1, &found, &error));
    assert_string_equal(found.zone, "");
}

static void print_session(void *data, const sv_session *s)
{
    char *text = data;
    const size_t length = strlen(text);
    snprintf(text + length, 200 - length, "%s %d %d %s/%s;", s->hash, (int)s->created, (int)s->seen,
             sv_browser_words[s->agent.browser], sv_platform_words[s->agent.platform]);
}

static void sessions_are_listed_by_their_last_use(void **state)
{
    sv_store *store = *state;
    rec_error error;
    char text[200] = "", hash[SV_HEX_MAX];
    const sv_agent agent = {SV_BROWSER_FIREFOX, SV_PLATFORM_LINUX};
    const sv_session s[] = {
        {.hash = "aa", .id = 1, .user = 1, .expires = 100, .agent = agent},
        {.hash = "bb", .id = 2, .user = 1, .expires = 100},
        {.hash = "cc", .id = 3, .user = 1, .expires = 100, .label = "token"},
        {.hash = "dd", .id = 4, .user = 2, .expires = 100},
        {.hash = "ee", .id = 5, .user = 1, .expires = 20},
    };
    for (unsigned i = 0; i < sizeof s / sizeof *s; i++)
        assert_true(sv_session_add(store, &s[i], 10 + (int64_t)i, &error));
    assert_true(sv_session_use(store, "aa", 15, &error));
    assert_true(sv_session_use(store, "aa", 12, &error)); /* earlier than it is known */
    commit(store);
    assert_true(sv_sessions(store, 1, 50, 9, print_session, text, &error));
    assert_string_equal(text, "aa 10 15 firefox/linux;bb 11 11 other/other;");
    text[0] = '\0';
    assert_true(sv_sessions(store, 1, 50, 1, print_session, text, &error));
    assert_string_equal(text, "aa 10 15 firefox/linux;");
    assert_true(sv_session_drop_by_id(store, 2, 1, hash, &error) && hash[0] == '\0');
    assert_true(sv_session_drop_by_id(store, 1, 3, hash, &error) && hash[0] == '\0');
    assert_true(sv_session_drop_by_id(store, 1, 1, hash, &error));
    assert_string_equal(hash, "aa");
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

/* Whether a turn is committed. A database that is elsewhere may refuse a write only then. */
static bool ends_well(sv_store *store, bool wrote, rec_error *error)
{
    rec_error why = {.code = ""};
    const bool committed = sv_store_commit(store, &why);
    if (wrote)
        *error = why;
    return wrote && committed;
}

static void two_writers_cannot_both_win(void **state)
{
    sv_store *store = *state;
    rec_error error;
    sv_game_row row = row_of(1, "aaaaaaaaaaaa");
    assert_true(sv_game_add(store, &row, &error));
    row.version = 2;
    assert_true(sv_game_save(store, &row, &error));
    commit(store);
    const sv_game_row other = row_of(2, "bbbbbbbbbbbb");
    assert_true(sv_game_add(store, &other, &error));
    assert_false(ends_well(store, sv_game_save(store, &row, &error), &error));
    assert_string_equal(error.code, "conflict");
    assert_true(sv_game_add(store, &other, &error)); /* the loser's turn wrote nothing at all */
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
    assert_false(ends_well(store, sv_journal_add(store, 9, &two, NULL, &error), &error));
    assert_true(sv_journal_read(store, 9, 0, 99, count_line, &count, &error));
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
    const bool wrote = sv_journal_add(store, 1, &one, NULL, &error) &&
                       sv_journal_add(store, 2, &one, NULL, &error);
    assert_false(ends_well(store, wrote, &error));
    assert_string_equal(error.code, "storage");
    count = 0;
    assert_true(sv_journal_read(store, 2, 0, 99, count_line, &count, &error));
    assert_int_equal(count, 0);
    assert_true(sv_journal_read(store, 1, 0, 99, count_line, &count, &error));
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
    assert_false(sv_user_by_id(&store, 1, &found, NULL, &is_there, &error));
    f.countdown = -1;
    assert_false(sv_user_add(&store, &two, NULL, NULL, 1, &error));
    assert_false(sv_store_commit(&store, &error));
    assert_string_equal(error.code, "storage");
    assert_true(sv_user_by_id(&store, 1, &found, NULL, &is_there, &error) && !is_there);
    assert_true(sv_user_add(&store, &one, NULL, NULL, 1, &error));
    commit(&store);
    sv_store_close(&store);
}

static void write_users(sv_store *store, int64_t *last, unsigned rows)
{
    rec_error error;
    for (unsigned i = 0; i < rows; i++)
        assert_true(
            sv_write(store, "INSERT INTO users (id, kind, name, created) VALUES ($1, 1, 'Anna', 1)",
                     SV_VALUES(sv_number(++*last)), NULL, &error));
}

/* A turn may write any number of rows before it waits for an answer. Its commit then gets its own
 * answer, and so does a statement that is sent for the first time. */
static void a_turn_writes_any_number_of_rows(void **state)
{
    enum { FEWEST = 245, MOST = 265 }; /* around SV_PG_SENT_MAX */
    static char sql[MOST + 1][80];     /* a statement is known by its address */
    sv_store *store = *state;
    rec_error error;
    int64_t last = 0;
    for (unsigned rows = FEWEST; rows <= MOST; rows++) {
        int64_t found = 0;
        write_users(store, &last, rows);
        commit(store);
        write_users(store, &last, rows);
        snprintf(sql[rows], sizeof sql[rows], "SELECT COUNT(*), %u FROM users", rows);
        assert_true(sv_read(store, sql[rows], NULL, 0, (sv_rows){"n", take_count, &found}, &error));
        assert_int_equal(found, last);
        commit(store);
    }
}

/* A turn of long texts, which libpq sends before anybody waits for an answer. */
static void a_turn_writes_long_texts(void **state)
{
    enum { TEXTS = 100, LENGTH = 10000 };
    static char text[LENGTH + 1];
    sv_store *store = *state;
    rec_error error;
    int64_t found = 0;
    memset(text, 'x', LENGTH);
    for (int64_t id = 1; id <= TEXTS; id++)
        assert_true(sv_write(store,
                             "INSERT INTO users (id, kind, name, created) VALUES ($1, 1, $2, 1)",
                             SV_VALUES(sv_number(id), sv_text(text)), NULL, &error));
    commit(store);
    assert_true(sv_read(store, "SELECT SUM(LENGTH(name)) FROM users", NULL, 0,
                        (sv_rows){"n", take_count, &found}, &error));
    assert_int_equal(found, TEXTS * LENGTH);
    /* One that fails takes those with it that were sent before and after it. */
    for (int64_t id = 2 * TEXTS; id >= TEXTS; id--)
        if (!sv_write(store, "INSERT INTO users (id, kind, name, created) VALUES ($1, 1, $2, 2)",
                      SV_VALUES(sv_number(id == 150 ? 1 : id), sv_text(text)), NULL, &error))
            break;
    assert_false(sv_store_commit(store, &error));
    assert_int_equal(count(store, "SELECT COUNT(*) FROM users"), TEXTS);
}

/* A session that was lost is opened again in a thread. */
static void await_session(sv_db *db)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    for (unsigned i = 0; i < 3000 && db->alive && !db->alive(db); i++)
        nanosleep(&pause, NULL);
}

/* Writes before a transaction was lost are gone, and later writes must not be committed as
 * if they were complete. */
static void a_lost_transaction_takes_the_whole_turn_with_it(void **state)
{
    sv_store *store = *state;
    rec_error error;
    sv_user found;
    bool is_there;
    const sv_user one = {.id = 1, .name = "One"}, two = {.id = 2, .name = "Two"};
    sv_query look = {.sql = "SELECT 1", .columns = "n", .row = ignore_row};
    assert_true(sv_user_add(store, &one, NULL, NULL, 1, &error));
    const bool script = store->db->script(
        store->db, url ? "SELECT pg_terminate_backend(pg_backend_pid())" : "ROLLBACK", &error);
    assert_int_equal(script, !url); /* a connection that ends itself fails */
    /* Which of these fails depends on the database; the commit must. */
    bool ran = store->db->run(store->db, &look, &error);
    ran = store->db->run(store->db, &look, &error) && ran;
    ran = sv_user_add(store, &two, NULL, NULL, 1, &error) && ran;
    (void)ran;
    assert_false(sv_store_commit(store, &error));
    await_session(store->db);
    assert_true(sv_user_by_id(store, 1, &found, NULL, &is_there, &error) && !is_there);
    assert_true(sv_user_by_id(store, 2, &found, NULL, &is_there, &error) && !is_there);
    assert_true(sv_user_add(store, &two, NULL, NULL, 1, &error));
    commit(store);
}

/* Waits until there is news. PostgreSQL looks once a second. */
static enum sv_store_change await_news(sv_store *store)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    enum sv_store_change news = sv_store_look(store);
    for (unsigned i = 0; i < 3000 && news == SV_STORE_SAME; i++) {
        nanosleep(&pause, NULL);
        news = sv_store_look(store);
    }
    return news;
}

/* A server that does not know that another one was at its store writes nothing, and is told. */
static void another_server_is_noticed(void **state)
{
    sv_store *store = *state, other;
    rec_error error;
    const sv_user one = {.id = 1, .name = "One"}, two = {.id = 2, .name = "Two"},
                  three = {.id = 3, .name = "Three"};
    assert_true(sv_store_own(store, &error));
    assert_true(sv_user_add(store, &one, NULL, NULL, 1, &error));
    commit(store);
    assert_true(sv_store_open(&other, open_db(), &error) && sv_store_own(&other, &error));
    assert_false(sv_user_add(store, &two, NULL, NULL, 1, &error));
    assert_string_equal(error.code, "storage");
    assert_false(sv_store_commit(store, &error));
    assert_false(sv_store_is_current(store));
    assert_true(sv_user_add(&other, &two, NULL, NULL, 1, &error));
    commit(&other);
    assert_int_equal(await_news(store), SV_STORE_REPLACED);
    assert_true(sv_store_own(store, &error) && sv_store_is_current(store));
    assert_true(sv_user_add(store, &three, NULL, NULL, 1, &error));
    commit(store);
    assert_false(sv_user_add(&other, &three, NULL, NULL, 1, &error));
    assert_false(sv_store_commit(&other, &error));
    sv_store_close(&other);
}

/* A server does not take its own transaction for that of another one. */
static void an_open_transaction_is_no_news(void **state)
{
    sv_store *store = *state;
    rec_error error;
    const sv_user one = {.id = 1, .name = "One"};
    assert_true(sv_store_own(store, &error));
    assert_true(sv_user_add(store, &one, NULL, NULL, 1, &error));
    store->lost = true; /* as after a lost connection, so that it looks at the generation */
    assert_int_equal(sv_store_look(store), SV_STORE_SAME);
    commit(store);
    assert_int_equal(sv_store_look(store), SV_STORE_CHANGED);
    assert_true(sv_store_is_current(store));
}

/* What the admin tool writes is no reason to forget anything. */
static void a_visitor_is_noticed(void **state)
{
    sv_store *store = *state, other;
    rec_error error;
    assert_true(sv_store_own(store, &error));
    await_news(store);
    assert_true(sv_store_visit(&other, open_db(), &error));
    assert_true(
        sv_admin_command_add(&other, &(sv_admin_command){1, 0, "block", "anna"}, 1, &error));
    commit(&other);
    sv_store_close(&other);
    assert_int_equal(await_news(store), SV_STORE_CHANGED);
    assert_true(sv_store_is_current(store));
}

/* A server that could not take over what another one left tries again, and writes nothing until
 * then. */
static void a_store_is_not_written_before_it_is_owned(void **state)
{
    rec_error error;
    faults f = {.countdown = -1, .code = "storage"};
    sv_store store, other;
    const sv_user one = {.id = 1, .name = "One"};
    (void)state;
    assert_true(sv_store_open(&store, fault_db(fresh_db(), &f), &error));
    assert_true(sv_store_own(&store, &error));
    assert_true(sv_store_open(&other, open_db(), &error) && sv_store_own(&other, &error));
    assert_int_equal(await_news(&store), SV_STORE_REPLACED);
    f.countdown = 0;
    f.lasts = 1;
    assert_false(sv_store_own(&store, &error));
    assert_false(sv_user_add(&store, &one, NULL, NULL, 1, &error));
    assert_false(sv_store_commit(&store, &error));
    assert_int_equal(sv_store_look(&store), SV_STORE_REPLACED);
    assert_true(sv_store_own(&store, &error));
    assert_true(sv_user_add(&store, &one, NULL, NULL, 1, &error));
    commit(&store);
    sv_store_close(&other);
    sv_store_close(&store);
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
    assert_true(sv_games_due(store, 49, 1, count_game, &count, &error) && count == 0);
    assert_true(sv_games_due(store, 50, 1, count_game, &count, &error) && count == 1);
    assert_true(sv_games_automatic(store, 1, count_game, &count, &error) && count == 2);
    assert_true(sv_games_listed(store, SV_RUNNING, 9, count_game, &count, &error) && count == 3);
    assert_true(sv_games_of(store, 7, false, 99, 9, count_game, &count, &error) && count == 4);
    assert_true(sv_games_of(store, 7, true, 99, 9, count_game, &count, &error) && count == 4);
    assert_true(sv_games_of(store, 8, false, 99, 9, count_game, &count, &error) && count == 4);
    /* Games of other rules do not block it. */
    assert_true(sv_games_due(store, 50, 2, count_game, &count, &error) && count == 4);
    assert_true(sv_games_automatic(store, 2, count_game, &count, &error) && count == 4);
    assert_true(sv_game_shelve(store, "aaaaaaaaaaaa", &error));
    commit(store);
    assert_true(sv_games_due(store, 50, 1, count_game, &count, &error) && count == 4);
    assert_true(sv_games_automatic(store, 1, count_game, &count, &error) && count == 4);
    assert_true(sv_game_stop(store, "aaaaaaaaaaaa", 70, &error));
    commit(store);
    assert_true(sv_games_of(store, 7, true, 70, 9, count_game, &count, &error) && count == 4);
    assert_true(sv_games_of(store, 7, true, 71, 9, count_game, &count, &error) && count == 5);
}

/* --------------------------------------------------------------------------------------- tidying
 */

static int64_t time_now;

static int64_t wound_clock(void)
{
    return time_now;
}

static void tick(sv_core *core, int64_t milliseconds)
{
    time_now += milliseconds;
    sv_core_begin_turn(core);
    sv_core_tick(core);
    sv_core_end_turn(core);
}

/* Guests 1 .. 300, of whom every third plays at some table, and an account. */
static void fill(sv_store *store)
{
    rec_error error;
    const sv_user account = {.id = 1000, .kind = SV_ACCOUNT, .name = "Anna"};
    assert_true(sv_user_add(store, &account, "anna", "hash", 1, &error));
    for (int64_t i = 1; i <= 300; i++) {
        const sv_user guest = {.id = i, .name = "Guest"};
        sv_session session = {.id = i, .user = i, .expires = i % 2 ? 1000 : INT64_MAX};
        snprintf(session.hash, sizeof session.hash, "%d", (int)i);
        assert_true(sv_user_add(store, &guest, NULL, NULL, 1 + i / 100, &error) &&
                    sv_session_add(store, &session, 1, &error));
        assert_true(i % 3 || sv_player_add(store, i, 1, &error));
    }
    commit(store);
}

static void tables_of_every_kind(sv_store *store)
{
    rec_error error;
    for (int64_t i = 0; i < 140; i++) {
        char code[SV_CODE_MAX];
        snprintf(code, sizeof code, "table%d", (int)i);
        sv_game_row row = row_of(100 + i, code);
        row.status = (unsigned)(i % 4);
        row.touched = row.created = 1;
        const sv_chat_line said = {.number = 1, .person = 1000, .name = "Anna", .words = "hi"};
        assert_true(sv_game_add(store, &row, &error) &&
                    sv_player_add(store, 1000, row.id, &error) &&
                    sv_chat_add(store, row.id, &said, &error));
    }
    commit(store);
}

static sv_core *open_core(void)
{
    rec_error error;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    assert_true(sv_core_open(core, fresh_db(), 0, &error));
    core->clock = wound_clock;
    time_now = 2000;
    return core;
}

static void close_core(sv_core *core)
{
    sv_core_close(core);
    free(core);
    remove_db(NULL);
}

/* A request that reads writes nothing: the use of a session is saved with the tick, once an hour.
 */
static void the_use_of_a_session_is_saved(void **state)
{
    static const char token[] = "0123456789012345678901234567890123456789012345678901234567890123";
    const int64_t hour = 3600000;
    sv_core *core = open_core();
    const sv_user user = {.id = 1, .name = "Anna"};
    sv_session session = {.id = 1, .user = 1, .expires = INT64_MAX};
    sv_client client = {.http = true};
    rec_error error;
    (void)state;
    sv_token_hash(token, session.hash);
    assert_true(sv_user_add(&core->store, &user, NULL, NULL, 1, &error) &&
                sv_session_add(&core->store, &session, time_now, &error));
    commit(&core->store);
    for (unsigned i = 0; i < 2; i++) {
        time_now += i == 0 ? hour - 1 : 1;
        sv_core_begin_turn(core);
        sv_client_open(core, &client);
        sv_client_bring_token(&client, token);
        assert_true(sv_client_identify(core, &client, &error));
        assert_int_equal(client.user.id, 1);
        assert_false(sv_store_dirty(&core->store));
        sv_client_close(core, &client);
        sv_core_end_turn(core);
        tick(core, 0);
        assert_int_equal(count(&core->store, "SELECT seen FROM sessions"),
                         i == 0 ? 2000 : 2000 + hour);
    }
    close_core(core);
}

/* A socket says once who it is; its requests are uses of the session as well. */
static void a_request_on_a_socket_uses_its_session(void **state)
{
    static const char token[] = "0123456789012345678901234567890123456789012345678901234567890123";
    const int64_t hour = 3600000;
    sv_core *core = open_core();
    const sv_user user = {.id = 1, .name = "Anna"};
    sv_session session = {.id = 1, .user = 1, .expires = INT64_MAX};
    talker anna;
    rec_error error;
    (void)state;
    sv_token_hash(token, session.hash);
    assert_true(sv_user_add(&core->store, &user, NULL, NULL, 1, &error) &&
                sv_session_add(&core->store, &session, time_now, &error));
    commit(&core->store);
    sv_core_begin_turn(core);
    talker_open(core, &anna, 0, "");
    sv_client_bring_token(&anna.client, token);
    assert_true(sv_client_identify(core, &anna.client, &error));
    sv_core_end_turn(core);
    tick(core, hour);
    assert_int_equal(count(&core->store, "SELECT seen FROM sessions"), time_now - hour);
    ask(core, &anna, "{\"do\":\"mine\"}");
    assert_string_equal(error_code(&anna), "");
    tick(core, 0);
    assert_int_equal(count(&core->store, "SELECT seen FROM sessions"), time_now);
    talker_close(core, &anna);
    close_core(core);
}

static void old_guests_and_sessions_are_thrown_away(void **state)
{
    sv_core *core = open_core();
    talker here;
    (void)state;
    fill(&core->store);
    talker_open(core, &here, 7777, "Here");
    core->keep.guests = 10000;
    tick(core, 0);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM sessions"), 300 - 100);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM users"), 302);
    tick(core, 1000); /* a limited number at a time */
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM sessions"), 150);
    tick(core, 700000);
    for (unsigned i = 0; i < 5; i++)
        tick(core, 1000);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM users WHERE kind = 0"), 101);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM users WHERE kind = 1"), 1);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM users WHERE id = 7777"), 1);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM sessions"), 50);
    talker_close(core, &here);
    tick(core, 700000); /* she has gone */
    tick(core, 1000);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM users WHERE kind = 0"), 100);
    close_core(core);
}

static void tables_that_never_began_are_thrown_away(void **state)
{
    sv_core *core = open_core();
    (void)state;
    tables_of_every_kind(&core->store);
    core->keep.tables = 10000;
    tick(core, 0);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM games"), 140);
    tick(core, 700000);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM games"), 70);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM games WHERE status IN (1, 2)"), 70);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM players"), 70);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM chat"), 70);
    close_core(core);
}

static void what_is_to_be_kept_for_ever_is_kept(void **state)
{
    sv_core *core = open_core();
    (void)state;
    fill(&core->store);
    tables_of_every_kind(&core->store);
    tick(core, INT64_C(1000) * 86400000);
    tick(core, 1000);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM users"), 301);
    assert_int_equal(count(&core->store, "SELECT COUNT(*) FROM games"), 140);
    close_core(core);
}

/* --------------------------------------------------------------------------------------- schemas
 */

static void note_record(void *data, const sv_game_row *row)
{
    *(bool *)data = row->id == 1 && strcmp(row->record, "a record") == 0;
}

static void note_muted(void *data, int64_t person)
{
    *(bool *)data = person == 8;
}

static void check_migrated(sv_store *store, unsigned from)
{
    rec_error error;
    sv_user user;
    char sessions[200] = "";
    bool found, whole = false, muted = false;
    unsigned lines = 0;
    assert_true(sv_user_by_name(store, "anna", &user, NULL, &found, &error) && found &&
                user.id == 7);
    assert_false(sv_name_is_free(store, "\u0410nna", &error));
    assert_true(sv_session_find(store, "aa", 98, &user, NULL, &found, &error) && found);
    assert_true(sv_journal_read(store, 1, 0, 99, count_line, &lines, &error) && lines == 1);
    assert_true(sv_game_find(store, "aaaaaaaaaaaa", note_record, &whole, &error) && whole);
    assert_true(sv_muted_by(store, 7, 10, note_muted, &muted, &error) && muted);
    assert_true(sv_admin_command_add(store, &(sv_admin_command){1, 0, "end", "x"}, 1, &error));
    commit(store);
    assert_int_equal(count(store, "SELECT MAX(version) FROM schema_version"), sv_schema_version);
    assert_int_equal(count(store, "SELECT COUNT(*) FROM chat WHERE words = 'hi'"), 1);
    assert_int_equal(count(store, "SELECT COUNT(*) FROM analyses"), from >= 6);
    assert_true(sv_sessions(store, 7, 98, 9, print_session, sessions, &error));
    assert_string_equal(sessions, "aa 5 5 other/other;");
}

/* Schemas are frozen when they are released; later steps of the next release have no file yet. */
enum { RELEASED = 8 };

static void every_schema_migrates(void **state)
{
    (void)state;
    for (unsigned from = 1; from <= RELEASED; from++) {
        rec_error error;
        sv_store store;
        char name[32];
        sv_db *db = fresh_db();
        snprintf(name, sizeof name, "%u.sql", from);
        assert_true(run_released_sql(db, name));
        db->close(db);
        assert_true(sv_store_open(&store, open_db(), &error));
        check_migrated(&store, from);
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

/* While a site is updated, servers of two releases work side by side: one may start beside a newer
 * one if the newer step says so. */
static void a_step_that_only_adds_is_no_hindrance(void **state)
{
    rec_error error;
    sv_db *db = fresh_db();
    sv_store store;
    (void)state;
    assert_true(sv_migrate(db, &error));
    assert_true(db->script(db,
                           "ALTER TABLE games ADD COLUMN later BIGINT;"
                           "INSERT INTO schema_version (version, oldest) VALUES (99, 8)",
                           &error));
    assert_true(sv_migrate(db, &error));
    assert_true(sv_schema_check(db, &error));
    assert_true(
        db->script(db, "INSERT INTO schema_version (version, oldest) VALUES (100, 99)", &error));
    assert_false(sv_migrate(db, &error));
    assert_string_equal(error.code, "newer-schema");
    assert_false(sv_schema_check(db, &error));
    db->close(db);
    assert_false(sv_store_open(&store, open_db(), &error));
    sv_store_close(&store);
}

static void copy_content(void *data, const sv_analysis_row *row)
{
    snprintf(data, 64, "%lld %s %s", (long long)row->sum, row->maker, row->content);
}

/* Replaces, finds, drops, keeps the most used, and notices damage. */
static void analyses_are_kept(void **state)
{
    sv_store *store = *state;
    rec_error error;
    bool damaged;
    unsigned gone;
    char found[64] = "";
    for (int64_t game = 1; game <= 5; game++) {
        sv_analysis_row row = {.game = game, .sum = -7, .used = game, .maker = "m", .content = "{"};
        assert_true(sv_analysis_save(store, &row, &error));
        row.content = "{}";
        assert_true(sv_analysis_save(store, &row, &error));
    }
    assert_true(sv_analysis_use(store, 1, 9, &error));
    assert_true(sv_analyses_trim(store, 3, 1, &gone, &error) && gone == 1);
    assert_true(sv_analyses_trim(store, 3, 9, &gone, &error) && gone == 1);
    assert_true(sv_analyses_trim(store, 3, 9, &gone, &error) && gone == 0);
    commit(store);
    assert_int_equal(count(store, "SELECT SUM(game) FROM analyses"), 1 + 4 + 5);
    assert_true(sv_analysis_find(store, 2, copy_content, found, &damaged, &error));
    assert_false(damaged);
    assert_string_equal(found, "");
    assert_true(sv_analysis_find(store, 1, copy_content, found, &damaged, &error));
    assert_false(damaged);
    assert_string_equal(found, "-7 m {}");
    assert_true(sv_analysis_drop(store, 4, &error));
    assert_true(sv_write(store, "UPDATE analyses SET content = '{]' WHERE game = 5", NULL, 0, NULL,
                         &error));
    found[0] = '\0';
    assert_true(sv_analysis_find(store, 5, copy_content, found, &damaged, &error));
    assert_true(damaged);
    assert_string_equal(found, "");
    commit(store);
    assert_int_equal(count(store, "SELECT COUNT(*) FROM analyses"), 2);
}

/* An open table has no game yet, so the version of the rules does not matter to it. */
static void open_tables_of_older_rules_are_due(void **state)
{
    sv_store *store = *state;
    rec_error error;
    unsigned count = 0;
    sv_game_row row = row_of(1, "aaaaaaaaaaaa");
    row.status = SV_OPEN;
    row.due = 50;
    assert_true(sv_game_add(store, &row, &error));
    row.version = 2;
    assert_true(sv_game_save(store, &row, &error));
    commit(store);
    assert_true(sv_games_due(store, 50, 2, count_game, &count, &error));
    assert_int_equal(count, 1);
}

/* ------------------------------------------------------------------------------------- notices */

/* The numbers and tries of notices, in the order of their numbers, which are digits. */
typedef struct found_notices {
    int64_t tries[10];
    char text[64];
} found_notices;

static void find_notice(void *data, const sv_leased_row *row)
{
    found_notices *found = data;
    assert_in_range(row->id, 1, 9);
    assert_int_equal(row->person, 7);
    assert_string_equal(row->stamp, "secret");
    assert_string_equal(row->body, "{}");
    found->tries[row->id] = row->tries;
}

/* What a server takes over: "1*2" is notice 1, which two servers have had. */
static const char *taken_by(sv_store *store, sv_lease lease, int64_t now, unsigned max)
{
    static found_notices found;
    rec_error error;
    size_t length = 0;
    memset(&found, 0, sizeof found);
    assert_true(sv_leased_take(store, &sv_leased_notices, (sv_lease_ends){.now = now}, lease, max,
                               find_notice, &found, &error));
    for (int i = 1; i < 10; i++)
        if (found.tries[i])
            length += (size_t)snprintf(found.text + length, sizeof found.text - length, "%s%d*%d",
                                       length ? " " : "", i, (int)found.tries[i]);
    return found.text;
}

static void write_notice(sv_store *store, int64_t id, sv_lease lease)
{
    rec_error error;
    const sv_notice_row row = {id, 7, "secret", "{}", 1};
    assert_true(sv_notice_add(store, &row, lease, 1, &error));
}

static bool is_due(sv_store *store, int64_t now)
{
    rec_error error;
    bool any;
    assert_true(
        sv_leased_due(store, &sv_leased_notices, (sv_lease_ends){.now = now}, &any, &error));
    return any;
}

static void a_notice_has_one_server_at_a_time(void **state)
{
    sv_store *store = *state;
    rec_error error;
    bool mine;
    write_notice(store, 1, (sv_lease){1, 100});
    write_notice(store, 2, (sv_lease){1, 120});
    write_notice(store, 3, (sv_lease){1, 110});
    commit(store);
    assert_false(is_due(store, 99));
    assert_string_equal(taken_by(store, (sv_lease){2, 200}, 99, 9), "");
    assert_true(is_due(store, 120));
    assert_string_equal(taken_by(store, (sv_lease){2, 200}, 120, 2), "1*2 3*2");
    commit(store);
    assert_string_equal(taken_by(store, (sv_lease){3, 220}, 120, 9), "2*2");
    assert_string_equal(taken_by(store, (sv_lease){3, 220}, 199, 9), "");
    commit(store);
    assert_false(is_due(store, 199));

    /* A server that was too slow keeps what nobody else has taken. */
    assert_string_equal(taken_by(store, (sv_lease){2, 300}, 200, 9), "1*2 3*2");
    assert_true(sv_leased_give_up(store, &sv_leased_notices, 1, 1, &mine, &error) && !mine);
    assert_true(sv_leased_give_up(store, &sv_leased_notices, 1, 2, &mine, &error) && mine);
    assert_true(sv_leased_drop(store, &sv_leased_notices, 3, &error));
    commit(store);
    assert_int_equal(count(store, "SELECT COUNT(*) FROM notices"), 1);
}

static void what_another_server_left_is_free_at_a_start(void **state)
{
    sv_store *store = *state;
    rec_error error;
    write_notice(store, 1, (sv_lease){1, 1000});
    write_notice(store, 2, (sv_lease){2, 1000});
    assert_true(sv_leased_free(store, &sv_leased_notices, 2, &error));
    commit(store);
    assert_string_equal(taken_by(store, (sv_lease){2, 1000}, 5, 9), "1*2");
    commit(store);
}

static void note_kept(void *data, int64_t id)
{
    char *text = data;
    const size_t length = strlen(text);
    snprintf(text + length, 64 - length, "%d;", (int)id);
}

static void note_secret(void *data, int64_t user, const char *secret)
{
    char *text = data;
    const size_t length = strlen(text);
    snprintf(text + length, 64 - length, "%d %s;", (int)user, secret);
}

static void open_shared(sv_store *store, int64_t node)
{
    rec_error error;
    sv_db *db = open_db();
    assert_true(sv_db_postgres_share(db, 5, &error));
    assert_true(sv_store_open(store, db, &error));
    store->node = node;
}

/* Servers that take over at the same time do not wait for each other; one that was given up keeps
 * nothing that another one has. */
static void servers_share_notices_out(void **state)
{
    sv_store a, b;
    rec_error error;
    char kept[64] = "";
    const sv_user user = {.id = 7, .kind = SV_ACCOUNT, .name = "Anna"};
    const sv_webhook hook = {.url = "http://example.org/", .secret = "other"};
    (void)state;
    if (!url)
        return; /* SQLite is not shared */
    sv_db *db = fresh_db();
    db->close(db);
    open_shared(&a, 1);
    open_shared(&b, 2);
    assert_true(sv_user_add(&a, &user, "anna", "hash", 1, &error));
    assert_true(sv_webhook_set(&a, 7, &hook, &error));
    for (int64_t i = 1; i <= 3; i++)
        write_notice(&a, i, (sv_lease){9, 100 + i});
    commit(&a);
    assert_string_equal(taken_by(&a, (sv_lease){1, 200}, 150, 2), "1*2 2*2");
    assert_string_equal(taken_by(&b, (sv_lease){2, 200}, 150, 9), "3*2");
    commit(&a);
    commit(&b);
    assert_true(sv_node_remove(&b, 1, &error));
    assert_string_equal(taken_by(&b, (sv_lease){2, 200}, 150, 1), "1*3");
    commit(&b);
    assert_true(sv_leased_keep(&a, &sv_leased_notices, (int64_t[]){1, 2, 3}, 3, (sv_lease){1, 300},
                               note_kept, kept, &error));
    assert_true(sv_webhook_secrets(&a, (int64_t[]){7, 8}, 2, note_secret, kept, &error));
    commit(&a);
    assert_string_equal(kept, "2;7 other;");
    assert_false(is_due(&a, 199));
    assert_string_equal(taken_by(&b, (sv_lease){2, 400}, 299, 9), "1*3 3*2");
    commit(&b);
    sv_store_close(&a);
    sv_store_close(&b);
}

int main(void)
{
#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, open_store, close_store)
    const struct CMUnitTest tests[] = {
        WITH_STORE(analyses_are_kept),
        WITH_STORE(names_are_unique_but_for_guests),
        WITH_STORE(sessions_end),
        WITH_STORE(windows_are_kept),
        WITH_STORE(sessions_are_listed_by_their_last_use),
        WITH_STORE(two_writers_cannot_both_win),
        WITH_STORE(an_entry_is_written_once),
        WITH_STORE(a_failed_write_takes_the_whole_turn_with_it),
        WITH_STORE(a_turn_writes_any_number_of_rows),
        WITH_STORE(a_turn_writes_long_texts),
        cmocka_unit_test(a_failed_read_takes_the_whole_turn_with_it),
        WITH_STORE(a_lost_transaction_takes_the_whole_turn_with_it),
        WITH_STORE(another_server_is_noticed),
        WITH_STORE(an_open_transaction_is_no_news),
        WITH_STORE(a_visitor_is_noticed),
        cmocka_unit_test(a_store_is_not_written_before_it_is_owned),
        WITH_STORE(a_notice_has_one_server_at_a_time),
        WITH_STORE(what_another_server_left_is_free_at_a_start),
        cmocka_unit_test(servers_share_notices_out),
        WITH_STORE(lists_find_games),
        WITH_STORE(open_tables_of_older_rules_are_due),
        cmocka_unit_test(the_use_of_a_session_is_saved),
        cmocka_unit_test(a_request_on_a_socket_uses_its_session),
        cmocka_unit_test(old_guests_and_sessions_are_thrown_away),
        cmocka_unit_test(tables_that_never_began_are_thrown_away),
        cmocka_unit_test(what_is_to_be_kept_for_ever_is_kept),
        cmocka_unit_test(every_schema_migrates),
        cmocka_unit_test(a_newer_schema_is_refused),
        cmocka_unit_test(a_step_that_only_adds_is_no_hindrance),
    };
    url = getenv("ELEKTRO_TEST_POSTGRES");
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, remove_db);
}
