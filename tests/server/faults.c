/* A failing store: a move is refused with a reason and never half done, and answered moves stay,
 * even when a power cut loses all unsynced writes. */
#include <setjmp.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "account.h"
#include "harness.h"
#include "log.h"

static sv_core *core_on(sv_db *db)
{
    rec_error error;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    assert_true(sv_core_open(core, db, 1, &error));
    sv_limits_set(&core->limits, 60000);
    return core;
}

static void end_core(sv_core *core)
{
    sv_core_close(core);
    free(core);
}

/* The texts of a legal move, and as often as chance wants it of another that the same player can
 * make after it, as JSON: what a turn consists of. */
static void print_turn(const sv_table *table, unsigned number, char *text, size_t size)
{
    const unsigned seat = ek_to_move(&table->game.now.state);
    const ek_rules *rules = table->game.now.rules;
    ek_state s = table->game.now.state;
    ek_move moves[EK_MOVES_MAX];
    char move[REC_MOVE_MAX];
    size_t length = 0;
    for (unsigned i = 0; i < 4 && ek_to_move(&s) == seat && !ek_card_awaited(&s); i++) {
        const unsigned count = ek_moves(rules, &s, moves);
        const ek_move chosen = moves[(number + i) * 7919u % count];
        rec_print_move(table->setting.board, &s, chosen, move);
        length += (size_t)snprintf(text + length, size - length, "%s\"%s\"", i ? "," : "", move);
        ek_play(rules, &s, chosen, NULL);
    }
}

/* The player to move sends a turn of legal moves. Returns the reply's seq, 0 if it was refused;
 * *who is NULL if the game is over. */
static unsigned move_on(sv_core *core, talker *player[2], const char *code, unsigned number,
                        const talker **who)
{
    rec_error error;
    const sv_table *table = sv_table_get(core, code, &error);
    char text[600];
    *who = NULL;
    assert_non_null(table);
    if (ek_to_move(&table->game.now.state) == EK_NOBODY)
        return 0;
    const jn_game *g = &table->game;
    print_turn(table, number, text, sizeof text);
    talker *mover = player[ek_to_move(&g->now.state)];
    *who = mover;
    const json_t *r = ask(core, mover,
                          "{\"do\":\"turn\",\"table\":\"%s\",\"seq\":%u,\"client\":\"c%u\","
                          "\"moves\":[%s]}",
                          code, g->lines, number, text);
    return (unsigned)json_integer_value(json_object_get(r, "seq"));
}

/* The game loaded from the store equals the one in memory. */
static void assert_same(sv_core *core, const char *code)
{
    rec_error error;
    sv_table *memory = sv_table_find(core, code);
    sv_table *stored = sv_table_load(&core->store, code, &error);
    assert_non_null(stored);
    if (memory) {
        assert_int_equal(memory->game.lines, stored->game.lines);
        assert_int_equal(memory->version, stored->version);
        assert_memory_equal(&memory->game.now.state, &stored->game.now.state, sizeof(ek_state));
    }
    sv_table_free(stored);
}

static void fail_everywhere(const char *code, int lasts, int reads_too)
{
    const char *path = scratch("faults");
    rec_error error;
    faults f = {.countdown = -1, .code = code, .reads_too = reads_too};
    talker anna, ben;
    talker *player[2] = {&anna, &ben};
    char table[SV_CODE_MAX];
    remove_database(path);
    sv_core *core = core_on(fault_db(sv_db_sqlite(path, NULL, &error), &f));
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    assert_true(begin_game(core, &anna, &ben, "", table));
    ask(core, &anna, "{\"do\":\"watch\",\"table\":\"%s\"}", table);
    unsigned refused = 0;
    for (unsigned i = 0; i < 120; i++) {
        const talker *who;
        const sv_table *t = sv_table_get(core, table, &error);
        assert_non_null(t);
        const unsigned before = t->game.lines;
        f.countdown = (int)(i % 9);
        f.lasts = lasts;
        const unsigned seq = move_on(core, player, table, i, &who);
        f.countdown = -1;
        if (!who)
            break;
        t = sv_table_get(core, table, &error);
        assert_non_null(t);
        if (seq == 0) {
            assert_string_equal(error_code(who), code);
            assert_int_equal(who->status, 503);
            assert_int_equal(t->game.lines, before);
            refused++;
        } else {
            assert_true(t->game.lines > before);
        }
        assert_same(core, table);
    }
    assert_true(refused > 10);
    talker_close(core, &anna);
    talker_close(core, &ben);
    end_core(core);
    remove_database(path);
}

