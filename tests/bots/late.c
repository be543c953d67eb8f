/* A bot that joins late knows as much as a bot that was there from the start. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "../journal/players.h"
#include "bot.h"

enum { GAMES = 120 };

static void start(jn_game *game, unsigned n, enum kind kind)
{
    jn_setup setup;
    make_setup(&setup, n, kind);
    assert_int_equal(jn_start(game, &setup, NULL), EK_REASON_OK);
}

static void sit(bot *b, const jn_game *game, unsigned seat)
{
    bot_sit(b, BOT_NORMAL, seat, game->first, 11 + seat);
}

static void assert_books_are_right(const bot *b, const jn_game *game)
{
    for (unsigned seat = 0; seat < game->setup.config.players; seat++)
        assert_int_equal(b->money[seat], game->now.state.owner[seat].money);
}

/* Both have the same bookkeeping, and choose the same move. */
static void a_late_bot_plays_as_one_that_was_there(void **state)
{
    unsigned asked = 0;
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        uint64_t random = n;
        ek_events events;
        ek_state view;
        bot there, late;
        jn_game game;
        start(&game, n, (enum kind)(n % KINDS));
        sit(&there, &game, 0);
        for (unsigned i = 0; i < 150 && decide(&game, &random, &events); i++)
            bot_see(&there, &events);
        sit(&late, &game, 0);
        bot_catch_up(&late, &game);
        assert_memory_equal(late.money, there.money, sizeof late.money);
        assert_books_are_right(&late, &game);
        if (ek_to_move(&game.now.state) == 0) {
            ek_view(game.now.rules, &game.now.state, 0, &view);
            assert_int_equal(bot_move(&late, game.now.rules, &view, NULL),
                             bot_move(&there, game.now.rules, &view, NULL));
            asked++;
        }
        jn_free(&game);
    }
    assert_true(asked > GAMES / 10);
}

/* Undone moves do not count. */
static void what_was_taken_back_is_not_in_the_books(void **state)
{
    unsigned undos = 0;
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        uint64_t random = n;
        bot late;
        jn_game game;
        start(&game, n, SHUFFLE);
        for (unsigned i = 0; i < 300; i++) {
            const unsigned seat = ek_to_move(&game.now.state);
            if (seat != EK_NOBODY && jn_can_take_back(&game, seat) &&
                ek_random_below(&random, 3) == 0)
                assert_int_equal(jn_take_back(&game, seat), EK_REASON_OK);
            else if (!decide(&game, &random, NULL))
                break;
        }
        undos += game.undos;
        sit(&late, &game, 1);
        bot_catch_up(&late, &game);
        assert_books_are_right(&late, &game);
        jn_free(&game);
    }
    assert_true(undos > GAMES);
}

/* A game may start from a stored state. */
static void a_kept_state_is_in_the_books(void **state)
{
    uint64_t random = 3;
    uint8_t bytes[EK_SAVED_MAX];
    bot late;
    jn_game game, loaded;
    (void)state;
    start(&game, 13, SEED);
    decide_often(&game, &random, 200);
    jn_setup setup = game.setup;
    setup.config.zone = game.now.state.zone;
    setup.saved = bytes;
    setup.saved_size = (uint32_t)ek_save(game.now.rules, &game.now.state, bytes);
    assert_int_equal(jn_start(&loaded, &setup, NULL), EK_REASON_OK);
    decide_often(&loaded, &random, 50);
    sit(&late, &loaded, 1);
    bot_catch_up(&late, &loaded);
    assert_books_are_right(&late, &loaded);
    jn_free(&game);
    jn_free(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_late_bot_plays_as_one_that_was_there),
        cmocka_unit_test(what_was_taken_back_is_not_in_the_books),
        cmocka_unit_test(a_kept_state_is_in_the_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
