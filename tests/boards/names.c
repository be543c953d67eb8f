/* The built-in boards, and lookup of boards, cities and regions by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"

static const bd_board *board_called(const char *id, enum ek_edition edition)
{
    const bd_board *board = bd_find(id, edition);
    assert_non_null(board);
    return board;
}

/* Asserts that text means the city with this id; NULL: none. */
static void assert_city(const bd_board *board, const char *text, const char *id)
{
    const int city = bd_city_named(board, text);
    if (id)
        assert_string_equal(city == BD_NONE ? "none" : board->city[city].id, id);
    else
        assert_int_equal(city, BD_NONE);
}

/* ------------------------------------------------------------------------------------ boards */

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        unsigned cities, regions, links;
    } sizes[] = {
        {"benelux", 35, 5, 74},       {"central-europe", 42, 6, 96},
        {"france", 42, 6, 93},        {"germany-recharged", 42, 6, 83},
        {"germany", 42, 6, 83},       {"italy", 42, 6, 81},
        {"usa-recharged", 42, 6, 86}, {"usa", 42, 6, 87},
    };
    assert_int_equal(bd_board_count, sizeof sizes / sizeof *sizes);
    assert_int_equal(ek_board_count, bd_board_count);
    for (unsigned i = 0; i < bd_board_count; i++) {
        assert_string_equal(bd_boards[i].id, sizes[i].id);
        assert_ptr_equal(bd_boards[i].ek, &ek_boards[i]);
        assert_int_equal(bd_boards[i].ek->cities, sizes[i].cities);
        assert_int_equal(bd_boards[i].ek->regions, sizes[i].regions);
        assert_int_equal(bd_boards[i].ek->links, sizes[i].links);
    }
}

static void test_every_count_plays(void **state)
{
    (void)state;
    for (unsigned i = 0; i < bd_board_count; i++)
        for (unsigned e = 0; e < EK_EDITIONS; e++)
            if (bd_boards[i].ek->editions >> e & 1)
                assert_int_equal(bd_player_counts(bd_boards[i].ek, (enum ek_edition)e), 0x7c);
}

/* Rules can be compiled for every zone of every board, for every number of players. */
static void test_every_zone_plays(void **state)
{
    (void)state;
    for (unsigned i = 0; i < bd_board_count; i++)
        for (unsigned e = 0; e < EK_EDITIONS; e++)
            for (unsigned players = 2; players <= EK_SEATS; players++) {
                uint8_t zones[EK_ZONES_MAX];
                const ek_board *board = bd_boards[i].ek;
                const unsigned areas = ek_tables.thresholds[e][players - 2].areas;
                for (unsigned z = ek_zones(board, areas, zones); z > 0; z--) {
                    ek_rules rules;
                    const ek_config config = {
                        .edition = (uint8_t)e, .players = (uint8_t)players, .zone = zones[z - 1]};
                    assert_int_equal(ek_rules_init(&rules, board, &config),
                                     board->editions >> e & 1 ? EK_REASON_OK
                                                              : EK_REASON_BAD_EDITION);
                }
            }
}

static void test_find(void **state)
{
    (void)state;
    static const char *const bases[] = {"germany", "usa",    "central-europe",
                                        "benelux", "france", "italy"};
    for (unsigned i = 0; i < sizeof bases / sizeof *bases; i++)
        for (unsigned e = 0; e < EK_EDITIONS; e++) {
            const bd_board *board = board_called(bases[i], (enum ek_edition)e);
            assert_string_equal(board->base, bases[i]);
            assert_true(board->ek->editions >> e & 1);
        }
}

static void test_find_printing(void **state)
{
    (void)state;
    assert_string_equal(board_called("germany", EK_CLASSIC)->id, "germany");
    assert_string_equal(board_called("germany", EK_RECHARGED)->id, "germany-recharged");
    assert_string_equal(board_called("germany-recharged", EK_RECHARGED)->id, "germany-recharged");
    assert_string_equal(board_called("Central Europe", EK_CLASSIC)->id, "central-europe");
    assert_string_equal(board_called("USA", EK_RECHARGED)->name, "USA");
}

static void test_find_nothing(void **state)
{
    (void)state;
    assert_null(bd_find("germany-recharged", EK_CLASSIC));
    assert_null(bd_find("atlantis", EK_CLASSIC));
    assert_null(bd_find("", EK_CLASSIC));
    assert_null(bd_find("an id that is longer than any id or name could ever be", EK_CLASSIC));
}

/* ------------------------------------------------------------------------------------- cities */

