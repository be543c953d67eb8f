/* Positions: every state and view survives a round trip byte for byte, and errors are named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "position.h"
#include "tables.h"
#include "words_text.h"

static size_t longest;

static void assert_comes_back(const rec_game *game, const ek_state *state)
{
    char text[REC_POSITION_MAX];
    char again[REC_POSITION_MAX];
    const bd_board *board = NULL;
    ek_rules rules;
    ek_state read;
    rec_error error;
    assert_true(rec_position_print(rec_board(game), rec_rules(game), state, text, sizeof text));
    if (!rec_position_parse(text, &board, &rules, &read, &error))
        fail_msg("column %u: %s\n%s", error.column, error.text, text);
    assert_ptr_equal(board, rec_board(game));
    assert_memory_equal(&read, state, sizeof read);
    assert_true(rules.fingerprint == rec_rules(game)->fingerprint);
    assert_true(rec_position_print(board, &rules, &read, again, sizeof again));
    assert_string_equal(text, again);
    longest = strlen(text) > longest ? strlen(text) : longest;
}

static void assert_views_come_back(const rec_game *game)
{
    ek_state view;
    const unsigned players = rec_options_of(game)->players;
    const unsigned seat = rec_state(game)->round % players;
    assert_comes_back(game, rec_state(game));
    ek_view(rec_rules(game), rec_state(game), seat, &view);
    assert_comes_back(game, &view);
    ek_view(rec_rules(game), rec_state(game), EK_NOBODY, &view);
    assert_comes_back(game, &view);
}

static void states_and_views_come_back(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < table_count(); n += 5) {
        rec_game *game = new_game(n);
        uint64_t random = n;
        assert_views_come_back(game);
        while (play_steps(game, &random, 1 + n % 37))
            assert_views_come_back(game);
        assert_views_come_back(game);
        rec_free(game);
    }
    assert_true(longest > 500 && longest < REC_POSITION_MAX / 2);
}

/* The word of a stage is the pending decision. */
static void stages_are_called_by_their_moves(void **unused)
{
    (void)unused;
    unsigned seen = 0;
    for (unsigned n = 0; n < table_count(); n += 29) {
        rec_game *game = new_game(n);
        uint64_t random = n;
        do {
            char text[REC_POSITION_MAX];
            char stage[64];
            static ek_move moves[EK_MOVES_MAX];
            const unsigned count = ek_moves(rec_rules(game), rec_state(game), moves);
            assert_true(rec_position_print(rec_board(game), rec_rules(game), rec_state(game), text,
                                           sizeof text));
            if (count == 0)
                continue;
            const char *word = rec_move_word(ek_move_type(moves[count - 1]));
            if (strcmp(word, "connect") == 0 ||
                (strcmp(word, "done") == 0 && ek_phase(rec_state(game)) == EK_PHASE_BUILDING))
                word = "build";
            else if (strcmp(word, "done") == 0)
                word = "buy";
            else if (strcmp(word, "pass") == 0)
                continue; /* nominating or bidding without the money */
            snprintf(stage, sizeof stage, " stage=%s ", word);
            if (!strstr(text, stage))
                fail_msg("no '%s' in %s", stage, text);
            seen++;
        } while (play_steps(game, &random, 1));
        rec_free(game);
    }
    assert_true(seen > 1000);
}

static void small_buffer_is_refused(void **unused)
{
    (void)unused;
    rec_game *game = new_game(3);
    char text[REC_POSITION_MAX];
    assert_true(
        rec_position_print(rec_board(game), rec_rules(game), rec_state(game), text, sizeof text));
    for (size_t size = 1; size <= strlen(text); size += 13) {
        char *small = malloc(size);
        assert_non_null(small);
        assert_false(
            rec_position_print(rec_board(game), rec_rules(game), rec_state(game), small, size));
        free(small);
    }
    rec_free(game);
}

static void unlawful_state_is_not_printed(void **unused)
{
    (void)unused;
    rec_game *game = new_game(3);
    ek_state state = *rec_state(game);
    char text[REC_POSITION_MAX];
    state.stage = 200;
    assert_false(rec_position_print(rec_board(game), rec_rules(game), &state, text, sizeof text));
    rec_free(game);
}

