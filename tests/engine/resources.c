/* Buying resources: rules.md 5 and every refusal of the phase. */
#include "table.h"

/* A shop in which the first to buy (the last in order) is rich. */
static table *open_shop(enum ek_edition edition, const char *board, unsigned players)
{
    table *t = open_table(edition, board, players, 0);
    go_to(t, 2, EK_PHASE_RESOURCES);
    set_money(t, players - 1, 999);
    return t;
}

static table *germany(void)
{
    return open_shop(EK_RECHARGED, "germany", 3);
}

enum { BUYER = 2 }; /* the last of three in order buys first */

static unsigned held(const table *t, enum ek_fuel fuel)
{
    return t->state.owner[BUYER].fuel[fuel];
}

/* ------------------------------------------------------------------------------------ storage */

/* Whether a kind of plant burns a fuel. */
static bool burns(unsigned kind, unsigned fuel)
{
    return kind == fuel || (kind == EK_KIND_HYBRID && (fuel == EK_COAL || fuel == EK_OIL));
}

static void fill_up(unsigned number, enum ek_fuel fuel)
{
    table *t = germany();
    const unsigned room = 2u * ek_plant_of(number)->need;
    give_plant(t, BUYER, number);
    set_fuel(t, fuel, ek_tables.tokens[fuel]);
    assert_int_equal(ek_room(&t->state, BUYER, fuel), room);
    assert_int_equal(why(t, buy(fuel, room + 1)), EK_REASON_OVER_CAPACITY);
    play(t, BUYER, buy(fuel, room));
    assert_int_equal(held(t, fuel), room);
    assert_int_equal(why(t, buy(fuel, 1)), EK_REASON_OVER_CAPACITY);
}

static void c5_1_every_plant_stores_twice_its_need_and_no_more(void **state)
{
    (void)state;
    for (unsigned number = 3; number <= 50; number++)
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            if (ek_is_plant(number) && burns(ek_plant_of(number)->kind, fuel))
                fill_up(number, (enum ek_fuel)fuel);
}

static void c5_1_no_plant_stores_fuel_it_does_not_burn(void **state)
{
    (void)state;
    for (unsigned number = 3; number <= 50; number++) {
        if (!ek_is_plant(number))
            continue;
        table *t = germany();
        give_plant(t, BUYER, number);
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            if (!burns(ek_plant_of(number)->kind, fuel)) {
                assert_int_equal(ek_room(&t->state, BUYER, (enum ek_fuel)fuel), 0);
                assert_int_equal(why(t, buy((enum ek_fuel)fuel, 1)), EK_REASON_OVER_CAPACITY);
            }
    }
}

static void c5_1_without_plants_nothing_can_be_bought(void **state)
{
    (void)state;
    table *t = germany();
    assert_int_equal(list(t), 1);
    assert_int_equal(t->moves[0], done());
}

static void c5_1_a_hybrid_stores_coal_and_oil_in_any_mix(void **state)
{
    (void)state;
    for (unsigned coal = 0; coal <= 4; coal++) {
        table *t = germany();
        give_plant(t, BUYER, 5);
        if (coal > 0)
            play(t, BUYER, buy(EK_COAL, coal));
        assert_int_equal(why(t, buy(EK_OIL, 5 - coal)), EK_REASON_OVER_CAPACITY);
        if (coal < 4)
            play(t, BUYER, buy(EK_OIL, 4 - coal));
        assert_int_equal(why(t, buy(EK_COAL, 1)), EK_REASON_OVER_CAPACITY);
        assert_int_equal(why(t, buy(EK_OIL, 1)), EK_REASON_OVER_CAPACITY);
    }
}

static void c5_1_plants_of_one_kind_store_together(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 4);
    give_plant(t, BUYER, 8);
    give_plant(t, BUYER, 10);
    play(t, BUYER, buy(EK_COAL, 4 + 6 + 4));
    assert_int_equal(why(t, buy(EK_COAL, 1)), EK_REASON_OVER_CAPACITY);
}

/* --------------------------------------------------------------------------------- rearranging */

/* Whether so much fits on a coal plant, an oil plant and a hybrid of four each: tried by hand. */
static bool fits(unsigned coal, unsigned oil)
{
    for (unsigned coal_on_hybrid = 0; coal_on_hybrid <= 4; coal_on_hybrid++)
        for (unsigned oil_on_hybrid = 0; oil_on_hybrid <= 4 - coal_on_hybrid; oil_on_hybrid++)
            if (coal <= 4 + coal_on_hybrid && oil <= 4 + oil_on_hybrid)
                return true;
    return false;
}

