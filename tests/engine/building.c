/* Building: rules.md 6.1 to 6.8 and every refusal of the phase. Clause 6.9 is in starts.c. */
#include "table.h"

#include <stdio.h>

#define WEST "west south-west north-west"

static const char *const boards[] = {"germany", "usa",    "central-europe",
                                     "benelux", "france", "italy"};

enum { BUILDER = 2 }; /* the last of three in order builds first */

/* Three players about to build, all of them rich; the market is out of reach of 4.12. */
static table *open_site(enum ek_edition edition, const char *board, const char *zone)
{
    table *t = zone ? open_table_in(edition, board, 3, 0, zone) : open_table(edition, board, 3, 0);
    set_market(t, PLANTS(30, 31, 32, 33, 34, 35, 36, 37));
    go_to(t, 2, EK_PHASE_BUILDING);
    for (unsigned seat = 0; seat < 3; seat++)
        set_money(t, seat, 999);
    return t;
}

static table *germany(void)
{
    return open_site(EK_CLASSIC, "germany", WEST);
}

/* The cost of a city for the player to move, place and path; the payment must match the event. */
static int pay_for(table *t, const char *name)
{
    const unsigned seat = ek_to_move(&t->state);
    const int before = t->state.owner[seat].money;
    play(t, seat, connect_(t, name));
    const ek_event *connected = find_event(t, EK_EVENT_CONNECTED);
    assert_int_equal(connected->seat, seat);
    assert_int_equal(connected->a, city(t, name));
    assert_int_equal(before - t->state.owner[seat].money, connected->n);
    return connected->n;
}

/* ---------------------------------------------------------------------------------- first city */

static void first_city_anywhere(enum ek_edition edition, const char *board)
{
    table *t = open_site(edition, board, NULL);
    set_money(t, BUILDER, 10);
    assert_int_equal(list(t), 1 + ek_size(t->rules.zone_cities));
    for (unsigned c = 0; c < t->board->ek->cities; c++) {
        const ek_reason wanted =
            ek_has(t->rules.zone_cities, c) ? EK_REASON_OK : EK_REASON_OUT_OF_ZONE;
        assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, c, 0)), wanted);
    }
}

static void c6_1_the_first_city_is_any_city_of_the_zone(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        first_city_anywhere(EK_CLASSIC, boards[i]);
        first_city_anywhere(EK_RECHARGED, boards[i]);
    }
}

static void c6_1_the_first_city_pays_its_place_only(void **state)
{
    (void)state;
    for (unsigned step = 1; step <= 3; step++) {
        table *t = germany();
        set_step(t, step);
        for (unsigned other = 0; other + 1 < step; other++)
            give_city(t, other, "essen");
        set_money(t, BUILDER, (int)(5 + 5 * step) - 1);
        assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CANNOT_PAY);
        set_money(t, BUILDER, (int)(5 + 5 * step));
        assert_int_equal(pay_for(t, "essen"), 5 + 5 * step); /* 10, 15, 20 */
        assert_int_equal(count_events(t, EK_EVENT_ROUTE), 0);
        assert_int_equal(find_event(t, EK_EVENT_CONNECTED)->b, step - 1);
    }
}

static void c6_1_the_first_city_needs_an_open_place_for_this_step(void **state)
{
    (void)state;
    table *t = germany();
    give_city(t, 0, "essen");
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
    set_step(t, 2);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_OK);
    give_city(t, 1, "essen");
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
    set_step(t, 3);
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_OK);
}

/* ------------------------------------------------------------------------------------- network */

/* Cheapest paths from one city inside the zone, found by trying every connection again and again.
 */
