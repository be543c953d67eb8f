/* The round and the order of players (rules.md 3). */
#include <string.h>

#include "table.h"

static void set_order(table *t, const uint8_t *order)
{
    memcpy(t->state.order, order, t->rules.config.players);
    assert_lawful(t);
}

static void assert_order(const table *t, const uint8_t *order)
{
    assert_memory_equal(t->state.order, order, t->rules.config.players);
}

/* All players pass until the next round has begun. */
static void next_round(table *t)
{
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    draw_largest(t);
    assert_int_equal(t->state.round, 3);
}

/* -------------------------------------------------------------------------------- five phases */

/* Plays the first listed moves until the round is over; records the phases in order. */
static unsigned note_round(table *t, uint8_t *phases, unsigned limit)
{
    const unsigned round = t->state.round;
    unsigned count = 0;
    while (t->state.round == round) {
        assert_true(list(t) > 0);
        play(t, ek_to_move(&t->state), t->moves[0]);
        for (unsigned i = 0; i < t->events.count && count < limit; i++)
            if (t->events.list[i].type == EK_EVENT_PHASE_BEGINS)
                phases[count++] = t->events.list[i].a;
    }
    return count;
}

static void c3_1_five_phases_a_round(void **state)
{
    static const uint8_t wanted[] = {EK_PHASE_RESOURCES, EK_PHASE_BUILDING, EK_PHASE_BUREAUCRACY,
                                     EK_PHASE_AUCTION};
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_table(edition, "usa", 4, 0);
        uint8_t phases[8];
        ek_reseed(&t->rules, &t->state, 5, NULL);
        for (unsigned round = 1; round < 6; round++) {
            assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
            assert_int_equal(note_round(t, phases, sizeof phases), sizeof wanted);
            assert_memory_equal(phases, wanted, sizeof wanted);
            /* The next round begins with its order, then its auction. */
            assert_int_equal(find_event(t, EK_EVENT_ROUND_BEGINS)->n, (int)round + 1);
            assert_true(event_index(t, EK_EVENT_ROUND_BEGINS) < event_index(t, EK_EVENT_ORDER));
            assert_true(event_index(t, EK_EVENT_ORDER) < event_index(t, EK_EVENT_PHASE_BEGINS));
        }
    }
}

static void c3_1_a_phase_ends_when_all_have_had_their_turn(void **state)
{
    static const enum ek_phase phases[] = {EK_PHASE_AUCTION, EK_PHASE_RESOURCES, EK_PHASE_BUILDING,
                                           EK_PHASE_BUREAUCRACY};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        table *t = open_table(EK_RECHARGED, "germany", 5, 0);
        unsigned seen = 0;
        go_to(t, 2, phases[i]);
        for (unsigned turn = 0; turn < 5; turn++) {
            assert_int_equal(ek_phase(&t->state), phases[i]);
            seen |= 1u << ek_to_move(&t->state);
            list(t);
            play(t, ek_to_move(&t->state), t->moves[0]); /* pass, done, or run nothing */
        }
        assert_int_equal(seen, 0x1f);
        draw_largest(t);
        assert_int_not_equal(ek_phase(&t->state), phases[i]);
    }
}

static void c3_1_a_turn_of_buying_or_building_is_as_long_as_wanted(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    give_plant(t, 2, 25);
    go_to(t, 2, EK_PHASE_RESOURCES);
    play(t, 2, buy(EK_COAL, 1));
    play(t, 2, buy(EK_COAL, 1));
    play(t, 2, done());
    play(t, 1, done());
    play(t, 0, done());
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
    list(t);
    play(t, 2, t->moves[1]);
    assert_int_equal(ek_to_move(&t->state), 2);
    assert_int_equal(why(t, buy(EK_COAL, 1)), EK_REASON_WRONG_PHASE);
    assert_int_equal(ek_why(&t->rules, &t->state, 1, done()), EK_REASON_NOT_YOUR_TURN);
}

/* -------------------------------------------------------------------------------------- order */

