/* tables.json: facts that all boards share, and the tables that boards choose from. */
#include <string.h>

#include "facts.h"

#define WORD_(name, word) word,
const char *const kind_words[] = {EK_KIND_WORDS(WORD_)};
#undef WORD_

enum {
    KINDS = sizeof kind_words / sizeof *kind_words,
    BYTE = 255,
    NEED_MAX = 3 /* a power move has two bits for the coal that a hybrid burns */
};

static const char *const count_words[EK_COUNTS + 1] = {"2", "3", "4", "5", "6", NULL};

static bool is_ascending(const uint8_t *numbers, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        if (numbers[i] <= numbers[i - 1])
            return false;
    return true;
}

/* Makes object the current entry of messages: a member that must be an object. */
static json_t *enter(bd_reader *reader, json_t *parent, const char *key)
{
    bd_at(reader, "%s", "");
    json_t *object = bd_member(reader, parent, key, JSON_OBJECT);
    bd_at(reader, "%s", key);
    return object;
}

bool read_by_count(bd_reader *reader, json_t *object, const char *key, unsigned high,
                   uint8_t numbers[EK_COUNTS])
{
    const bd_reader outside = *reader;
    json_t *counts = bd_member(reader, object, key, JSON_OBJECT);
    bd_at(reader, "%.60s, %s", outside.at, key);
    if (!counts || !bd_known_keys(reader, counts, count_words))
        return false;
    for (unsigned i = 0; i < EK_COUNTS; i++)
        if (!bd_number(reader, counts, count_words[i], 0, high, &numbers[i]))
            return false;
    *reader = outside;
    return true;
}

/* ------------------------------------------------------------------------------------ plants */

static int kind_named(const char *word)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (strcmp(kind_words[kind], word) == 0)
            return kind;
    return -1;
}

static bool read_kind(bd_reader *reader, json_t *entry, ek_plant *plant)
{
    const char *word = bd_text(reader, entry, "kind", BD_NAME_MAX);
    if (!word)
        return false;
    const int kind = kind_named(word);
    if (kind < 0)
        return bd_fail(reader, "unknown kind '%s'", bd_quote(word).text);
    plant->kind = (uint8_t)kind;
    return true;
}

static ek_run run_of(const ek_plant *plant)
{
    const unsigned part =
        plant->kind < EK_FUELS ? plant->kind : EK_RUN_HYBRID; /* or needs nothing */
    return (ek_run)plant->need << 8 * part | (ek_run)plant->cities << 8 * EK_RUN_CITIES;
}

static bool read_plant(bd_reader *reader, json_t *entry, ek_tables_t *tables)
{
    static const char *const known[] = {"number", "kind", "need", "cities", NULL};
    ek_plant plant;
    uint8_t number;
    /* The last number is the Step 3 card's bit in a set of plants. */
    if (!bd_known_keys(reader, entry, known) ||
        !bd_number(reader, entry, "number", 1, EK_PLANT_NUMBERS - 2, &number))
        return false;
    if (tables->plants >> number & 1)
        return bd_fail(reader, "plant %u is listed twice", number);
    if (!read_kind(reader, entry, &plant))
        return false;
    const bool ecological = plant.kind == EK_KIND_WIND || plant.kind == EK_KIND_FUSION;
    if (!bd_number(reader, entry, "need", !ecological, ecological ? 0 : NEED_MAX, &plant.need) ||
        !bd_number(reader, entry, "cities", 1, EK_HOUSES, &plant.cities))
        return false;
    tables->plant[number] = plant;
    tables->run[number] = run_of(&plant);
    tables->plants |= UINT64_C(1) << number;
    return true;
}

static bool read_plants(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    bd_at(reader, "%s", "");
    json_t *list = bd_list(reader, root, "plants", 1, EK_PLANT_NUMBERS);
    for (size_t i = 0; list && i < json_array_size(list); i++) {
        bd_at(reader, "plants, entry %zu", i + 1);
        if (!json_is_object(json_array_get(list, i)))
            return bd_fail(reader, "expected an object in braces");
        if (!read_plant(reader, json_array_get(list, i), tables))
            return false;
    }
    return list != NULL;
}