static void c5_2_what_counts_is_whether_the_holding_fits(void **state)
{
    (void)state;
    for (unsigned coal = 0; coal <= 8; coal++)
        for (unsigned oil = 0; fits(coal, oil); oil++) {
            table *t = germany();
            give_plant(t, BUYER, 3);
            give_plant(t, BUYER, 4);
            give_plant(t, BUYER, 5);
            give_fuel(t, BUYER, EK_COAL, coal);
            give_fuel(t, BUYER, EK_OIL, oil);
            for (unsigned more = 1; more <= 12; more++) {
                assert_int_equal(why(t, buy(EK_COAL, more)) == EK_REASON_OK,
                                 fits(coal + more, oil));
                assert_int_equal(why(t, buy(EK_OIL, more)) == EK_REASON_OK, fits(coal, oil + more));
            }
        }
}

static void c5_2_coal_makes_way_for_oil_on_the_hybrid(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 4); /* four coal */
    give_plant(t, BUYER, 5); /* four of either */
    play(t, BUYER, buy(EK_COAL, 4));
    play(t, BUYER, buy(EK_OIL, 4));
    assert_int_equal(why(t, buy(EK_COAL, 1)), EK_REASON_OVER_CAPACITY);
    assert_int_equal(why(t, buy(EK_OIL, 1)), EK_REASON_OVER_CAPACITY);
}

static void c5_2_tokens_are_rearranged_before_plants_run(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 4);
    give_plant(t, 0, 5);
    give_fuel(t, 0, EK_OIL, 2); /* can lie on the hybrid only */
    give_fuel(t, 0, EK_COAL, 4);
    give_cities(t, 0, 2);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    play(t, 0, power(t, PLANTS(4, 5), 2)); /* the hybrid burns the coal plant's spare coal */
    assert_int_equal(t->state.owner[0].fuel[EK_COAL], 0);
    assert_int_equal(t->state.owner[0].fuel[EK_OIL], 2);
}

static void c5_2_rearranging_makes_no_room_for_garbage_or_uranium(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 6);
    give_plant(t, BUYER, 5);
    play(t, BUYER, buy(EK_GARBAGE, 2));
    assert_int_equal(why(t, buy(EK_GARBAGE, 1)), EK_REASON_OVER_CAPACITY);
    assert_int_equal(why(t, buy(EK_URANIUM, 1)), EK_REASON_OVER_CAPACITY);
}

/* --------------------------------------------------------------------------------------- turns */

static void c5_3_a_turn_has_any_number_of_purchases_until_it_is_ended(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 5);
    give_plant(t, BUYER, 6);
    play(t, BUYER, buy(EK_COAL, 1));
    play(t, BUYER, buy(EK_GARBAGE, 1));
    play(t, BUYER, buy(EK_COAL, 2));
    play(t, BUYER, buy(EK_OIL, 1));
    assert_int_equal(ek_to_move(&t->state), BUYER);
    play(t, BUYER, done());
    assert_int_equal(find_event(t, EK_EVENT_TURN_ENDED)->seat, BUYER);
    assert_int_equal(find_event(t, EK_EVENT_TURN_ENDED)->a, EK_PHASE_RESOURCES);
    assert_int_equal(ek_to_move(&t->state), 1);
}

static void c5_3_nobody_need_buy_and_building_follows_the_last_turn(void **state)
{
    (void)state;
    table *t = germany();
    for (unsigned seat = 3; seat-- > 0;) {
        assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
        play(t, seat, done());
    }
    assert_int_equal(find_event(t, EK_EVENT_PHASE_BEGINS)->a, EK_PHASE_BUILDING);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
    assert_int_equal(ek_to_move(&t->state), 2);
}

static void c5_3_only_the_player_in_turn_buys(void **state)
{
    (void)state;
    table *t = germany();
    for (unsigned seat = 0; seat < 3; seat++)
        give_plant(t, seat, 3 + seat);
    for (unsigned seat = 0; seat < 2; seat++) {
        assert_int_equal(ek_why(&t->rules, &t->state, seat, buy(EK_OIL, 1)),
                         EK_REASON_NOT_YOUR_TURN);
        assert_int_equal(ek_why(&t->rules, &t->state, seat, done()), EK_REASON_NOT_YOUR_TURN);
    }
    play(t, 2, done());
    assert_int_equal(ek_why(&t->rules, &t->state, 2, buy(EK_COAL, 1)), EK_REASON_NOT_YOUR_TURN);
}

/* -------------------------------------------------------------------------------------- prices */

/* Price of the k-th token from the cheap end of a full ladder (1.5). */
static int ladder_price(unsigned fuel, unsigned k)
{
    static const int uranium[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16};
    return fuel == EK_URANIUM ? uranium[k] : (int)(1 + k / 3);
}

