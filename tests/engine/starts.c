/* Building with starting cities: rules.md 6.9. */
#include "table.h"

#define WEST "west south-west north-west"

static void mark(table *t, const char *name)
{
    play(t, ek_to_move(&t->state), ek_move_of(EK_MOVE_MARK, city(t, name), 0));
}

/* Three players have marked Essen, Kiel and Aachen and are about to build; seat 2 is first. */
static table *open_site(void)
{
    table *t = open_table_in(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES, WEST);
    mark(t, "essen");
    mark(t, "kiel");
    mark(t, "aachen");
    go_to(t, 2, EK_PHASE_BUILDING);
    for (unsigned seat = 0; seat < 3; seat++)
        set_money(t, seat, 999);
    return t;
}

static bool is_marked(const table *t, const char *name)
{
    return ek_has(t->state.marks, city(t, name));
}

static int pay_for(table *t, const char *name)
{
    play(t, ek_to_move(&t->state), connect_(t, name));
    return find_event(t, EK_EVENT_CONNECTED)->n;
}

/* ---------------------------------------------------------------------------------- first city */

static void c6_9_the_first_city_is_any_marked_city(void **state)
{
    (void)state;
    static const char *const marks[] = {"essen", "kiel", "aachen"};
    for (unsigned i = 0; i < 3; i++) {
        table *t = open_site();
        assert_int_equal(list(t), 1 + 3);
        assert_int_equal(pay_for(t, marks[i]), 10);
    }
}

static void c6_9_the_first_city_must_be_a_marked_one(void **state)
{
    (void)state;
    for (unsigned step = 1; step <= 3; step++) {
        table *t = open_site();
        set_step(t, step);
        assert_int_equal(why(t, connect_(t, "duisburg")), EK_REASON_MUST_START_ON_MARK);
        for (ek_cities rest = t->rules.zone_cities & ~t->state.marks; rest;)
            assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, ek_take_smallest(&rest), 0)),
                             EK_REASON_MUST_START_ON_MARK);
    }
}

static void c6_9_without_the_option_networks_begin_anywhere(void **state)
{
    (void)state;
    table *t = open_table_in(EK_RECHARGED, "germany", 3, 0, WEST);
    go_to(t, 2, EK_PHASE_BUILDING);
    assert_int_equal(list(t), 1 + 21);
}

static void c6_9_the_token_returns_to_the_supply(void **state)
{
    (void)state;
    table *t = open_site();
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 12 - 2 - 3); /* market, marks */
    play(t, 2, connect_(t, "kiel"));
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 12 - 2 - 2);
    assert_int_equal(find_event(t, EK_EVENT_MARK_REMOVED)->a, city(t, "kiel"));
    assert_int_equal(find_event(t, EK_EVENT_MARK_REMOVED)->b, 1);
    assert_false(is_marked(t, "kiel"));
    assert_true(is_marked(t, "essen"));
    assert_true(is_marked(t, "aachen"));
}

static void c6_9_a_mark_without_a_token_returns_none(void **state)
{
    (void)state;
    /* France has eight of twelve on the market: the fifth and sixth mark have no token. */
    table *t = open_table(EK_RECHARGED, "france", 6, EK_STARTING_CITIES);
    for (unsigned i = 0; i < 6; i++) {
        list(t);
        play(t, i, t->moves[0]);
    }
    go_to(t, 2, EK_PHASE_BUILDING);
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 0);
    const unsigned bare = ek_smallest(t->state.bare_marks);
    play(t, 5, ek_move_of(EK_MOVE_CONNECT, bare, 0));
    assert_int_equal(find_event(t, EK_EVENT_MARK_REMOVED)->b, 0);
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 0);
    assert_false(ek_has(t->state.marks, bare));
    play(t, 5, done());
    play(t, 4, ek_move_of(EK_MOVE_CONNECT, ek_smallest(t->state.marks), 0));
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 1);
}

