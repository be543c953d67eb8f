/* The deck and the opening market (rules.md 2.4 to 2.6). */
#include "table.h"

static const unsigned removed_classic[] = {8, 8, 4, 0, 0};
static const unsigned removed_plug[] = {1, 2, 1, 0, 0};
static const unsigned removed_plug_france[] = {0, 1, 0, 0, 0};
static const unsigned removed_socket[] = {5, 6, 3, 0, 0};

#define SOCKET_PLANTS (ek_tables.plants & ~UINT64_C(0xffff)) /* 16 and up */

static void start(table *t, uint64_t seed)
{
    assert_int_equal(ek_start(&t->rules, &(ek_setup){.seed = seed}, &t->state, &t->events),
                     EK_REASON_OK);
    assert_lawful(t);
}

/* Adds the cards turned up in the last move to *drawn; true once the Step 3 card came up. */
static bool note_cards(const table *t, ek_plants *drawn)
{
    for (unsigned i = 0; i < t->events.count; i++) {
        if (t->events.list[i].type == EK_EVENT_STEP3_CARD_DRAWN)
            return true;
        if (t->events.list[i].type == EK_EVENT_PLANT_DRAWN) {
            assert_false(ek_has(*drawn, t->events.list[i].a));
            *drawn |= ek_bit(t->events.list[i].a);
        }
    }
    return false;
}

/* Plays a game in which all players do as little as possible, until the Step 3 card comes up.
 * Returns every card that came from the deck before it. */
static ek_plants draw_down(table *t, uint64_t seed)
{
    ek_plants drawn = 0;
    start(t, seed);
    do {
        assert_true(list(t) > 0);
        play(t, ek_to_move(&t->state), t->moves[0]);
    } while (!note_cards(t, &drawn));
    return drawn;
}

/* The next card when the first player buys the largest plant of the current market. */
static unsigned next_card(table *t)
{
    buy_plant(t, ek_to_move(&t->state), ek_largest(ek_current_market(&t->rules, &t->state)));
    return find_event(t, EK_EVENT_PLANT_DRAWN)->a;
}

/* ---------------------------------------------------------------------------------- classic */

static void c2_4_plants_three_to_ten_open_the_market(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 6; players++) {
        table *t = open_table(EK_CLASSIC, "usa", players, 0);
        start(t, players);
        assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(3, 4, 5, 6));
        assert_plants(ek_future_market(&t->rules, &t->state), PLANTS(7, 8, 9, 10));
        assert_int_equal(count_events(t, EK_EVENT_PLANT_DRAWN), 0);
    }
}

static void c2_4_thirteen_lies_on_top(void **state)
{
    table *t = open_table(EK_CLASSIC, "italy", 6, 0);
    (void)state;
    buy_plant(t, 0, 4);
    assert_true(ek_card_awaited(&t->state) == ek_bit(13)); /* no other card is possible */
    assert_int_equal(ek_draw(&t->rules, &t->state, 14, NULL), EK_REASON_CARD_NOT_IN_DECK);
    assert_int_equal(ek_draw(&t->rules, &t->state, 41, NULL), EK_REASON_NO_SUCH_PLANT);
    draw(t, 13);
    assert_int_equal(ek_draw(&t->rules, &t->state, 14, NULL), EK_REASON_NO_CARD_AWAITED);
    for (uint64_t seed = 0; seed < 30; seed++) {
        start(t, seed);
        assert_int_equal(next_card(t), 13);
    }
}

static void c2_4_eight_or_four_plants_are_removed(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 6; players++) {
        table *t = open_table(EK_CLASSIC, "usa", players, 0);
        const unsigned cards = 34 - removed_classic[players - 2];
        assert_int_equal(ek_deck_count(&t->state), cards + 1); /* and the Step 3 card */
        assert_int_equal(ek_size(draw_down(t, players)), cards);
    }
}

