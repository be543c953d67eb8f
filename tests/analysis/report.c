/* The report of an analysis: rounding, and JSON without what was not assessed. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>

#include "../journal/players.h"
#include "report.h"
#include "weights.h"

static int32_t sum_of(const int32_t list[EK_SEATS])
{
    int32_t sum = 0;
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        sum += list[seat];
    return sum;
}

/* Every number moves by less than one part, and the sum is exact. */
static void check_rounding(const int32_t chance[EK_SEATS], unsigned players, int32_t expected)
{
    int32_t parts[EK_SEATS];
    an_round(chance, players, parts);
    assert_int_equal(sum_of(parts), expected);
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        const int64_t moved =
            (int64_t)parts[seat] * BOT_CHANCE_ONE - (int64_t)chance[seat] * AN_PARTS;
        assert_true(moved > -BOT_CHANCE_ONE && moved < BOT_CHANCE_ONE);
    }
}

static void chances_are_rounded_to_an_exact_sum(void **state)
{
    uint64_t random = 1;
    (void)state;
    for (unsigned i = 0; i < 10000; i++) {
        const unsigned players = 2 + i % (EK_SEATS - 1);
        int32_t chance[EK_SEATS] = {0};
        for (unsigned seat = 0; seat + 1 < players; seat++)
            chance[seat] =
                (int32_t)ek_random_below(&random, (uint32_t)(BOT_CHANCE_ONE - sum_of(chance)) + 1);
        chance[players - 1] = BOT_CHANCE_ONE - sum_of(chance);
        check_rounding(chance, players, AN_PARTS);
    }
}

static void changes_are_rounded_to_zero(void **state)
{
    uint64_t random = 2;
    (void)state;
    for (unsigned i = 0; i < 10000; i++) {
        const unsigned players = 2 + i % (EK_SEATS - 1);
        int32_t change[EK_SEATS] = {0};
        for (unsigned seat = 0; seat + 1 < players; seat++)
            change[seat] = (int32_t)ek_random_below(&random, 20001) - 10000;
        change[players - 1] = -sum_of(change);
        check_rounding(change, players, 0);
    }
    assert_int_equal(an_round_one(BOT_CHANCE_ONE), AN_PARTS);
    assert_int_equal(an_round_one(-BOT_CHANCE_ONE / 2), -AN_PARTS / 2);
}

/* Half of the tasks are assessed; the report has these alone, in every journal. */
static void a_report_has_what_was_assessed(void **state)
{
    static bot_assessor room;
    const an_budget budget = {.judge = &bot_native_judge, .seed = 7, .nodes = 20};
    (void)state;
    for (unsigned n = 0; n < KINDS; n++) {
        jn_setup setup;
        jn_game game;
        an_game g;
        rec_options options;
        uint64_t random = n;
        make_setup(&setup, n, (enum kind)n);
        assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_OK);
        decide_often(&game, &random, 60);
        assert_true(an_list(&g, &game));
        unsigned decisions = 0, cards = 0;
        for (unsigned i = 0; i < g.tasks; i += 2) {
            an_assess(&g, i, &budget, &room);
            decisions += an_decision_of(&g, i) != NULL;
            cards += an_card_of(&g, i) != NULL;
        }
        an_summarize(&g);
        rec_options_default(&options);
        for (unsigned i = 0; i < bd_board_count; i++)
            if (bd_boards[i].ek == setup.board)
                options.board = &bd_boards[i];
        const an_about about = {.options = &options, .seed = 7, .nodes = 20};
        json_t *report = an_report(&g, &about);
        assert_non_null(report);
        assert_int_equal(json_array_size(json_object_get(report, "decisions")), decisions);
        assert_int_equal(json_array_size(json_object_get(report, "luck")), cards);
        assert_int_equal(json_array_size(json_object_get(report, "chances")),
                         decisions + (decisions > 0));
        assert_int_equal(json_array_size(json_object_get(report, "summary")), g.players);
        json_decref(report);
        an_free(&g);
        jn_free(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_are_rounded_to_an_exact_sum),
        cmocka_unit_test(changes_are_rounded_to_zero),
        cmocka_unit_test(a_report_has_what_was_assessed),
    };
    return cmocka_run_group_tests_name("analysis: report", tests, NULL, NULL);
}
