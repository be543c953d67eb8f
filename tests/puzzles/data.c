/* data/puzzles.json: every puzzle can be shown and solved, all kinds of puzzles are there, and some
 * of them are searched again.
 *
 *     test_puzzles_data FILE */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "position.h"
#include "puzzle.h"
#include "puzzle_json.h"
#include "puzzle_turn.h"
#include "weights.h"
#include "words_text.h"

enum {
    PUZZLES_MIN = 200,
    EACH_MIN = 10,       /* of each board, edition, number of players and phase, but */
    POWERING_MIN = 1,    /* positions with a hard question about powering are rare */
    SEARCHED = 6,        /* puzzles that are searched again, */
    SEARCH_NODES = 4000, /* with fewer playouts than when they were found */
    IDS_MAX = 4096
};

static json_t *file;

typedef struct problem {
    const bd_board *board;
    ek_rules rules;
    ek_state view;
} problem;

static const char *word(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        fail_msg("'%s' is missing or no text", key);
    return text;
}

static int number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value))
        fail_msg("'%s' is missing or no number", key);
    return (int)json_integer_value(value);
}

static double chance(const json_t *turn)
{
    const json_t *value = json_object_get(turn, "chance");
    assert_true(json_is_real(value));
    assert_true(json_real_value(value) >= 0 && json_real_value(value) <= 1);
    return json_real_value(value);
}

static void open_problem(const json_t *puzzle, problem *p)
{
    rec_error error;
    p->board = NULL;
    if (!rec_position_parse(word(puzzle, "position"), &p->board, &p->rules, &p->view, &error))
        fail_msg("%s: %s", word(puzzle, "id"), error.text);
}

/* Reads the moves of a turn and plays them; returns their number. */
static unsigned read_turn(const problem *p, const json_t *turn, ek_move plan[BOT_PLAN_MAX])
{
    ek_state state = p->view;
    const unsigned seat = ek_to_move(&state);
    char text[BOT_PLAN_MAX * REC_MOVE_MAX];
    char *rest;
    unsigned count = 0;
    rec_error error;
    assert_true(strlen(word(turn, "turn")) < sizeof text);
    memcpy(text, word(turn, "turn"), strlen(word(turn, "turn")) + 1);
    for (char *move = strtok_r(text, ",", &rest); move; move = strtok_r(NULL, ",", &rest)) {
        assert_true(count < BOT_PLAN_MAX);
        while (*move == ' ')
            move++;
        if (!rec_parse_move(p->board, &p->rules, &state, move, &plan[count], &error))
            fail_msg("'%s': %s", move, error.text);
        assert_int_equal(ek_why(&p->rules, &state, seat, plan[count]), EK_REASON_OK);
        ek_play(&p->rules, &state, plan[count++], NULL);
    }
    /* The turn is over. */
    assert_true(count > 0);
    assert_true(ek_to_move(&state) != seat || ek_pending(&state) != ek_pending(&p->view));
    return count;
}

static pz_sense sense_of(const problem *p, const json_t *turn)
{
    ek_move plan[BOT_PLAN_MAX];
    return pz_sense_of(plan, read_turn(p, turn, plan));
}

/* --------------------------------------------------------------------------------------- each one
 */

static void positions_are_views(void **state)
{
    (void)state;
    size_t i;
    json_t *puzzle;
    json_array_foreach(json_object_get(file, "puzzles"), i, puzzle)
    {
        problem p;
        char text[REC_POSITION_MAX];
        char id[9];
        open_problem(puzzle, &p);
        assert_true(rec_position_print(p.board, &p.rules, &p.view, text, sizeof text));
        assert_string_equal(text, word(puzzle, "position"));
        ek_state view;
        ek_view(&p.rules, &p.view, ek_to_move(&p.view), &view);
        assert_memory_equal(&view, &p.view, sizeof view);
        snprintf(id, sizeof id, "%08x", (unsigned)(uint32_t)ek_hash(&p.view));
        assert_string_equal(id, word(puzzle, "id"));
        assert_string_equal(p.board->id, word(puzzle, "board"));
        assert_string_equal(rec_edition_word(p.rules.config.edition), word(puzzle, "edition"));
        assert_int_equal(p.rules.config.players, number(puzzle, "players"));
        assert_int_equal(p.view.round, number(puzzle, "round"));
    }
}

static void turns_are_legal_and_apart(void **state)
{
    (void)state;
    size_t i;
    json_t *puzzle;
    json_array_foreach(json_object_get(file, "puzzles"), i, puzzle)
    {
        problem p;
        size_t k;
        json_t *turn;
        open_problem(puzzle, &p);
        const json_t *accepted = json_object_get(puzzle, "accepted");
        const json_t *next = json_object_get(puzzle, "next");
        const json_t *normal = json_object_get(puzzle, "normal");
        const pz_sense bad = sense_of(&p, next);
        const pz_sense usual = sense_of(&p, normal);
        double least = 1;
        assert_in_range(json_array_size(accepted), 1, PZ_ACCEPTED);
        json_array_foreach(accepted, k, turn)
        {
            const pz_sense good = sense_of(&p, turn);
            assert_false(pz_is_same(&good, &bad) || pz_is_same(&good, &usual));
            assert_true(chance(turn) <= least);
            least = chance(turn);
        }
        assert_true(chance(next) + 0.03 < least);
        assert_true(chance(normal) <= chance(next));
    }
}

