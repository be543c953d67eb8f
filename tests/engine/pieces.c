/* Components: plants, the Step 3 card, tokens, ladder, money, houses, secrets (rules.md 1). */
#include "table.h"

static const bd_board *board_of(const char *name, enum ek_edition edition)
{
    const bd_board *board = bd_find(name, edition);
    assert_non_null(board);
    return board;
}

/* ------------------------------------------------------------------------ editions and boards */

static ek_reason try_config(const bd_board *board, unsigned edition, unsigned players,
                            unsigned options)
{
    uint8_t zones[EK_ZONES_MAX] = {0};
    static const unsigned areas[] = {3, 3, 3, 3, 4, 5, 5, 5};
    assert_true(ek_zones(board->ek, areas[players], zones) > 0);
    const ek_config config = {.edition = (uint8_t)edition,
                              .players = (uint8_t)players,
                              .options = (uint8_t)options,
                              .zone = zones[0]};
    ek_rules rules;
    return ek_rules_init(&rules, board->ek, &config);
}

static void c1_1_every_board_is_played_in_both_editions_by_two_to_six(void **state)
{
    static const char *const boards[] = {"germany", "usa",    "central-europe",
                                         "benelux", "france", "italy"};
    (void)state;
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
            const bd_board *board = board_of(boards[i], edition);
            for (unsigned players = 2; players <= 6; players++)
                assert_int_equal(try_config(board, edition, players, 0), EK_REASON_OK);
            assert_int_equal(try_config(board, edition, 1, 0), EK_REASON_BAD_PLAYERS);
            assert_int_equal(try_config(board, edition, 7, 0), EK_REASON_BAD_PLAYERS);
        }
}

static void c1_1_germany_and_the_usa_have_one_board_per_edition(void **state)
{
    static const char *const boards[] = {"germany", "usa"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const bd_board *classic = board_of(boards[i], EK_CLASSIC);
        const bd_board *recharged = board_of(boards[i], EK_RECHARGED);
        assert_ptr_not_equal(classic, recharged);
        assert_int_equal(try_config(classic, EK_RECHARGED, 3, 0), EK_REASON_BAD_EDITION);
        assert_int_equal(try_config(recharged, EK_CLASSIC, 3, 0), EK_REASON_BAD_EDITION);
        assert_int_equal(try_config(classic, 2, 3, 0), EK_REASON_BAD_EDITION);
    }
    assert_ptr_equal(board_of("france", EK_CLASSIC), board_of("france", EK_RECHARGED));
}

static void c1_2_forty_two_plants(void **state)
{
    const struct {
        enum ek_kind kind;
        const uint8_t *plants;
    } kinds[] = {
        {EK_KIND_COAL, PLANTS(4, 8, 10, 15, 20, 25, 31, 36, 42)},
        {EK_KIND_OIL, PLANTS(3, 7, 9, 16, 26, 32, 35, 40)},
        {EK_KIND_GARBAGE, PLANTS(6, 14, 19, 24, 30, 38)},
        {EK_KIND_URANIUM, PLANTS(11, 17, 23, 28, 34, 39)},
        {EK_KIND_HYBRID, PLANTS(5, 12, 21, 29, 46)},
        {EK_KIND_WIND, PLANTS(13, 18, 22, 27, 33, 37, 44)},
        {EK_KIND_FUSION, PLANTS(50)},
    };
    unsigned count = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const uint8_t *plant = kinds[i].plants; *plant; plant++, count++) {
            assert_true(ek_is_plant(*plant));
            assert_int_equal(ek_plant_of(*plant)->kind, kinds[i].kind);
            assert_int_equal(ek_is_ecological(*plant), ek_plant_of(*plant)->need == 0);
        }
    assert_int_equal(count, 42);
    assert_int_equal(ek_size(ek_tables.plants), 42);
}

/* -------------------------------------------------------------------------- the Step 3 card */

/* An auction in which the deck runs out and the Step 3 card comes to lie in the market. */
static table *turn_up_step3(const char *board)
{
    table *t = open_table(EK_CLASSIC, board, 3, 0);
    set_deck(t, 0);
    go_to(t, 2, EK_PHASE_AUCTION);
    buy_plant(t, 0, 3);
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_DRAWN));
    return t;
}

