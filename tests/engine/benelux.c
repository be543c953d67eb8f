/* Benelux's plant market (rules.md 10.5): the ecological plant that is for sale early, and the
 * market change in which two plants are taken before two cards are drawn. */
#include "table.h"

/* 7 to 10 lie under the deck. */
#define MARKET PLANTS(3, 4, 5, 6, 20, 21, 24, 25)

static void assert_for_sale(const table *t, const uint8_t *plants)
{
    assert_plants(ek_current_market(&t->rules, &t->state), plants);
    assert_int_equal(
        ek_current_market(&t->rules, &t->state) & ek_future_market(&t->rules, &t->state), 0);
}

/* ------------------------------------------------------------------------ the plant on offer */

static table *open_market(enum ek_edition edition, const char *board, unsigned step,
                          const uint8_t *market)
{
    table *t = open_table(edition, board, 4, 0);
    set_market(t, market);
    set_step(t, step);
    go_to(t, 5, EK_PHASE_AUCTION);
    return t;
}

static void fifth_plant(enum ek_edition edition, unsigned step)
{
    table *t = open_market(edition, "benelux", step, PLANTS(3, 4, 5, 6, 13, 20, 21, 24));
    assert_for_sale(t, PLANTS(3, 4, 5, 6, 13));
    assert_int_equal(why(t, nominate(13, 13)), EK_REASON_OK);
    assert_int_equal(why(t, nominate(20, 20)), EK_REASON_FUTURE_MARKET);
}

static void c10_5_smallest_future_plant_is_for_sale_if_ecological(void **state)
{
    (void)state;
    for (unsigned step = 1; step <= 2; step++) {
        fifth_plant(EK_CLASSIC, step);
        fifth_plant(EK_RECHARGED, step);
    }
}

static void c10_5_other_boards_do_not_sell_it(void **state)
{
    (void)state;
    table *t = open_market(EK_CLASSIC, "germany", 1, PLANTS(3, 4, 5, 6, 13, 20, 21, 24));
    assert_for_sale(t, PLANTS(3, 4, 5, 6));
    assert_int_equal(why(t, nominate(13, 13)), EK_REASON_FUTURE_MARKET);
}

static void c10_5_at_most_this_one(void **state)
{
    (void)state;
    table *t = open_market(EK_CLASSIC, "benelux", 1, PLANTS(3, 4, 5, 6, 13, 18, 22, 24));
    assert_for_sale(t, PLANTS(3, 4, 5, 6, 13));
    assert_int_equal(why(t, nominate(18, 18)), EK_REASON_FUTURE_MARKET);
}

static void c10_5_only_if_it_is_the_smallest(void **state)
{
    (void)state;
    table *t = open_market(EK_RECHARGED, "benelux", 1, PLANTS(3, 4, 5, 6, 12, 13, 22, 24));
    assert_for_sale(t, PLANTS(3, 4, 5, 6));
}

static void c10_5_offer_is_looked_at_again_after_every_change(void **state)
{
    (void)state;
    table *t = open_market(EK_CLASSIC, "benelux", 1, PLANTS(3, 4, 5, 6, 18, 20, 21, 24));
    set_deck(t, 20);
    buy_plant(t, 0, 18);
    assert_for_sale(t, PLANTS(3, 4, 5, 6)); /* 20 is next, and no wind */
    draw(t, 22);
    assert_for_sale(t, PLANTS(3, 4, 5, 6));
    buy_plant(t, 1, 3);
    draw(t, 13);
    assert_for_sale(t, PLANTS(4, 5, 6, 13)); /* 13 is among the four */
    buy_plant(t, 2, 4);
    draw(t, 12);
    assert_for_sale(t, PLANTS(5, 6, 12, 13));
    buy_plant(t, 3, 5);
    draw(t, 11);
    assert_for_sale(t, PLANTS(6, 11, 12, 13));
}

/* A plant that was for sale can fall back when a smaller card comes up. */
static void c10_5_offer_ends_when_a_smaller_card_is_drawn(void **state)
{
    (void)state;
    table *t = open_market(EK_CLASSIC, "benelux", 1, PLANTS(3, 4, 5, 6, 13, 20, 21, 24));
    set_deck(t, 20);
    buy_plant(t, 0, 3);
    draw(t, 12);
    assert_for_sale(t, PLANTS(4, 5, 6, 12, 13));
    buy_plant(t, 1, 4);
    draw(t, 11);
    assert_for_sale(t, PLANTS(5, 6, 11, 12, 13));
    buy_plant(t, 2, 13);
    draw(t, 15);
    assert_for_sale(t, PLANTS(5, 6, 11, 12));
}

