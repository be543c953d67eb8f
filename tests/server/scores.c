/* Points and standings of a tournament: worked examples, and laws for random tournaments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elektro.h"
#include "tournaments/score.h"

enum { PEOPLE = 40, ROUNDS = 5 };

/* A table that is over: people in the order of their ranks. */
static sv_score_table table_of(unsigned count, const unsigned *people)
{
    sv_score_table t = {.round = 1, .over = true, .count = (uint8_t)count};
    for (unsigned i = 0; i < count; i++) {
        t.people[i] = (uint16_t)people[i];
        t.engine_rank[i] = (uint8_t)(i + 1);
    }
    return t;
}

#define TABLE(...) \
    table_of(sizeof((unsigned[]){__VA_ARGS__}) / sizeof(unsigned), (unsigned[]){__VA_ARGS__})

static void rank(sv_score_table *tables, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        sv_score_table_rank(&tables[i]);
}

static void points_are_those_that_are_published(void **state)
{
    static const uint8_t published[4][6] = {
        {120, 60, 0}, {120, 80, 40, 0}, {120, 90, 60, 30, 0}, {120, 96, 72, 48, 24, 0}};
    (void)state;
    for (unsigned count = 3; count <= 6; count++) {
        for (unsigned r = 1; r <= count; r++) {
            assert_int_equal(sv_score_points(count, r, 1), published[count - 3][r - 1]);
            /* Who shares ranks shares their points. */
            for (unsigned sharing = 1; r + sharing <= count + 1; sharing++) {
                unsigned sum = 0;
                for (unsigned i = 0; i < sharing; i++)
                    sum += sv_score_points(count, r + i, 1);
                assert_int_equal(sv_score_points(count, r, sharing) * sharing, sum);
            }
        }
    }
}

static void people_who_share_ranks_share_points(void **state)
{
    sv_score_table t = TABLE(0, 1, 2, 3);
    (void)state;
    t.engine_rank[2] = 2;
    sv_score_table_rank(&t);
    assert_memory_equal(t.rank, ((uint8_t[]){1, 2, 2, 4}), 4);
    assert_memory_equal(t.points, ((uint8_t[]){120, 60, 60, 0}), 4);
    t = TABLE(0, 1, 2, 3, 4);
    t.engine_rank[1] = 1;
    sv_score_table_rank(&t);
    assert_memory_equal(t.rank, ((uint8_t[]){1, 1, 3, 4, 5}), 5);
    assert_memory_equal(t.points, ((uint8_t[]){105, 105, 60, 30, 0}), 5);
}

static void leavers_are_last_and_get_nothing(void **state)
{
    sv_score_table t = TABLE(0, 1, 2, 3);
    (void)state;
    t.left[0] = true; /* a bot won for the person */
    sv_score_table_rank(&t);
    assert_memory_equal(t.rank, ((uint8_t[]){4, 1, 2, 3}), 4);
    assert_memory_equal(t.points, ((uint8_t[]){0, 120, 80, 40}), 4);
    t.left[2] = true;
    sv_score_table_rank(&t);
    assert_memory_equal(t.rank, ((uint8_t[]){3, 1, 3, 2}), 4);
    assert_memory_equal(t.points, ((uint8_t[]){0, 120, 0, 80}), 4);
}

static void a_table_without_a_result_is_shared(void **state)
{
    sv_score_table t = TABLE(0, 1, 2, 3, 4);
    (void)state;
    t.no_result = true;
    sv_score_table_rank(&t);
    assert_memory_equal(t.rank, ((uint8_t[]){1, 1, 1, 1, 1}), 5);
    assert_memory_equal(t.points, ((uint8_t[]){60, 60, 60, 60, 60}), 5);
    t.over = false;
    sv_score_table_rank(&t);
    assert_memory_equal(t.rank, ((uint8_t[]){0, 0, 0, 0, 0}), 5);
    assert_memory_equal(t.points, ((uint8_t[]){0, 0, 0, 0, 0}), 5);
}

/* Six people, three rounds of two tables:
 *
 *     round 1     0 1 2   3 4 5
 *     round 2     0 3 1   4 2 5
 *     round 3     4 0 5   1 3 2
 *
 *                points           wins   opponents
 *     0    120 + 120 + 60 = 300   2      180 + 60 + 240 + 180 + 300 + 0 = 960, / 6 = 160
 *     4    60 + 120 + 120 = 300   2      240 + 0 + 60 + 0 + 300 + 0 = 600, / 6 = 100
 *     3    120 + 60 + 60 = 240    1      300 + 0 + 300 + 180 + 180 + 60 = 1020, / 6 = 170
 *     1    60 + 0 + 120 = 180     1      300 + 60 + 300 + 240 + 240 + 60 = 1200, / 6 = 200
 *     2    0 + 60 + 0 = 60        0      300 + 180 + 300 + 0 + 180 + 240 = 1200, / 6 = 200
 *     5    0 + 0 + 0 = 0          0      240 + 300 + 300 + 60 + 300 + 300 = 1500, / 6 = 250
 */
