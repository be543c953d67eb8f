/* The arithmetic of ratings: against values that were computed by other means, and with simulated
 * players of known strength. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ratings/rating.h"

enum { POPULATION = 240, GAMES = 60 };

static const double BETA = 100, TAU = 10, TAU_NUMBER = 1;
static const double ELO = 400 / 2.302585092994046; /* points by which the odds grow e times */

/* ------------------------------------------------------------------------------------ one game */

static sv_rated fresh(unsigned rank)
{
    return (sv_rated){sv_overall_start, sv_deviation_start, rank};
}

static double points(int64_t thousandths)
{
    return (double)thousandths / SV_POINT;
}

static void assert_near(double value, double expected, double error)
{
    if (fabs(value - expected) > error)
        print_message("# %.6f, expected %.6f\n", value, expected);
    assert_true(fabs(value - expected) <= error);
}

/* Of a player who wins against an equal: the logistic function and its derivative. */
static void two_players_as_by_hand(void **state)
{
    sv_rated p[2] = {fresh(1), fresh(2)};
    const double overall = 350 * 350 + TAU * TAU, number = 60 * 60 + TAU_NUMBER * TAU_NUMBER;
    const double c = sqrt(2 * (overall + number + BETA * BETA));
    (void)state;
    sv_rate_game(p, 2);
    assert_near(points(p[0].overall.mean), 1500 + overall * 0.5 / c, 0.001);
    assert_near(points(p[1].overall.mean), 1500 - overall * 0.5 / c, 0.001);
    assert_near(points(p[0].deviation.mean), number * 0.5 / c, 0.001);
    assert_near(points(p[0].overall.spread), sqrt(overall * (1 - overall * 0.25 / (c * c))), 0.001);
    assert_int_equal(p[0].overall.spread, p[1].overall.spread);
}

/* The logarithm of the probability that players of these means finish in the order of the array. */
static double log_chance(const double *mean, unsigned count, double c)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        double rest = 0;
        for (unsigned j = i; j < count; j++)
            rest += exp((mean[j] - mean[i]) / c);
        sum -= log(rest);
    }
    return sum;
}

/* Means move along the slope of the logarithm of the probability, which is measured here. */
static void means_follow_the_probability_of_the_order(void **state)
{
    sv_rated p[6];
    double mean[6], variance[6], c = 0;
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        p[i] = (sv_rated){{(1300 + 90 * (int64_t)i) * SV_POINT, (60 + 30 * (int64_t)i) * SV_POINT},
                          {(int64_t)i * 7 * SV_POINT, 40 * SV_POINT},
                          i + 1};
        mean[i] = 1300 + 97.0 * i;
        variance[i] = (60 + 30.0 * i) * (60 + 30.0 * i) + TAU * TAU;
        c += 2 * (variance[i] + 40 * 40 + TAU_NUMBER * TAU_NUMBER + BETA * BETA) / 6;
    }
    c = sqrt(c);
    sv_rate_game(p, 6);
    for (unsigned i = 0; i < 6; i++) {
        const double at = mean[i], step = 0.01;
        mean[i] = at + step;
        const double above = log_chance(mean, 6, c);
        mean[i] = at - step;
        const double below = log_chance(mean, 6, c);
        mean[i] = at;
        const double slope = (above - below) / (2 * step);
        assert_near(points(p[i].overall.mean), 1300 + 90.0 * i + variance[i] * slope, 0.01);
    }
}

static void who_shares_a_place_is_rated_alike(void **state)
{
    sv_rated draw[2] = {fresh(1), fresh(1)};
    sv_rated four[4] = {fresh(2), fresh(1), fresh(2), fresh(4)};
    (void)state;
    sv_rate_game(draw, 2);
    assert_int_equal(draw[0].overall.mean, sv_overall_start.mean);
    assert_int_equal(draw[1].overall.mean, sv_overall_start.mean);
    assert_true(draw[0].overall.spread < sv_overall_start.spread);
    sv_rate_game(four, 4);
    assert_memory_equal(&four[0].overall, &four[2].overall, sizeof four->overall);
    assert_memory_equal(&four[0].deviation, &four[2].deviation, sizeof four->deviation);
    assert_true(four[1].overall.mean > four[0].overall.mean);
    assert_true(four[0].overall.mean > four[3].overall.mean);
}

