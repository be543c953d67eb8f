/* The decks of tables.json (rules.md 2.4 to 2.6), as the engine's ek_deck_rule. */
#include <string.h>

#include "facts.h"

static unsigned size_of(ek_plants set)
{
    unsigned size = 0;
    for (; set; set &= set - 1)
        size++;
    return size;
}

/* Reads a list of plants that exist and are in the deck. A key that is missing is an empty list. */
static bool read_set(bd_reader *reader, json_t *entry, const char *key, ek_plants plants,
                     ek_plants *set)
{
    if (!json_object_get(entry, key))
        return true;
    json_t *list = bd_list(reader, entry, key, 1, EK_PLANT_NUMBERS);
    for (size_t i = 0; list && i < json_array_size(list); i++) {
        uint8_t number;
        if (!bd_number_of(reader, json_array_get(list, i), key, 1, EK_PLANT_NUMBERS - 2, &number))
            return false;
        if (!(plants >> number & 1))
            return bd_fail(reader, "'%s': there is no plant %u", key, number);
        *set |= UINT64_C(1) << number;
    }
    return list != NULL;
}

static unsigned most_of(const uint8_t counts[EK_COUNTS])
{
    unsigned max = 0;
    for (unsigned i = 0; i < EK_COUNTS; i++)
        if (counts[i] > max)
            max = counts[i];
    return max;
}

/* Classic: eight plants lie open, one is on top, the others are shuffled (2.4). */
static bool read_classic(bd_reader *reader, json_t *entry, const ek_tables_t *tables,
                         ek_deck_rule *rule)
{
    static const char *const known[] = {"edition", "out",     "current", "future",
                                        "top",     "removed", NULL};
    const ek_plants in = tables->plants & ~rule->out;
    ek_plants current = 0;
    ek_plants future = 0;
    if (!bd_known_keys(reader, entry, known) || !read_set(reader, entry, "current", in, &current) ||
        !read_set(reader, entry, "future", in, &future) ||
        !bd_number(reader, entry, "top", 1, EK_PLANT_NUMBERS - 2, &rule->top))
        return false;
    rule->opening = current | future;
    if (size_of(current) != tables->current_plants ||
        size_of(rule->opening) != tables->market_cards)
        return bd_fail(reader, "'current' and 'future' must be %u plants, %u of them current",
                       tables->market_cards, tables->current_plants);
    if (!((in & ~rule->opening) >> rule->top & 1))
        return bd_fail(reader, "'top': plant %u is not in the deck", rule->top);
    return read_by_count(reader, entry, "removed", size_of(in & ~rule->opening) - 1,
                         rule->removed_socket);
}

/* Recharged: the market and the card on top are dealt from the plants with a plug back (2.5). */
static bool read_recharged(bd_reader *reader, json_t *entry, const ek_tables_t *tables,
                           ek_deck_rule *rule)
{
    static const char *const known[] = {"edition",        "out", "always_in_market", "removed_plug",
                                        "removed_socket", NULL};
    const ek_plants in = tables->plants & ~rule->out;
    const unsigned sockets = size_of(in & ~tables->plug);
    if (!bd_known_keys(reader, entry, known) ||
        !read_set(reader, entry, "always_in_market", in & tables->plug, &rule->opening) ||
        !read_by_count(reader, entry, "removed_plug", EK_PLANT_NUMBERS, rule->removed_plug) ||
        !read_by_count(reader, entry, "removed_socket", sockets, rule->removed_socket))
        return false;
    rule->deal = in & tables->plug & ~rule->opening;
    const unsigned dealt = tables->market_cards + 1u - size_of(rule->opening);
    if (size_of(rule->opening) > tables->market_cards ||
        size_of(rule->deal) < dealt + most_of(rule->removed_plug))
        return bd_fail(reader, "the plants with a plug back are too few for market, top and "
                               "'removed_plug'");
    return true;
}

static bool read_deck(bd_reader *reader, json_t *entry, const ek_tables_t *tables, bd_deck *deck)
{
    if (!json_is_object(entry))
        return bd_fail(reader, "expected an object in braces");
    const char *word = bd_text(reader, entry, "edition", BD_ID_MAX);
    if (!word)
        return false;
    const int edition = bd_edition_named(word);
    if (edition < 0)
        return bd_fail(reader, "unknown edition '%s'", bd_quote(word).text);
    deck->edition = (uint8_t)edition;
    if (!read_set(reader, entry, "out", tables->plants, &deck->rule.out))
        return false;
    return edition == EK_CLASSIC ? read_classic(reader, entry, tables, &deck->rule)
                                 : read_recharged(reader, entry, tables, &deck->rule);
}

/* The deck of an edition is the one called like it. */
static bool find_own_decks(bd_reader *reader, game_facts *facts)
{
    bd_at(reader, "deck");
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        unsigned i = 0;
        while (i < facts->standard.decks &&
               (facts->deck[i].edition != edition ||
                strcmp(facts->deck[i].name, bd_edition_words[edition]) != 0))
            i++;
        if (i == facts->standard.decks)
            return bd_fail(reader, "'%s' is missing", bd_edition_words[edition]);
        facts->standard.default_deck[edition] = (uint8_t)i;
    }
    return true;
}

bool read_decks(bd_reader *reader, json_t *root, game_facts *facts)
{
    const char *name;
    json_t *entry;
    bd_at(reader, "%s", "");
    json_t *decks = bd_member(reader, root, "deck", JSON_OBJECT);
    if (!decks)
        return false;
    bd_at(reader, "deck");
    if (json_object_size(decks) > NAMED_MAX)
        return bd_fail(reader, "more than %d decks", NAMED_MAX);
    json_object_foreach(decks, name, entry)
    {
        bd_deck *deck = &facts->deck[facts->standard.decks++];
        deck->name = name;
        bd_at(reader, "deck, %s", name);
        if (!read_deck(reader, entry, &facts->tables, deck))
            return false;
    }
    return find_own_decks(reader, facts);
}
