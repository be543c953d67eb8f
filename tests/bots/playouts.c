/* The moves of playouts: every one is legal, an illegal one is detected, and none depends on what
 * was kept from earlier ones. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../engine/games.h"
#include "mind.h"

static random_game game;

/* Normal players play game n up to the first decision of this stage. */
static void play_to(uint64_t n, enum ek_stage stage)
{
    assert_true(start_game(&game, n, EK_CHANCE_SEED));
    while (game.state.stage != stage) {
        mind m;
        ek_move plan[BOT_PLAN_MAX];
        assert_int_not_equal(game.state.stage, EK_STAGE_ENDED);
        bot_mind_init(&m, &game.rules, &game.state, &bot_defaults, ek_to_move(&game.state));
        bot_normal_turn(&m, plan);
        assert_int_equal(ek_apply(&game.rules, &game.state, plan[0], NULL), EK_REASON_OK);
        assert_true(adopt_drafted_zone(&game));
    }
}

/* Makes the move in another process, as a playout would; returns its exit status and writes its
 * output. */
static int play_apart(ek_move move, char *text, size_t size)
{
    int ends[2];
    int status;
    size_t length = 0;
    ssize_t got;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        bot_play(&game.rules, &game.state, move);
        _exit(0);
    }
    close(ends[1]);
    while (length + 1 < size && (got = read(ends[0], text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void test_illegal_move_aborts(void **state)
{
    char text[512];
    (void)state;
    play_to(30, EK_STAGE_NOMINATE);
    const int legal = play_apart(ek_move_of(EK_MOVE_NOMINATE, 3, 3), text, sizeof text);
    assert_true(WIFEXITED(legal) && WEXITSTATUS(legal) == 0);
    assert_string_equal(text, "");
    const int illegal = play_apart(ek_move_of(EK_MOVE_NOMINATE, 3, 2), text, sizeof text);
    assert_true(WIFSIGNALED(illegal) && WTERMSIG(illegal) == SIGABRT);
    assert_non_null(strstr(text, "illegal move: nominate 3 2"));
    assert_non_null(strstr(text, "in round 1, stage nominate: bid-too-low"));
}

/* 6.9: a search that tries all places to begin tries only marked ones. */
static void test_networks_begin_on_marks(void **state)
{
    unsigned asked = 0;
    (void)state;
    for (uint64_t n = 0; asked < 6; n++) {
        bot b;
        assert_true(start_game(&game, n, EK_CHANCE_SEED));
        if (!(game.rules.config.options & EK_STARTING_CITIES))
            continue;
        play_to(n, EK_STAGE_BUILD);
        const unsigned seat = ek_to_move(&game.state);
        bot_sit(&b, BOT_EXPERT, seat, &game.rules, n);
        b.nodes = 800; /* enough for all candidates */
        const ek_move move = bot_move(&b, &game.rules, &game.state, NULL);
        assert_int_equal(ek_why(&game.rules, &game.state, seat, move), EK_REASON_OK);
        asked++;
    }
}

/* Normal players play game n to its end with this weight for starting Step 2. */
static uint64_t play_with_step2_shy(uint64_t n, int step2_shy)
{
    bot_parameters p = bot_defaults;
    p.step2_shy = step2_shy;
    play_to(n, EK_STAGE_NOMINATE);
    bot_play_on(&game.rules, &game.state, &p, UINT16_MAX);
    return ek_hash(&game.state);
}

/* 2.9: a first game has no Step 2, so the weight for starting it does not matter. */
static void test_first_games_have_no_step_2(void **state)
{
    unsigned others = 0;
    (void)state;
    for (uint64_t n = 0; n < 200; n++) {
        const uint64_t low = play_with_step2_shy(n, -30);
        const uint64_t high = play_with_step2_shy(n, 60);
        if (game.rules.config.options & EK_FIRST_GAME)
            assert_int_equal(low, high);
        else
            others += low != high;
    }
    assert_true(others > 0);
}

/* Plays game n to its end. Every decision is made twice: by a mind that goes along with the game
 * and by a new one. */
static void play_with_two_minds(uint64_t n, const bot_parameters *p)
{
    mind old;
    survey known;
    play_to(n, EK_STAGE_NOMINATE);
    bot_mind_begin(&old, &game.rules, &game.state, p, &known);
    while (game.state.stage != EK_STAGE_ENDED) {
        const unsigned seat = ek_to_move(&game.state);
        ek_move plans[2][BOT_PLAN_MAX];
        mind fresh;
        bot_mind_init(&fresh, &game.rules, &game.state, p, seat);
        bot_mind_update(&old, seat);
        const unsigned count = bot_normal_turn(&fresh, plans[0]);
        assert_int_equal(bot_normal_turn(&old, plans[1]), count);
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(plans[0][i], plans[1][i]);
            assert_int_equal(ek_apply(&game.rules, &game.state, plans[0][i], NULL), EK_REASON_OK);
        }
    }
}

/* What is kept from one decision to the next changes no decision, whatever the parameters. */
static void test_memory_changes_no_move(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 240; n++) {
        bot_parameters p = bot_defaults;
        p.contest = n % 3 == 1 ? 5 : 0;
        p.scarcity = n % 3 == 2 ? 2 : 0;
        play_with_two_minds(n, &p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_illegal_move_aborts),
        cmocka_unit_test(test_networks_begin_on_marks),
        cmocka_unit_test(test_first_games_have_no_step_2),
        cmocka_unit_test(test_memory_changes_no_move),
    };
    return cmocka_run_group_tests_name("bots playouts", tests, NULL, NULL);
}
