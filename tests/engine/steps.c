/* The three Steps of a game (rules.md 9): when they begin, and the changes when Step 3 comes
 * before Step 2. The ways of the Step 3 card are in step3_card.c. */
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

/* --------------------------------------------------------------------------- 9.1, 9.2: Step 2 */

/* Seat 0 ends a building phase with this many cities. */
static unsigned step_after_building(enum ek_edition edition, unsigned players, unsigned cities)
{
    table *t = open_table(edition, "germany", players, 0);
    if (t->rules.trust)
        found_trust(t);
    set_market(t, LARGE);
    give_cities(t, 0, cities);
    go_to(t, 5, EK_PHASE_BUILDING);
    sit_out(t);
    draw_largest(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
    return t->state.step;
}

static void assert_step2_at(enum ek_edition edition, const unsigned cities[EK_COUNTS])
{
    for (unsigned players = 2; players <= 6; players++) {
        assert_int_equal(step_after_building(edition, players, cities[players - 2] - 1), 1);
        assert_int_equal(step_after_building(edition, players, cities[players - 2]), 2);
        assert_int_equal(step_after_building(edition, players, cities[players - 2] + 1), 2);
    }
}

static void c9_1_classic_numbers_of_cities(void **state)
{
    (void)state;
    assert_step2_at(EK_CLASSIC, (const unsigned[]){10, 7, 7, 7, 6});
}

static void c9_1_recharged_numbers_of_cities(void **state)
{
    (void)state;
    assert_step2_at(EK_RECHARGED, (const unsigned[]){7, 7, 7, 7, 6});
}

/* Seat 2 connects a seventh city; the others still build in Step 1. */
static void step2_waits(enum ek_edition edition)
{
    table *t = open_table(edition, "germany", 3, 0);
    set_market(t, LARGE);
    give_cities(t, 2, 6);
    go_to(t, 5, EK_PHASE_BUILDING);
    play(t, 2, connect_(t, "hannover"));
    assert_int_equal(t->state.owner[2].house_count, 7);
    play(t, 2, done());
    assert_int_equal(t->state.step, 1);
    assert_int_equal(why(t, connect_(t, "hannover")), EK_REASON_CITY_FULL);
    play(t, 1, done());
    assert_null(find_event(t, EK_EVENT_STEP_BEGINS));
    play(t, 0, done());
    assert_int_equal(find_event(t, EK_EVENT_STEP_BEGINS)->a, 2);
    assert_true(event_index(t, EK_EVENT_STEP_BEGINS) > event_index(t, EK_EVENT_TURN_ENDED));
    assert_int_equal(t->state.step, 2);
}

static void c9_2_step_2_starts_after_the_building_phase(void **state)
{
    (void)state;
    step2_waits(EK_CLASSIC);
    step2_waits(EK_RECHARGED);
}

static void smallest_is_replaced_once(enum ek_edition edition)
{
    table *t = open_table(edition, "germany", 3, 0);
    set_market(t, LARGE);
    set_deck(t, 20);
    set_fuel(t, EK_COAL, 10);
    give_cities(t, 0, 7);
    go_to(t, 5, EK_PHASE_BUILDING);
    sit_out(t);
    assert_true(was_removed(t, 20, EK_REMOVAL_STEP2_BEGINS));
    assert_int_equal(count_events(t, EK_EVENT_PLANT_REMOVED), 1);
    draw(t, 24);
    assert_plants(t->state.market, PLANTS(21, 22, 23, 24, 25, 26, 28, 30));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
    assert_int_equal(ek_to_move(&t->state), 0);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 5); /* Step 2's column already */
    skip_to(t, EK_PHASE_BUILDING);
    sit_out(t);
    assert_false(ek_card_awaited(&t->state));
    assert_null(find_event(t, EK_EVENT_STEP_BEGINS));
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
}

static void c9_2_smallest_plant_is_replaced_once(void **state)
{
    (void)state;
    smallest_is_replaced_once(EK_CLASSIC);
    smallest_is_replaced_once(EK_RECHARGED);
}

static void c9_2_c4_12_an_obsolete_replacement_is_replaced_too(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 1, LARGE, EK_PHASE_BUILDING);
    t->state.deck_socket = 2;
    t->state.unseen |= t->state.buried;
    t->state.buried = 0;
    give_cities(t, 0, 8);
    sit_out(t);
    draw(t, 8);
    assert_true(was_removed(t, 8, EK_REMOVAL_OBSOLETE));
    draw(t, 9);
    assert_plants(t->state.market, PLANTS(9, 21, 22, 23, 25, 26, 28, 30));
    assert_int_equal(t->state.step, 2);
}

