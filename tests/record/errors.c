/* Every reason to refuse a record, with line, column and message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record.h"

/* A record of ten header lines; the game begins on line 11. */
#define HEADER                                    \
    "elektro 1\n"                                 \
    "rules: 1\n"                                  \
    "edition: recharged\n"                        \
    "board: germany\n"                            \
    "options: open-money\n"                       \
    "players: Anna, Bert, Cleo, Bert\n"           \
    "zone: north-west, west, south-west, south\n" \
    "order: Anna, 2, Cleo, 4\n"                   \
    "market: 3 4 5 6 7 8 9 10\n"                  \
    "engine: by hand\n"

/* Asserts that a text is refused at this place, for this reason, with these words. */
static void assert_refused(const char *text, size_t size, const char *code, unsigned line,
                           unsigned column, const char *words)
{
    rec_error error;
    rec_game *game = rec_read("test", text, size, &error);
    if (game)
        fail_msg("not refused as %s:\n%s", code, text);
    if (strcmp(error.code, code) != 0 || error.line != line || error.column != column ||
        !strstr(error.text, words))
        fail_msg("expected %u:%u %s '%s', not %u:%u %s '%s'", line, column, code, words, error.line,
                 error.column, error.code, error.text);
}

static void refuse(const char *text, const char *code, unsigned line, unsigned column,
                   const char *words)
{
    assert_refused(text, strlen(text), code, line, column, words);
}

/* Refuses the record with line `number` of the header replaced. */
static void refuse_line(unsigned number, const char *line, const char *code, unsigned column,
                        const char *words)
{
    static const char header[] = HEADER;
    char text[sizeof header + 4096];
    const char *from = header;
    for (unsigned i = 1; i < number; i++)
        from = strchr(from, '\n') + 1;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(from - header), header, line, strchr(from, '\n'));
    refuse(text, code, number, column, words);
}

/* Refuses a game after a good header; its first line is line 11. */
static void refuse_game(const char *game, const char *code, unsigned line, unsigned column,
                        const char *words)
{
    char text[sizeof HEADER + 4096];
    snprintf(text, sizeof text, "%s%s", HEADER, game);
    refuse(text, code, line, column, words);
}

/* --------------------------------------------------------------------------------------- tests */

static void header_alone_is_a_game(void **unused)
{
    (void)unused;
    rec_error error;
    rec_game *game = rec_read("test", HEADER, strlen(HEADER), &error);
    assert_non_null(game);
    rec_free(game);
}

static void first_line_is_needed(void **unused)
{
    (void)unused;
    refuse("", "not-a-record", 1, 1, "Expected 'elektro 1'");
    refuse("\nelektro 1\n", "not-a-record", 1, 1, "Expected 'elektro 1'");
    refuse_line(1, "elektra 1", "not-a-record", 1, "Expected 'elektro 1'");
    refuse_line(1, "elektro 1 2", "not-a-record", 1, "Expected 'elektro 1'");
    refuse_line(1, "elektro 2", "other-version", 1, "version 1, not 2");
}

static void text_is_checked(void **unused)
{
    (void)unused;
    static char longest[REC_RECORD_MAX + 2];
    memset(longest, ' ', sizeof longest);
    assert_refused(longest, REC_RECORD_MAX + 1, "record-too-long", 1, 1, "4194304");
    assert_refused(longest, REC_RECORD_MAX, "line-too-long", 1, 1, "2047");
    refuse_line(6, "players: Anna, B\xffrt", "bad-text", 17, "0xff");
    refuse_line(6, "players: Z\xc3\xab, B\x01rt", "bad-text", 15, "0x01");
    refuse_line(6, "# \xed\xa0\x80", "bad-text", 3, "0xed");
    assert_refused("elektro 1\nrules:\0 1\n", 20, "bad-text", 2, 7, "0x00");
}

static void header_must_be_whole(void **unused)
{
    (void)unused;
    refuse("elektro 1\n", "header-incomplete", 1, 10, "edition");
    refuse("elektro 1\nedition: classic\n", "header-incomplete", 2, 17, "board");
    refuse("elektro 1\n1. Anna: pass\n", "header-incomplete", 2, 1, "edition");
    refuse_line(10, "rules: 1", "said-twice", 1, "line 2");
    refuse_line(10, "colour: red", "no-such-player", 1, "'colour'");
}

