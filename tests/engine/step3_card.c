/* The Step 3 card (rules.md 9.3): every kind of draw has a test. */
#include "table.h"

/* Four small plants for sale and four large ones to come; 7 to 10 lie under the deck. */
#define MARKET PLANTS(3, 4, 5, 6, 20, 21, 22, 23)
/* Plants that no network of these tests makes obsolete; 3 to 10 lie under the deck. */
#define LARGE PLANTS(20, 21, 22, 23, 25, 26, 28, 30)

static table *before_card(enum ek_edition edition, unsigned step, const uint8_t *market,
                          enum ek_phase phase)
{
    return open_before_card(edition, "germany", step, market, phase);
}

static void assert_card_lies(const table *t)
{
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    assert_non_null(find_event(t, EK_EVENT_DECK_SHUFFLED));
    assert_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_true(ek_future_market(&t->rules, &t->state) & EK_STEP3_CARD);
}

/* The card has left with this plant, and neither is replaced. */
static void assert_card_left(const table *t, unsigned plant)
{
    assert_true(was_removed(t, plant, EK_REMOVAL_STEP3_BEGINS));
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_false(t->state.market & EK_STEP3_CARD);
    assert_int_equal(ek_card_awaited(&t->state), 0);
}

/* ------------------------------------------------------------- 9.3a: the card in the auction */

/* Seat 0 buys 4 in Step 2 and the Step 3 card replaces it. */
static table *card_replaces_purchase(enum ek_edition edition, unsigned step)
{
    table *t = before_card(edition, step, MARKET, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    return t;
}

static void card_lies_as_the_largest(enum ek_edition edition)
{
    table *t = card_replaces_purchase(edition, 2);
    assert_card_lies(t);
    assert_int_equal(find_event(t, EK_EVENT_DECK_SHUFFLED)->n, 4);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(3, 5, 6, 20));
    assert_plants(ek_future_market(&t->rules, &t->state), PLANTS(21, 22, 23));
    assert_int_equal(why(t, nominate(21, 21)), EK_REASON_FUTURE_MARKET);
    assert_int_equal(why(t, nominate(63, 63)), EK_REASON_NO_SUCH_PLANT);
    assert_int_equal(t->state.step, 2);
}

static void c9_3a_card_lies_as_the_largest_of_the_future_market(void **state)
{
    (void)state;
    card_lies_as_the_largest(EK_CLASSIC);
    card_lies_as_the_largest(EK_RECHARGED);
}

static void c9_3a_auctions_go_on_from_the_shuffled_deck(void **state)
{
    (void)state;
    table *t = card_replaces_purchase(EK_CLASSIC, 2);
    buy_plant(t, 1, 5);
    assert_plants(ek_card_awaited(&t->state), PLANTS(7, 8, 9, 10));
    draw(t, 9);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(3, 6, 9, 20));
    assert_int_equal(t->state.step, 2);
    play(t, 2, pass_());
    assert_card_left(t, 3);
    assert_int_equal(count_events(t, EK_EVENT_PLANT_REMOVED), 1);
    assert_plants(t->state.market, PLANTS(6, 9, 20, 21, 22, 23));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_int_equal(find_event(t, EK_EVENT_STEP_BEGINS)->a, 3);
}

/* Plants not seen before the card were out of the game from the start. */
static void c9_3a_only_buried_plants_come_after_the_card(void **state)
{
    (void)state;
    table *t = card_replaces_purchase(EK_CLASSIC, 2);
    buy_plant(t, 1, 5);
    assert_int_equal(ek_draw(&t->rules, &t->state, 30, NULL), EK_REASON_CARD_NOT_IN_DECK);
    assert_int_equal(ek_draw(&t->rules, &t->state, 4, NULL), EK_REASON_CARD_NOT_IN_DECK);
    assert_int_equal(ek_draw(&t->rules, &t->state, 63, NULL), EK_REASON_NO_SUCH_PLANT);
    assert_int_equal(ek_apply(&t->rules, &t->state, pass_(), NULL), EK_REASON_CARD_AWAITED);
    draw(t, 9);
    assert_int_equal(ek_draw(&t->rules, &t->state, 10, NULL), EK_REASON_NO_CARD_AWAITED);
}

