/* Seating and statistics of a match, compared with values computed by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "seeds.h"
#include "tally.h"

static ar_match match;
static ar_tally tally;

/* A match without games. */
static void match_of(const char *names, unsigned players)
{
    match = (ar_match){.table.players = (uint8_t)players, .seed = 5};
    for (const char *name = names; *name; name++)
        match.entrant[match.entrants++].name[0] = *name;
}

/* -------------------------------------------------------------------------------------- seating */

static void test_rotations_that_differ(void **state)
{
    static const struct {
        const char *names;
        unsigned rotations;
    } cases[] = {{"abbb", 4}, {"abab", 2}, {"ababab", 2}, {"abcabc", 3}, {"aaaa", 1},
                 {"aba", 3},  {"ab", 2},   {"aabb", 4},   {"ababa", 5}};
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        match_of(cases[i].names, (unsigned)strlen(cases[i].names));
        assert_int_equal(ar_rotations(&match), cases[i].rotations);
    }
    match_of("aba", 2);
    assert_int_equal(ar_rotations(&match), 2);
}

static void test_judgements_tell_entrants_apart(void **state)
{
    static const bot_parameters other = {0};
    (void)state;
    match_of("aaaa", 4);
    match.entrant[1].parameters = match.entrant[3].parameters = &other;
    assert_int_equal(ar_rotations(&match), 2);
    match.entrant[3].parameters = NULL;
    assert_int_equal(ar_rotations(&match), 4);
}

static void names_at(unsigned game, char names[EK_SEATS + 1])
{
    uint8_t entrant[EK_SEATS];
    ar_seating(&match, game, entrant);
    memset(names, 0, EK_SEATS + 1);
    for (unsigned seat = 0; seat < match.table.players; seat++)
        names[seat] = match.entrant[entrant[seat]].name[0];
}

static void test_no_game_is_played_twice(void **state)
{
    static const char *const all[] = {"abbb", "abab", "ababab", "aba", "aaaa", "ababa"};
    enum { GAMES = 60 };
    (void)state;
    for (unsigned n = 0; n < sizeof all / sizeof *all; n++) {
        match_of(all[n], (unsigned)strlen(all[n]));
        for (unsigned i = 0; i < GAMES; i++)
            for (unsigned j = 0; j < i; j++) {
                char a[EK_SEATS + 1];
                char b[EK_SEATS + 1];
                names_at(i, a);
                names_at(j, b);
                assert_false(ar_seed_of(&match, i) == ar_seed_of(&match, j) && strcmp(a, b) == 0);
            }
    }
}

static void test_a_deal_is_played_in_all_rotations(void **state)
{
    static const char *const seats[] = {"abcd", "bcda", "cdab", "dabc"};
    char names[EK_SEATS + 1];
    (void)state;
    match_of("abcd", 4);
    for (unsigned game = 0; game < 40; game++) {
        names_at(game, names);
        assert_string_equal(names, seats[game % 4]);
        assert_int_equal(ar_deal_of(&match, game), game / 4);
        assert_true(ar_seed_of(&match, game) == ar_seed_of(&match, game / 4 * 4));
        assert_true(ar_seed_of(&match, game) != ar_seed_of(&match, game + 4));
    }
    assert_int_equal(ar_whole_deals(&match, 1), 4);
    assert_int_equal(ar_whole_deals(&match, 4), 4);
    assert_int_equal(ar_whole_deals(&match, 101), 104);
}

static void test_a_tournament_rotates_its_groups(void **state)
{
    unsigned seen[5] = {0};
    (void)state;
    match_of("abcde", 3);
    for (unsigned deal = 0; deal < 200; deal++) {
        uint8_t at[3][EK_SEATS];
        for (unsigned i = 0; i < 3; i++)
            ar_seating(&match, 3 * deal + i, at[i]);
        for (unsigned seat = 0; seat < 3; seat++) {
            seen[at[0][seat]]++;
            assert_int_equal(at[1][seat], at[0][(seat + 1) % 3]);
            assert_int_equal(at[2][seat], at[0][(seat + 2) % 3]);
        }
    }
    for (unsigned i = 0; i < 5; i++) /* 120 of 200, give or take five standard deviations */
        assert_in_range(seen[i], 85, 155);
}

/* -------------------------------------------------------------------------------------- numbers */

/* Adds a game of two that a wins, loses or shares: result 2, 0 or 1. */
static void add_game(unsigned number, unsigned result)
{
    ar_game game = {.number = number};
    for (unsigned seat = 0; seat < 2; seat++) {
        game.seat[seat].entrant = (uint8_t)seat;
        game.seat[seat].rank = (uint8_t)(result == 1 ? 1 : (seat == 0) == (result == 2) ? 1 : 2);
    }
    ar_tally_add(&tally, &game);
}

