/* Slips seen in other programs (rules.md 14): a test for each, so that none of them is ours. */
#include "table.h"

static table *plain(enum ek_edition edition, unsigned players, enum ek_phase phase)
{
    table *t = open_table(edition, "germany", players, 0);
    go_to(t, 5, phase);
    return t;
}

static void set_order(table *t, unsigned first, unsigned second, unsigned third)
{
    t->state.order[0] = (uint8_t)first;
    t->state.order[1] = (uint8_t)second;
    t->state.order[2] = (uint8_t)third;
    assert_lawful(t);
}

/* --------------------------------------------------------------------------------- auction */

static void c14_bidding_goes_by_seat_not_by_order(void **state)
{
    (void)state;
    table *t = plain(EK_CLASSIC, 3, EK_PHASE_AUCTION);
    set_order(t, 1, 0, 2);
    play(t, 1, nominate(4, 4));
    play(t, 2, bid(5)); /* clockwise after 1; by order it would be 0 */
    play(t, 0, bid(6));
    play(t, 1, bid(7));
    assert_int_equal(ek_to_move(&t->state), 2);
}

static void c14_loser_of_an_auction_goes_on_in_the_phase(void **state)
{
    (void)state;
    table *t = plain(EK_CLASSIC, 3, EK_PHASE_AUCTION);
    set_deck(t, 20);
    play(t, 0, nominate(4, 4));
    play(t, 1, bid(5));
    play(t, 2, pass_());
    play(t, 0, pass_());
    draw(t, 30);
    play(t, 0, nominate(5, 5)); /* the nominator that was outbid */
    play(t, 2, bid(6));         /* the bidder that had left */
    play(t, 0, pass_());
    draw(t, 31);
    assert_int_equal(ek_to_move(&t->state), 0);
    assert_true(ek_has(t->state.owner[2].plants, 5));
}

static void c14_discounted_plant_needs_one_elektro(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    set_market(t, PLANTS(20, 21, 22, 23, 24, 25, 26, 28));
    go_to(t, 5, EK_PHASE_AUCTION);
    for (unsigned seat = 0; seat < 3; seat++)
        set_money(t, seat, 2);
    assert_int_equal(why(t, nominate(20, 1)), EK_REASON_OK);
    assert_int_equal(why(t, nominate(21, 21)), EK_REASON_CANNOT_PAY);
    play(t, 0, nominate(20, 1));
    play(t, 1, bid(2));
    play(t, 2, pass_());
    play(t, 0, pass_());
    assert_int_equal(t->state.owner[1].money, 0);
    assert_true(ek_has(t->state.owner[1].plants, 20));
}

static void c14_discount_does_not_move_to_another_plant(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    set_market(t, PLANTS(17, 18, 19, 20, 21, 22, 23, 24));
    set_deck(t, 20);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 18);
    draw(t, 16); /* below 17: it and the token go */
    draw(t, 30);
    assert_int_equal(t->state.discount, 0);
    for (unsigned plant = 17; plant <= 21; plant++)
        if (plant != 18)
            assert_int_equal(ek_minimum_bid(&t->state, plant), plant);
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED)); /* 17 stays, also at the end */
    assert_true(ek_has(t->state.market, 17));
}

static void c14_step_3_card_is_no_plant_of_the_current_market(void **state)
{
    (void)state;
    table *t = open_before_card(EK_CLASSIC, "germany", 2, PLANTS(20, 21, 22, 23, 24, 25, 26, 28),
                                EK_PHASE_AUCTION);
    clear_under_deck(t);
    set_money(t, 0, 100);
    buy_plant(t, 0, 23);
    t->state.removed |= t->state.market & (ek_bit(22) | ek_bit(24) | ek_bit(25) | ek_bit(26));
    t->state.market &= ~t->state.removed;
    assert_lawful(t); /* 20, 21, 28 and the card */
    assert_int_equal(ek_size(ek_current_market(&t->rules, &t->state)), 3);
    assert_int_equal(ek_future_market(&t->rules, &t->state), EK_STEP3_CARD);
    list(t);
    for (unsigned i = 0; i < t->count; i++)
        assert_true(ek_move_a(t->moves[i]) <= 28);
}

