/* Queries of elektro.h about a player's options, for planning ahead:
 * possible plants, seats, cities and places. */
#include "table.h"

#define WEST "west south-west north-west"

static table *germany(void)
{
    return open_table_in(EK_CLASSIC, "germany", 3, 0, WEST);
}

static ek_cities cities_of(const table *t, const char *first, const char *second)
{
    return ek_bit(city(t, first)) | ek_bit(city(t, second));
}

/* -------------------------------------------------------------------------------------- auction */

static void c4_3_maximum_bid_is_the_money_up_to_999(void **state)
{
    (void)state;
    table *t = germany();
    set_money(t, 1, 0);
    assert_int_equal(ek_maximum_bid(&t->state.owner[1]), 0);
    set_money(t, 1, 998);
    assert_int_equal(ek_maximum_bid(&t->state.owner[1]), 998);
    set_money(t, 1, 1000);
    assert_int_equal(ek_maximum_bid(&t->state.owner[1]), 999);
}

static void c4_13_buyable_plants_can_be_paid(void **state)
{
    (void)state;
    table *t = germany(); /* 3 to 6 are for sale */
    set_money(t, 1, 4);
    assert_plants(ek_buyable_plants(&t->rules, &t->state, 0), PLANTS(3, 4, 5, 6));
    assert_plants(ek_buyable_plants(&t->rules, &t->state, 1), PLANTS(3, 4));
    set_money(t, 1, 2);
    assert_int_equal(ek_buyable_plants(&t->rules, &t->state, 1), 0);
}

static void c4_3_buyable_for_1_with_the_discount(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    set_money(t, 0, 1);
    assert_plants(ek_buyable_plants(&t->rules, &t->state, 0), PLANTS(3));
}

static void c10_6_buyable_plants_may_be_owned(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "central-europe", 3, 0, "poland-east czechia austria");
    set_market(t, PLANTS(11, 17, 20, 23, 34, 39, 40, 42));
    give_city(t, 1, "praha");
    assert_plants(ek_buyable_plants(&t->rules, &t->state, 0), PLANTS(20));
    assert_plants(ek_buyable_plants(&t->rules, &t->state, 1), PLANTS(11, 17, 20, 23));
}

static void c4_2_buyers_left_have_neither_bought_nor_passed(void **state)
{
    (void)state;
    table *t = germany();
    go_to(t, 2, EK_PHASE_AUCTION);
    assert_int_equal(ek_buyers_left(&t->rules, &t->state), 7);
    play(t, 0, pass_());
    assert_int_equal(ek_buyers_left(&t->rules, &t->state), 6);
    play(t, 1, nominate(4, 4));
    play(t, 2, pass_()); /* leaves this auction only */
    assert_int_equal(ek_buyers_left(&t->rules, &t->state), 4);
}

static void c4_8_scrappable_is_all_but_the_new_plant(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, 0, 3);
    give_plant(t, 0, 4);
    give_plant(t, 0, 5);
    go_to(t, 2, EK_PHASE_AUCTION);
    buy_plant(t, 0, 6);
    assert_plants(ek_scrappable_plants(&t->state), PLANTS(3, 4, 5));
    assert_int_equal(list(t), 3);
}

/* ------------------------------------------------------------------------------------ turn order
 */

static void seats_act_from_last_to_first(table *t, enum ek_phase phase)
{
    go_to(t, 2, phase);
    assert_int_equal(ek_seats_to_act(&t->state), 1 << 0 | 1 << 1 | 1 << 2);
    play(t, 2, done());
    assert_int_equal(ek_seats_to_act(&t->state), 1 << 0 | 1 << 1);
    play(t, 1, done());
    assert_int_equal(ek_seats_to_act(&t->state), 1 << 0);
}

static void c3_4_seats_act_in_reverse_order(void **state)
{
    (void)state;
    table *t = germany();
    assert_int_equal(ek_seats_to_act(&t->state), 0); /* an auction */
    seats_act_from_last_to_first(t, EK_PHASE_RESOURCES);
    seats_act_from_last_to_first(t, EK_PHASE_BUILDING);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    assert_int_equal(ek_seats_to_act(&t->state), 0);
}

/* ------------------------------------------------------------------------------------------ fuel
 */

