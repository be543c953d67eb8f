/*
 * Reading a record: every line and every move is checked.
 *
 * A record is a text of UTF-8, at most 4 MiB, its lines at most 2047 bytes long and ended by LF or
 * CR LF. A comment runs from '#' to the end of its line. Empty lines are ignored, and a space may
 * be repeated. Keys, words and names may be written in any case,
 * cities and regions in any spelling the board knows.
 *
 * The first line is "elektro 1": the version of the format. Then comes the header, in any order:
 *
 *     engine: TEXT               the program that wrote the record; for people
 *     rules: NUMBER              EK_RULES_VERSION of the game; newer ones are refused
 *     edition: WORD              classic or recharged (*)
 *     board: ID                  a board that comes with Elektro, or the user's own (*)
 *     board-file: FILE           the user's own board: a file in the folder of the record
 *     board-fingerprint: HEX     a hash of that board, to recognize another one
 *     options: WORD, …           starting-cities, first-game, open-money
 *     players: NAME, …           the seats from 1 on; or only their number (*)
 *     zone: REGION, …            or "draft": the moves choose it (*)
 *     order: SEAT, …             the first order of play (*)
 *     market: PLANT …            the opening market (*)
 *     commitment: TEXT           to the seed, published before the game; not checked
 *     seed: TEXT                 the seed that draws the cards
 *     drawn: order, market       which of these the seed drew before the cards
 *     script: PLANT …            cards that come before those of the seed or of the caller
 *     result: RANK. SEAT supplies N, has N, owns N; …       once the game has ended
 *
 * Lines marked (*) are required. A SEAT is a player's name, or "seat 2", or just "2"; a player
 * without a name is "seat 2" among the players too. A text with one of " \ # : , ; in it, a name
 * that begins with a digit or looks like a seat, and an empty text stand in quotation marks, where
 * \" and \\ mean " and \. The first other line begins the game:
 *
 *     NUMBER. SEAT: MOVE         a move, in the words of notation.h; the number may be left out
 *     draw PLANT                 a card that was turned up
 *     top BACK                   plug or socket: the back of the card now on top of the deck; may
 *                                follow its "draw PLANT" on one line, after a comma
 *
 * Moves are numbered from 1. Every card that is turned up after the opening market is named, at the
 * point where it is turned up; backs may be left out. A result must be that of the game.
 */
#include "record.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_parts.h"
#include "words_text.h"

/* --------------------------------------------------------------------------------------- lines */

size_t rec_find_comment(const char *line)
{
    bool quoted = false;
    size_t length = 0;
    for (; line[length] && (quoted || line[length] != '#'); length++) {
        if (line[length] == '"')
            quoted = !quoted;
        else if (quoted && line[length] == '\\' && line[length + 1])
            length++;
    }
    return length;
}

/* Cuts the comment and the spaces before it off a line. */
static void cut_comment(char *line)
{
    size_t length = rec_find_comment(line);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    line[length] = '\0';
}

/* A line must be UTF-8, without control characters except tabs. */
static bool check_line(rec_reader *r, size_t length, rec_error *error)
{
    rec_cursor *c = &r->cursor;
    const char *end = r->buffer + length;
    while (c->at < end) {
        const size_t bytes = rec_utf8_length(c->at);
        const unsigned char first = (unsigned char)*c->at;
        if (bytes == 0 || (first < 0x20 && first != '\t') || first == 0x7f) {
            rec_place(c, error);
            return rec_fail(error, "bad-text", "Expected text in UTF-8, not the byte 0x%02x.",
                            first);
        }
        c->at += bytes;
    }
    c->at = r->buffer;
    return true;
}

/* Takes the next line, its comment cut off, as the cursor. At the end of the record the cursor
 * stays behind the last line and *more is false. */