static void stronger_opponents_decide_between_equals(void **state)
{
    static const sv_score_person people[6] = {{1000, false}, {1100, false}, {1200, false},
                                              {1300, false}, {1400, false}, {1500, false}};
    sv_score_table tables[] = {TABLE(0, 1, 2), TABLE(3, 4, 5), TABLE(0, 3, 1),
                               TABLE(4, 2, 5), TABLE(4, 0, 5), TABLE(1, 3, 2)};
    sv_score_row rows[6];
    (void)state;
    rank(tables, 6);
    assert_true(sv_score_standings(people, 6, tables, 6, rows));
    static const uint16_t order[6] = {0, 4, 3, 1, 2, 5}, points[6] = {300, 300, 240, 180, 60, 0};
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(rows[i].person, order[i]);
        assert_int_equal(rows[i].rank, i + 1);
        assert_int_equal(rows[i].points, points[i]);
        assert_int_equal(rows[i].tables, 3);
        assert_int_equal(rows[i].met, 6);
    }
    assert_int_equal(rows[0].wins, 2);
    assert_int_equal(rows[0].met_points, 960);
    assert_int_equal(sv_score_opponents(&rows[0]), 1600);
    assert_int_equal(sv_score_opponents(&rows[1]), 1000);

    static const char *const names[6] = {"Ada", "Běla", "Carl", "Дора", "Eva", NULL};
    char *text = sv_score_text("Spring cup", rows, 6, names);
    assert_string_equal(text, "Spring cup\n"
                              "\n"
                              "Rank  Name             Points  Wins  Opponents  Direct\n"
                              "   1  Ada                 300     2      160.0      +0\n"
                              "   2  Eva                 300     2      100.0      +0\n"
                              "   3  Дора                240     1      170.0      +0\n"
                              "   4  Běla                180     1      200.0      +0\n"
                              "   5  Carl                 60     0      200.0      +0\n"
                              "   6  (former player)       0     0      250.0      +0\n");
    free(text);
}

/* Persons 0 and 1 are equal but for their games against each other. */
static void people_who_are_otherwise_equal_are_compared_directly(void **state)
{
    static const sv_score_person people[6] = {{2000, false}, {1000, false}, {0, false},
                                              {0, false},    {0, false},    {0, false}};
    sv_score_table tables[] = {TABLE(1, 2, 0), TABLE(0, 2, 1), TABLE(1, 0, 2), TABLE(0, 3, 4),
                               TABLE(3, 1, 4)};
    sv_score_row rows[6];
    (void)state;
    /* 0: 0 + 120 + 60 + 120 = 300 with 2 wins; 1: 120 + 0 + 120 + 60 = 300 with 2 wins. They met
     * the same people: 2 and each other three times, 3 and 4 once. 1 was ahead twice. */
    rank(tables, 5);
    assert_true(sv_score_standings(people, 6, tables, 5, rows));
    assert_int_equal(rows[0].person, 1);
    assert_int_equal(rows[1].person, 0);
    assert_int_equal(rows[0].points, 300);
    assert_int_equal(rows[1].points, 300);
    assert_int_equal(rows[0].met_points, rows[1].met_points);
    assert_int_equal(rows[0].direct, 1);
    assert_int_equal(rows[1].direct, -1);
    assert_int_equal(rows[0].rank, 1);
    assert_int_equal(rows[1].rank, 2);
}

static void people_equal_in_all_share_a_rank_and_are_listed_by_rating(void **state)
{
    static const sv_score_person people[6] = {{1000, false}, {1500, false}, {1200, false},
                                              {1100, false}, {1600, false}, {1200, false}};
    sv_score_table tables[] = {TABLE(0, 1, 2), TABLE(3, 4, 5)};
    sv_score_row rows[6];
    static const uint16_t order[6] = {3, 0, 4, 1, 2, 5}, ranks[6] = {1, 1, 3, 3, 5, 5};
    (void)state;
    rank(tables, 2);
    assert_true(sv_score_standings(people, 6, tables, 2, rows));
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(rows[i].person, order[i]);
        assert_int_equal(rows[i].rank, ranks[i]);
    }
}

