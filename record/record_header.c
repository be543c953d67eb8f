/* The header of a record. Its lines are collected first and then read in a fixed order, because
 * some lines name seats that another line defines. The format is described at the top of
 * record_read.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_parts.h"
#include "words_text.h"

static bool has(const rec_reader *r, enum rec_key key)
{
    return r->header[key].value.number != 0;
}

/* Fails at the value of a header line. */
static bool fail_at(const rec_reader *r, enum rec_key key, rec_error *error, const char *code,
                    const char *text)
{
    rec_place(&r->header[key].value, error);
    return rec_fail(error, code, "%s", text);
}

static bool expect_end(rec_cursor *c, rec_error *error)
{
    if (rec_at_end(c))
        return true;
    rec_place(c, error);
    return rec_fail(error, "bad-syntax", "Expected the end of the line, not '%.40s'.", c->at);
}

/* ----------------------------------------------------------------------------- table and board */

static bool read_rules(rec_reader *r, rec_cursor *c, rec_error *error)
{
    unsigned version;
    (void)r;
    rec_place(c, error);
    if (!rec_take_number(c, UINT16_MAX, &version) || version == 0)
        return rec_fail(error, "bad-syntax", "Expected the version of the rules, a number.");
    if (version > EK_RULES_VERSION)
        return rec_fail(error, "other-version",
                        "The record needs rules %u; these are rules %d: update Elektro.", version,
                        EK_RULES_VERSION);
    return true;
}

static bool read_edition(rec_reader *r, rec_cursor *c, rec_error *error)
{
    char word[BD_ID_MAX + 1];
    rec_place(c, error);
    const int edition = rec_take_word(c, word, sizeof word) ? rec_edition_named(word) : -1;
    if (edition < 0)
        return rec_fail(error, "bad-edition", "Expected classic or recharged.");
    r->options.edition = (uint8_t)edition;
    return true;
}

/* Only a file in the record's folder is opened, because the record may come from a stranger. */
static bool load_own_board(rec_reader *r, const char *file, rec_error *error)
{
    bd_error why;
    char path[4096];
    const char *slash = strrchr(r->name, '/');
    const int folder = slash ? (int)(slash - r->name) + 1 : 0;
    if (strchr(file, '/') || strchr(file, '\\') || file[0] == '.')
        return fail_at(r, KEY_BOARD_FILE, error, "bad-board-file",
                       "Expected the name of a file beside the record, without a folder.");
    if (snprintf(path, sizeof path, "%.*s%s", folder, r->name, file) >= (int)sizeof path)
        return fail_at(r, KEY_BOARD_FILE, error, "bad-board-file", "The path is too long.");
    r->options.board = bd_load_file(path, &why);
    r->options.board_owned = r->options.board != NULL;
    return r->options.board || fail_at(r, KEY_BOARD_FILE, error, "bad-board-file", why.text);
}

static bool read_board(rec_reader *r, rec_cursor *c, rec_error *error)
{
    char id[BD_NAME_MAX + 1];
    bool quoted;
    const rec_cursor start = *c;
    if (!rec_take_text(c, "", id, sizeof id, &quoted, error))
        return false;
    if (!has(r, KEY_BOARD_FILE)) {
        r->options.board = bd_find(id, r->options.edition);
        rec_place(&start, error);
        return r->options.board ||
               rec_fail(error, "no-such-board",
                        "No board '%.40s' comes with Elektro in the %s edition.", id,
                        rec_edition_word(r->options.edition));
    }
    rec_cursor file = r->header[KEY_BOARD_FILE].value;
    char *name = r->options.board_file;
    if (!rec_take_text(&file, "", name, sizeof r->options.board_file, &quoted, error) ||
        !load_own_board(r, name, error))
        return false;
    return rec_same_name(id, r->options.board->id) ||
           fail_at(r, KEY_BOARD, error, "no-such-board", "The board file has another id.");
}