/* -------------------------------------------------- 9.4, 9.5: Step 3 before Step 2, recharged */

/* Seat 0 buys 4 in Step 1, the card replaces it, and the others pass. */
static void c9_4_recharged_purchase_draws_the_card_in_step_1(void **state)
{
    (void)state;
    table *t = before_card(EK_RECHARGED, 1, MARKET, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    assert_int_equal(t->state.step, 1);
    sit_out(t);
    assert_true(was_removed(t, 3, EK_REMOVAL_UNSOLD_DISCOUNT)); /* 4.10c comes first */
    assert_null(find_event(t, EK_EVENT_STEP_BEGINS));
    draw(t, 10);
    assert_int_equal(find_event(t, EK_EVENT_STEP_BEGINS)->a, 2);
    assert_true(was_removed(t, 5, EK_REMOVAL_STEP2_BEGINS));
    assert_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_plants(ek_card_awaited(&t->state), PLANTS(7, 8, 9));
    draw(t, 9);
    assert_true(was_removed(t, 6, EK_REMOVAL_STEP3_BEGINS));
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_plants(t->state.market, PLANTS(9, 10, 20, 21, 22, 23));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c9_4_recharged_the_replacement_may_be_what_leaves(void **state)
{
    (void)state;
    table *t = before_card(EK_RECHARGED, 1, PLANTS(4, 5, 6, 7, 20, 21, 22, 23), EK_PHASE_AUCTION);
    buy_plant(t, 0, 4); /* and with it the discount */
    sit_out(t);
    assert_true(was_removed(t, 5, EK_REMOVAL_STEP2_BEGINS));
    draw(t, 3);
    assert_true(was_removed(t, 3, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(6, 7, 20, 21, 22, 23));
    assert_int_equal(t->state.step, 3);
}

static void c9_4_recharged_unsold_discount_draws_the_card_in_step_1(void **state)
{
    (void)state;
    table *t = before_card(EK_RECHARGED, 1, MARKET, EK_PHASE_AUCTION);
    sit_out(t);
    assert_true(was_removed(t, 3, EK_REMOVAL_UNSOLD_DISCOUNT));
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP2_BEGINS));
    draw(t, 10);
    assert_true(was_removed(t, 5, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(6, 10, 20, 21, 22, 23));
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c9_4_recharged_nothing_left_after_the_card(void **state)
{
    (void)state;
    table *t = before_card(EK_RECHARGED, 1, MARKET, EK_PHASE_AUCTION);
    clear_under_deck(t);
    buy_plant(t, 0, 3);
    sit_out(t);
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP2_BEGINS));
    assert_true(was_removed(t, 5, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(6, 20, 21, 22, 23));
    assert_int_equal(count_events(t, EK_EVENT_STEP_BEGINS), 2);
    assert_int_equal(t->state.step, 3);
}

static void c9_4_c9_5_recharged_market_change_draws_the_card_in_step_1(void **state)
{
    (void)state;
    table *t = before_card(EK_RECHARGED, 1, MARKET, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 4); /* Step 1's column; 5 in Step 2, 3 in Step 3 */
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 23);
    assert_true(was_removed(t, 3, EK_REMOVAL_STEP2_BEGINS));
    assert_plants(ek_card_awaited(&t->state), PLANTS(7, 8, 9, 10, 23));
    draw(t, 10);
    assert_int_equal(refilled(t, EK_COAL), 0); /* once is enough */
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(5, 6, 10, 20, 21, 22));
    assert_int_equal(t->state.round, 6);
    assert_int_equal(t->state.step, 3);
    assert_int_equal(t->state.discount, 5);
}

static void c9_4_recharged_trust_draws_the_card_in_step_1(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 2, 0);
    found_trust(t);
    set_market(t, MARKET);
    set_deck(t, 1);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 3);
    draw(t, 30); /* the Trust takes 20, the card replaces it */
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    play(t, 1, pass_());
    assert_true(was_removed(t, 4, EK_REMOVAL_STEP2_BEGINS));
    draw(t, 7);
    assert_true(was_removed(t, 5, EK_REMOVAL_STEP3_BEGINS));
    assert_plants(t->state.market, PLANTS(6, 7, 21, 22, 23, 30));
    assert_int_equal(t->state.step, 3);
}

/* ---------------------------------------------------------- 9.4: Step 2 is skipped in classic */

