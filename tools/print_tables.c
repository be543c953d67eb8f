/* Prints the facts as C. Zeros are left out where that is shorter. */
#include <inttypes.h>

#include "facts.h"

static const char head[] =
    "/* Made from data/ by tools/make_tables.c: change the data instead. */\n";

/* --------------------------------------------------------------------------------- elements */

static void print_bytes(FILE *out, const uint8_t *bytes, unsigned count)
{
    fputc('{', out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s%u", i ? ", " : "", bytes[i]);
    fputc('}', out);
}

static void print_field(FILE *out, const char *name, const uint8_t *bytes, unsigned count)
{
    fprintf(out, "    .%s = ", name);
    print_bytes(out, bytes, count);
    fputs(",\n", out);
}

static void print_set(FILE *out, const char *name, uint64_t set)
{
    fprintf(out, ".%s = UINT64_C(0x%" PRIx64 "), ", name, set);
}

/* '?' is escaped because of trigraphs. */
static void print_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\' || *text == '?')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_refill(FILE *out, const uint8_t tokens[EK_COUNTS][EK_STEPS][EK_FUELS])
{
    fputc('{', out);
    for (unsigned i = 0; i < EK_COUNTS; i++) {
        fputs(i ? ", {" : "{", out);
        for (unsigned step = 0; step < EK_STEPS; step++) {
            fputs(step ? ", " : "", out);
            print_bytes(out, tokens[i][step], EK_FUELS);
        }
        fputc('}', out);
    }
    fputc('}', out);
}

static void print_deck(FILE *out, const ek_deck_rule *rule)
{
    fputc('{', out);
    print_set(out, "out", rule->out);
    print_set(out, "opening", rule->opening);
    print_set(out, "deal", rule->deal);
    fprintf(out, ".top = %u, .removed_plug = ", rule->top);
    print_bytes(out, rule->removed_plug, EK_COUNTS);
    fputs(", .removed_socket = ", out);
    print_bytes(out, rule->removed_socket, EK_COUNTS);
    fputc('}', out);
}

/* ------------------------------------------------------------------------ the engine's tables */

static void print_plants(FILE *out, const ek_tables_t *tables)
{
    fputs("    .plant = {\n", out);
    for (unsigned number = 0; number < EK_PLANT_NUMBERS; number++) {
        const ek_plant *plant = &tables->plant[number];
        if (tables->plants >> number & 1)
            fprintf(out, "        [%u] = {%u, %u, %u}, /* %s */\n", number, plant->kind,
                    plant->need, plant->cities, kind_words[plant->kind]);
    }
    fputs("    },\n    .run = {\n", out);
    for (unsigned number = 0; number < EK_PLANT_NUMBERS; number++)
        if (tables->plants >> number & 1)
            fprintf(out, "        [%u] = UINT64_C(0x%llx),\n", number,
                    (unsigned long long)tables->run[number]);
    fputs("    },\n    ", out);
    print_set(out, "plants", tables->plants);
    print_set(out, "plug", tables->plug);
    fputc('\n', out);
}

static void print_thresholds(FILE *out, const ek_tables_t *tables)
{
    fputs("    .thresholds = {\n", out);
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        fputs("        {", out);
        for (unsigned i = 0; i < EK_COUNTS; i++) {
            const ek_thresholds *limit = &tables->thresholds[e][i];
            fprintf(out, "%s{%u, %u, %u, %u}", i ? ", " : "", limit->areas, limit->step2_cities,
                    limit->end_cities, limit->max_plants);
        }
        fprintf(out, "}, /* %s */\n", bd_edition_words[e]);
    }
    fputs("    },\n", out);
}

static void print_common(FILE *out, const ek_tables_t *tables)
{
    fputs("const ek_tables_t ek_tables = {\n", out);
    print_plants(out, tables);
    print_field(out, "payment", tables->payment, EK_PAID + 1);
    print_field(out, "tokens", tables->tokens, EK_FUELS);
    fputs("    .price = {\n", out);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        fputs("        ", out);
        print_bytes(out, tables->price[fuel], tables->tokens[fuel]);
        fputs(",\n", out);
    }
    fputs("    },\n", out);
    print_field(out, "place_cost", tables->place_cost, EK_STEPS);
    fprintf(out, "    .money = %u,\n    .houses = %u,\n", tables->money, tables->houses);
    fprintf(out, "    .market_cards = %u,\n    .current_plants = %u,\n", tables->market_cards,
            tables->current_plants);
    fprintf(out, "    .market_cards_step3 = %u,\n    .first_game_cities = %u,\n",
            tables->market_cards_step3, tables->first_game_cities);
    fprintf(out, "    .trust_houses = %u,\n", tables->trust_houses);
    fprintf(out, "    .trust_refill_row = %u,\n", tables->trust_refill_row);
    print_field(out, "trust_turns", tables->trust_turns, EK_TRUST_TURNS);
    print_thresholds(out, tables);
    fputs("};\n", out);
}

static void print_variant(FILE *out, unsigned edition, const ek_variant *variant)
{
    fprintf(out, "            [%u] = {/* %s */\n                .deck = ", edition,
            bd_edition_words[edition]);
    print_deck(out, &variant->deck);
    fputs(",\n                ", out);
    print_set(out, "nuclear_cities", variant->nuclear_cities);
    print_set(out, "cheap_garbage_cities", variant->cheap_garbage_cities);
    fputs("\n                .start = ", out);
    print_bytes(out, variant->start, EK_FUELS);
    fputs(",\n                .refill = ", out);
    print_refill(out, variant->refill);
    fprintf(out, ",\n                .home_regions = %u, .coal_storage_price = %u,\n",
            variant->home_regions, variant->coal_storage_price);
    fprintf(out, "                .last_uranium_plant = %u, .ecological_fifth = %u,\n",
            variant->last_uranium_plant, variant->ecological_fifth);
    fprintf(out, "                .smallest_leaves_too = %u},\n", variant->smallest_leaves_too);
}

