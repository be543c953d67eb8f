/* All of data/: the tables, every board of boards/, and how each edition is played on it. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"

/* A path below data/. */
typedef struct data_path {
    char text[PATH_MAX_BYTES];
} data_path;

static bool join(bd_reader *reader, const char *folder, const char *name, data_path *path)
{
    const int length = snprintf(path->text, sizeof path->text, "%s/%s", folder, name);
    reader->file = path->text;
    bd_at(reader, "%s", "");
    if (length < 0 || (size_t)length >= sizeof path->text)
        return bd_fail(reader, "the path is too long");
    return true;
}

/* -------------------------------------------------------------------- how a board is played */

/* The bases of several boards can be equal: one for each edition. */
static bool is_base(const game_facts *facts, const char *name)
{
    for (unsigned i = 0; i < facts->boards; i++)
        if (strcmp(facts->board[i]->board.base, name) == 0)
            return true;
    return false;
}

/* Checks that a table by board names no board that is not there. */
static bool names_boards(bd_reader *reader, json_t *by_board, const char *at,
                         const game_facts *facts)
{
    const char *name;
    json_t *entry;
    bd_at(reader, "%s", at);
    json_object_foreach(by_board, name, entry) if (!is_base(facts, name)) return bd_fail(
        reader, "unknown board '%s'", bd_quote(name).text);
    return true;
}

static bool read_start(bd_reader *reader, const game_facts *facts, const bd_board *board,
                       unsigned edition, ek_variant *variant)
{
    bd_at(reader, "%s", "");
    json_t *start = bd_member(reader, facts->source, "start", JSON_OBJECT);
    if (!start || !names_boards(reader, start, "start", facts))
        return false;
    json_t *editions = bd_member(reader, start, board->base, JSON_OBJECT);
    bd_at(reader, "start, %s", board->base);
    if (!editions || !bd_known_keys(reader, editions, bd_edition_words))
        return false;
    json_t *fuels = bd_member(reader, editions, bd_edition_words[edition], JSON_OBJECT);
    bd_at(reader, "start, %s, %s", board->base, bd_edition_words[edition]);
    return fuels && bd_read_start(reader, fuels, &facts->standard, variant);
}

static bool read_refill_of(bd_reader *reader, const game_facts *facts, const bd_board *board,
                           ek_variant *variant)
{
    bd_at(reader, "%s", "");
    json_t *by_board = bd_member(reader, facts->source, "refill_by_board", JSON_OBJECT);
    if (!by_board || !names_boards(reader, by_board, "refill_by_board", facts))
        return false;
    json_t *name = bd_member(reader, by_board, board->base, JSON_STRING);
    bd_at(reader, "refill_by_board, %s", board->base);
    return name && bd_read_refill(reader, name, &facts->standard, variant);
}

static bool read_special_rules(bd_reader *reader, json_t *rules, const game_facts *facts,
                               const bd_board *board, unsigned edition, ek_variant *variant)
{
    if (!names_boards(reader, rules, "", facts))
        return false;
    if (!json_object_get(rules, board->base))
        return true;
    json_t *editions = bd_member(reader, rules, board->base, JSON_OBJECT);
    const char *word = bd_edition_words[edition];
    bd_at(reader, "%s", board->base);
    if (!editions || !bd_known_keys(reader, editions, bd_edition_words))
        return false;
    if (!json_object_get(editions, word))
        return true;
    json_t *entry = bd_member(reader, editions, word, JSON_OBJECT);
    bd_at(reader, "%s, %s", board->base, word);
    return entry && bd_read_rules(reader, entry, &facts->standard, board, edition, variant);
}

typedef bool read_variant(bd_reader *reader, json_t *source, const game_facts *facts,
                          const bd_board *board, unsigned edition, ek_variant *variant);

