/* The recharged game for two against the Trust (rules.md 11). */
#include "table.h"

/* 7 to 10 lie under the deck. */
#define MARKET PLANTS(3, 4, 5, 6, 20, 21, 24, 25)

static const ek_owner *trust_of(const table *t)
{
    return &t->state.owner[EK_TRUST];
}

static ek_move house(const table *t, const char *name)
{
    return ek_move_of(EK_MOVE_TRUST, city(t, name), 0);
}

static ek_move mark(const table *t, const char *name)
{
    return ek_move_of(EK_MOVE_MARK, city(t, name), 0);
}

/* Before the first Trust house, in the north and the west of Germany. */
static table *two_players(unsigned options)
{
    return open_table_in(EK_RECHARGED, "germany", 2, options, "north-west north-east west");
}

/* Round 5; Trust houses in Flensburg, Kiel, Hamburg, Cuxhaven, Bremen and Wilhelmshaven. */
static table *against_trust(enum ek_phase phase)
{
    table *t = two_players(0);
    found_trust(t);
    set_market(t, MARKET);
    set_deck(t, 20);
    go_to(t, 5, phase);
    return t;
}

/* ---------------------------------------------------------------------- 11.1: the Trust */

static void c11_1_c2_8_two_in_recharged_always_play_against_it(void **state)
{
    (void)state;
    assert_int_equal(open_table(EK_RECHARGED, "germany", 2, 0)->rules.trust, 1);
    assert_int_equal(open_table(EK_RECHARGED, "usa", 2, 0)->rules.trust, 1);
    assert_int_equal(open_table(EK_CLASSIC, "germany", 2, 0)->rules.trust, 0);
    assert_int_equal(open_table(EK_RECHARGED, "germany", 3, 0)->rules.trust, 0);
}

/* The humans are ranked as if it were not there. */
static void c11_1_humans_are_ranked_around_it(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUREAUCRACY);
    give_city(t, 0, "berlin");
    give_city(t, 1, "essen");
    give_city(t, 1, "muenster");
    t->state.owner[EK_TRUST].plants |= ek_bit(44);
    t->state.unseen &= ~ek_bit(44);
    sit_out(t);
    draw_largest(t);
    assert_int_equal(t->state.order[0], 1);
    assert_int_equal(t->state.order[1], 0);
    assert_int_equal(count_events(t, EK_EVENT_ORDER), 2);
}

static void c11_1_no_money_no_score_no_turn(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    ek_rank ranking[EK_SEATS];
    assert_int_equal(trust_of(t)->money, 0);
    ek_ranking(&t->rules, &t->state, ranking);
    assert_int_equal(ranking[0].seat + ranking[1].seat, 1);
    for (unsigned round = t->state.round; t->state.round < round + 2;) {
        draw_largest(t);
        assert_true(ek_to_move(&t->state) < 2);
        skip_to(t, ek_phase(&t->state) == EK_PHASE_BUREAUCRACY ? EK_PHASE_AUCTION
                                                               : EK_PHASE_BUREAUCRACY);
    }
    assert_int_equal(trust_of(t)->money, 0);
}

/* Sixteen Trust houses are no player's: Step 2 is not due at seven of them. */
static void c11_1_never_triggers_step_2_or_the_end(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    for (unsigned c = 6; trust_of(t)->house_count < 16; c++)
        ek_add_house(&t->state, EK_TRUST, c, 0);
    assert_lawful(t);
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
    assert_int_equal(t->state.step, 1);
    assert_null(find_event(t, EK_EVENT_GAME_ENDED));
}

/* Not even with the houses of a player added to its own. */
static void c11_1_step_2_counts_one_player_s_cities(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_BUILDING);
    give_cities(t, 1, 6);
    sit_out(t);
    assert_int_equal(t->state.step, 1);
}

/* ------------------------------------------------------------------------- 11.2: setting up */

static void c11_2_one_two_two_one(void **state)
{
    (void)state;
    table *t = two_players(0);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_TRUST);
    play(t, 0, house(t, "hannover"));
    assert_int_equal(find_event(t, EK_EVENT_TRUST_HOUSE)->seat, 0);
    play(t, 1, house(t, "bremen"));
    play(t, 1, house(t, "hamburg"));
    play(t, 0, house(t, "kiel"));
    play(t, 0, house(t, "schwerin"));
    play(t, 1, house(t, "rostock"));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
    assert_int_equal(ek_to_move(&t->state), 0);
    assert_int_equal(trust_of(t)->house_count, 6);
    assert_int_equal(t->state.places[0], trust_of(t)->cities); /* all on 10-places */
    assert_int_equal(t->state.places[1] | t->state.places[2], 0);
    assert_int_equal(ek_tables.trust_houses - trust_of(t)->house_count, 10);
}