static void print_board(FILE *out, const bd_board *board)
{
    const ek_board *ek = board->ek;
    fprintf(out, "    {/* %s */\n        .cities = %u, .regions = %u, .links = %u,", board->id,
            ek->cities, ek->regions, ek->links);
    fprintf(out, " .editions = %u,\n        .region_of = ", ek->editions);
    print_bytes(out, ek->region_of, ek->cities);
    fputs(",\n        .link = {", out);
    for (unsigned i = 0; i < ek->links; i++)
        fprintf(out, "%s{%u, %u, %u}", i ? ", " : "", ek->link[i].from, ek->link[i].to,
                ek->link[i].cost);
    fputs("},\n        .variant = {\n", out);
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
        if (ek->editions >> edition & 1)
            print_variant(out, edition, &ek->variant[edition]);
    fputs("        }},\n", out);
}

void print_tables(FILE *out, const game_facts *facts)
{
    fprintf(out, "%s#include \"tables.h\"\n\n", head);
    print_common(out, &facts->tables);
    fprintf(out, "\nconst unsigned ek_board_count = %u;\nconst ek_board ek_boards[] = {\n",
            facts->boards);
    for (unsigned i = 0; i < facts->boards; i++)
        print_board(out, &facts->board[i]->board);
    fputs("};\n", out);
}

/* ---------------------------------------------------------------------------- names and choices */

static void print_regions(FILE *out, unsigned index, const bd_board *board)
{
    fprintf(out, "static const bd_region regions_%u[] = {\n", index);
    for (unsigned r = 0; r < board->ek->regions; r++) {
        fputs("    {", out);
        print_text(out, board->region[r].id);
        fputs(", ", out);
        print_text(out, board->region[r].colour);
        fputs("},\n", out);
    }
    fputs("};\n", out);
}

static void print_city(FILE *out, const bd_city *city)
{
    fputs("    {.id = ", out);
    print_text(out, city->id);
    fputs(", .name = ", out);
    print_text(out, city->name);
    fputs(", .country = ", out);
    print_text(out, city->country);
    fprintf(out, ", .lat = %.9g, .lon = %.9g,\n     .alias = {", city->lat, city->lon);
    for (unsigned i = 0; city->alias[i]; i++) {
        print_text(out, city->alias[i]);
        fputs(", ", out);
    }
    fputs("NULL}},\n", out);
}

static void print_board_names(FILE *out, unsigned index, const bd_board *board)
{
    fputs("    {", out);
    print_text(out, board->id);
    fputs(", ", out);
    print_text(out, board->base);
    fputs(", ", out);
    print_text(out, board->name);
    fprintf(out, ", &ek_boards[%u], regions_%u, cities_%u},\n", index, index, index);
}

static void print_boards(FILE *out, const game_facts *facts)
{
    for (unsigned i = 0; i < facts->boards; i++) {
        const bd_board *board = &facts->board[i]->board;
        fprintf(out, "\n/* %s */\n", board->id);
        print_regions(out, i, board);
        fprintf(out, "static const bd_city cities_%u[] = {\n", i);
        for (unsigned city = 0; city < board->ek->cities; city++)
            print_city(out, &board->city[city]);
        fputs("};\n", out);
    }
    fprintf(out, "\nconst unsigned bd_board_count = %u;\nconst bd_board bd_boards[] = {\n",
            facts->boards);
    for (unsigned i = 0; i < facts->boards; i++)
        print_board_names(out, i, &facts->board[i]->board);
    fputs("};\n", out);
}

static void print_standard(FILE *out, const game_facts *facts)
{
    const bd_standard *standard = &facts->standard;
    fputs("\nstatic const bd_refill refills[] = {\n", out);
    for (unsigned i = 0; i < standard->refills; i++) {
        fputs("    {", out);
        print_text(out, standard->refill[i].name);
        fputs(", ", out);
        print_refill(out, standard->refill[i].tokens);
        fputs("},\n", out);
    }
    fputs("};\n\nstatic const bd_deck decks[] = {\n", out);
    for (unsigned i = 0; i < standard->decks; i++) {
        fputs("    {", out);
        print_text(out, standard->deck[i].name);
        fprintf(out, ", %u, ", standard->deck[i].edition);
        print_deck(out, &standard->deck[i].rule);
        fputs("},\n", out);
    }
    fputs("};\n\nconst bd_standard bd_standard_tables = {\n    .tables = &ek_tables,\n", out);
    fputs("    .refill = refills,\n    .deck = decks,\n", out);
    fprintf(out, "    .refills = %u,\n    .decks = %u,\n    .default_refill = %u,\n",
            standard->refills, standard->decks, standard->default_refill);
    print_field(out, "default_deck", standard->default_deck, EK_EDITIONS);
    fputs("    .default_start = {", out);
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        fputs(edition ? ", " : "", out);
        print_bytes(out, standard->default_start[edition], EK_FUELS);
    }
    fputs("},\n};\n", out);
}

void print_names(FILE *out, const game_facts *facts)
{
    fprintf(out, "%s#include \"standard.h\"\n", head);
    print_boards(out, facts);
    print_standard(out, facts);
}