static void c5_2_room_of_an_owner_only_imagined(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, 1, 3); /* four oil */
    uint8_t room[EK_FUELS];
    ek_owner owner = t->state.owner[1];
    ek_rooms(&owner, room);
    assert_int_equal(room[EK_OIL], 4);
    owner.plants |= ek_bit(46); /* six of either */
    owner.fuel[EK_OIL] = 5;
    ek_rooms(&owner, room);
    assert_int_equal(room[EK_OIL], 5);
    assert_int_equal(room[EK_COAL], 5);
    assert_int_equal(room[EK_GARBAGE], 0);
    assert_int_equal(ek_room(&t->state, 1, EK_OIL), 4); /* nothing has changed at the table */
}

static void c4_9_surplus_competes_for_the_hybrids(void **state)
{
    (void)state;
    ek_owner owner = {.plants =
                          ek_bit(3) | ek_bit(4) | ek_bit(29)}; /* 4 oil, 4 coal, 2 of either */
    owner.fuel[EK_COAL] = 4;
    owner.fuel[EK_OIL] = 6;
    assert_int_equal(ek_surplus_of(&owner).tokens, 0);
    owner.fuel[EK_COAL] = 5; /* one of three leaves, coal or oil */
    assert_int_equal(ek_surplus_of(&owner).tokens, 1);
    assert_int_equal(ek_surplus_of(&owner).min_coal, 0);
    assert_int_equal(ek_surplus_of(&owner).max_coal, 1);
    owner.fuel[EK_COAL] = 8; /* four of six; of these at most two are oil */
    assert_int_equal(ek_surplus_of(&owner).tokens, 4);
    assert_int_equal(ek_surplus_of(&owner).min_coal, 2);
    assert_int_equal(ek_surplus_of(&owner).max_coal, 4);
}

static void c1_2_needs_add_up_by_kind(void **state)
{
    (void)state;
    const ek_plants plants = ek_bit(3) | ek_bit(4) | ek_bit(5) | ek_bit(13); /* 13 is wind */
    const ek_needs once = ek_needs_of(plants, 1);
    const ek_needs twice = ek_needs_of(plants, 2);
    assert_int_equal(once.fuel[EK_OIL], 2);
    assert_int_equal(once.fuel[EK_COAL], 2);
    assert_int_equal(once.fuel[EK_GARBAGE] + once.fuel[EK_URANIUM], 0);
    assert_int_equal(once.hybrid, 2);
    assert_int_equal(twice.fuel[EK_OIL], 4);
    assert_int_equal(twice.hybrid, 4);
    assert_int_equal(ek_capacity_of(plants), 1 + 1 + 1 + 1);
}

/* ---------------------------------------------------------------------------------------- cities
 */

static void c1_7_a_step_opens_a_place_in_every_city(void **state)
{
    (void)state;
    table *t = germany();
    const ek_cities zone = t->rules.zone_cities;
    assert_int_equal(ek_open_cities(&t->rules, &t->state), zone);
    give_city(t, 0, "essen");
    give_city(t, 0, "koeln");
    assert_int_equal(ek_open_cities(&t->rules, &t->state), zone & ~cities_of(t, "essen", "koeln"));
    set_step(t, 2);
    assert_int_equal(ek_open_cities(&t->rules, &t->state), zone);
    give_city(t, 1, "essen");
    assert_int_equal(ek_open_cities(&t->rules, &t->state), zone & ~ek_bit(city(t, "essen")));
    set_step(t, 3);
    assert_int_equal(ek_open_cities(&t->rules, &t->state), zone);
}

static void c6_3_the_cheapest_empty_place(void **state)
{
    (void)state;
    table *t = germany();
    set_step(t, 3);
    for (unsigned seat = 0; seat < 3; seat++) {
        assert_int_equal(ek_cheapest_place(&t->state, city(t, "essen")), seat);
        give_city(t, seat, "essen");
    }
    assert_int_equal(ek_cheapest_place(&t->state, city(t, "koeln")), 0);
}

static void c6_3_sites_are_open_cities_not_owned(void **state)
{
    (void)state;
    table *t = germany();
    const ek_cities zone = t->rules.zone_cities;
    assert_int_equal(ek_sites(&t->rules, &t->state, 0), zone);
    give_city(t, 0, "essen");
    give_city(t, 1, "koeln");
    assert_int_equal(ek_sites(&t->rules, &t->state, t->state.owner[0].cities),
                     zone & ~cities_of(t, "essen", "koeln"));
    set_step(t, 2);
    assert_int_equal(ek_sites(&t->rules, &t->state, t->state.owner[0].cities),
                     zone & ~ek_bit(city(t, "essen")));
}

