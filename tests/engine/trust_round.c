/* The Trust in the rest of the round (rules.md 11.4 to 11.6): fuel, building, bureaucracy. */
#include "table.h"

static const ek_owner *trust_of(const table *t)
{
    return &t->state.owner[EK_TRUST];
}

static table *against_trust_on(const char *board, unsigned options, enum ek_phase phase)
{
    table *t = open_table(EK_RECHARGED, board, 2, options);
    found_trust(t);
    while (ek_phase(&t->state) == EK_PHASE_MARKS) {
        list(t);
        play(t, ek_to_move(&t->state), t->moves[t->count - 1]);
    }
    set_market(t, PLANTS(16, 18, 19, 20, 21, 24, 25, 26));
    go_to(t, 5, phase);
    return t;
}

/* Trust houses in Flensburg, Kiel, Hamburg, Cuxhaven, Bremen and Wilhelmshaven. */
static table *against_trust(enum ek_phase phase)
{
    return against_trust_on("germany", 0, phase);
}

static void give_trust(table *t, const uint8_t *plants)
{
    for (; *plants; plants++)
        give_plant(t, EK_TRUST, *plants);
}

static void assert_trust_fuel(const table *t, unsigned coal, unsigned oil, unsigned garbage,
                              unsigned uranium)
{
    assert_int_equal(trust_of(t)->fuel[EK_COAL], coal);
    assert_int_equal(trust_of(t)->fuel[EK_OIL], oil);
    assert_int_equal(trust_of(t)->fuel[EK_GARBAGE], garbage);
    assert_int_equal(trust_of(t)->fuel[EK_URANIUM], uranium);
}

/* The Trust with these plants takes from a market with so much coal and oil. */
static table *trust_takes(const uint8_t *plants, unsigned coal, unsigned oil)
{
    table *t = against_trust(EK_PHASE_RESOURCES);
    give_trust(t, plants);
    set_fuel(t, EK_COAL, coal);
    set_fuel(t, EK_OIL, oil);
    play(t, 1, done());
    return t;
}

/* ------------------------------------------------------------------------ 11.4: resources */

static void c11_4_takes_between_the_two_players(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_RESOURCES);
    give_trust(t, PLANTS(20));
    give_plant(t, 1, 10);
    give_plant(t, 0, 15);
    assert_int_equal(ek_to_move(&t->state), 1);
    play(t, 1, buy(EK_COAL, 3)); /* at 1 each */
    assert_trust_fuel(t, 0, 0, 0, 0);
    play(t, 1, done());
    assert_int_equal(find_event(t, EK_EVENT_TRUST_FUEL)->n, 3); /* those at 2 */
    assert_trust_fuel(t, 3, 0, 0, 0);
    assert_int_equal(t->state.fuel[EK_COAL], 24 - 6);
    assert_int_equal(ek_to_move(&t->state), 0);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 1), 3);
    play(t, 0, done());
    assert_null(find_event(t, EK_EVENT_TRUST_FUEL)); /* once a round */
    assert_trust_fuel(t, 3, 0, 0, 0);
}

static void c11_4_takes_one_run_of_each_plant(void **state)
{
    (void)state;
    table *t = trust_takes(PLANTS(7, 14, 17), 24, 18);
    assert_trust_fuel(t, 0, 3, 2, 1); /* one need each, not their storage */
}

static void c11_4_ecological_plants_need_nothing(void **state)
{
    (void)state;
    table *t = trust_takes(PLANTS(13, 33, 50), 24, 18);
    assert_trust_fuel(t, 0, 0, 0, 0);
    assert_null(find_event(t, EK_EVENT_TRUST_FUEL));
}

static void c11_4_takes_what_is_there(void **state)
{
    (void)state;
    table *t = trust_takes(PLANTS(7, 10), 1, 2);
    assert_trust_fuel(t, 1, 2, 0, 0);
    assert_int_equal(t->state.fuel[EK_COAL], 0);
    assert_int_equal(t->state.fuel[EK_OIL], 0);
}

static void c11_4_hybrids_take_coal_then_oil_in_turn(void **state)
{
    (void)state;
    assert_trust_fuel(trust_takes(PLANTS(46), 24, 18), 2, 1, 0, 0);
    assert_trust_fuel(trust_takes(PLANTS(5), 24, 18), 1, 1, 0, 0);
}

/* 29 needs one token, 46 three: each begins with coal, so 1 + 2 coal and 1 oil. */
static void c11_4_each_hybrid_begins_with_coal(void **state)
{
    (void)state;
    assert_trust_fuel(trust_takes(PLANTS(29, 46), 24, 18), 3, 1, 0, 0);
}

static void c11_4_hybrids_go_on_with_the_fuel_that_is_there(void **state)
{
    (void)state;
    assert_trust_fuel(trust_takes(PLANTS(46), 1, 18), 1, 2, 0, 0);
    assert_trust_fuel(trust_takes(PLANTS(46), 24, 0), 3, 0, 0, 0);
    assert_trust_fuel(trust_takes(PLANTS(46), 0, 18), 0, 3, 0, 0);
    assert_trust_fuel(trust_takes(PLANTS(46), 1, 1), 1, 1, 0, 0);
}

