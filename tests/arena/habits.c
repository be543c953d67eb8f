/* Habits, counted from positions and events made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "habits.h"

static ar_watch watch;
static ar_position now;

/* Four players on the first board, in a round, with nothing yet. */
static int begin(void **state)
{
    const ek_config config = {.edition = EK_CLASSIC, .players = 4};
    (void)state;
    watch = (ar_watch){.nominator = 0};
    now = (ar_position){.state.round = 5};
    return ek_rules_init(&now.rules, &ek_boards[0], &config) == EK_REASON_OK ? 0 : -1;
}

static void happens(enum ek_event_type type, unsigned seat, unsigned a, int n)
{
    now.events.list[now.events.count++] =
        (ek_event){.type = (uint8_t)type, .seat = (uint8_t)seat, .a = (uint8_t)a, .n = n};
}

static void look(void)
{
    ar_watch_see(&watch, &now);
    now.events.count = 0;
}

static void assert_count(unsigned seat, enum ar_habit habit, int expected)
{
    assert_int_equal(watch.count[seat][habit], expected);
}

/* Plant 4 burns two coal: one is on the market, and the owner has none, or one. */
static void test_fuel_that_is_gone(void **state)
{
    (void)state;
    for (unsigned held = 0; held < 2; held++) {
        now.state.owner[2].fuel[EK_COAL] = (uint8_t)held;
        now.state.fuel[EK_COAL] = 1;
        happens(EK_EVENT_NOMINATED, 2, 4, 4);
        happens(EK_EVENT_PLANT_BOUGHT, 2, 4, 4);
        look();
        assert_count(2, AR_HABIT_FUEL_GONE, held > 0);
        now.state.stage = EK_STAGE_BUY;
        now.state.order[0] = 2;
        look();
        look();
        assert_count(2, AR_HABIT_FUEL_GONE, 1);
        now.state.stage = 0;
    }
    assert_count(2, AR_HABIT_FUELLED, 2);
}

/* Plants 4 and 5 have fuel for one run of either; 5 is a hybrid. */
static void test_plants_that_do_not_run(void **state)
{
    ek_owner *owner = &now.state.owner[1];
    (void)state;
    owner->plants = ek_bit(4) | ek_bit(5) | ek_bit(13);
    owner->house_count = 3;
    owner->fuel[EK_COAL] = owner->fuel[EK_OIL] = 1;
    happens(EK_EVENT_POWERED, 1, 3, 0);
    look();
    assert_count(1, AR_HABIT_UNRUN, 1);
    assert_count(1, AR_HABIT_UNRUN_DARK, 0);
    happens(EK_EVENT_PLANT_RUN, 1, 5, 2);
    happens(EK_EVENT_POWERED, 1, 2, 0);
    look();
    assert_count(1, AR_HABIT_UNRUN, 1);
    owner->fuel[EK_COAL] = 2;
    happens(EK_EVENT_POWERED, 1, 2, 0);
    look();
    assert_count(1, AR_HABIT_UNRUN, 2);
    assert_count(1, AR_HABIT_UNRUN_DARK, 1);
}

static void test_dear_cities_before_step_2(void **state)
{
    (void)state;
    happens(EK_EVENT_CONNECTED, 0, 1, 50);
    happens(EK_EVENT_ROUND_BEGINS, EK_NOBODY, 0, 6);
    happens(EK_EVENT_CONNECTED, 0, 2, 45);
    happens(EK_EVENT_CONNECTED, 0, 3, 44);
    look();
    assert_count(0, AR_HABIT_CITY_DEAR, 0);
    happens(EK_EVENT_STEP_BEGINS, EK_NOBODY, 2, 0);
    look();
    assert_count(0, AR_HABIT_CITY_DEAR, 1);
}

/* Plant 32 for 50 while 25 lies unsold; then the same in a round in which 25 is sold, too. */
static void test_dear_plants_around_step_3(void **state)
{
    ar_game game = {.step3_round = 6, .rounds = 6};
    ar_habits habits = {.sum = {{{0}}}};
    (void)state;
    now.state.step = 3;
    now.state.market = ek_bit(25) | ek_bit(32) | ek_bit(38);
    look();
    happens(EK_EVENT_PLANT_BOUGHT, 0, 32, 50);
    happens(EK_EVENT_PHASE_BEGINS, EK_NOBODY, EK_PHASE_RESOURCES, 0);
    look();
    happens(EK_EVENT_ROUND_BEGINS, EK_NOBODY, 0, 6);
    now.state.round = 6;
    happens(EK_EVENT_PLANT_BOUGHT, 0, 32, 50);
    happens(EK_EVENT_PLANT_BOUGHT, 1, 25, 25);
    happens(EK_EVENT_PHASE_BEGINS, EK_NOBODY, EK_PHASE_RESOURCES, 0);
    look();
    for (unsigned seat = 0; seat < 4; seat++)
        game.seat[seat].rank = (uint8_t)(seat + 1);
    ar_habits_add(&habits, &watch, &game, 4);
    assert_int_equal(habits.sum[0][1][AR_HABIT_STEP3], 2);
    assert_int_equal(habits.sum[0][1][AR_HABIT_STEP3_DEAR], 1);
    assert_int_equal(habits.sum[0][0][AR_HABIT_STEP3], 1);
    assert_int_equal(habits.sum[0][0][AR_HABIT_STEP3_DEAR], 0);
}

/* What limits a seat at the end: plant 4 powers one city of three. */
static void test_limits_of_losers(void **state)
{
    ar_game game = {.rounds = 6};
    ar_habits habits = {.sum = {{{0}}}};
    (void)state;
    for (unsigned seat = 0; seat < 4; seat++) {
        now.state.owner[seat].plants = ek_bit(4);
        game.seat[seat] = (ar_seat){.rank = 2, .entrant = (uint8_t)seat, .cities = 3, .money = 80};
    }
    look();
    game.seat[0].powered = 3;
    game.seat[1].powered = 1;
    ar_habits_add(&habits, &watch, &game, 4);
    for (unsigned seat = 0; seat < 3; seat++) {
        const int64_t *sum = habits.sum[seat][0];
        assert_int_equal(sum[AR_HABIT_BY_CITIES], seat == 0);
        assert_int_equal(sum[AR_HABIT_BY_CAPACITY], seat == 1);
        assert_int_equal(sum[AR_HABIT_BY_FUEL], seat == 2);
        assert_int_equal(sum[AR_HABIT_DARK_RICH], seat > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_fuel_that_is_gone, begin),
        cmocka_unit_test_setup(test_plants_that_do_not_run, begin),
        cmocka_unit_test_setup(test_dear_cities_before_step_2, begin),
        cmocka_unit_test_setup(test_dear_plants_around_step_3, begin),
        cmocka_unit_test_setup(test_limits_of_losers, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