static void paths_from(const table *t, unsigned from, unsigned cost[EK_CITIES])
{
    const ek_board *b = t->board->ek;
    for (unsigned c = 0; c < EK_CITIES; c++)
        cost[c] = c == from ? 0 : 9999;
    for (bool better = true; better;) {
        better = false;
        for (unsigned i = 0; i < b->links; i++) {
            const ek_link l = b->link[i];
            if (!ek_has(t->rules.zone_cities, l.from) || !ek_has(t->rules.zone_cities, l.to))
                continue;
            const unsigned forth = cost[l.from] + l.cost;
            const unsigned back = cost[l.to] + l.cost;
            better |= forth < cost[l.to] || back < cost[l.from];
            cost[l.to] = ek_min(cost[l.to], forth);
            cost[l.from] = ek_min(cost[l.from], back);
        }
    }
}

/* Every city from two cities owned at once: the nearer one counts. */
static void paths_are_cheapest(enum ek_edition edition, const char *board)
{
    table *t = open_site(edition, board, NULL);
    const ek_state empty = t->state;
    const ek_cities zone = t->rules.zone_cities;
    unsigned far[EK_CITIES];
    unsigned near[EK_CITIES];
    paths_from(t, ek_largest(zone), far);
    for (ek_cities rest = zone & (zone - 1); rest;) {
        const unsigned own = ek_take_smallest(&rest);
        t->state = empty;
        ek_add_house(&t->state, BUILDER, own, 0);
        if (own != ek_largest(zone))
            ek_add_house(&t->state, BUILDER, ek_largest(zone), 0);
        paths_from(t, own, near);
        for (ek_cities to = zone & ~t->state.owner[BUILDER].cities; to;) {
            const unsigned c = ek_take_smallest(&to);
            const int price = 10 + (int)ek_min(near[c], far[c]);
            set_money(t, BUILDER, price - 1);
            assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, c, 0)), EK_REASON_CANNOT_PAY);
            set_money(t, BUILDER, price);
            assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, c, 0)), EK_REASON_OK);
            assert_true(is_listed(t, ek_move_of(EK_MOVE_CONNECT, c, 0)));
        }
    }
}

static void c6_2_every_pair_of_cities_is_joined_by_the_cheapest_path(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        paths_are_cheapest(EK_CLASSIC, boards[i]);
        paths_are_cheapest(EK_RECHARGED, boards[i]);
    }
}

static void c6_2_the_path_goes_through_free_and_full_cities(void **state)
{
    (void)state;
    table *t = germany();
    give_city(t, BUILDER, "essen");
    assert_int_equal(why(t, connect_(t, "aachen")), EK_REASON_OK);
    const int free_way = pay_for(t, "koeln"); /* through empty Düsseldorf: 2 + 4 */
    assert_int_equal(free_way, 10 + 6);
    t = germany();
    give_city(t, BUILDER, "essen");
    give_city(t, 0, "duesseldorf"); /* full in Step 1 */
    assert_int_equal(pay_for(t, "koeln"), free_way);
    const ek_event *route = find_event(t, EK_EVENT_ROUTE);
    assert_int_equal(route[0].a, city(t, "essen"));
    assert_int_equal(route[0].b, city(t, "duesseldorf"));
    assert_int_equal(route[0].n, 2);
    assert_int_equal(route[1].a, city(t, "duesseldorf"));
    assert_int_equal(route[1].b, city(t, "koeln"));
    assert_int_equal(route[1].n, 4);
    assert_int_equal(count_events(t, EK_EVENT_ROUTE), 2);
}

static void c6_2_the_path_never_leaves_the_zone(void **state)
{
    (void)state;
    /* Hamburg to Leipzig: by Schwerin and Magdeburg 35, by Hannover and Erfurt 42. */
    table *t = open_site(EK_RECHARGED, "germany", "north-west west east");
    give_city(t, BUILDER, "hamburg");
    assert_int_equal(why(t, connect_(t, "magdeburg")), EK_REASON_OUT_OF_ZONE);
    assert_int_equal(pay_for(t, "leipzig"), 10 + 42);
    t = open_site(EK_RECHARGED, "germany", "north-west north-east east");
    give_city(t, BUILDER, "hamburg");
    assert_int_equal(pay_for(t, "leipzig"), 10 + 35);
}