static bool read_plug_backs(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    uint8_t range[2];
    bd_at(reader, "%s", "");
    if (!bd_numbers(reader, root, "plug_backs", 2, 1, EK_PLANT_NUMBERS - 2, range))
        return false;
    for (unsigned number = range[0]; number <= range[1]; number++)
        tables->plug |= tables->plants & UINT64_C(1) << number;
    return tables->plug ? true : bd_fail(reader, "'plug_backs': no plant is in this range");
}

/* ------------------------------------------------------------------------- money and markets */

static bool read_payments(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    if (!bd_numbers(reader, root, "payments", EK_PAID + 1, 0, BYTE, tables->payment))
        return false;
    return is_ascending(tables->payment, EK_PAID + 1)
               ? true
               : bd_fail(reader, "'payments' must rise with every city");
}

/* Lays out the prices of all token places of one fuel. */
static bool read_ladder(bd_reader *reader, json_t *entry, unsigned fuel, ek_tables_t *tables)
{
    static const char *const known[] = {"prices", "tokens_per_space", NULL};
    uint8_t prices[EK_LADDER];
    uint8_t per_space;
    if (!bd_known_keys(reader, entry, known) ||
        !bd_number(reader, entry, "tokens_per_space", 1, EK_LADDER, &per_space))
        return false;
    json_t *list = bd_list(reader, entry, "prices", 1, EK_LADDER);
    if (!list)
        return false;
    const unsigned spaces = (unsigned)json_array_size(list);
    if (!bd_numbers(reader, entry, "prices", spaces, 1, BYTE, prices))
        return false;
    if (!is_ascending(prices, spaces))
        return bd_fail(reader, "'prices' must rise from space to space");
    if (spaces * per_space != tables->tokens[fuel])
        return bd_fail(reader, "%u spaces of %u have not room for exactly %u tokens", spaces,
                       per_space, tables->tokens[fuel]);
    for (unsigned i = 0; i < tables->tokens[fuel]; i++)
        tables->price[fuel][i] = prices[i / per_space];
    return true;
}

static bool read_fuel(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    const uint8_t max[EK_FUELS] = {EK_LADDER, EK_LADDER, EK_LADDER, EK_LADDER};
    json_t *tokens = enter(reader, root, "tokens");
    if (!tokens || !bd_fuels(reader, tokens, max, tables->tokens))
        return false;
    json_t *ladder = enter(reader, root, "ladder");
    if (!ladder || !bd_known_keys(reader, ladder, bd_fuel_words))
        return false;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        bd_at(reader, "ladder");
        json_t *entry = bd_member(reader, ladder, bd_fuel_words[fuel], JSON_OBJECT);
        bd_at(reader, "ladder, %s", bd_fuel_words[fuel]);
        if (!entry || !read_ladder(reader, entry, fuel, tables))
            return false;
    }
    return true;
}

static bool read_sizes(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    bd_at(reader, "%s", "");
    if (!bd_number(reader, root, "money", 0, BYTE, &tables->money) ||
        !bd_number(reader, root, "houses", 1, EK_HOUSES, &tables->houses) ||
        !bd_number(reader, root, "first_game_cities", 1, EK_HOUSES, &tables->first_game_cities) ||
        !bd_numbers(reader, root, "place_cost", EK_STEPS, 1, BYTE, tables->place_cost))
        return false;
    return is_ascending(tables->place_cost, EK_STEPS)
               ? true
               : bd_fail(reader, "'place_cost' must rise from place to place");
}