/* 5 is a hybrid and smaller than 10, yet the last two coal go to the coal plant. */
static void c11_4_plants_with_one_fuel_come_first(void **state)
{
    (void)state;
    table *t = trust_takes(PLANTS(5, 10), 2, 18);
    assert_trust_fuel(t, 2, 2, 0, 0);
}

static void c11_4_not_from_the_coal_storage(void **state)
{
    (void)state;
    table *t = against_trust_on("usa", 0, EK_PHASE_RESOURCES);
    give_trust(t, PLANTS(10, 46));
    set_fuel(t, EK_COAL, 1);
    play(t, 1, done());
    assert_trust_fuel(t, 1, 3, 0, 0);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 23);
}

/* ------------------------------------------------------------------------- 11.5: building */

static void c11_5_six_cities_are_closed_in_step_1(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    assert_int_equal(why(t, connect_(t, "kiel")), EK_REASON_CITY_FULL);
    assert_int_equal(why(t, connect_(t, "bremen")), EK_REASON_CITY_FULL);
    assert_int_equal(why(t, connect_(t, "hannover")), EK_REASON_OK);
}

static void c11_5_six_cities_open_at_15_in_step_2(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    set_step(t, 2);
    play(t, 1, connect_(t, "kiel"));
    assert_int_equal(t->state.owner[1].money, 50 - 15);
    assert_null(find_event(t, EK_EVENT_TRUST_HOUSE)); /* the city was not without a house */
    play(t, 1, done());
    assert_int_equal(why(t, connect_(t, "kiel")), EK_REASON_CITY_FULL);
}

static void c11_5_follows_at_once_into_an_empty_city(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    play(t, 1, connect_(t, "essen"));
    const ek_event *placed = find_event(t, EK_EVENT_TRUST_HOUSE);
    assert_int_equal(placed->seat, EK_NOBODY);
    assert_int_equal(placed->a, city(t, "essen"));
    assert_int_equal(placed->b, 1);
    assert_true(event_index(t, EK_EVENT_CONNECTED) < event_index(t, EK_EVENT_TRUST_HOUSE));
    assert_true(ek_has(t->state.places[1], city(t, "essen")));
    assert_int_equal(trust_of(t)->house_count, 7);
    play(t, 1, connect_(t, "duisburg"));
    assert_int_equal(trust_of(t)->house_count, 8);
}

/* With its house on the 15-place the second player waits for Step 3. */
static void c11_5_second_player_waits_for_the_20_place(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    play(t, 1, connect_(t, "essen"));
    play(t, 1, done());
    set_step(t, 2);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
    set_step(t, 3);
    play(t, 0, connect_(t, "essen"));
    assert_int_equal(t->state.owner[0].money, 50 - 20);
    assert_int_equal(trust_of(t)->house_count, 7);
}

static void c11_5_follows_in_every_step(void **state)
{
    (void)state;
    for (unsigned step = 2; step <= 3; step++) {
        table *t = against_trust(EK_PHASE_BUILDING);
        set_step(t, step);
        play(t, 1, connect_(t, "essen"));
        assert_true(ek_has(t->state.places[1], city(t, "essen")));
        assert_false(ek_has(t->state.places[2], city(t, "essen")));
    }
}

static void c11_5_only_while_it_has_stock(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    set_money(t, 1, 500);
    give_city(t, 1, "hannover");
    for (unsigned c = 7; trust_of(t)->house_count < 15; c++)
        ek_add_house(&t->state, EK_TRUST, c, 1);
    assert_lawful(t);
    play(t, 1, connect_(t, "essen"));
    assert_int_equal(trust_of(t)->house_count, 16);
    play(t, 1, connect_(t, "duisburg"));
    assert_null(find_event(t, EK_EVENT_TRUST_HOUSE));
    assert_int_equal(trust_of(t)->house_count, 16);
    play(t, 1, done());
    set_step(t, 2);
    play(t, 0, connect_(t, "duisburg")); /* so its 15-place is for the second player */
    assert_int_equal(t->state.owner[0].money, 50 - 15);
}

/* Its cities are no obstacle: paths run through them. */
static void c11_5_c6_2_paths_run_through_its_cities(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    play(t, 1, connect_(t, "luebeck"));
    play(t, 1, connect_(t, "hannover")); /* 6 to Hamburg, 17 on; or 6 + 19 by Schwerin */
    assert_int_equal(find_event(t, EK_EVENT_CONNECTED)->n, 10 + 23);
}