static void table_is_checked(void **unused)
{
    (void)unused;
    refuse_line(2, "rules: one", "bad-syntax", 8, "a number");
    refuse_line(2, "rules: 99", "other-version", 8, "rules 99");
    refuse_line(2, "rules: 1 2", "bad-syntax", 10, "end of the line");
    refuse_line(3, "edition: deluxe", "bad-edition", 10, "classic or recharged");
    refuse_line(4, "board: atlantis", "no-such-board", 8, "atlantis");
    refuse_line(4, "board:", "bad-syntax", 7, "Expected a text");
    refuse_line(5, "options: open-money, fast", "bad-option", 22, "starting-cities");
    refuse_line(5, "options: first-game", "bad-option", 10, "");
    refuse_line(10, "board-file: ../germany.json", "bad-board-file", 13, "beside the record");
    refuse_line(10, "board-file: nowhere.json", "bad-board-file", 13, "nowhere.json");
    refuse_line(10, "board-fingerprint: 00", "bad-syntax", 20, "user-made board");
}

static void players_are_checked(void **unused)
{
    (void)unused;
    refuse_line(6, "players: 7", "bad-players", 10, "a name, or 'seat 1'");
    refuse_line(6, "players: Anna", "bad-players", 10, "two to six");
    refuse_line(6, "players: a, b, c, d, e, f, g", "bad-players", 28, "at most 6");
    refuse_line(6, "players: Anna, \"Bert", "bad-syntax", 16, "quotation mark");
    refuse_line(6, "players: Anna, \"B\\ert\"", "bad-syntax", 16, "backslash");
    refuse_line(6, "players: Anna, , Cleo", "bad-syntax", 16, "Expected a text");
    refuse_line(6, "players: Anna, \"\", Cleo", "bad-syntax", 16, "Expected a name");
    refuse_line(6, "players: Anna, \"B\tert\", Cleo, Dora", "bad-name", 10, "seat 2");
    refuse_line(6, "players: Anna Anna Anna Anna Anna Anna Anna Anna Anna Anna Anna Anna Anna, B",
                "bad-syntax", 10, "too long");
}

static void start_is_checked(void **unused)
{
    (void)unused;
    refuse_line(7, "zone: north-west, west, south-west", "bad-zone-size", 7, "");
    refuse_line(7, "zone: north-west, west, narnia", "no-such-region", 25, "narnia");
    refuse_line(7, "zone: north-west, west, west", "region-taken", 25, "");
    refuse_line(8, "order: Anna, 2, Cleo", "bad-order", 21, "all 4 players");
    refuse_line(8, "order: Anna, 2, 2, 4", "bad-order", 17, "every seat once");
    refuse_line(8, "order: Anna, Bert, Cleo, 4", "ambiguous-name", 14, "number");
    refuse_line(8, "order: Anna, 2, Dora, 4", "no-such-player", 17, "Dora");
    refuse_line(8, "order: Anna, 2, Cleo, 5", "no-such-player", 23, "1 to 4");
    refuse_line(8, "order: Anna, 2, Cleo, 4, 1", "bad-syntax", 24, "end of the line");
    refuse_line(9, "market: 3 4 5 6 7 8 9", "bad-market", 9, "");
    refuse_line(9, "market: 3 4 5 6 7 8 9 9", "bad-market", 23, "twice");
    refuse_line(9, "market: 3 4 5 6 7 8 9 99", "no-such-plant", 23, "number of a plant");
    refuse_line(9, "market:", "bad-market", 8, "opening market");
}

static void seed_is_checked(void **unused)
{
    (void)unused;
    refuse_game("seed: 1\ndrawn: order, market, zone\n", "bad-syntax", 12, 23, "order or market");
    refuse_game("seed: 6\ndrawn: order, market\n", "wrong-seed", 8, 8, "another order");
    refuse_game("seed: 1\ndrawn: market\n", "wrong-seed", 9, 9, "another market");
    refuse_game("script: 13 2\n", "no-such-plant", 11, 12, "number of a plant");
    refuse_game("seed: a\n1. Anna: nominate 3 1\n2: pass\n3: pass\n4: pass\ndraw 50\n",
                "wrong-seed", 16, 6, "next card of the seed");
    refuse_game("seed: a\n1. Anna: nominate 3 1\n2: pass\n3: pass\n4: pass\n2: pass\n",
                "card-missing", 16, 1, "Expected 'draw ");
    refuse_game("script: 13\n1. Anna: nominate 3 1\n2: pass\n3: pass\n4: pass\ndraw 14\n",
                "wrong-seed", 16, 6, "Expected 'draw 13'");
}

