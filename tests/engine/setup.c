/* Setting up: first order, resources, starting cities, the game for two, the first game (rules.md
 * 2.2, 2.3, 2.7 to 2.9). The zone is tried in zone.c, the deck in deck.c. */
#include <string.h>

#include "table.h"

static ek_reason try_options(enum ek_edition edition, unsigned options)
{
    const bd_board *board = bd_find("italy", edition);
    const ek_config config = {.edition = (uint8_t)edition,
                              .players = 3,
                              .options = (uint8_t)options,
                              .zone = zone_of(board, "emilia centre north-east")};
    ek_rules rules;
    return ek_rules_init(&rules, board->ek, &config);
}

/* Starts the game of the table again with this order; the generator draws the cards. */
static ek_reason start_in_order(table *t, const uint8_t *order)
{
    ek_setup setup = {.seed = 3, .order_given = 1};
    memcpy(setup.order, order, t->rules.config.players);
    return ek_start(&t->rules, &setup, &t->state, &t->events);
}

/* ------------------------------------------------------------------------------- first order */

static void c2_2_every_first_order_is_equally_likely(void **state)
{
    enum { EACH = 250, TOLERANCE = 80 };
    table *t = open_table(EK_CLASSIC, "germany", 4, 0);
    unsigned seen[256] = {0};
    unsigned orders = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 24 * EACH; seed++) {
        ek_start(&t->rules, &(ek_setup){.seed = seed}, &t->state, NULL);
        const uint8_t *o = t->state.order;
        assert_lawful(t);
        seen[o[0] << 6 | o[1] << 4 | o[2] << 2 | o[3]]++;
    }
    for (unsigned order = 0; order < 256; order++)
        if (seen[order]) {
            assert_in_range(seen[order], EACH - TOLERANCE, EACH + TOLERANCE);
            orders++;
        }
    assert_int_equal(orders, 24);
}

static void c2_2_every_seat_can_be_anywhere_in_the_order(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++)
        for (unsigned players = 2; players <= 6; players++) {
            table *t = open_table(edition, "usa", players, 0);
            unsigned seen[EK_SEATS] = {0};
            for (uint64_t seed = 0; seed < 100; seed++) {
                ek_start(&t->rules, &(ek_setup){.seed = seed}, &t->state, &t->events);
                assert_int_equal(count_events(t, EK_EVENT_ORDER), players);
                for (unsigned i = 0; i < players; i++) {
                    seen[i] |= 1u << t->state.order[i];
                    assert_int_equal(t->events.list[i].seat, t->state.order[i]);
                }
            }
            for (unsigned i = 0; i < players; i++)
                assert_int_equal(seen[i], (1u << players) - 1);
        }
}

static void c2_2_a_given_order_names_every_seat_once(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    (void)state;
    assert_int_equal(start_in_order(t, (const uint8_t[]){2, 0, 1}), EK_REASON_OK);
    assert_int_equal(ek_to_move(&t->state), 2);
    assert_int_equal(start_in_order(t, (const uint8_t[]){2, 0, 2}), EK_REASON_BAD_ORDER);
    assert_int_equal(start_in_order(t, (const uint8_t[]){1, 2, 3}), EK_REASON_BAD_ORDER);
}

/* --------------------------------------------------------------------------------- resources */

static void c2_3_resources_on_the_market_by_board_and_edition(void **state)
{
    static const struct {
        const char *board;
        unsigned classic[EK_FUELS], recharged[EK_FUELS];
    } start[] = {
        {"germany", {24, 18, 6, 2}, {24, 18, 9, 2}},
        {"usa", {24, 18, 6, 2}, {24, 18, 9, 2}},
        {"central-europe", {24, 18, 6, 5}, {24, 18, 6, 5}},
        {"benelux", {18, 24, 6, 2}, {18, 24, 6, 2}},
        {"france", {24, 18, 6, 8}, {24, 18, 9, 8}},
        {"italy", {18, 15, 12, 2}, {18, 15, 12, 2}},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof start / sizeof *start; i++)
        for (unsigned players = 2; players <= 6; players++)
            for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
                const table *t = open_table(edition, start[i].board, players, 0);
                for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
                    assert_int_equal(t->state.fuel[fuel], edition == EK_CLASSIC
                                                              ? start[i].classic[fuel]
                                                              : start[i].recharged[fuel]);
            }
}

