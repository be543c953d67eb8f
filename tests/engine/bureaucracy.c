/* Bureaucracy: rules.md 7 and every refusal of the phase. */
#include "table.h"

static const char *const boards[] = {"germany", "usa",    "central-europe",
                                     "benelux", "france", "italy"};

/* Three players about to be paid. */
static table *open_office(enum ek_edition edition)
{
    table *t = open_table(edition, "germany", 3, 0);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    return t;
}

static ek_move nothing(void)
{
    return ek_move_of(EK_MOVE_POWER, 0, 0);
}

static void all_run_nothing(table *t)
{
    for (unsigned i = 0; i < t->rules.config.players; i++)
        play(t, t->state.order[i], nothing());
}

/* --------------------------------------------------------------------------------------- Step 2 */

/* The last builder of three ends the phase; one player owns this many cities. */
static table *end_building_with(enum ek_edition edition, unsigned cities)
{
    table *t = open_table(edition, "germany", 3, 0);
    set_market(t, PLANTS(20, 21, 22, 23, 24, 25, 26, 27));
    give_cities(t, 1, cities);
    go_to(t, 3, EK_PHASE_BUILDING);
    for (unsigned seat = 3; seat-- > 0;)
        play(t, seat, done());
    return t;
}

static void c7_1_step_2_starts_before_income_if_due(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t = end_building_with((enum ek_edition)e, 7);
        assert_int_equal(find_event(t, EK_EVENT_STEP_BEGINS)->a, 2);
        assert_true(find_event(t, EK_EVENT_PHASE_BEGINS) < find_event(t, EK_EVENT_STEP_BEGINS));
        assert_int_equal(find_event(t, EK_EVENT_PHASE_BEGINS)->a, EK_PHASE_BUREAUCRACY);
        assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->a, 20);
        draw_largest(t);
        assert_int_equal(ek_to_move(&t->state), 0);
        set_fuel(t, EK_OIL, 0);
        all_run_nothing(t); /* and the refill is Step 2's */
        assert_int_equal(t->state.fuel[EK_OIL], 3);
    }
}

static void c7_1_step_2_does_not_start_before_it_is_due(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t = end_building_with((enum ek_edition)e, 6);
        assert_null(find_event(t, EK_EVENT_STEP_BEGINS));
        assert_int_equal(ek_to_move(&t->state), 0);
        set_fuel(t, EK_OIL, 0);
        all_run_nothing(t);
        assert_int_equal(t->state.step, 1);
        assert_int_equal(t->state.fuel[EK_OIL], 2);
    }
}

/* --------------------------------------------------------------------------------------- income */

static void c7_2_income_goes_in_order(void **state)
{
    (void)state;
    table *t = open_office(EK_RECHARGED);
    static const uint8_t order[] = {1, 2, 0};
    for (unsigned i = 0; i < 3; i++)
        t->state.order[i] = order[i];
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ek_why(&t->rules, &t->state, order[(i + 1) % 3], nothing()),
                         EK_REASON_NOT_YOUR_TURN);
        play(t, order[i], nothing());
        assert_int_equal(find_event(t, EK_EVENT_POWERED)->seat, order[i]);
        assert_int_equal(t->state.owner[order[i]].money, 50 + 10);
    }
    assert_int_equal(ek_to_move(&t->state), EK_NOBODY); /* a card is awaited: the market changes */
}