static void moves_are_checked(void **unused)
{
    (void)unused;
    refuse_game("\n2. Anna: nominate 3 3\n", "wrong-number", 12, 1, "Expected move 1, not 2");
    refuse_game("1. Cleo: nominate 3 3\n", "not-your-turn", 11, 4, "a move of Anna");
    refuse_game("1. Dora: nominate 3 3\n", "no-such-player", 11, 4, "Dora");
    refuse_game("1. Anna nominates 3\n", "no-such-player", 11, 4, "Anna nominates 3");
    refuse_game("1. Anna\n", "bad-syntax", 11, 8, "a colon and a move");
    refuse_game("1. Anna:\n", "bad-syntax", 11, 9, "is not a move");
    refuse_game("1. Anna: nominate 3\n", "bad-syntax", 11, 10, "number of words");
    refuse_game("1. Anna: nominate 3 3\n2. 2: bid 2\n", "bid-too-low", 12, 7, "too low");
    refuse_game("1. Anna: nominate 9 9\n", "future-market", 11, 10, "future market");
    refuse_game("# round 1\n\n  1. Anna:   pass\n", "must-buy", 13, 14, "every player must buy");
    refuse_game("1. Anna: connect Atlantis\n", "no-such-city", 11, 10, "atlantis");
}

static void cards_are_checked(void **unused)
{
#define BOUGHT "1. Anna: nominate 3 1\n2: pass\n3: pass\n4: pass\n"
    (void)unused;
    refuse_game("draw 13\n", "no-card-awaited", 11, 6, "");
    refuse_game(BOUGHT "2: nominate 4 4\n", "card-awaited", 15, 1, "turned up first");
    refuse_game(BOUGHT "draw\n", "bad-syntax", 15, 5, "number of a plant");
    refuse_game(BOUGHT "draw 16\n", "card-not-in-deck", 15, 6, "");
    refuse_game(BOUGHT "draw 11 and\n", "bad-syntax", 15, 9, "Expected 'top'");
    refuse_game(BOUGHT "draw 11, top side\n", "bad-syntax", 15, 14, "plug or socket");
    refuse_game(BOUGHT "draw 11, top plug, please\n", "bad-syntax", 15, 18, "nothing more");
    refuse_game(BOUGHT "top socket\n", "wrong-back", 15, 5, "");
    refuse_game(BOUGHT "draw 11\ntop socket\ntop plug\n", "wrong-back", 17, 5, "");
#undef BOUGHT
}

static void result_is_checked(void **unused)
{
    (void)unused;
    refuse_line(10, "result: 1. Anna supplies 3, has 3, owns 3", "not-ended", 9, "after line 10");
}

/* Always passes if possible, so that the game never ends. */
static ek_move idle_move(const rec_game *game)
{
    static ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(rec_rules(game), rec_state(game), moves);
    for (unsigned i = 0; i < count; i++)
        if (ek_move_type(moves[i]) == EK_MOVE_PASS || ek_move_type(moves[i]) == EK_MOVE_DONE)
            return moves[i];
    return moves[0];
}

/* Also in a game with the max number of steps, a breach of the rules is reported first. */
static void a_full_game_is_refused_by_the_rules_first(void **state)
{
    rec_options o;
    rec_error error;
    (void)state;
    rec_options_default(&o);
    o.players = 2;
    rec_game *game = rec_new(&o, &error);
    assert_non_null(game);
    while (rec_steps(game) < REC_STEPS_MAX)
        if (!rec_play(game, idle_move(game), &error))
            fail_msg("step %u: %s", rec_steps(game), error.text);
    assert_false(rec_play(game, (ek_move)EK_MOVE_TYPES << 28, &error));
    assert_string_equal(error.code, "not-a-move");
    assert_false(rec_draw(game, 3, &error));
    assert_string_equal(error.code, "no-card-awaited");
    assert_false(rec_play(game, idle_move(game), &error));
    assert_string_equal(error.code, "game-too-long");
    assert_int_equal(rec_steps(game), REC_STEPS_MAX);
    rec_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_alone_is_a_game),
        cmocka_unit_test(first_line_is_needed),
        cmocka_unit_test(text_is_checked),
        cmocka_unit_test(header_must_be_whole),
        cmocka_unit_test(table_is_checked),
        cmocka_unit_test(players_are_checked),
        cmocka_unit_test(start_is_checked),
        cmocka_unit_test(seed_is_checked),
        cmocka_unit_test(moves_are_checked),
        cmocka_unit_test(cards_are_checked),
        cmocka_unit_test(result_is_checked),
        cmocka_unit_test(a_full_game_is_refused_by_the_rules_first),
    };
    return cmocka_run_group_tests_name("records: errors", tests, NULL, NULL);
}
