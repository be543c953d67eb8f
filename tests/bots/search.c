/* Searches with a judge: the same move on any threads, in time, and legal moves at every table. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "search.h"
#include "../engine/games.h"
#include "bot.h"
#include "count_down.h"
#include "weights.h"

enum { NODES = 32 };

static random_game game;

static void run_forwards(void *data, void (*job)(void *context, unsigned i), void *context,
                         unsigned count)
{
    (void)data;
    for (unsigned i = 0; i < count; i++)
        job(context, i);
}

static void run_backwards(void *data, void (*job)(void *context, unsigned i), void *context,
                          unsigned count)
{
    (void)data;
    while (count-- > 0)
        job(context, count);
}

static void begin(uint64_t n, bot bots[EK_SEATS])
{
    assert_true(start_game(&game, n, EK_CHANCE_SEED));
    for (unsigned seat = 0; seat < game.rules.config.players; seat++) {
        bot_sit(&bots[seat], seat % 2 ? BOT_HARD : BOT_EXPERT, seat, &game.rules, n + seat);
        bots[seat].nodes = NODES;
        bots[seat].judge = &bot_native_judge;
        bot_see(&bots[seat], &game.events);
    }
}

static void make_move(ek_move move, bot bots[EK_SEATS])
{
    assert_int_equal(ek_apply(&game.rules, &game.state, move, &game.events), EK_REASON_OK);
    for (unsigned seat = 0; seat < game.rules.config.players; seat++)
        bot_see(&bots[seat], &game.events);
    assert_true(adopt_drafted_zone(&game));
}

/* Whole games at every kind of table. The order in which a host makes the playouts of a batch does
 * not matter, nor whether it makes them or the search does, nor where the search works. */
static void test_any_order_of_playouts(void **state)
{
    static bot_desk desk;
    (void)state;
    for (uint64_t n = 0; n < 6; n++) {
        bot bots[EK_SEATS];
        begin(n * 74, bots);
        while (ek_phase(&game.state) != EK_PHASE_ENDED) {
            const unsigned seat = ek_to_move(&game.state);
            const bot_host forwards = {.run = run_forwards};
            const bot_host backwards = {.run = run_backwards, .desk = &desk};
            bot first = bots[seat], second = bots[seat];
            const ek_move move = bot_move(&bots[seat], &game.rules, &game.state, NULL);
            assert_int_equal(bot_move(&first, &game.rules, &game.state, &forwards), move);
            assert_int_equal(bot_move(&second, &game.rules, &game.state, &backwards), move);
            make_move(move, bots);
        }
    }
}

/* The time may be up within a batch, whatever the order: the move is legal. */
static void test_stopped_batches(void **state)
{
    (void)state;
    for (unsigned playouts = 0; playouts < 200; playouts++) {
        bot bots[EK_SEATS];
        unsigned left = playouts;
        const bot_host host = {
            .expired = count_down, .run = playouts % 2 ? run_backwards : NULL, .data = &left};
        begin(30, bots);
        const unsigned seat = ek_to_move(&game.state);
        bots[seat].nodes = 1000000;
        const ek_move move = bot_move(&bots[seat], &game.rules, &game.state, &host);
        assert_int_equal(ek_why(&game.rules, &game.state, seat, move), EK_REASON_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order_of_playouts),
        cmocka_unit_test(test_stopped_batches),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
