#include "iceland.h"

#include <stdlib.h>
#include <string.h>

const char iceland[] =
    "{'id': 'iceland', 'name': 'Iceland', 'editions': ['classic', 'recharged'],\n"
    " 'regions': [{'id': 'west', 'colour': 'red'}, {'id': 'north', 'colour': 'blue'},\n"
    "  {'id': 'south', 'colour': 'green'}],\n"
    " 'cities': [\n"
    "  {'id': 'reykjavik', 'name': 'Reykjavík', 'region': 'west', 'lat': 64.15, 'lon': -21.94,\n"
    "   'country': 'IS', 'aliases': ['Rvk']},\n"
    "  {'id': 'keflavik', 'name': 'Keflavík', 'region': 'west', 'lat': 64.0, 'lon': -22.56},\n"
    "  {'id': 'akranes', 'name': 'Akranes', 'region': 'west', 'lat': 64.32, 'lon': -22.1},\n"
    "  {'id': 'akureyri', 'name': 'Akureyri', 'region': 'north', 'lat': 65.68, 'lon': -18.1},\n"
    "  {'id': 'husavik', 'name': 'Húsavík', 'region': 'north', 'lat': 66.05, 'lon': -17.34},\n"
    "  {'id': 'blonduos', 'name': 'Blönduós', 'region': 'north', 'lat': 65.66, 'lon': -20.28},\n"
    "  {'id': 'selfoss', 'name': 'Selfoss', 'region': 'south', 'lat': 63.93, 'lon': -21},\n"
    "  {'id': 'vik', 'name': 'Vík', 'region': 'south', 'lat': 63.42, 'lon': -19.01},\n"
    "  {'id': 'hofn', 'name': 'Höfn', 'region': 'south', 'lat': 64.25, 'lon': -15.21}],\n"
    " 'connections': [\n"
    "  ['reykjavik', 'keflavik', 5], ['reykjavik', 'akranes', 6], ['reykjavik', 'selfoss', 7],\n"
    "  ['akranes', 'blonduos', 14], ['blonduos', 'akureyri', 11], ['akureyri', 'husavik', 8],\n"
    "  ['selfoss', 'vik', 10], ['vik', 'hofn', 19]]}\n";

static void append(board_text *text, const char *more, size_t length)
{
    if (text->size + length > sizeof text->bytes)
        abort();
    for (size_t i = 0; i < length; i++)
        text->bytes[text->size++] = more[i] == '\'' ? '"' : more[i];
}

board_text iceland_with(const char *words, const char *others)
{
    board_text text = {.size = 0};
    const char *place = strstr(iceland, words);
    if (!place)
        abort();
    append(&text, iceland, (size_t)(place - iceland));
    append(&text, others, strlen(others));
    append(&text, place + strlen(words), strlen(place + strlen(words)));
    return text;
}