static void c10_5_no_offer_in_step_3(void **state)
{
    (void)state;
    table *t = open_market(EK_CLASSIC, "benelux", 3, PLANTS(20, 21, 22, 24, 27, 29, 30, 33));
    assert_int_equal(ek_future_market(&t->rules, &t->state), 0);
    assert_int_equal(ek_size(ek_current_market(&t->rules, &t->state)), 6);
}

/* ----------------------------------------------------------------------- the market change */

/* A table of three about to earn in round 5, with this many cards before the Step 3 card. */
static table *before_change(enum ek_edition edition, unsigned step, unsigned cards,
                            const uint8_t *market)
{
    table *t = open_before_card(edition, "benelux", step, market, EK_PHASE_BUREAUCRACY);
    t->state.deck_socket = (uint8_t)cards;
    if (edition == EK_RECHARGED && cards)
        t->state.top_back = EK_BACK_SOCKET;
    assert_lawful(t);
    return t;
}

static void two_out_two_in(enum ek_edition edition, unsigned step)
{
    table *t = before_change(edition, step, 10, MARKET);
    sit_out(t);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 25);
    assert_true(was_removed(t, 3, EK_REMOVAL_MARKET_CHANGE));
    assert_null(find_event(t, EK_EVENT_PLANT_DRAWN)); /* both are taken first */
    draw(t, 30);
    assert_true(ek_card_awaited(&t->state));
    draw(t, 16);
    assert_plants(t->state.market, PLANTS(4, 5, 6, 16, 20, 21, 24, 30));
    assert_true(ek_has(t->state.buried, 25));
    assert_true(ek_has(t->state.removed, 3));
    assert_int_equal(t->state.round, 6);
}

static void c10_5_largest_and_smallest_go_then_two_cards_come(void **state)
{
    (void)state;
    for (unsigned step = 1; step <= 2; step++) {
        two_out_two_in(EK_CLASSIC, step);
        two_out_two_in(EK_RECHARGED, step);
    }
}

/* The same when the generator turns up the cards, without a pause in between. */
static void c10_5_both_are_taken_first_with_a_seed_too(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        table *t = before_change(EK_CLASSIC, 1, 10, PLANTS(14, 15, 16, 17, 20, 21, 24, 25));
        ek_reseed(&t->rules, &t->state, seed, &t->events);
        sit_out(t);
        assert_true(was_removed(t, 14, EK_REMOVAL_MARKET_CHANGE));
        assert_int_equal(count_events(t, EK_EVENT_PLANT_DRAWN), 2);
        assert_true(event_index(t, EK_EVENT_PLANT_BURIED) < event_index(t, EK_EVENT_PLANT_DRAWN));
        assert_true(event_index(t, EK_EVENT_PLANT_REMOVED) < event_index(t, EK_EVENT_PLANT_DRAWN));
    }
}

static void c10_5_other_boards_lose_one_only(void **state)
{
    (void)state;
    table *t = open_before_card(EK_CLASSIC, "germany", 1, MARKET, EK_PHASE_BUREAUCRACY);
    t->state.deck_socket = 10;
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    draw(t, 30);
    assert_int_equal(t->state.round, 6);
}

/* A card smaller than all others does not leave: the smallest was removed before. */
static void c10_5_a_small_card_drawn_stays(void **state)
{
    (void)state;
    table *t = before_change(EK_CLASSIC, 1, 10, PLANTS(14, 15, 16, 17, 20, 21, 24, 25));
    sit_out(t);
    assert_true(was_removed(t, 14, EK_REMOVAL_MARKET_CHANGE));
    draw(t, 11);
    draw(t, 12);
    assert_plants(t->state.market, PLANTS(11, 12, 15, 16, 17, 20, 21, 24));
}

static void c10_5_step_3_removes_the_smallest_only(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "benelux", 3, 0);
    set_market(t, PLANTS(3, 4, 20, 21, 22, 24, 25, 26));
    set_step(t, 3);
    go_to(t, 5, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_true(was_removed(t, 20, EK_REMOVAL_MARKET_CHANGE));
    assert_null(find_event(t, EK_EVENT_PLANT_BURIED));
    draw(t, 10);
    assert_plants(t->state.market, PLANTS(10, 21, 22, 24, 25, 26));
    assert_int_equal(t->state.round, 6);
}