static void c14_order_is_determined_again_after_the_first_auction(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    buy_plant(t, 0, 3);
    draw_largest(t);
    buy_plant(t, 1, 5);
    draw_largest(t);
    buy_plant(t, 2, 4);
    draw_largest(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_int_equal(t->state.order[0], 1);
    assert_int_equal(t->state.order[1], 2);
    assert_int_equal(t->state.order[2], 0);
    assert_int_equal(ek_to_move(&t->state), 0);
}

/* -------------------------------------------------------------------------------- resources */

static void c14_garbage_starts_at_6_in_recharged(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_GARBAGE, 1), 6);
    t = open_table(EK_CLASSIC, "germany", 3, 0);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_GARBAGE, 1), 7);
}

static void c14_burnt_fuel_goes_to_the_supply(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 10);
    give_fuel(t, 0, EK_COAL, 2); /* all others are on the market */
    go_to(t, 5, EK_PHASE_BUREAUCRACY);
    assert_int_equal(t->state.fuel[EK_COAL], 22);
    play(t, 0, power(t, PLANTS(10), 0));
    assert_int_equal(t->state.fuel[EK_COAL], 22);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 2);
}

static void c14_scrapped_fuel_goes_to_the_supply(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 10);
    give_plant(t, 0, 13);
    give_plant(t, 0, 18);
    give_fuel(t, 0, EK_COAL, 4);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 3);
    play(t, 0, scrap(10));
    assert_int_equal(find_event(t, EK_EVENT_FUEL_RETURNED)->n, 4);
    assert_int_equal(t->state.fuel[EK_COAL], 20);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 4);
}

static void c14_wien_never_gets_garbage_for_nothing(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "central-europe", 3, 0, "poland-east czechia austria");
    give_city(t, 2, "wien");
    give_plant(t, 2, 6);
    set_fuel(t, EK_GARBAGE, 24);
    go_to(t, 5, EK_PHASE_RESOURCES);
    play(t, 2, buy(EK_GARBAGE, 1));
    assert_int_equal(t->state.owner[2].money, 49);
}

/* --------------------------------------------------------------------------------- building */

static void c14_zero_cost_pairs_are_two_cities(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "germany", 3, 0, "north-west north-east west");
    go_to(t, 5, EK_PHASE_BUILDING);
    play(t, 2, connect_(t, "essen"));
    play(t, 2, connect_(t, "duisburg"));
    assert_int_equal(t->state.owner[2].house_count, 2);
    assert_int_equal(t->state.owner[2].money, 50 - 10 - 10);
}

static void c14_game_goes_on_to_the_end_of_the_building_phase(void **state)
{
    (void)state;
    table *t = plain(EK_CLASSIC, 5, EK_PHASE_BUILDING);
    give_cities(t, 4, 14);
    set_money(t, 4, 100);
    play(t, 4, connect_(t, "osnabrueck"));
    draw_largest(t);
    assert_int_equal(t->state.owner[4].house_count, 15);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
    play(t, 4, done());
    play(t, 3, connect_(t, "essen")); /* the others still build */
    play(t, 3, done());
    play(t, 2, done());
    play(t, 1, done());
    assert_null(find_event(t, EK_EVENT_GAME_ENDED));
    play(t, 0, done());
    assert_int_equal(ek_phase(&t->state), EK_PHASE_ENDED);
}

static void c14_no_income_in_the_last_round(void **state)
{
    (void)state;
    table *t = plain(EK_CLASSIC, 5, EK_PHASE_BUILDING);
    give_cities(t, 4, 15);
    give_plant(t, 4, 50);
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_ENDED);
    for (unsigned seat = 0; seat < 5; seat++)
        assert_int_equal(t->state.owner[seat].money, 50);
    assert_null(find_event(t, EK_EVENT_POWERED));
    assert_null(find_event(t, EK_EVENT_REFILLED));
    assert_int_equal(find_event(t, EK_EVENT_RANKED)->seat, 4); /* 6 cities supplied all the same */
    assert_int_equal(find_event(t, EK_EVENT_RANKED)->b, 6);
}