/* First and other are by order, not by seat. */
static void c11_2_first_player_is_first_in_order(void **state)
{
    (void)state;
    table *t = two_players(0);
    t->state.order[0] = 1;
    t->state.order[1] = 0;
    play(t, 1, house(t, "hannover"));
    play(t, 0, house(t, "bremen"));
    play(t, 0, house(t, "hamburg"));
    play(t, 1, house(t, "kiel"));
}

static void c11_2_first_house_goes_anywhere_in_the_zone(void **state)
{
    (void)state;
    table *t = two_players(0);
    assert_int_equal(list(t), ek_size(t->rules.zone_cities));
    assert_int_equal(why(t, house(t, "muenchen")), EK_REASON_OUT_OF_ZONE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_TRUST, 60, 0)), EK_REASON_NO_SUCH_CITY);
    assert_int_equal(why(t, nominate(3, 3)), EK_REASON_WRONG_PHASE);
}

static void c11_2_further_houses_next_to_one(void **state)
{
    (void)state;
    table *t = two_players(0);
    play(t, 0, house(t, "hannover"));
    assert_int_equal(why(t, house(t, "hannover")), EK_REASON_TRUST_CITY);
    assert_int_equal(why(t, house(t, "berlin")), EK_REASON_NOT_NEXT_TO_TRUST);
    assert_int_equal(why(t, house(t, "kiel")), EK_REASON_NOT_NEXT_TO_TRUST);
    assert_int_equal(why(t, house(t, "erfurt")), EK_REASON_OUT_OF_ZONE);
    assert_int_equal(list(t), 6); /* Bremen, Hamburg, Kassel, Magdeburg, Osnabrück, Schwerin */
    play(t, 1, house(t, "hamburg"));
    play(t, 1, house(t, "kiel")); /* next to any of them, not to the first */
}

static table *marking(void)
{
    table *t = two_players(EK_STARTING_CITIES);
    found_trust(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_MARKS);
    return t;
}

static void c11_2_marked_cities_get_a_house_on_the_15_place(void **state)
{
    (void)state;
    table *t = marking();
    assert_int_equal(why(t, mark(t, "kiel")), EK_REASON_TRUST_CITY);
    play(t, 0, mark(t, "berlin"));
    const ek_event *placed = find_event(t, EK_EVENT_TRUST_HOUSE);
    assert_int_equal(placed->a, city(t, "berlin"));
    assert_int_equal(placed->b, 1);
    assert_int_equal(why(t, mark(t, "berlin")), EK_REASON_ALREADY_MARKED);
    play(t, 1, mark(t, "essen"));
    assert_int_equal(t->state.places[1], ek_bit(city(t, "berlin")) | ek_bit(city(t, "essen")));
    assert_false(ek_has(t->state.places[0], city(t, "berlin")));
    assert_int_equal(ek_tables.trust_houses - trust_of(t)->house_count, 8);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
}

/* ------------------------------------------------------------------------------ 11.3: plants */

static void c11_3_takes_the_largest_after_the_replacement(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    assert_null(find_event(t, EK_EVENT_TRUST_PLANT)); /* it waits for the replacement */
    draw(t, 16);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 16);
    assert_plants(trust_of(t)->plants, PLANTS(16));
    draw(t, 30);
    assert_plants(t->state.market, PLANTS(3, 5, 6, 20, 21, 24, 25, 30));
    assert_int_equal(ek_to_move(&t->state), 1);
}

static void c11_3_a_large_replacement_moves_the_market_up(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    buy_plant(t, 0, 4);
    draw(t, 30);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 20);
    assert_true(ek_card_awaited(&t->state));
}

static void c11_3_acts_after_the_other_player_s_purchase(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    play(t, 0, nominate(4, 4));
    play(t, 1, bid(5));
    play(t, 0, pass_());
    draw(t, 30);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 20);
    draw(t, 31);
    assert_int_equal(ek_to_move(&t->state), 0);
    assert_int_equal(why(t, nominate(5, 6)), EK_REASON_ALONE_PAYS_MINIMUM);
    buy_plant(t, 0, 5);
    draw(t, 32);
    assert_null(find_event(t, EK_EVENT_TRUST_PLANT)); /* once a phase */
    assert_plants(trust_of(t)->plants, PLANTS(20));
}