static void c2_4_the_removed_are_unseen_and_any_but_thirteen(void **state)
{
    enum { GAMES = 330 };
    table *t = open_table(EK_CLASSIC, "germany", 4, 0);
    unsigned removed[64] = {0};
    (void)state;
    start(t, 1);
    assert_int_equal(t->state.removed, 0);
    assert_int_equal(ek_size(t->state.unseen), 34);
    for (uint64_t seed = 0; seed < GAMES; seed++)
        for (ek_plants rest = ek_tables.plants & ~UINT64_C(0x7ff) & ~draw_down(t, seed); rest;)
            removed[ek_take_smallest(&rest)]++;
    for (unsigned plant = 11; plant < 64; plant++)
        if (plant == 13 || !ek_is_plant(plant))
            assert_int_equal(removed[plant], 0);
        else /* four of 33 each game: 40 times, the spread is 6 */
            assert_in_range(removed[plant], 10, 70);
}

static void c2_4_the_deck_is_shuffled(void **state)
{
    enum { EACH = 200, TOLERANCE = 75 };
    table *t = open_table(EK_CLASSIC, "germany", 2, 0);
    unsigned second[64] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 33 * EACH; seed++) {
        start(t, seed);
        next_card(t);
        second[next_card(t)]++;
    }
    for (unsigned plant = 0; plant < 64; plant++)
        if (plant < 11 || plant == 13 || !ek_is_plant(plant))
            assert_int_equal(second[plant], 0);
        else
            assert_in_range(second[plant], EACH - TOLERANCE, EACH + TOLERANCE);
}

static void c2_4_the_step3_card_lies_at_the_bottom(void **state)
{
    table *t = open_table(EK_CLASSIC, "usa", 3, 0);
    ek_plants drawn = draw_down(t, 12);
    (void)state;
    /* The buried plants lie below the card and become the deck only now. */
    assert_true(t->state.buried == 0);
    assert_true(t->state.unseen != 0);
    assert_true(find_event(t, EK_EVENT_DECK_SHUFFLED)->n > 0);
    assert_int_equal(ek_size(drawn), 26);
}

/* -------------------------------------------------------------------------------- recharged */

static void c2_5_eight_of_the_plug_plants_open_the_market(void **state)
{
    enum { GAMES = 2600, TOLERANCE = 125 };
    table *t = open_table(EK_RECHARGED, "usa", 4, 0);
    unsigned opened[64] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        start(t, seed);
        assert_int_equal(ek_size(t->state.market), 8);
        assert_int_equal(ek_size(ek_current_market(&t->rules, &t->state)), 4);
        assert_true(ek_largest(ek_current_market(&t->rules, &t->state)) <
                    ek_smallest(ek_future_market(&t->rules, &t->state)));
        for (ek_plants rest = t->state.market; rest;)
            opened[ek_take_smallest(&rest)]++;
    }
    for (unsigned plant = 0; plant < 64; plant++)
        if (plant >= 3 && plant <= 15)
            assert_in_range(opened[plant], GAMES * 8 / 13 - TOLERANCE, GAMES * 8 / 13 + TOLERANCE);
        else
            assert_int_equal(opened[plant], 0);
}

static void c2_5_the_ninth_plug_plant_lies_on_top(void **state)
{
    enum { EACH = 200, TOLERANCE = 70 };
    table *t = open_table(EK_RECHARGED, "usa", 3, 0);
    unsigned top[64] = {0};
    unsigned plugs = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 13 * EACH; seed++) {
        start(t, seed);
        assert_int_equal(t->state.top_back, EK_BACK_PLUG);
        top[next_card(t)]++;
        plugs += next_card(t) <= 15;
    }
    for (unsigned plant = 0; plant < 64; plant++)
        if (plant >= 3 && plant <= 15)
            assert_in_range(top[plant], EACH - TOLERANCE, EACH + TOLERANCE);
        else
            assert_int_equal(top[plant], 0);
    /* Then the rest is shuffled together: 2 plugs and 23 sockets. */
    assert_in_range(plugs, 13 * EACH * 2 / 25 - TOLERANCE, 13 * EACH * 2 / 25 + TOLERANCE);
}

