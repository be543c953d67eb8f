/* The zone: which regions are in play, and the three ways to choose them (rules.md 2.1). */
#include <string.h>

#include "table.h"

static const bd_board *board_of(const char *name, enum ek_edition edition)
{
    const bd_board *board = bd_find(name, edition);
    assert_non_null(board);
    return board;
}

/* Why a table with this zone cannot be opened. */
static ek_reason try_zone(enum ek_edition edition, const char *name, unsigned players,
                          const char *zone)
{
    const bd_board *board = board_of(name, edition);
    const ek_config config = {
        .edition = (uint8_t)edition, .players = (uint8_t)players, .zone = zone_of(board, zone)};
    ek_rules rules;
    return ek_rules_init(&rules, board->ek, &config);
}

static ek_move region(const table *t, const char *name)
{
    return ek_move_of(EK_MOVE_REGION, ek_smallest(zone_of(t->board, name)), 0);
}

/* ---------------------------------------------------------------------------------- how many */

static void c2_1_three_three_four_five_five_regions(void **state)
{
    static const unsigned areas[] = {3, 3, 4, 5, 5};
    (void)state;
    for (unsigned b = 0; b < ek_board_count; b++)
        for (unsigned players = 2; players <= 6; players++)
            for (unsigned zone = 1; zone < 1u << ek_boards[b].regions; zone++) {
                const unsigned edition = ek_boards[b].editions & 1 ? EK_CLASSIC : EK_RECHARGED;
                const ek_config config = {.edition = (uint8_t)edition,
                                          .players = (uint8_t)players,
                                          .zone = (uint8_t)zone};
                ek_rules rules;
                const ek_reason reason = ek_rules_init(&rules, &ek_boards[b], &config);
                assert_int_equal(reason == EK_REASON_BAD_ZONE_SIZE,
                                 ek_size(zone) != areas[players - 2]);
            }
}

static void c2_1_both_editions_play_in_as_many_regions(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        assert_int_equal(try_zone(edition, "italy", 3, "emilia centre north-east"), EK_REASON_OK);
        assert_int_equal(try_zone(edition, "italy", 4, "emilia centre north-east"),
                         EK_REASON_BAD_ZONE_SIZE);
        assert_int_equal(try_zone(edition, "italy", 6, "emilia centre north-east south-centre"),
                         EK_REASON_BAD_ZONE_SIZE);
    }
}

/* --------------------------------------------------------------------------------- connected */

static void c2_1_the_zone_is_one_connected_area(void **state)
{
    (void)state;
    assert_int_equal(try_zone(EK_CLASSIC, "germany", 3, "north-west west south-west"),
                     EK_REASON_OK);
    assert_int_equal(try_zone(EK_CLASSIC, "germany", 3, "north-west north-east south"),
                     EK_REASON_ZONE_APART);
    assert_int_equal(try_zone(EK_RECHARGED, "usa", 3, "northwest southwest northeast"),
                     EK_REASON_ZONE_APART);
    assert_int_equal(try_zone(EK_CLASSIC, "benelux", 2,
                              "netherlands-north flanders "
                              "wallonia-luxembourg"),
                     EK_REASON_ZONE_APART);
}

static void c2_1_regions_touch_by_a_connection(void **state)
{
    const table *t = open_table(EK_CLASSIC, "central-europe", 4, 0);
    (void)state;
    for (unsigned a = 0; a < t->board->ek->regions; a++)
        for (unsigned b = 0; b < t->board->ek->regions; b++) {
            bool touching = false;
            for (unsigned i = 0; i < t->board->ek->links; i++) {
                const ek_link *link = &t->board->ek->link[i];
                const unsigned from = t->board->ek->region_of[link->from];
                const unsigned to = t->board->ek->region_of[link->to];
                touching |= (from == a && to == b) || (from == b && to == a);
            }
            if (a != b)
                assert_int_equal(ek_zone_connected(t->board->ek, 1u << a | 1u << b), touching);
        }
}