static void c7_2_each_plant_run_burns_exactly_its_need(void **state)
{
    (void)state;
    for (unsigned number = 3; number <= 50; number++) {
        if (!ek_is_plant(number))
            continue;
        const ek_plant *plant = ek_plant_of(number);
        const unsigned fuel = plant->kind < EK_FUELS ? plant->kind : EK_OIL;
        table *t = open_office(EK_CLASSIC);
        give_plant(t, 0, number);
        give_cities(t, 0, 8);
        if (plant->need > 0) {
            give_fuel(t, 0, (enum ek_fuel)fuel, plant->need - 1u);
            assert_int_equal(why(t, power(t, PLANTS((uint8_t)number), 0)),
                             EK_REASON_NOT_ENOUGH_FUEL);
            give_fuel(t, 0, (enum ek_fuel)fuel, plant->need + 1u);
        }
        play(t, 0, power(t, PLANTS((uint8_t)number), 0));
        assert_int_equal(t->state.owner[0].fuel[fuel], plant->need); /* half of it is left */
        assert_int_equal(find_event(t, EK_EVENT_PLANT_RUN)->a, number);
        assert_int_equal(find_event(t, EK_EVENT_PLANT_RUN)->n, plant->need);
        assert_int_equal(find_event(t, EK_EVENT_POWERED)->a, plant->cities);
        assert_int_equal(t->state.owner[0].supplied, plant->cities);
    }
}

static void c7_2_each_player_chooses_which_plants_to_run(void **state)
{
    (void)state;
    table *t = open_office(EK_RECHARGED);
    give_plant(t, 0, 4);
    give_plant(t, 0, 10);
    give_plant(t, 0, 18);
    give_fuel(t, 0, EK_COAL, 3); /* enough for 4 or 10, not for both */
    give_cities(t, 0, 6);
    assert_int_equal(list(t), 2 * 3); /* wind or not; neither, 4 or 10 */
    assert_int_equal(why(t, power(t, PLANTS(4, 10), 0)), EK_REASON_NOT_ENOUGH_FUEL);
    play(t, 0, power(t, PLANTS(10, 18), 0));
    assert_int_equal(count_events(t, EK_EVENT_PLANT_RUN), 2);
    assert_int_equal(t->state.owner[0].fuel[EK_COAL], 1);
    assert_int_equal(t->state.owner[0].money, 50 + 54);
}

static void c7_2_a_hybrid_burns_any_mix(void **state)
{
    (void)state;
    for (unsigned coal = 0; coal <= 3; coal++) {
        table *t = open_office(EK_CLASSIC);
        give_plant(t, 0, 46);
        give_fuel(t, 0, EK_COAL, 3);
        give_fuel(t, 0, EK_OIL, 3);
        give_cities(t, 0, 7);
        assert_int_equal(list(t), 1 + 4);
        play(t, 0, power(t, PLANTS(46), coal));
        assert_int_equal(t->state.owner[0].fuel[EK_COAL], 3 - coal);
        assert_int_equal(t->state.owner[0].fuel[EK_OIL], coal);
        assert_int_equal(find_event(t, EK_EVENT_PLANT_RUN)->b, coal);
        assert_int_equal(find_event(t, EK_EVENT_PLANT_RUN)->n, 3);
    }
}

static void c7_2_hybrids_share_what_the_other_plants_leave(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    give_plant(t, 0, 5);
    give_plant(t, 0, 12);
    give_plant(t, 0, 10);
    give_fuel(t, 0, EK_COAL, 5);
    give_fuel(t, 0, EK_OIL, 1);
    give_cities(t, 0, 5);
    /* 10 takes two coal, which leaves three coal and one oil for two hybrids of two. */
    const unsigned all = 7;
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, all, 2 | 1 << 4)), EK_REASON_OK);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, all, 1 | 2 << 4)), EK_REASON_OK);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, all, 1 | 1 << 2 | 1 << 4)),
                     EK_REASON_BAD_MIX);
    assert_int_equal(why(t, power(t, PLANTS(5, 10, 12), 4)), EK_REASON_NOT_ENOUGH_FUEL);
    assert_int_equal(why(t, power(t, PLANTS(5, 10, 12), 2)), EK_REASON_NOT_ENOUGH_FUEL);
    play(t, 0, power(t, PLANTS(5, 10, 12), 3));
    assert_int_equal(t->state.owner[0].fuel[EK_COAL], 0);
    assert_int_equal(t->state.owner[0].fuel[EK_OIL], 0);
    assert_int_equal(t->state.owner[0].supplied, 5);
}