static bool read_tables_of(bd_reader *reader, json_t *source, const game_facts *facts,
                           const bd_board *board, unsigned edition, ek_variant *variant)
{
    (void)source;
    return read_start(reader, facts, board, edition, variant) &&
           read_refill_of(reader, facts, board, variant);
}

static bool for_each_variant(bd_reader *reader, json_t *source, game_facts *facts,
                             read_variant *read)
{
    for (unsigned i = 0; i < facts->boards; i++) {
        bd_loaded *loaded = facts->board[i];
        for (unsigned e = 0; e < EK_EDITIONS; e++)
            if (loaded->ek.editions >> e & 1 &&
                !read(reader, source, facts, &loaded->board, e, &loaded->ek.variant[e]))
                return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------- the boards */

/* Two boards must not be the same board of the same edition. */
static bool is_new(bd_reader *reader, const game_facts *facts, const bd_board *board)
{
    for (unsigned i = 0; i < facts->boards; i++) {
        const bd_board *other = &facts->board[i]->board;
        if (strcmp(other->base, board->base) == 0 && other->ek->editions & board->ek->editions)
            return bd_fail(reader, "board '%s' is this one in the same edition already", other->id);
    }
    return true;
}

static bool read_board(bd_reader *reader, const char *name, game_facts *facts)
{
    if (facts->boards == BOARDS_MAX)
        return bd_fail(reader, "more than %d boards", BOARDS_MAX);
    json_t *root = bd_parse_file(reader);
    bd_loaded *loaded = root ? bd_read_board(reader, root, &facts->standard) : NULL;
    if (!loaded)
        return false;
    const bool fresh = is_new(reader, facts, &loaded->board);
    facts->board[facts->boards++] = loaded;
    const size_t length = strlen(loaded->board.id);
    if (strncmp(name, loaded->board.id, length) != 0 || strcmp(name + length, ".json") != 0)
        return bd_fail(reader, "'id' must be the name of the file, not '%s'", loaded->board.id);
    return fresh;
}

static int is_json(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

/* In the order of bytes, whatever the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool read_boards(bd_reader *reader, const char *data_dir, game_facts *facts)
{
    data_path folder;
    data_path file;
    struct dirent **entries;
    if (!join(reader, data_dir, "boards", &folder))
        return false;
    const int count = scandir(folder.text, &entries, is_json, by_name);
    if (count < 0)
        return bd_fail(reader, "cannot be listed: %s", strerror(errno));
    bool read = count > 0 || bd_fail(reader, "no board here");
    for (int i = 0; i < count; i++) {
        read = read && join(reader, folder.text, entries[i]->d_name, &file) &&
               read_board(reader, entries[i]->d_name, facts);
        free(entries[i]);
    }
    free(entries);
    return read;
}

/* ------------------------------------------------------------------------------------- all */

bool read_facts(const char *data_dir, game_facts *facts, bd_error *error)
{
    bd_reader reader = {.error = error};
    data_path tables;
    data_path rules;
    facts->standard.tables = &facts->tables;
    facts->standard.refill = facts->refill;
    facts->standard.deck = facts->deck;
    if (!join(&reader, data_dir, "tables.json", &tables))
        return false;
    facts->source = bd_parse_file(&reader);
    if (!facts->source || !read_tables(&reader, facts->source, facts) ||
        !read_decks(&reader, facts->source, facts) || !read_boards(&reader, data_dir, facts))
        return false;
    reader.file = tables.text;
    if (!for_each_variant(&reader, facts->source, facts, read_tables_of) ||
        !join(&reader, data_dir, "board-rules.json", &rules))
        return false;
    json_t *source = bd_parse_file(&reader);
    const bool read = source && for_each_variant(&reader, source, facts, read_special_rules);
    json_decref(source);
    return read;
}

void free_facts(game_facts *facts)
{
    for (unsigned i = 0; i < facts->boards; i++)
        bd_free(&facts->board[i]->board);
    json_decref(facts->source);
}