static void c6_9_a_city_that_lost_its_token_is_no_start(void **state)
{
    (void)state;
    table *t = open_site();
    play(t, 2, connect_(t, "essen"));
    play(t, 2, done());
    assert_int_equal(list(t), 1 + 2);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
    set_step(t, 2); /* its 15-place is open now, but the token is gone */
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_MUST_START_ON_MARK);
    assert_int_equal(pay_for(t, "kiel"), 10);
}

/* ----------------------------------------------------------------------------- later cities */

static void c6_9_in_step_1_marked_cities_are_for_starting_only(void **state)
{
    (void)state;
    table *t = open_site();
    play(t, 2, connect_(t, "essen"));
    assert_int_equal(why(t, connect_(t, "aachen")), EK_REASON_CITY_MARKED);
    assert_int_equal(why(t, connect_(t, "kiel")), EK_REASON_CITY_MARKED);
    assert_int_equal(list(t), 1 + 18); /* all but Essen and the two marks */
    assert_int_equal(pay_for(t, "duisburg"), 10);
}

static void c6_9_a_path_may_go_through_a_marked_city(void **state)
{
    (void)state;
    table *t = open_table_in(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES, WEST);
    mark(t, "essen");
    mark(t, "duesseldorf");
    mark(t, "aachen");
    go_to(t, 2, EK_PHASE_BUILDING);
    play(t, 2, connect_(t, "essen"));
    assert_int_equal(pay_for(t, "koeln"), 10 + 2 + 4);
}

static void c6_9_from_step_2_on_networks_take_them_and_leave_the_token(void **state)
{
    (void)state;
    for (unsigned step = 2; step <= 3; step++) {
        table *t = open_site();
        play(t, 2, connect_(t, "essen"));
        set_step(t, step);
        const unsigned supply = ek_supply(&t->state, EK_URANIUM);
        assert_int_equal(pay_for(t, "aachen"), 10 + 2 + 9);
        assert_null(find_event(t, EK_EVENT_MARK_REMOVED));
        assert_true(is_marked(t, "aachen"));
        assert_int_equal(ek_supply(&t->state, EK_URANIUM), supply);
        play(t, 2, done());
        assert_int_equal(list(t), 1 + 2); /* a late starter: Kiel, or Aachen's next place */
        assert_int_equal(pay_for(t, "aachen"), 15);
        assert_int_equal(find_event(t, EK_EVENT_MARK_REMOVED)->a, city(t, "aachen"));
        assert_int_equal(ek_supply(&t->state, EK_URANIUM), supply + 1);
    }
}

/* -------------------------------------------------------------------------------- late starters */

/* Seats 0 and 1 own a house in each of these cities; seat 2 has none. */
static void fill(table *t, const char *name)
{
    give_city(t, 0, name);
    give_city(t, 1, name);
}

static void c6_9_a_late_starter_begins_on_the_last_open_mark(void **state)
{
    (void)state;
    table *t = open_site();
    set_step(t, 2);
    fill(t, "essen");
    fill(t, "kiel");
    assert_int_equal(list(t), 1 + 1);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
    assert_int_equal(why(t, connect_(t, "koeln")), EK_REASON_MUST_START_ON_MARK);
    assert_int_equal(pay_for(t, "aachen"), 10);
}

static void c6_9_with_every_mark_full_a_late_starter_begins_anywhere(void **state)
{
    (void)state;
    table *t = open_site();
    set_step(t, 2);
    fill(t, "essen");
    fill(t, "kiel");
    fill(t, "aachen");
    assert_int_equal(list(t), 1 + 18);
    assert_int_equal(pay_for(t, "koeln"), 10);
    assert_null(find_event(t, EK_EVENT_MARK_REMOVED));
    assert_int_equal(ek_size(t->state.marks), 3);
}