static void c10_5_c4_12_obsolete_cards_are_replaced_as_they_are_drawn(void **state)
{
    (void)state;
    table *t = before_change(EK_CLASSIC, 2, 10, PLANTS(20, 21, 22, 24, 25, 26, 28, 29));
    t->state.unseen |= ek_bit(7) | ek_bit(8);
    t->state.buried &= ~(ek_bit(7) | ek_bit(8));
    give_cities(t, 0, 8);
    sit_out(t);
    draw(t, 7);
    assert_true(was_removed(t, 7, EK_REMOVAL_OBSOLETE));
    draw(t, 30);
    draw(t, 8);
    assert_true(was_removed(t, 8, EK_REMOVAL_OBSOLETE));
    assert_int_equal(t->state.round, 5);
    draw(t, 31);
    assert_plants(t->state.market, PLANTS(21, 22, 24, 25, 26, 28, 30, 31));
    assert_int_equal(t->state.round, 6);
}

/* ------------------------------------------------------------ 4.10c and the smallest plant */

/* Round 5 from its auction on: the discounted plant stays unsold or is sold. */
static table *auction_then_change(bool sold)
{
    table *t = open_table(EK_RECHARGED, "benelux", 3, 0);
    set_market(t, MARKET);
    set_deck(t, 20);
    go_to(t, 5, EK_PHASE_AUCTION);
    if (sold)
        buy_plant(t, 0, 3);
    draw_largest(t);
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    return t;
}

static void c10_5_c4_10c_smallest_stays_after_an_unsold_discount(void **state)
{
    (void)state;
    table *t = auction_then_change(false);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 50); /* drawn for 3 */
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    draw(t, 30);
    assert_plants(t->state.market, PLANTS(4, 5, 6, 20, 21, 24, 25, 30));
    assert_int_equal(t->state.round, 6);
    skip_to(t, EK_PHASE_RESOURCES); /* unsold again, so it stays again */
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
}

static void c10_5_c4_10c_smallest_leaves_after_a_sold_discount(void **state)
{
    (void)state;
    table *t = auction_then_change(true);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 50);
    assert_true(was_removed(t, 4, EK_REMOVAL_MARKET_CHANGE));
}

/* "This round": an unsold discount of the round before does not count. */
static void c10_5_c4_10c_of_the_round_before_does_not_count(void **state)
{
    (void)state;
    table *t = auction_then_change(false);
    draw(t, 30);
    buy_plant(t, 0, 4);
    draw_largest(t);
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_true(was_removed(t, 5, EK_REMOVAL_MARKET_CHANGE));
}

/* -------------------------------------------------------------------- the Step 3 card in it */

static void card_comes_first(enum ek_edition edition)
{
    table *t = before_change(edition, 2, 0, MARKET);
    sit_out(t);
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    assert_int_equal(find_event(t, EK_EVENT_DECK_SHUFFLED)->n, 5); /* 25 is among them */
    assert_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_plants(ek_card_awaited(&t->state), PLANTS(7, 8, 9, 10, 25));
    draw(t, 9);
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(5, 6, 9, 20, 21, 24));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(t->state.round, 6);
}

static void c10_5_c9_3c_card_is_the_first_of_the_two(void **state)
{
    (void)state;
    card_comes_first(EK_CLASSIC);
    card_comes_first(EK_RECHARGED);
}

static void card_comes_second(enum ek_edition edition)
{
    table *t = before_change(edition, 2, 1, MARKET);
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    draw(t, 30);
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(5, 6, 20, 21, 24, 30));
    assert_plants(t->state.unseen, PLANTS(7, 8, 9, 10, 25));
    assert_int_equal(t->state.step, 3);
}

static void c10_5_c9_3c_card_is_the_second_of_the_two(void **state)
{
    (void)state;
    card_comes_second(EK_CLASSIC);
    card_comes_second(EK_RECHARGED);
}

/* Both are drawn first: the second may be the smallest plant, which leaves with the card. */
static void c10_5_c9_3c_second_card_may_leave_with_the_first(void **state)
{
    (void)state;
    table *t = before_change(EK_CLASSIC, 2, 0, PLANTS(14, 15, 16, 17, 20, 21, 24, 25));
    sit_out(t);
    draw(t, 10);
    assert_true(was_removed(t, 10, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(15, 16, 17, 20, 21, 24));
}

static void c10_5_c9_3c_after_an_unsold_discount_the_card_is_the_only_draw(void **state)
{
    (void)state;
    table *t = before_change(EK_RECHARGED, 2, 0, MARKET);
    t->state.discount_expired = 1;
    sit_out(t);
    assert_true(was_removed(t, 3, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(4, 5, 6, 20, 21, 24));
    assert_int_equal(t->state.step, 3);
}

/* Recharged in Step 1: two cards, then 9.2 with its replacement, then the card leaves. */
static void c10_5_c9_4_card_in_step_1(void **state)
{
    (void)state;
    table *t = before_change(EK_RECHARGED, 1, 0, MARKET);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 2); /* 9.5: Step 1's column; 3 in Step 2 */
    draw(t, 10);
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP2_BEGINS));
    draw(t, 8);
    assert_true(was_removed(t, 5, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(6, 8, 10, 20, 21, 24));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(t->state.round, 6);
}