static void assert_step2_skipped(const table *t)
{
    assert_int_equal(count_events(t, EK_EVENT_STEP_BEGINS), 1);
    assert_int_equal(find_event(t, EK_EVENT_STEP_BEGINS)->a, 3);
    assert_int_equal(t->state.step, 3);
    assert_int_equal(ek_card_awaited(&t->state), 0);
}

static void c9_4_classic_skips_step_2_after_the_auction(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 1, MARKET, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    sit_out(t);
    assert_step2_skipped(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_plants(t->state.market, PLANTS(5, 6, 20, 21, 22, 23));
}

static void c9_4_classic_skips_step_2_after_the_market_change(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 1, MARKET, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_step2_skipped(t);
    assert_int_equal(refilled(t, EK_COAL), 4);
    assert_plants(t->state.market, PLANTS(4, 5, 6, 20, 21, 22));
}

/* The seventh city draws the card and would begin Step 2 as well. */
static void c9_4_classic_skips_step_2_reached_in_the_same_building_phase(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 1, PLANTS(7, 20, 21, 22, 23, 25, 26, 28), EK_PHASE_BUILDING);
    give_cities(t, 2, 6);
    play(t, 2, connect_(t, "hannover"));
    assert_int_equal(t->state.step, 1);
    sit_out(t);
    assert_step2_skipped(t);
    assert_plants(t->state.market, PLANTS(21, 22, 23, 25, 26, 28));
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 3);
}

static void c9_4_classic_never_starts_step_2_afterwards(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 1, MARKET, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    sit_out(t);
    give_cities(t, 0, 7);
    skip_to(t, EK_PHASE_BUILDING);
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_STEP_BEGINS));
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_int_equal(t->state.step, 3);
}

/* --------------------------------------------------------------------------- 9.6: Step 3 */

static void six_for_sale(enum ek_edition edition)
{
    table *t = before_card(edition, 2, MARKET, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(4, 5, 6, 20, 21, 22));
    assert_int_equal(ek_future_market(&t->rules, &t->state), 0);
    buy_plant(t, 0, 22);
    draw(t, 23);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(4, 5, 6, 20, 21, 23));
    assert_int_equal(why(t, nominate(23, 23)), EK_REASON_OK);
    assert_int_equal(why(t, nominate(22, 22)), EK_REASON_NOT_IN_MARKET);
}

static void c9_6_six_plants_are_all_for_sale(void **state)
{
    (void)state;
    six_for_sale(EK_CLASSIC);
    six_for_sale(EK_RECHARGED);
}

/* 1.7: Step 3 opens the third place. */
static void c9_6_c1_7_third_place_opens_with_step_3(void **state)
{
    (void)state;
    table *t = before_card(EK_CLASSIC, 2, MARKET, EK_PHASE_AUCTION);
    give_city(t, 0, "essen");
    give_city(t, 1, "essen");
    buy_plant(t, 0, 4);
    sit_out(t);
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
    play(t, 2, connect_(t, "essen"));
    assert_int_equal(t->state.owner[2].money, 50 - 20);
}

/* ------------------------------------------------------------------- 9.3 in a first game (2.9) */

/* A first game with the Step 3 card next; the cards after it are buried. */
static table *first_game(const char *board, const uint8_t *market, enum ek_phase phase)
{
    table *t = open_table(EK_CLASSIC, board, 3, EK_FIRST_GAME);
    set_market(t, market);
    set_deck(t, 0);
    go_to(t, 5, phase);
    return t;
}

/* The card is gone for good, the deck is shuffled, and another card is awaited. */
static void assert_another_card(const table *t)
{
    assert_true(event_index(t, EK_EVENT_STEP3_CARD_DRAWN) < event_index(t, EK_EVENT_DECK_SHUFFLED));
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_false(t->state.market & EK_STEP3_CARD);
    assert_true(ek_card_awaited(&t->state));
    assert_int_equal(t->state.step, 1);
}

static void c2_9_first_game_draws_another_after_a_purchase(void **state)
{
    (void)state;
    table *t = first_game("germany", MARKET, EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    assert_another_card(t);
    draw(t, 9);
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(3, 5, 6, 9));
    assert_plants(ek_future_market(&t->rules, &t->state), PLANTS(20, 21, 22, 23));
    sit_out(t);
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_int_equal(t->state.step, 1);
}