static void c2_3_the_rest_is_the_supply(void **state)
{
    const table *t = open_table(EK_RECHARGED, "germany", 4, 0);
    (void)state;
    assert_int_equal(ek_supply(&t->state, EK_COAL), 0);
    assert_int_equal(ek_supply(&t->state, EK_OIL), 6);
    assert_int_equal(ek_supply(&t->state, EK_GARBAGE), 15);
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 10);
}

/* --------------------------------------------------------------------------- starting cities */

static ek_move mark(const table *t, const char *name)
{
    return ek_move_of(EK_MOVE_MARK, city(t, name), 0);
}

static void c2_7_is_an_option_of_recharged(void **state)
{
    (void)state;
    assert_int_equal(try_options(EK_RECHARGED, EK_STARTING_CITIES), EK_REASON_OK);
    assert_int_equal(try_options(EK_CLASSIC, EK_STARTING_CITIES), EK_REASON_BAD_OPTION);
    assert_int_equal(try_options(EK_RECHARGED, 8), EK_REASON_BAD_OPTION);
    const table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
}

static void c2_7_in_order_each_player_marks_one_city(void **state)
{
    table *t =
        open_table_in(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES, "north-west west south-west");
    (void)state;
    start_in_order(t, (const uint8_t[]){1, 2, 0});
    assert_int_equal(ek_phase(&t->state), EK_PHASE_MARKS);
    assert_int_equal(why(t, nominate(3, 3)), EK_REASON_WRONG_PHASE);
    play(t, 1, mark(t, "Essen"));
    assert_int_equal(find_event(t, EK_EVENT_CITY_MARKED)->b, 1);
    play(t, 2, mark(t, "Hamburg"));
    assert_int_equal(t->state.round, 0);
    play(t, 0, mark(t, "Aachen"));
    assert_true(t->state.marks == (ek_bit(city(t, "Essen")) | ek_bit(city(t, "Hamburg")) |
                                   ek_bit(city(t, "Aachen"))));
    assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
    assert_int_equal(t->state.round, 1);
    assert_int_equal(ek_to_move(&t->state), 1);
}

static void c2_7_the_mark_is_a_uranium_token_from_the_supply(void **state)
{
    table *t = open_table(EK_RECHARGED, "germany", 6, EK_STARTING_CITIES);
    (void)state;
    for (unsigned seat = 0; seat < 6; seat++) {
        assert_int_equal(ek_supply(&t->state, EK_URANIUM), 10 - seat);
        list(t);
        play(t, seat, t->moves[0]);
    }
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 4);
    assert_int_equal(t->state.fuel[EK_URANIUM], 2); /* not from the market */
}

static void c2_7_a_city_of_the_zone_and_none_twice(void **state)
{
    table *t =
        open_table_in(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES, "north-west west south-west");
    (void)state;
    assert_int_equal(list(t), 21);
    assert_int_equal(why(t, mark(t, "Dresden")), EK_REASON_OUT_OF_ZONE);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_MARK, 42, 0)), EK_REASON_NO_SUCH_CITY);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_MARK, 5, 1)), EK_REASON_NOT_A_MOVE);
    play(t, 0, mark(t, "Essen"));
    assert_int_equal(why(t, mark(t, "Essen")), EK_REASON_ALREADY_MARKED);
    assert_int_equal(why(t, mark(t, "Duisburg")), EK_REASON_OK);
    assert_int_equal(list(t), 20);
}