static void io_errors_refuse_the_move(void **state)
{
    (void)state;
    fail_everywhere("storage", 1, 0);
}

static void full_disk_refuses_the_move(void **state)
{
    (void)state;
    fail_everywhere("storage-full", 3, 0);
}

static void a_database_that_cannot_even_be_read(void **state)
{
    (void)state;
    fail_everywhere("storage", 2, 1);
}

/* Returns the error code. */
static const char *nominate(sv_core *core, talker *t, const char *code)
{
    ask(core, t,
        "{\"do\":\"move\",\"table\":\"%s\",\"seq\":0,\"client\":\"c\",\"move\":\"nominate 5 5\"}",
        code);
    return error_code(t);
}

/* Whatever cannot be read, a move that is sent again is not taken for another one. */
static void a_move_sent_again_is_not_denied(void **state)
{
    rec_error error;
    faults f = {.countdown = -1, .code = "storage", .reads_too = 1};
    talker anna, ben;
    char table[SV_CODE_MAX];
    unsigned refused = 0;
    (void)state;
    sv_core *core = core_on(fault_db(sv_db_sqlite(":memory:", NULL, &error), &f));
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    assert_true(begin_game(core, &anna, &ben, ",\"order\":\"seated\"", table));
    assert_string_equal(nominate(core, &anna, table), "");
    for (;; refused++) {
        f.countdown = (int)refused;
        f.lasts = 1;
        const char *code = nominate(core, &anna, table);
        f.countdown = -1;
        if (code[0] == '\0')
            break;
        assert_string_equal(code, "storage");
    }
    assert_true(refused >= 2);
    talker_close(core, &anna);
    talker_close(core, &ben);
    end_core(core);
}

/* Checks a name in all places in memory, and in the store. */
static void assert_named(sv_core *core, const char *code, const talker *one, const talker *other,
                         const char *name)
{
    rec_error error;
    sv_user user;
    bool found;
    const sv_table *memory = sv_table_get(core, code, &error);
    sv_table *stored = sv_table_load(&core->store, code, &error);
    assert_non_null(memory);
    assert_non_null(stored);
    assert_true(sv_user_by_id(&core->store, one->client.user.id, &user, NULL, &found, &error));
    assert_string_equal(user.name, name);
    assert_string_equal(memory->seat[0].name, name);
    assert_string_equal(stored->seat[0].name, name);
    assert_string_equal(one->client.user.name, name);
    assert_string_equal(other->client.user.name, name);
    sv_table_free(stored);
}

static void a_name_that_cannot_be_kept_is_not_shown(void **state)
{
    const char *path = scratch("names");
    rec_error error;
    faults f = {.countdown = -1, .code = "storage"};
    talker anna, again, ben;
    char table[SV_CODE_MAX];
    unsigned refused = 0;
    (void)state;
    remove_database(path);
    sv_core *core = core_on(fault_db(sv_db_sqlite(path, NULL, &error), &f));
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &again, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    assert_true(begin_game(core, &anna, &ben, "", table));
    for (;; refused++) {
        if (refused % 2 == 1)
            sv_table_forget(core, table);
        f.countdown = (int)refused;
        f.lasts = 1;
        ask(core, &anna, "{\"do\":\"rename\",\"name\":\"Antonia\"}");
        f.countdown = -1;
        if (error_code(&anna)[0] == '\0')
            break;
        assert_string_equal(error_code(&anna), "storage");
        assert_named(core, table, &anna, &again, "Anna");
    }
    assert_named(core, table, &anna, &again, "Antonia");
    assert_true(refused >= 4);
    talker_close(core, &anna);
    talker_close(core, &again);
    talker_close(core, &ben);
    end_core(core);
    remove_database(path);
}