static bool next_line(rec_reader *r, bool *more, rec_error *error)
{
    *more = r->at < r->end;
    if (!*more) {
        r->cursor.at = r->cursor.line + strlen(r->cursor.line);
        return true;
    }
    const char *feed = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t length = (size_t)((feed ? feed : r->end) - r->at);
    r->cursor = (rec_cursor){r->buffer, r->buffer, r->cursor.number + 1};
    if (length >= sizeof r->buffer) {
        rec_place(&r->cursor, error);
        return rec_fail(error, "line-too-long", "Expected at most %zu bytes in a line.",
                        sizeof r->buffer - 1);
    }
    memcpy(r->buffer, r->at, length);
    r->at += feed ? length + 1 : length;
    if (length > 0 && r->buffer[length - 1] == '\r')
        length--;
    r->buffer[length] = '\0';
    if (!check_line(r, length, error))
        return false;
    cut_comment(r->buffer);
    return true;
}

/* The same, skipping empty lines. */
static bool next_full_line(rec_reader *r, bool *more, rec_error *error)
{
    do {
        if (!next_line(r, more, error))
            return false;
    } while (*more && rec_at_end(&r->cursor));
    return true;
}

/* -------------------------------------------------------------------------------------- header */

static bool read_version(rec_reader *r, rec_error *error)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin UTF-8 with it */
    char word[BD_ID_MAX + 1];
    unsigned version;
    bool more;
    if ((size_t)(r->end - r->at) >= sizeof mark - 1 && memcmp(r->at, mark, sizeof mark - 1) == 0)
        r->at += sizeof mark - 1;
    if (!next_line(r, &more, error))
        return false;
    r->cursor.number = 1; /* also in an empty record */
    rec_place(&r->cursor, error);
    if (!more || !rec_take_word(&r->cursor, word, sizeof word) || strcmp(word, "elektro") != 0 ||
        !rec_take_number(&r->cursor, UINT16_MAX, &version) || !rec_at_end(&r->cursor))
        return rec_fail(error, "not-a-record", "Expected 'elektro %d' on the first line.",
                        REC_RECORD_VERSION);
    return version == REC_RECORD_VERSION ||
           rec_fail(error, "other-version", "Expected a record of version %d, not %u.",
                    REC_RECORD_VERSION, version);
}

/* The key of the header line at the cursor; KEYS if it is not a header line. */
static enum rec_key take_key(rec_cursor *cursor)
{
    char word[BD_ID_MAX + 1];
    rec_cursor c = *cursor;
    if (!rec_take_word(&c, word, sizeof word) || !rec_skip(&c, ':'))
        return KEYS;
    for (unsigned key = 0; key < KEYS; key++)
        if (strcmp(word, rec_key_words[key]) == 0) {
            rec_skip_spaces(&c);
            *cursor = c;
            return (enum rec_key)key;
        }
    return KEYS;
}

static bool keep_header_line(rec_reader *r, enum rec_key key, rec_error *error)
{
    rec_cursor *value = &r->header[key].value;
    if (value->number) {
        r->cursor.at = r->cursor.line;
        rec_place(&r->cursor, error);
        return rec_fail(error, "said-twice", "The line '%s:' is repeated; the first is line %u.",
                        rec_key_words[key], value->number);
    }
    memcpy(r->header[key].text, r->buffer, sizeof r->buffer);
    *value = r->cursor;
    value->line = r->header[key].text;
    value->at = value->line + (r->cursor.at - r->buffer);
    return true;
}

/* Leaves the cursor at the first line of the game, if there is one. */
static bool collect_header(rec_reader *r, bool *more, rec_error *error)
{
    for (;;) {
        if (!next_full_line(r, more, error))
            return false;
        const enum rec_key key = *more ? take_key(&r->cursor) : KEYS;
        if (key == KEYS)
            return true;
        if (!keep_header_line(r, key, error))
            return false;
    }
}

/* ------------------------------------------------------------------------------- cards and backs
 */

/* Takes the entries of the line that a move or a card has just added. The record names the first
 * of them by that move or card. */
static bool take_entries(rec_reader *r, unsigned seat, const ek_state *before, rec_error *error)
{
    const jn_game *j = rec_journal(r->game);
    const rec_applied_line line = {j->line[j->lines - 1], seat, before, &j->now.state,
                                   rec_events(r->game)};
    r->last.count = 0;
    r->named = 1;
    return rec_add_entries(&r->last, &line) || rec_refuse_line(error, NULL, NULL, JN_NO_MEMORY);
}