static void c2_5_so_many_plugs_and_sockets_are_removed(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 6; players++) {
        table *t = open_table(EK_RECHARGED, "usa", players, 0);
        const unsigned plugs = 1 + 4 - removed_plug[players - 2];
        const unsigned sockets = 29 - removed_socket[players - 2];
        assert_int_equal(t->state.removed, 0); /* they are hidden */
        assert_int_equal(ek_deck_count(&t->state), plugs + sockets + 1);
        for (uint64_t seed = 0; seed < 3; seed++) {
            const ek_plants drawn = draw_down(t, seed);
            assert_int_equal(ek_size(drawn & ~SOCKET_PLANTS), plugs);
            assert_int_equal(ek_size(drawn & SOCKET_PLANTS), sockets);
        }
    }
}

static void c2_5_a_caller_may_turn_the_eight_up(void **state)
{
    table *t = open_table(EK_RECHARGED, "usa", 3, 0);
    const ek_setup ask = {.chance = EK_CHANCE_ASK};
    (void)state;
    assert_int_equal(ek_start(&t->rules, &ask, &t->state, &t->events), EK_REASON_OK);
    assert_int_equal(ek_to_move(&t->state), EK_NOBODY);
    assert_int_equal(ek_why(&t->rules, &t->state, 0, nominate(3, 3)), EK_REASON_CARD_AWAITED);
    for (unsigned plant = 15; plant > 7; plant--) {
        assert_int_equal(ek_draw(&t->rules, &t->state, 16, NULL), EK_REASON_CARD_NOT_IN_DECK);
        draw(t, plant);
    }
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(8, 9, 10, 11));
    assert_plants(ek_future_market(&t->rules, &t->state), PLANTS(12, 13, 14, 15));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
}

/* The reason for which an opening market is refused. */
static ek_reason open_with(const char *board, enum ek_edition edition, const uint8_t *plants)
{
    table *t = open_table(edition, board, 3, 0);
    ek_setup setup = {0};
    for (; *plants; plants++)
        setup.market |= ek_bit(*plants);
    return ek_start(&t->rules, &setup, &t->state, NULL);
}

static void c2_4_no_other_opening_market(void **state)
{
    (void)state;
    assert_int_equal(open_with("usa", EK_CLASSIC, PLANTS(3, 4, 5, 6, 7, 8, 9, 10)), EK_REASON_OK);
    assert_int_equal(open_with("usa", EK_CLASSIC, PLANTS(3, 4, 5, 6, 7, 8, 9, 11)),
                     EK_REASON_BAD_MARKET);
}

static void c2_5_no_other_opening_market(void **state)
{
    (void)state;
    assert_int_equal(open_with("usa", EK_RECHARGED, PLANTS(3, 5, 7, 9, 11, 13, 14, 15)),
                     EK_REASON_OK);
    assert_int_equal(open_with("usa", EK_RECHARGED, PLANTS(3, 5, 7, 9, 11, 13, 14)),
                     EK_REASON_BAD_MARKET);
    assert_int_equal(open_with("usa", EK_RECHARGED, PLANTS(3, 5, 7, 9, 11, 13, 14, 16)),
                     EK_REASON_BAD_MARKET);
    assert_int_equal(open_with("usa", EK_RECHARGED, PLANTS(3, 5, 7, 9, 11, 12, 13, 14, 15)),
                     EK_REASON_BAD_MARKET);
}

/* ----------------------------------------------------------------------------------- France */

static void c2_6_thirteen_is_out_of_the_game(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        table *t = open_table(edition, "france", 5, 0);
        assert_plants(t->state.removed, PLANTS(13));
        for (uint64_t seed = 0; seed < 5; seed++)
            assert_false(ek_has(draw_down(t, seed), 13));
        assert_int_equal(open_with("france", edition, PLANTS(3, 4, 5, 6, 7, 8, 11, 13)),
                         EK_REASON_BAD_MARKET);
        assert_true(ek_has(t->state.removed, 13));
    }
    const table *t = open_table(EK_CLASSIC, "italy", 5, 0); /* elsewhere it is not */
    assert_false(ek_has(t->state.removed, 13));
}