/* The seed of a table is damaged in memory, so its game cannot start. */
static void a_start_that_fails_changes_nothing(void **state)
{
    const char *path = scratch("starts");
    rec_error error;
    talker anna, ben;
    char code[SV_CODE_MAX];
    (void)state;
    remove_database(path);
    sv_core *core = core_on(sv_db_sqlite(path, NULL, &error));
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    const json_t *r = ask(core, &anna, "{\"do\":\"table_new\",\"players\":2}");
    snprintf(code, sizeof code, "%s",
             json_string_value(json_object_get(json_object_get(r, "info"), "table")));
    ask(core, &ben, "{\"do\":\"join\",\"table\":\"%s\"}", code);
    ask(core, &ben, "{\"do\":\"seal\",\"table\":\"%s\",\"seal\":\"%064d\"}", code, 0);
    ask(core, &ben, "{\"do\":\"ready\",\"table\":\"%s\",\"ready\":true}", code);
    assert_string_equal(error_code(&ben), "");
    sv_table *memory = sv_table_get(core, code, &error);
    assert_non_null(memory);
    memory->seed[0] = 'x';
    ask(core, &anna, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    assert_string_equal(error_code(&anna), "damaged-journal");
    assert_ptr_equal(sv_table_find(core, code), memory);
    sv_table *stored = sv_table_load(&core->store, code, &error);
    assert_non_null(stored);
    assert_int_equal(strlen(stored->seat[1].seal), SV_HEX_MAX - 1);
    assert_string_equal(memory->seat[1].seal, stored->seat[1].seal);
    assert_int_equal(memory->shuffle.version, stored->shuffle.version);
    sv_table_free(stored);
    talker_close(core, &anna);
    talker_close(core, &ben);
    end_core(core);
    remove_database(path);
}

/* A client with a session token, over plain HTTP or a socket. */
static void talker_with(sv_core *core, talker *t, bool http, const char *token)
{
    rec_error error;
    talker_open(core, t, 0, "");
    t->client.http = http;
    sv_client_bring_token(&t->client, token);
    assert_true(sv_client_identify(core, &t->client, &error));
}

/* Registers, and waits for the password hash. */
static void ask_to_register(sv_core *core, talker *t)
{
    ask(core, t, "{\"do\":\"register\",\"name\":\"Antonia\",\"password\":\"long enough\"}");
    await_reply(core, t);
}

/* A guest with a socket open registers, which fails at some write, and logs out. Returns whether it
 * was refused. */
static bool register_and_leave(sv_core *core, faults *f, int countdown)
{
    talker door, page, socket, last;
    char token[SV_HEX_MAX], hash[SV_HEX_MAX];
    talker_with(core, &door, true, "");
    ask(core, &door, "{\"do\":\"guest\",\"name\":\"Anna\"}");
    memcpy(token, door.client.cookie, sizeof token);
    talker_with(core, &page, true, token);
    talker_with(core, &socket, false, token);
    memcpy(hash, socket.client.session, sizeof hash);
    f->countdown = countdown;
    f->lasts = 1;
    ask_to_register(core, &page);
    f->countdown = -1;
    const bool refused = error_code(&page)[0] != '\0';
    if (!refused)
        memcpy(token, page.client.cookie, sizeof token);
    assert_string_equal(error_code(&page), refused ? "storage" : "");
    assert_string_equal(socket.client.user.name, refused ? "Anna" : "Antonia");
    assert_int_equal(socket.client.user.kind, refused ? SV_GUEST : SV_ACCOUNT);
    assert_int_equal(strcmp(socket.client.session, hash) == 0, refused);
    assert_false(socket.closed);
    talker_with(core, &last, true, token);
    ask(core, &last, "{\"do\":\"logout\"}");
    assert_string_equal(error_code(&last), "");
    assert_true(socket.closed);
    talker_close(core, &last);
    talker_close(core, &socket);
    talker_close(core, &page);
    talker_close(core, &door);
    return refused;
}

static void an_account_that_cannot_be_kept_leaves_the_guest(void **state)
{
    const char *path = scratch("accounts");
    rec_error error;
    faults f = {.countdown = -1, .code = "storage"};
    int refused = 0;
    (void)state;
    remove_database(path);
    sv_core *core = core_on(fault_db(sv_db_sqlite(path, NULL, &error), &f));
    while (register_and_leave(core, &f, refused))
        refused++;
    assert_true(refused >= 4);
    end_core(core);
    remove_database(path);
}

/* Plays in a child process on the forgetful file system and reports every answer to the parent;
 * exits without closing anything. */
static void play_and_vanish(const char *path, int tell, unsigned moves)
{
    rec_error error;
    talker anna, ben;
    talker *player[2] = {&anna, &ben};
    char table[SV_CODE_MAX];
    sv_core *core = core_on(sv_db_sqlite(path, "forgetful", &error));
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    assert_true(begin_game(core, &anna, &ben, "", table));
    if (write(tell, table, sizeof table) != (ssize_t)sizeof table)
        _exit(1);
    for (unsigned i = 0; i < moves; i++) {
        const talker *who;
        const unsigned seq = move_on(core, player, table, i, &who);
        if (seq && write(tell, &seq, sizeof seq) != (ssize_t)sizeof seq)
            _exit(1);
    }
    _exit(0);
}

static void unsynced_writes_are_lost_but_no_answered_move(void **state)
{
    const char *path = scratch("forgetful");
    (void)state;
    for (unsigned round = 0; round < 12; round++) {
        int ends[2];
        char table[SV_CODE_MAX];
        unsigned last = 0, seq;
        rec_error error;
        remove_database(path);
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0)
            play_and_vanish(path, ends[1], 3 + round * 7);
        close(ends[1]);
        assert_int_equal(read(ends[0], table, sizeof table), sizeof table);
        while (read(ends[0], &seq, sizeof seq) == (ssize_t)sizeof seq)
            last = seq;
        close(ends[0]);
        waitpid(child, NULL, 0);
        sv_store store;
        assert_true(sv_store_open(&store, sv_db_sqlite(path, NULL, &error), &error));
        sv_table *t = sv_table_load(&store, table, &error);
        assert_non_null(t);
        assert_true(last > 0 && t->game.lines >= last);
        sv_table_free(t);
        sv_store_close(&store);
    }
    remove_database(path);
}

