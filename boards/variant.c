/* How each edition is played on a board: start, refill, deck and special rules (rules.md 10). */
#include <string.h>

#include "load.h"

bool bd_read_start(bd_reader *reader, json_t *start, const bd_standard *standard,
                   ek_variant *variant)
{
    return bd_fuels(reader, start, standard->tables->tokens, variant->start);
}

bool bd_read_refill(bd_reader *reader, json_t *name, const bd_standard *standard,
                    ek_variant *variant)
{
    const char *wanted = bd_text_of(reader, name, "refill", BD_ID_MAX);
    if (!wanted)
        return false;
    for (unsigned i = 0; i < standard->refills; i++)
        if (strcmp(standard->refill[i].name, wanted) == 0) {
            memcpy(variant->refill, standard->refill[i].tokens, sizeof variant->refill);
            return true;
        }
    return bd_fail(reader, "unknown refill table '%s'; expected one of data/tables.json",
                   bd_quote(wanted).text);
}

/* --------------------------------------------------------------------------- special rules */

static bool read_deck(bd_reader *reader, json_t *name, const bd_standard *standard,
                      unsigned edition, ek_variant *variant)
{
    const char *wanted = bd_text_of(reader, name, "deck", BD_ID_MAX);
    if (!wanted)
        return false;
    for (unsigned i = 0; i < standard->decks; i++)
        if (standard->deck[i].edition == edition && strcmp(standard->deck[i].name, wanted) == 0) {
            variant->deck = standard->deck[i].rule;
            return true;
        }
    return bd_fail(reader, "unknown deck '%s'; expected a %s one of data/tables.json",
                   bd_quote(wanted).text, bd_edition_words[edition]);
}

static bool read_regions(bd_reader *reader, json_t *rules, const char *key, const bd_board *board,
                         uint8_t *regions)
{
    json_t *list = bd_list(reader, rules, key, 1, board->ek->regions);
    for (size_t i = 0; list && i < json_array_size(list); i++) {
        const char *id = bd_text_of(reader, json_array_get(list, i), key, BD_NAME_MAX);
        if (!id)
            return false;
        const int region = bd_region_with_id(board, id);
        if (region == BD_NONE)
            return bd_fail(reader, "'%s': unknown region '%s'", key, bd_quote(id).text);
        *regions |= (uint8_t)(1u << region);
    }
    return list != NULL;
}

static bool read_cities(bd_reader *reader, json_t *rules, const char *key, const bd_board *board,
                        ek_cities *cities)
{
    json_t *list = bd_list(reader, rules, key, 1, board->ek->cities);
    for (size_t i = 0; list && i < json_array_size(list); i++) {
        const char *id = bd_text_of(reader, json_array_get(list, i), key, BD_NAME_MAX);
        if (!id)
            return false;
        const int city = bd_city_with_id(board, id);
        if (city == BD_NONE)
            return bd_fail(reader, "'%s': unknown city '%s'", key, bd_quote(id).text);
        *cities |= UINT64_C(1) << city;
    }
    return list != NULL;
}

static ek_cities cities_of(const ek_board *board, unsigned regions)
{
    ek_cities cities = 0;
    for (unsigned city = 0; city < board->cities; city++)
        if (regions >> board->region_of[city] & 1)
            cities |= UINT64_C(1) << city;
    return cities;
}

static bool read_flag(bd_reader *reader, json_t *rules, const char *key, uint8_t *flag)
{
    json_t *value = bd_member(reader, rules, key, JSON_TRUE);
    *flag = json_is_true(value);
    return value != NULL;
}

static bool read_plant(bd_reader *reader, json_t *rules, const char *key, ek_plants plants,
                       uint8_t *plant)
{
    if (!bd_number(reader, rules, key, 0, EK_PLANT_NUMBERS - 1, plant))
        return false;
    return plants >> *plant & 1 ? true : bd_fail(reader, "'%s': there is no plant %u", key, *plant);
}