/* The first entry that the record has not named yet; NULL if all are named. */
static const rec_entry *unnamed(const rec_reader *r)
{
    return r->named < r->last.count ? &r->last.list[r->named] : NULL;
}

/* The same, skipping backs: they need not be named. */
static const rec_entry *unnamed_card(rec_reader *r)
{
    const rec_entry *entry = unnamed(r);
    while (entry && entry->kind == REC_BACK) {
        r->named++;
        entry = unnamed(r);
    }
    return entry;
}

static bool read_card(rec_reader *r, rec_error *error)
{
    unsigned plant;
    rec_skip_spaces(&r->cursor);
    rec_place(&r->cursor, error);
    if (!rec_take_number(&r->cursor, EK_PLANT_NUMBERS - 1, &plant))
        return rec_fail(error, "bad-syntax", "Expected the number of a plant after 'draw'.");
    const ek_state before = *rec_state(r->game);
    const rec_entry *entry = unnamed_card(r);
    r->plant = plant;
    if (!entry)
        return rec_draw(r->game, plant, error) && take_entries(r, EK_NOBODY, &before, error);
    if (entry->value != plant)
        return rec_fail(error, "wrong-seed", "Expected 'draw %u': that is the next card of the %s.",
                        entry->value, r->options.script_count ? "script or the seed" : "seed");
    r->named++;
    return true;
}

static bool read_back(rec_reader *r, rec_error *error)
{
    char word[BD_ID_MAX + 1] = "";
    rec_skip_spaces(&r->cursor);
    rec_place(&r->cursor, error);
    rec_take_word(&r->cursor, word, sizeof word);
    const int back = rec_back_named(word);
    if (back != EK_BACK_PLUG && back != EK_BACK_SOCKET)
        return rec_fail(error, "bad-syntax", "Expected plug or socket after 'top'.");
    const rec_entry *entry = unnamed(r);
    if (entry && (entry->kind != REC_BACK || entry->value != (unsigned)back))
        return rec_refuse(error, EK_REASON_WRONG_BACK);
    if (!entry)
        return rec_state(r->game)->top_back == back || /* already known */
               rec_show_back(r->game, (enum ek_back)back, error);
    r->named++;
    return true;
}

/* "draw 17", "top plug", or both. */
static bool read_chance(rec_reader *r, bool card, rec_error *error)
{
    char word[BD_ID_MAX + 1];
    if (card) {
        if (!read_card(r, error))
            return false;
        rec_skip(&r->cursor, ',');
        if (rec_at_end(&r->cursor))
            return true;
        rec_place(&r->cursor, error);
        if (!rec_take_word(&r->cursor, word, sizeof word) || strcmp(word, "top") != 0)
            return rec_fail(error, "bad-syntax", "Expected 'top' and a back, or nothing more.");
    }
    if (!read_back(r, error))
        return false;
    rec_place(&r->cursor, error);
    return rec_at_end(&r->cursor) || rec_fail(error, "bad-syntax", "Expected nothing more.");
}

/* --------------------------------------------------------------------------------------- moves */

static bool check_number(rec_reader *r, rec_error *error)
{
    const rec_cursor start = r->cursor;
    unsigned number;
    if (!rec_take_number(&r->cursor, REC_STEPS_MAX, &number) || !rec_skip(&r->cursor, '.')) {
        r->cursor = start;
        return true;
    }
    rec_place(&start, error);
    return number == r->moves + 1 ||
           rec_fail(error, "wrong-number", "Expected move %u, not %u.", r->moves + 1, number);
}

/* The seat must be the one to move, and no card may be missing before the move. */
static bool check_seat(rec_reader *r, unsigned seat, rec_error *error)
{
    char name[REC_NAME_MAX * 2 + 2];
    rec_out out = {.text = name, .room = sizeof name};
    const ek_state *state = rec_state(r->game);
    const unsigned to_move = ek_to_move(state);
    const rec_entry *card = unnamed_card(r);
    if (card)
        return rec_fail(error, "card-missing", "Expected 'draw %u' before this move.", card->value);
    if (to_move == EK_NOBODY)
        return rec_refuse(error, ek_why(rec_rules(r->game), state, seat, 0));
    if (to_move == seat)
        return true;
    rec_add_seat(&out, &r->options, to_move);
    return rec_fail(error, "not-your-turn", "Expected a move of %s, whose turn it is.", name);
}