static void c7_2_no_more_cities_are_supplied_than_owned_or_than_plants_reach(void **state)
{
    (void)state;
    for (unsigned cities = 0; cities <= 8; cities++) {
        table *t = open_office(EK_RECHARGED);
        give_plant(t, 0, 27); /* three */
        give_plant(t, 0, 22); /* two */
        give_cities(t, 0, cities);
        play(t, 0, power(t, PLANTS(22, 27), 0));
        assert_int_equal(find_event(t, EK_EVENT_POWERED)->a, cities < 5 ? cities : 5);
    }
}

static void c7_2_payments_by_cities_supplied(void **state)
{
    (void)state;
    static const int paid[] = {10,  22,  33,  44,  54,  64,  73,  82,  90,  98,  105,
                               112, 118, 124, 129, 134, 138, 142, 145, 148, 150, 150};
    for (unsigned e = 0; e < EK_EDITIONS; e++)
        for (unsigned cities = 0; cities <= 21; cities++) {
            table *t = open_table((enum ek_edition)e, "germany", 4, 0);
            go_to(t, 2, EK_PHASE_BUREAUCRACY);
            give_plant(t, 0, 36);
            give_plant(t, 0, 38);
            give_plant(t, 0, 46);
            give_fuel(t, 0, EK_COAL, 6);
            give_fuel(t, 0, EK_GARBAGE, 3);
            give_cities(t, 0, cities);
            play(t, 0, power(t, PLANTS(36, 38, 46), 3));
            assert_int_equal(find_event(t, EK_EVENT_POWERED)->a, cities);
            assert_int_equal(find_event(t, EK_EVENT_POWERED)->n, paid[cities]);
            assert_int_equal(t->state.owner[0].money, 50 + paid[cities]);
        }
}

static void c7_2_nobody_need_run_anything_and_that_pays_10(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    give_plant(t, 0, 10);
    give_fuel(t, 0, EK_COAL, 4);
    give_cities(t, 0, 2);
    play(t, 0, nothing());
    assert_int_equal(t->state.owner[0].money, 60);
    assert_int_equal(t->state.owner[0].fuel[EK_COAL], 4);
    assert_null(find_event(t, EK_EVENT_PLANT_RUN));
}

static void c7_2_without_cities_running_plants_pays_10_too(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    give_plant(t, 0, 10);
    give_fuel(t, 0, EK_COAL, 4);
    play(t, 0, power(t, PLANTS(10), 0));
    assert_int_equal(t->state.owner[0].money, 60);
    assert_int_equal(t->state.owner[0].fuel[EK_COAL], 2);
}

static void c7_2_burnt_tokens_go_to_the_supply_not_on_the_market(void **state)
{
    (void)state;
    table *t = open_office(EK_RECHARGED);
    give_plant(t, 0, 10);
    give_fuel(t, 0, EK_COAL, 4);
    const unsigned market = t->state.fuel[EK_COAL];
    assert_int_equal(ek_supply(&t->state, EK_COAL), 0);
    play(t, 0, power(t, PLANTS(10), 0));
    assert_int_equal(ek_supply(&t->state, EK_COAL), 2);
    assert_int_equal(t->state.fuel[EK_COAL], market);
}

/* --------------------------------------------------------------------------------------- refill */