/* Reads one special rule. */
static bool read_rule(bd_reader *reader, json_t *rules, const char *key,
                      const bd_standard *standard, const bd_board *board, unsigned edition,
                      ek_variant *variant)
{
    uint8_t regions = 0;
    if (strcmp(key, "deck") == 0)
        return read_deck(reader, json_object_get(rules, key), standard, edition, variant);
    if (strcmp(key, "home_regions") == 0)
        return read_regions(reader, rules, key, board, &variant->home_regions);
    if (strcmp(key, "cheap_garbage_cities") == 0)
        return read_cities(reader, rules, key, board, &variant->cheap_garbage_cities);
    if (strcmp(key, "coal_storage_price") == 0)
        return bd_number(reader, rules, key, 1, BD_COST_MAX, &variant->coal_storage_price);
    if (strcmp(key, "last_uranium_plant") == 0)
        return read_plant(reader, rules, key, standard->tables->plants,
                          &variant->last_uranium_plant);
    if (strcmp(key, "ecological_fifth") == 0)
        return read_flag(reader, rules, key, &variant->ecological_fifth);
    if (strcmp(key, "smallest_leaves_too") == 0)
        return read_flag(reader, rules, key, &variant->smallest_leaves_too);
    if (!read_regions(reader, rules, key, board, &regions)) /* nuclear_regions */
        return false;
    variant->nuclear_cities = cities_of(board->ek, regions);
    return true;
}

bool bd_read_rules(bd_reader *reader, json_t *rules, const bd_standard *standard,
                   const bd_board *board, unsigned edition, ek_variant *variant)
{
    static const char *const known[] = {"deck",
                                        "home_regions",
                                        "nuclear_regions",
                                        "cheap_garbage_cities",
                                        "coal_storage_price",
                                        "last_uranium_plant",
                                        "ecological_fifth",
                                        "smallest_leaves_too",
                                        NULL};
    const char *key;
    json_t *value;
    if (!bd_known_keys(reader, rules, known))
        return false;
    json_object_foreach(rules, key, value) if (!read_rule(reader, rules, key, standard, board,
                                                          edition, variant)) return false;
    return true;
}

/* ----------------------------------------------------------------------- keys of a board file */

/* Germany's tables, without its special rules. */
static void standard_variant(const bd_standard *standard, unsigned edition, ek_variant *variant)
{
    *variant = (ek_variant){.deck = standard->deck[standard->default_deck[edition]].rule};
    memcpy(variant->start, standard->default_start[edition], sizeof variant->start);
    memcpy(variant->refill, standard->refill[standard->default_refill].tokens,
           sizeof variant->refill);
}

/* Gets the object of an edition under an optional key; NULL if it is missing. */
static bool edition_object(bd_reader *reader, json_t *root, const char *key, unsigned edition,
                           json_t **object)
{
    json_t *editions = json_object_get(root, key);
    *object = NULL;
    if (!editions || !json_object_get(editions, bd_edition_words[edition]))
        return true;
    bd_at(reader, "%s", key);
    *object = bd_member(reader, editions, bd_edition_words[edition], JSON_OBJECT);
    bd_at(reader, "%s, %s", key, bd_edition_words[edition]);
    return *object != NULL;
}

/* Checks that a key is an object of editions that the board can be played in. */
static bool known_editions(bd_reader *reader, json_t *root, const char *key, unsigned editions)
{
    const char *known[EK_EDITIONS + 1] = {NULL};
    unsigned count = 0;
    bd_at(reader, "%s", "");
    if (!json_object_get(root, key))
        return true;
    json_t *object = bd_member(reader, root, key, JSON_OBJECT);
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
        if (editions >> edition & 1)
            known[count++] = bd_edition_words[edition];
    bd_at(reader, "%s", key);
    return object && bd_known_keys(reader, object, known);
}

static bool read_variant(bd_reader *reader, json_t *root, const bd_standard *standard,
                         const bd_board *board, unsigned edition, ek_variant *variant)
{
    json_t *object;
    json_t *refill = json_object_get(root, "refill");
    standard_variant(standard, edition, variant);
    if (!edition_object(reader, root, "start", edition, &object) ||
        (object && !bd_read_start(reader, object, standard, variant)))
        return false;
    bd_at(reader, "%s", "");
    if (refill && !bd_read_refill(reader, refill, standard, variant))
        return false;
    return edition_object(reader, root, "rules", edition, &object) &&
           (!object || bd_read_rules(reader, object, standard, board, edition, variant));
}

bool bd_read_variants(bd_reader *reader, json_t *root, const bd_standard *standard,
                      bd_loaded *loaded)
{
    const unsigned editions = loaded->ek.editions;
    if (!known_editions(reader, root, "start", editions) ||
        !known_editions(reader, root, "rules", editions))
        return false;
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
        if (editions >> edition & 1 && !read_variant(reader, root, standard, &loaded->board,
                                                     edition, &loaded->ek.variant[edition]))
            return false;
    return true;
}