static void c2_6_classic_eleven_takes_its_place_on_top(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 6; players++) {
        table *t = open_table(EK_CLASSIC, "france", players, 0);
        assert_plants(t->state.market, PLANTS(3, 4, 5, 6, 7, 8, 9, 10));
        /* 11 on top of the 32 others less those removed. */
        const unsigned cards = 1 + 32 - removed_classic[players - 2];
        for (uint64_t seed = 0; seed < 3; seed++) {
            start(t, seed);
            assert_int_equal(next_card(t), 11);
            assert_int_equal(ek_size(draw_down(t, seed)), cards);
        }
    }
}

static void c2_6_recharged_eleven_is_one_of_the_eight(void **state)
{
    enum { GAMES = 1100, TOLERANCE = 85 };
    table *t = open_table(EK_RECHARGED, "france", 4, 0);
    unsigned opened[16] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        start(t, seed);
        assert_int_equal(ek_size(t->state.market), 8);
        for (ek_plants rest = t->state.market; rest;)
            opened[ek_take_smallest(&rest)]++;
    }
    assert_int_equal(opened[11], GAMES);
    for (unsigned plant = 3; plant <= 15; plant++)
        if (plant != 11 && plant != 13) /* seven of the eleven others */
            assert_in_range(opened[plant], GAMES * 7 / 11 - TOLERANCE, GAMES * 7 / 11 + TOLERANCE);
    assert_int_equal(open_with("france", EK_RECHARGED, PLANTS(3, 4, 5, 6, 7, 8, 9, 10)),
                     EK_REASON_BAD_MARKET);
}

static void c2_6_recharged_a_ninth_on_top_of_what_remains(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 6; players++) {
        table *t = open_table(EK_RECHARGED, "france", players, 0);
        const unsigned plugs = 1 + 3 - removed_plug_france[players - 2];
        const unsigned sockets = 29 - removed_socket[players - 2];
        assert_int_equal(ek_deck_count(&t->state), plugs + sockets + 1);
        assert_int_equal(t->state.top_back, EK_BACK_PLUG);
        for (uint64_t seed = 0; seed < 3; seed++) {
            const ek_plants drawn = draw_down(t, seed);
            assert_int_equal(ek_size(drawn & ~SOCKET_PLANTS), plugs);
            assert_int_equal(ek_size(drawn & SOCKET_PLANTS), sockets);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_4_plants_three_to_ten_open_the_market),
        cmocka_unit_test(c2_4_thirteen_lies_on_top),
        cmocka_unit_test(c2_4_eight_or_four_plants_are_removed),
        cmocka_unit_test(c2_4_the_removed_are_unseen_and_any_but_thirteen),
        cmocka_unit_test(c2_4_the_deck_is_shuffled),
        cmocka_unit_test(c2_4_the_step3_card_lies_at_the_bottom),
        cmocka_unit_test(c2_5_eight_of_the_plug_plants_open_the_market),
        cmocka_unit_test(c2_5_the_ninth_plug_plant_lies_on_top),
        cmocka_unit_test(c2_5_so_many_plugs_and_sockets_are_removed),
        cmocka_unit_test(c2_5_a_caller_may_turn_the_eight_up),
        cmocka_unit_test(c2_4_no_other_opening_market),
        cmocka_unit_test(c2_5_no_other_opening_market),
        cmocka_unit_test(c2_6_thirteen_is_out_of_the_game),
        cmocka_unit_test(c2_6_classic_eleven_takes_its_place_on_top),
        cmocka_unit_test(c2_6_recharged_eleven_is_one_of_the_eight),
        cmocka_unit_test(c2_6_recharged_a_ninth_on_top_of_what_remains),
    };
    return cmocka_run_group_tests_name("the deck", tests, NULL, NULL);
}