static void c2_7_no_city_with_a_trust_house(void **state)
{
    table *t = open_table(EK_RECHARGED, "germany", 2, EK_STARTING_CITIES);
    (void)state;
    found_trust(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_MARKS);
    for (ek_cities rest = t->state.owner[EK_TRUST].cities; rest;)
        assert_int_equal(why(t, ek_move_of(EK_MOVE_MARK, ek_take_smallest(&rest), 0)),
                         EK_REASON_TRUST_CITY);
    assert_int_equal(list(t), 21 - 6);
    play(t, 0, t->moves[0]);
    assert_int_equal(list(t), 21 - 6 - 1);
}

static void c2_7_without_a_token_left_the_mark_counts_all_the_same(void **state)
{
    table *t = open_table(EK_RECHARGED, "france", 6, EK_STARTING_CITIES);
    (void)state;
    for (unsigned seat = 0; seat < 6; seat++) { /* the supply has four */
        list(t);
        play(t, seat, t->moves[0]);
        assert_int_equal(find_event(t, EK_EVENT_CITY_MARKED)->b, seat < 4);
    }
    assert_int_equal(ek_size(t->state.marks), 6);
    assert_int_equal(ek_size(t->state.bare_marks), 2);
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 0);
    assert_int_equal(t->state.fuel[EK_URANIUM], 8);
}

/* ------------------------------------------------------------------------------------ for two */

static void c2_8_two_players_of_recharged_play_against_the_trust(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 6; players++)
        for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
            const table *t = open_table(edition, "italy", players, 0);
            const bool trust = edition == EK_RECHARGED && players == 2;
            assert_int_equal(t->rules.trust, trust);
            assert_int_equal(ek_phase(&t->state), trust ? EK_PHASE_TRUST : EK_PHASE_AUCTION);
        }
}

/* ----------------------------------------------------------------------------- the first game */

static void c2_9_is_an_option_of_classic(void **state)
{
    (void)state;
    assert_int_equal(try_options(EK_CLASSIC, EK_FIRST_GAME), EK_REASON_OK);
    assert_int_equal(try_options(EK_RECHARGED, EK_FIRST_GAME), EK_REASON_BAD_OPTION);
}

static void c2_9_the_whole_game_is_step_1(void **state)
{
    (void)state;
    for (unsigned options = 0; options <= EK_FIRST_GAME; options += EK_FIRST_GAME) {
        table *t = open_table(EK_CLASSIC, "germany", 6, options);
        give_cities(t, 0, 6); /* enough for Step 2 among six */
        set_market(t, PLANTS(7, 8, 9, 10, 11, 12, 14, 15));
        go_to(t, 2, EK_PHASE_BUILDING);
        sit_out(t);
        draw_largest(t);
        assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
        assert_int_equal(t->state.step, options ? 1 : 2);
        assert_int_equal(ek_has(t->state.market, 7), options != 0);
    }
}

static void c2_9_nobody_may_own_more_than_seven(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    (void)state;
    set_money(t, 2, 500);
    give_cities(t, 2, 6);
    set_market(t, PLANTS(8, 9, 10, 11, 12, 14, 15, 16));
    go_to(t, 2, EK_PHASE_BUILDING);
    assert_true(list(t) > 1);
    play(t, 2, t->moves[1]);
    assert_int_equal(t->state.owner[2].house_count, 7);
    const ek_cities free = t->rules.zone_cities & ~t->state.places[0];
    assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, ek_smallest(free), 0)),
                     EK_REASON_CITY_LIMIT);
    assert_int_equal(list(t), 1);
}

static void c2_9_it_ends_after_the_building_phase_with_seven(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    (void)state;
    set_market(t, PLANTS(8, 9, 10, 11, 12, 14, 15, 16));
    give_cities(t, 2, 7);
    go_to(t, 2, EK_PHASE_BUILDING);
    play(t, 2, done());
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
    list(t);
    play(t, 1, t->moves[1]); /* the others still build */
    play(t, 1, done());
    play(t, 0, done());
    assert_int_equal(ek_phase(&t->state), EK_PHASE_ENDED);
    assert_int_equal(why(t, done()), EK_REASON_GAME_OVER);
}

