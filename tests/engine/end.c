/* The end of the game: rules.md 8. */
#include "table.h"

static const char *const boards[] = {"germany", "usa",    "central-europe",
                                     "benelux", "france", "italy"};

/* Cities that end the game, by edition, for 2 to 6 players. */
static const uint8_t end_cities[EK_EDITIONS][EK_COUNTS] = {
    [EK_CLASSIC] = {21, 17, 17, 15, 14}, [EK_RECHARGED] = {18, 17, 17, 15, 14}};

/* Opens a table in Step 2, about to build, with a market that 4.12 does not reach. */
static table *open_site(enum ek_edition edition, const char *board, unsigned players)
{
    table *t = open_table(edition, board, players, 0);
    while (t->state.round == 0) { /* the Trust's houses */
        list(t);
        play(t, ek_to_move(&t->state), t->moves[0]);
    }
    set_market(t, PLANTS(30, 31, 32, 33, 34, 35, 36, 37));
    set_step(t, 2);
    go_to(t, 9, EK_PHASE_BUILDING);
    return t;
}

static void connect_any(table *t)
{
    const unsigned seat = ek_to_move(&t->state);
    set_money(t, seat, 999);
    assert_true(list(t) > 1);
    play(t, seat, t->moves[1]);
}

/* All players still to build end their turns. */
static void all_done(table *t)
{
    while (ek_phase(&t->state) == EK_PHASE_BUILDING)
        play(t, ek_to_move(&t->state), done());
}

/* Three players in their last building phase, seat 2 owning 17 cities, the others as given.
 * A test gives plants, fuel and money, then calls all_done. */
static table *open_last_phase(unsigned cities0, unsigned cities1)
{
    table *t = open_site(EK_CLASSIC, "germany", 3);
    give_cities(t, 2, 17);
    give_cities(t, 0, cities0);
    give_cities(t, 1, cities1);
    return t;
}

static void assert_ranked(const table *t, unsigned at, unsigned seat, unsigned rank,
                          unsigned powered)
{
    const ek_event *ranked = find_event(t, EK_EVENT_RANKED) + at;
    assert_int_equal(ranked->type, EK_EVENT_RANKED);
    assert_int_equal(ranked->seat, seat);
    assert_int_equal(ranked->a, rank);
    assert_int_equal(ranked->b, powered);
    assert_int_equal(ranked->n, t->state.owner[seat].money);
}

/* ------------------------------------------------------------------------------------- the end */

static void reach(enum ek_edition edition, const char *board, unsigned players)
{
    const unsigned number = end_cities[edition][players - 2];
    for (unsigned seat = 0; seat < players; seat++) {
        table *t = open_site(edition, board, players);
        give_cities(t, seat, number - 1);
        while (ek_to_move(&t->state) != seat)
            play(t, ek_to_move(&t->state), done());
        connect_any(t);
        assert_int_equal(t->state.owner[seat].house_count, number);
        assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
        all_done(t);
        assert_int_equal(ek_phase(&t->state), EK_PHASE_ENDED);
    }
}

static void c8_1_the_game_ends_when_anybody_has_the_number(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 6; players++)
        for (unsigned i = 0; i < 6; i++) {
            reach(EK_CLASSIC, boards[i], players);
            reach(EK_RECHARGED, boards[i], players);
        }
}

static void c8_1_one_city_less_does_not_end_it(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++)
        for (unsigned players = 2; players <= 6; players++) {
            table *t = open_site((enum ek_edition)e, "germany", players);
            give_cities(t, players - 1, end_cities[e][players - 2] - 1u);
            all_done(t);
            assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
        }
}

static void c8_1_more_than_the_number_ends_it_too(void **state)
{
    (void)state;
    table *t = open_site(EK_RECHARGED, "germany", 5);
    give_cities(t, 2, 13);
    while (ek_to_move(&t->state) != 2)
        play(t, ek_to_move(&t->state), done());
    for (unsigned i = 0; i < 4; i++)
        connect_any(t);
    assert_int_equal(t->state.owner[2].house_count, 17);
    all_done(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_ENDED);
}