static void grades_are_levels_that_fail(void **state)
{
    (void)state;
    size_t i;
    json_t *puzzle;
    json_array_foreach(json_object_get(file, "puzzles"), i, puzzle)
    {
        int grade = 0;
        const char *level;
        json_t *failed;
        const json_t *levels = json_object_get(puzzle, "failed");
        assert_int_equal(json_object_size(levels), PZ_GRADERS_COUNT);
        json_object_foreach((json_t *)levels, level, failed)
        {
            assert_in_range(json_integer_value(failed), 0, PZ_TRIES);
            grade += json_integer_value(failed) * 2 > PZ_TRIES;
        }
        assert_int_equal(grade, number(puzzle, "grade"));
        assert_int_equal(number(levels, "normal"), PZ_TRIES);
    }
}

/* Whether a reason has a word that is known, and all its fields. */
static bool is_reason(const json_t *reason)
{
    const char *named = word(reason, "reason");
    unsigned i = 0;
    while (i < BOT_WHYS && strcmp(named, bot_why_words[i]) != 0)
        i++;
    bool complete = i < BOT_WHYS && json_is_real(json_object_get(reason, "weight"));
    for (unsigned k = 0; complete && k < BOT_REASON_VALUES && bot_why_fields[i][k].name; k++)
        complete = json_object_get(reason, bot_why_fields[i][k].name) != NULL;
    return complete;
}

static void reasons_are_complete(void **state)
{
    (void)state;
    size_t i;
    json_t *puzzle;
    json_array_foreach(json_object_get(file, "puzzles"), i, puzzle)
    {
        size_t k;
        json_t *reason;
        const json_t *reasons = json_object_get(puzzle, "reasons");
        assert_in_range(json_array_size(reasons), 1, BOT_REASONS_MAX);
        json_array_foreach(reasons, k, reason) assert_true(is_reason(reason));
    }
}

/* ------------------------------------------------------------------------------------------- all
 */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void no_puzzle_comes_twice(void **state)
{
    (void)state;
    static const char *ids[IDS_MAX];
    const json_t *puzzles = json_object_get(file, "puzzles");
    const size_t count = json_array_size(puzzles);
    assert_in_range(count, PUZZLES_MIN, IDS_MAX);
    for (size_t i = 0; i < count; i++)
        ids[i] = word(json_array_get(puzzles, i), "id");
    qsort(ids, count, sizeof *ids, by_text);
    for (size_t i = 1; i < count; i++)
        assert_string_not_equal(ids[i - 1], ids[i]);
}

/* How many puzzles have a value that begins like this. */
static unsigned count_of(const char *key, const char *value)
{
    unsigned count = 0;
    size_t i;
    json_t *puzzle;
    json_array_foreach(json_object_get(file, "puzzles"), i, puzzle) count +=
        strncmp(word(puzzle, key), value, strlen(value)) == 0;
    return count;
}

static void all_kinds_are_there(void **state)
{
    (void)state;
    unsigned players[EK_SEATS + 1] = {0};
    for (unsigned i = 0; i < bd_board_count; i++)
        assert_true(count_of("board", bd_boards[i].id) >= EACH_MIN);
    for (unsigned i = 0; i < EK_EDITIONS; i++)
        assert_true(count_of("edition", rec_edition_word(i)) >= EACH_MIN);
    for (unsigned i = 0; i < AN_PHASES; i++)
        assert_true(count_of("phase", an_phase_words[i]) >=
                    (i == AN_PHASE_POWERING ? POWERING_MIN : EACH_MIN));
    size_t i;
    json_t *puzzle;
    json_array_foreach(json_object_get(file, "puzzles"), i, puzzle)
        players[number(puzzle, "players")]++;
    for (unsigned n = 2; n <= EK_SEATS; n++)
        assert_true(players[n] >= EACH_MIN);
}

/* A search with another seed finds one of the turns that are accepted, or one as good, and that
 * normal loses. */
static void search_again(const json_t *puzzle, bot_assessor *room)
{
    problem p;
    ek_move plan[BOT_PLAN_MAX];
    bot_assessment found;
    open_problem(puzzle, &p);
    const pz_sense good = sense_of(&p, json_array_get(json_object_get(puzzle, "accepted"), 0));
    const pz_sense usual = sense_of(&p, json_object_get(puzzle, "normal"));
    const bot_question q = {.rules = &p.rules,
                            .state = &p.view,
                            .judge = &bot_native_judge,
                            .seed = 77,
                            .nodes = SEARCH_NODES,
                            .played = plan,
                            .played_count = read_turn(&p, json_object_get(puzzle, "normal"), plan)};
    bot_assess(&q, room, &found);
    const pz_sense best = pz_sense_of(found.best.plan, found.best.count);
    assert_true(found.lost > 0);
    assert_false(pz_is_same(&best, &usual));
    if (json_array_size(json_object_get(puzzle, "accepted")) == 1)
        assert_true(pz_is_same(&best, &good));
}

static void some_are_found_again(void **state)
{
    (void)state;
    bot_assessor *room = malloc(sizeof *room);
    const json_t *puzzles = json_object_get(file, "puzzles");
    const size_t count = json_array_size(puzzles);
    assert_non_null(room);
    for (size_t i = 0; i < SEARCHED; i++)
        search_again(json_array_get(puzzles, i * count / SEARCHED), room);
    free(room);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_views),         cmocka_unit_test(turns_are_legal_and_apart),
        cmocka_unit_test(grades_are_levels_that_fail), cmocka_unit_test(reasons_are_complete),
        cmocka_unit_test(no_puzzle_comes_twice),       cmocka_unit_test(all_kinds_are_there),
        cmocka_unit_test(some_are_found_again),
    };
    rec_error error;
    if (argc != 2 || !(file = pz_read_file(argv[1], &error)))
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(file);
    return failed;
}
