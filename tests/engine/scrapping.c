/* Too many plants, and the fuel of a scrapped plant (rules.md 4.8, 4.9). */
#include "table.h"

/* Gives seat 0 these plants and goes to the auction of round 5 with `wanted` for sale. */
static table *open_with_plants(enum ek_edition edition, unsigned players, const uint8_t *plants,
                               unsigned wanted)
{
    table *t = open_table(edition, "germany", players, 0);
    if (t->rules.trust)
        found_trust(t);
    for (; *plants; plants++)
        give_plant(t, 0, *plants);
    set_market(t, (const uint8_t[]){(uint8_t)wanted, 42, 44, 46, 50, 40, 39, 38, 0});
    set_money(t, 0, 200);
    go_to(t, 5, EK_PHASE_AUCTION);
    return t;
}

/* ------------------------------------------------------------------------------------- limits */

static void c4_8_three_plants_at_most(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++)
        for (unsigned players = 3; players <= 6; players++) {
            table *t = open_with_plants(edition, players, PLANTS(3, 4), 20);
            buy_plant(t, 0, 20);
            assert_int_not_equal(t->state.stage, EK_STAGE_SCRAP); /* the third is kept */
            t = open_with_plants(edition, players, PLANTS(3, 4, 5), 20);
            buy_plant(t, 0, 20);
            assert_int_equal(t->state.stage, EK_STAGE_SCRAP);
            play(t, 0, scrap(4));
            assert_plants(t->state.owner[0].plants, PLANTS(3, 5, 20));
        }
}

static void c4_8_four_in_classic_with_two_players(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 2, PLANTS(3, 4, 5), 20);
    (void)state;
    buy_plant(t, 0, 20);
    draw_largest(t);
    assert_plants(t->state.owner[0].plants, PLANTS(3, 4, 5, 20));
    assert_int_equal(ek_to_move(&t->state), 1);
    t = open_with_plants(EK_CLASSIC, 2, PLANTS(3, 4, 5, 6), 20);
    buy_plant(t, 0, 20);
    assert_int_equal(list(t), 4);
    play(t, 0, scrap(6));
    assert_plants(t->state.owner[0].plants, PLANTS(3, 4, 5, 20));
}

static void c4_8_three_in_recharged_with_two_players(void **state)
{
    table *t = open_with_plants(EK_RECHARGED, 2, PLANTS(3, 4, 5), 20);
    (void)state;
    buy_plant(t, 0, 20);
    assert_int_equal(t->state.stage, EK_STAGE_SCRAP);
}

/* --------------------------------------------------------------------------------- scrapping */

static void c4_8_one_of_the_other_plants(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(3, 4, 5), 20);
    (void)state;
    give_plant(t, 1, 7);
    buy_plant(t, 0, 20);
    assert_int_equal(list(t), 3);
    assert_int_equal(why(t, scrap(20)), EK_REASON_JUST_BOUGHT);
    assert_int_equal(why(t, scrap(7)), EK_REASON_NOT_YOUR_PLANT);
    assert_int_equal(why(t, scrap(42)), EK_REASON_NOT_YOUR_PLANT);
    assert_int_equal(why(t, scrap(2)), EK_REASON_NO_SUCH_PLANT);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_SCRAP, 3, 1)), EK_REASON_NOT_A_MOVE);
    for (unsigned plant = 3; plant <= 5; plant++)
        assert_int_equal(why(t, scrap(plant)), EK_REASON_OK);
}

static void c4_8_at_once(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(3, 4, 5), 20);
    (void)state;
    play(t, 0, nominate(20, 20));
    play(t, 1, bid(21));
    play(t, 2, pass_());
    play(t, 0, bid(22));
    play(t, 1, pass_());
    assert_int_equal(ek_to_move(&t->state), 0); /* the buyer, before anything else */
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_SCRAP);
    assert_int_equal(why(t, nominate(38, 38)), EK_REASON_MUST_SCRAP);
    assert_int_equal(why(t, give_back(0, 0)), EK_REASON_MUST_SCRAP);
    assert_int_equal(ek_why(&t->rules, &t->state, 1, pass_()), EK_REASON_NOT_YOUR_TURN);
}

static void c4_8_also_who_was_not_the_nominator(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(0), 20);
    (void)state;
    give_plant(t, 2, 3);
    give_plant(t, 2, 4);
    give_plant(t, 2, 5);
    play(t, 0, nominate(20, 20));
    play(t, 1, pass_());
    play(t, 2, bid(30));
    play(t, 0, pass_());
    play(t, 2, scrap(3));
    draw_largest(t);
    assert_plants(t->state.owner[2].plants, PLANTS(4, 5, 20));
    assert_int_equal(ek_to_move(&t->state), 0); /* 4.6 */
}

