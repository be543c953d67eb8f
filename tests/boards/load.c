/* Boards that the loader accepts, games on them, and the loader's limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "board.h"
#include "iceland.h"

static bd_board *load(const char *words, const char *others)
{
    const board_text text = iceland_with(words, others);
    bd_error error = {""};
    bd_board *board = bd_load_text("iceland.json", text.bytes, text.size, &error);
    if (!board)
        fail_msg("%s", error.text);
    return board;
}

/* ------------------------------------------------------------------------ what a board becomes */

static void test_graph(void **state)
{
    (void)state;
    bd_board *board = load("", "");
    assert_string_equal(board->id, "iceland");
    assert_string_equal(board->base, "iceland");
    assert_string_equal(board->name, "Iceland");
    assert_int_equal(board->ek->editions, 1 << EK_CLASSIC | 1 << EK_RECHARGED);
    assert_int_equal(board->ek->regions, 3);
    assert_int_equal(board->ek->cities, 9);
    assert_int_equal(board->ek->links, 8);
    assert_string_equal(board->region[2].colour, "green");
    assert_int_equal(board->ek->region_of[8], 2);
    assert_int_equal(board->ek->link[7].from, bd_city_named(board, "vik"));
    assert_int_equal(board->ek->link[7].to, bd_city_named(board, "hofn"));
    assert_int_equal(board->ek->link[7].cost, 19);
    bd_free(board);
}

static void test_city(void **state)
{
    (void)state;
    bd_board *board = load("", "");
    const bd_city *city = &board->city[0];
    assert_string_equal(city->id, "reykjavik");
    assert_string_equal(city->name, "Reykjavík");
    assert_string_equal(city->country, "IS");
    assert_string_equal(city->alias[0], "Rvk");
    assert_null(city->alias[1]);
    assert_true(city->lat == 64.15 && city->lon == -21.94);
    assert_string_equal(board->city[1].country, "");
    assert_null(board->city[1].alias[0]);
    bd_free(board);
}

static void assert_same_deck(const ek_deck_rule *rule, const ek_deck_rule *other)
{
    assert_int_equal(rule->out, other->out);
    assert_int_equal(rule->opening, other->opening);
    assert_int_equal(rule->deal, other->deal);
    assert_int_equal(rule->top, other->top);
    assert_memory_equal(rule->removed_plug, other->removed_plug, sizeof rule->removed_plug);
    assert_memory_equal(rule->removed_socket, other->removed_socket, sizeof rule->removed_socket);
}

/* Germany's tables without Germany's special rules. */
static void test_standard_variant(void **state)
{
    (void)state;
    bd_board *board = load("", "");
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        const ek_variant *germany = &bd_find("germany", (enum ek_edition)e)->ek->variant[e];
        const ek_variant *variant = &board->ek->variant[e];
        assert_same_deck(&variant->deck, &germany->deck);
        assert_memory_equal(variant->start, germany->start, sizeof variant->start);
        assert_memory_equal(variant->refill, germany->refill, sizeof variant->refill);
        assert_int_equal(variant->nuclear_cities | variant->cheap_garbage_cities, 0);
        assert_int_equal(variant->home_regions, 0);
        assert_int_equal(variant->coal_storage_price, 0);
        assert_int_equal(variant->last_uranium_plant, 0);
        assert_int_equal(variant->ecological_fifth | variant->smallest_leaves_too, 0);
    }
    bd_free(board);
}

static void test_own_start_and_refill(void **state)
{
    (void)state;
    bd_board *board =
        load("'regions'", "'refill': 'benelux', 'start': {'recharged': {'coal': 1, 'oil': 2, "
                          "'garbage': 3, 'uranium': 4}}, 'regions'");
    const bd_board *benelux = bd_find("benelux", EK_CLASSIC);
    const uint8_t start[EK_FUELS] = {1, 2, 3, 4};
    const uint8_t germany[EK_FUELS] = {24, 18, 6, 2};
    assert_memory_equal(board->ek->variant[EK_RECHARGED].start, start, sizeof start);
    assert_memory_equal(board->ek->variant[EK_CLASSIC].start, germany, sizeof germany);
    for (unsigned e = 0; e < EK_EDITIONS; e++)
        assert_memory_equal(board->ek->variant[e].refill, benelux->ek->variant[e].refill,
                            sizeof benelux->ek->variant[e].refill);
    bd_free(board);
}