/* The order of the array says nothing, and neither do the numbers of the ranks, only their order.
 */
static void only_the_order_counts(void **state)
{
    sv_rated a[3] = {fresh(1), fresh(2), fresh(3)}, b[3] = {fresh(6), fresh(1), fresh(3)};
    (void)state;
    a[2].overall.mean = b[0].overall.mean = 1700 * SV_POINT;
    sv_rate_game(a, 3);
    sv_rate_game(b, 3);
    assert_int_equal(a[0].overall.mean, b[1].overall.mean);
    assert_int_equal(a[1].overall.mean, b[2].overall.mean);
    assert_int_equal(a[2].overall.mean, b[0].overall.mean);
}

/* The stronger and the surer a favourite, the less a victory tells. */
static void surprises_count_more(void **state)
{
    sv_rated expected[2] = {fresh(1), fresh(2)}, surprise[2] = {fresh(2), fresh(1)};
    (void)state;
    expected[0].overall.mean = surprise[0].overall.mean = 2000 * SV_POINT;
    expected[0].overall.spread = surprise[0].overall.spread = 60 * SV_POINT;
    sv_rate_game(expected, 2);
    sv_rate_game(surprise, 2);
    assert_true(surprise[1].overall.mean - sv_overall_start.mean >
                2 * (sv_overall_start.mean - expected[1].overall.mean));
    /* Who is known well moves little. */
    assert_true(2000 * SV_POINT - surprise[0].overall.mean <
                (surprise[1].overall.mean - sv_overall_start.mean) / 5);
}

static void extreme_values_stay_within_bounds(void **state)
{
    static const int64_t means[] = {-9999, 0, 1500, 9999};
    static const int64_t spreads[] = {0, 1, 5, 350, 9999};
    (void)state;
    for (unsigned m = 0; m < 4; m++)
        for (unsigned s = 0; s < 5; s++)
            for (unsigned rank = 1; rank <= 2; rank++) {
                sv_rated p[2] = {fresh(rank), fresh(3 - rank)};
                p[0].overall = (sv_skill){means[m] * SV_POINT, spreads[s] * SV_POINT};
                p[0].deviation = (sv_skill){-means[m] * SV_POINT, spreads[s] * SV_POINT};
                sv_rate_game(p, 2);
                for (unsigned i = 0; i < 2; i++) {
                    assert_in_range(p[i].overall.spread, 5 * SV_POINT, 350 * SV_POINT);
                    assert_in_range(p[i].deviation.spread, 5 * SV_POINT, 60 * SV_POINT);
                    assert_true(p[i].overall.mean >= -9999 * SV_POINT);
                    assert_true(p[i].overall.mean <= 9999 * SV_POINT);
                }
            }
}

static void no_game_of_one_and_of_seven(void **state)
{
    sv_rated p[7];
    (void)state;
    for (unsigned i = 0; i < 7; i++)
        p[i] = fresh(i + 1);
    sv_rate_game(p, 0);
    sv_rate_game(p, 1);
    sv_rate_game(p, 7);
    for (unsigned i = 0; i < 7; i++) {
        assert_memory_equal(&p[i].overall, &sv_overall_start, sizeof sv_overall_start);
        assert_memory_equal(&p[i].deviation, &sv_deviation_start, sizeof sv_deviation_start);
    }
}

static void shown_numbers_are_rounded(void **state)
{
    (void)state;
    assert_int_equal(sv_points(1512500), 1513);
    assert_int_equal(sv_points(1512499), 1512);
    assert_int_equal(sv_points(-1500), -2);
    assert_int_equal(sv_points(0), 0);
    const sv_skill sum = sv_skill_sum((sv_skill){1500 * SV_POINT, 300 * SV_POINT},
                                      (sv_skill){-20 * SV_POINT, 40 * SV_POINT});
    assert_int_equal(sum.mean, 1480 * SV_POINT);
    assert_int_equal(sum.spread, 302655);
    assert_true(sv_is_provisional(sv_overall_start.spread));
    assert_false(sv_is_provisional((int64_t)SV_PROVISIONAL_SPREAD * SV_POINT));
}