static void c4_8_the_scrapped_plant_leaves_the_game(void **state)
{
    table *t = open_with_plants(EK_RECHARGED, 3, PLANTS(3, 4, 5), 20);
    (void)state;
    buy_plant(t, 0, 20);
    play(t, 0, scrap(3));
    assert_int_equal(find_event(t, EK_EVENT_PLANT_SCRAPPED)->a, 3);
    assert_true(ek_has(t->state.removed, 3));
    assert_false(ek_has(t->state.market | t->state.buried | t->state.unseen, 3));
}

/* ---------------------------------------------------------------------------------------- fuel */

static void assert_fuel(const table *t, unsigned coal, unsigned oil, unsigned garbage,
                        unsigned uranium)
{
    const uint8_t *held = t->state.owner[0].fuel;
    assert_int_equal(held[EK_COAL], coal);
    assert_int_equal(held[EK_OIL], oil);
    assert_int_equal(held[EK_GARBAGE], garbage);
    assert_int_equal(held[EK_URANIUM], uranium);
}

static void c4_9_fuel_moves_to_the_new_plant(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(4, 13, 18), 25);
    (void)state;
    give_fuel(t, 0, EK_COAL, 4);
    buy_plant(t, 0, 25);
    play(t, 0, scrap(4));
    assert_null(find_event(t, EK_EVENT_FUEL_RETURNED));
    assert_fuel(t, 4, 0, 0, 0);
}

static void c4_9_fuel_moves_to_the_plants_kept(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(4, 12, 20), 33);
    (void)state;
    give_fuel(t, 0, EK_COAL, 9); /* room for 4 + 4 + 6 */
    buy_plant(t, 0, 33);
    play(t, 0, scrap(4)); /* the hybrid stores the rest */
    assert_fuel(t, 9, 0, 0, 0);
    assert_null(find_event(t, EK_EVENT_FUEL_RETURNED));
}

static void c4_9_the_rest_goes_to_the_supply(void **state)
{
    table *t = open_with_plants(EK_RECHARGED, 3, PLANTS(8, 13, 18), 25);
    (void)state;
    set_fuel(t, EK_COAL, 10);
    give_fuel(t, 0, EK_COAL, 6);
    buy_plant(t, 0, 25);
    const unsigned supply = ek_supply(&t->state, EK_COAL);
    play(t, 0, scrap(8)); /* 25 has room for four */
    assert_fuel(t, 4, 0, 0, 0);
    assert_int_equal(t->state.fuel[EK_COAL], 10); /* not on the market */
    assert_int_equal(ek_supply(&t->state, EK_COAL), supply + 2);
    const ek_event *returned = find_event(t, EK_EVENT_FUEL_RETURNED);
    assert_int_equal(returned->seat, 0);
    assert_int_equal(returned->a, EK_COAL);
    assert_int_equal(returned->n, 2);
    assert_true(event_index(t, EK_EVENT_PLANT_SCRAPPED) < event_index(t, EK_EVENT_FUEL_RETURNED));
}

static void c4_9_garbage_and_uranium_too(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(11, 14, 17), 33);
    (void)state;
    give_fuel(t, 0, EK_GARBAGE, 4);
    give_fuel(t, 0, EK_URANIUM, 3);
    buy_plant(t, 0, 33);
    const ek_state before = t->state;
    play(t, 0, scrap(14));
    assert_fuel(t, 0, 0, 0, 3);
    assert_int_equal(ek_supply(&t->state, EK_GARBAGE), ek_supply(&before, EK_GARBAGE) + 4);
    t->state = before;
    play(t, 0, scrap(11)); /* 17 has room for two */
    assert_fuel(t, 0, 0, 4, 2);
    assert_int_equal(find_event(t, EK_EVENT_FUEL_RETURNED)->n, 1);
}

static void c4_9_no_choice_where_none_of_it_competes(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(3, 4, 12), 33);
    (void)state;
    give_fuel(t, 0, EK_COAL, 6);
    give_fuel(t, 0, EK_OIL, 6);
    buy_plant(t, 0, 33);
    play(t, 0, scrap(12)); /* no hybrid is left: two of each go */
    assert_int_not_equal(t->state.stage, EK_STAGE_RETURN);
    assert_fuel(t, 4, 4, 0, 0);
    assert_int_equal(count_events(t, EK_EVENT_FUEL_RETURNED), 2);
}