static void refill_row(enum ek_edition edition, const char *board, unsigned players, unsigned step)
{
    table *t = open_table(edition, board, players, 0);
    const bool trust = edition == EK_RECHARGED && players == 2;
    const uint8_t *row = t->board->ek->variant[edition].refill[(trust ? 3 : players) - 2][step - 1];
    while (t->state.round == 0) { /* the Trust's houses */
        list(t);
        play(t, ek_to_move(&t->state), t->moves[0]);
    }
    set_step(t, step);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        set_fuel(t, (enum ek_fuel)fuel, 0);
    all_run_nothing(t);
    assert_int_equal(count_events(t, EK_EVENT_REFILLED), 4);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        assert_int_equal(t->state.fuel[fuel], row[fuel]);
        assert_int_equal(find_event(t, EK_EVENT_REFILLED)[fuel].a, fuel);
        assert_int_equal(find_event(t, EK_EVENT_REFILLED)[fuel].n, row[fuel]);
    }
}

static void c7_3_refill_by_board_player_count_and_step(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++)
        for (unsigned players = 2; players <= 6; players++)
            for (unsigned step = 1; step <= 3; step++) {
                refill_row(EK_CLASSIC, boards[i], players, step);
                refill_row(EK_RECHARGED, boards[i], players, step);
            }
}

static void assert_refill(const char *board, unsigned players, unsigned step,
                          const uint8_t wanted[EK_FUELS])
{
    const ek_board *b = bd_find(board, EK_CLASSIC)->ek;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        assert_int_equal(b->variant[EK_CLASSIC].refill[players - 2][step - 1][fuel], wanted[fuel]);
}

static void c7_3_some_rows_of_the_refill_as_printed(void **state)
{
    (void)state;
    assert_refill("germany", 2, 1, (uint8_t[]){3, 2, 1, 1});
    assert_refill("usa", 6, 2, (uint8_t[]){9, 6, 5, 3});
    assert_refill("benelux", 3, 1, (uint8_t[]){2, 4, 2, 1});
    assert_refill("central-europe", 4, 3, (uint8_t[]){5, 4, 4, 1});
}

static void c7_3_against_the_trust_the_three_player_row_is_used(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 2, 0);
    while (t->state.round == 0) {
        list(t);
        play(t, ek_to_move(&t->state), t->moves[0]);
    }
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    set_fuel(t, EK_COAL, 0);
    all_run_nothing(t);
    assert_int_equal(t->state.fuel[EK_COAL], 4); /* not 3, the row for two */
}

static void c7_3_the_supply_limits_the_refill(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    set_fuel(t, EK_COAL, 22); /* two in the supply, four due */
    set_fuel(t, EK_OIL, 24);  /* none */
    all_run_nothing(t);
    assert_int_equal(t->state.fuel[EK_COAL], 24);
    assert_int_equal(t->state.fuel[EK_OIL], 24);
    assert_int_equal(find_event(t, EK_EVENT_REFILLED)[0].n, 2);
    assert_int_equal(find_event(t, EK_EVENT_REFILLED)[1].a, EK_GARBAGE); /* no event for oil */
}

static void c7_3_what_players_hold_is_not_refilled(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    give_plant(t, 1, 11);
    give_plant(t, 1, 17);
    set_fuel(t, EK_URANIUM, 8);
    give_fuel(t, 1, EK_URANIUM, 4);
    all_run_nothing(t);
    assert_int_equal(t->state.fuel[EK_URANIUM], 8);
}

static void c7_3_tokens_burnt_in_this_round_are_refilled(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    give_plant(t, 2, 10);
    set_fuel(t, EK_COAL, 20);
    give_fuel(t, 2, EK_COAL, 4); /* the supply is empty */
    play(t, 0, nothing());
    play(t, 1, nothing());
    assert_int_equal(t->state.fuel[EK_COAL], 20); /* the refill waits for the last player */
    play(t, 2, power(t, PLANTS(10), 0));
    assert_int_equal(t->state.fuel[EK_COAL], 22);
    assert_true(find_event(t, EK_EVENT_POWERED) < find_event(t, EK_EVENT_REFILLED));
}