static void c6_9_sites_of_a_table_with_marks(void **state)
{
    (void)state;
    static const char *const marks[] = {"essen", "kiel", "aachen"};
    table *t = open_table_in(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES, WEST);
    const ek_cities zone = t->rules.zone_cities;
    for (unsigned seat = 0; seat < 3; seat++)
        play(t, seat, ek_move_of(EK_MOVE_MARK, city(t, marks[seat]), 0));
    const ek_cities koeln = ek_bit(city(t, "koeln"));
    assert_int_equal(ek_sites(&t->rules, &t->state, 0), t->state.marks);
    assert_int_equal(ek_sites(&t->rules, &t->state, koeln), zone & ~t->state.marks & ~koeln);
    set_step(t, 2);
    assert_int_equal(ek_sites(&t->rules, &t->state, 0), t->state.marks);
    assert_int_equal(ek_sites(&t->rules, &t->state, koeln), zone & ~koeln);
}

static void c6_1_before_the_first_city_every_way_is_free(void **state)
{
    (void)state;
    table *t = germany();
    ek_costs cost;
    ek_reach(&t->rules, 0, cost);
    for (unsigned i = 0; i < EK_CITIES; i++)
        assert_int_equal(cost[i], 0);
}

/* Essen, then Kiel: each city is reached from the nearer of the two. */
static void c6_2_reach_is_the_cheapest_path(void **state)
{
    (void)state;
    table *t = germany();
    ek_costs cost;
    ek_costs grown;
    ek_reach(&t->rules, cities_of(t, "essen", "kiel"), cost);
    ek_reach(&t->rules, ek_bit(city(t, "essen")), grown);
    ek_extend_reach(&t->rules, city(t, "kiel"), grown);
    assert_memory_equal(grown, cost, sizeof cost);
    assert_int_equal(cost[city(t, "berlin")], EK_UNREACHABLE);
    give_city(t, 0, "essen");
    give_city(t, 0, "kiel");
    for (ek_cities rest = t->rules.zone_cities & ~t->state.owner[0].cities; rest;) {
        ek_route route;
        const unsigned to = ek_take_smallest(&rest);
        assert_int_equal(ek_connection(&t->rules, &t->state, 0, to, &route), EK_REASON_OK);
        assert_int_equal(cost[to], route.path_cost);
    }
}

/* --------------------------------------------------------------------------------------- the end
 */

static void c8_2_cities_powered_then_money_then_cities_owned(void **state)
{
    (void)state;
    const ek_rank powered = {.powered = 15, .money = 0, .cities = 15, .rank = 2};
    const ek_rank rich = {.powered = 14, .money = 90, .cities = 14, .rank = 1};
    const ek_rank large = {.powered = 14, .money = 90, .cities = 17};
    const ek_rank other = {.powered = 14, .money = 90, .cities = 17, .seat = 3};
    assert_true(ek_compare_ranks(&powered, &rich) > 0);
    assert_true(ek_compare_ranks(&rich, &powered) < 0);
    assert_true(ek_compare_ranks(&large, &rich) > 0);
    assert_true(ek_compare_ranks(&rich, &large) < 0);
    assert_int_equal(ek_compare_ranks(&large, &other), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_3_maximum_bid_is_the_money_up_to_999),
        cmocka_unit_test(c4_13_buyable_plants_can_be_paid),
        cmocka_unit_test(c4_3_buyable_for_1_with_the_discount),
        cmocka_unit_test(c10_6_buyable_plants_may_be_owned),
        cmocka_unit_test(c4_2_buyers_left_have_neither_bought_nor_passed),
        cmocka_unit_test(c4_8_scrappable_is_all_but_the_new_plant),
        cmocka_unit_test(c3_4_seats_act_in_reverse_order),
        cmocka_unit_test(c5_2_room_of_an_owner_only_imagined),
        cmocka_unit_test(c4_9_surplus_competes_for_the_hybrids),
        cmocka_unit_test(c1_2_needs_add_up_by_kind),
        cmocka_unit_test(c1_7_a_step_opens_a_place_in_every_city),
        cmocka_unit_test(c6_3_the_cheapest_empty_place),
        cmocka_unit_test(c6_3_sites_are_open_cities_not_owned),
        cmocka_unit_test(c6_9_sites_of_a_table_with_marks),
        cmocka_unit_test(c6_1_before_the_first_city_every_way_is_free),
        cmocka_unit_test(c6_2_reach_is_the_cheapest_path),
        cmocka_unit_test(c8_2_cities_powered_then_money_then_cities_owned),
    };
    return cmocka_run_group_tests_name("possible", tests, NULL, NULL);
}
