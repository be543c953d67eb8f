/* Reading a board file: the format is given in board.h. */
#include "load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------- the head */

static bool read_editions(bd_reader *reader, json_t *root, ek_board *ek)
{
    json_t *list = bd_list(reader, root, "editions", 1, EK_EDITIONS);
    for (size_t i = 0; list && i < json_array_size(list); i++) {
        const char *word = bd_text_of(reader, json_array_get(list, i), "editions", BD_ID_MAX);
        if (!word)
            return false;
        const int edition = bd_edition_named(word);
        if (edition < 0)
            return bd_fail(reader, "unknown edition '%s'; expected %s or %s", bd_quote(word).text,
                           bd_edition_words[EK_CLASSIC], bd_edition_words[EK_RECHARGED]);
        if (ek->editions >> edition & 1)
            return bd_fail(reader, "edition '%s' is listed twice", word);
        ek->editions |= (uint8_t)(1u << edition);
    }
    return list != NULL;
}

static bool read_head(bd_reader *reader, json_t *root, bd_loaded *loaded)
{
    static const char *const known[] = {"id",      "base",        "name",  "editions",
                                        "regions", "cities",      "start", "refill",
                                        "rules",   "connections", NULL};
    bd_board *board = &loaded->board;
    if (!bd_known_keys(reader, root, known))
        return false;
    board->id = bd_id(reader, root, "id");
    if (!board->id)
        return false;
    board->base = json_object_get(root, "base") ? bd_id(reader, root, "base") : board->id;
    if (!board->base)
        return false;
    board->name = bd_text(reader, root, "name", BD_NAME_MAX);
    return board->name && read_editions(reader, root, &loaded->ek);
}

/* ----------------------------------------------------------------------------------- regions */

static bool read_colour(bd_reader *reader, json_t *entry, bd_loaded *loaded, bd_region *region)
{
    static const char *const colours[] = {BD_COLOURS};
    region->colour = bd_text(reader, entry, "colour", BD_ID_MAX);
    if (!region->colour)
        return false;
    for (unsigned r = 0; r < loaded->ek.regions; r++)
        if (strcmp(loaded->region[r].colour, region->colour) == 0)
            return bd_fail(reader, "region %u is already %s", r + 1, region->colour);
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcmp(colours[i], region->colour) == 0)
            return true;
    return bd_fail(reader,
                   "unknown colour '%s'; expected red, blue, green, brown, yellow, purple, "
                   "teal or orange",
                   bd_quote(region->colour).text);
}

static bool read_region(bd_reader *reader, json_t *entry, bd_loaded *loaded)
{
    static const char *const known[] = {"id", "colour", NULL};
    bd_region *region = &loaded->region[loaded->ek.regions];
    if (!bd_known_keys(reader, entry, known))
        return false;
    region->id = bd_id(reader, entry, "id");
    if (!region->id)
        return false;
    const int other = bd_region_named(&loaded->board, region->id);
    if (other != BD_NONE)
        return bd_fail(reader, "region %d already has the id '%s'", other + 1, region->id);
    if (!read_colour(reader, entry, loaded, region))
        return false;
    loaded->ek.regions++;
    return true;
}

/* ------------------------------------------------------------------------------------ cities */

static bool read_degrees(bd_reader *reader, json_t *entry, const char *key, double max,
                         double *degrees)
{
    json_t *value = bd_member(reader, entry, key, JSON_REAL);
    if (!value)
        return false;
    *degrees = json_number_value(value);
    if (fabs(*degrees) <= max)
        return true;
    return bd_fail(reader, "'%s' must be from -%g to %g, not %g", key, max, max, *degrees);
}

