/* Loading boards of the user's own, to play with the same tables. */
#include <stdio.h>

#include "load.h"

/* ------------------------------------------------------------------------------------- zones */

/* Too few cities alone never cause this: three players need three cities, and their three regions
 * have at least one each. */
static bool fail_unplayable(bd_reader *reader, enum ek_edition edition)
{
    bd_at(reader, "%s", bd_edition_words[edition]);
    return bd_fail(reader,
                   "no number of players can play: two players need a connected zone of %u regions "
                   "that contains the home regions",
                   ek_tables.thresholds[edition][0].areas);
}

static bool fail_wide(bd_reader *reader, const bd_board *board, unsigned zone)
{
    char regions[EK_REGIONS * (BD_ID_MAX + 2)] = "";
    size_t length = 0;
    for (unsigned r = 0; r < board->ek->regions; r++)
        if (zone >> r & 1)
            length += (size_t)snprintf(regions + length, sizeof regions - length, "%s%s",
                                       length ? ", " : "", board->region[r].id);
    bd_at(reader, "zone %s", regions);
    return bd_fail(reader, "the cheapest path between two of its cities costs %d or more",
                   EK_UNREACHABLE - 1);
}

/* Compiles the rules of every zone for a number of players: paths inside a zone can be longer than
 * on the whole board. */
static bool zones_fit(bd_reader *reader, const bd_board *board, enum ek_edition edition,
                      unsigned players)
{
    uint8_t zones[EK_ZONES_MAX];
    const unsigned areas = ek_tables.thresholds[edition][players - 2].areas;
    const unsigned count = ek_zones(board->ek, areas, zones);
    for (unsigned i = 0; i < count; i++) {
        ek_rules rules;
        const ek_config config = {
            .edition = (uint8_t)edition, .players = (uint8_t)players, .zone = zones[i]};
        if (ek_rules_init(&rules, board->ek, &config) == EK_REASON_BOARD_TOO_WIDE)
            return fail_wide(reader, board, zones[i]);
    }
    return true;
}

static bool is_playable(bd_reader *reader, const bd_board *board)
{
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        const enum ek_edition edition = (enum ek_edition)e;
        if (!(board->ek->editions >> e & 1))
            continue;
        const unsigned counts = bd_player_counts(board->ek, edition);
        if (counts == 0)
            return fail_unplayable(reader, edition);
        for (unsigned players = 2; players <= EK_SEATS; players++)
            if (counts >> players & 1 && !zones_fit(reader, board, edition, players))
                return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------- loading */

static bd_board *load(bd_reader *reader, json_t *root)
{
    bd_loaded *loaded = root ? bd_read_board(reader, root, &bd_standard_tables) : NULL;
    if (!loaded)
        return NULL;
    if (is_playable(reader, &loaded->board))
        return &loaded->board;
    bd_free(&loaded->board);
    return NULL;
}

bd_board *bd_load_file(const char *path, bd_error *error)
{
    bd_reader reader = {.file = path, .error = error};
    return load(&reader, bd_parse_file(&reader));
}

bd_board *bd_load_text(const char *name, const char *text, size_t size, bd_error *error)
{
    bd_reader reader = {.file = name, .error = error};
    return load(&reader, bd_parse_text(&reader, text, size));
}

json_t *bd_source(const bd_board *board)
{
    for (unsigned i = 0; i < bd_board_count; i++)
        if (board == &bd_boards[i])
            return NULL;
    return ((const bd_loaded *)board)->source;
}