static bool read_market(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    static const char *const known[] = {"cards", "current", "cards_step3", NULL};
    enum { FOR_SALE = (EK_MOVES_MAX - 1) / EK_BID_MAX }; /* every bid for each is a listed move */
    json_t *market = enter(reader, root, "market");
    return market && bd_known_keys(reader, market, known) &&
           bd_number(reader, market, "cards", 1, EK_PLANT_NUMBERS, &tables->market_cards) &&
           bd_number(reader, market, "current", 1, FOR_SALE - 1, &tables->current_plants) &&
           bd_number(reader, market, "cards_step3", 1, FOR_SALE, &tables->market_cards_step3);
}

static bool read_trust(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    static const char *const known[] = {"houses", "turns", "refill_row", NULL};
    json_t *trust = enter(reader, root, "trust");
    unsigned placed = 0;
    if (!trust || !bd_known_keys(reader, trust, known) ||
        !bd_number(reader, trust, "houses", 1, EK_HOUSES, &tables->trust_houses) ||
        !bd_number(reader, trust, "refill_row", 2, EK_SEATS, &tables->trust_refill_row) ||
        !bd_numbers(reader, trust, "turns", EK_TRUST_TURNS, 1, EK_HOUSES, tables->trust_turns))
        return false;
    for (unsigned i = 0; i < EK_TRUST_TURNS; i++)
        placed += tables->trust_turns[i];
    return placed <= tables->trust_houses
               ? true
               : bd_fail(reader, "'turns' place %u houses, more than the Trust has", placed);
}

/* --------------------------------------------------------------- by edition and player count */

static bool read_threshold(bd_reader *reader, json_t *entry, const ek_tables_t *tables,
                           ek_thresholds *limit)
{
    static const char *const known[] = {"areas", "step2_cities", "end_cities", "max_plants", NULL};
    return bd_known_keys(reader, entry, known) &&
           bd_number(reader, entry, "areas", 1, EK_REGIONS, &limit->areas) &&
           bd_number(reader, entry, "end_cities", 2, tables->houses, &limit->end_cities) &&
           bd_number(reader, entry, "step2_cities", 1, limit->end_cities - 1u,
                     &limit->step2_cities) &&
           bd_number(reader, entry, "max_plants", 1, EK_PLANTS_OWNED - 1, &limit->max_plants);
}

static bool read_thresholds_of(bd_reader *reader, json_t *counts, unsigned edition,
                               ek_tables_t *tables)
{
    for (unsigned i = 0; i < EK_COUNTS; i++) {
        bd_at(reader, "thresholds, %s", bd_edition_words[edition]);
        json_t *entry = bd_member(reader, counts, count_words[i], JSON_OBJECT);
        bd_at(reader, "thresholds, %s, %s players", bd_edition_words[edition], count_words[i]);
        if (!entry || !read_threshold(reader, entry, tables, &tables->thresholds[edition][i]))
            return false;
    }
    bd_at(reader, "thresholds, %s", bd_edition_words[edition]);
    return bd_known_keys(reader, counts, count_words);
}

static bool read_thresholds(bd_reader *reader, json_t *root, ek_tables_t *tables)
{
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        json_t *thresholds = enter(reader, root, "thresholds");
        if (!thresholds || !bd_known_keys(reader, thresholds, bd_edition_words))
            return false;
        json_t *counts = bd_member(reader, thresholds, bd_edition_words[edition], JSON_OBJECT);
        if (!counts || !read_thresholds_of(reader, counts, edition, tables))
            return false;
    }
    return true;
}

/* Reads the three steps of each fuel for one number of players. */
static bool read_refill_row(bd_reader *reader, json_t *row, const ek_tables_t *tables,
                            uint8_t tokens[EK_STEPS][EK_FUELS])
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        uint8_t steps[EK_STEPS];
        if (!bd_numbers(reader, row, bd_fuel_words[fuel], EK_STEPS, 0, tables->tokens[fuel], steps))
            return false;
        for (unsigned step = 0; step < EK_STEPS; step++)
            tokens[step][fuel] = steps[step];
    }
    return true;
}