/* Deals of two games each: the number of deals in which a wins both, one and none. */
static void play_deals(unsigned both, unsigned one, unsigned none)
{
    unsigned number = 0;
    match_of("ab", 2);
    ar_tally_begin(&tally, &match);
    for (unsigned i = 0; i < both + one + none; i++) {
        add_game(number++, i < both + one ? 2 : 0);
        add_game(number++, i < both ? 2 : 0);
    }
    ar_tally_end(&tally);
}

static void assert_near(double value, double expected, double most)
{
    if (fabs(value - expected) > most)
        fail_msg("%.5f is not %.5f", value, expected);
}

static void assert_share(double share, double low, double high)
{
    double l;
    double h;
    assert_near(ar_win_share(&tally.line[0], &l, &h), share, 1e-9);
    assert_near(l, low, 5e-4);
    assert_near(h, high, 5e-4);
}

/* Wilson: 50 of 100 is 40.4 to 59.6 %, 1 of 100 is 0.2 to 5.4 %, 0 of 20 is 0 to 16.1 %. */
static void test_independent_games_have_wilson_s_interval(void **state)
{
    (void)state;
    play_deals(2600, 5200, 2600);
    assert_share(0.5, 0.4932, 0.5068);
    play_deals(0, 0, 10);
    assert_share(0, 0, 0.1611);
    play_deals(10, 0, 0);
    assert_share(1, 0.8389, 1);
    ar_line one = {.seats = 100, .wins = 50, .deals = 1};
    double low;
    double high;
    ar_win_share(&one, &low, &high);
    assert_near(low, 0.4038, 5e-4);
    assert_near(high, 0.5962, 5e-4);
    one.wins = 1;
    ar_win_share(&one, &low, &high);
    assert_near(low, 0.0018, 5e-4);
    assert_near(high, 0.0545, 5e-4);
}

/* Games in pairs that are always won or lost together are worth half as many: of 20,000 games
 * half a per cent becomes 0.7. Pairs that are always shared say the share exactly. */
static void test_games_that_hang_together_count_for_fewer(void **state)
{
    (void)state;
    play_deals(5000, 0, 5000);
    assert_share(0.5, 0.4902, 0.5098);
    play_deals(0, 10000, 0);
    assert_share(0.5, 0.4999, 0.5001);
}

static void test_few_deals_say_little(void **state)
{
    double low;
    double high;
    (void)state;
    play_deals(0, 2, 0);
    ar_win_share(&tally.line[0], &low, &high);
    assert_true(low < 0.2 && high > 0.8);
    play_deals(0, 1, 0);
    ar_win_share(&tally.line[0], &low, &high);
    assert_true(low < 0.1 && high > 0.9);
}

/* 75 to 25 are 400 * log10(3) = 191 points between the two; half a game more for each of them
 * takes one off. */
static void test_ratings(void **state)
{
    (void)state;
    play_deals(25, 25, 0);
    assert_near(tally.line[0].rating, 95, 1);
    assert_near(tally.line[1].rating, -95, 1);
    play_deals(0, 30, 0);
    assert_near(tally.line[0].rating, 0, 1e-6);
}

static void test_shared_victories_are_split(void **state)
{
    (void)state;
    match_of("ab", 2);
    ar_tally_begin(&tally, &match);
    add_game(0, 1);
    add_game(1, 2);
    ar_tally_end(&tally);
    assert_near(tally.line[0].wins, 1.5, 1e-9);
    assert_near(tally.line[1].wins, 0.5, 1e-9);
    assert_near(tally.line[0].ranks, 2, 1e-9);
    assert_near(tally.line[1].ranks, 3, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rotations_that_differ),
        cmocka_unit_test(test_judgements_tell_entrants_apart),
        cmocka_unit_test(test_no_game_is_played_twice),
        cmocka_unit_test(test_a_deal_is_played_in_all_rotations),
        cmocka_unit_test(test_a_tournament_rotates_its_groups),
        cmocka_unit_test(test_independent_games_have_wilson_s_interval),
        cmocka_unit_test(test_games_that_hang_together_count_for_fewer),
        cmocka_unit_test(test_few_deals_say_little),
        cmocka_unit_test(test_ratings),
        cmocka_unit_test(test_shared_victories_are_split),
    };
    return cmocka_run_group_tests_name("arena tally", tests, NULL, NULL);
}