static void c11_3_acts_after_the_first_player_s_pass(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    play(t, 0, pass_());
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 6);
    draw(t, 30);
    assert_int_equal(ek_to_move(&t->state), 1);
    assert_int_equal(why(t, nominate(4, 5)), EK_REASON_ALONE_PAYS_MINIMUM);
    buy_plant(t, 1, 4);
    draw_largest(t);
    assert_plants(trust_of(t)->plants, PLANTS(6));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
}

/* Two passes: it has acted once all the same. */
static void c11_3_acts_once_when_both_pass(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    play(t, 0, pass_());
    draw(t, 30);
    play(t, 1, pass_());
    assert_null(find_event(t, EK_EVENT_TRUST_PLANT));
    assert_true(was_removed(t, 3, EK_REMOVAL_UNSOLD_DISCOUNT)); /* 4.10c */
}

static void c11_3_acts_every_round(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    play(t, 0, pass_());
    skip_to(t, EK_PHASE_BUREAUCRACY);
    skip_to(t, EK_PHASE_AUCTION);
    play(t, ek_to_move(&t->state), pass_());
    assert_non_null(find_event(t, EK_EVENT_TRUST_PLANT));
    assert_int_equal(ek_size(trust_of(t)->plants), 2);
}

static void c11_3_waits_until_the_buyer_has_scrapped(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    give_plant(t, 0, 30);
    give_plant(t, 0, 31);
    give_plant(t, 0, 32);
    buy_plant(t, 0, 4);
    assert_null(find_event(t, EK_EVENT_TRUST_PLANT));
    play(t, 0, scrap(30));
    assert_null(find_event(t, EK_EVENT_TRUST_PLANT));
    draw(t, 33);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 20);
}

static void give_trust(table *t, const uint8_t *plants)
{
    for (; *plants; plants++)
        give_plant(t, EK_TRUST, *plants);
}

static void c11_3_owning_three_its_smallest_leaves_for_a_larger(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    give_trust(t, PLANTS(17, 30, 31));
    buy_plant(t, 0, 4);
    draw(t, 32);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 20);
    assert_true(was_removed(t, 17, EK_REMOVAL_TRUST_REPLACED));
    assert_plants(trust_of(t)->plants, PLANTS(20, 30, 31));
    assert_true(ek_card_awaited(&t->state));
}

static void c11_3_owning_three_larger_ones_it_takes_nothing(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    give_trust(t, PLANTS(22, 30, 31));
    buy_plant(t, 0, 4);
    draw(t, 32);
    assert_null(find_event(t, EK_EVENT_TRUST_PLANT));
    assert_plants(trust_of(t)->plants, PLANTS(22, 30, 31));
    assert_true(ek_has(t->state.market, 20));
    assert_int_equal(ek_to_move(&t->state), 1);
    assert_int_equal(why(t, nominate(20, 20)), EK_REASON_OK);
}

static void c11_3_owning_two_it_takes_even_a_smaller_one(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    give_trust(t, PLANTS(30, 31));
    play(t, 0, pass_());
    assert_plants(trust_of(t)->plants, PLANTS(6, 30, 31));
}

static void c11_3_takes_benelux_s_fifth(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "benelux", 2, 0);
    found_trust(t);
    set_market(t, PLANTS(3, 4, 5, 6, 13, 20, 21, 24));
    set_deck(t, 20);
    go_to(t, 5, EK_PHASE_AUCTION);
    play(t, 0, pass_());
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 13);
}

static void c11_3_takes_the_largest_of_six_in_step_3(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    set_step(t, 3);
    go_to(t, 5, EK_PHASE_AUCTION);
    play(t, 0, pass_());
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 25);
}

static void c11_3_pays_nothing_and_leaves_the_discount_alone(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    play(t, 0, pass_());
    assert_int_equal(t->state.discount, 3);
    assert_null(find_event(t, EK_EVENT_PLANT_BOUGHT));
    draw(t, 30);
    assert_int_equal(t->state.discount, 3);
    assert_int_equal(why(t, nominate(3, 1)), EK_REASON_OK);
    assert_int_equal(t->state.owner[0].money + t->state.owner[1].money, 100);
}