static bool read_fingerprint(rec_reader *r, rec_cursor *c, rec_error *error)
{
    char word[BD_ID_MAX + 1];
    char expected[BD_ID_MAX + 1];
    rec_place(c, error);
    if (!has(r, KEY_BOARD_FILE))
        return rec_fail(error, "bad-syntax", "Only a user-made board has a fingerprint.");
    snprintf(expected, sizeof expected, "%016llx",
             (unsigned long long)rec_board_fingerprint(r->options.board));
    return (rec_take_word(c, word, sizeof word) && strcmp(word, expected) == 0) ||
           rec_fail(error, "other-board",
                    "The board file is not the one the game was played on: its fingerprint is %s.",
                    expected);
}

static bool read_options(rec_reader *r, rec_cursor *c, rec_error *error)
{
    do {
        char word[BD_ID_MAX + 1] = "";
        unsigned i = 0;
        rec_skip_spaces(c);
        rec_place(c, error);
        rec_take_word(c, word, sizeof word);
        while (i < EK_OPTIONS && strcmp(word, rec_option_words[i]) != 0)
            i++;
        if (i == EK_OPTIONS)
            return rec_fail(error, "bad-option",
                            "Expected starting-cities, first-game or open-money.");
        r->options.options |= (uint8_t)(1u << i);
    } while (rec_skip(c, ','));
    return true;
}

/* ------------------------------------------------------------------------------------- players */

/* "seat 2" in place of a name means that the player has none. */
static bool read_player(rec_reader *r, rec_cursor *c, rec_error *error)
{
    rec_options *o = &r->options;
    unsigned long number;
    bool quoted;
    rec_skip_spaces(c);
    rec_place(c, error);
    if (o->players == EK_SEATS)
        return rec_fail(error, "bad-players", "Expected at most %d players.", EK_SEATS);
    char *name = o->name[o->players++];
    if (!rec_take_text(c, ",", name, REC_NAME_MAX, &quoted, error))
        return false;
    if (quoted || !rec_is_seat(name, &number))
        return name[0] || rec_fail(error, "bad-syntax", "Expected a name.");
    if (number != o->players)
        return rec_fail(error, "bad-players", "Expected a name, or 'seat %u' if it has none.",
                        o->players);
    name[0] = '\0';
    return true;
}

static bool read_players(rec_reader *r, rec_cursor *c, rec_error *error)
{
    const rec_cursor start = *c;
    unsigned players;
    r->options.players = 0;
    if (rec_take_number(c, EK_SEATS, &players) && rec_at_end(c) && players >= 2) {
        r->options.players = (uint8_t)players;
        return true;
    }
    *c = start;
    do {
        if (!read_player(r, c, error))
            return false;
    } while (rec_skip(c, ','));
    return r->options.players >= 2 ||
           fail_at(r, KEY_PLAYERS, error, "bad-players", "Expected two to six players.");
}

static bool find_name(const rec_options *o, const char *name, unsigned *seat, rec_error *error)
{
    unsigned found = 0;
    for (unsigned i = 0; i < o->players; i++)
        if (rec_same_name(name, o->name[i])) {
            *seat = i;
            found++;
        }
    if (found > 1)
        return rec_fail(error, "ambiguous-name",
                        "More than one player is called '%.64s': name the seat by its number.",
                        name);
    return found || rec_fail(error, "no-such-player", "No player is called '%.64s'.", name);
}

bool rec_take_seat(const rec_options *options, rec_cursor *cursor, const char *stops,
                   unsigned *seat, rec_error *error)
{
    char name[REC_NAME_MAX];
    unsigned long number;
    bool quoted;
    rec_skip_spaces(cursor);
    const rec_cursor start = *cursor;
    if (!rec_take_text(cursor, stops, name, sizeof name, &quoted, error))
        return false;
    rec_place(&start, error);
    if (quoted || !rec_is_seat(name, &number))
        return find_name(options, name, seat, error);
    *seat = (unsigned)number - 1;
    return (number >= 1 && number <= options->players) ||
           rec_fail(error, "no-such-player", "Expected a seat from 1 to %u.", options->players);
}

/* --------------------------------------------------------------------------------------- start */

