/*
 * The generated tables agree with data/. The JSON is read here a second time, simply and
 * without the code that makes the tables; some numbers of the rulebooks are constants here.
 *
 *     tables DATA_DIR
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "board.h"

static const char *data_dir;
static json_t *tables; /* tables.json */

#define WORD_(name, word) word,
static const char *const fuels[] = {EK_FUEL_WORDS(WORD_)};
static const char *const kinds[] = {EK_KIND_WORDS(WORD_)};
static const char *const editions[] = {EK_EDITION_WORDS(WORD_)};
#undef WORD_

static const char *const counts[EK_COUNTS] = {"2", "3", "4", "5", "6"};

/* -------------------------------------------------------------------------------- reading JSON */

static json_t *read_file(const char *folder, const char *name)
{
    char path[1024];
    json_error_t error;
    snprintf(path, sizeof path, "%s/%s%s.json", data_dir, folder, name);
    json_t *root = json_load_file(path, 0, &error);
    assert_non_null(root);
    return root;
}

static json_t *member(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    assert_non_null(value);
    return value;
}

static unsigned number(json_t *object, const char *key)
{
    json_t *value = member(object, key);
    assert_true(json_is_integer(value));
    return (unsigned)json_integer_value(value);
}

static void assert_list(json_t *list, const uint8_t *numbers, size_t count)
{
    assert_int_equal(json_array_size(list), count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(json_integer_value(json_array_get(list, i)), numbers[i]);
}

static void assert_set(json_t *list, ek_plants set)
{
    ek_plants expected = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        expected |= UINT64_C(1) << json_integer_value(json_array_get(list, i));
    assert_true(set == expected);
}

static int open_tables(void **state)
{
    (void)state;
    tables = read_file("", "tables");
    return 0;
}

static int close_tables(void **state)
{
    (void)state;
    json_decref(tables);
    return 0;
}

/* -------------------------------------------------------------------------------- common tables */

static void test_plants(void **state)
{
    (void)state;
    json_t *list = member(tables, "plants");
    ek_plants seen = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *entry = json_array_get(list, i);
        const ek_plant *plant = &ek_tables.plant[number(entry, "number")];
        assert_string_equal(kinds[plant->kind], json_string_value(member(entry, "kind")));
        assert_int_equal(plant->need, number(entry, "need"));
        assert_int_equal(plant->cities, number(entry, "cities"));
        seen |= UINT64_C(1) << number(entry, "number");
    }
    assert_int_equal(json_array_size(list), 42);
    assert_true(seen == ek_tables.plants);
    for (unsigned n = 0; n < EK_PLANT_NUMBERS; n++)
        assert_int_equal(ek_tables.plug >> n & 1, n >= 3 && n <= 15);
}

static void test_money(void **state)
{
    (void)state;
    assert_list(member(tables, "payments"), ek_tables.payment, EK_PAID + 1);
    assert_list(member(tables, "place_cost"), ek_tables.place_cost, EK_STEPS);
    assert_int_equal(ek_tables.money, number(tables, "money"));
    assert_int_equal(ek_tables.payment[20], 150);
    assert_int_equal(ek_tables.payment[0], 10);
    assert_int_equal(ek_tables.money, 50);
}

static void test_sizes(void **state)
{
    (void)state;
    json_t *market = member(tables, "market");
    json_t *trust = member(tables, "trust");
    assert_int_equal(ek_tables.houses, number(tables, "houses"));
    assert_int_equal(ek_tables.market_cards, number(market, "cards"));
    assert_int_equal(ek_tables.current_plants, number(market, "current"));
    assert_int_equal(ek_tables.market_cards_step3, number(market, "cards_step3"));
    assert_int_equal(ek_tables.first_game_cities, number(tables, "first_game_cities"));
    assert_int_equal(ek_tables.trust_houses, number(trust, "houses"));
    assert_int_equal(ek_tables.trust_refill_row, number(trust, "refill_row"));
    assert_list(member(trust, "turns"), ek_tables.trust_turns, EK_TRUST_TURNS);
}

static void test_ladder(void **state)
{
    (void)state;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        json_t *ladder = member(member(tables, "ladder"), fuels[fuel]);
        const unsigned per_space = number(ladder, "tokens_per_space");
        assert_int_equal(ek_tables.tokens[fuel], number(member(tables, "tokens"), fuels[fuel]));
        for (unsigned i = 0; i < ek_tables.tokens[fuel]; i++)
            assert_int_equal(
                ek_tables.price[fuel][i],
                json_integer_value(json_array_get(member(ladder, "prices"), i / per_space)));
    }
    assert_int_equal(ek_tables.price[EK_URANIUM][11], 16);
    assert_int_equal(ek_tables.price[EK_COAL][23], 8);
}

