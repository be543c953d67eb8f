/* The worked examples of the rulebooks: rules.md 13. */
#include "table.h"

#define NORTH_AND_WEST "west south-west north-west"

static void all_run_nothing(table *t)
{
    while (ek_phase(&t->state) == EK_PHASE_BUREAUCRACY && !ek_card_awaited(&t->state))
        play(t, ek_to_move(&t->state), ek_move_of(EK_MOVE_POWER, 0, 0));
}

/* ---------------------------------------------------------------------------------------- 13.1 */

static void order_example(enum ek_edition edition)
{
    table *t = open_table(edition, "germany", 4, 0);
    set_market(t, PLANTS(20, 21, 22, 23, 24, 25, 26, 27));
    give_cities(t, 0, 4);
    give_cities(t, 1, 5);
    give_cities(t, 2, 5);
    give_cities(t, 3, 6);
    give_plant(t, 1, 15);
    give_plant(t, 2, 17);
    give_plant(t, 2, 3);
    give_plant(t, 0, 40); /* a large plant does not make up for a city */
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    all_run_nothing(t);
    draw_largest(t);
    assert_int_equal(t->state.round, 3);
    assert_memory_equal(t->state.order, ((uint8_t[]){3, 2, 1, 0}), 4);
    assert_int_equal(count_events(t, EK_EVENT_ORDER), 4);
    assert_int_equal(find_event(t, EK_EVENT_ORDER)[1].seat, 2);
    assert_int_equal(find_event(t, EK_EVENT_ORDER)[1].a, 1);
}

static void c13_1_cities_rank_before_plants_and_17_before_15(void **state)
{
    (void)state;
    order_example(EK_CLASSIC);
    order_example(EK_RECHARGED);
}

/* ---------------------------------------------------------------------------------------- 13.2 */

static void c13_2_the_minimum_bid_for_14_is_14(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    set_market(t, PLANTS(13, 14, 15, 16, 17, 18, 19, 20));
    go_to(t, 2, EK_PHASE_AUCTION);
    assert_int_equal(why(t, nominate(14, 13)), EK_REASON_BID_TOO_LOW);
    play(t, 0, nominate(14, 14));
}

static void assert_stores(unsigned plant, const uint8_t wanted[EK_FUELS])
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, plant);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        assert_int_equal(ek_room(&t->state, 0, (enum ek_fuel)fuel), wanted[fuel]);
}

static void c13_2_what_plants_store(void **state)
{
    (void)state;
    assert_stores(14, (uint8_t[]){0, 0, 4, 0});
    assert_stores(5, (uint8_t[]){4, 4, 0, 0});
    assert_stores(3, (uint8_t[]){0, 4, 0, 0});
    assert_stores(46, (uint8_t[]){6, 6, 0, 0});
    assert_stores(13, (uint8_t[]){0, 0, 0, 0});
    assert_stores(33, (uint8_t[]){0, 0, 0, 0});
}

/* Runs a plant with this coal and oil or garbage on it; returns the cities supplied. */
static unsigned run(table *t, unsigned plant, unsigned coal)
{
    play(t, 0, power(t, PLANTS((uint8_t)plant), coal));
    return find_event(t, EK_EVENT_POWERED)->a;
}

static table *open_with(unsigned plant, unsigned cities)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, plant);
    give_cities(t, 0, cities);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    return t;
}

static void c13_2_14_burns_two_garbage_for_up_to_two_cities(void **state)
{
    (void)state;
    for (unsigned cities = 1; cities <= 3; cities++) {
        table *t = open_with(14, cities);
        give_fuel(t, 0, EK_GARBAGE, 4);
        assert_int_equal(run(t, 14, 0), cities < 2 ? cities : 2);
        assert_int_equal(t->state.owner[0].fuel[EK_GARBAGE], 2);
    }
}