static void c6_2_cities_connected_earlier_in_the_turn_count(void **state)
{
    (void)state;
    table *t = germany();
    give_city(t, BUILDER, "flensburg");
    assert_int_equal(pay_for(t, "kiel"), 10 + 4);
    assert_int_equal(pay_for(t, "hamburg"), 10 + 8); /* from Kiel, not 12 from Flensburg */
    t = germany();
    pay_for(t, "essen"); /* the first city of all */
    assert_int_equal(pay_for(t, "muenster"), 10 + 6);
}

static void c6_2_other_players_networks_do_not_help(void **state)
{
    (void)state;
    table *t = germany();
    give_city(t, BUILDER, "flensburg");
    give_city(t, 0, "hamburg");
    assert_int_equal(pay_for(t, "bremen"), 10 + 4 + 8 + 11);
}

/* -------------------------------------------------------------------------------------- places */

static void c6_3_the_cheapest_empty_open_place_is_taken(void **state)
{
    (void)state;
    table *t = germany();
    set_step(t, 3);
    for (unsigned seat = 3; seat-- > 0;) {
        assert_int_equal(pay_for(t, "essen"), 10 + 5 * (2 - (int)seat));
        assert_int_equal(find_event(t, EK_EVENT_CONNECTED)->b, 2 - seat);
        play(t, seat, done());
    }
    assert_true(
        ek_has(t->state.places[0] & t->state.places[1] & t->state.places[2], city(t, "essen")));
}

static void c6_3_three_houses_fill_a_city_for_good(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "germany", 4, 0, "north-west west south-west south");
    go_to(t, 2, EK_PHASE_BUILDING);
    set_step(t, 3);
    for (unsigned seat = 0; seat < 3; seat++)
        give_city(t, seat, "essen");
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
}

/* Put by hand: a house on the 15-place, as the Trust has them, leaves the 10-place free. */
static void c6_3_an_empty_cheaper_place_is_taken_before_a_dearer_one(void **state)
{
    (void)state;
    table *t = germany();
    set_step(t, 2);
    ek_add_house(&t->state, 0, city(t, "essen"), 1);
    assert_int_equal(pay_for(t, "essen"), 10);
    play(t, BUILDER, done());
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
}

static void c6_3_one_house_for_each_player_in_a_city(void **state)
{
    (void)state;
    for (unsigned step = 1; step <= 3; step++) {
        table *t = germany();
        set_step(t, step);
        pay_for(t, "essen");
        assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_ALREADY_CONNECTED);
    }
}

static void c6_3_every_city_pays_its_whole_path_again(void **state)
{
    (void)state;
    table *t = open_site(EK_CLASSIC, "germany", "north-west north-east east");
    give_city(t, BUILDER, "hamburg");
    give_city(t, 0, "schwerin");
    assert_int_equal(pay_for(t, "rostock"), 10 + 8 + 6); /* through Schwerin */
    assert_int_equal(pay_for(t, "berlin"), 10 + 6 + 18); /* back over Rostock - Schwerin */
    assert_int_equal(find_event(t, EK_EVENT_ROUTE)->a, city(t, "rostock"));
    assert_int_equal(find_event(t, EK_EVENT_ROUTE)->n, 6);
}

/* ------------------------------------------------------------------------- connections of cost 0
 */

/* The first zone of three regions that has both ends of a connection. */
static const char *zone_with(const bd_board *board, ek_link link)
{
    static char names[3 * (BD_ID_MAX + 1) + 1];
    uint8_t zones[EK_ZONES_MAX];
    const ek_board *b = board->ek;
    const unsigned ends = 1u << b->region_of[link.from] | 1u << b->region_of[link.to];
    unsigned i = 0;
    assert_true(ek_zones(b, 3, zones) > 0);
    while ((zones[i] & ends) != ends)
        i++;
    int length = 0;
    for (unsigned r = 0; r < b->regions; r++)
        if (zones[i] >> r & 1)
            length +=
                snprintf(names + length, sizeof names - (size_t)length, "%s ", board->region[r].id);
    return names;
}