static void c3_2_most_cities_first(void **state)
{
    table *t = open_table(EK_RECHARGED, "germany", 4, 0);
    (void)state;
    give_cities(t, 3, 5);
    give_cities(t, 1, 3);
    give_cities(t, 0, 1);
    give_plant(t, 2, 50); /* no plant makes up for a city */
    next_round(t);
    assert_order(t, (const uint8_t[]){3, 1, 0, 2});
}

static void c3_2_ties_the_larger_largest_plant_first(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 4, 0);
    (void)state;
    for (unsigned seat = 0; seat < 4; seat++)
        give_cities(t, seat, 2);
    give_plant(t, 0, 20); /* more plants, more capacity, but a smaller largest */
    give_plant(t, 0, 25);
    give_plant(t, 0, 31);
    give_plant(t, 1, 33);
    give_plant(t, 2, 8);
    give_plant(t, 3, 3); /* the smallest plant does not count */
    give_plant(t, 3, 32);
    next_round(t);
    assert_order(t, (const uint8_t[]){1, 3, 0, 2});
}

static void c3_2_a_tie_may_be_anywhere_in_the_order(void **state)
{
    table *t = open_table(EK_CLASSIC, "usa", 6, 0);
    (void)state;
    give_cities(t, 0, 1);
    give_cities(t, 1, 2);
    give_cities(t, 2, 1);
    give_cities(t, 3, 2);
    give_cities(t, 4, 1);
    give_plant(t, 4, 30);
    give_plant(t, 2, 40);
    give_plant(t, 0, 35);
    give_plant(t, 3, 29);
    give_plant(t, 1, 28);
    next_round(t);
    assert_order(t, (const uint8_t[]){3, 1, 2, 0, 4, 5});
}

static void c3_2_still_tied_the_old_order_stays(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 5, 0);
    (void)state;
    set_order(t, (const uint8_t[]){4, 2, 0, 3, 1});
    next_round(t); /* no player owns anything */
    assert_order(t, (const uint8_t[]){4, 2, 0, 3, 1});
    give_cities(t, 0, 1);
    give_cities(t, 3, 1);
    give_plant(t, 1, 12); /* among those without a city */
    next_round(t);
    assert_order(t, (const uint8_t[]){0, 3, 1, 4, 2});
}

static void c3_2_every_position_is_told(void **state)
{
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    const ek_event *told = NULL;
    (void)state;
    give_cities(t, 2, 1);
    next_round(t);
    assert_int_equal(count_events(t, EK_EVENT_ORDER), 3);
    told = find_event(t, EK_EVENT_ORDER);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(told[i].a, i);
        assert_int_equal(told[i].seat, t->state.order[i]);
    }
    assert_int_equal(told[0].seat, 2);
}

/* ------------------------------------------------------------------------------------ round 1 */

static void c3_3_the_random_order_stands_for_the_first_auction(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 4, 0);
    (void)state;
    set_order(t, (const uint8_t[]){2, 0, 3, 1});
    buy_plant(t, 2, 3);
    draw_largest(t);
    buy_plant(t, 0, 6); /* a larger plant does not change the order during the phase */
    draw_largest(t);
    assert_order(t, (const uint8_t[]){2, 0, 3, 1});
    buy_plant(t, 3, 7);
    draw_largest(t);
    buy_plant(t, 1, 5);
}

static void c3_3_order_is_determined_again_right_after_it(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_table(edition, "usa", 3, 0);
        set_order(t, (const uint8_t[]){2, 0, 1});
        buy_plant(t, 2, 4);
        draw_largest(t);
        buy_plant(t, 0, 6);
        draw_largest(t);
        buy_plant(t, 1, 5);
        draw_largest(t);
        assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
        assert_order(t, (const uint8_t[]){0, 1, 2});
        assert_true(event_index(t, EK_EVENT_ORDER) < event_index(t, EK_EVENT_PHASE_BEGINS));
        assert_int_equal(ek_to_move(&t->state), 2); /* the smallest plant buys fuel first */
    }
}