static void c5_3_prices_climb_the_ladder_from_the_cheapest_token(void **state)
{
    (void)state;
    table *t = germany();
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const unsigned places = fuel == EK_URANIUM ? 12 : 24;
        for (unsigned tokens = 0; tokens <= places; tokens++) {
            int sum = 0;
            set_fuel(t, (enum ek_fuel)fuel, tokens);
            for (unsigned n = 1; n <= tokens; n++) {
                sum += ladder_price(fuel, places - tokens + n - 1);
                assert_int_equal(ek_price(&t->rules, &t->state, BUYER, (enum ek_fuel)fuel, n), sum);
            }
        }
    }
}

static void c5_3_a_purchase_is_paid_and_leaves_the_market(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 8);
    set_money(t, BUYER, 50);
    play(t, BUYER, buy(EK_COAL, 5));
    assert_int_equal(t->state.owner[BUYER].money, 50 - (1 + 1 + 1 + 2 + 2));
    assert_int_equal(held(t, EK_COAL), 5);
    assert_int_equal(t->state.fuel[EK_COAL], 19);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 0);
    const ek_event *bought = find_event(t, EK_EVENT_FUEL_BOUGHT);
    assert_int_equal(bought->seat, BUYER);
    assert_int_equal(bought->a, EK_COAL);
    assert_int_equal(bought->b, 5);
    assert_int_equal(bought->n, 7);
    play(t, BUYER, buy(EK_COAL, 1)); /* the last token at 2 */
    assert_int_equal(t->state.owner[BUYER].money, 50 - 7 - 2);
}

static void c5_3_the_next_player_pays_what_is_left(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, 2, 8);
    give_plant(t, 1, 10);
    play(t, 2, buy(EK_COAL, 6));
    play(t, 2, done());
    play(t, 1, buy(EK_COAL, 4));
    assert_int_equal(find_event(t, EK_EVENT_FUEL_BOUGHT)->n, 3 + 3 + 3 + 4);
}

static void c5_3_the_price_must_be_paid_to_the_last_elektro(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 11);
    set_money(t, BUYER, 29);
    assert_int_equal(why(t, buy(EK_URANIUM, 2)), EK_REASON_CANNOT_PAY);
    assert_int_equal(why(t, buy(EK_URANIUM, 1)), EK_REASON_OK);
    set_money(t, BUYER, 30);
    play(t, BUYER, buy(EK_URANIUM, 2));
    assert_int_equal(t->state.owner[BUYER].money, 0);
}

/* ------------------------------------------------------------------------------------ sold out */

static void c5_4_a_kind_sold_out_cannot_be_bought_until_the_refill(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, 2, 11);
    give_plant(t, 1, 17);
    set_money(t, 1, 999);
    assert_true(ek_supply(&t->state, EK_URANIUM) > 0);
    play(t, 2, buy(EK_URANIUM, 2));
    play(t, 2, done());
    assert_int_equal(ek_price(&t->rules, &t->state, 1, EK_URANIUM, 1), -1);
    assert_int_equal(why(t, buy(EK_URANIUM, 1)), EK_REASON_SOLD_OUT);
    skip_to(t, EK_PHASE_AUCTION);
    skip_to(t, EK_PHASE_RESOURCES);
    play(t, 0, done()); /* seat 1 owns the largest plant: it is first in order and buys last */
    play(t, 2, done());
    play(t, 1, buy(EK_URANIUM, 1));
    assert_int_equal(find_event(t, EK_EVENT_FUEL_BOUGHT)->n, 16);
}

static void c5_4_more_than_is_left_cannot_be_bought(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 10);
    set_fuel(t, EK_COAL, 2);
    assert_int_equal(why(t, buy(EK_COAL, 3)), EK_REASON_SOLD_OUT);
    play(t, BUYER, buy(EK_COAL, 2));
    assert_int_equal(find_event(t, EK_EVENT_FUEL_BOUGHT)->n, 16);
    assert_int_equal(why(t, buy(EK_COAL, 1)), EK_REASON_SOLD_OUT);
}

static void sold_out_on(enum ek_edition edition, const char *board)
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        static const uint8_t plant[EK_FUELS] = {4, 3, 6, 11};
        const bool storage = fuel == EK_COAL && edition == EK_RECHARGED && board[0] == 'u';
        table *t = open_shop(edition, board, 3);
        give_plant(t, BUYER, plant[fuel]);
        set_fuel(t, EK_COAL, 10); /* there is always coal in the supply */
        set_fuel(t, (enum ek_fuel)fuel, 0);
        assert_int_equal(why(t, buy((enum ek_fuel)fuel, 1)),
                         storage ? EK_REASON_OK : EK_REASON_SOLD_OUT);
    }
}