static void c2_9_first_game_draws_another_when_nobody_buys(void **state)
{
    (void)state;
    table *t = first_game("germany", MARKET, EK_PHASE_AUCTION);
    sit_out(t);
    assert_true(was_removed(t, 3, EK_REMOVAL_NOBODY_BOUGHT));
    assert_another_card(t);
    draw(t, 8);
    assert_plants(t->state.market, PLANTS(4, 5, 6, 8, 20, 21, 22, 23));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c2_9_first_game_draws_another_while_building(void **state)
{
    (void)state;
    table *t = first_game("germany", PLANTS(6, 20, 21, 22, 23, 25, 26, 28), EK_PHASE_BUILDING);
    give_cities(t, 2, 5);
    play(t, 2, connect_(t, "wilhelmshaven"));
    assert_another_card(t);
    draw(t, 5);
    assert_true(was_removed(t, 5, EK_REMOVAL_OBSOLETE));
    draw(t, 7);
    assert_plants(t->state.market, PLANTS(7, 20, 21, 22, 23, 25, 26, 28));
    assert_int_equal(ek_to_move(&t->state), 2);
}

static void c2_9_first_game_draws_another_in_the_market_change(void **state)
{
    (void)state;
    table *t = first_game("germany", MARKET, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 23);
    assert_another_card(t);
    assert_plants(ek_card_awaited(&t->state), PLANTS(7, 8, 9, 10, 23));
    draw(t, 7);
    assert_plants(t->state.market, PLANTS(3, 4, 5, 6, 7, 20, 21, 22));
    assert_int_equal(t->state.round, 6);
}

/* Six players: six cities would begin Step 2, and the game ends at seven only. */
static void c2_9_first_game_stays_in_step_1(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 6, EK_FIRST_GAME);
    set_market(t, LARGE);
    go_to(t, 5, EK_PHASE_BUILDING);
    give_cities(t, 0, 6);
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
    assert_null(find_event(t, EK_EVENT_STEP_BEGINS));
    assert_int_equal(t->state.step, 1);
}

/* No plant was buried: the market shrinks, and plants buried later come back. */
static void c2_9_first_game_with_nothing_after_the_card(void **state)
{
    (void)state;
    table *t = first_game("germany", MARKET, EK_PHASE_AUCTION);
    clear_under_deck(t);
    buy_plant(t, 0, 4);
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_plants(t->state.market, PLANTS(3, 5, 6, 20, 21, 22, 23));
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 23);
    assert_plants(ek_card_awaited(&t->state), PLANTS(23));
    draw(t, 23);
    assert_plants(t->state.market, PLANTS(3, 5, 6, 20, 21, 22, 23));
    assert_int_equal(t->state.round, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c9_1_classic_numbers_of_cities),
        cmocka_unit_test(c9_1_recharged_numbers_of_cities),
        cmocka_unit_test(c9_2_step_2_starts_after_the_building_phase),
        cmocka_unit_test(c9_2_smallest_plant_is_replaced_once),
        cmocka_unit_test(c9_2_c4_12_an_obsolete_replacement_is_replaced_too),
        cmocka_unit_test(c9_4_recharged_purchase_draws_the_card_in_step_1),
        cmocka_unit_test(c9_4_recharged_the_replacement_may_be_what_leaves),
        cmocka_unit_test(c9_4_recharged_unsold_discount_draws_the_card_in_step_1),
        cmocka_unit_test(c9_4_recharged_nothing_left_after_the_card),
        cmocka_unit_test(c9_4_c9_5_recharged_market_change_draws_the_card_in_step_1),
        cmocka_unit_test(c9_4_recharged_trust_draws_the_card_in_step_1),
        cmocka_unit_test(c9_4_classic_skips_step_2_after_the_auction),
        cmocka_unit_test(c9_4_classic_skips_step_2_after_the_market_change),
        cmocka_unit_test(c9_4_classic_skips_step_2_reached_in_the_same_building_phase),
        cmocka_unit_test(c9_4_classic_never_starts_step_2_afterwards),
        cmocka_unit_test(c9_6_six_plants_are_all_for_sale),
        cmocka_unit_test(c9_6_c1_7_third_place_opens_with_step_3),
        cmocka_unit_test(c2_9_first_game_draws_another_after_a_purchase),
        cmocka_unit_test(c2_9_first_game_draws_another_when_nobody_buys),
        cmocka_unit_test(c2_9_first_game_draws_another_while_building),
        cmocka_unit_test(c2_9_first_game_draws_another_in_the_market_change),
        cmocka_unit_test(c2_9_first_game_stays_in_step_1),
        cmocka_unit_test(c2_9_first_game_with_nothing_after_the_card),
    };
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