static void c10_5_c9_3c_only_the_buried_plant_comes_after_the_card(void **state)
{
    (void)state;
    table *t = before_change(EK_CLASSIC, 2, 0, MARKET);
    clear_under_deck(t);
    sit_out(t);
    assert_plants(ek_card_awaited(&t->state), PLANTS(25));
    draw(t, 25);
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(5, 6, 20, 21, 24, 25));
    assert_int_equal(ek_deck_count(&t->state), 0);
}

/* 9.3d: the market has its six plants already, so neither of the two leaves this round. */
static void c10_5_c9_3d_no_market_change_after_the_card_of_step_2(void **state)
{
    (void)state;
    table *t = open_before_card(EK_RECHARGED, "benelux", 1, MARKET, EK_PHASE_BUILDING);
    give_cities(t, 0, 7);
    sit_out(t);
    assert_plants(t->state.market, PLANTS(5, 6, 20, 21, 24, 25));
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_null(find_event(t, EK_EVENT_PLANT_BURIED));
    assert_int_equal(t->state.step, 3);
}

/* 2.9 with two cards to draw: the Step 3 card is neither of them. */
static void c10_5_c2_9_first_game_draws_two_plants(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "benelux", 3, EK_FIRST_GAME);
    set_market(t, MARKET);
    set_deck(t, 1);
    go_to(t, 5, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    draw(t, 30);
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_plants(ek_card_awaited(&t->state), PLANTS(7, 8, 9, 10, 25));
    draw(t, 8);
    assert_plants(t->state.market, PLANTS(4, 5, 6, 8, 20, 21, 24, 30));
    assert_int_equal(t->state.step, 1);
    assert_int_equal(t->state.round, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c10_5_smallest_future_plant_is_for_sale_if_ecological),
        cmocka_unit_test(c10_5_other_boards_do_not_sell_it),
        cmocka_unit_test(c10_5_at_most_this_one),
        cmocka_unit_test(c10_5_only_if_it_is_the_smallest),
        cmocka_unit_test(c10_5_offer_is_looked_at_again_after_every_change),
        cmocka_unit_test(c10_5_offer_ends_when_a_smaller_card_is_drawn),
        cmocka_unit_test(c10_5_no_offer_in_step_3),
        cmocka_unit_test(c10_5_largest_and_smallest_go_then_two_cards_come),
        cmocka_unit_test(c10_5_both_are_taken_first_with_a_seed_too),
        cmocka_unit_test(c10_5_other_boards_lose_one_only),
        cmocka_unit_test(c10_5_a_small_card_drawn_stays),
        cmocka_unit_test(c10_5_step_3_removes_the_smallest_only),
        cmocka_unit_test(c10_5_c4_12_obsolete_cards_are_replaced_as_they_are_drawn),
        cmocka_unit_test(c10_5_c4_10c_smallest_stays_after_an_unsold_discount),
        cmocka_unit_test(c10_5_c4_10c_smallest_leaves_after_a_sold_discount),
        cmocka_unit_test(c10_5_c4_10c_of_the_round_before_does_not_count),
        cmocka_unit_test(c10_5_c9_3c_card_is_the_first_of_the_two),
        cmocka_unit_test(c10_5_c9_3c_card_is_the_second_of_the_two),
        cmocka_unit_test(c10_5_c9_3c_second_card_may_leave_with_the_first),
        cmocka_unit_test(c10_5_c9_3c_after_an_unsold_discount_the_card_is_the_only_draw),
        cmocka_unit_test(c10_5_c9_4_card_in_step_1),
        cmocka_unit_test(c10_5_c9_3c_only_the_buried_plant_comes_after_the_card),
        cmocka_unit_test(c10_5_c9_3d_no_market_change_after_the_card_of_step_2),
        cmocka_unit_test(c10_5_c2_9_first_game_draws_two_plants),
    };
    return cmocka_run_group_tests_name("benelux", tests, NULL, NULL);
}
