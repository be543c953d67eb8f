/* The auction: nominating and bidding (rules.md 4.1 to 4.6, 4.13). Buying too
 * many plants is tested in scrapping.c, changes of the market in market.c. */
#include <string.h>

#include "table.h"

/* A table of four at the auction of round 2, whose order is not that of the seats. */
static table *open_auction(enum ek_edition edition)
{
    table *t = open_table(edition, "germany", 4, 0);
    memcpy(t->state.order, (const uint8_t[]){2, 0, 3, 1}, 4);
    go_to(t, 2, EK_PHASE_AUCTION);
    return t;
}

/* ------------------------------------------------------------------------- one plant a round */

static void c4_1_who_has_bought_is_out_of_the_phase(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    buy_plant(t, 2, 3);
    draw_largest(t);
    play(t, 0, nominate(4, 4));
    play(t, 1, bid(5)); /* seats 1 and 3 may bid, seat 2 may not */
    play(t, 3, pass_());
    play(t, 0, bid(6));
    play(t, 1, pass_());
    draw_largest(t);
    assert_int_equal(t->state.bought, 1u << 0 | 1u << 2);
    assert_int_equal(ek_to_move(&t->state), 3);
    assert_int_equal(ek_why(&t->rules, &t->state, 2, nominate(5, 5)), EK_REASON_NOT_YOUR_TURN);
}

static void c4_1_in_round_1_everybody_must_buy(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_table(edition, "usa", 3, 0);
        for (unsigned seat = 0; seat < 3; seat++) {
            assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
            for (unsigned asked = 0; asked < 3; asked++)
                assert_int_equal(ek_why_no_plant(&t->rules, &t->state, asked), EK_REASON_MUST_BUY);
            buy_plant(t, seat, ek_smallest(ek_current_market(&t->rules, &t->state)));
            draw_largest(t);
        }
        assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
        assert_int_equal(t->state.bought, 7);
    }
}

static void c4_1_later_nobody_must(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_auction(edition);
        assert_int_equal(why(t, pass_()), EK_REASON_OK);
        assert_int_equal(ek_why_no_plant(&t->rules, &t->state, 0), EK_REASON_OK);
        sit_out(t);
        assert_int_equal(t->state.bought, 0);
        assert_int_equal(t->state.passed, 15);
    }
}

/* -------------------------------------------------------------------------------- nominating */

static void c4_2_the_first_in_order_who_has_neither_bought_nor_passed(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    play(t, 2, pass_());
    assert_int_equal(find_event(t, EK_EVENT_PASSED)->seat, 2);
    play(t, 0, nominate(3, 3));
    play(t, 1, bid(4));
    play(t, 3, pass_());
    play(t, 0, pass_());
    draw_largest(t);
    play(t, 0, pass_()); /* 1 has bought */
    buy_plant(t, 3, 4);
    draw_largest(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c4_2_only_plants_of_the_current_market(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_auction(edition); /* 3 to 6, then 7 to 10 */
        assert_int_equal(why(t, nominate(3, 3)), EK_REASON_OK);
        assert_int_equal(why(t, nominate(6, 6)), EK_REASON_OK);
        assert_int_equal(why(t, nominate(7, 7)), EK_REASON_FUTURE_MARKET);
        assert_int_equal(why(t, nominate(10, 10)), EK_REASON_FUTURE_MARKET);
        assert_int_equal(why(t, nominate(12, 12)), EK_REASON_NOT_IN_MARKET);
        assert_int_equal(why(t, nominate(2, 2)), EK_REASON_NO_SUCH_PLANT);
        assert_int_equal(why(t, nominate(41, 41)), EK_REASON_NO_SUCH_PLANT);
        assert_int_equal(why(t, nominate(0xfff, 50)), EK_REASON_NO_SUCH_PLANT);
        give_plant(t, 1, 5);
        assert_int_equal(why(t, nominate(5, 5)), EK_REASON_NOT_IN_MARKET);
    }
}

static void c4_2_passing_a_nomination_ends_the_players_phase(void **state)
{
    table *t = open_auction(EK_RECHARGED);
    (void)state;
    play(t, 2, pass_());
    play(t, 0, nominate(4, 4));
    play(t, 1, bid(5));
    play(t, 3, bid(6)); /* then 0 again: 2 does not bid any more */
    play(t, 0, pass_());
    play(t, 1, pass_());
    draw_largest(t);
    play(t, 0, pass_());
    play(t, 1, pass_());
    draw_largest(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

static void c4_2_nothing_but_nominating_or_passing(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    assert_int_equal(why(t, bid(4)), EK_REASON_WRONG_PHASE);
    assert_int_equal(why(t, scrap(3)), EK_REASON_WRONG_PHASE);
    assert_int_equal(why(t, give_back(1, 0)), EK_REASON_WRONG_PHASE);
    assert_int_equal(why(t, done()), EK_REASON_WRONG_PHASE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_NONE, 0, 0)), EK_REASON_NOT_A_MOVE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_PASS, 3, 0)), EK_REASON_NOT_A_MOVE);
    assert_int_equal(ek_why(&t->rules, &t->state, 0, pass_()), EK_REASON_NOT_YOUR_TURN);
    play(t, 2, nominate(3, 3));
    assert_int_equal(why(t, nominate(4, 4)), EK_REASON_WRONG_PHASE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_BID, 3, 4)), EK_REASON_NOT_A_MOVE);
    assert_int_equal(ek_why(&t->rules, &t->state, 2, bid(4)), EK_REASON_NOT_YOUR_TURN);
}