static void c5_4_sold_out_holds_on_every_board_but_for_the_coal_storage(void **state)
{
    (void)state;
    static const char *const boards[] = {"germany", "usa",    "central-europe",
                                         "benelux", "france", "italy"};
    for (unsigned i = 0; i < 6; i++) {
        sold_out_on(EK_CLASSIC, boards[i]);
        sold_out_on(EK_RECHARGED, boards[i]);
    }
}

/* ------------------------------------------------------------------------------------ refusals */

static void c5_3_what_is_no_purchase_is_refused(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 5);
    assert_int_equal(why(t, buy(EK_COAL, 0)), EK_REASON_NOTHING_TO_BUY);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_BUY, EK_FUELS, 1)), EK_REASON_NOT_A_MOVE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_DONE, 0, 1)), EK_REASON_NOT_A_MOVE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_DONE, 1, 0)), EK_REASON_NOT_A_MOVE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_NONE, 0, 0)), EK_REASON_NOT_A_MOVE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_TYPES, 0, 0)), EK_REASON_NOT_A_MOVE);
}

static void c5_3_moves_of_other_phases_are_refused(void **state)
{
    (void)state;
    table *t = germany();
    static const enum ek_move_type others[] = {
        EK_MOVE_REGION, EK_MOVE_TRUST, EK_MOVE_MARK,   EK_MOVE_PASS,    EK_MOVE_NOMINATE,
        EK_MOVE_BID,    EK_MOVE_SCRAP, EK_MOVE_RETURN, EK_MOVE_CONNECT, EK_MOVE_POWER};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(why(t, ek_move_of(others[i], 0, 0)), EK_REASON_WRONG_PHASE);
}

/* Every purchase that is not refused is listed, and no other; why() holds the second half. */
static void c5_3_the_list_holds_exactly_the_purchases_that_are_not_refused(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, BUYER, 5);
    give_plant(t, BUYER, 6);
    give_plant(t, BUYER, 11);
    set_money(t, BUYER, 14);
    unsigned allowed = 1; /* done */
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        for (unsigned n = 1; n <= 26; n++)
            if (why(t, buy((enum ek_fuel)fuel, n)) == EK_REASON_OK) {
                assert_true(is_listed(t, buy((enum ek_fuel)fuel, n)));
                allowed++;
            }
    assert_int_equal(list(t), allowed);
    assert_int_equal(allowed, 1 + 4 + 4 + 2 + 1); /* oil 3+3+3+4, garbage 6+6, uranium 14 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c5_1_every_plant_stores_twice_its_need_and_no_more),
        cmocka_unit_test(c5_1_no_plant_stores_fuel_it_does_not_burn),
        cmocka_unit_test(c5_1_without_plants_nothing_can_be_bought),
        cmocka_unit_test(c5_1_a_hybrid_stores_coal_and_oil_in_any_mix),
        cmocka_unit_test(c5_1_plants_of_one_kind_store_together),
        cmocka_unit_test(c5_2_what_counts_is_whether_the_holding_fits),
        cmocka_unit_test(c5_2_coal_makes_way_for_oil_on_the_hybrid),
        cmocka_unit_test(c5_2_tokens_are_rearranged_before_plants_run),
        cmocka_unit_test(c5_2_rearranging_makes_no_room_for_garbage_or_uranium),
        cmocka_unit_test(c5_3_a_turn_has_any_number_of_purchases_until_it_is_ended),
        cmocka_unit_test(c5_3_nobody_need_buy_and_building_follows_the_last_turn),
        cmocka_unit_test(c5_3_only_the_player_in_turn_buys),
        cmocka_unit_test(c5_3_prices_climb_the_ladder_from_the_cheapest_token),
        cmocka_unit_test(c5_3_a_purchase_is_paid_and_leaves_the_market),
        cmocka_unit_test(c5_3_the_next_player_pays_what_is_left),
        cmocka_unit_test(c5_3_the_price_must_be_paid_to_the_last_elektro),
        cmocka_unit_test(c5_4_a_kind_sold_out_cannot_be_bought_until_the_refill),
        cmocka_unit_test(c5_4_more_than_is_left_cannot_be_bought),
        cmocka_unit_test(c5_4_sold_out_holds_on_every_board_but_for_the_coal_storage),
        cmocka_unit_test(c5_3_what_is_no_purchase_is_refused),
        cmocka_unit_test(c5_3_moves_of_other_phases_are_refused),
        cmocka_unit_test(c5_3_the_list_holds_exactly_the_purchases_that_are_not_refused),
    };
    return cmocka_run_group_tests_name("resources", tests, NULL, NULL);
}