/* ---------------------------------------------------------------------------- simulated players */

/* A generator of its own: the same numbers on every machine. */
static uint64_t random_state;

static double uniform(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(random_state >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

typedef struct person {
    double strength, by_number[SV_RATED_MAX + 1]; /* what nobody knows */
    sv_skill overall, deviation[SV_RATED_MAX + 1];
} person;

static person *people_of(double spread, double spread_by_number)
{
    person *people = calloc(POPULATION, sizeof *people);
    assert_non_null(people);
    for (unsigned i = 0; i < POPULATION; i++) {
        people[i].strength = 1500 + spread * normal();
        people[i].overall = sv_overall_start;
        for (unsigned n = SV_RATED_MIN; n <= SV_RATED_MAX; n++) {
            people[i].by_number[n] = spread_by_number * normal();
            people[i].deviation[n] = sv_deviation_start;
        }
    }
    return people;
}

/* Players draw their performances, so that the order follows Plackett and Luce. */
static void play(person *const *player, unsigned count, unsigned rounded_to)
{
    sv_rated rated[SV_RATED_MAX];
    double performance[SV_RATED_MAX];
    for (unsigned i = 0; i < count; i++) {
        performance[i] =
            player[i]->strength + player[i]->by_number[count] - ELO * log(-log(uniform()));
        if (rounded_to)
            performance[i] = floor(performance[i] / rounded_to);
    }
    for (unsigned i = 0; i < count; i++) {
        rated[i] = (sv_rated){player[i]->overall, player[i]->deviation[count], 1};
        for (unsigned j = 0; j < count; j++)
            rated[i].rank += performance[j] > performance[i];
    }
    sv_rate_game(rated, count);
    for (unsigned i = 0; i < count; i++) {
        player[i]->overall = rated[i].overall;
        player[i]->deviation[count] = rated[i].deviation;
    }
}

/* Everybody plays once, against people found by chance. */
static void play_round(person *people, unsigned min, unsigned max, unsigned rounded_to)
{
    person *order[POPULATION];
    for (unsigned i = 0; i < POPULATION; i++) {
        const unsigned at = (unsigned)(uniform() * (i + 1));
        order[i] = order[at];
        order[at] = &people[i];
    }
    for (unsigned from = 0, count; from + max <= POPULATION; from += count) {
        count = min + (unsigned)(uniform() * (max - min + 1));
        play(&order[from], count, rounded_to);
    }
}

typedef struct verdict {
    double within_one,
        within_two;      /* shares of people whose strength is as near as the spread says */
    double ordered;      /* share of pairs in the right order */
    double mean, spread; /* of all ratings */
} verdict;

/* Only differences mean something, so the mean error is taken away. One number of players cannot
 * tell the overall strength from the deviation: then their sum is compared. */
static verdict judge(const person *people, unsigned number)
{
    verdict v = {0, 0, 0, 0, 0};
    double truth[POPULATION], offset = 0;
    sv_skill skill[POPULATION];
    for (unsigned i = 0; i < POPULATION; i++) {
        const person *p = &people[i];
        skill[i] = number ? sv_skill_sum(p->overall, p->deviation[number]) : p->overall;
        truth[i] = p->strength + (number ? p->by_number[number] : 0);
        offset += (points(skill[i].mean) - truth[i]) / POPULATION;
        v.mean += points(p->overall.mean) / POPULATION;
        v.spread += points(skill[i].spread) / POPULATION;
    }
    for (unsigned i = 0; i < POPULATION; i++) {
        const double error = fabs(points(skill[i].mean) - truth[i] - offset);
        v.within_one += (error < points(skill[i].spread)) / (double)POPULATION;
        v.within_two += (error < 2 * points(skill[i].spread)) / (double)POPULATION;
        for (unsigned j = 0; j < i; j++)
            v.ordered += ((skill[i].mean > skill[j].mean) == (truth[i] > truth[j])) * 2.0 /
                         (POPULATION * (POPULATION - 1.0));
    }
    return v;
}

static verdict simulate(unsigned games, unsigned min, unsigned max, double spread)
{
    random_state = 20261119;
    person *people = people_of(spread, 60);
    for (unsigned i = 0; i < games; i++)
        play_round(people, min, max, 0);
    const verdict v = judge(people, min == max ? min : 0);
    free(people);
    print_message(
        "# %u games of %u to %u: %.0f %% within one spread, %.0f %% within two, %.0f %% of "
        "pairs ordered, mean %.0f, spread %.0f\n",
        games, min, max, 100 * v.within_one, 100 * v.within_two, 100 * v.ordered, v.mean, v.spread);
    return v;
}

/* A spread is believed if about 68 % are within it, and about 95 % within two of them. */
static void assert_believable(verdict v)
{
    assert_true(v.within_one > 0.58 && v.within_one < 0.88);
    assert_true(v.within_two > 0.89);
    assert_true(fabs(v.mean - 1500) < 40);
}

static void strengths_are_found(void **state)
{
    (void)state;
    const verdict ten = simulate(10, 2, 6, 350);
    const verdict v = simulate(GAMES, 2, 6, 350);
    assert_believable(ten);
    assert_believable(v);
    assert_true(ten.ordered > 0.85);
    assert_true(v.ordered > 0.92);
    assert_true(v.spread < SV_PROVISIONAL_SPREAD);
}

static void so_they_are_with_two_and_with_six(void **state)
{
    (void)state;
    const verdict two = simulate(GAMES, 2, 2, 350), six = simulate(GAMES, 6, 6, 350);
    assert_believable(two);
    assert_believable(six);
    /* A game of six tells more than one of two. */
    assert_true(six.spread < 0.8 * two.spread);
    assert_true(six.ordered > two.ordered);
}

/* Means do not grow over the years: what one player gains others lose. */
static void ratings_do_not_inflate(void **state)
{
    (void)state;
    const verdict v = simulate(10 * GAMES, 2, 6, 350);
    assert_believable(v);
}

/* People who are nearly equal stay near each other. */
static void equals_stay_together(void **state)
{
    (void)state;
    random_state = 7;
    person *people = people_of(0, 0);
    double far = 0;
    for (unsigned i = 0; i < 4 * GAMES; i++)
        play_round(people, 2, 6, 0);
    for (unsigned i = 0; i < POPULATION; i++)
        far = fmax(far, fabs(points(people[i].overall.mean) - 1500));
    free(people);
    assert_true(far < 250);
}

/* Many ties: performances are told apart only by 100 points. */
static void ties_do_no_harm(void **state)
{
    (void)state;
    random_state = 3;
    person *people = people_of(350, 60);
    for (unsigned i = 0; i < GAMES; i++)
        play_round(people, 2, 6, 100);
    const verdict v = judge(people, 0);
    free(people);
    assert_true(v.ordered > 0.9);
    assert_true(fabs(v.mean - 1500) < 40);
}

/* A person who is better with two than with six is known to be. */
static void deviations_are_found(void **state)
{
    double right = 0, all = 0;
    (void)state;
    random_state = 5;
    person *people = people_of(250, 60);
    for (unsigned i = 0; i < 6 * GAMES; i++)
        play_round(people, 2, 6, 0);
    for (unsigned i = 0; i < POPULATION; i++) {
        const person *p = &people[i];
        const double truth = p->by_number[2] - p->by_number[6];
        if (fabs(truth) < 60)
            continue;
        all++;
        right += (p->deviation[2].mean > p->deviation[6].mean) == (truth > 0);
    }
    free(people);
    print_message("# with two or with six: %.0f of %.0f\n", right, all);
    assert_true(right > 0.75 * all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_as_by_hand),
        cmocka_unit_test(means_follow_the_probability_of_the_order),
        cmocka_unit_test(who_shares_a_place_is_rated_alike),
        cmocka_unit_test(only_the_order_counts),
        cmocka_unit_test(surprises_count_more),
        cmocka_unit_test(extreme_values_stay_within_bounds),
        cmocka_unit_test(no_game_of_one_and_of_seven),
        cmocka_unit_test(shown_numbers_are_rounded),
        cmocka_unit_test(strengths_are_found),
        cmocka_unit_test(so_they_are_with_two_and_with_six),
        cmocka_unit_test(ratings_do_not_inflate),
        cmocka_unit_test(equals_stay_together),
        cmocka_unit_test(ties_do_no_harm),
        cmocka_unit_test(deviations_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
