/* elektro engine: the request "new". */
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "words_text.h"

static bool wrong(rec_error *error, const char *key, const char *expected)
{
    return rec_fail(error, "bad-request", "\"%s\": expected %s.", key, expected);
}

bool engine_edition(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *value = json_object_get(request, "edition");
    if (!value)
        return true;
    const int edition = json_is_string(value) ? rec_edition_named(json_string_value(value)) : -1;
    if (edition < 0)
        return wrong(error, "edition", "\"classic\" or \"recharged\"");
    o->edition = (uint8_t)edition;
    return true;
}

/* A record names the file without its folder. */
static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool load_board(const json_t *path, rec_options *o, rec_error *error)
{
    bd_error bad;
    if (!json_is_string(path))
        return wrong(error, "board_file", "a path");
    if (strlen(file_name(json_string_value(path))) >= sizeof o->board_file)
        return wrong(error, "board_file", "a file name of at most 63 bytes");
    o->board = bd_load_file(json_string_value(path), &bad);
    o->board_owned = o->board != NULL;
    snprintf(o->board_file, sizeof o->board_file, "%s", file_name(json_string_value(path)));
    return o->board || rec_fail(error, "bad-board", "%s", bad.text);
}

static bool read_board(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *file = json_object_get(request, "board_file");
    const json_t *value = json_object_get(request, "board");
    if (file && value)
        return rec_fail(error, "bad-request", "Either \"board\" or \"board_file\", not both.");
    if (file)
        return load_board(file, o, error);
    if (value && !json_is_string(value))
        return wrong(error, "board", "the name of a board");
    const char *name = value ? json_string_value(value) : "germany";
    o->board = bd_find(name, (enum ek_edition)o->edition);
    return o->board || rec_fail(error, "no-such-board", "There is no board '%.40s' for %s.", name,
                                rec_edition_word(o->edition));
}

static bool read_regions(const json_t *list, rec_options *o, rec_error *error)
{
    size_t i;
    const json_t *value;
    json_array_foreach(list, i, value)
    {
        const int region =
            json_is_string(value) ? bd_region_named(o->board, json_string_value(value)) : -1;
        if (region < 0)
            return rec_fail(error, "no-such-region", "Region %zu of the zone is not one of %s.",
                            i + 1, o->board->name);
        if (o->zone >> region & 1)
            return rec_fail(error, "bad-request", "Region %zu of the zone is named twice.", i + 1);
        o->zone |= (uint8_t)(1u << region);
    }
    o->zone_choice = JN_ZONE_GIVEN;
    return o->zone != 0 || wrong(error, "zone", "at least one region");
}

static bool read_zone(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *value = json_object_get(request, "zone");
    const char *way = value ? json_string_value(value) : "random";
    if (json_is_array(value))
        return read_regions(value, o, error);
    if (way && strcmp(way, "draft") == 0)
        o->zone_choice = JN_ZONE_DRAFT;
    else if (!way || strcmp(way, "random") != 0)
        return wrong(error, "zone", "a list of regions, \"random\" or \"draft\"");
    return true;
}

static bool read_order(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *list = json_object_get(request, "order");
    size_t i;
    const json_t *value;
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) != o->players)
        return rec_refuse(error, EK_REASON_BAD_ORDER);
    json_array_foreach(list, i, value)
    {
        const json_int_t seat = json_is_integer(value) ? json_integer_value(value) : 0;
        if (seat < 1 || seat > o->players)
            return rec_refuse(error, EK_REASON_BAD_ORDER);
        o->order[i] = (uint8_t)(seat - 1);
    }
    o->order_given = 1;
    return true;
}

/* A plant number of a list; 0 if it is none. */
static unsigned plant_at(const json_t *list, size_t i)
{
    const json_t *value = json_array_get(list, i);
    const json_int_t plant = json_is_integer(value) ? json_integer_value(value) : 0;
    return plant > 0 && plant < EK_PLANT_NUMBERS && ek_tables.plants >> plant & 1 ? (unsigned)plant
                                                                                  : 0;
}