static void c8_1_the_trust_does_not_end_it(void **state)
{
    (void)state;
    table *t = open_site(EK_RECHARGED, "germany", 2);
    give_cities(t, 0, 17);
    all_done(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
}

static void c8_1_nothing_can_be_done_after_the_end(void **state)
{
    (void)state;
    table *t = open_last_phase(0, 0);
    all_done(t);
    assert_int_equal(ek_to_move(&t->state), EK_NOBODY);
    assert_int_equal(list(t), 0);
    assert_int_equal(ek_card_awaited(&t->state), 0);
    for (unsigned type = 0; type <= EK_MOVE_TYPES; type++)
        for (unsigned seat = 0; seat < 3; seat++)
            assert_int_equal(
                ek_why(&t->rules, &t->state, seat, ek_move_of((enum ek_move_type)type, 0, 0)),
                EK_REASON_GAME_OVER);
    assert_int_equal(ek_apply(&t->rules, &t->state, done(), NULL), EK_REASON_GAME_OVER);
    assert_int_equal(ek_draw(&t->rules, &t->state, 40, NULL), EK_REASON_NO_CARD_AWAITED);
}

/* ------------------------------------------------------------------- omitted in the last round */

static void c8_2_no_income_no_refill_no_market_change(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++)
        for (unsigned step = 1; step <= 3; step++) {
            table *t = open_table((enum ek_edition)e, "germany", 3, 0);
            set_market(t, PLANTS(30, 31, 32, 33, 34, 35, 36, 37));
            set_step(t, step);
            go_to(t, 9, EK_PHASE_BUILDING);
            give_cities(t, 2, 17);
            give_plant(t, 2, 18);
            for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
                set_fuel(t, (enum ek_fuel)fuel, 1);
            const ek_state before = t->state;
            all_done(t);
            assert_int_equal(t->events.list[0].type, EK_EVENT_TURN_ENDED);
            assert_int_equal(t->events.list[1].type, EK_EVENT_GAME_ENDED);
            assert_int_equal(t->events.count, 2 + 3);
            assert_memory_equal(before.fuel, t->state.fuel, sizeof before.fuel);
            assert_int_equal(before.market, t->state.market);
            assert_int_equal(before.step, t->state.step);
            assert_int_equal(before.round, t->state.round);
            assert_memory_equal(before.owner, t->state.owner, sizeof before.owner);
        }
}

/* -------------------------------------------------------------------------------------- ranking */

static void c8_2_most_cities_supplied_wins(void **state)
{
    (void)state;
    table *t = open_last_phase(4, 6); /* seat 2 owns most cities and most money, but no plants */
    set_money(t, 2, 500);
    give_plant(t, 0, 33); /* four */
    give_plant(t, 1, 22); /* two */
    all_done(t);
    assert_int_equal(count_events(t, EK_EVENT_RANKED), 3);
    assert_ranked(t, 0, 0, 1, 4);
    assert_ranked(t, 1, 1, 2, 2);
    assert_ranked(t, 2, 2, 3, 0);
}

static void c8_2_only_own_cities_are_supplied(void **state)
{
    (void)state;
    table *t = open_last_phase(3, 5);
    give_plant(t, 0, 50); /* six, of which three can be used */
    give_plant(t, 1, 33); /* four */
    all_done(t);
    assert_ranked(t, 0, 1, 1, 4);
    assert_ranked(t, 1, 0, 2, 3);
}

static void c8_2_plants_without_fuel_supply_nothing(void **state)
{
    (void)state;
    table *t = open_last_phase(8, 8);
    give_plant(t, 0, 36); /* seven, three coal */
    give_fuel(t, 0, EK_COAL, 2);
    give_plant(t, 1, 13); /* one */
    all_done(t);
    assert_ranked(t, 0, 1, 1, 1);
    assert_ranked(t, 2, 0, 3, 0); /* no better than seat 2, which owns more cities */
}

static void c8_2_the_engine_finds_the_best_choice_of_plants(void **state)
{
    (void)state;
    table *t = open_last_phase(9, 9);
    give_plant(t, 0, 5);  /* one, two of coal or oil */
    give_plant(t, 0, 20); /* five, three coal */
    give_plant(t, 0, 25); /* five, two coal */
    give_fuel(t, 0, EK_COAL, 4);
    give_fuel(t, 0, EK_OIL, 1); /* 25 with two coal, and 5 with a coal and an oil: six */
    give_plant(t, 1, 33);
    give_plant(t, 1, 13);
    all_done(t);
    assert_ranked(t, 0, 0, 1, 6);
    assert_ranked(t, 1, 1, 2, 5);
}

static void c8_2_hybrids_leave_coal_for_coal_plants(void **state)
{
    (void)state;
    table *t = open_last_phase(9, 9);
    give_plant(t, 0, 29); /* four, one of either */
    give_plant(t, 0, 25); /* five, two coal */
    give_fuel(t, 0, EK_COAL, 2);
    give_fuel(t, 0, EK_OIL, 1);
    all_done(t);
    assert_ranked(t, 0, 0, 1, 9);
}

static void c8_2_then_most_money(void **state)
{
    (void)state;
    table *t = open_last_phase(10, 4);
    give_plant(t, 0, 33);
    give_plant(t, 1, 37);
    set_money(t, 0, 70);
    set_money(t, 1, 71);
    all_done(t);
    assert_ranked(t, 0, 1, 1, 4); /* though seat 0 owns more cities */
    assert_ranked(t, 1, 0, 2, 4);
}