/* Beside the Trust, with marks in Essen and Berlin, when the first houses are built. */
static table *building_with_marks(void)
{
    table *t = open_table(EK_RECHARGED, "germany", 2, EK_STARTING_CITIES);
    found_trust(t);
    play(t, 0, ek_move_of(EK_MOVE_MARK, city(t, "essen"), 0));
    play(t, 1, ek_move_of(EK_MOVE_MARK, city(t, "berlin"), 0));
    go_to(t, 5, EK_PHASE_BUILDING);
    return t;
}

/* A Trust house on the 15-place leaves the 10-place free: a builder there pays 10, and the city is
 * open in Step 1. */
static void c14_places_are_named_not_counted(void **state)
{
    (void)state;
    table *t = building_with_marks();
    play(t, 1, connect_(t, "essen"));
    assert_int_equal(find_event(t, EK_EVENT_CONNECTED)->b, 0);
    assert_int_equal(t->state.owner[1].money, 40);
}

/* Any player may begin on any mark, and the Trust's cities are open to all in Step 2. */
static void c14_marks_and_trust_cities_are_nobody_s_own(void **state)
{
    (void)state;
    table *t = building_with_marks();
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_OK);  /* the other's */
    assert_int_equal(why(t, connect_(t, "berlin")), EK_REASON_OK); /* its own */
    play(t, 1, connect_(t, "essen"));
    play(t, 1, done());
    set_step(t, 2);
    play(t, 0, connect_(t, "berlin"));
    set_money(t, 0, 100);
    play(t, 0, connect_(t, "hamburg")); /* a Trust city, through Schwerin: 18 + 8 + 15 */
    assert_int_equal(t->state.owner[0].money, 100 - 41);
}

/* ------------------------------------------------------------------------------ bureaucracy */

static void c14_refill_comes_before_the_market_change(void **state)
{
    (void)state;
    table *t = plain(EK_CLASSIC, 3, EK_PHASE_BUREAUCRACY);
    set_fuel(t, EK_COAL, 10);
    sit_out(t);
    assert_true(event_index(t, EK_EVENT_REFILLED) < event_index(t, EK_EVENT_PLANT_BURIED));
    assert_int_equal(t->state.fuel[EK_COAL], 14);
    assert_true(ek_card_awaited(&t->state)); /* before any card is known */
}

static void c14_18_and_19_cities_are_not_paid_as_20(void **state)
{
    (void)state;
    assert_int_equal(ek_income(17), 142);
    assert_int_equal(ek_income(18), 145);
    assert_int_equal(ek_income(19), 148);
    assert_int_equal(ek_income(20), 150);
    assert_int_equal(ek_income(21), 150);
}

static void c14_empty_deck_does_not_stop_the_removals(void **state)
{
    (void)state;
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        table *t = plain((enum ek_edition)edition, 3, EK_PHASE_AUCTION);
        set_step(t, 3); /* nothing was buried: the deck is empty */
        go_to(t, 5, EK_PHASE_AUCTION);
        assert_int_equal(ek_deck_count(&t->state), 0);
        assert_plants(t->state.market, PLANTS(5, 6, 7, 8, 9, 10));
        sit_out(t); /* 4.10c or 4.11 */
        assert_plants(t->state.market, PLANTS(6, 7, 8, 9, 10));
        skip_to(t, EK_PHASE_BUREAUCRACY);
        sit_out(t); /* 7.4 */
        assert_plants(t->state.market, PLANTS(7, 8, 9, 10));
        for (unsigned round = 0; round < 2; round++) {
            skip_to(t, EK_PHASE_BUREAUCRACY);
            sit_out(t);
        }
        assert_int_equal(t->state.market, 0);
        skip_to(t, EK_PHASE_BUREAUCRACY); /* the game continues without plants */
        sit_out(t);
        assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
    }
}

/* ---------------------------------------------------------------------------------- Benelux */

/* Four players buy the plants after the card until 50 is the smallest future plant. */
static void c14_fusion_is_ecological(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "benelux", 4, 0);
    set_market(t, PLANTS(35, 36, 38, 39, 40, 42, 46, 50));
    set_deck(t, 0);
    clear_under_deck(t);
    set_step(t, 2);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 35);
    buy_plant(t, 1, 36);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(38, 39, 40, 42));
    buy_plant(t, 2, 38);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(39, 40, 42, 46, 50));
    assert_int_equal(why(t, nominate(50, 50)), EK_REASON_OK);
}

