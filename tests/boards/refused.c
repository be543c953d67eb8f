/* The loader's messages about boards that it refuses, word by word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "board.h"
#include "iceland.h"

typedef struct refusal {
    const char *name;
    const char *words, *others; /* the replaced text, its replacement */
    const char *message;        /* after "iceland.json: " */
} refusal;

/* clang-format off */
static const refusal refusals[] = {
    {"not JSON", "'name': ", "'name' ", "line 1, column 34: ':' expected near '\"Iceland\"'"},
    {"not an object", iceland, "[]", "the file must hold an object in braces, not a list"},
    {"a key twice", "'name': 'Iceland'", "'id': 'x'", "line 1, column 22: duplicate object key near '\"id\"'"},
    {"unknown key", "'name'", "'nome'",
     "unknown key 'nome'; the keys are id, base, name, editions, regions, cities, start, refill, rules, connections"},
    {"missing key", "'name': 'Iceland', ", "", "'name' is missing"},
    {"missing list", "'regions'", "'rules': {}, 'refill'", "'regions' is missing"},
    {"name of wrong type", "'Iceland'", "7", "'name' must be a text in quotes, not a whole number"},
    {"empty name", "'Iceland'", "''", "'name' must not be empty"},
    {"long name", "'Iceland'", "'An island of fire and ice in the north of the ocean'",
     "'name' must have at most 47 bytes: 'An island of fire and ice in the north of the o...'"},
    {"control character", "'Iceland'", "'Ice\\u001b[2Jland'", "'name' must not have control characters: 'Ice?[2Jland'"},
    {"id with capitals", "'iceland'", "'Iceland'", "'id' must be small letters, digits and hyphens, not 'Iceland'"},
    {"bad base", "'name': 'Iceland'", "'name': 'Iceland', 'base': 'The North'",
     "'base' must be small letters, digits and hyphens, not 'The North'"},
    {"long id", "'iceland'", "'a-very-long-id-of-an-island-in-the-north'",
     "'id' must have at most 31 bytes: 'a-very-long-id-of-an-island-in-the-north'"},

    {"unknown edition", "'classic'", "'deluxe'", "unknown edition 'deluxe'; expected classic or recharged"},
    {"edition twice", "'recharged'", "'classic'", "edition 'classic' is listed twice"},
    {"no edition", "['classic', 'recharged']", "[]", "'editions' must have 1 to 2 entries, not 0"},
    {"edition of wrong type", "['classic', 'recharged']", "'classic'", "'editions' must be a list in brackets, not a text"},

    {"region is no object", "{'id': 'west', 'colour': 'red'}", "'west'", "region 1: expected an object in braces"},
    {"region with unknown key", "'colour': 'blue'", "'color': 'blue'", "region 2: unknown key 'color'; the keys are id, colour"},
    {"region without id", "{'id': 'north', 'colour'", "{'colour'", "region 2: 'id' is missing"},
    {"region twice", "'id': 'north'", "'id': 'west'", "region 2: region 1 already has the id 'west'"},
    {"unknown colour", "'blue'", "'pink'",
     "region 2: unknown colour 'pink'; expected red, blue, green, brown, yellow, purple, teal or orange"},
    {"colour twice", "'blue'", "'red'", "region 2: region 1 is already red"},
    {"region without city", "{'id': 'south', 'colour': 'green'}",
     "{'id': 'east', 'colour': 'teal'}, {'id': 'south', 'colour': 'green'}", "region 3: 'east' has no city"},
    {"too many regions", "{'id': 'west', 'colour': 'red'}", "1, 2, 3, 4, 5, 6, 7", "'regions' must have 1 to 8 entries, not 9"},

    {"city is no object", "{'id': 'keflavik'", "2, {'id': 'keflavik'", "city 2: expected an object in braces"},
    {"city with unknown key", "'country'", "'land'",
     "city 1: unknown key 'land'; the keys are id, name, region, lat, lon, country, aliases"},
    {"city without place", "'lat': 64.0, ", "", "city 2: 'lat' is missing"},
    {"city with text as place", "64.0", "'north'", "city 2: 'lat' must be a number, not a text"},
    {"city beyond the pole", "64.0", "95.5", "city 2: 'lat' must be from -90 to 90, not 95.5"},
    {"city around the globe", "-22.56", "-222.56", "city 2: 'lon' must be from -180 to 180, not -222.56"},
    {"city twice", "'id': 'keflavik'", "'id': 'reykjavik'", "city 2: city 1 already has the id 'reykjavik'"},
    {"cities of one name", "'Keflavík'", "'REYKJAVIK'",
     "city 2: 'REYKJAVIK' could also be city 1, 'reykjavik'; names must differ in letters"},
    {"alias of another city", "'Rvk'", "'K\\u00e9flavik'",
     "city 2: 'keflavik' could also be city 1, 'reykjavik'; names must differ in letters"},
    {"name without letters", "'Keflavík'", "'--'", "city 2: '--' has no letter or digit"},
    {"unknown region", "'region': 'north'", "'region': 'east'",
     "city 4: unknown region 'east'; expected the id of one of the regions"},
    {"bad country", "'IS'", "'Iceland'", "city 1: 'country' must be two capital letters, not 'Iceland'"},
    {"too many aliases", "'Rvk'", "'a','b','c','d','e','f','g','h','i'", "city 1: 'aliases' must have 0 to 8 entries, not 9"},
    {"alias of wrong type", "'Rvk'", "101", "city 1: 'aliases' must be a text in quotes, not a whole number"},

    {"unknown city", "['selfoss', 'vik', 10]", "['selfoss', 'Kolm', 10]",
     "connection 7: unknown city 'Kolm'; expected the id of one of the cities"},
    {"city by its name", "['selfoss', 'vik', 10]", "['selfoss', 'V\\u00edk', 10]", "connection 7: unknown city 'Vík'; its id is 'vik'"},
    {"connection of two", "['selfoss', 'vik', 10]", "['selfoss', 'vik']", "connection 7: expected [city, city, cost]"},
    {"connection as object", "['selfoss', 'vik', 10]", "{'cost': 3}", "connection 7: expected [city, city, cost]"},
    {"city of wrong type", "['selfoss', 'vik', 10]", "['selfoss', 8, 10]",
     "connection 7: 'city' must be a text in quotes, not a whole number"},
    {"negative cost", "'vik', 10]", "'vik', -1]", "connection 7: 'cost' must be from 0 to 99, not -1"},
    {"cost too high", "'vik', 10]", "'vik', 100]", "connection 7: 'cost' must be from 0 to 99, not 100"},
    {"broken cost", "'vik', 10]", "'vik', 9.5]", "connection 7: 'cost' must be a whole number, not a number"},
    {"connection to itself", "['selfoss', 'vik', 10]", "['vik', 'vik', 10]", "connection 7: 'vik' is connected to itself"},
    {"connection twice", "['selfoss', 'vik', 10]", "['reykjavik', 'akranes', 10]",
     "connection 7: 'reykjavik' and 'akranes' are already connected by connection 2"},
    {"connection back", "['selfoss', 'vik', 10]", "['akranes', 'reykjavik', 10]",
     "connection 7: 'akranes' and 'reykjavik' are already connected by connection 2"},
    {"board in two parts", "['selfoss', 'vik', 10], ", "",
     "no path leads from 'reykjavik' to 'vik'; all cities must be connected"},

    {"start for an edition that is not played", "['classic', 'recharged'],", "['classic'], 'start': {'recharged': {}},",
     "start: unknown key 'recharged'; the keys are classic"},
    {"start without a fuel", "'regions'", "'start': {'classic': {'coal': 3, 'oil': 3, 'garbage': 3}}, 'regions'",
     "start, classic: 'uranium' is missing"},
    {"start with more than there is", "'regions'",
     "'start': {'classic': {'coal': 25, 'oil': 3, 'garbage': 3, 'uranium': 1}}, 'regions'",
     "start, classic: 'coal' must be from 0 to 24, not 25"},
    {"start with an unknown fuel", "'regions'",
     "'start': {'classic': {'coal': 2, 'oil': 3, 'garbage': 3, 'uranium': 1, 'peat': 3}}, 'regions'",
     "start, classic: unknown key 'peat'; the keys are coal, oil, garbage, uranium"},
    {"start of wrong type", "'regions'", "'start': {'classic': 24}, 'regions'",
     "start: 'classic' must be an object in braces, not a whole number"},
    {"unknown refill", "'regions'", "'refill': 'iceland', 'regions'",
     "unknown refill table 'iceland'; expected one of data/tables.json"},
    {"refill of wrong type", "'regions'", "'refill': 3, 'regions'", "'refill' must be a text in quotes, not a whole number"},
    {"rules of wrong type", "'regions'", "'rules': [], 'regions'", "'rules' must be an object in braces, not a list"},
    {"unknown rule", "'regions'", "'rules': {'classic': {'free_beer': true}}, 'regions'",
     "rules, classic: unknown key 'free_beer'; the keys are deck, home_regions, nuclear_regions, "
     "cheap_garbage_cities, coal_storage_price, last_uranium_plant, ecological_fifth, smallest_leaves_too"},
    {"rule with unknown region", "'regions'", "'rules': {'classic': {'home_regions': ['east']}}, 'regions'",
     "rules, classic: 'home_regions': unknown region 'east'"},
    {"rule with unknown city", "'regions'", "'rules': {'classic': {'cheap_garbage_cities': ['wien']}}, 'regions'",
     "rules, classic: 'cheap_garbage_cities': unknown city 'wien'"},
    {"rule with unknown plant", "'regions'", "'rules': {'classic': {'last_uranium_plant': 41}}, 'regions'",
     "rules, classic: 'last_uranium_plant': there is no plant 41"},
    {"rule with number for yes", "'regions'", "'rules': {'classic': {'ecological_fifth': 1}}, 'regions'",
     "rules, classic: 'ecological_fifth' must be true or false, not a whole number"},
    {"deck of the other edition", "'regions'", "'rules': {'classic': {'deck': 'france-recharged'}}, 'regions'",
     "rules, classic: unknown deck 'france-recharged'; expected a classic one of data/tables.json"},
};
/* clang-format on */

enum { REFUSALS = sizeof refusals / sizeof *refusals };

static void is_refused(void **state)
{
    const refusal *given = *state;
    const board_text text = iceland_with(given->words, given->others);
    char expected[BD_ERROR_MAX];
    bd_error error = {""};
    snprintf(expected, sizeof expected, "iceland.json: %s", given->message);
    assert_null(bd_load_text("iceland.json", text.bytes, text.size, &error));
    assert_string_equal(error.text, expected);
}

int main(void)
{
    struct CMUnitTest tests[REFUSALS];
    for (unsigned i = 0; i < REFUSALS; i++)
        tests[i] = (struct CMUnitTest){.name = refusals[i].name,
                                       .test_func = is_refused,
                                       .initial_state = (void *)(uintptr_t)&refusals[i]};
    return cmocka_run_group_tests_name("boards refused", tests, NULL, NULL);
}