static void c9_3a_card_leaves_after_the_unsold_discount(void **state)
{
    (void)state;
    table *t = card_replaces_purchase(EK_RECHARGED, 2);
    assert_int_equal(t->state.discount, 3);
    sit_out(t);
    assert_true(was_removed(t, 3, EK_REMOVAL_UNSOLD_DISCOUNT));
    assert_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_int_equal(t->state.step, 2);
    draw(t, 10);
    assert_card_left(t, 5);
    assert_plants(t->state.market, PLANTS(6, 10, 20, 21, 22, 23));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c9_3a_c4_10c_card_replaces_the_unsold_discount(void **state)
{
    (void)state;
    table *t = before_card(EK_RECHARGED, 2, MARKET, EK_PHASE_AUCTION);
    sit_out(t);
    assert_true(was_removed(t, 3, EK_REMOVAL_UNSOLD_DISCOUNT));
    assert_card_left(t, 4);
    assert_true(event_index(t, EK_EVENT_STEP3_CARD_DRAWN) > event_index(t, EK_EVENT_PLANT_REMOVED));
    assert_plants(t->state.market, PLANTS(5, 6, 20, 21, 22, 23));
    assert_plants(t->state.unseen, PLANTS(7, 8, 9, 10));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c9_3a_c4_11_card_replaces_what_nobody_bought(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 2, MARKET, EK_PHASE_AUCTION);
    sit_out(t);
    assert_true(was_removed(t, 3, EK_REMOVAL_NOBODY_BOUGHT));
    assert_card_left(t, 4);
    assert_plants(t->state.market, PLANTS(5, 6, 20, 21, 22, 23));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

/* 4.10b: the drawn card goes, and "another" is the Step 3 card. */
static void c9_3a_c4_10b_card_drawn_instead_of_a_smaller_one(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    set_market(t, PLANTS(17, 18, 19, 20, 21, 22, 23, 24));
    set_deck(t, 1);
    set_step(t, 2);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 18);
    draw(t, 16);
    assert_true(was_removed(t, 16, EK_REMOVAL_BELOW_DISCOUNT));
    assert_card_lies(t);
    assert_int_equal(t->state.discount, 0);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(17, 19, 20, 21));
    sit_out(t); /* no discount lies: nothing is replaced before the card leaves */
    assert_card_left(t, 17);
    assert_plants(t->state.market, PLANTS(19, 20, 21, 22, 23, 24));
}

static void c9_3a_last_purchase_of_the_phase(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 2, MARKET, EK_PHASE_AUCTION);
    play(t, 0, pass_());
    play(t, 1, pass_());
    play(t, 2, nominate(6, 6));
    assert_card_left(t, 3);
    assert_plants(t->state.market, PLANTS(4, 5, 20, 21, 22, 23));
    assert_int_equal(t->state.step, 3);
}

static void c9_3a_c4_8_card_comes_only_after_scrapping(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 30);
    give_plant(t, 0, 31);
    give_plant(t, 0, 32);
    set_market(t, MARKET);
    set_deck(t, 0);
    set_step(t, 2);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    assert_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_SCRAP);
    play(t, 0, scrap(30));
    assert_card_lies(t);
    assert_false(ek_has(t->state.unseen | t->state.market, 30)); /* scrapped: out of the game */
}

static void c9_3a_trust_s_plant_is_replaced_by_the_card(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 2, 0);
    found_trust(t);
    set_market(t, MARKET);
    set_deck(t, 1);
    set_step(t, 2);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    draw(t, 30);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 20);
    assert_card_lies(t);
    assert_true(event_index(t, EK_EVENT_TRUST_PLANT) < event_index(t, EK_EVENT_STEP3_CARD_DRAWN));
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(3, 5, 6, 21));
    assert_int_equal(ek_to_move(&t->state), 1);
    assert_int_equal(why(t, nominate(22, 22)), EK_REASON_FUTURE_MARKET);
}

/* The Trust takes from the market in which the card already lies. */
static void c9_3a_card_replaces_the_purchase_before_the_trust_takes(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 2, 0);
    found_trust(t);
    set_market(t, MARKET);
    set_deck(t, 0);
    set_step(t, 2);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 20);
    assert_true(event_index(t, EK_EVENT_TRUST_PLANT) > event_index(t, EK_EVENT_STEP3_CARD_DRAWN));
    assert_plants(ek_card_awaited(&t->state), PLANTS(7, 8, 9, 10));
    draw(t, 8);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(3, 5, 6, 8));
    play(t, 1, pass_());
    assert_true(was_removed(t, 3, EK_REMOVAL_UNSOLD_DISCOUNT));
    draw(t, 7);
    assert_card_left(t, 5);
    assert_plants(t->state.market, PLANTS(6, 7, 8, 21, 22, 23));
}

static void empty_deck_after_card(enum ek_edition edition)
{
    table *t = before_card(edition, 2, MARKET, EK_PHASE_AUCTION);
    clear_under_deck(t);
    buy_plant(t, 0, 3);
    assert_card_lies(t);
    assert_int_equal(find_event(t, EK_EVENT_DECK_SHUFFLED)->n, 0);
    buy_plant(t, 1, 4);
    assert_int_equal(ek_card_awaited(&t->state), 0);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(5, 6, 20, 21));
    buy_plant(t, 2, 5);
    assert_card_left(t, 6);
    assert_plants(t->state.market, PLANTS(20, 21, 22, 23));
    assert_int_equal(ek_deck_count(&t->state), 0);
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_true(was_removed(t, 20, EK_REMOVAL_MARKET_CHANGE)); /* removals go on (7.4) */
    assert_plants(t->state.market, PLANTS(21, 22, 23));
}

