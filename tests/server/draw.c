/* The draw of a round of a tournament: laws for random fields over many rounds, and small fields in
 * which all draws can be looked at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elektro.h"
#include "tournaments/draw.h"
#include "tournaments/score.h"

enum { TABLES_MAX = 4000, ROUNDS = 8 };

/* A tournament whose games are decided by chance. */
typedef struct cup {
    sv_draw_person people[SV_DRAW_PEOPLE_MAX];
    sv_draw_table played[TABLES_MAX], drawn[SV_DRAW_PEOPLE_MAX / SV_DRAW_SEATS_MIN];
    sv_draw_field field;
    unsigned drawn_count, rounds, met_most; /* the longest row of opponents of one person */
    uint64_t random;
} cup;

static cup it;

static void begin(unsigned people, unsigned wished, uint64_t seed)
{
    it = (cup){.random = seed};
    it.field = (sv_draw_field){it.people, people, it.played, 0, wished, seed};
    for (unsigned i = 0; i < people; i++)
        it.people[i].rating = 1000 + (int32_t)ek_random_below(&it.random, 1000);
}

static bool sits_at(const sv_draw_table *table, unsigned person)
{
    for (unsigned i = 0; i < table->count; i++)
        if (table->people[i] == person)
            return true;
    return false;
}

/* How many of the people at one table sit at another. */
static unsigned shared(const sv_draw_table *a, const sv_draw_table *b)
{
    unsigned count = 0;
    for (unsigned i = 0; i < a->count; i++)
        count += sits_at(b, a->people[i]);
    return count;
}

/* How often pairs of people at these tables have met before: a pair that has met twice counts
 * twice. */
static unsigned repeats_of(const sv_draw_field *field, const sv_draw_table *tables, unsigned count)
{
    unsigned repeats = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < field->played_count; j++) {
            const unsigned both = shared(&tables[i], &field->played[j]);
            repeats += both * (both - (both > 0)) / 2;
        }
    return repeats;
}

/* Draws a round, plays it by chance, and tells how many met again. */
static unsigned play_round(void)
{
    assert_true(sv_draw_round(&it.field, it.drawn, &it.drawn_count));
    const unsigned repeats = repeats_of(&it.field, it.drawn, it.drawn_count);
    for (unsigned i = 0; i < it.drawn_count; i++) {
        const sv_draw_table *t = &it.drawn[i];
        unsigned shift = ek_random_below(&it.random, t->count);
        for (unsigned j = 0; j < t->count; j++)
            it.people[t->people[j]].points +=
                (int32_t)sv_score_points(t->count, (j + shift) % t->count + 1, 1);
        assert_in_range(it.field.played_count, 0, TABLES_MAX - 1);
        it.played[it.field.played_count++] = *t;
    }
    it.rounds++;
    return repeats;
}

static unsigned people_in(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < it.field.people_count; i++)
        count += !it.people[i].out;
    return count;
}

/* Everybody who is in sits at one table, and tables have the sizes that are promised. */
static void check_tables(void)
{
    bool seated[SV_DRAW_PEOPLE_MAX] = {false};
    unsigned count = 0;
    for (unsigned i = 0; i < it.drawn_count; i++) {
        const sv_draw_table *t = &it.drawn[i];
        assert_int_equal(t->count, sv_draw_size(people_in(), it.field.wished, i));
        for (unsigned j = 0; j < t->count; j++) {
            assert_in_range(t->people[j], 0, it.field.people_count - 1);
            assert_false(it.people[t->people[j]].out);
            assert_false(seated[t->people[j]]);
            seated[t->people[j]] = true;
            count++;
        }
    }
    assert_int_equal(count, it.drawn_count ? people_in() : 0);
}