static void c7_3_the_dearest_free_places_are_filled_first(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    set_fuel(t, EK_COAL, 0);
    set_fuel(t, EK_URANIUM, 4); /* on 10, 12, 14, 16 */
    all_run_nothing(t);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 1), 7);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_COAL, 4), 7 + 8 + 8 + 8);
    assert_int_equal(ek_price(&t->rules, &t->state, 0, EK_URANIUM, 1), 8);
}

/* --------------------------------------------------------------------------------- plant market */

static void c7_4_the_largest_future_plant_goes_under_the_deck(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++)
        for (unsigned step = 1; step <= 2; step++) {
            table *t = open_office((enum ek_edition)e);
            set_market(t, PLANTS(14, 20, 21, 22, 24, 25, 31, 40));
            set_deck(t, 5);
            set_step(t, step);
            const unsigned cards = ek_deck_count(&t->state);
            all_run_nothing(t);
            assert_int_equal(find_event(t, EK_EVENT_PLANT_BURIED)->a, 40);
            assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
            assert_true(find_event(t, EK_EVENT_REFILLED) < find_event(t, EK_EVENT_PLANT_BURIED));
            assert_true(ek_has(t->state.buried, 40));
            assert_false(ek_has(ek_card_awaited(&t->state), 40));
            draw(t, 42);
            assert_int_equal(count_events(t, EK_EVENT_PLANT_DRAWN), 1);
            assert_plants(t->state.market, PLANTS(14, 20, 21, 22, 24, 25, 31, 42));
            assert_int_equal(ek_deck_count(&t->state), cards);
            assert_int_equal(t->state.round, 3);
        }
}

/* Step 3 of a game whose market is 20 to 25 and whose deck holds the given plants. */
static table *open_step3(enum ek_edition edition, const uint8_t *deck)
{
    table *t = open_office(edition);
    set_market(t, deck);
    set_market(t, PLANTS(20, 21, 22, 23, 24, 25, 26, 27));
    set_step(t, 3);
    t->state.removed |= t->state.unseen; /* the other buried plants */
    t->state.unseen = 0;
    for (; *deck; deck++)
        t->state.unseen |= ek_bit(*deck);
    t->state.removed &= ~t->state.unseen;
    t->state.deck_plug = 0;
    t->state.deck_socket = (uint8_t)ek_size(t->state.unseen);
    t->state.top_back = edition == EK_CLASSIC ? EK_BACK_UNKNOWN : EK_BACK_SOCKET;
    assert_lawful(t);
    return t;
}

static void c7_4_in_step_3_the_smallest_plant_leaves_the_game(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t = open_step3((enum ek_edition)e, PLANTS(30, 31, 32, 33, 34, 35, 36, 37));
        assert_plants(t->state.market, PLANTS(22, 23, 24, 25, 26, 27));
        all_run_nothing(t);
        assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->a, 22);
        assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->b, EK_REMOVAL_MARKET_CHANGE);
        assert_true(find_event(t, EK_EVENT_REFILLED) < find_event(t, EK_EVENT_PLANT_REMOVED));
        assert_null(find_event(t, EK_EVENT_PLANT_BURIED));
        assert_true(ek_has(t->state.removed, 22));
        draw(t, 33);
        assert_plants(t->state.market, PLANTS(23, 24, 25, 26, 27, 33));
        assert_int_equal(ek_deck_count(&t->state), 7);
    }
}

static void c7_4_with_the_deck_empty_removals_go_on(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t = open_office((enum ek_edition)e);
        set_market(t, PLANTS(20, 21, 22, 23, 24, 25, 26, 27));
        set_step(t, 3);
        t->state.removed |= t->state.unseen;
        t->state.unseen = 0;
        t->state.deck_plug = t->state.deck_socket = t->state.top_back = 0;
        for (unsigned left = 6; left > 0; left--) {
            go_to(t, 5, EK_PHASE_BUREAUCRACY);
            all_run_nothing(t);
            assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->a, 28 - left);
            assert_null(find_event(t, EK_EVENT_PLANT_DRAWN));
            assert_int_equal(ek_size(t->state.market), left - 1);
            assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
        }
        go_to(t, 5, EK_PHASE_BUREAUCRACY);
        all_run_nothing(t); /* nothing left to remove: the game continues */
        assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
        assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
    }
}