static void c2_1_an_area_with_a_city_cut_off_is_not_connected(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++) {
        assert_int_equal(try_zone(edition, "italy", 3, "north-west north-east centre"),
                         EK_REASON_ZONE_APART);
        assert_int_equal(try_zone(edition, "italy", 4, "north-west north-east centre emilia"),
                         EK_REASON_OK);
    }
}

static void c2_1_the_number_of_zones_of_each_board(void **state)
{
    static const struct {
        const char *board;
        unsigned zones[3]; /* of three, four and five regions */
    } known[] = {
        {"germany", {13, 12, 6}}, {"usa", {12, 12, 6}},    {"central-europe", {12, 12, 6}},
        {"benelux", {6, 4, 1}},   {"france", {15, 15, 6}}, {"italy", {6, 6, 4}},
    };
    uint8_t zones[EK_ZONES_MAX];
    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++)
            for (unsigned size = 3; size <= 5; size++)
                assert_int_equal(ek_zones(board_of(known[i].board, edition)->ek, size, zones),
                                 known[i].zones[size - 3]);
}

static void c2_1_benelux_has_five_regions_only(void **state)
{
    const bd_board *benelux = board_of("benelux", EK_RECHARGED);
    uint8_t zones[EK_ZONES_MAX];
    (void)state;
    assert_int_equal(benelux->ek->regions, 5);
    for (unsigned players = 5; players <= 6; players++) {
        assert_int_equal(ek_zones(benelux->ek, 5, zones), 1);
        assert_int_equal(ek_random_zone(benelux->ek, EK_RECHARGED, players, 99), 0x1f);
    }
    const ek_config sixth = {.edition = EK_CLASSIC, .players = 3, .zone = 0x23};
    ek_rules rules;
    assert_int_equal(ek_rules_init(&rules, benelux->ek, &sixth), EK_REASON_NO_SUCH_REGION);
}

static void c2_1_cities_and_connections_outside_do_not_exist(void **state)
{
    /* Aachen reaches Wilhelmshaven for 38 through the west, but for 89 without it. */
    table *t = open_table_in(EK_CLASSIC, "germany", 3, 0, "north-west east south-west");
    ek_route route;
    (void)state;
    give_city(t, 0, "Aachen");
    assert_int_equal(ek_connection(&t->rules, &t->state, 0, city(t, "Wilhelmshaven"), &route),
                     EK_REASON_OK);
    assert_int_equal(route.path_cost, 89);
    assert_int_equal(ek_connection(&t->rules, &t->state, 0, city(t, "Essen"), &route),
                     EK_REASON_OUT_OF_ZONE);
    for (unsigned i = 0; i < t->board->ek->cities; i++)
        assert_int_equal(t->rules.cost[city(t, "Aachen")][i] == EK_UNREACHABLE,
                         !ek_has(t->rules.zone_cities, i));
    t = open_table_in(EK_CLASSIC, "germany", 4, 0, "north-west east south-west west");
    give_city(t, 0, "Aachen");
    assert_int_equal(ek_connection(&t->rules, &t->state, 0, city(t, "Wilhelmshaven"), &route),
                     EK_REASON_OK);
    assert_int_equal(route.path_cost, 38);
}

/* --------------------------------------------------------------------------------- at random */

/* Draws many random zones: every one of the wanted must come up about equally often, and no
 * other at all. The tolerance is five times the spread to be expected. */
static void count_random_zones(const char *name, enum ek_edition edition, unsigned players,
                               uint8_t home)
{
    enum { EACH = 400, TOLERANCE = 100 };
    const ek_board *board = board_of(name, edition)->ek;
    unsigned drawn[256] = {0};
    uint8_t zones[EK_ZONES_MAX];
    unsigned wanted = 0;
    const unsigned all = ek_zones(board, ek_tables.thresholds[edition][players - 2].areas, zones);
    for (unsigned i = 0; i < all; i++)
        wanted += (zones[i] & home) == home;
    for (uint64_t seed = 0; seed < (uint64_t)EACH * wanted; seed++)
        drawn[ek_random_zone(board, edition, players, seed)]++;
    for (unsigned i = 0; i < all; i++)
        if ((zones[i] & home) == home) {
            assert_in_range(drawn[zones[i]], EACH - TOLERANCE, EACH + TOLERANCE);
            drawn[zones[i]] = 0;
        }
    for (unsigned zone = 0; zone < 256; zone++)
        assert_int_equal(drawn[zone], 0);
}

