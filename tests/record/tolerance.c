/* Different spellings of the same record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record.h"

/* The same game twice: as the program writes it, and as a person types it. */
static const char neat[] = "elektro 1\n"
                           "edition: classic\n"
                           "board: germany\n"
                           "options: open-money\n"
                           "players: Anna, Bert, Cleo\n"
                           "zone: north-west, west, south-west\n"
                           "order: Bert, Cleo, Anna\n"
                           "market: 3 4 5 6 7 8 9 10\n"
                           "1. Bert: nominate 4 4\n"
                           "2. Cleo: bid 5\n"
                           "3. Anna: pass\n"
                           "4. Bert: pass\n"
                           "draw 13\n"
                           "5. Bert: nominate 5 5\n"
                           "6. Anna: pass\n"
                           "draw 17\n"
                           "7. Anna: nominate 7 7\n"
                           "draw 20\n"
                           "8. Cleo: buy coal 2\n"
                           "9. Cleo: done\n"
                           "10. Bert: done\n"
                           "11. Anna: done\n"
                           "12. Cleo: connect koeln\n";

static const char typed[] = "\xef\xbb\xbf"
                            "  Elektro   1   # a comment\r\n"
                            "\r\n"
                            "# a whole line; of comment: yes\r\n"
                            "MARKET: 10, 9, 8,7 6 5 4 3\r\n"
                            "players :\t\"Anna\",  Bert , Cleo\r\n"
                            "Order: bert,SEAT  3,ANNA\r\n"
                            "ZONE: West, North West,SOUTHWEST\r\n"
                            "Options: Open_Money\r\n"
                            "Board: Germany\r\n"
                            "drawn: order\r\n"
                            "edition:Classic\r\n"
                            "\r\n"
                            "bert:nominate 4 4   # to begin with\r\n"
                            "  2 .  CLEO :  Bid   5\r\n"
                            "seat1: pass\r\n"
                            "4. 2: PASS\r\n"
                            "Draw   13,\r\n"
                            "\"Bert\": nominate 5 5\r\n"
                            "Anna: pass\r\n"
                            "draw 17\r\n"
                            "Anna: nominate 7 7\r\n"
                            "draw 20\r\n"
                            "Cleo: buy Coal 2\r\n"
                            "Cleo: done\r\n"
                            "Bert: done\r\n"
                            "Anna: done\r\n"
                            "12. Cleo: connect K\xc3\x96ln";

static rec_game *read_text(const char *text)
{
    rec_error error;
    rec_game *game = rec_read("test", text, strlen(text), &error);
    if (!game)
        fail_msg("line %u, column %u: %s", error.line, error.column, error.text);
    return game;
}

static void assert_same_record(const char *a, const char *b)
{
    rec_game *games[] = {read_text(a), read_text(b)};
    char *texts[] = {rec_write(games[0]), rec_write(games[1])};
    assert_string_equal(texts[0], texts[1]);
    for (unsigned i = 0; i < 2; i++) {
        rec_free(games[i]);
        free(texts[i]);
    }
}

static void spelling_is_free(void **unused)
{
    (void)unused;
    assert_same_record(neat, typed);
}

/* Variations are comments: a record with them is the same game. */
static void variations_are_comments(void **unused)
{
    (void)unused;
    static const char variations[] = "# seats: me, normal, normal\n"
                                     "\n"
                                     "# variation 1 after 4: Gr\xc3\xb6\xc3\x9f"
                                     "er # and better\n"
                                     "#   5. Bert: nominate 6 6\n"
                                     "#   6. Anna: pass\n"
                                     "#   draw 25\n"
                                     "\n"
                                     "# variation 1.1 after 5\n"
                                     "#   6. Anna: dance\n";
    char text[sizeof neat + sizeof variations];
    snprintf(text, sizeof text, "%s%s", neat, variations);
    assert_same_record(neat, text);
}

static void cities_may_be_spelt(void **unused)
{
    (void)unused;
    static const char *const spellings[] = {"koeln", "K\xc3\xb6ln", "Koln", "KOLN",
                                            "  k\xc3\xb6ln "};
    for (unsigned i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char text[sizeof neat + 64];
        snprintf(text, sizeof text, "%.*s%s\n", (int)(strstr(neat, "koeln") - neat), neat,
                 spellings[i]);
        assert_same_record(neat, text);
    }
}

/* Every player can play under any name. */
static void names_may_be_odd(void **unused)
{
    (void)unused;
    static const char *const names[] = {"draw 17", "2",    "a, b: c # d",
                                        "\\\"",    "seed", "Zo\xc3\xab"};
    rec_options o;
    rec_error error;
    rec_options_default(&o);
    o.players = 6;
    for (unsigned seat = 0; seat < 6; seat++)
        snprintf(o.name[seat], REC_NAME_MAX, "%s", names[seat]);
    rec_game *game = rec_new(&o, &error);
    assert_non_null(game);
    for (unsigned i = 0; i < 12; i++) {
        ek_move moves[EK_MOVES_MAX];
        ek_moves(rec_rules(game), rec_state(game), moves);
        assert_true(rec_play(game, moves[0], &error));
    }
    char *text = rec_write(game);
    rec_game *again = read_text(text);
    for (unsigned seat = 0; seat < 6; seat++)
        assert_string_equal(rec_options_of(again)->name[seat], names[seat]);
    free(text);
    rec_free(game);
    rec_free(again);
}

/* A duplicate or empty name is replaced by the number of the seat. */
static void seats_may_be_numbers(void **unused)
{
    (void)unused;
    rec_options o;
    rec_error error;
    rec_options_default(&o);
    o.players = 3;
    snprintf(o.name[0], REC_NAME_MAX, "Anna");
    snprintf(o.name[2], REC_NAME_MAX, "ANNA");
    rec_game *game = rec_new(&o, &error);
    assert_non_null(game);
    char *text = rec_write(game);
    assert_non_null(strstr(text, "\nplayers: Anna, seat 2, ANNA\n"));
    assert_null(strstr(strstr(text, "\norder:"), "nna"));
    rec_free(read_text(text));
    free(text);
    rec_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelling_is_free),     cmocka_unit_test(variations_are_comments),
        cmocka_unit_test(cities_may_be_spelt),  cmocka_unit_test(names_may_be_odd),
        cmocka_unit_test(seats_may_be_numbers),
    };
    return cmocka_run_group_tests_name("records: tolerance", tests, NULL, NULL);
}