static bool read_refill(bd_reader *reader, json_t *counts, const ek_tables_t *tables,
                        bd_refill *refill)
{
    bd_at(reader, "refill, %s", refill->name);
    if (!json_is_object(counts))
        return bd_fail(reader, "expected an object in braces");
    for (unsigned i = 0; i < EK_COUNTS; i++) {
        bd_at(reader, "refill, %s", refill->name);
        json_t *row = bd_member(reader, counts, count_words[i], JSON_OBJECT);
        bd_at(reader, "refill, %s, %s players", refill->name, count_words[i]);
        if (!row || !read_refill_row(reader, row, tables, refill->tokens[i]))
            return false;
    }
    bd_at(reader, "refill, %s", refill->name);
    return bd_known_keys(reader, counts, count_words);
}

static bool read_refills(bd_reader *reader, json_t *root, game_facts *facts)
{
    const char *name;
    json_t *counts;
    json_t *refills = enter(reader, root, "refill");
    if (!refills)
        return false;
    if (json_object_size(refills) > NAMED_MAX)
        return bd_fail(reader, "more than %d tables", NAMED_MAX);
    json_object_foreach(refills, name, counts)
    {
        bd_refill *refill = &facts->refill[facts->standard.refills++];
        refill->name = name;
        if (!read_refill(reader, counts, &facts->tables, refill))
            return false;
    }
    return true;
}

static bool read_own_start(bd_reader *reader, json_t *root, const char *board, game_facts *facts)
{
    json_t *start = enter(reader, root, "start");
    json_t *editions = start ? bd_member(reader, start, board, JSON_OBJECT) : NULL;
    for (unsigned e = 0; editions && e < EK_EDITIONS; e++) {
        bd_at(reader, "start, %s", board);
        json_t *fuels = bd_member(reader, editions, bd_edition_words[e], JSON_OBJECT);
        bd_at(reader, "start, %s, %s", board, bd_edition_words[e]);
        if (!fuels ||
            !bd_fuels(reader, fuels, facts->tables.tokens, facts->standard.default_start[e]))
            return false;
    }
    return editions != NULL;
}

static bool read_own_refill(bd_reader *reader, const char *name, game_facts *facts)
{
    unsigned *own = &facts->standard.default_refill;
    bd_at(reader, "own_board");
    for (*own = 0; *own < facts->standard.refills; ++*own)
        if (strcmp(facts->refill[*own].name, name) == 0)
            return true;
    return bd_fail(reader, "unknown refill table '%s'", bd_quote(name).text);
}

/* The defaults for boards of users: the tokens at the start and the refill table. */
static bool read_own_board(bd_reader *reader, json_t *root, game_facts *facts)
{
    static const char *const known[] = {"start", "refill", NULL};
    json_t *own = enter(reader, root, "own_board");
    if (!own || !bd_known_keys(reader, own, known))
        return false;
    const char *board = bd_text(reader, own, "start", BD_ID_MAX);
    const char *refill = board ? bd_text(reader, own, "refill", BD_ID_MAX) : NULL;
    return refill && read_own_start(reader, root, board, facts) &&
           read_own_refill(reader, refill, facts);
}

bool read_tables(bd_reader *reader, json_t *root, game_facts *facts)
{
    static const char *const known[] = {
        "plants",     "payments",        "tokens",     "ladder", "money",
        "houses",     "market",          "plug_backs", "trust",  "place_cost",
        "start",      "refill",          "own_board",  "deck",   "first_game_cities",
        "thresholds", "refill_by_board", NULL};
    ek_tables_t *tables = &facts->tables;
    return bd_known_keys(reader, root, known) && read_plants(reader, root, tables) &&
           read_plug_backs(reader, root, tables) && read_payments(reader, root, tables) &&
           read_fuel(reader, root, tables) && read_sizes(reader, root, tables) &&
           read_market(reader, root, tables) && read_trust(reader, root, tables) &&
           read_thresholds(reader, root, tables) && read_refills(reader, root, facts) &&
           read_own_board(reader, root, facts);
}