static void c13_2_hybrids_burn_any_mix(void **state)
{
    (void)state;
    for (unsigned coal = 0; coal <= 2; coal++) {
        table *t = open_with(5, 3);
        give_fuel(t, 0, EK_COAL, coal);
        give_fuel(t, 0, EK_OIL, 2 - coal);
        assert_int_equal(run(t, 5, coal), 1);
        assert_int_equal(t->state.owner[0].fuel[EK_COAL] + t->state.owner[0].fuel[EK_OIL], 0);
    }
    for (unsigned coal = 0; coal <= 3; coal++) {
        table *t = open_with(46, 7);
        give_fuel(t, 0, EK_COAL, coal);
        give_fuel(t, 0, EK_OIL, 3 - coal);
        assert_int_equal(run(t, 46, coal), 7);
    }
}

static void c13_2_wind_needs_no_fuel(void **state)
{
    (void)state;
    assert_int_equal(run(open_with(13, 5), 13, 0), 1);
    assert_int_equal(run(open_with(33, 5), 33, 0), 4);
}

/* ---------------------------------------------------------------------------------------- 13.3 */

static void c13_3_a_card_smaller_than_the_discounted_plant_leaves_with_the_token(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    set_market(t, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    go_to(t, 2, EK_PHASE_AUCTION);
    assert_int_equal(t->state.discount, 15);
    assert_int_equal(ek_minimum_bid(&t->state, 15), 1);
    play(t, 0, nominate(16, 16));
    play(t, 1, pass_());
    play(t, 2, pass_());
    draw(t, 14);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->a, 14);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->b, EK_REMOVAL_BELOW_DISCOUNT);
    assert_int_equal(find_event(t, EK_EVENT_DISCOUNT_ENDED)->a, 15);
    assert_int_equal(t->state.discount, 0);
    draw(t, 30);
    assert_plants(t->state.market, PLANTS(15, 17, 18, 19, 20, 21, 22, 30));
    assert_int_equal(ek_minimum_bid(&t->state, 15), 15);
    assert_int_equal(why(t, nominate(15, 14)), EK_REASON_BID_TOO_LOW);
}

/* ---------------------------------------------------------------------------------------- 13.4 */

enum { A = 2, B = 1 }; /* A builds first */

static table *open_rhine(enum ek_edition edition, unsigned step)
{
    table *t = open_table_in(edition, "germany", 3, 0, NORTH_AND_WEST);
    give_city(t, A, "muenster");
    give_city(t, A, "essen");
    give_city(t, B, "duesseldorf");
    give_city(t, B, "koeln");
    set_step(t, step);
    set_market(t, PLANTS(20, 21, 22, 23, 24, 25, 26, 27));
    go_to(t, 4, EK_PHASE_BUILDING);
    set_money(t, A, 100);
    set_money(t, B, 100);
    return t;
}

static int price_for(table *t, const char *name)
{
    play(t, ek_to_move(&t->state), connect_(t, name));
    return find_event(t, EK_EVENT_CONNECTED)->n;
}

static void c13_4_in_step_1(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        const enum ek_edition edition = (enum ek_edition)e;
        assert_int_equal(price_for(open_rhine(edition, 1), "duisburg"), 10);
        table *t = open_rhine(edition, 1);
        assert_int_equal(price_for(t, "dortmund"), 12);
        assert_int_equal(find_event(t, EK_EVENT_ROUTE)->a, city(t, "muenster"));
        t = open_rhine(edition, 1);
        assert_int_equal(price_for(t, "aachen"), 21);
        assert_int_equal(find_event(t, EK_EVENT_ROUTE)[0].n, 2);
        assert_int_equal(find_event(t, EK_EVENT_ROUTE)[1].a, city(t, "duesseldorf"));
        assert_int_equal(find_event(t, EK_EVENT_ROUTE)[1].n, 9);
        t = open_rhine(edition, 1);
        assert_int_equal(why(t, connect_(t, "duesseldorf")), EK_REASON_CITY_FULL);
        play(t, A, done());
        assert_int_equal(price_for(t, "duisburg"), 12); /* B, through Essen: 2 + 0 */
        assert_int_equal(find_event(t, EK_EVENT_ROUTE)[0].b, city(t, "essen"));
        assert_int_equal(find_event(t, EK_EVENT_ROUTE)[1].n, 0);
    }
}