static void c1_3_the_step3_card_is_never_for_sale(void **state)
{
    table *t = turn_up_step3("germany");
    (void)state;
    assert_true(t->state.market & EK_STEP3_CARD);
    assert_false(ek_current_market(&t->rules, &t->state) & EK_STEP3_CARD);
    assert_int_equal(why(t, nominate(63, 63)), EK_REASON_NO_SUCH_PLANT);
    set_market(t, PLANTS(20, 21, 22)); /* nor when fewer than four plants are left */
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(20, 21, 22));
    assert_false(ek_current_market(&t->rules, &t->state) & EK_STEP3_CARD);
}

static void c1_3_the_step3_card_is_larger_than_any_plant(void **state)
{
    table *t = turn_up_step3("germany");
    (void)state;
    set_market(t, PLANTS(42, 44, 46, 50));
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(42, 44, 46, 50));
    assert_true(ek_future_market(&t->rules, &t->state) == EK_STEP3_CARD);
    t = turn_up_step3("benelux"); /* and it is not the ecological fifth (10.5) */
    set_market(t, PLANTS(40, 42, 44, 46));
    assert_true(ek_future_market(&t->rules, &t->state) == EK_STEP3_CARD);
}

/* ---------------------------------------------------------------------------------- tokens */

static void c1_4_twenty_four_of_each_and_twelve_uranium(void **state)
{
    static const unsigned tokens[] = {24, 24, 24, 12};
    (void)state;
    for (unsigned b = 0; b < bd_board_count; b++)
        for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
            if (!(bd_boards[b].ek->editions >> edition & 1))
                continue;
            const table *t = open_table(edition, bd_boards[b].id, 3, 0);
            for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
                assert_int_equal(t->state.fuel[fuel] + ek_supply(&t->state, (enum ek_fuel)fuel),
                                 tokens[fuel]);
        }
}

static void c1_4_tokens_are_never_created_or_destroyed(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    give_plant(t, 2, 4);
    give_city(t, 2, "Hamburg");
    go_to(t, 2, EK_PHASE_RESOURCES);
    play(t, 2, buy(EK_COAL, 4));
    assert_int_equal(t->state.fuel[EK_COAL], 20);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 0);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    play(t, 0, power(t, PLANTS(0), 0));
    play(t, 1, power(t, PLANTS(0), 0));
    play(t, 2, power(t, PLANTS(4), 0));
    assert_int_equal(t->state.owner[2].fuel[EK_COAL], 2);
    /* The two burnt are the whole supply, so the refill of four brings two. */
    assert_int_equal(t->state.fuel[EK_COAL], 22);
    t->state.fuel[EK_COAL] = 23;
    assert_int_equal(ek_check(&t->rules, &t->state), EK_LAW_TOKENS);
}

static void c1_5_the_ladder_has_three_tokens_a_price_and_one_uranium(void **state)
{
    static const int uranium[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16};
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    for (unsigned fuel = EK_COAL; fuel <= EK_GARBAGE; fuel++)
        for (unsigned left = 24; left > 0; left--) { /* the cheapest are sold first */
            set_fuel(t, fuel, left);
            assert_int_equal(ek_price(&t->rules, &t->state, 0, fuel, 1), 1 + (24 - left) / 3);
        }
    for (unsigned left = 12; left > 0; left--) {
        set_fuel(t, EK_URANIUM, left);
        assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_URANIUM, 1), uranium[12 - left]);
    }
    set_fuel(t, EK_COAL, 24);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 4), 1 + 1 + 1 + 2);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 24), 108);
    set_fuel(t, EK_COAL, 0);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 1), -1);
}

static void c1_5_refills_fill_the_dearest_free_places_first(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    set_fuel(t, EK_COAL, 10); /* one token at 5, three at 6, 7 and 8 */
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 1), 5);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 4); /* two at 5, two at 4 */
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 2), 4 + 4);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 3), 4 + 4 + 5);
}

/* ------------------------------------------------------------------------- money and houses */

static void c1_6_each_player_begins_with_fifty_elektro(void **state)
{
    const table *t = open_table(EK_RECHARGED, "germany", 5, 0);
    (void)state;
    for (unsigned seat = 0; seat < 5; seat++)
        assert_int_equal(t->state.owner[seat].money, 50);
    assert_int_equal(t->state.owner[5].money, 0);
}