static void c6_9_step_3_opens_the_marks_again(void **state)
{
    (void)state;
    table *t = open_site();
    set_step(t, 3);
    fill(t, "essen");
    fill(t, "kiel");
    fill(t, "aachen");
    assert_int_equal(list(t), 1 + 3);
    assert_int_equal(pay_for(t, "kiel"), 20);
    assert_false(is_marked(t, "kiel"));
}

/* ------------------------------------------------------------------------------------ the Trust */

/* Two players against the Trust, which stands in six cities; Hamburg and Bremen are marked. */
static table *open_trust_site(void)
{
    table *t = open_table_in(EK_RECHARGED, "germany", 2, EK_STARTING_CITIES, WEST);
    static const char *const houses[] = {"essen",    "duisburg", "duesseldorf",
                                         "dortmund", "muenster", "koeln"};
    for (unsigned i = 0; i < 6; i++)
        play(t, ek_to_move(&t->state), ek_move_of(EK_MOVE_TRUST, city(t, houses[i]), 0));
    mark(t, "hamburg");
    mark(t, "bremen");
    go_to(t, 2, EK_PHASE_BUILDING);
    set_money(t, 0, 999);
    set_money(t, 1, 999);
    return t;
}

static void c6_9_against_the_trust_marks_start_on_the_10_place(void **state)
{
    (void)state;
    table *t = open_trust_site();
    assert_true(ek_has(t->state.places[1], city(t, "hamburg"))); /* the Trust's house */
    assert_int_equal(list(t), 1 + 2);
    assert_int_equal(why(t, connect_(t, "kiel")), EK_REASON_MUST_START_ON_MARK);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
    assert_int_equal(pay_for(t, "hamburg"), 10);
    assert_null(find_event(t, EK_EVENT_TRUST_HOUSE)); /* not a city without any house */
    assert_int_equal(why(t, connect_(t, "bremen")), EK_REASON_CITY_MARKED);
}

static void c6_3_places_are_named_not_counted_against_the_trust(void **state)
{
    (void)state;
    table *t = open_trust_site();
    play(t, 1, connect_(t, "hamburg"));
    set_step(t, 2);
    assert_int_equal(pay_for(t, "bremen"), 10 + 11);        /* the 15-place is the Trust's */
    assert_int_equal(pay_for(t, "essen"), 15 + 11 + 7 + 6); /* the 10-place is the Trust's */
    play(t, 1, done());
    assert_int_equal(why(t, connect_(t, "bremen")), EK_REASON_CITY_FULL);
    assert_int_equal(list(t), 1 + 21 - 3); /* no open mark: anywhere but in full cities */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c6_9_the_first_city_is_any_marked_city),
        cmocka_unit_test(c6_9_the_first_city_must_be_a_marked_one),
        cmocka_unit_test(c6_9_without_the_option_networks_begin_anywhere),
        cmocka_unit_test(c6_9_the_token_returns_to_the_supply),
        cmocka_unit_test(c6_9_a_mark_without_a_token_returns_none),
        cmocka_unit_test(c6_9_a_city_that_lost_its_token_is_no_start),
        cmocka_unit_test(c6_9_in_step_1_marked_cities_are_for_starting_only),
        cmocka_unit_test(c6_9_a_path_may_go_through_a_marked_city),
        cmocka_unit_test(c6_9_from_step_2_on_networks_take_them_and_leave_the_token),
        cmocka_unit_test(c6_9_a_late_starter_begins_on_the_last_open_mark),
        cmocka_unit_test(c6_9_with_every_mark_full_a_late_starter_begins_anywhere),
        cmocka_unit_test(c6_9_step_3_opens_the_marks_again),
        cmocka_unit_test(c6_9_against_the_trust_marks_start_on_the_10_place),
        cmocka_unit_test(c6_3_places_are_named_not_counted_against_the_trust),
    };
    return cmocka_run_group_tests_name("starts", tests, NULL, NULL);
}