/* With 11 drawn for the buried plant, 11 would be the smallest, which leaves: it stays. */
static void c14_benelux_takes_both_before_it_draws(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "benelux", 3, 0);
    set_market(t, PLANTS(14, 15, 16, 17, 20, 21, 24, 25));
    set_deck(t, 20);
    go_to(t, 5, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_plants(t->state.market, PLANTS(15, 16, 17, 20, 21, 24));
    draw(t, 11);
    draw(t, 12);
    assert_plants(t->state.market, PLANTS(11, 12, 15, 16, 17, 20, 21, 24));
}

/* -------------------------------------------------------------------- two players, recharged */

static void c14_two_players_of_recharged_play_to_7_and_18_with_three_plants(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 2, 0);
    assert_int_equal(t->rules.limit.step2_cities, 7);
    assert_int_equal(t->rules.limit.end_cities, 18);
    found_trust(t);
    give_plant(t, 0, 30);
    give_plant(t, 0, 31);
    give_plant(t, 0, 32);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, ek_smallest(t->state.market));
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_SCRAP);
    t = open_table(EK_CLASSIC, "germany", 2, 0);
    assert_int_equal(t->rules.limit.step2_cities, 10);
    assert_int_equal(t->rules.limit.end_cities, 21);
    assert_int_equal(t->rules.limit.max_plants, 4);
}

static void c14_trust_acts_after_either_player_s_purchase_or_a_pass(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 2, 0);
    found_trust(t);
    set_deck(t, 20);
    play(t, 0, nominate(4, 4));
    play(t, 1, bid(5));
    play(t, 0, pass_());
    draw(t, 30); /* the second player has bought: now, not after the first one's purchase */
    assert_non_null(find_event(t, EK_EVENT_TRUST_PLANT));
    draw_largest(t);
    go_to(t, 5, EK_PHASE_AUCTION);
    play(t, 0, pass_());
    assert_non_null(find_event(t, EK_EVENT_TRUST_PLANT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c14_bidding_goes_by_seat_not_by_order),
        cmocka_unit_test(c14_loser_of_an_auction_goes_on_in_the_phase),
        cmocka_unit_test(c14_discounted_plant_needs_one_elektro),
        cmocka_unit_test(c14_discount_does_not_move_to_another_plant),
        cmocka_unit_test(c14_step_3_card_is_no_plant_of_the_current_market),
        cmocka_unit_test(c14_order_is_determined_again_after_the_first_auction),
        cmocka_unit_test(c14_garbage_starts_at_6_in_recharged),
        cmocka_unit_test(c14_burnt_fuel_goes_to_the_supply),
        cmocka_unit_test(c14_scrapped_fuel_goes_to_the_supply),
        cmocka_unit_test(c14_wien_never_gets_garbage_for_nothing),
        cmocka_unit_test(c14_zero_cost_pairs_are_two_cities),
        cmocka_unit_test(c14_game_goes_on_to_the_end_of_the_building_phase),
        cmocka_unit_test(c14_no_income_in_the_last_round),
        cmocka_unit_test(c14_places_are_named_not_counted),
        cmocka_unit_test(c14_marks_and_trust_cities_are_nobody_s_own),
        cmocka_unit_test(c14_refill_comes_before_the_market_change),
        cmocka_unit_test(c14_18_and_19_cities_are_not_paid_as_20),
        cmocka_unit_test(c14_empty_deck_does_not_stop_the_removals),
        cmocka_unit_test(c14_fusion_is_ecological),
        cmocka_unit_test(c14_benelux_takes_both_before_it_draws),
        cmocka_unit_test(c14_two_players_of_recharged_play_to_7_and_18_with_three_plants),
        cmocka_unit_test(c14_trust_acts_after_either_player_s_purchase_or_a_pass),
    };
    return cmocka_run_group_tests_name("slips", tests, NULL, NULL);
}