static bool read_market(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *list = json_object_get(request, "market");
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) == 0)
        return wrong(error, "market", "the opening plants");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const unsigned plant = plant_at(list, i);
        if (plant == 0)
            return rec_fail(error, "no-such-plant", "\"market\": entry %zu is not a plant.", i + 1);
        if (o->market >> plant & 1)
            return rec_fail(error, "bad-market", "\"market\": plant %u is named twice.", plant);
        o->market |= UINT64_C(1) << plant;
    }
    return true;
}

static bool read_draws(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *list = json_object_get(request, "draws");
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) > REC_SCRIPT_MAX)
        return rec_fail(error, "bad-request", "\"draws\": expected a list of at most %d plants.",
                        REC_SCRIPT_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        o->script[i] = (uint8_t)plant_at(list, i);
        if (o->script[i] == 0)
            return rec_fail(error, "no-such-plant", "\"draws\": entry %zu is not a plant.", i + 1);
    }
    o->script_count = (unsigned)json_array_size(list);
    return true;
}

static bool read_chance(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *value = json_object_get(request, "chance");
    const char *word = value ? json_string_value(value) : "seed";
    const int chance = word ? rec_chance_named(word) : -1;
    if (chance < 0)
        return wrong(error, "chance", "\"seed\" or \"ask\"");
    o->chance = (uint8_t)chance;
    return true;
}

static bool read_seed(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *value = json_object_get(request, "seed");
    if (!value)
        return true;
    if (json_is_integer(value))
        snprintf(o->seed, sizeof o->seed, "%lld", (long long)json_integer_value(value));
    else if (json_is_string(value) && json_string_length(value) < sizeof o->seed &&
             strlen(json_string_value(value)) == json_string_length(value))
        snprintf(o->seed, sizeof o->seed, "%s", json_string_value(value));
    else
        return wrong(error, "seed", "a text of at most 127 bytes or a whole number");
    o->seed_known = true;
    return true;
}

bool engine_options(const json_t *request, rec_options *o, rec_error *error)
{
    json_t *options = json_object_get(request, "options");
    const char *key;
    json_t *value;
    if (options && !json_is_object(options))
        return wrong(error, "options", "an object");
    json_object_foreach(options, key, value)
    {
        unsigned i = 0;
        while (i < EK_OPTIONS && strcmp(rec_option_keys[i], key) != 0)
            i++;
        if (i == EK_OPTIONS)
            return rec_fail(error, "bad-request", "\"options\": there is no option \"%.40s\".",
                            key);
        if (!json_is_boolean(value))
            return wrong(error, key, "true or false");
        if (json_is_true(value))
            o->options |= (uint8_t)(1u << i);
    }
    return true;
}

static bool read_names(const json_t *request, rec_options *o, rec_error *error)
{
    const json_t *list = json_object_get(request, "names");
    size_t i;
    const json_t *value;
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) > o->players)
        return wrong(error, "names", "a list with a name for each seat");
    json_array_foreach(list, i, value)
    {
        if (!json_is_string(value) || json_string_length(value) >= REC_NAME_MAX ||
            strlen(json_string_value(value)) != json_string_length(value))
            return wrong(error, "names", "names of at most 63 bytes");
        snprintf(o->name[i], REC_NAME_MAX, "%s", json_string_value(value));
    }
    return true;
}

static bool read_all(const json_t *request, rec_options *o, rec_error *error)
{
    static const char *const keys[] = {"edition", "board",   "board_file", "players", "zone",
                                       "order",   "options", "seed",       "market",  "draws",
                                       "chance",  "names",   NULL};
    int players = o->players;
    if (!engine_keys(request, keys, error) || !engine_edition(request, o, error) ||
        !engine_number(request, "players", 2, EK_SEATS, &players, error))
        return false;
    o->players = (uint8_t)players;
    return read_board(request, o, error) && read_zone(request, o, error) &&
           read_order(request, o, error) && engine_options(request, o, error) &&
           read_market(request, o, error) && read_draws(request, o, error) &&
           read_chance(request, o, error) && read_seed(request, o, error) &&
           read_names(request, o, error);
}

rec_game *engine_new(const json_t *request, rec_error *error)
{
    rec_options options;
    rec_options_default(&options);
    if (read_all(request, &options, error))
        return rec_new(&options, error);
    if (options.board_owned)
        bd_free((bd_board *)options.board);
    return NULL;
}
