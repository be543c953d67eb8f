/* Limits on the length of a game's journal. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

/* Two people at a table that has begun. */
typedef struct evening {
    sv_core core;
    talker player[2];
    char code[SV_CODE_MAX];
} evening;

static evening *begin(void)
{
    rec_error error;
    evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_true(sv_core_open(&e->core, sv_db_sqlite(":memory:", NULL, &error), 1, &error));
    sv_limits_set(&e->core.limits, 1000000);
    talker_open(&e->core, &e->player[0], 1, "Anna");
    talker_open(&e->core, &e->player[1], 2, "Ben");
    assert_true(
        begin_game(&e->core, &e->player[0], &e->player[1], ",\"order\":\"seated\"", e->code));
    return e;
}

static void end(evening *e)
{
    talker_close(&e->core, &e->player[0]);
    talker_close(&e->core, &e->player[1]);
    sv_core_close(&e->core);
    free(e);
}

/* The first move of this type, otherwise the first move that ends the turn. */
static ek_move move_of_type(const jn_game *game, unsigned type)
{
    static ek_move moves[EK_MOVES_MAX];
    const unsigned wanted[] = {type, EK_MOVE_PASS, EK_MOVE_DONE};
    const unsigned count = ek_moves(game->now.rules, &game->now.state, moves);
    for (unsigned k = 0; k < 3; k++)
        for (unsigned i = 0; i < count; i++)
            if (moves[i] >> 28 == wanted[k])
                return moves[i];
    return moves[0];
}

/* The player to move makes such a move; returns the error code of the reply. */
static const char *play(evening *e, unsigned type)
{
    char text[REC_MOVE_MAX];
    const jn_game *game = &table_at(&e->core, e->code)->game;
    talker *mover = &e->player[ek_to_move(&game->now.state)];
    rec_print_move(table_at(&e->core, e->code)->setting.board, &game->now.state,
                   move_of_type(game, type), text);
    ask(&e->core, mover,
        "{\"do\":\"move\",\"table\":\"%s\",\"seq\":%u,\"client\":\"c%u\",\"move\":\"%s\"}", e->code,
        game->lines, game->lines, text);
    return error_code(mover);
}

static const char *take_back(evening *e)
{
    const jn_game *game = &table_at(&e->core, e->code)->game;
    talker *mover = &e->player[ek_to_move(&game->now.state)];
    ask(&e->core, mover, "{\"do\":\"undo\",\"table\":\"%s\",\"seq\":%u,\"client\":\"c%u\"}",
        e->code, game->lines, game->lines);
    return error_code(mover);
}

static void a_turn_is_taken_back_so_many_times(void **state)
{
    evening *e = begin();
    (void)state;
    while (ek_phase(&table_at(&e->core, e->code)->game.now.state) != EK_PHASE_RESOURCES)
        assert_string_equal(play(e, EK_MOVE_PASS), "");
    for (unsigned i = 0; i < JN_UNDOS_MAX; i++) {
        assert_string_equal(play(e, EK_MOVE_BUY), "");
        assert_string_equal(take_back(e), "");
    }
    assert_string_equal(play(e, EK_MOVE_BUY), "");
    assert_string_equal(take_back(e), "nothing-to-undo");
    assert_false(jn_can_take_back(&table_at(&e->core, e->code)->game,
                                  ek_to_move(&table_at(&e->core, e->code)->game.now.state)));
    sv_forget_tables(&e->core); /* loaded again, the table is the same */
    assert_string_equal(take_back(e), "nothing-to-undo");
    assert_string_equal(play(e, EK_MOVE_DONE), "");
    assert_string_equal(play(e, EK_MOVE_BUY), "");
    assert_string_equal(take_back(e), "");
    end(e);
}

/* Without a limit, two players who never build could play forever. */
static void play_to_the_limit(evening *e)
{
    const char *code = "";
    while (!code[0])
        code = play(e, EK_MOVE_PASS);
    assert_string_equal(code, "game-too-long");
}

static void a_journal_that_is_full_ends_the_game(void **state)
{
    evening *e = begin();
    (void)state;
    play_to_the_limit(e);
    assert_int_equal(table_at(&e->core, e->code)->status, SV_ENDED);
    assert_true(table_at(&e->core, e->code)->game.lines <= SV_LINES_MAX);
    sv_forget_tables(&e->core);
    assert_int_equal(table_at(&e->core, e->code)->status, SV_ENDED);
    ask(&e->core, &e->player[0], "{\"do\":\"record\",\"table\":\"%s\"}", e->code);
    assert_string_equal(error_code(&e->player[0]), "");
    end(e);
}

/* Everything that arrives in one turn is committed together; a move that is refused is no reason to
 * refuse the rest. */
static void at_the_limit_nobody_else_is_harmed(void **state)
{
    evening *e = begin();
    talker eve;
    char text[200];
    (void)state;
    talker_open(&e->core, &eve, 3, "Eve");
    ask(&e->core, &eve, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    while (table_at(&e->core, e->code)->game.lines + JN_CHANCE_MAX < SV_LINES_MAX)
        assert_string_equal(play(e, EK_MOVE_PASS), "");
    while (table_at(&e->core, e->code)->status == SV_RUNNING) {
        const jn_game *game = &table_at(&e->core, e->code)->game;
        char move[REC_MOVE_MAX];
        rec_print_move(table_at(&e->core, e->code)->setting.board, &game->now.state,
                       move_of_type(game, EK_MOVE_PASS), move);
        sv_core_begin_turn(&e->core);
        snprintf(text, sizeof text, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"I only watch\"}",
                 e->code);
        sv_core_receive(&e->core, &eve.client, text, strlen(text));
        snprintf(text, sizeof text,
                 "{\"do\":\"move\",\"table\":\"%s\",\"seq\":%u,\"client\":\"m\",\"move\":\"%s\"}",
                 e->code, game->lines, move);
        sv_core_receive(&e->core, &e->player[ek_to_move(&game->now.state)].client, text,
                        strlen(text));
        sv_core_run_inbox(&e->core);
        sv_core_end_turn(&e->core);
        assert_string_equal(error_code(&eve), "");
    }
    talker_close(&e->core, &eve);
    end(e);
}

/* Bots at a full table do not keep the loop awake. */
static void nothing_goes_round_in_a_circle(void **state)
{
    evening *e = begin();
    unsigned turns = 0;
    (void)state;
    while (table_at(&e->core, e->code)->game.lines + JN_CHANCE_MAX < SV_LINES_MAX)
        assert_string_equal(play(e, EK_MOVE_PASS), "");
    for (unsigned i = 0; i < 2; i++)
        ask(&e->core, &e->player[i], "{\"do\":\"leave\",\"table\":\"%s\"}", e->code);
    do
        sv_core_begin_turn(&e->core);
    while (sv_core_end_turn(&e->core) && ++turns < 1000);
    assert_true(turns < 1000);
    assert_int_equal(table_at(&e->core, e->code)->status, SV_ENDED);
    end(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_is_taken_back_so_many_times),
        cmocka_unit_test(a_journal_that_is_full_ends_the_game),
        cmocka_unit_test(at_the_limit_nobody_else_is_harmed),
        cmocka_unit_test(nothing_goes_round_in_a_circle),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