/* The marked cities: Kassel and Düsseldorf, the last two the list offered. */
static void c11_5_c6_9_marked_cities_have_their_house_already(void **state)
{
    (void)state;
    table *t = against_trust_on("germany", EK_STARTING_CITIES, EK_PHASE_BUILDING);
    assert_int_equal(trust_of(t)->house_count, 8);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_MUST_START_ON_MARK);
    play(t, 1, connect_(t, "kassel"));
    assert_int_equal(t->state.owner[1].money, 40); /* the 10-place */
    assert_int_equal(find_event(t, EK_EVENT_MARK_REMOVED)->a, city(t, "kassel"));
    assert_null(find_event(t, EK_EVENT_TRUST_HOUSE));
    assert_int_equal(trust_of(t)->house_count, 8);
    assert_int_equal(why(t, connect_(t, "duesseldorf")), EK_REASON_CITY_MARKED);
}

/* In Step 2 a network takes the last mark's 10-place; with the 15 the Trust's, it is full. */
static void c11_5_c6_9_late_starter_when_every_mark_is_full(void **state)
{
    (void)state;
    table *t = against_trust_on("germany", EK_STARTING_CITIES, EK_PHASE_BUILDING);
    set_step(t, 2);
    set_money(t, 1, 200);
    play(t, 1, connect_(t, "kassel"));
    play(t, 1, connect_(t, "duesseldorf"));
    assert_true(ek_has(t->state.marks, city(t, "duesseldorf"))); /* the token stays */
    play(t, 1, done());
    assert_int_equal(why(t, connect_(t, "duesseldorf")), EK_REASON_CITY_FULL);
    assert_int_equal(why(t, connect_(t, "berlin")), EK_REASON_OK);
}

/* --------------------------------------------------------------------- 11.6: bureaucracy */

static void c11_6_fuel_returns_before_the_refill(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_RESOURCES);
    give_trust(t, PLANTS(20));
    play(t, 1, done()); /* the market holds all coal: only the Trust's coal can be refilled */
    play(t, 0, done());
    sit_out(t);
    assert_trust_fuel(t, 3, 0, 0, 0);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 0);
    sit_out(t);
    assert_true(event_index(t, EK_EVENT_TRUST_FUEL_RETURNED) < event_index(t, EK_EVENT_REFILLED));
    assert_int_equal(find_event(t, EK_EVENT_TRUST_FUEL_RETURNED)->n, 3);
    assert_int_equal(refilled(t, EK_COAL), 3);
    assert_trust_fuel(t, 0, 0, 0, 0);
    assert_int_equal(t->state.fuel[EK_COAL], 24);
}

/* 7.3: against the Trust the row for three is used. */
static void c11_6_c7_3_refill_of_three_players(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUREAUCRACY);
    set_fuel(t, EK_COAL, 10);
    set_step(t, 2);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 5); /* 4 for two */
    assert_int_equal(refilled(t, EK_OIL), 3);  /* 2 for two */
}

static void c11_6_c10_1_trust_taking_39_does_not_stop_uranium(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    set_market(t, PLANTS(35, 36, 38, 39, 40, 42, 44, 46));
    go_to(t, 5, EK_PHASE_AUCTION);
    play(t, 0, pass_());
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 39);
    assert_null(find_event(t, EK_EVENT_URANIUM_STOPPED));
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(refilled(t, EK_URANIUM), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c11_4_takes_between_the_two_players),
        cmocka_unit_test(c11_4_takes_one_run_of_each_plant),
        cmocka_unit_test(c11_4_ecological_plants_need_nothing),
        cmocka_unit_test(c11_4_takes_what_is_there),
        cmocka_unit_test(c11_4_hybrids_take_coal_then_oil_in_turn),
        cmocka_unit_test(c11_4_each_hybrid_begins_with_coal),
        cmocka_unit_test(c11_4_hybrids_go_on_with_the_fuel_that_is_there),
        cmocka_unit_test(c11_4_plants_with_one_fuel_come_first),
        cmocka_unit_test(c11_4_not_from_the_coal_storage),
        cmocka_unit_test(c11_5_six_cities_are_closed_in_step_1),
        cmocka_unit_test(c11_5_six_cities_open_at_15_in_step_2),
        cmocka_unit_test(c11_5_follows_at_once_into_an_empty_city),
        cmocka_unit_test(c11_5_second_player_waits_for_the_20_place),
        cmocka_unit_test(c11_5_follows_in_every_step),
        cmocka_unit_test(c11_5_only_while_it_has_stock),
        cmocka_unit_test(c11_5_c6_2_paths_run_through_its_cities),
        cmocka_unit_test(c11_5_c6_9_marked_cities_have_their_house_already),
        cmocka_unit_test(c11_5_c6_9_late_starter_when_every_mark_is_full),
        cmocka_unit_test(c11_6_fuel_returns_before_the_refill),
        cmocka_unit_test(c11_6_c7_3_refill_of_three_players),
        cmocka_unit_test(c11_6_c10_1_trust_taking_39_does_not_stop_uranium),
    };
    return cmocka_run_group_tests_name("trust round", tests, NULL, NULL);
}