/* ------------------------------------------------------------------------------------- refusals */

static void c7_2_what_cannot_be_run_is_refused(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    give_plant(t, 0, 4);
    give_plant(t, 0, 5);
    give_fuel(t, 0, EK_COAL, 8);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 4, 0)), EK_REASON_NOT_YOUR_PLANT);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 1 << 11, 0)), EK_REASON_NOT_YOUR_PLANT);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 2, 3 << 2)), EK_REASON_BAD_MIX);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 1, 1)), EK_REASON_BAD_MIX); /* no hybrid */
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 0, 1 << 2)), EK_REASON_BAD_MIX); /* not run */
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 2, 1 << 4)), EK_REASON_BAD_MIX);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 2, 1 << 2)), EK_REASON_NOT_ENOUGH_FUEL);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_POWER, 3, 2 << 2)), EK_REASON_OK);
}

static void c7_2_moves_of_other_phases_are_refused(void **state)
{
    (void)state;
    table *t = open_office(EK_CLASSIC);
    for (unsigned type = EK_MOVE_REGION; type < EK_MOVE_TYPES; type++)
        if (type != EK_MOVE_POWER)
            assert_int_equal(why(t, ek_move_of((enum ek_move_type)type, 0, 0)),
                             EK_REASON_WRONG_PHASE);
    all_run_nothing(t);
    assert_int_equal(ek_why(&t->rules, &t->state, 0, nothing()), EK_REASON_CARD_AWAITED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c7_1_step_2_starts_before_income_if_due),
        cmocka_unit_test(c7_1_step_2_does_not_start_before_it_is_due),
        cmocka_unit_test(c7_2_income_goes_in_order),
        cmocka_unit_test(c7_2_each_plant_run_burns_exactly_its_need),
        cmocka_unit_test(c7_2_each_player_chooses_which_plants_to_run),
        cmocka_unit_test(c7_2_a_hybrid_burns_any_mix),
        cmocka_unit_test(c7_2_hybrids_share_what_the_other_plants_leave),
        cmocka_unit_test(c7_2_no_more_cities_are_supplied_than_owned_or_than_plants_reach),
        cmocka_unit_test(c7_2_payments_by_cities_supplied),
        cmocka_unit_test(c7_2_nobody_need_run_anything_and_that_pays_10),
        cmocka_unit_test(c7_2_without_cities_running_plants_pays_10_too),
        cmocka_unit_test(c7_2_burnt_tokens_go_to_the_supply_not_on_the_market),
        cmocka_unit_test(c7_3_refill_by_board_player_count_and_step),
        cmocka_unit_test(c7_3_some_rows_of_the_refill_as_printed),
        cmocka_unit_test(c7_3_against_the_trust_the_three_player_row_is_used),
        cmocka_unit_test(c7_3_the_supply_limits_the_refill),
        cmocka_unit_test(c7_3_what_players_hold_is_not_refilled),
        cmocka_unit_test(c7_3_tokens_burnt_in_this_round_are_refilled),
        cmocka_unit_test(c7_3_the_dearest_free_places_are_filled_first),
        cmocka_unit_test(c7_4_the_largest_future_plant_goes_under_the_deck),
        cmocka_unit_test(c7_4_in_step_3_the_smallest_plant_leaves_the_game),
        cmocka_unit_test(c7_4_with_the_deck_empty_removals_go_on),
        cmocka_unit_test(c7_2_what_cannot_be_run_is_refused),
        cmocka_unit_test(c7_2_moves_of_other_phases_are_refused),
    };
    return cmocka_run_group_tests_name("bureaucracy", tests, NULL, NULL);
}
