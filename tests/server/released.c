/* Games that were stored by an earlier release go on. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "released_sql.h"

/* What the release that stored the games of schemas/games.sql said about them. */
static const struct stored {
    const char *code;
    unsigned lines, undos, backs;
    uint64_t sum, hash;
    bool drafted;
} stored[] = {
    {"jd29edc4tddy", 223, 16, 19, 0x9aa8b221d28e0170, 0xc1f06481945bae37, true},
    {"e88p57qmrfsv", 182, 14, 0, 0x70480f46a8a0b7de, 0xf249e623653d2747, false},
};
enum { STORED = sizeof stored / sizeof *stored };

static sv_core *open_stored(void)
{
    rec_error error;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    sv_db *db = sv_db_sqlite(":memory:", NULL, &error);
    assert_non_null(db);
    assert_true(run_released_sql(db, "4.sql"));
    assert_true(run_released_sql(db, "games.sql"));
    assert_true(sv_core_open(core, db, 1, &error));
    return core;
}

static void close_stored(sv_core *core)
{
    sv_core_close(core);
    free(core);
}

static sv_table *load(sv_core *core, const char *code)
{
    rec_error error = {.text = ""};
    sv_table *table = sv_table_get(core, code, &error);
    if (!table)
        print_message("# %s: %s\n", code, error.text);
    assert_non_null(table);
    return table;
}

static unsigned lines_of_type(const jn_game *game, unsigned type)
{
    unsigned found = 0;
    for (unsigned i = 0; i < game->lines; i++)
        found += jn_line_type(game->line[i]) == type;
    return found;
}

static void stored_games_load(void **state)
{
    sv_core *core = open_stored();
    (void)state;
    for (unsigned i = 0; i < STORED; i++) {
        const struct stored *s = &stored[i];
        const jn_game *game = &load(core, s->code)->game;
        assert_int_equal(game->lines, s->lines);
        assert_true(game->sum == s->sum);
        assert_true(ek_hash(&game->now.state) == s->hash);
        assert_int_equal(lines_of_type(game, JN_UNDO), s->undos);
        assert_int_equal(lines_of_type(game, JN_BACK), s->backs);
        assert_int_equal(game->zoned != NULL, s->drafted);
    }
    close_stored(core);
}

/* The shuffle gives the cards of the stored game again. */
static void stored_cards_are_those_of_the_shuffle(void **state)
{
    sv_core *core = open_stored();
    (void)state;
    for (unsigned i = 0; i < STORED; i++) {
        const jn_game *game = &load(core, stored[i].code)->game;
        jn_setup setup = game->setup;
        static jn_cursor c;
        jn_game again;
        setup.shuffle.used = 0;
        assert_int_equal(jn_start(&again, &setup, NULL), EK_REASON_OK);
        jn_begin(&c, game);
        while (jn_next(&c)) {
            if (jn_line_type(c.line) == JN_UNDO)
                assert_int_equal(jn_take_back(&again, c.seat), EK_REASON_OK);
            else if (jn_is_move(c.line))
                assert_int_equal(jn_play(&again, c.seat, c.line, NULL), EK_REASON_OK);
        }
        assert_int_equal(again.lines, game->lines);
        assert_true(again.sum == game->sum);
        jn_free(&again);
    }
    close_stored(core);
}

/* The player to move takes back the last move, which an earlier release stored, and ends the turn.
 */
static void stored_games_go_on(void **state)
{
    sv_core *core = open_stored();
    (void)state;
    for (unsigned i = 0; i < STORED; i++) {
        const struct stored *s = &stored[i];
        sv_table *table = load(core, s->code);
        const sv_seat *seat = &table->seat[ek_to_move(&table->game.now.state)];
        talker player;
        talker_open(core, &player, seat->user, seat->name);
        ask(core, &player, "{\"do\":\"undo\",\"table\":\"%s\",\"seq\":%u,\"client\":\"a\"}",
            s->code, s->lines);
        assert_string_equal(error_code(&player), "");
        ask(core, &player,
            "{\"do\":\"move\",\"table\":\"%s\",\"seq\":%u,\"client\":\"b\",\"move\":\"done\"}",
            s->code, s->lines + 1);
        assert_string_equal(error_code(&player), "");
        assert_true(load(core, s->code)->game.lines >= s->lines + 2);
        talker_close(core, &player);
    }
    close_stored(core);
}

/* Lists of tables read whose turn it is from the rows of games, which that release did not write.
 */
static void the_turn_in_stored_games_is_known(void **state)
{
    sv_core *core = open_stored();
    rec_error error;
    (void)state;
    for (unsigned i = 0; i < STORED; i++) {
        sv_table *row, *table = load(core, stored[i].code);
        assert_true(sv_table_peek(&core->store, stored[i].code, &row, &error));
        assert_non_null(row);
        for (unsigned seat = 0; seat < row->setting.players; seat++)
            assert_int_equal(row->seat[seat].standing.to_move, sv_table_to_move(table) == seat);
        assert_true(row->touched == table->touched);
        assert_int_equal(row->orders_checked, row->entries + 1); /* it is not woken again */
        sv_table_free(row);
    }
    close_stored(core);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_games_load),
        cmocka_unit_test(stored_cards_are_those_of_the_shuffle),
        cmocka_unit_test(stored_games_go_on),
        cmocka_unit_test(the_turn_in_stored_games_is_known),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