/* -------------------------------------------------------------------------------------- bids */

static void c4_3_the_minimum_is_the_plants_number(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    for (unsigned plant = 3; plant <= 6; plant++) {
        assert_int_equal(ek_minimum_bid(&t->state, plant), plant);
        assert_int_equal(why(t, nominate(plant, plant - 1)), EK_REASON_BID_TOO_LOW);
        assert_int_equal(why(t, nominate(plant, plant)), EK_REASON_OK);
        assert_int_equal(why(t, nominate(plant, plant + 1)), EK_REASON_OK);
    }
    assert_int_equal(why(t, nominate(3, 0)), EK_REASON_BID_TOO_LOW);
}

static void c4_3_or_1_for_the_discounted_plant(void **state)
{
    table *t = open_auction(EK_RECHARGED);
    (void)state;
    assert_int_equal(ek_minimum_bid(&t->state, 3), 1);
    assert_int_equal(why(t, nominate(3, 0)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(why(t, nominate(3, 1)), EK_REASON_OK);
    assert_int_equal(why(t, nominate(4, 3)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(why(t, nominate(4, 4)), EK_REASON_OK);
    set_money(t, 2, 1); /* no more money is needed for it */
    set_money(t, 3, 2);
    assert_int_equal(list(t), 2);
    play(t, 2, nominate(3, 1));
    play(t, 3, bid(2));
}

static void c4_3_a_bid_is_above_the_standing_bid(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    play(t, 2, nominate(4, 7));
    assert_int_equal(find_event(t, EK_EVENT_NOMINATED)->n, 7);
    assert_int_equal(why(t, bid(0)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(why(t, bid(6)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(why(t, bid(7)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(why(t, bid(8)), EK_REASON_OK);
    play(t, 3, bid(20)); /* by any step */
    assert_int_equal(find_event(t, EK_EVENT_BID)->n, 20);
    assert_int_equal(why(t, bid(20)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(why(t, bid(21)), EK_REASON_OK);
}

static void c4_3_and_not_above_the_bidders_money(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    set_money(t, 2, 5);
    assert_int_equal(why(t, nominate(6, 6)), EK_REASON_CANNOT_PAY);
    assert_int_equal(why(t, nominate(5, 5)), EK_REASON_OK);
    assert_int_equal(why(t, nominate(5, 6)), EK_REASON_CANNOT_PAY);
    play(t, 2, nominate(3, 3));
    set_money(t, 3, 10);
    assert_int_equal(why(t, bid(11)), EK_REASON_CANNOT_PAY);
    assert_int_equal(why(t, bid(10)), EK_REASON_OK);
}

static void c4_3_bids_end_at_999(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    for (unsigned seat = 0; seat < 4; seat++)
        set_money(t, seat, 2000);
    assert_int_equal(why(t, nominate(3, 1000)), EK_REASON_BID_TOO_HIGH);
    assert_int_equal(why(t, nominate(3, 999)), EK_REASON_OK);
    assert_int_equal(list(t), 1 + 997 + 996 + 995 + 994);
    play(t, 2, nominate(3, 998));
    assert_int_equal(why(t, bid(1000)), EK_REASON_BID_TOO_HIGH);
    play(t, 3, bid(999));
    assert_int_equal(list(t), 1); /* the others can only pass */
}

/* -------------------------------------------------------------------------- order of bidding */

static void c4_4_the_others_bid_clockwise_by_seat(void **state)
{
    table *t = open_auction(EK_CLASSIC); /* order 2 0 3 1 */
    (void)state;
    play(t, 2, nominate(3, 3));
    play(t, 3, bid(4));
    play(t, 0, bid(5));
    play(t, 1, bid(6));
    play(t, 2, bid(7));
    play(t, 3, bid(8));
    play(t, 0, pass_());
    assert_int_equal(find_event(t, EK_EVENT_LEFT_AUCTION)->seat, 0);
    play(t, 1, bid(9));
    play(t, 2, pass_());
    play(t, 3, bid(10)); /* 0 and 2 are out of this auction */
    play(t, 1, pass_());
    assert_int_equal(find_event(t, EK_EVENT_PLANT_BOUGHT)->seat, 3);
}

static void c4_4_who_passes_is_out_of_this_auction_only(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    play(t, 0, nominate(3, 3)); /* round 1: passing a bid is no passing of the phase */
    assert_int_equal(why(t, pass_()), EK_REASON_OK);
    play(t, 1, pass_());
    play(t, 2, pass_());
    draw_largest(t);
    play(t, 1, nominate(4, 4));
    play(t, 2, bid(5));
    play(t, 1, pass_());
    draw_largest(t);
    assert_int_equal(ek_to_move(&t->state), 1);
    assert_int_equal(t->state.passed, 0);
}

static void c4_4_the_last_one_left_pays_the_bid_and_takes_the_plant(void **state)
{
    table *t = open_auction(EK_RECHARGED);
    (void)state;
    play(t, 2, nominate(5, 12));
    play(t, 3, bid(14));
    play(t, 0, pass_());
    play(t, 1, pass_());
    assert_int_equal(t->state.owner[3].money, 50); /* nothing is paid while it runs */
    play(t, 2, pass_());
    const ek_event *bought = find_event(t, EK_EVENT_PLANT_BOUGHT);
    assert_int_equal(bought->seat, 3);
    assert_int_equal(bought->a, 5);
    assert_int_equal(bought->n, 14);
    assert_plants(t->state.owner[3].plants, PLANTS(5));
    assert_false(ek_has(t->state.market, 5));
    assert_int_equal(t->state.owner[3].money, 36);
    for (unsigned seat = 0; seat < 3; seat++) { /* only the bank gets it */
        assert_int_equal(t->state.owner[seat].money, 50);
        assert_int_equal(t->state.owner[seat].plants, 0);
    }
}

static void c4_4_the_nominator_wins_if_all_pass(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    play(t, 2, nominate(6, 17));
    play(t, 3, pass_());
    play(t, 0, pass_());
    play(t, 1, pass_());
    assert_plants(t->state.owner[2].plants, PLANTS(6));
    assert_int_equal(t->state.owner[2].money, 50 - 17);
}

/* --------------------------------------------------------------------------------- alone */

static void c4_5_alone_the_price_is_exactly_the_minimum(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    play(t, 2, pass_());
    buy_plant(t, 0, 3);
    draw_largest(t);
    play(t, 3, pass_());
    assert_int_equal(why(t, nominate(5, 6)), EK_REASON_ALONE_PAYS_MINIMUM);
    assert_int_equal(why(t, nominate(5, 4)), EK_REASON_BID_TOO_LOW);
    assert_int_equal(list(t), 5); /* pass, or one of four plants */
    play(t, 1, nominate(5, 5));
    assert_plants(t->state.owner[1].plants, PLANTS(5)); /* at once: no other player can bid */
    assert_int_equal(t->state.owner[1].money, 45);
}

static void c4_5_alone_the_discounted_plant_costs_1(void **state)
{
    table *t = open_auction(EK_RECHARGED);
    (void)state;
    play(t, 2, pass_());
    play(t, 0, pass_());
    play(t, 3, pass_());
    assert_int_equal(why(t, nominate(3, 3)), EK_REASON_ALONE_PAYS_MINIMUM);
    assert_int_equal(why(t, nominate(3, 2)), EK_REASON_ALONE_PAYS_MINIMUM);
    play(t, 1, nominate(3, 1));
    assert_int_equal(t->state.owner[1].money, 49);
}

static void c4_5_who_can_only_pass_is_asked(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    set_money(t, 3, 0);
    set_money(t, 0, 5);
    set_money(t, 1, 4);
    assert_int_equal(why(t, nominate(5, 9)), EK_REASON_OK); /* so the nominator is not alone */
    play(t, 2, nominate(5, 5));
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ek_to_move(&t->state), (3 + i) % 4);
        assert_int_equal(list(t), 1);
        play(t, (3 + i) % 4, pass_());
    }
    assert_plants(t->state.owner[2].plants, PLANTS(5));
}

static void c4_5_who_may_not_own_nuclear_is_asked(void **state)
{
    table *t = open_table_in(EK_CLASSIC, "central-europe", 3, 0, "czechia slovakia austria");
    (void)state;
    give_city(t, 0, "Praha");
    give_city(t, 1, "Wien");
    set_market(t, PLANTS(11, 12, 14, 15, 16, 17, 18, 19));
    go_to(t, 2, EK_PHASE_AUCTION);
    play(t, 0, nominate(11, 11));
    assert_int_equal(list(t), 1);
    assert_int_equal(why(t, bid(12)), EK_REASON_NUCLEAR_FORBIDDEN);
    play(t, 1, pass_());
    play(t, 2, pass_());
    draw_largest(t);
    assert_plants(t->state.owner[0].plants, PLANTS(11));
}

/* --------------------------------------------------------------------------- nominating again */

static void c4_6_a_nominator_who_was_outbid_nominates_again(void **state)
{
    table *t = open_auction(EK_CLASSIC);
    (void)state;
    play(t, 2, nominate(3, 3));
    play(t, 3, bid(4));
    play(t, 0, pass_());
    play(t, 1, pass_());
    play(t, 2, pass_());
    draw_largest(t);
    play(t, 2, nominate(4, 4));
    play(t, 0, bid(5)); /* 3 has bought */
    play(t, 1, pass_());
    play(t, 2, pass_());
    draw_largest(t);
    play(t, 2, nominate(5, 5));
    play(t, 1, pass_());
    draw_largest(t);
    assert_plants(t->state.owner[2].plants, PLANTS(5));
    assert_int_equal(ek_to_move(&t->state), 1);
}

static void c4_6_or_passes(void **state)
{
    table *t = open_auction(EK_RECHARGED);
    (void)state;
    play(t, 2, nominate(3, 1));
    play(t, 3, bid(4));
    play(t, 0, pass_());
    play(t, 1, pass_());
    play(t, 2, pass_());
    draw_largest(t);
    assert_int_equal(why(t, pass_()), EK_REASON_OK);
    play(t, 2, pass_());
    assert_int_equal(ek_to_move(&t->state), 0);
}

static void c4_6_in_round_1_the_nominator_must_nominate_again(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    play(t, 0, nominate(3, 3));
    play(t, 1, bid(4));
    play(t, 2, pass_());
    play(t, 0, pass_());
    draw_largest(t);
    assert_int_equal(ek_to_move(&t->state), 0);
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
    assert_int_equal(why(t, nominate(4, 4)), EK_REASON_OK);
}

/* ------------------------------------------------------------------------ nothing to nominate */

/* The seat to move can pass and nothing else. */
static void assert_can_only_pass(table *t)
{
    assert_int_equal(list(t), 1);
    assert_int_equal(why(t, pass_()), EK_REASON_OK);
}

static void c4_13_without_money_one_can_only_pass(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    set_money(t, 0, 2);
    assert_can_only_pass(t);
    set_money(t, 0, 3);
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
    t = open_table(EK_RECHARGED, "germany", 3, 0); /* 1 is enough for the discounted plant */
    set_money(t, 0, 1);
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
    set_money(t, 0, 0);
    assert_can_only_pass(t);
}

static void c4_13_where_only_nuclear_is_for_sale_all_pass_in_round_1_too(void **state)
{
    table *t = open_table(EK_CLASSIC, "central-europe", 3, 0);
    (void)state;
    set_market(t, PLANTS(11, 17, 23, 28, 29, 30, 31, 32));
    go_to(t, 1, EK_PHASE_AUCTION);
    for (unsigned seat = 0; seat < 3; seat++) {
        assert_can_only_pass(t);
        assert_int_equal(why(t, nominate(11, 11)), EK_REASON_NUCLEAR_FORBIDDEN);
        play(t, seat, pass_());
    }
    assert_true(was_removed(t, 11, EK_REMOVAL_NOBODY_BOUGHT));
    t = open_table(EK_CLASSIC, "central-europe", 3, 0); /* one other plant obliges */
    set_market(t, PLANTS(11, 17, 23, 27, 28, 30, 31, 32));
    go_to(t, 1, EK_PHASE_AUCTION);
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
}

static void c4_13_an_empty_market_leaves_nothing_but_passing(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_table(edition, "germany", 3, 0);
        set_step(t, 3);
        set_market(t, PLANTS(0));
        go_to(t, 9, EK_PHASE_AUCTION);
        assert_int_equal(t->state.discount, 0);
        for (unsigned seat = 0; seat < 3; seat++) {
            assert_can_only_pass(t);
            play(t, seat, pass_());
        }
        assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_1_who_has_bought_is_out_of_the_phase),
        cmocka_unit_test(c4_1_in_round_1_everybody_must_buy),
        cmocka_unit_test(c4_1_later_nobody_must),
        cmocka_unit_test(c4_2_the_first_in_order_who_has_neither_bought_nor_passed),
        cmocka_unit_test(c4_2_only_plants_of_the_current_market),
        cmocka_unit_test(c4_2_passing_a_nomination_ends_the_players_phase),
        cmocka_unit_test(c4_2_nothing_but_nominating_or_passing),
        cmocka_unit_test(c4_3_the_minimum_is_the_plants_number),
        cmocka_unit_test(c4_3_or_1_for_the_discounted_plant),
        cmocka_unit_test(c4_3_a_bid_is_above_the_standing_bid),
        cmocka_unit_test(c4_3_and_not_above_the_bidders_money),
        cmocka_unit_test(c4_3_bids_end_at_999),
        cmocka_unit_test(c4_4_the_others_bid_clockwise_by_seat),
        cmocka_unit_test(c4_4_who_passes_is_out_of_this_auction_only),
        cmocka_unit_test(c4_4_the_last_one_left_pays_the_bid_and_takes_the_plant),
        cmocka_unit_test(c4_4_the_nominator_wins_if_all_pass),
        cmocka_unit_test(c4_5_alone_the_price_is_exactly_the_minimum),
        cmocka_unit_test(c4_5_alone_the_discounted_plant_costs_1),
        cmocka_unit_test(c4_5_who_can_only_pass_is_asked),
        cmocka_unit_test(c4_5_who_may_not_own_nuclear_is_asked),
        cmocka_unit_test(c4_6_a_nominator_who_was_outbid_nominates_again),
        cmocka_unit_test(c4_6_or_passes),
        cmocka_unit_test(c4_6_in_round_1_the_nominator_must_nominate_again),
        cmocka_unit_test(c4_13_without_money_one_can_only_pass),
        cmocka_unit_test(c4_13_where_only_nuclear_is_for_sale_all_pass_in_round_1_too),
        cmocka_unit_test(c4_13_an_empty_market_leaves_nothing_but_passing),
    };
    return cmocka_run_group_tests_name("the auction", tests, NULL, NULL);
}