static void c1_6_payments(void **state)
{
    static const unsigned payments[] = {10,  22,  33,  44,  54,  64,  73,  82,  90,  98, 105,
                                        112, 118, 124, 129, 134, 138, 142, 145, 148, 150};
    (void)state;
    for (unsigned cities = 0; cities <= 20; cities++)
        assert_int_equal(ek_income(cities), payments[cities]);
    assert_int_equal(ek_income(21), 150);
    assert_int_equal(ek_income(22), 150);
}

static void c1_6_twenty_two_houses(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 5, 0);
    (void)state;
    set_money(t, 4, 2000);
    give_cities(t, 4, 21);
    go_to(t, 2, EK_PHASE_BUILDING);
    list(t);
    assert_true(t->count > 1);
    play(t, 4, t->moves[1]);
    assert_int_equal(t->state.owner[4].house_count, 22);
    draw_largest(t);
    assert_int_equal(list(t), 1);
    const ek_cities others = t->rules.zone_cities & ~t->state.owner[4].cities;
    assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, ek_smallest(others), 0)),
                     EK_REASON_NO_HOUSES);
}

static void c1_7_places_cost_ten_fifteen_twenty_and_open_by_step(void **state)
{
    table *t = open_table_in(EK_CLASSIC, "germany", 4, 0, "north-west west east south-west");
    const unsigned essen = city(t, "Essen");
    ek_route route;
    (void)state;
    for (unsigned houses = 0; houses < 3; houses++) {
        set_step(t, houses + 1);
        assert_int_equal(ek_connection(&t->rules, &t->state, 3, essen, &route), EK_REASON_OK);
        assert_int_equal(route.total, 10 + 5 * (int)houses);
        give_city(t, houses, "Essen");
        assert_int_equal(ek_connection(&t->rules, &t->state, 3, essen, &route),
                         EK_REASON_CITY_FULL);
    }
    /* A place that is open already in Step 1 stays the cheapest to be taken later. */
    assert_int_equal(ek_connection(&t->rules, &t->state, 3, city(t, "Kassel"), &route),
                     EK_REASON_OK);
    assert_int_equal(route.total, 10);
}

/* --------------------------------------------------------------------------------- secrets */

static void c1_8_money_is_secret(void **state)
{
    const table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    ek_state view;
    (void)state;
    ek_view(&t->rules, &t->state, 1, &view);
    assert_int_equal(view.owner[1].money, 50);
    assert_int_equal(view.owner[0].money, 0);
    assert_int_equal(view.owner[2].money, 0);
    assert_int_equal(view.hidden, 5);
    ek_view(&t->rules, &t->state, EK_NOBODY, &view);
    assert_int_equal(view.hidden, 7);
    assert_int_equal(view.owner[1].money, 0);
}

static void c1_8_money_is_open_where_the_table_agrees(void **state)
{
    const table *t = open_table(EK_RECHARGED, "germany", 3, EK_OPEN_MONEY);
    ek_state view;
    (void)state;
    ek_view(&t->rules, &t->state, EK_NOBODY, &view);
    assert_int_equal(view.hidden, 0);
    for (unsigned seat = 0; seat < 3; seat++)
        assert_int_equal(view.owner[seat].money, 50);
}

static void c1_8_the_order_of_the_deck_is_unknown_to_all(void **state)
{
    const table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    ek_setup setup = {.order_given = 1, .order = {0, 1, 2}};
    ek_state seeded;
    ek_state first;
    ek_state view;
    (void)state;
    for (setup.seed = 0; setup.seed < 20; setup.seed++) { /* the views do not reveal the seed */
        assert_int_equal(ek_start(&t->rules, &setup, &seeded, NULL), EK_REASON_OK);
        ek_view(&t->rules, &seeded, 1, &view);
        if (setup.seed == 0)
            first = view;
        assert_memory_equal(&first, &view, sizeof view);
    }
}

static unsigned back_of(unsigned plant)
{
    return plant <= 15 ? EK_BACK_PLUG : EK_BACK_SOCKET;
}

static void c1_8_in_recharged_everyone_sees_the_back_on_top(void **state)
{
    table *t = open_table(EK_RECHARGED, "usa", 3, 0);
    unsigned drawn[3] = {0};
    ek_state view;
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        ek_start(&t->rules, &(ek_setup){.seed = seed}, &t->state, NULL);
        for (unsigned i = 0; i < 3; i++) {
            ek_view(&t->rules, &t->state, EK_NOBODY, &view);
            const unsigned back = view.top_back;
            const unsigned plant = ek_largest(ek_current_market(&t->rules, &t->state));
            buy_plant(t, ek_to_move(&t->state), plant);
            assert_int_equal(back_of(find_event(t, EK_EVENT_PLANT_DRAWN)->a), back);
            drawn[back]++;
        }
    }
    assert_int_equal(drawn[EK_BACK_UNKNOWN], 0);
    assert_true(drawn[EK_BACK_PLUG] > 60); /* the first is a plug, others may be */
    assert_true(drawn[EK_BACK_SOCKET] > 60);
}