static void test_own_rules(void **state)
{
    (void)state;
    bd_board *board = load(
        "'regions'",
        "'base': 'north', 'rules': {'classic': {'deck': 'france-classic', 'home_regions': ['west'],"
        " 'nuclear_regions': ['north', 'south'], 'cheap_garbage_cities': ['vik', 'hofn'],"
        " 'coal_storage_price': 9, 'last_uranium_plant': 34, 'ecological_fifth': true,"
        " 'smallest_leaves_too': false}}, 'regions'");
    const ek_variant *variant = &board->ek->variant[EK_CLASSIC];
    assert_string_equal(board->base, "north");
    assert_int_equal(variant->deck.top, 11);
    assert_int_equal(variant->home_regions, 1);
    assert_int_equal(variant->nuclear_cities, 0x1f8);
    assert_int_equal(variant->cheap_garbage_cities, 0x180);
    assert_int_equal(variant->coal_storage_price, 9);
    assert_int_equal(variant->last_uranium_plant, 34);
    assert_int_equal(variant->ecological_fifth, 1);
    assert_int_equal(variant->smallest_leaves_too, 0);
    assert_int_equal(board->ek->variant[EK_RECHARGED].coal_storage_price, 0);
    bd_free(board);
}

static void test_player_counts(void **state)
{
    (void)state;
    bd_board *board = load("", "");
    assert_int_equal(bd_player_counts(board->ek, EK_CLASSIC), 1 << 2 | 1 << 3);
    assert_int_equal(bd_player_counts(board->ek, EK_RECHARGED), 1 << 2 | 1 << 3);
    bd_free(board);
}

/* ------------------------------------------------------------------------------------ limits */

/* A chain of regions with the same number of cities and the same connection cost, as JSON. */
static json_t *chain(int regions, int cities_each, int cost)
{
    static const char *const colours[] = {BD_COLOURS};
    json_t *region_list = json_array();
    json_t *city_list = json_array();
    json_t *connections = json_array();
    for (int r = 0; r < regions; r++)
        json_array_append_new(region_list, json_pack("{s:o, s:s}", "id", json_sprintf("r%d", r),
                                                     "colour", colours[r]));
    for (int c = 0; c < regions * cities_each; c++)
        json_array_append_new(city_list,
                              json_pack("{s:o, s:o, s:o, s:i, s:i}", "id", json_sprintf("c%d", c),
                                        "name", json_sprintf("City %d", c), "region",
                                        json_sprintf("r%d", c / cities_each), "lat", c, "lon", c));
    for (int c = 1; c < regions * cities_each; c++)
        json_array_append_new(connections, json_pack("[o, o, i]", json_sprintf("c%d", c - 1),
                                                     json_sprintf("c%d", c), cost));
    return json_pack("{s:s, s:s, s:[s], s:o, s:o, s:o}", "id", "chain", "name", "Chain", "editions",
                     "recharged", "regions", region_list, "cities", city_list, "connections",
                     connections);
}

/* Takes ownership of root. */
static bd_board *load_json(json_t *root, bd_error *error)
{
    char *text = json_dumps(root, 0);
    assert_non_null(text);
    bd_board *board = bd_load_text("chain.json", text, strlen(text), error);
    free(text);
    json_decref(root);
    return board;
}

static void assert_refused(json_t *root, const char *message)
{
    bd_error error = {""};
    assert_null(load_json(root, &error));
    assert_string_equal(error.text, message);
}