static void c9_3a_nothing_left_after_the_card(void **state)
{
    (void)state;
    empty_deck_after_card(EK_CLASSIC);
    empty_deck_after_card(EK_RECHARGED);
}

/* -------------------------------------------------------------- 9.3b: the card while building */

/* Seat 2 owns six cities and 7 is for sale: with the seventh city the Step 3 card comes up. */
static table *card_while_building(unsigned step)
{
    table *t =
        before_card(EK_CLASSIC, step, PLANTS(7, 20, 21, 22, 23, 25, 26, 28), EK_PHASE_BUILDING);
    give_cities(t, 2, 6);
    if (step == 2) {
        give_city(t, 0, "essen");
        give_city(t, 1, "essen");
    }
    play(t, 2, connect_(t, "hannover"));
    return t;
}

static void c9_3b_card_and_smallest_leave_at_once(void **state)
{
    (void)state;
    table *t = card_while_building(2);
    assert_true(was_removed(t, 7, EK_REMOVAL_OBSOLETE));
    assert_non_null(find_event(t, EK_EVENT_DECK_SHUFFLED));
    assert_card_left(t, 20);
    assert_plants(t->state.market, PLANTS(21, 22, 23, 25, 26, 28));
    assert_plants(t->state.unseen, PLANTS(3, 4, 5, 6, 8, 9, 10));
    assert_int_equal(t->state.step, 2);
    assert_int_equal(ek_to_move(&t->state), 2);
    set_money(t, 2, 200);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL); /* no third place yet */
}

static void c9_3b_step_3_starts_with_bureaucracy(void **state)
{
    (void)state;
    table *t = card_while_building(2);
    sit_out(t);
    assert_int_equal(find_event(t, EK_EVENT_STEP_BEGINS)->a, 3);
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 3); /* 5 in Step 2 */
    assert_int_equal(refilled(t, EK_GARBAGE), 3);
    assert_true(was_removed(t, 21, EK_REMOVAL_MARKET_CHANGE));
    assert_null(find_event(t, EK_EVENT_PLANT_BURIED));
    draw(t, 8);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(8, 22, 23, 25, 26, 28));
}

static void c9_3b_check_for_obsolete_plants_goes_on(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 2, PLANTS(5, 6, 7, 20, 21, 22, 23, 25), EK_PHASE_BUILDING);
    give_cities(t, 2, 6);
    play(t, 2, connect_(t, "hannover"));
    assert_true(was_removed(t, 5, EK_REMOVAL_OBSOLETE));
    assert_true(was_removed(t, 6, EK_REMOVAL_STEP3_BEGINS));
    assert_true(was_removed(t, 7, EK_REMOVAL_OBSOLETE));
    assert_plants(ek_card_awaited(&t->state), PLANTS(3, 4, 8, 9, 10));
    draw(t, 4);
    assert_true(was_removed(t, 4, EK_REMOVAL_OBSOLETE));
    draw(t, 9);
    assert_plants(t->state.market, PLANTS(9, 20, 21, 22, 23, 25));
    assert_int_equal(ek_to_move(&t->state), 2);
    assert_int_equal(t->state.step, 2);
}

static void c9_3b_nothing_left_after_the_card(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 2, PLANTS(7, 8, 21, 22, 23, 25, 26, 28), EK_PHASE_BUILDING);
    clear_under_deck(t);
    give_cities(t, 2, 6);
    play(t, 2, connect_(t, "hannover"));
    assert_card_left(t, 8);
    assert_plants(t->state.market, PLANTS(21, 22, 23, 25, 26, 28));
    sit_out(t);
    sit_out(t);
    assert_plants(t->state.market, PLANTS(22, 23, 25, 26, 28));
    assert_int_equal(t->state.step, 3);
}

/* ------------------------------------------------------------------ 9.3c: the card in 7.4 */

static void card_in_market_change(enum ek_edition edition)
{
    table *t = before_card(edition, 2, MARKET, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 23);
    assert_int_equal(find_event(t, EK_EVENT_DECK_SHUFFLED)->n, 5);
    assert_card_left(t, 3);
    assert_int_equal(refilled(t, EK_COAL), 5); /* Step 2's */
    assert_plants(t->state.market, PLANTS(4, 5, 6, 20, 21, 22));
    assert_plants(t->state.unseen, PLANTS(7, 8, 9, 10, 23));
    assert_int_equal(t->state.round, 6);
    assert_true(event_index(t, EK_EVENT_STEP_BEGINS) > event_index(t, EK_EVENT_ROUND_BEGINS));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(why(t, nominate(22, 22)), EK_REASON_OK);
    assert_int_equal(t->state.discount, ek_is_classic(&t->rules) ? 0 : 4);
}