static bool read_move(rec_reader *r, rec_error *error)
{
    unsigned seat;
    if (!rec_take_seat(&r->options, &r->cursor, ":", &seat, error) || !check_seat(r, seat, error))
        return false;
    rec_place(&r->cursor, error);
    if (!rec_skip(&r->cursor, ':'))
        return rec_fail(error, "bad-syntax", "Expected a colon and a move.");
    rec_skip_spaces(&r->cursor);
    rec_place(&r->cursor, error);
    const ek_state before = *rec_state(r->game);
    if (!rec_play_text(r->game, r->cursor.at, error))
        return false;
    r->moves++;
    return take_entries(r, seat, &before, error);
}

/* A line is a move if it has a number or a colon, so that players may be called Draw and Top. */
static bool read_game_line(rec_reader *r, rec_error *error)
{
    char word[BD_ID_MAX + 1];
    rec_cursor c = r->cursor;
    if (rec_take_word(&c, word, sizeof word) && !strchr(c.at, ':')) {
        const bool card = strcmp(word, "draw") == 0;
        if (card || strcmp(word, "top") == 0) {
            r->cursor = c;
            return read_chance(r, card, error);
        }
    }
    return check_number(r, error) && read_move(r, error);
}

/* -------------------------------------------------------------------------------------- result */

/* Whether two texts are equal, ignoring spaces and case. */
static bool same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (isspace((unsigned char)*a))
            a++;
        while (isspace((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

static bool check_result(const rec_reader *r, rec_error *error)
{
    const rec_cursor *value = &r->header[KEY_RESULT].value;
    if (value->number == 0)
        return true;
    rec_place(value, error);
    if (ek_phase(rec_state(r->game)) != EK_PHASE_ENDED)
        return rec_fail(error, "not-ended",
                        "There is a result, but the game stops unfinished after line %u.",
                        r->cursor.number);
    rec_out out = {.grows = true};
    rec_add_result(&out, rec_options_of(r->game), rec_journal(r->game));
    const bool right = out.failed ? rec_fail(error, "no-memory", "There is not enough memory.")
                                  : same_words(value->at, out.text) ||
                                        rec_fail(error, "wrong-result", "Expected '%s'.", out.text);
    free(out.text);
    return right;
}

/* ----------------------------------------------------------------------------------- the whole */

static bool read_record(rec_reader *r, rec_error *error)
{
    bool more;
    if (!read_version(r, error) || !collect_header(r, &more, error) || !rec_read_header(r, error))
        return false;
    while (more) {
        r->plant = 0;
        if (!read_game_line(r, error))
            return false;
        if (r->watch)
            r->watch->line(r->watch->data, r->cursor.number, r->moves, r->plant);
        if (!next_full_line(r, &more, error))
            return false;
    }
    return check_result(r, error);
}

rec_game *rec_read(const char *name, const char *text, size_t size, rec_error *error)
{
    return rec_read_watched(name, text, size, NULL, error);
}

rec_game *rec_read_watched(const char *name, const char *text, size_t size, const rec_watch *watch,
                           rec_error *error)
{
    rec_reader *r = calloc(1, sizeof *r);
    *error = (rec_error){.line = 1, .column = 1};
    if (!r) {
        rec_refuse_line(error, NULL, NULL, JN_NO_MEMORY);
        return NULL;
    }
    r->name = name;
    r->watch = watch;
    r->at = text;
    r->end = text + size;
    r->cursor = (rec_cursor){r->buffer, r->buffer, 0};
    if (size > REC_RECORD_MAX)
        rec_fail(error, "record-too-long", "Expected at most %d bytes.", REC_RECORD_MAX);
    rec_game *game = size <= REC_RECORD_MAX && read_record(r, error) ? r->game : NULL;
    if (!game)
        rec_free(r->game);
    free(r->last.list);
    free(r);
    return game;
}