static void c2_1_every_random_zone_is_equally_likely(void **state)
{
    (void)state;
    count_random_zones("germany", EK_CLASSIC, 3, 0);
    count_random_zones("usa", EK_RECHARGED, 4, 0);
    count_random_zones("central-europe", EK_CLASSIC, 6, 0);
    count_random_zones("benelux", EK_RECHARGED, 2, 0);
    count_random_zones("italy", EK_CLASSIC, 3, 0);
}

static void c2_1_paris_is_part_of_every_random_zone_of_france(void **state)
{
    (void)state;
    for (unsigned edition = EK_CLASSIC; edition <= EK_RECHARGED; edition++)
        for (unsigned players = 2; players <= 6; players++) {
            const bd_board *france = board_of("france", edition);
            const uint8_t home = zone_of(france, "centre");
            assert_true(france->ek->region_of[bd_city_named(france, "paris-1")] ==
                        ek_smallest(home));
            for (uint64_t seed = 0; seed < 200; seed++)
                assert_true(ek_random_zone(france->ek, edition, players, seed) & home);
        }
    count_random_zones("france", EK_CLASSIC, 3, zone_of(board_of("france", EK_CLASSIC), "centre"));
}

static void c2_1_a_given_or_drafted_zone_of_france_may_leave_paris_out(void **state)
{
    (void)state;
    assert_int_equal(try_zone(EK_CLASSIC, "france", 3, "east south-east south-west"), EK_REASON_OK);
    table *t = open_table_in(EK_RECHARGED, "france", 3, 0, "draft");
    play(t, 0, region(t, "east"));
    play(t, 1, region(t, "south-east"));
    play(t, 2, region(t, "south-west"));
    assert_int_equal(t->state.zone, zone_of(t->board, "east south-east south-west"));
}

/* ----------------------------------------------------------------------------------- drafted */

/* A table that drafts, with an order that is not that of the seats. */
static table *open_draft(enum ek_edition edition, const char *name, unsigned players,
                         const uint8_t *order)
{
    table *t = open_table_in(edition, name, players, 0, "draft");
    ek_setup setup = {.chance = EK_CHANCE_SEED, .seed = 7, .order_given = 1};
    memcpy(setup.order, order, players);
    assert_int_equal(ek_start(&t->rules, &setup, &t->state, &t->events), EK_REASON_OK);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_ZONE);
    assert_int_equal(t->state.round, 0);
    return t;
}

static void c2_1_the_draft_goes_in_order(void **state)
{
    table *t = open_draft(EK_CLASSIC, "germany", 4, (const uint8_t[]){2, 0, 3, 1});
    (void)state;
    play(t, 2, region(t, "south"));
    assert_int_equal(find_event(t, EK_EVENT_REGION_CHOSEN)->seat, 2);
    play(t, 0, region(t, "east"));
    play(t, 3, region(t, "north-east"));
    assert_null(find_event(t, EK_EVENT_ZONE_CHOSEN));
    play(t, 1, region(t, "north-west"));
    assert_int_equal(find_event(t, EK_EVENT_ZONE_CHOSEN)->n,
                     zone_of(t->board, "south east north-east north-west"));
    adopt_zone(t);
    assert_lawful(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
    assert_int_equal(ek_to_move(&t->state), 2);
}

static void c2_1_two_players_draft_by_turns_until_the_zone_is_full(void **state)
{
    table *t = open_draft(EK_CLASSIC, "usa", 2, (const uint8_t[]){1, 0});
    (void)state;
    play(t, 1, region(t, "midwest"));
    play(t, 0, region(t, "northeast"));
    play(t, 1, region(t, "southeast"));
    assert_int_equal(ek_size(t->state.zone), 3);
    assert_true(ek_rules_wanted(&t->rules, &t->state));
}

static void c2_1_of_six_players_the_last_drafts_nothing(void **state)
{
    table *t = open_draft(EK_RECHARGED, "benelux", 6, (const uint8_t[]){5, 4, 3, 2, 1, 0});
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        assert_true(list(t) > 0);
        play(t, 5 - i, t->moves[0]);
    }
    assert_int_equal(t->state.zone, 0x1f);
    adopt_zone(t);
    assert_int_equal(ek_phase(&t->state), EK_PHASE_AUCTION);
}

