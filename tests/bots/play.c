/* Bots at every kind of table: no move is refused, every game ends, the books are right, and the
 * same seed gives the same game.
 *
 *     play FIRST END      games at every table, from FIRST to before END; others are other games */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>

#include "../engine/games.h"
#include "bot.h"
#include "count_down.h"

enum {
    SEARCHED_EVERY = 50, /* games in which hard and expert take part */
    MOVES_MOST = 20000,  /* of one game; they have about a thousand */
    ROUNDS_MOST = 60
};

/* The levels of the seats: easy and normal by turns; sometimes the others, with a tiny budget. */
static enum bot_level level_at(uint64_t game, unsigned seat)
{
    const uint64_t n = game + seat;
    if (game % SEARCHED_EVERY == 0)
        return n % 3 == 0 ? BOT_EXPERT : n % 3 == 1 ? BOT_HARD : BOT_NORMAL;
    if (game % 11 == 0 && seat == 0)
        return BOT_RANDOM;
    return n % 2 ? BOT_EASY : BOT_NORMAL;
}

static void sit_down(const random_game *g, bot bots[EK_SEATS])
{
    for (unsigned seat = 0; seat < g->rules.config.players; seat++) {
        bot_sit(&bots[seat], level_at(g->number, seat), seat, &g->rules, g->number + seat);
        bots[seat].nodes = 8;
    }
}

static void show(const random_game *g, bot bots[EK_SEATS])
{
    for (unsigned seat = 0; seat < g->rules.config.players; seat++) {
        bot_see(&bots[seat], &g->events);
        for (unsigned i = 0; i < g->rules.config.players; i++)
            assert_int_equal(bots[seat].money[i], g->state.owner[i].money);
    }
}

static void make_move(random_game *g, bot bots[EK_SEATS])
{
    ek_state view;
    const unsigned seat = ek_to_move(&g->state);
    assert_true(adopt_drafted_zone(g));
    ek_view(&g->rules, &g->state, seat, &view);
    const ek_move move = bot_move(&bots[seat], &g->rules, &view, NULL);
    const ek_reason reason = ek_apply(&g->rules, &g->state, move, &g->events);
    if (reason != EK_REASON_OK) {
        char words[GAME_WORDS_MAX];
        name_game(g, words);
        fail_msg("%s: level %u, move %08x refused with reason %u in round %u", words,
                 bots[seat].level, (unsigned)move, (unsigned)reason, g->state.round);
    }
    show(g, bots);
}

/* Plays game n to its end; returns the hash of its last state. */
static uint64_t play_game(random_game *g, uint64_t n)
{
    bot bots[EK_SEATS];
    unsigned moves = 0;
    assert_true(start_game(g, n, EK_CHANCE_SEED));
    sit_down(g, bots);
    show(g, bots);
    while (ek_phase(&g->state) != EK_PHASE_ENDED) {
        make_move(g, bots);
        if (++moves > MOVES_MOST || g->state.round > ROUNDS_MOST) {
            char words[GAME_WORDS_MAX];
            name_game(g, words);
            fail_msg("%s: does not end", words);
        }
    }
    return ek_hash(&g->state);
}

static random_game game;
static uint64_t first_game;
static uint64_t end_game;

static void test_every_table(void **state)
{
    (void)state;
    for (uint64_t n = first_game; n < end_game; n++)
        play_game(&game, n * 7919); /* prime: all tables, in mixed order */
}

static void test_same_seed_same_game(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 40; n++) {
        const uint64_t first = play_game(&game, n * SEARCHED_EVERY);
        assert_int_equal(play_game(&game, n * SEARCHED_EVERY), first);
    }
}

/* ---------------------------------------------------------------------------------------- clock */

/* A bot checks the clock before every playout, so that it is late by one playout at most. */
static void test_clock_is_obeyed(void **state)
{
    (void)state;
    for (unsigned playouts = 0; playouts < 40; playouts += 13) {
        ek_state view;
        bot b;
        unsigned left = playouts;
        const bot_host host = {.expired = count_down, .data = &left};
        assert_true(start_game(&game, 30, EK_CHANCE_SEED));
        const unsigned seat = ek_to_move(&game.state);
        bot_sit(&b, BOT_EXPERT, seat, &game.rules, 1);
        b.nodes = 1000000;
        ek_view(&game.rules, &game.state, seat, &view);
        const ek_move move = bot_move(&b, &game.rules, &view, &host);
        assert_int_equal(left, 0);
        assert_int_equal(ek_why(&game.rules, &game.state, seat, move), EK_REASON_OK);
    }
}