static void c4_9_when_coal_and_oil_compete_the_owner_chooses(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(3, 4, 12), 29);
    (void)state;
    give_fuel(t, 0, EK_COAL, 6);
    give_fuel(t, 0, EK_OIL, 6);
    buy_plant(t, 0, 29); /* stores two instead of four */
    play(t, 0, scrap(12));
    assert_int_equal(ek_to_move(&t->state), 0);
    assert_int_equal(list(t), 3);
    const ek_state before = t->state;
    for (unsigned coal = 0; coal <= 2; coal++) {
        t->state = before;
        assert_int_equal(why(t, give_back(coal, 2 - coal)), EK_REASON_OK);
        play(t, 0, give_back(coal, 2 - coal));
        assert_fuel(t, 6 - coal, 4 + coal, 0, 0);
        assert_int_equal(ek_supply(&t->state, EK_COAL), ek_supply(&before, EK_COAL) + coal);
        assert_int_equal(t->state.fuel[EK_COAL], before.fuel[EK_COAL]);
    }
}

static void c4_9_fuel_that_fits_is_kept(void **state)
{
    table *t = open_with_plants(EK_RECHARGED, 3, PLANTS(3, 4, 12), 29);
    (void)state;
    give_fuel(t, 0, EK_COAL, 5);
    give_fuel(t, 0, EK_OIL, 7);
    buy_plant(t, 0, 29);
    play(t, 0, scrap(12)); /* one coal and three oil want the room for two */
    assert_int_equal(list(t), 2);
    assert_int_equal(why(t, give_back(0, 2)), EK_REASON_OK);
    assert_int_equal(why(t, give_back(1, 1)), EK_REASON_OK);
    assert_int_equal(why(t, give_back(2, 0)), EK_REASON_RETURN_MISMATCH);
    assert_int_equal(why(t, give_back(1, 2)), EK_REASON_RETURN_MISMATCH); /* too much */
    assert_int_equal(why(t, give_back(0, 1)), EK_REASON_RETURN_MISMATCH); /* too little */
    assert_int_equal(why(t, give_back(0, 0)), EK_REASON_RETURN_MISMATCH);
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_RETURN);
    assert_int_equal(why(t, scrap(3)), EK_REASON_MUST_RETURN);
}

static void c4_9_only_the_competing_fuel_is_chosen(void **state)
{
    table *t = open_with_plants(EK_CLASSIC, 3, PLANTS(7, 20, 21), 29);
    (void)state;
    give_fuel(t, 0, EK_COAL, 10); /* 6 + 4 */
    give_fuel(t, 0, EK_OIL, 6);
    buy_plant(t, 0, 29);
    const ek_state before = t->state;
    play(t, 0, scrap(21)); /* four coal for two places, the oil is at home */
    assert_fuel(t, 8, 6, 0, 0);
    t->state = before;
    play(t, 0, scrap(7)); /* six oil and four coal for 4 + 2 places */
    assert_int_equal(t->state.stage, EK_STAGE_RETURN);
    assert_int_equal(list(t), 5);
    play(t, 0, give_back(4, 0));
    assert_fuel(t, 6, 6, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_8_three_plants_at_most),
        cmocka_unit_test(c4_8_four_in_classic_with_two_players),
        cmocka_unit_test(c4_8_three_in_recharged_with_two_players),
        cmocka_unit_test(c4_8_one_of_the_other_plants),
        cmocka_unit_test(c4_8_at_once),
        cmocka_unit_test(c4_8_also_who_was_not_the_nominator),
        cmocka_unit_test(c4_8_the_scrapped_plant_leaves_the_game),
        cmocka_unit_test(c4_9_fuel_moves_to_the_new_plant),
        cmocka_unit_test(c4_9_fuel_moves_to_the_plants_kept),
        cmocka_unit_test(c4_9_the_rest_goes_to_the_supply),
        cmocka_unit_test(c4_9_garbage_and_uranium_too),
        cmocka_unit_test(c4_9_no_choice_where_none_of_it_competes),
        cmocka_unit_test(c4_9_when_coal_and_oil_compete_the_owner_chooses),
        cmocka_unit_test(c4_9_fuel_that_fits_is_kept),
        cmocka_unit_test(c4_9_only_the_competing_fuel_is_chosen),
    };
    return cmocka_run_group_tests_name("scrapping", tests, NULL, NULL);
}