static void tables_have_the_sizes_that_are_promised(void **state)
{
    (void)state;
    for (unsigned wished = SV_DRAW_SEATS_MIN; wished <= SV_DRAW_SEATS_MAX; wished++) {
        for (unsigned people = 0; people < SV_DRAW_SEATS_MIN; people++)
            assert_int_equal(sv_draw_tables(people, wished), 0);
        for (unsigned people = SV_DRAW_SEATS_MIN; people <= SV_DRAW_PEOPLE_MAX; people++) {
            const unsigned tables = sv_draw_tables(people, wished);
            unsigned sum = 0;
            for (unsigned t = 0; t < tables; t++) {
                const unsigned size = sv_draw_size(people, wished, t);
                assert_in_range(size, SV_DRAW_SEATS_MIN, SV_DRAW_SEATS_MAX);
                /* Larger than wished only if a table would be too small otherwise. */
                assert_true(size <= wished || people / (tables + 1) < SV_DRAW_SEATS_MIN);
                assert_in_range(sv_draw_size(people, wished, 0) - size, 0, 1);
                sum += size;
            }
            assert_int_equal(sum, people);
        }
    }
    assert_int_equal(sv_draw_tables(9, 4), 3);
    assert_int_equal(sv_draw_tables(5, 4), 1);
    assert_int_equal(sv_draw_tables(7, 3), 2);
    assert_int_equal(sv_draw_tables(64, 4), 16);
}

static void everybody_plays_once_in_each_round(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        uint64_t random = seed;
        begin(3 + ek_random_below(&random, 198), 3 + ek_random_below(&random, 4), seed);
        while (it.rounds < ROUNDS) {
            play_round();
            check_tables();
            for (unsigned leavers = ek_random_below(&random, 4); leavers; leavers--)
                it.people[ek_random_below(&random, it.field.people_count)].out = true;
        }
    }
}

static void the_same_field_has_the_same_tables(void **state)
{
    static sv_draw_table again[SV_DRAW_PEOPLE_MAX];
    unsigned count;
    (void)state;
    begin(50, 4, 7);
    for (unsigned round = 0; round < 4; round++) {
        assert_true(sv_draw_round(&it.field, again, &count));
        const unsigned before = it.field.played_count;
        play_round();
        assert_int_equal(count, it.drawn_count);
        assert_memory_equal(again, it.played + before, count * sizeof *again);
    }
}

/* Nobody meets again while a person meets no more than a third of the field. */
static void a_large_field_has_no_repeats(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        for (unsigned wished = SV_DRAW_SEATS_MIN; wished <= SV_DRAW_SEATS_MAX; wished++) {
            begin((unsigned)(20 + 30 * seed), wished, seed);
            while ((it.rounds * (wished - 1) + 1) * 3 <= it.field.people_count)
                assert_int_equal(play_round(), 0);
            assert_in_range(it.rounds, 2, 100);
        }
}

static void a_field_of_a_thousand_is_drawn(void **state)
{
    (void)state;
    begin(1000, 4, 3);
    while (it.rounds < ROUNDS) {
        assert_int_equal(play_round(), 0);
        check_tables();
    }
}

/* ------------------------------------------------------------------------------- the best draw */

/* The fewest repeats of all ways to fill the tables with the people who are left. */
static unsigned fewest(sv_draw_table *tables, unsigned count, unsigned table, unsigned left)
{
    sv_draw_table *t = &tables[table];
    unsigned best = 1000;
    if (!left)
        return repeats_of(&it.field, tables, count);
    if (t->count == sv_draw_size(it.field.people_count, it.field.wished, table))
        return fewest(tables, count, table + 1, left);
    /* People of a table in rising order: every set of people once. */
    for (unsigned i = t->count ? t->people[t->count - 1] + 1u : 0; i < it.field.people_count; i++)
        if (left & 1u << i) {
            t->people[t->count++] = (uint16_t)i;
            const unsigned repeats = fewest(tables, count, table, left & ~(1u << i));
            t->count--;
            best = repeats < best ? repeats : best;
        }
    return best;
}

static void small_fields_get_the_best_draw(void **state)
{
    static const uint8_t fields[][2] = {{6, 3}, {7, 4}, {8, 4}, {9, 3}, {9, 5}, {10, 5}, {12, 6}};
    (void)state;
    for (unsigned f = 0; f < sizeof fields / sizeof *fields; f++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            begin(fields[f][0], fields[f][1], seed);
            play_round();
            for (unsigned round = 1; round < 5; round++) {
                sv_draw_table tables[4] = {{0}};
                const unsigned best =
                    fewest(tables, it.drawn_count, 0, (1u << it.field.people_count) - 1);
                assert_int_equal(play_round(), best);
            }
        }
}

/* -------------------------------------------------------------------------------------- strength
 */

static int by_rating(const void *a, const void *b)
{
    const sv_draw_person *x = a, *y = b;
    return (x->rating < y->rating) - (x->rating > y->rating);
}