/* Without time for a single playout a searching bot plays and bids like normal. */
static void test_no_time_at_all(void **state)
{
    unsigned bids = 0;
    (void)state;
    assert_true(start_game(&game, 30, EK_CHANCE_SEED));
    bot bots[EK_SEATS];
    for (unsigned seat = 0; seat < game.rules.config.players; seat++)
        bot_sit(&bots[seat], BOT_NORMAL, seat, &game.rules, 1);
    show(&game, bots);
    while (ek_phase(&game.state) != EK_PHASE_ENDED) {
        unsigned none = 0;
        const bot_host host = {.expired = count_down, .data = &none};
        ek_state view;
        const unsigned seat = ek_to_move(&game.state);
        bot usual = bots[seat];
        bot searching = usual;
        searching.level = BOT_EXPERT;
        ek_view(&game.rules, &game.state, seat, &view);
        const ek_move move = bot_move(&usual, &game.rules, &view, NULL);
        assert_int_equal(bot_move(&searching, &game.rules, &view, &host), move);
        bids += ek_move_type(move) == EK_MOVE_BID;
        make_move(&game, bots);
    }
    assert_true(bids > 10);
}

/* When another player ends the bot's turn, the bot does not continue it in the next phase. */
static void test_plans_end_with_their_turn(void **state)
{
    unsigned ended = 0;
    (void)state;
    for (uint64_t n = 0; n < 40; n++) {
        bot bots[EK_SEATS];
        assert_true(start_game(&game, n, EK_CHANCE_SEED));
        for (unsigned seat = 0; seat < game.rules.config.players; seat++)
            bot_sit(&bots[seat], BOT_NORMAL, seat, &game.rules, 1);
        show(&game, bots);
        while (ek_phase(&game.state) != EK_PHASE_ENDED) {
            ek_state view;
            const unsigned seat = ek_to_move(&game.state);
            assert_true(adopt_drafted_zone(&game));
            ek_view(&game.rules, &game.state, seat, &view);
            bot fresh = bots[seat];
            fresh.planned = fresh.followed = 0;
            const bool begins = bots[seat].plan_phase != ek_phase(&game.state);
            const ek_move move = bot_move(&bots[seat], &game.rules, &view, NULL);
            if (begins)
                assert_int_equal(bot_move(&fresh, &game.rules, &view, NULL), move);
            const ek_move done = ek_move_of(EK_MOVE_DONE, 0, 0);
            const bool ends =
                ek_move_type(move) == EK_MOVE_BUY && game.state.round % 2 == 0 && move != done;
            ended += ends;
            assert_int_equal(ek_apply(&game.rules, &game.state, ends ? done : move, &game.events),
                             EK_REASON_OK);
            show(&game, bots);
        }
    }
    assert_true(ended > 40);
}

/* ----------------------------------------------------------------------------------- parameters */

static void test_parameters(void **state)
{
    bot_parameters p = bot_defaults;
    (void)state;
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++) {
        const bot_parameter *row = &bot_parameter_list[i];
        assert_int_equal(bot_parameter_get(&bot_defaults, i), row->value);
        assert_in_range(row->value - row->low, 0, row->high - row->low);
        bot_parameter_set(&p, i, row->high);
        assert_int_equal(bot_parameter_get(&p, i), row->high);
    }
}

int main(int argc, char **argv)
{
    first_game = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    end_game = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    if (first_game > 0) /* the rest does not depend on these numbers */
        cmocka_set_test_filter("test_every_table");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_table),
        cmocka_unit_test(test_same_seed_same_game),
        cmocka_unit_test(test_clock_is_obeyed),
        cmocka_unit_test(test_no_time_at_all),
        cmocka_unit_test(test_plans_end_with_their_turn),
        cmocka_unit_test(test_parameters),
    };
    return cmocka_run_group_tests_name("bots play", tests, NULL, NULL);
}
