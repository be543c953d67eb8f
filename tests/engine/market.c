/* The plant market in and around the auction: replacement, discount, plants without a buyer and
 * plants that have become obsolete (rules.md 4.7, 4.10 to 4.12). */
#include "table.h"

/* The card on top may be any that is not in sight. */
static void forget_top(table *t)
{
    t->state.deck_top = 0;
    t->state.top_back = EK_BACK_UNKNOWN;
    assert_lawful(t);
}

/* An auction of round 3 among four with this market. */
static table *open_market(enum ek_edition edition, const uint8_t *plants)
{
    table *t = open_table(edition, "germany", 4, 0);
    set_market(t, plants);
    forget_top(t);
    go_to(t, 3, EK_PHASE_AUCTION);
    return t;
}

/* ------------------------------------------------------------------------------- replacement */

static void c4_7_one_card_replaces_the_plant_at_once(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_market(edition, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
        buy_plant(t, 0, 16);
        assert_true(ek_card_awaited(&t->state) != 0); /* before anybody nominates */
        assert_int_equal(ek_why(&t->rules, &t->state, 1, pass_()), EK_REASON_CARD_AWAITED);
        draw(t, 30);
        assert_int_equal(ek_card_awaited(&t->state), 0);
        assert_int_equal(ek_to_move(&t->state), 1);
        assert_plants(t->state.market, PLANTS(15, 17, 18, 19, 20, 21, 22, 30));
    }
}

static void c4_7_the_market_is_sorted_and_the_four_smallest_are_current(void **state)
{
    table *t = open_market(EK_CLASSIC, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    buy_plant(t, 0, 15);
    draw(t, 30); /* the fifth moves up */
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(16, 17, 18, 19));
    assert_plants(ek_future_market(&t->rules, &t->state), PLANTS(20, 21, 22, 30));
    assert_int_equal(why(t, nominate(19, 19)), EK_REASON_OK);
    buy_plant(t, 1, 18);
    draw(t, 11); /* the smallest: it is for sale at once */
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(11, 16, 17, 19));
    assert_int_equal(why(t, nominate(11, 11)), EK_REASON_OK);
    buy_plant(t, 2, 11);
    draw(t, 14);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(14, 16, 17, 19));
    assert_int_equal(why(t, nominate(20, 20)), EK_REASON_FUTURE_MARKET);
}

static void c4_7_the_card_comes_after_scrapping_and_returning(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    give_plant(t, 0, 3);
    give_plant(t, 0, 4);
    give_plant(t, 0, 12);
    give_fuel(t, 0, EK_COAL, 6);
    give_fuel(t, 0, EK_OIL, 6);
    set_market(t, PLANTS(29, 30, 31, 32, 33, 34, 35, 36));
    go_to(t, 3, EK_PHASE_AUCTION);
    buy_plant(t, 0, 29);
    assert_int_equal(ek_size(t->state.market), 7);
    assert_int_equal(ek_card_awaited(&t->state), 0);
    play(t, 0, scrap(12));
    assert_int_equal(ek_card_awaited(&t->state), 0);
    play(t, 0, give_back(1, 1));
    assert_true(ek_card_awaited(&t->state) != 0);
}

static void c4_7_by_the_generator_the_card_comes_with_the_purchase(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    ek_reseed(&t->rules, &t->state, 1, NULL);
    buy_plant(t, 0, 4);
    assert_true(event_index(t, EK_EVENT_PLANT_BOUGHT) < event_index(t, EK_EVENT_PLANT_DRAWN));
    assert_int_equal(count_events(t, EK_EVENT_PLANT_DRAWN), 1);
    assert_int_equal(ek_size(t->state.market), 8);
}

static void c4_7_without_a_deck_nothing_replaces_it(void **state)
{
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    (void)state;
    set_step(t, 3);
    go_to(t, 9, EK_PHASE_AUCTION);
    const unsigned plants = ek_size(t->state.market);
    buy_plant(t, 0, ek_largest(t->state.market));
    assert_int_equal(ek_to_move(&t->state), 1);
    assert_int_equal(ek_size(t->state.market), plants - 1);
}