static void join(enum ek_edition edition, const char *board, ek_link link)
{
    table *t = open_site(edition, board, zone_with(bd_find(board, edition), link));
    play(t, BUILDER, ek_move_of(EK_MOVE_CONNECT, link.from, 0));
    assert_int_equal(t->state.owner[BUILDER].house_count, 1);
    play(t, BUILDER, ek_move_of(EK_MOVE_CONNECT, link.to, 0));
    assert_int_equal(t->state.owner[BUILDER].house_count, 2);
    assert_int_equal(t->state.owner[BUILDER].money, 999 - 10 - 10);
    assert_int_equal(count_events(t, EK_EVENT_ROUTE), 1);
    assert_int_equal(find_event(t, EK_EVENT_ROUTE)->n, 0);
}

static void c6_4_cities_joined_at_cost_0_are_two_cities(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++)
        for (unsigned e = 0; e < EK_EDITIONS; e++) {
            const ek_board *b = bd_find(boards[i], (enum ek_edition)e)->ek;
            for (unsigned l = 0; l < b->links; l++)
                if (b->link[l].cost == 0)
                    join((enum ek_edition)e, boards[i], b->link[l]);
        }
}

static void c6_4_a_free_connection_gives_no_second_house_to_others(void **state)
{
    (void)state;
    table *t = germany();
    give_city(t, 0, "essen");
    assert_int_equal(why(t, connect_(t, "essen")), EK_REASON_CITY_FULL);
    assert_int_equal(pay_for(t, "duisburg"), 10); /* its own place is still empty */
}

/* ------------------------------------------------------------------------- how many, how late */

static void c6_5_any_number_of_cities_in_one_turn(void **state)
{
    (void)state;
    table *t = germany();
    while (list(t) > 1)
        play(t, BUILDER, t->moves[1]);
    assert_int_equal(t->state.owner[BUILDER].house_count, 21); /* the whole zone */
    assert_int_equal(ek_to_move(&t->state), BUILDER);
}

static void c6_5_a_player_may_stay_without_any_city(void **state)
{
    (void)state;
    for (unsigned step = 1; step <= 3; step++) {
        table *t = germany();
        set_step(t, step);
        for (unsigned seat = 3; seat-- > 0;)
            play(t, seat, done());
        assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
        assert_int_equal(ek_most_cities(&t->rules, &t->state), 0);
    }
}

static void c6_5_there_is_only_one_network(void **state)
{
    (void)state;
    table *t = germany();
    give_city(t, BUILDER, "flensburg");
    set_money(t, BUILDER, 10); /* enough for a place, but every city is some way off */
    assert_int_equal(list(t), 1);
    assert_int_equal(why(t, connect_(t, "aachen")), EK_REASON_CANNOT_PAY);
    set_money(t, BUILDER, 14);
    assert_int_equal(list(t), 2);
    assert_true(is_listed(t, connect_(t, "kiel")));
}

static void c6_5_building_goes_on_until_the_turn_is_ended(void **state)
{
    (void)state;
    table *t = germany();
    pay_for(t, "essen");
    play(t, BUILDER, done());
    assert_int_equal(find_event(t, EK_EVENT_TURN_ENDED)->seat, BUILDER);
    assert_int_equal(find_event(t, EK_EVENT_TURN_ENDED)->a, EK_PHASE_BUILDING);
    assert_int_equal(ek_why(&t->rules, &t->state, BUILDER, connect_(t, "kiel")),
                     EK_REASON_NOT_YOUR_TURN);
    pay_for(t, "kiel");
    play(t, 1, done());
    play(t, 0, done());
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUREAUCRACY);
}