static void c13_4_in_step_2(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        const enum ek_edition edition = (enum ek_edition)e;
        assert_int_equal(price_for(open_rhine(edition, 2), "duesseldorf"), 17);
        assert_int_equal(price_for(open_rhine(edition, 2), "koeln"), 21);
        table *t = open_rhine(edition, 2);
        assert_int_equal(price_for(t, "duesseldorf"), 17);
        assert_int_equal(price_for(t, "koeln"), 19);
        assert_int_equal(t->state.owner[A].money, 100 - 36);
    }
}

/* ---------------------------------------------------------------------------------------- 13.5 */

static table *open_six_cities(void)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 7);
    give_plant(t, 0, 10);
    give_plant(t, 0, 15);
    give_fuel(t, 0, EK_OIL, 6);
    give_fuel(t, 0, EK_COAL, 8);
    give_cities(t, 0, 6);
    set_money(t, 0, 0);
    go_to(t, 4, EK_PHASE_BUREAUCRACY);
    return t;
}

static void c13_5_seven_possible_six_supplied_73_paid(void **state)
{
    (void)state;
    table *t = open_six_cities();
    const ek_move all = power(t, PLANTS(7, 10, 15), 0);
    assert_int_equal(ek_power_result(&t->state, 0, all).capacity, 7);
    play(t, 0, all);
    assert_int_equal(find_event(t, EK_EVENT_POWERED)->a, 6);
    assert_int_equal(t->state.owner[0].money, 73);
    assert_int_equal(t->state.owner[0].fuel[EK_OIL], 6 - 3);
    assert_int_equal(t->state.owner[0].fuel[EK_COAL], 8 - 4);
}

static void c13_5_four_supplied_pay_54(void **state)
{
    (void)state;
    table *t = open_six_cities();
    play(t, 0, power(t, PLANTS(7, 10), 0));
    assert_int_equal(find_event(t, EK_EVENT_POWERED)->a, 4);
    assert_int_equal(t->state.owner[0].money, 54);
}

/* ---------------------------------------------------------------------------------------- 13.6 */

/* Tokens of a fuel that lie on the places of one price. */
static unsigned tokens_on(const table *t, enum ek_fuel fuel, int price)
{
    unsigned tokens = 0;
    for (unsigned n = 1; n <= t->state.fuel[fuel]; n++)
        tokens += ek_price(&t->rules, &t->state, 0, fuel, n) -
                      ek_price(&t->rules, &t->state, 0, fuel, n - 1) ==
                  price;
    return tokens;
}

/* Round 1 of five: ten coal, two oil and a garbage are bought, four coal burnt. */
static table *open_first_round(enum ek_edition edition)
{
    static const uint8_t plant[] = {4, 8, 10, 3, 6};
    static const uint8_t fuel[] = {EK_COAL, EK_COAL, EK_COAL, EK_OIL, EK_GARBAGE};
    static const uint8_t bought[] = {2, 4, 4, 2, 1};
    table *t = open_table(edition, "germany", 5, 0);
    for (unsigned seat = 0; seat < 5; seat++)
        give_plant(t, seat, plant[seat]);
    go_to(t, 1, EK_PHASE_RESOURCES);
    for (unsigned seat = 5; seat-- > 0;) {
        play(t, seat, buy((enum ek_fuel)fuel[seat], bought[seat]));
        play(t, seat, done());
    }
    skip_to(t, EK_PHASE_BUREAUCRACY);
    play(t, 0, power(t, PLANTS(4), 0));
    play(t, 1, ek_move_of(EK_MOVE_POWER, 0, 0));
    play(t, 2, power(t, PLANTS(10), 0));
    play(t, 3, ek_move_of(EK_MOVE_POWER, 0, 0));
    return t;
}

static void assert_refilled_on(const table *t, const table *before, enum ek_fuel fuel, int price,
                               unsigned tokens)
{
    assert_int_equal(tokens_on(t, fuel, price) - tokens_on(before, fuel, price), tokens);
}