static void c2_9_six_cities_do_not_end_it(void **state)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    (void)state;
    give_cities(t, 2, 6);
    go_to(t, 2, EK_PHASE_BUILDING);
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
}

/* Six players have taken all places of the zone but this many, and none has seven cities. */
static table *crowd(unsigned options, unsigned left)
{
    table *t = open_table(EK_CLASSIC, "germany", 6, options);
    for (unsigned seat = 0; seat < 5; seat++)
        give_cities(t, seat, 6);
    give_cities(t, 5, 5 - left);
    set_money(t, 5, 500);
    set_market(t, PLANTS(8, 9, 10, 11, 12, 14, 15, 16));
    go_to(t, 2, EK_PHASE_BUILDING);
    return t;
}

static void c2_9_it_ends_when_the_last_open_place_is_taken(void **state)
{
    table *t = crowd(EK_FIRST_GAME, 1);
    (void)state;
    assert_int_equal(list(t), 2);
    play(t, 5, t->moves[1]);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_ENDED);
    t = crowd(EK_FIRST_GAME, 1); /* one open place keeps it going */
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
    t = crowd(0, 0); /* the full game continues anyway */
    sit_out(t);
    draw_largest(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
}

/* The deck is used up; 7, 8, 9 and 10 lie under the Step 3 card. */
static table *end_of_deck(unsigned round, enum ek_phase phase)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    set_market(t, PLANTS(3, 4, 5, 6, 11, 12, 14, 15));
    set_deck(t, 0);
    go_to(t, round, phase);
    return t;
}