static void c6_6_nobody_builds_more_than_22_houses(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t = open_table((enum ek_edition)e, "usa", 4, 0);
        set_market(t, PLANTS(30, 31, 32, 33, 34, 35, 36, 37));
        go_to(t, 2, EK_PHASE_BUILDING);
        give_cities(t, 3, 21);
        set_money(t, 3, 999);
        assert_true(list(t) > 1);
        play(t, 3, t->moves[1]);
        assert_int_equal(t->state.owner[3].house_count, 22);
        assert_int_equal(list(t), 1);
        for (ek_cities rest = t->rules.zone_cities & ~t->state.owner[3].cities; rest;)
            assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, ek_take_smallest(&rest), 0)),
                             EK_REASON_NO_HOUSES);
    }
}

static void c6_6_a_first_game_stops_at_7(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    set_market(t, PLANTS(30, 31, 32, 33, 34, 35, 36, 37));
    go_to(t, 2, EK_PHASE_BUILDING);
    give_cities(t, BUILDER, 6);
    set_money(t, BUILDER, 999);
    play(t, BUILDER, connect_(t, "rostock"));
    assert_int_equal(why(t, connect_(t, "schwerin")), EK_REASON_CITY_LIMIT);
    assert_int_equal(list(t), 1);
}

/* ----------------------------------------------------------------------------- obsolete plants */

static void c6_7_after_every_house_obsolete_plants_leave_at_once(void **state)
{
    (void)state;
    table *t = germany();
    give_cities(t, BUILDER, 3);
    set_market(t, PLANTS(4, 5, 30, 31, 32, 33, 34, 35));
    play(t, BUILDER, connect_(t, "essen")); /* the fourth city: 4 leaves, 5 stays */
    assert_true(find_event(t, EK_EVENT_CONNECTED) < find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->a, 4);
    assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->b, EK_REMOVAL_OBSOLETE);
    assert_int_equal(count_events(t, EK_EVENT_PLANT_REMOVED), 1);
    draw(t, 13);                               /* known to lie on top */
    play(t, BUILDER, connect_(t, "duisburg")); /* in the same turn: 5 leaves too */
    assert_int_equal(find_event(t, EK_EVENT_PLANT_REMOVED)->a, 5);
    draw(t, 38);
    assert_plants(t->state.market, PLANTS(13, 30, 31, 32, 33, 34, 35, 38));
    assert_int_equal(ek_to_move(&t->state), BUILDER);
}

static void c6_7_the_card_is_awaited_before_the_builder_goes_on(void **state)
{
    (void)state;
    table *t = germany();
    give_cities(t, BUILDER, 4);
    set_market(t, PLANTS(5, 30, 31, 32, 33, 34, 35, 36));
    play(t, BUILDER, connect_(t, "essen"));
    assert_int_equal(ek_to_move(&t->state), EK_NOBODY);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
    assert_int_equal(ek_why(&t->rules, &t->state, BUILDER, done()), EK_REASON_CARD_AWAITED);
    assert_int_equal(list(t), 0);
    draw_largest(t);
    assert_int_equal(why(t, done()), EK_REASON_OK);
}

static void c6_7_no_plant_becomes_obsolete_in_recharged(void **state)
{
    (void)state;
    table *t = open_site(EK_RECHARGED, "germany", WEST);
    give_cities(t, BUILDER, 6);
    set_market(t, PLANTS(4, 5, 6, 7, 8, 9, 10, 11));
    play(t, BUILDER, connect_(t, "essen"));
    assert_null(find_event(t, EK_EVENT_PLANT_REMOVED));
    assert_plants(t->state.market, PLANTS(4, 5, 6, 7, 8, 9, 10, 11));
}

/* ---------------------------------------------------------------------------------- the last round
 */