static void c2_1_a_drafted_region_touches_those_already_chosen(void **state)
{
    table *t = open_table_in(EK_CLASSIC, "germany", 4, 0, "draft");
    (void)state;
    assert_int_equal(list(t), 6); /* the first may be any */
    play(t, 0, region(t, "south"));
    assert_int_equal(why(t, region(t, "south")), EK_REASON_REGION_TAKEN);
    assert_int_equal(why(t, region(t, "north-east")), EK_REASON_REGION_APART);
    assert_int_equal(why(t, region(t, "west")), EK_REASON_REGION_APART);
    assert_int_equal(why(t, region(t, "east")), EK_REASON_OK);
    assert_int_equal(why(t, region(t, "south-west")), EK_REASON_OK);
    assert_int_equal(why(t, ek_move_of(EK_MOVE_REGION, 6, 0)), EK_REASON_NO_SUCH_REGION);
    play(t, 1, region(t, "south-west"));
    assert_int_equal(why(t, region(t, "west")), EK_REASON_OK); /* touches the second */
    assert_int_equal(why(t, region(t, "north-east")), EK_REASON_REGION_APART);
}

static void c2_1_a_draft_cannot_cut_a_city_off(void **state)
{
    table *t = open_table_in(EK_RECHARGED, "italy", 3, 0, "draft");
    (void)state;
    play(t, 0, region(t, "north-west"));
    play(t, 1, region(t, "north-east"));
    assert_int_equal(why(t, region(t, "centre")), EK_REASON_REGION_APART);
    assert_int_equal(why(t, region(t, "emilia")), EK_REASON_OK);
    t = open_table_in(EK_RECHARGED, "italy", 4, 0, "draft"); /* the fourth can mend it */
    play(t, 0, region(t, "north-west"));
    play(t, 1, region(t, "north-east"));
    play(t, 2, region(t, "centre"));
    assert_int_equal(list(t), 2);
    assert_int_equal(why(t, region(t, "south-centre")), EK_REASON_OK);
    play(t, 3, region(t, "emilia"));
}

static void c2_1_play_waits_for_the_rules_of_the_drafted_zone(void **state)
{
    table *t = open_table_in(EK_CLASSIC, "germany", 3, 0, "draft");
    (void)state;
    assert_int_equal(why(t, nominate(3, 3)), EK_REASON_WRONG_PHASE);
    play(t, 0, region(t, "west"));
    play(t, 1, region(t, "east"));
    play(t, 2, region(t, "south-west"));
    assert_int_equal(why(t, nominate(3, 3)), EK_REASON_WRONG_RULES);
    assert_int_equal(list(t), 0);
    adopt_zone(t);
    assert_lawful(t);
    assert_false(ek_rules_wanted(&t->rules, &t->state));
    assert_int_equal(why(t, nominate(3, 3)), EK_REASON_OK);
}

/* ---------------------------------------------------------------------- boards of one's own */

static ek_reason try_board(const ek_board *board, enum ek_edition edition, unsigned players,
                           unsigned zone)
{
    const ek_config config = {
        .edition = (uint8_t)edition, .players = (uint8_t)players, .zone = (uint8_t)zone};
    ek_rules rules;
    return ek_rules_init(&rules, board, &config);
}

static void c2_1_a_board_without_any_zone_is_refused(void **state)
{
    ek_board islands = *board_of("italy", EK_CLASSIC)->ek;
    (void)state;
    islands.links = 0;
    assert_int_equal(try_board(&islands, EK_CLASSIC, 3, 0), EK_REASON_NO_ZONE);
    assert_int_equal(try_board(&islands, EK_CLASSIC, 3, 7), EK_REASON_ZONE_APART);
    assert_int_equal(ek_random_zone(&islands, EK_CLASSIC, 3, 1), 0);
}