static bool read_zone(rec_reader *r, rec_cursor *c, rec_error *error)
{
    const bd_board *board = r->options.board;
    char id[BD_NAME_MAX + 1];
    bool quoted;
    r->options.zone_choice = JN_ZONE_GIVEN;
    do {
        rec_skip_spaces(c);
        const rec_cursor start = *c;
        if (!rec_take_text(c, ",", id, sizeof id, &quoted, error))
            return false;
        if (r->options.zone == 0 && rec_same_name(id, "draft") && rec_at_end(c)) {
            r->options.zone_choice = JN_ZONE_DRAFT;
            return true;
        }
        const int region = bd_region_named(board, id);
        rec_place(&start, error);
        if (region < 0)
            return rec_fail(error, "no-such-region", "%s has no region '%.40s'.", board->name, id);
        if (r->options.zone >> region & 1)
            return rec_fail(error, "region-taken", "%s", rec_reason_text(EK_REASON_REGION_TAKEN));
        r->options.zone |= (uint8_t)(1u << region);
    } while (rec_skip(c, ','));
    return true;
}

static bool read_order(rec_reader *r, rec_cursor *c, rec_error *error)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < r->options.players; i++) {
        unsigned seat;
        if (i > 0 && !rec_skip(c, ','))
            return rec_place(c, error),
                   rec_fail(error, "bad-order", "Expected a comma and all %u players.",
                            r->options.players);
        if (!rec_take_seat(&r->options, c, ",", &seat, error))
            return false;
        if (seen >> seat & 1)
            return rec_refuse(error, EK_REASON_BAD_ORDER);
        seen |= 1u << seat;
        r->order[i] = (uint8_t)seat;
    }
    return true;
}

/* A plant of a list; commas are optional. */
static bool take_plant(rec_cursor *c, unsigned *plant, rec_error *error)
{
    rec_skip(c, ',');
    rec_skip_spaces(c);
    rec_place(c, error);
    if (rec_take_number(c, EK_PLANT_NUMBERS - 1, plant) && ek_tables.plants >> *plant & 1)
        return true;
    return rec_fail(error, "no-such-plant", "Expected the number of a plant.");
}

static bool read_market(rec_reader *r, rec_cursor *c, rec_error *error)
{
    unsigned plant;
    while (!rec_at_end(c)) {
        if (!take_plant(c, &plant, error))
            return false;
        if (r->market >> plant & 1)
            return rec_fail(error, "bad-market", "Plant %u is named twice.", plant);
        r->market |= UINT64_C(1) << plant;
    }
    return r->market || fail_at(r, KEY_MARKET, error, "bad-market",
                                "Expected the plants of the opening market.");
}

static bool read_script(rec_reader *r, rec_cursor *c, rec_error *error)
{
    unsigned plant;
    rec_options *o = &r->options;
    while (!rec_at_end(c)) {
        if (!take_plant(c, &plant, error))
            return false;
        if (o->script_count == REC_SCRIPT_MAX)
            return rec_fail(error, "script-too-long", "Expected at most %d cards.", REC_SCRIPT_MAX);
        o->script[o->script_count++] = (uint8_t)plant;
    }
    return true;
}

static bool read_commitment(rec_reader *r, rec_cursor *c, rec_error *error)
{
    bool quoted;
    return rec_take_text(c, "", r->options.commitment, REC_SEED_MAX, &quoted, error);
}

/* With a seed, its cards must be those of the record. */
static bool read_seed(rec_reader *r, rec_cursor *c, rec_error *error)
{
    bool quoted;
    r->options.chance = EK_CHANCE_SEED;
    return rec_take_text(c, "", r->options.seed, REC_SEED_MAX, &quoted, error);
}

/* Order and market that the seed drew are not set, so that the generator draws them again. */
static bool read_drawn(rec_reader *r, rec_cursor *c, rec_error *error)
{
    rec_options *o = &r->options;
    do {
        char word[BD_ID_MAX + 1] = "";
        rec_skip_spaces(c);
        rec_place(c, error);
        rec_take_word(c, word, sizeof word);
        const bool order = strcmp(word, "order") == 0;
        if (!order && strcmp(word, "market") != 0)
            return rec_fail(error, "bad-syntax", "Expected order or market.");
        if (!has(r, KEY_SEED))
            continue; /* a record whose seed was removed replays as well */
        if (order)
            o->order_given = 0;
        else
            o->market = 0;
    } while (rec_skip(c, ','));
    return true;
}