static bool read_country(bd_reader *reader, json_t *entry, bd_city *city)
{
    city->country = "";
    if (!json_object_get(entry, "country"))
        return true;
    city->country = bd_text(reader, entry, "country", BD_ID_MAX);
    if (!city->country)
        return false;
    if (strlen(city->country) == 2 && strspn(city->country, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 2)
        return true;
    return bd_fail(reader, "'country' must be two capital letters, not '%s'",
                   bd_quote(city->country).text);
}

static bool read_aliases(bd_reader *reader, json_t *entry, bd_city *city)
{
    if (!json_object_get(entry, "aliases"))
        return true;
    json_t *list = bd_list(reader, entry, "aliases", 0, BD_ALIASES_MAX);
    for (size_t i = 0; list && i < json_array_size(list); i++) {
        city->alias[i] = bd_text_of(reader, json_array_get(list, i), "aliases", BD_NAME_MAX);
        if (!city->alias[i])
            return false;
    }
    return list != NULL;
}

static bool read_city_region(bd_reader *reader, json_t *entry, bd_loaded *loaded)
{
    const char *id = bd_text(reader, entry, "region", BD_NAME_MAX);
    if (!id)
        return false;
    const int region = bd_region_with_id(&loaded->board, id);
    if (region == BD_NONE)
        return bd_fail(reader, "unknown region '%s'; expected the id of one of the regions",
                       bd_quote(id).text);
    loaded->ek.region_of[loaded->ek.cities] = (uint8_t)region;
    return true;
}

/* Checks that a spelling of the city has a letter or digit and is not one of an earlier city's. */
static bool is_distinct(bd_reader *reader, const bd_board *board, const char *spelling)
{
    char folded[BD_NAME_MAX + 1];
    const int other = bd_city_named(board, spelling);
    if (other != BD_NONE)
        return bd_fail(reader, "'%s' could also be city %d, '%s'; names must differ in letters",
                       spelling, other + 1, board->city[other].id);
    if (!bd_fold(spelling, folded) || *folded == '\0')
        return bd_fail(reader, "'%s' has no letter or digit", spelling);
    return true;
}

static bool read_spellings(bd_reader *reader, json_t *entry, bd_loaded *loaded, bd_city *city)
{
    city->id = bd_id(reader, entry, "id");
    if (!city->id)
        return false;
    const int other = bd_city_with_id(&loaded->board, city->id);
    if (other != BD_NONE)
        return bd_fail(reader, "city %d already has the id '%s'", other + 1, city->id);
    city->name = bd_text(reader, entry, "name", BD_NAME_MAX);
    if (!city->name || !read_aliases(reader, entry, city))
        return false;
    for (unsigned i = 0; city->alias[i]; i++)
        if (!is_distinct(reader, &loaded->board, city->alias[i]))
            return false;
    return is_distinct(reader, &loaded->board, city->id) &&
           is_distinct(reader, &loaded->board, city->name);
}

static bool read_city(bd_reader *reader, json_t *entry, bd_loaded *loaded)
{
    static const char *const known[] = {"id",  "name",    "region",  "lat",
                                        "lon", "country", "aliases", NULL};
    bd_city *city = &loaded->city[loaded->ek.cities];
    if (!bd_known_keys(reader, entry, known) || !read_spellings(reader, entry, loaded, city) ||
        !read_city_region(reader, entry, loaded) ||
        !read_degrees(reader, entry, "lat", 90, &city->lat) ||
        !read_degrees(reader, entry, "lon", 180, &city->lon) || !read_country(reader, entry, city))
        return false;
    loaded->ek.cities++;
    return true;
}

/* ------------------------------------------------------------------------------- connections */

static bool read_end(bd_reader *reader, json_t *value, const bd_board *board, uint8_t *end)
{
    const char *id = bd_text_of(reader, value, "city", BD_NAME_MAX);
    if (!id)
        return false;
    const int city = bd_city_with_id(board, id);
    const int meant = bd_city_named(board, id);
    *end = (uint8_t)city;
    if (city != BD_NONE)
        return true;
    if (meant != BD_NONE)
        return bd_fail(reader, "unknown city '%s'; its id is '%s'", bd_quote(id).text,
                       board->city[meant].id);
    return bd_fail(reader, "unknown city '%s'; expected the id of one of the cities",
                   bd_quote(id).text);
}

/* Finds the connection of the same two cities, in either direction. */
static int link_between(const ek_board *ek, unsigned a, unsigned b)
{
    for (int i = 0; i < ek->links; i++)
        if ((ek->link[i].from == a && ek->link[i].to == b) ||
            (ek->link[i].from == b && ek->link[i].to == a))
            return i;
    return BD_NONE;
}

static bool read_link(bd_reader *reader, json_t *entry, bd_loaded *loaded)
{
    const bd_board *board = &loaded->board;
    ek_link *link = &loaded->ek.link[loaded->ek.links];
    if (!json_is_array(entry) || json_array_size(entry) != 3)
        return bd_fail(reader, "expected [city, city, cost]");
    if (!read_end(reader, json_array_get(entry, 0), board, &link->from) ||
        !read_end(reader, json_array_get(entry, 1), board, &link->to) ||
        !bd_number_of(reader, json_array_get(entry, 2), "cost", 0, BD_COST_MAX, &link->cost))
        return false;
    if (link->from == link->to)
        return bd_fail(reader, "'%s' is connected to itself", board->city[link->from].id);
    const int other = link_between(&loaded->ek, link->from, link->to);
    if (other != BD_NONE)
        return bd_fail(reader, "'%s' and '%s' are already connected by connection %d",
                       board->city[link->from].id, board->city[link->to].id, other + 1);
    loaded->ek.links++;
    return true;
}

/* -------------------------------------------------------------------------------- the whole */

typedef bool read_entry(bd_reader *reader, json_t *entry, bd_loaded *loaded);

/* Reads a list of entries that messages count from 1. */
static bool read_entries(bd_reader *reader, json_t *root, const char *key, const char *what,
                         unsigned most, read_entry *read, bd_loaded *loaded)
{
    bd_at(reader, "%s", "");
    json_t *list = bd_list(reader, root, key, 1, most);
    const bool of_lists = read == read_link;
    for (size_t i = 0; list && i < json_array_size(list); i++) {
        json_t *entry = json_array_get(list, i);
        bd_at(reader, "%s %zu", what, i + 1);
        if (!of_lists && !json_is_object(entry))
            return bd_fail(reader, "expected an object in braces");
        if (!read(reader, entry, loaded))
            return false;
    }
    bd_at(reader, "%s", "");
    return list != NULL;
}

static bool has_city_in_every_region(bd_reader *reader, const bd_loaded *loaded)
{
    unsigned settled = 0;
    for (unsigned city = 0; city < loaded->ek.cities; city++)
        settled |= 1u << loaded->ek.region_of[city];
    for (unsigned r = 0; r < loaded->ek.regions; r++)
        if (!(settled >> r & 1)) {
            bd_at(reader, "region %u", r + 1);
            return bd_fail(reader, "'%s' has no city", loaded->region[r].id);
        }
    return true;
}

/* Checks that every city can be reached from the first one. */
static bool is_connected(bd_reader *reader, const bd_loaded *loaded)
{
    const ek_board *ek = &loaded->ek;
    ek_cities reached = 1;
    ek_cities before;
    do {
        before = reached;
        for (unsigned i = 0; i < ek->links; i++) {
            const ek_cities ends = UINT64_C(1) << ek->link[i].from | UINT64_C(1) << ek->link[i].to;
            if (reached & ends)
                reached |= ends;
        }
    } while (reached != before);
    for (unsigned city = 0; city < ek->cities; city++)
        if (!(reached >> city & 1))
            return bd_fail(reader, "no path leads from '%s' to '%s'; all cities must be connected",
                           loaded->city[0].id, loaded->city[city].id);
    return true;
}

static bool read_board(bd_reader *reader, json_t *root, const bd_standard *standard,
                       bd_loaded *loaded)
{
    return read_head(reader, root, loaded) &&
           read_entries(reader, root, "regions", "region", EK_REGIONS, read_region, loaded) &&
           read_entries(reader, root, "cities", "city", EK_CITIES, read_city, loaded) &&
           read_entries(reader, root, "connections", "connection", EK_LINKS, read_link, loaded) &&
           has_city_in_every_region(reader, loaded) && is_connected(reader, loaded) &&
           bd_read_variants(reader, root, standard, loaded);
}

bd_loaded *bd_read_board(bd_reader *reader, json_t *root, const bd_standard *standard)
{
    bd_loaded *loaded = calloc(1, sizeof *loaded);
    if (!loaded) {
        bd_fail(reader, "out of memory");
        json_decref(root);
        return NULL;
    }
    loaded->source = root;
    loaded->board.ek = &loaded->ek;
    loaded->board.region = loaded->region;
    loaded->board.city = loaded->city;
    if (read_board(reader, root, standard, loaded))
        return loaded;
    bd_free(&loaded->board);
    return NULL;
}

void bd_free(bd_board *board)
{
    bd_loaded *loaded = (bd_loaded *)board;
    if (!loaded)
        return;
    json_decref(loaded->source);
    free(loaded);
}