static void the_final_decides_alone(void **state)
{
    static const sv_score_person people[6] = {{600, false}, {500, true},  {400, false},
                                              {300, false}, {200, false}, {100, false}};
    sv_score_table tables[] = {TABLE(0, 1, 2), TABLE(3, 4, 5), TABLE(0, 0, 0)};
    sv_score_row rows[6];
    sv_draw_table final;
    (void)state;
    rank(tables, 2);
    assert_true(sv_score_standings(people, 6, tables, 2, rows));
    sv_score_final(rows, people, 6, 4, &final);
    assert_int_equal(final.count, 4); /* without person 1, who has left */
    assert_memory_equal(final.people, ((uint16_t[]){0, 3, 4, 2}), 8);
    tables[2] = TABLE(2, 4, 0, 3);
    tables[2].final = true;
    tables[2].engine_rank[2] = 2; /* 4 and 0 share the second rank */
    rank(tables + 2, 1);
    assert_true(sv_score_standings(people, 6, tables, 3, rows));
    static const uint16_t order[6] = {2, 0, 4, 3, 1, 5}, finals[6] = {1, 2, 2, 4, 0, 0},
                          points[6] = {0, 120, 60, 120, 60, 0};
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(rows[i].person, order[i]);
        assert_int_equal(rows[i].rank, i + 1);
        assert_int_equal(rows[i].final_rank, finals[i]);
        assert_int_equal(rows[i].points, points[i]);
    }
    static const char *const names[6] = {"A", "B", "C", "D", "E", "F"};
    char *text = sv_score_text("Cup", rows, 3, names);
    assert_string_equal(text, "Cup\n"
                              "\n"
                              "Rank  Name  Points  Wins  Opponents  Direct  Final\n"
                              "   1  C          0     0       90.0      +0      1\n"
                              "   2  A        120     1       30.0      +0      2\n"
                              "   3  E         60     0       60.0      +0      2\n");
    free(text);
    sv_score_final(rows, people, 2, 4, &final);
    assert_int_equal(final.count, 0);
}

/* Random tournaments: points are conserved, ranks rise with the order, and the order of the tables
 * and of the seats does not matter. */
static void standings_obey_their_laws(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        uint64_t random = seed;
        sv_score_person people[PEOPLE];
        sv_score_table tables[ROUNDS * PEOPLE / 4];
        sv_score_row rows[PEOPLE], again[PEOPLE];
        unsigned count = 0, all = 0, sum = 0;
        for (unsigned i = 0; i < PEOPLE; i++)
            people[i] = (sv_score_person){(int32_t)ek_random_below(&random, 50), false};
        for (unsigned round = 0; round < ROUNDS; round++)
            for (unsigned i = 0; i < PEOPLE; i += 4) {
                const unsigned step = 1 + 2 * round;
                sv_score_table *t = &tables[count++];
                *t = TABLE(i * step % PEOPLE, (i + 1) * step % PEOPLE, (i + 2) * step % PEOPLE,
                           (i + 3) * step % PEOPLE);
                if (round == 2)
                    *t = TABLE(i, i + 1, i + 2, i + 3);
                for (unsigned j = 0; j < 4; j++) {
                    t->engine_rank[j] = (uint8_t)(1 + ek_random_below(&random, 4));
                    t->left[j] = ek_random_below(&random, 20) == 0;
                }
                sv_score_table_rank(t);
                for (unsigned j = 0; j < 4; j++)
                    all += t->points[j];
            }
        assert_true(sv_score_standings(people, PEOPLE, tables, count, rows));
        for (unsigned i = 0; i < PEOPLE; i++) {
            sum += rows[i].points;
            assert_int_equal(rows[i].tables, ROUNDS);
            assert_true(!i || (rows[i].points <= rows[i - 1].points &&
                               rows[i].rank >= rows[i - 1].rank && rows[i].rank <= i + 1));
        }
        assert_int_equal(sum, all);
        for (unsigned i = 0; i < count / 2; i++) {
            const sv_score_table t = tables[i];
            tables[i] = tables[count - 1 - i];
            tables[count - 1 - i] = t;
        }
        assert_true(sv_score_standings(people, PEOPLE, tables, count, again));
        assert_memory_equal(rows, again, sizeof rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_are_published),
        cmocka_unit_test(people_who_share_ranks_share_points),
        cmocka_unit_test(leavers_are_last_and_get_nothing),
        cmocka_unit_test(a_table_without_a_result_is_shared),
        cmocka_unit_test(stronger_opponents_decide_between_equals),
        cmocka_unit_test(people_who_are_otherwise_equal_are_compared_directly),
        cmocka_unit_test(people_equal_in_all_share_a_rank_and_are_listed_by_rating),
        cmocka_unit_test(the_final_decides_alone),
        cmocka_unit_test(standings_obey_their_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