static void test_largest(void **state)
{
    (void)state;
    bd_error error = {""};
    json_t *root = chain(8, 8, 2);
    json_t *connections = json_object_get(root, "connections");
    for (int c = 2; json_array_size(connections) < EK_LINKS; c++)
        json_array_append_new(connections,
                              json_pack("[o, o, i]", json_sprintf("c%d", c % 64),
                                        json_sprintf("c%d", (c + c / 64 + 2) % 64), 99));
    bd_board *board = load_json(root, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(board->ek->cities, EK_CITIES);
    assert_int_equal(board->ek->regions, EK_REGIONS);
    assert_int_equal(board->ek->links, EK_LINKS);
    assert_int_equal(bd_player_counts(board->ek, EK_RECHARGED), 0x7c);
    bd_free(board);
}

static void test_too_many_cities(void **state)
{
    (void)state;
    assert_refused(chain(5, 13, 1), "chain.json: 'cities' must have 1 to 64 entries, not 65");
}

static void test_too_many_connections(void **state)
{
    (void)state;
    json_t *root = chain(3, 4, 1);
    json_t *connections = json_object_get(root, "connections");
    while (json_array_size(connections) <= EK_LINKS)
        json_array_append_new(connections, json_integer(1));
    assert_refused(root, "chain.json: 'connections' must have 1 to 192 entries, not 193");
}

static void test_too_large(void **state)
{
    (void)state;
    bd_error error = {""};
    char *text = malloc(BD_FILE_MAX + 1);
    assert_non_null(text);
    memset(text, ' ', BD_FILE_MAX + 1);
    assert_null(bd_load_text("big.json", text, BD_FILE_MAX + 1, &error));
    assert_string_equal(error.text, "big.json: the file is larger than 256 KiB");
    free(text);
}

static void test_too_few_regions(void **state)
{
    (void)state;
    assert_refused(chain(2, 8, 1),
                   "chain.json: recharged: no number of players can play: two players need a "
                   "connected zone of 3 regions that contains the home regions");
}

/* Six Trust houses and two marks need eight cities; three players are content with three. */
static void test_few_cities(void **state)
{
    (void)state;
    bd_error error = {""};
    bd_board *board = load_json(chain(3, 1, 1), &error);
    assert_string_equal(error.text, "");
    assert_int_equal(bd_player_counts(board->ek, EK_RECHARGED), 1 << 3);
    bd_free(board);
}

/* No zone of three can have both ends of a chain of six. */
static void test_home_regions_apart(void **state)
{
    (void)state;
    bd_error error = {""};
    json_t *root = chain(6, 4, 1);
    json_object_set_new(root, "rules",
                        json_pack("{s:{s:[s, s]}}", "recharged", "home_regions", "r0", "r4"));
    bd_board *board = load_json(root, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(bd_player_counts(board->ek, EK_RECHARGED), 1 << 5 | 1 << 6);
    bd_free(board);
    root = chain(6, 4, 1);
    json_object_set_new(root, "rules",
                        json_pack("{s:{s:[s, s]}}", "recharged", "home_regions", "r0", "r5"));
    assert_refused(root, "chain.json: recharged: no number of players can play: two players need a "
                         "connected zone of 3 regions that contains the home regions");
}

static void test_widest(void **state)
{
    (void)state;
    bd_error error = {""};
    bd_board *board = load_json(chain(3, 4, 23), &error); /* 11 connections cost 253 */
    assert_string_equal(error.text, "");
    bd_free(board);
    assert_refused(chain(3, 4, 24), "chain.json: zone r0, r1, r2: the cheapest path between two of "
                                    "its cities costs 254 or more");
}

/* ------------------------------------------------------------------------------------- files */

static void test_file(void **state)
{
    (void)state;
    char path[] = "iceland-XXXXXX";
    const board_text text = iceland_with("", "");
    bd_error error = {""};
    const int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.bytes, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
    bd_board *board = bd_load_file(path, &error);
    remove(path);
    assert_string_equal(error.text, "");
    assert_non_null(board);
    bd_free(board);
}

static void test_no_file(void **state)
{
    (void)state;
    bd_error error = {""};
    assert_null(bd_load_file("no/such/board.json", &error));
    assert_string_equal(error.text,
                        "no/such/board.json: cannot be opened: No such file or directory");
    assert_null(bd_load_file(".", &error));
    assert_string_equal(error.text, ".: cannot be read: Is a directory");
}

static void test_free_nothing(void **state)
{
    (void)state;
    bd_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_city),
        cmocka_unit_test(test_standard_variant),
        cmocka_unit_test(test_own_start_and_refill),
        cmocka_unit_test(test_own_rules),
        cmocka_unit_test(test_player_counts),
        cmocka_unit_test(test_largest),
        cmocka_unit_test(test_too_many_cities),
        cmocka_unit_test(test_too_many_connections),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_too_few_regions),
        cmocka_unit_test(test_few_cities),
        cmocka_unit_test(test_home_regions_apart),
        cmocka_unit_test(test_widest),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_free_nothing),
    };
    return cmocka_run_group_tests_name("boards loaded", tests, NULL, NULL);
}