static void c3_3_later_auctions_do_not_change_the_order(void **state)
{
    table *t = open_table(EK_CLASSIC, "usa", 3, 0);
    (void)state;
    go_to(t, 2, EK_PHASE_AUCTION);
    buy_plant(t, 0, 3);
    draw_largest(t);
    buy_plant(t, 1, 4);
    draw_largest(t);
    buy_plant(t, 2, 7);
    draw_largest(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_null(find_event(t, EK_EVENT_ORDER));
    assert_order(t, (const uint8_t[]){0, 1, 2});
}

/* -------------------------------------------------------------------------------- which way */

/* All players pass in this phase; the seats must be to move in this order. */
static void assert_turns(enum ek_phase phase, const uint8_t *turns)
{
    table *t = open_table(EK_CLASSIC, "italy", 4, 0);
    set_order(t, (const uint8_t[]){1, 3, 0, 2});
    go_to(t, 2, phase);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ek_phase(&t->state), phase);
        list(t);
        play(t, turns[i], t->moves[0]);
    }
}

static void c3_4_auction_and_bureaucracy_go_in_order(void **state)
{
    (void)state;
    assert_turns(EK_PHASE_AUCTION, (const uint8_t[]){1, 3, 0, 2});
    assert_turns(EK_PHASE_BUREAUCRACY, (const uint8_t[]){1, 3, 0, 2});
}

static void c3_4_resources_and_building_go_in_reverse_order(void **state)
{
    (void)state;
    assert_turns(EK_PHASE_RESOURCES, (const uint8_t[]){2, 0, 3, 1});
    assert_turns(EK_PHASE_BUILDING, (const uint8_t[]){2, 0, 3, 1});
}

static void c3_4_so_it_is_when_phases_follow_each_other(void **state)
{
    table *t = open_table(EK_CLASSIC, "italy", 3, 0);
    (void)state;
    set_order(t, (const uint8_t[]){1, 2, 0});
    go_to(t, 2, EK_PHASE_AUCTION);
    sit_out(t);
    draw_largest(t);
    assert_int_equal(ek_to_move(&t->state), 0); /* resources */
    sit_out(t);
    assert_int_equal(ek_to_move(&t->state), 0); /* building */
    sit_out(t);
    assert_int_equal(ek_to_move(&t->state), 1); /* bureaucracy */
}

static void c3_4_bureaucracy_goes_in_order_when_step_2_begins_too(void **state)
{
    table *t = open_table(EK_CLASSIC, "italy", 3, 0);
    (void)state;
    set_order(t, (const uint8_t[]){1, 2, 0});
    set_market(t, PLANTS(15, 16, 17, 18, 19, 20, 21, 22));
    give_cities(t, 2, 7);
    go_to(t, 4, EK_PHASE_BUILDING);
    sit_out(t);
    draw_largest(t);
    assert_int_equal(t->state.step, 2);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
    assert_int_equal(ek_to_move(&t->state), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c3_1_five_phases_a_round),
        cmocka_unit_test(c3_1_a_phase_ends_when_all_have_had_their_turn),
        cmocka_unit_test(c3_1_a_turn_of_buying_or_building_is_as_long_as_wanted),
        cmocka_unit_test(c3_2_most_cities_first),
        cmocka_unit_test(c3_2_ties_the_larger_largest_plant_first),
        cmocka_unit_test(c3_2_a_tie_may_be_anywhere_in_the_order),
        cmocka_unit_test(c3_2_still_tied_the_old_order_stays),
        cmocka_unit_test(c3_2_every_position_is_told),
        cmocka_unit_test(c3_3_the_random_order_stands_for_the_first_auction),
        cmocka_unit_test(c3_3_order_is_determined_again_right_after_it),
        cmocka_unit_test(c3_3_later_auctions_do_not_change_the_order),
        cmocka_unit_test(c3_4_auction_and_bureaucracy_go_in_order),
        cmocka_unit_test(c3_4_resources_and_building_go_in_reverse_order),
        cmocka_unit_test(c3_4_so_it_is_when_phases_follow_each_other),
        cmocka_unit_test(c3_4_bureaucracy_goes_in_order_when_step_2_begins_too),
    };
    return cmocka_run_group_tests_name("round and order", tests, NULL, NULL);
}