/* --------------------------------------------------------------------------------- discount */

static void c4_10_the_token_goes_on_the_smallest_plant(void **state)
{
    table *t = open_table(EK_RECHARGED, "germany", 4, 0);
    (void)state;
    assert_int_equal(t->state.discount, 3); /* round 1 */
    assert_int_equal(ek_minimum_bid(&t->state, 3), 1);
    assert_int_equal(ek_minimum_bid(&t->state, 4), 4);
    t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    go_to(t, 3, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    draw(t, 26);
    assert_int_equal(t->state.round, 4);
    assert_int_equal(find_event(t, EK_EVENT_DISCOUNT_PLACED)->a, 15);
    assert_true(event_index(t, EK_EVENT_PHASE_BEGINS) < event_index(t, EK_EVENT_DISCOUNT_PLACED));
    assert_int_equal(t->state.discount, 15);
}

static void c4_10_in_step_3_too(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    set_step(t, 3);
    go_to(t, 9, EK_PHASE_BUREAUCRACY);
    sit_out(t); /* 17 is the smallest of six and leaves (7.4) */
    draw_largest(t);
    assert_int_equal(t->state.discount, 10); /* 3 to 10 are the new deck */
    assert_int_equal(ek_minimum_bid(&t->state, 10), 1);
    assert_int_equal(why(t, nominate(10, 1)), EK_REASON_OK);
}

static void c4_10_not_in_classic(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 4, 0);
    (void)state;
    assert_int_equal(t->state.discount, 0);
    go_to(t, 2, EK_PHASE_AUCTION);
    assert_int_equal(t->state.discount, 0);
    assert_int_equal(ek_minimum_bid(&t->state, 3), 3);
}

static void c4_10a_bought_the_token_goes_aside(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    buy_plant(t, 0, 15);
    assert_int_equal(t->state.owner[0].money, 49);
    assert_int_equal(find_event(t, EK_EVENT_DISCOUNT_ENDED)->a, 15);
    assert_int_equal(t->state.discount, 0);
    draw(t, 12); /* a smaller card is nothing special any more */
    assert_true(ek_has(t->state.market, 12));
    assert_int_equal(t->state.discount, 0); /* and gets no token */
    assert_int_equal(ek_minimum_bid(&t->state, 12), 12);
    assert_int_equal(ek_minimum_bid(&t->state, 16), 16);
    sit_out(t); /* nothing left to happen at the end (4.10c) */
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
}

static void c4_10a_only_its_own_sale_ends_it(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    buy_plant(t, 0, 16);
    assert_null(find_event(t, EK_EVENT_DISCOUNT_ENDED));
    draw(t, 30);
    assert_int_equal(t->state.discount, 15);
    play(t, 1, nominate(15, 1));
    play(t, 2, bid(5)); /* others may bid it up */
    play(t, 3, pass_());
    play(t, 1, pass_());
    assert_int_equal(t->state.owner[2].money, 45);
    assert_int_equal(t->state.discount, 0);
}

