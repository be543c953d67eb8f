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
static void play_with_two_minds(uint64_t n, const bot_parameters *const style_of[EK_SEATS])
{
    mind old;
    survey known;
    play_to(n, EK_STAGE_NOMINATE);
    bot_mind_begin(&old, &game.rules, &game.state, style_of[0], &known);
    old.style_of = style_of;
    while (game.state.stage != EK_STAGE_ENDED) {
        const unsigned seat = ek_to_move(&game.state);
        ek_move plans[2][BOT_PLAN_MAX];
        mind fresh;
        bot_mind_init(&fresh, &game.rules, &game.state, style_of[seat], seat);
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
        play_with_two_minds(n, (const bot_parameters *[EK_SEATS]){&p, &p, &p, &p, &p, &p});
    }
}

/* The same if every seat has a style of its own. */
static void test_memory_serves_all_styles(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 120; n++) {
        const bot_parameters *style_of[EK_SEATS];
        for (unsigned seat = 0; seat < EK_SEATS; seat++)
            style_of[seat] = &bot_style_parameters[(n + seat * (n / BOT_STYLES)) % BOT_STYLES];
        play_with_two_minds(n, style_of);
    }
}

/* What the cities around a first one cost, all sites compared. */
static int cost_around(const mind *m, unsigned first)
{
    ek_cities owned = ek_bit(first);
    const unsigned place = ek_cheapest_place(m->state, first);
    int cost = ek_tables.place_cost[place] * m->p->cluster;
    for (unsigned i = 0; i < EK_OWNERS; i++)
        cost +=
            (int)ek_size(m->state->owner[i].cities & m->rules->neighbours[first]) * m->p->crowding;
    for (int weight = m->p->cluster; weight > 0; weight--) {
        ek_costs reach;
        unsigned best = EK_CITIES;
        ek_reach(m->rules, owned, reach);
        for (unsigned city = 0; city < EK_CITIES; city++)
            if (ek_has(ek_sites(m->rules, m->state, owned), city) &&
                (best == EK_CITIES || reach[city] < reach[best]))
                best = city;
        if (best == EK_CITIES)
            break;
        cost += reach[best] * weight;
        owned |= ek_bit(best);
    }
    return cost;
}

/* The first city is the one with the cheapest cities around it, also in the middle of a game, when
 * places are taken. */
static void test_first_city_is_the_cheapest(void **state)
{
    unsigned asked = 0;
    (void)state;
    for (uint64_t n = 0; n < 120; n++) {
        mind m;
        unsigned best = EK_CITIES;
        play_to(n, EK_STAGE_BUILD);
        bot_play_on(&game.rules, &game.state, &bot_defaults, (unsigned)(n % 6));
        const ek_cities sites = ek_open_cities(&game.rules, &game.state);
        bot_mind_init(&m, &game.rules, &game.state, &bot_defaults, 0);
        for (unsigned city = 0; city < EK_CITIES; city++)
            if (ek_has(sites, city) &&
                (best == EK_CITIES || cost_around(&m, city) < cost_around(&m, best)))
                best = city;
        if (best == EK_CITIES)
            continue;
        assert_int_equal(bot_best_first_city(&m, sites), best);
        asked++;
    }
    assert_true(asked > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_illegal_move_aborts),
        cmocka_unit_test(test_networks_begin_on_marks),
        cmocka_unit_test(test_first_games_have_no_step_2),
        cmocka_unit_test(test_memory_changes_no_move),
        cmocka_unit_test(test_memory_serves_all_styles),
        cmocka_unit_test(test_first_city_is_the_cheapest),
    };
    return cmocka_run_group_tests_name("bots playouts", tests, NULL, NULL);
}