/* ------------------------------------------------------------------------------------- the whole
 */

typedef bool read_line(rec_reader *r, rec_cursor *c, rec_error *error);

/* In this order; required lines have no default. The board file is read with the board, the result
 * after the replay; the engine's name is for people. */
static const struct header_line {
    enum rec_key key;
    bool needed;
    read_line *read;
} header_lines[] = {
    {KEY_RULES, false, read_rules},     {KEY_EDITION, true, read_edition},
    {KEY_BOARD, true, read_board},      {KEY_BOARD_FINGERPRINT, false, read_fingerprint},
    {KEY_OPTIONS, false, read_options}, {KEY_PLAYERS, true, read_players},
    {KEY_ZONE, true, read_zone},        {KEY_ORDER, true, read_order},
    {KEY_MARKET, true, read_market},    {KEY_COMMITMENT, false, read_commitment},
    {KEY_SEED, false, read_seed},       {KEY_SCRIPT, false, read_script},
};

static bool read_line_of(rec_reader *r, enum rec_key key, read_line *read, rec_error *error)
{
    rec_cursor c = r->header[key].value;
    return read(r, &c, error) && expect_end(&c, error);
}

static bool read_lines(rec_reader *r, rec_error *error)
{
    for (unsigned i = 0; i < sizeof header_lines / sizeof *header_lines; i++) {
        const struct header_line *line = &header_lines[i];
        if (has(r, line->key)) {
            if (!read_line_of(r, line->key, line->read, error))
                return false;
        } else if (line->needed) {
            rec_place(&r->cursor, error);
            return rec_fail(error, "header-incomplete", "Expected a line '%s: …' in the header.",
                            rec_key_words[line->key]);
        }
    }
    return true;
}

/* The header line that caused an error of rec_new. */
static enum rec_key key_of(const char *code)
{
    static const struct blame {
        ek_reason reason;
        enum rec_key key;
    } blames[] = {{EK_REASON_BAD_OPTION, KEY_OPTIONS},  {EK_REASON_BAD_ZONE_SIZE, KEY_ZONE},
                  {EK_REASON_ZONE_APART, KEY_ZONE},     {EK_REASON_NO_ZONE, KEY_ZONE},
                  {EK_REASON_ZONE_TOO_SMALL, KEY_ZONE}, {EK_REASON_BAD_MARKET, KEY_MARKET},
                  {EK_REASON_BAD_PLAYERS, KEY_PLAYERS}, {EK_REASON_BAD_ORDER, KEY_ORDER}};
    for (unsigned i = 0; i < sizeof blames / sizeof *blames; i++)
        if (strcmp(code, rec_reason_word(blames[i].reason)) == 0)
            return blames[i].key;
    return strcmp(code, "bad-name") == 0 ? KEY_PLAYERS : KEY_BOARD;
}

/* Order and market of the seed must be those of the header. */
static bool check_drawn(rec_reader *r, rec_error *error)
{
    const ek_state *start = rec_state(r->game);
    if (memcmp(start->order, r->order, sizeof r->order) != 0)
        return fail_at(r, KEY_ORDER, error, "wrong-seed", "The seed draws another order.");
    return start->market == r->market ||
           fail_at(r, KEY_MARKET, error, "wrong-seed", "The seed draws another market.");
}

bool rec_read_header(rec_reader *r, rec_error *error)
{
    rec_options *o = &r->options;
    o->chance = EK_CHANCE_ASK;
    o->seed_known = true; /* the empty seed: nothing is left for it to decide */
    if (!read_lines(r, error))
        goto refused;
    o->order_given = 1;
    memcpy(o->order, r->order, sizeof o->order);
    o->market = r->market;
    if (has(r, KEY_DRAWN) && !read_line_of(r, KEY_DRAWN, read_drawn, error))
        goto refused;
    r->game = rec_new(o, error); /* owns the board now, even on failure */
    o->board_owned = false;
    if (!r->game) {
        rec_place(&r->header[key_of(error->code)].value, error);
        return false;
    }
    return check_drawn(r, error);
refused:
    if (o->board_owned)
        bd_free((bd_board *)o->board);
    return false;
}