/* Proves that the file system above loses unsynced writes: without a sync, commits are lost. */
static void the_forgetful_file_system_forgets(void **state)
{
    const char *path = scratch("proof");
    rec_error error;
    (void)state;
    remove_database(path);
    const pid_t child = fork();
    if (child == 0) {
        sv_store store;
        sv_db *db = sv_db_sqlite(path, "forgetful", &error);
        const sv_user user = {.id = 7, .name = "Anna"};
        _exit(sv_store_open(&store, db, &error) &&
                      db->script(db, "PRAGMA synchronous=OFF", &error) &&
                      sv_user_add(&store, &user, NULL, NULL, 1, &error) &&
                      sv_store_commit(&store, &error)
                  ? 0
                  : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    sv_store store;
    sv_user user;
    bool found;
    assert_true(sv_store_open(&store, sv_db_sqlite(path, NULL, &error), &error));
    assert_true(sv_user_by_id(&store, 7, &user, NULL, &found, &error));
    assert_false(found);
    sv_store_close(&store);
    remove_database(path);
}

/* An empty database with the smallest page size, so that the log soon has many pages. */
static void make_small_pages(const char *file)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA page_size=512; VACUUM", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static long bytes_of(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 ? (long)file.st_size : 0;
}

/* Continuous commits must not make SQLite's log grow without limit: it has up to 16384 pages,
 * and the commits made during a checkpoint. */
static void the_log_stays_short(void **state)
{
    enum { FRAME = 512 + 24, LOG_MOST = 16384 * FRAME, WRITTEN = 6 * LOG_MOST };
    const char *file = scratch("log");
    sv_store store;
    rec_error error;
    char path[300], words[8192];
    sv_chat_line said = {.name = "", .words = words};
    long largest = 0;
    (void)state;
    remove_database(file);
    make_small_pages(file);
    assert_true(sv_store_open(&store, sv_db_sqlite(file, NULL, &error), &error));
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    snprintf(path, sizeof path, "%s-wal", file);
    for (long written = 0; written < WRITTEN;) {
        for (unsigned k = 0; k < 4; k++, said.number++, written += (long)sizeof words)
            assert_true(sv_chat_add(&store, 1, &said, &error));
        assert_true(sv_store_commit(&store, &error));
        largest = bytes_of(path) > largest ? bytes_of(path) : largest;
    }
    print_message("# the log had %ld KB at most, of %d KB written\n", largest / 1024,
                  WRITTEN / 1024);
    assert_in_range(largest, 1, 2 * LOG_MOST);
    sv_store_close(&store);
    remove_database(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(io_errors_refuse_the_move),
        cmocka_unit_test(full_disk_refuses_the_move),
        cmocka_unit_test(a_move_sent_again_is_not_denied),
        cmocka_unit_test(a_database_that_cannot_even_be_read),
        cmocka_unit_test(a_name_that_cannot_be_kept_is_not_shown),
        cmocka_unit_test(a_start_that_fails_changes_nothing),
        cmocka_unit_test(an_account_that_cannot_be_kept_leaves_the_guest),
        cmocka_unit_test(unsynced_writes_are_lost_but_no_answered_move),
        cmocka_unit_test(the_forgetful_file_system_forgets),
        cmocka_unit_test(the_log_stays_short),
    };
    if (sodium_init() < 0)
        return 1;
    if (!freopen("/dev/null", "w", stderr))
        return 1;
    forgetful_register();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
