/* What an undo costs: lines that are applied again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "players.h"

static unsigned applied; /* lines so far */

unsigned __real_jn_advance(const jn_game *game, jn_point *point, uint32_t line, unsigned at,
                           ek_events *events, unsigned *refused);
unsigned __wrap_jn_advance(const jn_game *game, jn_point *point, uint32_t line, unsigned at,
                           ek_events *events, unsigned *refused);

/* The linker puts it in the place of jn_advance. */
unsigned __wrap_jn_advance(const jn_game *game, jn_point *point, uint32_t line, unsigned at,
                           ek_events *events, unsigned *refused)
{
    applied++;
    return __real_jn_advance(game, point, line, at, events, refused);
}

/* Undoes the last move and makes it again. */
static void repeat_last(jn_game *game, unsigned times)
{
    const unsigned lines = game->lines;
    const uint32_t last = game->line[lines - 1];
    for (unsigned i = 0; i < times; i++) {
        assert_int_equal(jn_undo(game), EK_REASON_OK);
        assert_int_equal(game->lines, lines - 1);
        assert_int_equal(jn_play(game, ek_to_move(&game->now.state), last, NULL), EK_REASON_OK);
    }
}

/* The lines of a game, followed in a fresh one, give the same game. */
static void assert_follows(const jn_game *game, const jn_setup *setup)
{
    jn_game again;
    assert_int_equal(jn_start(&again, setup, NULL), EK_REASON_OK);
    for (unsigned i = 0; i < game->lines; i++)
        assert_int_equal(jn_append_stored(&again, game->line[i]), EK_REASON_OK);
    assert_int_equal(again.steps, game->steps);
    assert_int_equal(again.setup.shuffle.used, game->setup.shuffle.used);
    assert_true(again.sum == game->sum && again.base_sum == game->base_sum);
    assert_memory_equal(&again.now.state, &game->now.state, sizeof game->now.state);
    assert_memory_equal(&again.now.base, &game->now.base, sizeof game->now.base);
    jn_free(&again);
}

/* A page loads a game of the server by making each move and undoing those that were taken back. An
 * undo within a turn replays that turn, not the game. */
static void undoing_within_a_turn_replays_the_turn(void **state)
{
    enum { UNDOS = 3000, TIMES = 20 };
    unsigned undone = 0;
    (void)state;
    for (unsigned n = 0; undone < UNDOS; n++) {
        uint64_t random = n;
        jn_setup setup;
        jn_game game;
        make_setup(&setup, n, n % 2 ? SHUFFLE : TOLD_ALL);
        assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_OK);
        while (game.lines < 1000 && decide(&game, &random, NULL)) {
            if (game.now.live == 0 || !jn_is_move(game.line[game.lines - 1]))
                continue;
            applied = 0;
            repeat_last(&game, TIMES);
            assert_int_equal(applied, TIMES * (game.lines - game.now.base_at));
            undone += TIMES;
        }
        assert_follows(&game, &setup);
        jn_free(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undoing_within_a_turn_replays_the_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