static void c1_8_in_classic_all_backs_are_alike(void **state)
{
    table *t = open_table(EK_CLASSIC, "usa", 3, 0);
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        ek_start(&t->rules, &(ek_setup){.seed = seed}, &t->state, NULL);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(t->state.top_back, EK_BACK_UNKNOWN);
            buy_plant(t, ek_to_move(&t->state), 3 + i);
        }
    }
    ek_ask(&t->state);
    assert_int_equal(ek_show_back(&t->rules, &t->state, EK_BACK_PLUG), EK_REASON_WRONG_BACK);
}

static void c1_8_a_back_that_is_told_limits_the_cards(void **state)
{
    table *t = open_table(EK_RECHARGED, "germany", 4, 0);
    (void)state;
    assert_int_equal(ek_show_back(&t->rules, &t->state, EK_BACK_SOCKET), EK_REASON_WRONG_BACK);
    assert_int_equal(ek_show_back(&t->rules, &t->state, EK_BACK_PLUG), EK_REASON_OK);
    buy_plant(t, 0, 3);
    draw(t, 11);
    assert_int_equal(t->state.top_back, EK_BACK_UNKNOWN); /* not entered yet */
    assert_int_equal(ek_show_back(&t->rules, &t->state, EK_BACK_UNKNOWN), EK_REASON_WRONG_BACK);
    assert_int_equal(ek_show_back(&t->rules, &t->state, (enum ek_back)3), EK_REASON_WRONG_BACK);
    assert_int_equal(ek_show_back(&t->rules, &t->state, EK_BACK_SOCKET), EK_REASON_OK);
    assert_lawful(t);
    buy_plant(t, 1, 4);
    assert_true(ek_has(ek_card_awaited(&t->state), 16));
    assert_false(ek_has(ek_card_awaited(&t->state), 12));
    assert_int_equal(ek_draw(&t->rules, &t->state, 12, NULL), EK_REASON_CARD_NOT_IN_DECK);
    draw(t, 16);
    ek_reseed(&t->rules, &t->state, 1, NULL);
    assert_int_equal(ek_show_back(&t->rules, &t->state, t->state.top_back), EK_REASON_WRONG_BACK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c1_1_every_board_is_played_in_both_editions_by_two_to_six),
        cmocka_unit_test(c1_1_germany_and_the_usa_have_one_board_per_edition),
        cmocka_unit_test(c1_2_forty_two_plants),
        cmocka_unit_test(c1_3_the_step3_card_is_never_for_sale),
        cmocka_unit_test(c1_3_the_step3_card_is_larger_than_any_plant),
        cmocka_unit_test(c1_4_twenty_four_of_each_and_twelve_uranium),
        cmocka_unit_test(c1_4_tokens_are_never_created_or_destroyed),
        cmocka_unit_test(c1_5_the_ladder_has_three_tokens_a_price_and_one_uranium),
        cmocka_unit_test(c1_5_refills_fill_the_dearest_free_places_first),
        cmocka_unit_test(c1_6_each_player_begins_with_fifty_elektro),
        cmocka_unit_test(c1_6_payments),
        cmocka_unit_test(c1_6_twenty_two_houses),
        cmocka_unit_test(c1_7_places_cost_ten_fifteen_twenty_and_open_by_step),
        cmocka_unit_test(c1_8_money_is_secret),
        cmocka_unit_test(c1_8_money_is_open_where_the_table_agrees),
        cmocka_unit_test(c1_8_the_order_of_the_deck_is_unknown_to_all),
        cmocka_unit_test(c1_8_in_recharged_everyone_sees_the_back_on_top),
        cmocka_unit_test(c1_8_in_classic_all_backs_are_alike),
        cmocka_unit_test(c1_8_a_back_that_is_told_limits_the_cards),
    };
    return cmocka_run_group_tests_name("pieces", tests, NULL, NULL);
}