static void c9_3c_card_in_the_market_change(void **state)
{
    (void)state;
    card_in_market_change(EK_CLASSIC);
    card_in_market_change(EK_RECHARGED);
}

/* ------------------------------------------------------- 9.3d: the card as Step 2 begins */

static table *card_as_step2_begins(enum ek_edition edition)
{
    table *t = before_card(edition, 1, LARGE, EK_PHASE_BUILDING);
    give_cities(t, 0, 7);
    sit_out(t);
    assert_true(was_removed(t, 20, EK_REMOVAL_STEP2_BEGINS));
    assert_card_left(t, 21);
    assert_plants(t->state.market, PLANTS(22, 23, 25, 26, 28, 30));
    assert_plants(t->state.unseen, PLANTS(3, 4, 5, 6, 7, 8, 9, 10));
    assert_int_equal(find_event(t, EK_EVENT_STEP_BEGINS)->a, 2);
    return t;
}

static void c9_3d_classic_starts_step_3_with_this_bureaucracy(void **state)
{
    (void)state;
    table *t = card_as_step2_begins(EK_CLASSIC);
    assert_int_equal(count_events(t, EK_EVENT_STEP_BEGINS), 2);
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_to_move(&t->state), 0);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 3);
    assert_true(was_removed(t, 22, EK_REMOVAL_MARKET_CHANGE));
    draw(t, 10);
    assert_plants(t->state.market, PLANTS(10, 23, 25, 26, 28, 30));
}

static void c9_3d_recharged_waits_for_the_next_round(void **state)
{
    (void)state;
    table *t = card_as_step2_begins(EK_RECHARGED);
    assert_int_equal(count_events(t, EK_EVENT_STEP_BEGINS), 1);
    assert_int_equal(t->state.step, 2);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 5);
    assert_null(find_event(t, EK_EVENT_PLANT_BURIED));
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_null(find_event(t, EK_EVENT_PLANT_DRAWN));
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(22, 23, 25, 26, 28, 30));
    assert_int_equal(t->state.round, 6);
    assert_int_equal(t->state.step, 3);
    assert_int_equal(t->state.discount, 22);
}

static void c9_3d_nothing_left_after_the_card(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 1, LARGE, EK_PHASE_BUILDING);
    clear_under_deck(t);
    give_cities(t, 0, 7);
    sit_out(t);
    assert_card_left(t, 21);
    sit_out(t);
    assert_true(was_removed(t, 22, EK_REMOVAL_MARKET_CHANGE));
    assert_plants(t->state.market, PLANTS(23, 25, 26, 28, 30));
    assert_int_equal(t->state.round, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c9_3a_card_lies_as_the_largest_of_the_future_market),
        cmocka_unit_test(c9_3a_auctions_go_on_from_the_shuffled_deck),
        cmocka_unit_test(c9_3a_only_buried_plants_come_after_the_card),
        cmocka_unit_test(c9_3a_card_leaves_after_the_unsold_discount),
        cmocka_unit_test(c9_3a_c4_10c_card_replaces_the_unsold_discount),
        cmocka_unit_test(c9_3a_c4_11_card_replaces_what_nobody_bought),
        cmocka_unit_test(c9_3a_c4_10b_card_drawn_instead_of_a_smaller_one),
        cmocka_unit_test(c9_3a_last_purchase_of_the_phase),
        cmocka_unit_test(c9_3a_c4_8_card_comes_only_after_scrapping),
        cmocka_unit_test(c9_3a_trust_s_plant_is_replaced_by_the_card),
        cmocka_unit_test(c9_3a_card_replaces_the_purchase_before_the_trust_takes),
        cmocka_unit_test(c9_3a_nothing_left_after_the_card),
        cmocka_unit_test(c9_3b_card_and_smallest_leave_at_once),
        cmocka_unit_test(c9_3b_step_3_starts_with_bureaucracy),
        cmocka_unit_test(c9_3b_check_for_obsolete_plants_goes_on),
        cmocka_unit_test(c9_3b_nothing_left_after_the_card),
        cmocka_unit_test(c9_3c_card_in_the_market_change),
        cmocka_unit_test(c9_3d_classic_starts_step_3_with_this_bureaucracy),
        cmocka_unit_test(c9_3d_recharged_waits_for_the_next_round),
        cmocka_unit_test(c9_3d_nothing_left_after_the_card),
    };
    return cmocka_run_group_tests_name("step 3 card", tests, NULL, NULL);
}