/* Sorted by rating, so that a person's number tells the pot. */
static void begin_sorted(unsigned people, unsigned wished, uint64_t seed)
{
    begin(people, wished, seed);
    for (unsigned i = 0; i < people; i++) /* no two are equal */
        it.people[i].rating = it.people[i].rating * SV_DRAW_PEOPLE_MAX + (int32_t)i;
    qsort(it.people, people, sizeof *it.people, by_rating);
}

static void first_tables_have_one_of_each_pot_and_are_equally_strong(void **state)
{
    (void)state;
    for (unsigned people = 12; people <= 200; people += 4)
        for (unsigned wished = 3; wished <= 4; wished++) {
            begin_sorted(people - people % wished, wished, people);
            play_round();
            int32_t least = INT32_MAX, most = 0, widest = 0;
            for (unsigned i = 0; i < it.drawn_count; i++) {
                unsigned pots = 0;
                int32_t sum = 0;
                for (unsigned j = 0; j < wished; j++) {
                    pots |= 1u << it.drawn[i].people[j] / it.drawn_count;
                    sum += it.people[it.drawn[i].people[j]].rating;
                }
                assert_int_equal(pots, (1u << wished) - 1);
                least = sum < least ? sum : least;
                most = sum > most ? sum : most;
            }
            for (unsigned p = 0; p < wished; p++) {
                const sv_draw_person *pot = it.people + (size_t)p * it.drawn_count;
                const int32_t width = pot[0].rating - pot[it.drawn_count - 1].rating;
                widest = width > widest ? width : widest;
            }
            assert_in_range(most - least, 0, widest);
        }
}

static void the_first_round_is_a_snake(void **state)
{
    (void)state;
    begin(8, 4, 1);
    for (int i = 0; i < 8; i++)
        it.people[i].rating = 1000 - 100 * i;
    play_round();
    /* 0 3 4 7 and 1 2 5 6, in any order. */
    for (unsigned i = 0; i < 2; i++) {
        unsigned set = 0;
        for (unsigned j = 0; j < 4; j++)
            set |= 1u << it.drawn[i].people[j];
        assert_int_equal(set, i ? 0x66 : 0x99);
    }
}

/* Later, people of equal points meet, if they have not met. */
static void leaders_meet(void **state)
{
    (void)state;
    begin(64, 4, 5);
    for (unsigned round = 0; round < 4; round++)
        play_round();
    int64_t apart = 0;
    assert_int_equal(play_round(), 0);
    for (unsigned i = 0; i + 1 < it.drawn_count; i++) {
        int32_t here = 0, there = 0;
        for (unsigned j = 0; j < 4; j++) {
            here += it.people[it.drawn[i].people[j]].points;
            there += it.people[it.drawn[i + 1].people[j]].points;
        }
        apart += here < there;
    }
    assert_in_range(apart, 0, 5); /* the points of this round are in the sums */
}

/* ----------------------------------------------------------------------------------------- seats
 */

static void people_sit_first_and_last_in_turn(void **state)
{
    (void)state;
    for (unsigned wished = 3; wished <= 6; wished++) {
        begin(60, wished, wished);
        for (unsigned round = 0; round < 6; round++)
            play_round();
        for (unsigned p = 0; p < 60; p++) {
            double late = 0;
            for (unsigned i = 0; i < it.field.played_count; i++)
                for (unsigned s = 0; s < it.played[i].count; s++)
                    if (it.played[i].people[s] == p)
                        late += 2.0 * s / (it.played[i].count - 1) - 1;
            assert_true(late >= -2.01 && late <= 2.01); /* of -6 … 6 */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_have_the_sizes_that_are_promised),
        cmocka_unit_test(everybody_plays_once_in_each_round),
        cmocka_unit_test(the_same_field_has_the_same_tables),
        cmocka_unit_test(a_large_field_has_no_repeats),
        cmocka_unit_test(a_field_of_a_thousand_is_drawn),
        cmocka_unit_test(small_fields_get_the_best_draw),
        cmocka_unit_test(first_tables_have_one_of_each_pot_and_are_equally_strong),
        cmocka_unit_test(the_first_round_is_a_snake),
        cmocka_unit_test(leaders_meet),
        cmocka_unit_test(people_sit_first_and_last_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