static void first_refill(enum ek_edition edition, int garbage_price)
{
    table *t = open_first_round(edition);
    static table before;
    before = *t;
    assert_int_equal(ek_supply(&t->state, EK_COAL), 4);
    all_run_nothing(t);
    assert_int_equal(find_event(t, EK_EVENT_REFILLED)[0].n, 4); /* five were due */
    assert_refilled_on(t, &before, EK_COAL, 4, 1);
    assert_refilled_on(t, &before, EK_COAL, 3, 3);
    assert_refilled_on(t, &before, EK_OIL, 3, 2);
    assert_refilled_on(t, &before, EK_OIL, 2, 2);
    assert_refilled_on(t, &before, EK_URANIUM, 12, 1);
    assert_refilled_on(t, &before, EK_URANIUM, 10, 1);
    assert_refilled_on(t, &before, EK_GARBAGE, garbage_price, 1);
    assert_refilled_on(t, &before, EK_GARBAGE, garbage_price - 1, 2);
    assert_int_equal(find_event(t, EK_EVENT_REFILLED)[1].n, 4);
    assert_int_equal(find_event(t, EK_EVENT_REFILLED)[2].n, 3);
    assert_int_equal(find_event(t, EK_EVENT_REFILLED)[3].n, 2);
}

static void c13_6_the_first_refill_of_five_in_recharged(void **state)
{
    (void)state;
    first_refill(EK_RECHARGED, 6);
}

static void c13_6_the_first_refill_of_five_in_classic(void **state)
{
    (void)state;
    first_refill(EK_CLASSIC, 7);
}

/* ---------------------------------------------------------------------------------------- 13.7 */

static void c13_7_three_players_in_step_2(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t = open_table((enum ek_edition)e, "germany", 3, 0);
        set_step(t, 2);
        go_to(t, 6, EK_PHASE_BUREAUCRACY);
        set_fuel(t, EK_COAL, 10);
        all_run_nothing(t);
        const ek_event *refilled = find_event(t, EK_EVENT_REFILLED);
        assert_int_equal(refilled[EK_COAL].n, 5);
        assert_int_equal(refilled[EK_OIL].n, 3);
        assert_int_equal(refilled[EK_GARBAGE].n, 2);
        assert_int_equal(refilled[EK_URANIUM].n, 1);
    }
}

/* ---------------------------------------------------------------------------------------- 13.8 */

static void c13_8_a_sixth_city_drives_plant_6_out_of_the_market_only(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "germany", 3, 0, NORTH_AND_WEST);
    for (unsigned seat = 0; seat < 3; seat++)
        give_plant(t, seat, 3 + seat);
    set_market(t, PLANTS(6, 7, 8, 9, 10, 11, 12, 14));
    give_cities(t, 2, 5);
    go_to(t, 3, EK_PHASE_BUILDING);
    play(t, 2, connect_(t, "hannover"));
    assert_int_equal(t->state.owner[2].house_count, 6);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->a, 6);
    assert_int_equal(count_events(t, EK_EVENT_PLANT_REMOVED), 1);
    draw_largest(t);
    assert_int_equal(ek_smallest(t->state.market), 7);
    assert_true(ek_has(t->state.removed, 6));
    for (unsigned seat = 0; seat < 3; seat++)
        assert_plants(t->state.owner[seat].plants, PLANTS((uint8_t)(3 + seat)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c13_1_cities_rank_before_plants_and_17_before_15),
        cmocka_unit_test(c13_2_the_minimum_bid_for_14_is_14),
        cmocka_unit_test(c13_2_what_plants_store),
        cmocka_unit_test(c13_2_14_burns_two_garbage_for_up_to_two_cities),
        cmocka_unit_test(c13_2_hybrids_burn_any_mix),
        cmocka_unit_test(c13_2_wind_needs_no_fuel),
        cmocka_unit_test(c13_3_a_card_smaller_than_the_discounted_plant_leaves_with_the_token),
        cmocka_unit_test(c13_4_in_step_1),
        cmocka_unit_test(c13_4_in_step_2),
        cmocka_unit_test(c13_5_seven_possible_six_supplied_73_paid),
        cmocka_unit_test(c13_5_four_supplied_pay_54),
        cmocka_unit_test(c13_6_the_first_refill_of_five_in_recharged),
        cmocka_unit_test(c13_6_the_first_refill_of_five_in_classic),
        cmocka_unit_test(c13_7_three_players_in_step_2),
        cmocka_unit_test(c13_8_a_sixth_city_drives_plant_6_out_of_the_market_only),
    };
    return cmocka_run_group_tests_name("examples", tests, NULL, NULL);
}