/* --------------------------------------------------------------------------------------- errors */

static const char good[] =
    "position/1 table=classic/germany/3/open-money zone=north-west,west,south-west round=1 "
    "stage=nominate step=1 order=231 turn=1 bought=- passed=- auction=-/0/1/1/- "
    "market=3,4,5,6,7,8,9,10 discount=- deck=0/26 top=13/- step3=deck "
    "unseen=11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,"
    "40,42,44,46,50 buried=- gone=- fuel=24.18.6.2 marks=- flags=ask random=- "
    "seat1=50/-/0.0.0.0/-/0 seat2=50/-/0.0.0.0/-/0 seat3=50/-/0.0.0.0/-/0";

static bool parse(const char *text, rec_error *error)
{
    const bd_board *board = NULL;
    ek_rules rules;
    ek_state state;
    return rec_position_parse(text, &board, &rules, &state, error);
}

/* Replaces `old` by `new` and returns how far the replaced text begins. */
static unsigned replace(const char *old, const char *new, char text[sizeof good + 256])
{
    const char *from = strstr(good, old);
    assert_non_null(from);
    snprintf(text, sizeof good + 256, "%.*s%s%s", (int)(from - good), good, new,
             from + strlen(old));
    return (unsigned)(from - good);
}

static void assert_refused(const char *text, unsigned column, const char *code, const char *words)
{
    rec_error error;
    if (parse(text, &error))
        fail_msg("not refused: %s", text);
    if (strcmp(error.code, code) != 0 || error.column != column || !strstr(error.text, words))
        fail_msg("expected column %u %s '%s', not column %u %s '%s'", column, code, words,
                 error.column, error.code, error.text);
}

/* The mistake is found `at` characters into `new`. */
static void refuse(const char *old, const char *new, unsigned at, const char *code,
                   const char *words)
{
    char text[sizeof good + 256];
    const unsigned from = replace(old, new, text);
    assert_refused(text, from + at + 1, code, words);
}

/* The mistake is found at the value of a field. */
static void refuse_law(const char *old, const char *new, const char *field, const char *law)
{
    char text[sizeof good + 256];
    replace(old, new, text);
    const char *at = field[0] ? strstr(text, field) + strlen(field) : text + strlen(text);
    assert_refused(text, (unsigned)(at - text) + 1, "broken-law", law);
}

static void spelling_is_free(void **unused)
{
    (void)unused;
    char text[sizeof good + 64];
    rec_error error;
    assert_true(parse(good, &error));
    snprintf(text, sizeof text, "  %s  \n", good);
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    if (!parse(text, &error))
        fail_msg("column %u: %s", error.column, error.text);
}