/* The card was drawn and left, the deck shuffled, and another card is awaited. */
static void assert_card_left(const table *t, int shuffled)
{
    assert_true(event_index(t, EK_EVENT_STEP3_CARD_DRAWN) <
                event_index(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_true(event_index(t, EK_EVENT_STEP3_CARD_REMOVED) <
                event_index(t, EK_EVENT_DECK_SHUFFLED));
    assert_int_equal(find_event(t, EK_EVENT_DECK_SHUFFLED)->n, shuffled);
    assert_null(find_event(t, EK_EVENT_STEP_BEGINS));
    assert_false(t->state.market & EK_STEP3_CARD);
    assert_int_equal(ek_size(ek_card_awaited(&t->state)), (unsigned)shuffled);
}

static void c2_9_the_step3_card_leaves_in_the_auction(void **state)
{
    table *t = end_of_deck(2, EK_PHASE_AUCTION);
    (void)state;
    buy_plant(t, 0, 3);
    assert_card_left(t, 4);
    draw(t, 8);
    assert_plants(t->state.market, PLANTS(4, 5, 6, 8, 11, 12, 14, 15));
    assert_plants(ek_current_market(&t->rules, &t->state), PLANTS(4, 5, 6, 8));
    sit_out(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_RESOURCES);
    assert_int_equal(t->state.step, 1);
    assert_int_equal(ek_size(t->state.market), 8);
}

static void c2_9_the_step3_card_leaves_in_the_building_phase(void **state)
{
    table *t = end_of_deck(2, EK_PHASE_BUILDING);
    (void)state;
    give_cities(t, 2, 2);
    list(t);
    play(t, 2, t->moves[1]); /* the third city makes plant 3 obsolete */
    assert_true(was_removed(t, 3, EK_REMOVAL_OBSOLETE));
    assert_card_left(t, 4);
    draw(t, 10);
    assert_plants(t->state.market, PLANTS(4, 5, 6, 10, 11, 12, 14, 15));
    sit_out(t);
    assert_int_equal(t->state.step, 1);
}

static void c2_9_the_step3_card_leaves_in_bureaucracy(void **state)
{
    table *t = end_of_deck(2, EK_PHASE_BUREAUCRACY);
    (void)state;
    sit_out(t);
    assert_card_left(t, 5); /* 15 has just gone under the deck */
    draw(t, 15);
    assert_plants(t->state.market, PLANTS(3, 4, 5, 6, 11, 12, 14, 15));
    assert_int_equal(t->state.round, 3);
    assert_int_equal(t->state.step, 1);
}

static void c2_9_plants_buried_after_that_come_back(void **state)
{
    table *t = end_of_deck(2, EK_PHASE_BUREAUCRACY);
    (void)state;
    sit_out(t);
    draw(t, 15);
    for (unsigned plant = 7; plant <= 10; plant++) {
        sit_out(t); /* an auction without a purchase, or a market change */
        draw(t, plant);
        if (ek_phase(&t->state) == EK_PHASE_RESOURCES)
            skip_to(t, EK_PHASE_BUREAUCRACY);
    }
    sit_out(t); /* 15 and 14 have gone under the deck, which is used up */
    assert_int_equal(find_event(t, EK_EVENT_DECK_SHUFFLED)->n, 2);
    assert_plants(ek_card_awaited(&t->state), PLANTS(14, 15));
}

static void c2_9_the_deck_can_run_out(void **state)
{
    table *t = end_of_deck(2, EK_PHASE_AUCTION);
    (void)state;
    set_market(t, PLANTS(7, 8, 9, 10, 11, 12, 14, 15));
    t->state.removed |= t->state.buried;
    t->state.buried = 0;
    buy_plant(t, 0, 7);
    assert_non_null(find_event(t, EK_EVENT_STEP3_CARD_REMOVED));
    assert_plants(t->state.market, PLANTS(8, 9, 10, 11, 12, 14, 15));
    buy_plant(t, 1, 8);
    assert_plants(t->state.market, PLANTS(9, 10, 11, 12, 14, 15));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_2_every_first_order_is_equally_likely),
        cmocka_unit_test(c2_2_every_seat_can_be_anywhere_in_the_order),
        cmocka_unit_test(c2_2_a_given_order_names_every_seat_once),
        cmocka_unit_test(c2_3_resources_on_the_market_by_board_and_edition),
        cmocka_unit_test(c2_3_the_rest_is_the_supply),
        cmocka_unit_test(c2_7_is_an_option_of_recharged),
        cmocka_unit_test(c2_7_in_order_each_player_marks_one_city),
        cmocka_unit_test(c2_7_the_mark_is_a_uranium_token_from_the_supply),
        cmocka_unit_test(c2_7_a_city_of_the_zone_and_none_twice),
        cmocka_unit_test(c2_7_no_city_with_a_trust_house),
        cmocka_unit_test(c2_7_without_a_token_left_the_mark_counts_all_the_same),
        cmocka_unit_test(c2_8_two_players_of_recharged_play_against_the_trust),
        cmocka_unit_test(c2_9_is_an_option_of_classic),
        cmocka_unit_test(c2_9_the_whole_game_is_step_1),
        cmocka_unit_test(c2_9_nobody_may_own_more_than_seven),
        cmocka_unit_test(c2_9_it_ends_after_the_building_phase_with_seven),
        cmocka_unit_test(c2_9_six_cities_do_not_end_it),
        cmocka_unit_test(c2_9_it_ends_when_the_last_open_place_is_taken),
        cmocka_unit_test(c2_9_the_step3_card_leaves_in_the_auction),
        cmocka_unit_test(c2_9_the_step3_card_leaves_in_the_building_phase),
        cmocka_unit_test(c2_9_the_step3_card_leaves_in_bureaucracy),
        cmocka_unit_test(c2_9_plants_buried_after_that_come_back),
        cmocka_unit_test(c2_9_the_deck_can_run_out),
    };
    return cmocka_run_group_tests_name("setting up", tests, NULL, NULL);
}