/* Step 3, two plants left: seat 0 buys the larger, the Trust takes the discounted one. */
static void c11_3_c4_10a_takes_the_discounted_plant_itself(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    set_step(t, 3);
    t->state.removed |= t->state.unseen;
    t->state.unseen = 0;
    t->state.deck_plug = t->state.deck_socket = t->state.top_back = 0;
    set_market(t, PLANTS(20, 21));
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 21);
    assert_int_equal(find_event(t, EK_EVENT_TRUST_PLANT)->a, 20);
    assert_int_equal(find_event(t, EK_EVENT_DISCOUNT_ENDED)->a, 20);
    assert_int_equal(t->state.discount, 0);
    assert_int_equal(list(t), 1); /* 4.13: nothing to nominate */
    play(t, 1, pass_());
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED)); /* 4.10c has nothing to do */
}

static void c11_3_nothing_for_sale_nothing_taken(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    set_step(t, 3);
    t->state.removed |= t->state.unseen;
    t->state.unseen = 0;
    t->state.deck_plug = t->state.deck_socket = t->state.top_back = 0;
    set_market(t, PLANTS(20));
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, 20);
    assert_null(find_event(t, EK_EVENT_TRUST_PLANT));
    assert_int_equal(ek_to_move(&t->state), 1);
}

static void c11_3_c4_10b_replacement_below_the_discount(void **state)
{
    (void)state;
    table *t = against_trust(EK_PHASE_AUCTION);
    set_market(t, PLANTS(17, 18, 19, 20, 21, 24, 25, 26));
    go_to(t, 5, EK_PHASE_AUCTION);
    play(t, 0, pass_()); /* the Trust takes 20 */
    draw(t, 16);
    assert_true(was_removed(t, 16, EK_REMOVAL_BELOW_DISCOUNT));
    assert_int_equal(t->state.discount, 0);
    draw(t, 30);
    assert_plants(t->state.market, PLANTS(17, 18, 19, 21, 24, 25, 26, 30));
    assert_int_equal(why(t, nominate(17, 1)), EK_REASON_BID_TOO_LOW);
}

/* Round 1: all players must buy, the Trust takes one in between, order is determined afterwards. */
static void c11_3_in_round_1(void **state)
{
    (void)state;
    table *t = two_players(0);
    found_trust(t);
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
    buy_plant(t, 0, 4);
    draw_largest(t);
    assert_int_equal(ek_size(trust_of(t)->plants), 1);
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
    buy_plant(t, 1, 6);
    draw_largest(t);
    assert_int_equal(t->state.order[0], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c11_1_c2_8_two_in_recharged_always_play_against_it),
        cmocka_unit_test(c11_1_humans_are_ranked_around_it),
        cmocka_unit_test(c11_1_no_money_no_score_no_turn),
        cmocka_unit_test(c11_1_never_triggers_step_2_or_the_end),
        cmocka_unit_test(c11_1_step_2_counts_one_player_s_cities),
        cmocka_unit_test(c11_2_one_two_two_one),
        cmocka_unit_test(c11_2_first_player_is_first_in_order),
        cmocka_unit_test(c11_2_first_house_goes_anywhere_in_the_zone),
        cmocka_unit_test(c11_2_further_houses_next_to_one),
        cmocka_unit_test(c11_2_marked_cities_get_a_house_on_the_15_place),
        cmocka_unit_test(c11_3_takes_the_largest_after_the_replacement),
        cmocka_unit_test(c11_3_a_large_replacement_moves_the_market_up),
        cmocka_unit_test(c11_3_acts_after_the_other_player_s_purchase),
        cmocka_unit_test(c11_3_acts_after_the_first_player_s_pass),
        cmocka_unit_test(c11_3_acts_once_when_both_pass),
        cmocka_unit_test(c11_3_acts_every_round),
        cmocka_unit_test(c11_3_waits_until_the_buyer_has_scrapped),
        cmocka_unit_test(c11_3_owning_three_its_smallest_leaves_for_a_larger),
        cmocka_unit_test(c11_3_owning_three_larger_ones_it_takes_nothing),
        cmocka_unit_test(c11_3_owning_two_it_takes_even_a_smaller_one),
        cmocka_unit_test(c11_3_takes_benelux_s_fifth),
        cmocka_unit_test(c11_3_takes_the_largest_of_six_in_step_3),
        cmocka_unit_test(c11_3_pays_nothing_and_leaves_the_discount_alone),
        cmocka_unit_test(c11_3_c4_10a_takes_the_discounted_plant_itself),
        cmocka_unit_test(c11_3_nothing_for_sale_nothing_taken),
        cmocka_unit_test(c11_3_c4_10b_replacement_below_the_discount),
        cmocka_unit_test(c11_3_in_round_1),
    };
    return cmocka_run_group_tests_name("trust", tests, NULL, NULL);
}