static void c4_10b_the_smaller_card_leaves_with_the_token(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    buy_plant(t, 0, 18);
    draw(t, 12);
    assert_true(was_removed(t, 12, EK_REMOVAL_BELOW_DISCOUNT));
    assert_true(ek_has(t->state.removed, 12));
    assert_int_equal(find_event(t, EK_EVENT_DISCOUNT_ENDED)->a, 15);
    assert_int_equal(t->state.discount, 0);
    assert_true(ek_has(t->state.market, 15)); /* the plant stays, at its number */
    assert_int_equal(ek_minimum_bid(&t->state, 15), 15);
    assert_true(ek_card_awaited(&t->state) != 0); /* another card at once */
    draw(t, 30);
    assert_plants(t->state.market, PLANTS(15, 16, 17, 19, 20, 21, 22, 30));
    assert_int_equal(why(t, nominate(15, 14)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(why(t, nominate(15, 15)), EK_REASON_OK);
}

static void c4_10b_the_next_card_enters_whatever_it_is(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    buy_plant(t, 0, 18);
    draw(t, 12);
    draw(t, 11); /* smaller than both */
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_plants(t->state.market, PLANTS(11, 15, 16, 17, 19, 20, 21, 22));
    assert_int_equal(ek_minimum_bid(&t->state, 11), 11);
    buy_plant(t, 1, 16);
    draw(t, 13); /* and so does every later one */
    assert_true(ek_has(t->state.market, 13));
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED)); /* no 4.10c */
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c4_10b_the_next_card_may_be_the_step3_card(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    t->state.deck_plug = 1;
    t->state.deck_socket = 0;
    t->state.top_back = EK_BACK_PLUG;
    assert_lawful(t);
    buy_plant(t, 0, 18);
    draw(t, 12);
    assert_true(was_removed(t, 12, EK_REMOVAL_BELOW_DISCOUNT));
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    assert_true(t->state.market & EK_STEP3_CARD);
    assert_int_equal(ek_to_move(&t->state), 1);
}

static void c4_10b_a_larger_card_changes_nothing(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(12, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    buy_plant(t, 0, 18);
    draw(t, 13); /* second smallest */
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_int_equal(t->state.discount, 12);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(12, 13, 16, 17));
    assert_int_equal(why(t, nominate(12, 1)), EK_REASON_OK);
}

static void c4_10b_in_step_3_too(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(8, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    set_step(t, 3); /* 3 to 7, 9 and 10 are the deck; 17 to 22 the market */
    go_to(t, 9, EK_PHASE_AUCTION);
    assert_int_equal(t->state.discount, 17);
    buy_plant(t, 0, 22);
    draw(t, 10);
    assert_true(was_removed(t, 10, EK_REMOVAL_BELOW_DISCOUNT));
    draw(t, 9);
    assert_plants(t->state.market, PLANTS(9, 17, 18, 19, 20, 21));
}

static void c4_10c_unsold_the_plant_leaves_and_is_replaced(void **state)
{
    table *t = open_market(EK_RECHARGED, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    sit_out(t);
    assert_true(was_removed(t, 15, EK_REMOVAL_UNSOLD_DISCOUNT));
    assert_int_equal(count_events(t, EK_EVENT_PLANT_REMOVED), 1); /* and no other (4.11) */
    assert_true(ek_has(t->state.removed, 15));
    assert_true(ek_card_awaited(&t->state) != 0);
    draw(t, 12); /* the token is gone: any plant enters */
    assert_plants(t->state.market, PLANTS(12, 16, 17, 18, 19, 20, 21, 22));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_int_equal(t->state.discount, 0);
}

static void c4_10c_also_when_other_plants_were_bought(void **state)
{
    table *t = open_table(EK_RECHARGED, "usa", 3, 0); /* round 1 */
    (void)state;
    for (unsigned seat = 0; seat < 3; seat++) {
        buy_plant(t, seat, 4 + seat);
        draw(t, seat == 0 ? 11 : 40 - seat * 2);
    }
    assert_true(was_removed(t, 3, EK_REMOVAL_UNSOLD_DISCOUNT));
    draw_largest(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_int_equal(ek_smallest(t->state.market), 7);
}

static void c4_10c_in_step_3_without_a_deck_it_just_leaves(void **state)
{
    table *t = open_table(EK_RECHARGED, "usa", 3, 0);
    (void)state;
    set_step(t, 3); /* 5 to 10 */
    go_to(t, 9, EK_PHASE_AUCTION);
    sit_out(t);
    assert_true(was_removed(t, 5, EK_REMOVAL_UNSOLD_DISCOUNT));
    assert_plants(t->state.market, PLANTS(6, 7, 8, 9, 10));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

/* -------------------------------------------------------------------------- no plant bought */

static void c4_11_nobody_bought_the_smallest_leaves_and_is_replaced(void **state)
{
    table *t = open_market(EK_CLASSIC, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    sit_out(t);
    assert_true(was_removed(t, 15, EK_REMOVAL_NOBODY_BOUGHT));
    assert_int_equal(count_events(t, EK_EVENT_PLANT_REMOVED), 1);
    draw(t, 12);
    assert_plants(t->state.market, PLANTS(12, 16, 17, 18, 19, 20, 21, 22));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c4_11_not_when_somebody_bought(void **state)
{
    table *t = open_market(EK_CLASSIC, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    play(t, 0, pass_());
    play(t, 1, pass_());
    play(t, 2, pass_());
    buy_plant(t, 3, 17); /* one of four is enough */
    draw_largest(t);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_true(ek_has(t->state.market, 15));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c4_11_in_step_3_too(void **state)
{
    table *t = open_table(EK_CLASSIC, "usa", 3, 0);
    (void)state;
    set_step(t, 3); /* 5 to 10, no deck */
    go_to(t, 9, EK_PHASE_AUCTION);
    sit_out(t);
    assert_true(was_removed(t, 5, EK_REMOVAL_NOBODY_BOUGHT));
    assert_plants(t->state.market, PLANTS(6, 7, 8, 9, 10));
}

/* ------------------------------------------------------------------------------- obsolete */

static void c4_12_a_card_drawn_in_the_auction_leaves_again(void **state)
{
    table *t = open_market(EK_CLASSIC, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    give_cities(t, 3, 12); /* any player, not the buyer */
    give_cities(t, 0, 3);
    buy_plant(t, 0, 16);
    draw(t, 12); /* as many as the cities */
    assert_true(was_removed(t, 12, EK_REMOVAL_OBSOLETE));
    assert_true(ek_card_awaited(&t->state) != 0);
    draw(t, 11);
    assert_true(was_removed(t, 11, EK_REMOVAL_OBSOLETE));
    draw(t, 13); /* one more than the cities */
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_plants(t->state.market, PLANTS(13, 15, 17, 18, 19, 20, 21, 22));
    assert_int_equal(ek_to_move(&t->state), 1);
}

/* Seat 3 owns this many cities and builds one more. */
static table *build_one_more(enum ek_edition edition, unsigned cities)
{
    table *t = open_table(edition, "germany", 4, 0);
    give_plant(t, 1, 3);
    set_market(t, PLANTS(4, 5, 6, 7, 8, 9, 10, 11));
    forget_top(t);
    give_cities(t, 3, cities);
    set_money(t, 3, 500);
    go_to(t, 3, EK_PHASE_BUILDING);
    list(t);
    play(t, 3, t->moves[1]);
    return t;
}

static void c4_12_a_plant_of_the_market_leaves_after_a_house(void **state)
{
    table *t = build_one_more(EK_CLASSIC, 3);
    (void)state;
    assert_true(was_removed(t, 4, EK_REMOVAL_OBSOLETE));
    assert_false(was_removed(t, 5, EK_REMOVAL_OBSOLETE));
    draw(t, 30);
    assert_plants(t->state.market, PLANTS(5, 6, 7, 8, 9, 10, 11, 30));
    assert_plants(t->state.owner[1].plants, PLANTS(3)); /* owned plants stay */
    assert_int_equal(ek_to_move(&t->state), 3);         /* continues building */
}

static void c4_12_repeated_until_none_is_left(void **state)
{
    table *t = build_one_more(EK_CLASSIC, 10);
    unsigned left = 0;
    (void)state;
    /* 4 to 11 are obsolete, future market or not; 12 and 13 are not. */
    for (unsigned plant = 32; ek_card_awaited(&t->state) && plant > 20; plant--) {
        left += count_events(t, EK_EVENT_PLANT_REMOVED);
        draw(t, plant);
    }
    assert_int_equal(left, 8);
    assert_plants(t->state.market, PLANTS(25, 26, 27, 28, 29, 30, 31, 32));
    assert_int_equal(ek_to_move(&t->state), 3);
}

static void c4_12_in_step_2_and_cards_just_drawn_included(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 4, 0);
    (void)state;
    set_step(t, 2);
    set_market(t, PLANTS(12, 16, 17, 18, 19, 20, 21, 22));
    forget_top(t);
    give_cities(t, 3, 12);
    set_money(t, 3, 500);
    go_to(t, 5, EK_PHASE_BUILDING);
    list(t);
    play(t, 3, t->moves[1]); /* the thirteenth; 12 was overdue */
    assert_true(was_removed(t, 12, EK_REMOVAL_OBSOLETE));
    draw(t, 13);
    assert_true(was_removed(t, 13, EK_REMOVAL_OBSOLETE));
    draw(t, 14);
    assert_plants(t->state.market, PLANTS(14, 16, 17, 18, 19, 20, 21, 22));
    assert_int_equal(ek_to_move(&t->state), 3);
}

static void c4_12_in_the_market_change_too(void **state)
{
    table *t = open_market(EK_CLASSIC, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    give_cities(t, 2, 14);
    set_step(t, 2);
    go_to(t, 3, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    draw(t, 14);
    assert_true(was_removed(t, 14, EK_REMOVAL_OBSOLETE));
    draw(t, 23);
    assert_plants(t->state.market, PLANTS(15, 16, 17, 18, 19, 20, 21, 23));
}

static void c4_12_not_in_recharged(void **state)
{
    table *t = build_one_more(EK_RECHARGED, 10);
    (void)state;
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_plants(t->state.market, PLANTS(4, 5, 6, 7, 8, 9, 10, 11));
    give_cities(t, 3, 2);
    go_to(t, 3, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    draw(t, 12); /* nor do thirteen cities matter to a card that is drawn */
    assert_true(ek_has(t->state.market, 12));
}

static void c4_12_the_replacement_of_an_unwanted_plant_too(void **state)
{
    table *t = open_market(EK_CLASSIC, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    (void)state;
    give_cities(t, 1, 13);
    sit_out(t); /* 4.11 */
    draw(t, 13);
    assert_true(was_removed(t, 13, EK_REMOVAL_OBSOLETE));
    draw(t, 14);
    assert_plants(t->state.market, PLANTS(14, 16, 17, 18, 19, 20, 21, 22));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_7_one_card_replaces_the_plant_at_once),
        cmocka_unit_test(c4_7_the_market_is_sorted_and_the_four_smallest_are_current),
        cmocka_unit_test(c4_7_the_card_comes_after_scrapping_and_returning),
        cmocka_unit_test(c4_7_by_the_generator_the_card_comes_with_the_purchase),
        cmocka_unit_test(c4_7_without_a_deck_nothing_replaces_it),
        cmocka_unit_test(c4_10_the_token_goes_on_the_smallest_plant),
        cmocka_unit_test(c4_10_in_step_3_too),
        cmocka_unit_test(c4_10_not_in_classic),
        cmocka_unit_test(c4_10a_bought_the_token_goes_aside),
        cmocka_unit_test(c4_10a_only_its_own_sale_ends_it),
        cmocka_unit_test(c4_10b_the_smaller_card_leaves_with_the_token),
        cmocka_unit_test(c4_10b_the_next_card_enters_whatever_it_is),
        cmocka_unit_test(c4_10b_the_next_card_may_be_the_step3_card),
        cmocka_unit_test(c4_10b_a_larger_card_changes_nothing),
        cmocka_unit_test(c4_10b_in_step_3_too),
        cmocka_unit_test(c4_10c_unsold_the_plant_leaves_and_is_replaced),
        cmocka_unit_test(c4_10c_also_when_other_plants_were_bought),
        cmocka_unit_test(c4_10c_in_step_3_without_a_deck_it_just_leaves),
        cmocka_unit_test(c4_11_nobody_bought_the_smallest_leaves_and_is_replaced),
        cmocka_unit_test(c4_11_not_when_somebody_bought),
        cmocka_unit_test(c4_11_in_step_3_too),
        cmocka_unit_test(c4_12_a_card_drawn_in_the_auction_leaves_again),
        cmocka_unit_test(c4_12_a_plant_of_the_market_leaves_after_a_house),
        cmocka_unit_test(c4_12_repeated_until_none_is_left),
        cmocka_unit_test(c4_12_in_step_2_and_cards_just_drawn_included),
        cmocka_unit_test(c4_12_in_the_market_change_too),
        cmocka_unit_test(c4_12_not_in_recharged),
        cmocka_unit_test(c4_12_the_replacement_of_an_unwanted_plant_too),
    };
    return cmocka_run_group_tests_name("the plant market", tests, NULL, NULL);
}