static void test_thresholds(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++)
        for (unsigned i = 0; i < EK_COUNTS; i++) {
            json_t *row = member(member(member(tables, "thresholds"), editions[e]), counts[i]);
            const ek_thresholds *limit = &ek_tables.thresholds[e][i];
            assert_int_equal(limit->areas, number(row, "areas"));
            assert_int_equal(limit->step2_cities, number(row, "step2_cities"));
            assert_int_equal(limit->end_cities, number(row, "end_cities"));
            assert_int_equal(limit->max_plants, number(row, "max_plants"));
        }
}

/* -------------------------------------------------------------------------- boards and editions */

typedef void check_variant(const bd_board *board, unsigned edition, const ek_variant *variant);

static void for_each_variant(check_variant *check)
{
    for (unsigned i = 0; i < bd_board_count; i++)
        for (unsigned e = 0; e < EK_EDITIONS; e++)
            if (bd_boards[i].ek->editions >> e & 1)
                check(&bd_boards[i], e, &bd_boards[i].ek->variant[e]);
}

static void check_start(const bd_board *board, unsigned edition, const ek_variant *variant)
{
    json_t *start = member(member(member(tables, "start"), board->base), editions[edition]);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        assert_int_equal(variant->start[fuel], number(start, fuels[fuel]));
}

static void test_start(void **state)
{
    (void)state;
    for_each_variant(check_start);
    const bd_board *germany = bd_find("germany", EK_CLASSIC);
    assert_int_equal(germany->ek->variant[EK_CLASSIC].start[EK_COAL], 24);
    assert_int_equal(germany->ek->variant[EK_CLASSIC].start[EK_GARBAGE], 6);
}

static void check_refill(const bd_board *board, unsigned edition, const ek_variant *variant)
{
    (void)edition;
    const char *name = json_string_value(member(member(tables, "refill_by_board"), board->base));
    json_t *refill = member(member(tables, "refill"), name);
    for (unsigned i = 0; i < EK_COUNTS; i++)
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
            json_t *steps = member(member(refill, counts[i]), fuels[fuel]);
            for (unsigned step = 0; step < EK_STEPS; step++)
                assert_int_equal(variant->refill[i][step][fuel],
                                 json_integer_value(json_array_get(steps, step)));
        }
}

static void test_refill(void **state)
{
    (void)state;
    for_each_variant(check_refill);
    const bd_board *benelux = bd_find("benelux", EK_RECHARGED);
    assert_int_equal(benelux->ek->variant[EK_RECHARGED].refill[1][0][EK_GARBAGE], 2);
    /* 13.7: three players, Step 2 */
    const uint8_t germany[EK_FUELS] = {5, 3, 2, 1};
    assert_memory_equal(bd_find("germany", EK_CLASSIC)->ek->variant[EK_CLASSIC].refill[1][1],
                        germany, EK_FUELS);
}

static void check_deck(const bd_board *board, unsigned edition, const ek_variant *variant)
{
    const bool france = strcmp(board->base, "france") == 0;
    const char *name = !france                 ? editions[edition]
                       : edition == EK_CLASSIC ? "france-classic"
                                               : "france-recharged";
    json_t *deck = member(member(tables, "deck"), name);
    const ek_deck_rule *rule = &variant->deck;
    const bool classic = edition == EK_CLASSIC;
    assert_set(json_object_get(deck, "out"), rule->out);
    if (!classic)
        assert_set(json_object_get(deck, "always_in_market"), rule->opening);
    assert_int_equal(rule->top, classic ? number(deck, "top") : 0);
    for (unsigned i = 0; i < EK_COUNTS; i++) {
        json_t *socket = member(deck, classic ? "removed" : "removed_socket");
        assert_int_equal(rule->removed_socket[i], number(socket, counts[i]));
        assert_int_equal(rule->removed_plug[i],
                         classic ? 0 : number(member(deck, "removed_plug"), counts[i]));
    }
}

/* 2.4 to 2.6 */
static void test_decks(void **state)
{
    (void)state;
    for_each_variant(check_deck);
    const ek_variant *germany = bd_find("germany", EK_CLASSIC)->ek->variant;
    const ek_variant *france = bd_find("france", EK_CLASSIC)->ek->variant;
    assert_true(germany[EK_CLASSIC].deck.opening == 0x7f8); /* 3 to 10 */
    assert_true(germany[EK_CLASSIC].deck.deal == 0);
    assert_int_equal(germany[EK_CLASSIC].deck.top, 13);
    assert_true(france[EK_CLASSIC].deck.opening == 0x7f8);
    assert_int_equal(france[EK_CLASSIC].deck.top, 11);
    assert_true(france[EK_RECHARGED].deck.out == 1u << 13);
    assert_true(france[EK_RECHARGED].deck.opening == 1u << 11);
    assert_true(france[EK_RECHARGED].deck.deal == (0xfff8u & ~(1u << 11 | 1u << 13)));
    assert_true(bd_find("usa", EK_RECHARGED)->ek->variant[EK_RECHARGED].deck.deal == 0xfff8);
}