/* No spelling of a city is also one of another city of the board. */
static void test_every_spelling(void **state)
{
    (void)state;
    for (unsigned i = 0; i < bd_board_count; i++)
        for (int city = 0; city < bd_boards[i].ek->cities; city++) {
            const bd_city *names = &bd_boards[i].city[city];
            assert_int_equal(bd_city_named(&bd_boards[i], names->id), city);
            assert_int_equal(bd_city_named(&bd_boards[i], names->name), city);
            for (unsigned a = 0; names->alias[a]; a++)
                assert_int_equal(bd_city_named(&bd_boards[i], names->alias[a]), city);
        }
}

static void test_umlauts(void **state)
{
    (void)state;
    const bd_board *germany = board_called("germany", EK_CLASSIC);
    assert_city(germany, "Düsseldorf", "duesseldorf");
    assert_city(germany, "DÜSSELDORF", "duesseldorf");
    assert_city(germany, "Duesseldorf", "duesseldorf");
    assert_city(germany, "dusseldorf", "duesseldorf");
    assert_city(germany, "Du\u0308sseldorf", "duesseldorf");
    assert_city(germany, "Köln", "koeln");
    assert_city(germany, "KOELN", "koeln");
    assert_city(germany, "koln", "koeln");
}

static void test_accents(void **state)
{
    (void)state;
    const bd_board *europe = board_called("central-europe", EK_RECHARGED);
    assert_city(europe, "Łódź", "lodz");
    assert_city(europe, "ŁÓDŹ", "lodz");
    assert_city(europe, "lodz", "lodz");
    assert_city(europe, "CESKE BUDEJOVICE", "ceske-budejovice");
    assert_city(europe, "české-budějovice", "ceske-budejovice");
    assert_city(europe, "gyor", "gyor");
    assert_city(europe, "Győr", "gyor");
    assert_city(board_called("france", EK_CLASSIC), "besançon", "besancon");
    assert_city(board_called("france", EK_CLASSIC), "saint etienne", "saint-etienne");
}

static void test_punctuation(void **state)
{
    (void)state;
    const bd_board *usa = board_called("usa", EK_CLASSIC);
    assert_city(usa, "St. Louis", "st-louis");
    assert_city(usa, "st louis", "st-louis");
    assert_city(usa, "NewYork", "new-york");
    assert_city(usa, " salt\u2013lake\u00a0city ", "salt-lake-city");
    assert_city(board_called("germany", EK_CLASSIC), "frankfurt (oder)", "frankfurt-oder");
}

static void test_aliases(void **state)
{
    (void)state;
    const bd_board *germany = board_called("germany", EK_CLASSIC);
    assert_city(germany, "Frankfurt", "frankfurt-main");
    assert_city(germany, "FRANKFURT-D", "frankfurt-oder");
    assert_city(germany, "hanover", "hannover");
}

static void test_no_city(void **state)
{
    (void)state;
    const bd_board *germany = board_called("germany", EK_CLASSIC);
    assert_city(germany, "Kolm", NULL);
    assert_city(germany, "", NULL);
    assert_city(germany, "- -", NULL);
    assert_city(germany, "Köl", NULL);
    assert_city(germany, "Берлин", NULL);
    assert_city(germany, "a name that is longer than any city could ever have", NULL);
    assert_city(germany, "Stralsund", NULL);
    assert_city(board_called("germany", EK_RECHARGED), "Stralsund", "stralsund");
}

/* Bytes that are not UTF-8 are ignored. */
static void test_broken_text(void **state)
{
    (void)state;
    const bd_board *germany = board_called("germany", EK_CLASSIC);
    char text[BD_NAME_MAX + 1];
    for (unsigned byte = 0x80; byte <= 0xff; byte++) {
        memset(text, (int)byte, BD_NAME_MAX);
        text[BD_NAME_MAX] = '\0';
        assert_city(germany, text, NULL);
    }
    assert_city(germany, "Es\xffsen\xc3", "essen");
}

static void test_regions(void **state)
{
    (void)state;
    const bd_board *germany = board_called("germany", EK_CLASSIC);
    for (int r = 0; r < germany->ek->regions; r++)
        assert_int_equal(bd_region_named(germany, germany->region[r].id), r);
    assert_int_equal(bd_region_named(germany, "North West"),
                     bd_region_named(germany, "north-west"));
    assert_int_equal(bd_region_named(germany, "atlantis"), BD_NONE);
    assert_int_equal(bd_region_named(germany, ""), BD_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_every_count_plays),
        cmocka_unit_test(test_every_zone_plays),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_find_printing),
        cmocka_unit_test(test_find_nothing),
        cmocka_unit_test(test_every_spelling),
        cmocka_unit_test(test_umlauts),
        cmocka_unit_test(test_accents),
        cmocka_unit_test(test_punctuation),
        cmocka_unit_test(test_aliases),
        cmocka_unit_test(test_no_city),
        cmocka_unit_test(test_broken_text),
        cmocka_unit_test(test_regions),
    };
    return cmocka_run_group_tests_name("board names", tests, NULL, NULL);
}