static void c8_2_then_most_cities_owned(void **state)
{
    (void)state;
    table *t = open_last_phase(5, 6);
    give_plant(t, 0, 33);
    give_plant(t, 1, 37);
    all_done(t);
    assert_ranked(t, 0, 1, 1, 4);
    assert_ranked(t, 1, 0, 2, 4);
}

static void c8_2_then_the_victory_is_shared(void **state)
{
    (void)state;
    table *t = open_last_phase(5, 5);
    give_plant(t, 0, 33);
    give_plant(t, 1, 37);
    all_done(t);
    assert_ranked(t, 0, 0, 1, 4);
    assert_ranked(t, 1, 1, 1, 4);
    assert_ranked(t, 2, 2, 3, 0); /* the next rank is the third */
}

static void c8_2_ties_are_broken_alike_in_recharged(void **state)
{
    (void)state;
    table *t = open_site(EK_RECHARGED, "germany", 3);
    give_cities(t, 2, 17);
    give_cities(t, 1, 5);
    give_cities(t, 0, 5);
    give_plant(t, 0, 13);
    give_plant(t, 1, 3); /* no oil */
    give_plant(t, 1, 50);
    set_money(t, 1, 40);
    set_money(t, 0, 30);
    set_money(t, 2, 40);
    give_plant(t, 2, 18);
    give_plant(t, 2, 27); /* five as well */
    all_done(t);
    assert_ranked(t, 0, 2, 1, 5); /* 17 cities owned */
    assert_ranked(t, 1, 1, 2, 5);
    assert_ranked(t, 2, 0, 3, 1);
}

static void c8_2_the_trust_is_not_ranked(void **state)
{
    (void)state;
    table *t = open_site(EK_RECHARGED, "germany", 2);
    give_cities(t, 0, 18);
    all_done(t);
    assert_int_equal(count_events(t, EK_EVENT_RANKED), 2);
}

/* Three regions of one city each: no player can ever own 17. */
static const ek_board *three_cities(void)
{
    static ek_board board;
    board = *bd_find("germany", EK_CLASSIC)->ek;
    board.cities = board.regions = 3;
    board.links = 2;
    for (uint8_t i = 0; i < 3; i++)
        board.region_of[i] = i;
    board.link[0] = (ek_link){0, 1, 5};
    board.link[1] = (ek_link){1, 2, 5};
    return &board;
}

static void c8_1_a_board_that_is_built_up_ends_the_game(void **state)
{
    (void)state;
    const ek_config config = {.edition = EK_CLASSIC, .players = 3, .zone = 7};
    ek_rules rules;
    ek_state s;
    uint64_t random = 1;
    assert_int_equal(ek_rules_init(&rules, three_cities(), &config), EK_REASON_OK);
    ek_start(&rules, &(ek_setup){.seed = 1}, &s, NULL);
    while (ek_phase(&s) != EK_PHASE_ENDED) {
        static ek_move moves[EK_MOVES_MAX];
        const unsigned count = ek_moves(&rules, &s, moves);
        ek_play(&rules, &s, moves[ek_random_below(&random, count)], NULL);
        assert_int_equal(ek_check(&rules, &s), EK_LAW_NONE);
        assert_true(s.round < 1000);
    }
    for (unsigned seat = 0; seat < 3; seat++)
        assert_int_equal(s.owner[seat].house_count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c8_1_a_board_that_is_built_up_ends_the_game),
        cmocka_unit_test(c8_1_the_game_ends_when_anybody_has_the_number),
        cmocka_unit_test(c8_1_one_city_less_does_not_end_it),
        cmocka_unit_test(c8_1_more_than_the_number_ends_it_too),
        cmocka_unit_test(c8_1_the_trust_does_not_end_it),
        cmocka_unit_test(c8_1_nothing_can_be_done_after_the_end),
        cmocka_unit_test(c8_2_no_income_no_refill_no_market_change),
        cmocka_unit_test(c8_2_most_cities_supplied_wins),
        cmocka_unit_test(c8_2_only_own_cities_are_supplied),
        cmocka_unit_test(c8_2_plants_without_fuel_supply_nothing),
        cmocka_unit_test(c8_2_the_engine_finds_the_best_choice_of_plants),
        cmocka_unit_test(c8_2_hybrids_leave_coal_for_coal_plants),
        cmocka_unit_test(c8_2_then_most_money),
        cmocka_unit_test(c8_2_then_most_cities_owned),
        cmocka_unit_test(c8_2_then_the_victory_is_shared),
        cmocka_unit_test(c8_2_ties_are_broken_alike_in_recharged),
        cmocka_unit_test(c8_2_the_trust_is_not_ranked),
    };
    return cmocka_run_group_tests_name("end", tests, NULL, NULL);
}
