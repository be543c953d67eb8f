/* Whole games of bots as selfplay.h plays them, at every kind of table. Checked bots abort at an
 * illegal move. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "selfplay.h"
#include "../engine/games.h"
#include "mind.h"

static random_game table; /* its rules */
static bot_game game;

/* Compiles the rules of table n, with a zone if the players would draft it. */
static void lay_table(uint64_t n)
{
    assert_true(start_game(&table, n, EK_CHANCE_SEED));
    ek_config config = table.rules.config;
    if (config.zone == 0)
        config.zone = ek_random_zone(table.board->ek, config.edition, config.players, n);
    assert_int_equal(ek_rules_init(&table.rules, table.board->ek, &config), EK_REASON_OK);
}

static bot_game_setup setup_of(uint64_t seed, bot_game_seat seat)
{
    bot_game_setup setup = {.seed = seed};
    for (unsigned i = 0; i < EK_SEATS; i++)
        setup.seat[i] = seat;
    return setup;
}

/* Plays a game and checks every position that is kept; returns the hash of all of them. */
static uint64_t play(const bot_game_setup *setup)
{
    static const enum ek_decision first[BOT_MOMENTS] = {EK_DECISION_NOMINATE, EK_DECISION_BUY,
                                                        EK_DECISION_BUILD};
    uint64_t hash = 0;
    unsigned moment = BOT_MOMENTS;
    bot_game_start(&game, &table.rules, setup);
    do {
        assert_int_equal(bot_moment(&game.state), moment++);
        assert_int_equal(ek_check(&table.rules, &game.state), EK_LAW_NONE);
        assert_int_equal(ek_pending(&game.state), first[bot_moment(&game.state) % BOT_MOMENTS]);
        hash = hash * 31 + ek_hash(&game.state);
    } while (bot_game_go_on(&game));
    assert_true(bot_game_is_over(&game));
    return hash * 31 + ek_hash(&game.state);
}

static void check_results(void)
{
    bot_game_result result[EK_SEATS];
    uint32_t victory = 0;
    bot_game_results(&game, result);
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        victory += result[seat].victory;
        assert_int_equal(result[seat].rank > 0, seat < table.rules.config.players);
        assert_int_equal(result[seat].victory > 0, result[seat].rank == 1);
        assert_int_equal(result[seat].money,
                         game.state.owner[seat].money * (seat < table.rules.config.players));
    }
    assert_in_range(victory, BOT_SHARE_ONE - EK_SEATS, BOT_SHARE_ONE);
}

/* Normal seats that explore nothing play exactly like a playout. */
static void test_normal_plays_like_playouts(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 300; n++) {
        const bot_game_setup setup = setup_of(n, (bot_game_seat){.level = BOT_NORMAL});
        ek_state s;
        lay_table(n * 7919);
        play(&setup);
        check_results();
        ek_start(&table.rules, &(ek_setup){.seed = n}, &s, NULL);
        bot_play_on(&table.rules, &s, &bot_defaults, UINT16_MAX);
        assert_memory_equal(&s, &game.state, sizeof s);
        assert_int_equal(game.turns, 0);
    }
}

/* Seats that explore and vary still make legal moves, end their games, and repeat them. */
static void test_exploring(void **state)
{
    uint64_t turns = 0;
    uint64_t explored = 0;
    (void)state;
    for (uint64_t n = 0; n < 600; n++) {
        const bot_game_setup setup = setup_of(
            n,
            (bot_game_seat){.level = BOT_NORMAL, .explore = 6554, .vary = (uint16_t)(n % 3 * 40)});
        lay_table(n * 7919);
        const uint64_t hash = play(&setup);
        check_results();
        turns += game.turns;
        explored += game.explored;
        if (n % 10 == 0)
            assert_int_equal(play(&setup), hash);
    }
    assert_in_range(explored * 1000 / turns, 95, 105); /* a tenth */
}

/* Any mix of levels at one table. */
static void test_mixed_levels(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 60; n++) {
        bot_game_setup setup = setup_of(n, (bot_game_seat){.nodes = 6, .explore = 3000});
        for (unsigned i = 0; i < EK_SEATS; i++)
            setup.seat[i].level = (uint8_t)(BOT_EASY + (n + i) % (BOT_LEVELS - BOT_EASY));
        setup.seat[n % EK_SEATS].level = BOT_NORMAL;
        lay_table(n * 7919);
        const uint64_t hash = play(&setup);
        check_results();
        assert_int_equal(play(&setup), hash);
    }
}

/* Parameters that vary stay inside their limits and differ from seat to seat. */
static void test_varied_parameters(void **state)
{
    const bot_game_setup setup = setup_of(1, (bot_game_seat){.level = BOT_NORMAL, .vary = 256});
    unsigned different = 0;
    (void)state;
    lay_table(1);
    bot_game_start(&game, &table.rules, &setup);
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++) {
        const bot_parameter *row = &bot_parameter_list[i];
        for (unsigned seat = 0; seat < table.rules.config.players; seat++) {
            const int32_t value = bot_parameter_get(&game.parameters[seat], i);
            assert_true(value >= row->low && value <= row->high);
            different += value != row->value;
            if (i >= BOT_PARAMETER_search_rounds)
                assert_int_equal(value, row->value);
        }
    }
    assert_true(different > BOT_PARAMETER_search_rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normal_plays_like_playouts),
        cmocka_unit_test(test_exploring),
        cmocka_unit_test(test_mixed_levels),
        cmocka_unit_test(test_varied_parameters),
    };
    return cmocka_run_group_tests_name("bots selfplay", tests, NULL, NULL);
}