/* Asserts that a rule holds on the board that has it, and nowhere else. */
static void check_special_rules(const bd_board *board, unsigned edition, const ek_variant *variant)
{
    const bool recharged = edition == EK_RECHARGED;
    const bool germany = strcmp(board->base, "germany") == 0;
    const bool italy = strcmp(board->base, "italy") == 0;
    const bool usa = strcmp(board->base, "usa") == 0;
    const bool benelux = strcmp(board->base, "benelux") == 0;
    assert_int_equal(variant->last_uranium_plant, recharged && (germany || italy) ? 39 : 0);
    assert_int_equal(variant->coal_storage_price, recharged && usa ? 8 : 0);
    assert_int_equal(variant->ecological_fifth, benelux);
    assert_int_equal(variant->smallest_leaves_too, benelux);
    for (unsigned c = 0; c < board->ek->cities; c++) {
        const char *country = board->city[c].country;
        const bool nuclear = strcmp(board->base, "central-europe") == 0 &&
                             (strcmp(country, "CZ") == 0 || strcmp(country, "SK") == 0 ||
                              strcmp(country, "HU") == 0);
        assert_int_equal(variant->nuclear_cities >> c & 1, nuclear);
        assert_int_equal(variant->cheap_garbage_cities >> c & 1,
                         strcmp(board->city[c].id, "wien") == 0);
    }
}

/* 10 */
static void test_special_rules(void **state)
{
    (void)state;
    for_each_variant(check_special_rules);
}

/* 2.1 */
static void check_home_regions(const bd_board *board, unsigned edition, const ek_variant *variant)
{
    (void)edition;
    unsigned home = 0;
    for (unsigned c = 0; c < board->ek->cities; c++)
        if (strncmp(board->city[c].id, "paris", 5) == 0)
            home |= 1u << board->ek->region_of[c];
    assert_int_equal(variant->home_regions, home);
}

static void test_home_regions(void **state)
{
    (void)state;
    for_each_variant(check_home_regions);
}

/* ------------------------------------------------------------------------------- board by board */

static void assert_city(const bd_board *board, unsigned index, json_t *entry)
{
    const bd_city *city = &board->city[index];
    const char *country = json_string_value(json_object_get(entry, "country"));
    json_t *aliases = json_object_get(entry, "aliases");
    const bd_region *region = &board->region[board->ek->region_of[index]];
    assert_string_equal(city->id, json_string_value(member(entry, "id")));
    assert_string_equal(city->name, json_string_value(member(entry, "name")));
    assert_string_equal(city->country, country ? country : "");
    assert_string_equal(region->id, json_string_value(member(entry, "region")));
    assert_true(city->lat == json_number_value(member(entry, "lat")));
    assert_true(city->lon == json_number_value(member(entry, "lon")));
    for (size_t i = 0; i < json_array_size(aliases); i++)
        assert_string_equal(city->alias[i], json_string_value(json_array_get(aliases, i)));
    assert_null(city->alias[json_array_size(aliases)]);
}

static void assert_link(const bd_board *board, ek_link link, json_t *entry)
{
    assert_string_equal(board->city[link.from].id, json_string_value(json_array_get(entry, 0)));
    assert_string_equal(board->city[link.to].id, json_string_value(json_array_get(entry, 1)));
    assert_int_equal(link.cost, json_integer_value(json_array_get(entry, 2)));
}

static void assert_board(const bd_board *board, json_t *root)
{
    json_t *regions = member(root, "regions");
    assert_string_equal(board->id, json_string_value(member(root, "id")));
    assert_string_equal(board->name, json_string_value(member(root, "name")));
    assert_int_equal(json_array_size(regions), board->ek->regions);
    assert_int_equal(json_array_size(member(root, "cities")), board->ek->cities);
    assert_int_equal(json_array_size(member(root, "connections")), board->ek->links);
    for (unsigned i = 0; i < board->ek->regions; i++) {
        json_t *region = json_array_get(regions, i);
        assert_string_equal(board->region[i].id, json_string_value(member(region, "id")));
        assert_string_equal(board->region[i].colour, json_string_value(member(region, "colour")));
    }
    for (unsigned i = 0; i < board->ek->cities; i++)
        assert_city(board, i, json_array_get(member(root, "cities"), i));
    for (unsigned i = 0; i < board->ek->links; i++)
        assert_link(board, board->ek->link[i], json_array_get(member(root, "connections"), i));
}

static void test_boards(void **state)
{
    (void)state;
    for (unsigned i = 0; i < bd_board_count; i++) {
        json_t *root = read_file("boards/", bd_boards[i].id);
        assert_board(&bd_boards[i], root);
        json_decref(root);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plants),        cmocka_unit_test(test_money),
        cmocka_unit_test(test_sizes),         cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_thresholds),    cmocka_unit_test(test_start),
        cmocka_unit_test(test_refill),        cmocka_unit_test(test_decks),
        cmocka_unit_test(test_special_rules), cmocka_unit_test(test_home_regions),
        cmocka_unit_test(test_boards),
    };
    if (argc != 2) {
        fputs("usage: tables DATA_DIR\n", stderr);
        return 2;
    }
    data_dir = argv[1];
    return cmocka_run_group_tests_name("tables", tests, open_tables, close_tables);
}