static void mistakes_are_named(void **unused)
{
    (void)unused;
    refuse("position/1", "position/2", 0, "bad-position", "'position/1'");
    refuse("position/1", "pos", 0, "bad-position", "'position/1'");
    refuse("table=classic", "table=deluxe", 6, "bad-position", "classic or recharged");
    refuse("germany/3", "atlantis/3", 0, "bad-position", "a board");
    refuse("germany/3", "germany/7", 8, "bad-position", "from 2 to 6");
    refuse("open-money", "open-money,free", 11, "bad-position", "first-game");
    refuse("classic/germany/3/open-money", "classic/germany/3/starting-cities", 0, "bad-option",
           "edition");
    refuse("zone=north-west,", "zone=", 5, "bad-zone-size", "");
    refuse("zone=north-west", "zone=narnia", 5, "bad-position", "region");
    refuse("zone=north-west", "zone=west", 10, "bad-position", "once");
    refuse(" round=1", "", 1, "bad-position", "'round='");
    refuse("round=1", "round=x", 6, "bad-position", "a number");
    refuse("stage=nominate", "stage=dance", 6, "bad-position", "a stage");
    refuse("step=1", "step=4", 5, "bad-position", "from 1 to 3");
    refuse("order=231", "order=23", 9, "bad-position", "each seat");
    refuse("order=231", "order=234", 8, "bad-position", "each seat");
    refuse("turn=1", "turn=4", 5, "bad-position", "from 1 to 3");
    refuse("bought=-", "bought=x", 7, "bad-position", "seats");
    refuse("auction=-/0", "auction=2/0", 8, "bad-position", "plant");
    refuse("auction=-/0/1", "auction=-/0/0", 12, "bad-position", "from 1 to 3");
    refuse("auction=-/0", "auction=-0", 8, "bad-position", "plant");
    refuse("market=3,4", "market=3,3", 9, "bad-position", "each plant once");
    refuse("market=3,4", "market=3,2", 9, "bad-position", "the number of a plant");
    refuse("top=13/-", "top=13/side", 7, "bad-position", "plug, socket");
    refuse("step3=deck", "step3=lost", 6, "bad-position", "deck, market");
    refuse("fuel=24.18.6.2", "fuel=24.18.6.13", 13, "bad-position", "from 0 to 12");
    refuse("fuel=24.18.6.2", "fuel=24.18.6", 13, "bad-position", "'.'");
    refuse("marks=-", "marks=atlantis", 6, "bad-position", "city");
    refuse("flags=ask", "flags=tell", 6, "bad-position", "ask");
    refuse("random=-", "random=12", 7, "bad-position", "16 hex");
    refuse("random=-", "random=123456789abcdefg", 7, "bad-position", "16 hex");
    refuse("seat2=50", "seat2=-50", 6, "bad-position", "a number");
    refuse("seat2=50", "seat4=50", 0, "bad-position", "'seat2='");
    refuse("seat2=50/-/0.0.0.0/-", "seat2=50/-/0.0.0.0/koeln", 24, "bad-position", "'@'");
    refuse("seat2=50/-/0.0.0.0/-", "seat2=50/-/0.0.0.0/koeln@11", 25, "bad-position", "a place");
    refuse("seat3=50/-/0.0.0.0/-/0", "seat3=50/-/0.0.0.0/-/0 more", 23, "bad-position", "the end");
}

/* The error names the broken law and the field closest to it. */
static void broken_laws_are_named(void **unused)
{
    (void)unused;
    refuse_law("round=1", "round=0", "stage=", "fields");
    refuse_law("order=231", "order=221", "order=", "order");
    refuse_law("market=3,", "market=11,", "unseen=", "plants");
    refuse_law("deck=0/26", "deck=0/36", "deck=", "deck");
    refuse_law("market=3,4,5,6,7,8,9,10", "market=3,4,5,6,7,8,9,10,step3", "market=", "market");
    refuse_law("step=1", "step=3", "step=", "step");
    refuse_law("marks=-", "marks=koeln", "marks=", "marks");
    refuse_law("flags=ask", "flags=ask,trust-acted", "", "trust");
    refuse_law("bought=-", "bought=123", "auction=", "auction");
    refuse_law("seat3=50/-/0.0.0.0", "seat3=50/-/1.0.0.0", "fuel=", "tokens");
    refuse_law("seat3=50/-/0.0.0.0", "seat3=50/-/0.1.0.0", "seat3=", "holdings");
    refuse_law("seat3=50/-/0.0.0.0/-", "seat3=50/-/0.0.0.0/koeln@15", "seat3=", "places");
    refuse_law("seat3=50/-/0.0.0.0/-", "seat3=50/-/0.0.0.0/berlin@10", "seat3=", "houses");
}

static void long_text_is_refused(void **unused)
{
    (void)unused;
    static char text[REC_POSITION_MAX + 1];
    rec_error error;
    memset(text, ' ', REC_POSITION_MAX);
    assert_false(parse(text, &error));
    assert_string_equal(error.code, "position-too-long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_and_views_come_back),
        cmocka_unit_test(stages_are_called_by_their_moves),
        cmocka_unit_test(small_buffer_is_refused),
        cmocka_unit_test(unlawful_state_is_not_printed),
        cmocka_unit_test(spelling_is_free),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(broken_laws_are_named),
        cmocka_unit_test(long_text_is_refused),
    };
    return cmocka_run_group_tests_name("positions", tests, NULL, NULL);
}