/* One city a region, in a row. */
static ek_board row_of_cities(unsigned cost)
{
    ek_board row = *board_of("italy", EK_RECHARGED)->ek;
    row.cities = row.regions = 6;
    row.links = 5;
    for (unsigned i = 0; i < 6; i++)
        row.region_of[i] = (uint8_t)i;
    for (unsigned i = 0; i < 5; i++)
        row.link[i] = (ek_link){(uint8_t)i, (uint8_t)(i + 1), (uint8_t)cost};
    return row;
}

static void c2_1_a_zone_too_small_for_its_players_is_refused(void **state)
{
    const ek_board row = row_of_cities(9);
    (void)state;
    assert_int_equal(try_board(&row, EK_CLASSIC, 5, 0x1f), EK_REASON_OK);
    assert_int_equal(try_board(&row, EK_CLASSIC, 6, 0x1f), EK_REASON_ZONE_TOO_SMALL);
    assert_int_equal(try_board(&row, EK_CLASSIC, 6, 0), EK_REASON_ZONE_TOO_SMALL);
    /* The six Trust houses want cities too. */
    assert_int_equal(try_board(&row, EK_CLASSIC, 2, 7), EK_REASON_OK);
    assert_int_equal(try_board(&row, EK_RECHARGED, 2, 7), EK_REASON_ZONE_TOO_SMALL);
}

static void c2_1_a_board_too_wide_to_count_is_refused(void **state)
{
    const ek_board wide = row_of_cities(127);
    const ek_board widest = row_of_cities(126);
    (void)state;
    assert_int_equal(try_board(&wide, EK_CLASSIC, 3, 7), EK_REASON_BOARD_TOO_WIDE);
    assert_int_equal(try_board(&widest, EK_CLASSIC, 3, 7), EK_REASON_OK);
}

static void c2_1_no_region_and_unknown_regions_are_no_zone(void **state)
{
    (void)state;
    const ek_board *germany = bd_find("germany", EK_CLASSIC)->ek;
    assert_false(ek_zone_connected(germany, 0));
    assert_false(ek_zone_connected(germany, 1u << 6));
    assert_true(ek_zone_connected(germany, 1u));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_1_no_region_and_unknown_regions_are_no_zone),
        cmocka_unit_test(c2_1_three_three_four_five_five_regions),
        cmocka_unit_test(c2_1_both_editions_play_in_as_many_regions),
        cmocka_unit_test(c2_1_the_zone_is_one_connected_area),
        cmocka_unit_test(c2_1_regions_touch_by_a_connection),
        cmocka_unit_test(c2_1_an_area_with_a_city_cut_off_is_not_connected),
        cmocka_unit_test(c2_1_the_number_of_zones_of_each_board),
        cmocka_unit_test(c2_1_benelux_has_five_regions_only),
        cmocka_unit_test(c2_1_cities_and_connections_outside_do_not_exist),
        cmocka_unit_test(c2_1_every_random_zone_is_equally_likely),
        cmocka_unit_test(c2_1_paris_is_part_of_every_random_zone_of_france),
        cmocka_unit_test(c2_1_a_given_or_drafted_zone_of_france_may_leave_paris_out),
        cmocka_unit_test(c2_1_the_draft_goes_in_order),
        cmocka_unit_test(c2_1_two_players_draft_by_turns_until_the_zone_is_full),
        cmocka_unit_test(c2_1_of_six_players_the_last_drafts_nothing),
        cmocka_unit_test(c2_1_a_drafted_region_touches_those_already_chosen),
        cmocka_unit_test(c2_1_a_draft_cannot_cut_a_city_off),
        cmocka_unit_test(c2_1_play_waits_for_the_rules_of_the_drafted_zone),
        cmocka_unit_test(c2_1_a_board_without_any_zone_is_refused),
        cmocka_unit_test(c2_1_a_zone_too_small_for_its_players_is_refused),
        cmocka_unit_test(c2_1_a_board_too_wide_to_count_is_refused),
    };
    return cmocka_run_group_tests_name("the zone", tests, NULL, NULL);
}