static void c6_8_the_others_still_build_when_the_end_is_reached(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t = open_site((enum ek_edition)e, "germany", WEST);
        give_cities(t, BUILDER, 16);
        set_step(t, 2);
        pay_for(t, "mannheim");
        assert_int_equal(t->state.owner[BUILDER].house_count, 17);
        assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
        pay_for(t, "saarbruecken"); /* more than the number are allowed */
        play(t, BUILDER, done());
        pay_for(t, "essen");
        play(t, 1, done());
        pay_for(t, "kiel");
        assert_int_equal(ek_phase(&t->state), EK_PHASE_BUILDING);
        play(t, 0, done());
        assert_int_equal(ek_phase(&t->state), EK_PHASE_ENDED);
        assert_int_equal(t->state.owner[0].house_count, 1);
        assert_int_equal(t->state.owner[1].house_count, 1);
    }
}

/* ------------------------------------------------------------------------------------ refusals */

static void c6_1_what_is_no_city_is_refused(void **state)
{
    (void)state;
    table *t = germany();
    assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, 42, 0)), EK_REASON_NO_SUCH_CITY);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, 4095, 0)), EK_REASON_NO_SUCH_CITY);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_CONNECT, city(t, "essen"), 1)),
                     EK_REASON_NOT_A_MOVE);
    assert_int_equal(ek_why(&t->rules, &t->state, 0, connect_(t, "essen")),
                     EK_REASON_NOT_YOUR_TURN);
    static const enum ek_move_type others[] = {
        EK_MOVE_REGION, EK_MOVE_TRUST, EK_MOVE_MARK,   EK_MOVE_PASS, EK_MOVE_NOMINATE,
        EK_MOVE_BID,    EK_MOVE_SCRAP, EK_MOVE_RETURN, EK_MOVE_BUY,  EK_MOVE_POWER};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(why(t, ek_move_of(others[i], 0, 0)), EK_REASON_WRONG_PHASE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c6_1_the_first_city_is_any_city_of_the_zone),
        cmocka_unit_test(c6_1_the_first_city_pays_its_place_only),
        cmocka_unit_test(c6_1_the_first_city_needs_an_open_place_for_this_step),
        cmocka_unit_test(c6_2_every_pair_of_cities_is_joined_by_the_cheapest_path),
        cmocka_unit_test(c6_2_the_path_goes_through_free_and_full_cities),
        cmocka_unit_test(c6_2_the_path_never_leaves_the_zone),
        cmocka_unit_test(c6_2_cities_connected_earlier_in_the_turn_count),
        cmocka_unit_test(c6_2_other_players_networks_do_not_help),
        cmocka_unit_test(c6_3_the_cheapest_empty_open_place_is_taken),
        cmocka_unit_test(c6_3_three_houses_fill_a_city_for_good),
        cmocka_unit_test(c6_3_an_empty_cheaper_place_is_taken_before_a_dearer_one),
        cmocka_unit_test(c6_3_one_house_for_each_player_in_a_city),
        cmocka_unit_test(c6_3_every_city_pays_its_whole_path_again),
        cmocka_unit_test(c6_4_cities_joined_at_cost_0_are_two_cities),
        cmocka_unit_test(c6_4_a_free_connection_gives_no_second_house_to_others),
        cmocka_unit_test(c6_5_any_number_of_cities_in_one_turn),
        cmocka_unit_test(c6_5_a_player_may_stay_without_any_city),
        cmocka_unit_test(c6_5_there_is_only_one_network),
        cmocka_unit_test(c6_5_building_goes_on_until_the_turn_is_ended),
        cmocka_unit_test(c6_6_nobody_builds_more_than_22_houses),
        cmocka_unit_test(c6_6_a_first_game_stops_at_7),
        cmocka_unit_test(c6_7_after_every_house_obsolete_plants_leave_at_once),
        cmocka_unit_test(c6_7_the_card_is_awaited_before_the_builder_goes_on),
        cmocka_unit_test(c6_7_no_plant_becomes_obsolete_in_recharged),
        cmocka_unit_test(c6_8_the_others_still_build_when_the_end_is_reached),
        cmocka_unit_test(c6_1_what_is_no_city_is_refused),
    };
    return cmocka_run_group_tests_name("building", tests, NULL, NULL);
}
