/* Who of the people in the queue play with each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot.h"
#include "pairing/match.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, SEEKERS_MAX = 40 };

/* A queue: people are called 1, 2, 3 … and come a millisecond after each other. */
typedef struct evening {
    sv_seeker list[SEEKERS_MAX];
    bool taken[SEEKERS_MAX];
    unsigned count;
    int64_t now;
    int64_t apart[2];
} evening;

static sv_seeker *come(evening *e, unsigned players)
{
    sv_seeker *s = &e->list[e->count++];
    *s = (sv_seeker){.person = e->count,
                     .since = e->now + e->count,
                     .pace = SV_PAIR_LIVE,
                     .players = (uint8_t)players,
                     .level = BOT_EASY,
                     .rated = SV_RATED_ANY};
    return s;
}

static bool is_apart(void *data, int64_t one, int64_t other)
{
    const evening *e = data;
    return (one == e->apart[0] && other == e->apart[1]) ||
           (one == e->apart[1] && other == e->apart[0]);
}

/* All groups after so many milliseconds, as text: the people, then the seats. */
static const char *groups_after(evening *e, int64_t time)
{
    static char text[1024];
    sv_group g;
    const sv_seekers seekers = {.list = e->list,
                                .count = e->count,
                                .taken = e->taken,
                                .now = e->now + time,
                                .apart = is_apart,
                                .data = e};
    text[0] = '\0';
    memset(e->taken, 0, sizeof e->taken);
    for (size_t length = 0; sv_match_next(&seekers, &g); length = strlen(text)) {
        for (unsigned i = 0; i < g.count; i++, length = strlen(text))
            snprintf(text + length, sizeof text - length, "%d ", (int)e->list[g.member[i]].person);
        snprintf(text + length, sizeof text - length, "at %u%s; ", g.players,
                 g.rated ? "" : " unrated");
    }
    return text;
}

static void people_who_say_how_many_play_at_once(void **state)
{
    evening e = {.now = 1000000};
    (void)state;
    come(&e, 3);
    come(&e, 3);
    assert_string_equal(groups_after(&e, SECOND), "");
    come(&e, 2);
    assert_string_equal(groups_after(&e, SECOND), "");
    come(&e, 0);
    assert_string_equal(groups_after(&e, SECOND), "1 2 4 at 3; ");
    come(&e, 2);
    assert_string_equal(groups_after(&e, SECOND), "1 2 4 at 3; 3 5 at 2; ");
}

static void people_who_accept_any_number_wait_for_more(void **state)
{
    evening e = {.now = 1000000};
    (void)state;
    come(&e, 0);
    come(&e, 0);
    assert_string_equal(groups_after(&e, 119 * SECOND), "");
    assert_string_equal(groups_after(&e, 121 * SECOND), "1 2 at 2; ");
    come(&e, 0);
    assert_string_equal(groups_after(&e, 59 * SECOND), "");
    assert_string_equal(groups_after(&e, 61 * SECOND), "1 2 3 at 3; ");
    for (unsigned i = 0; i < 3; i++)
        come(&e, 0);
    assert_string_equal(groups_after(&e, SECOND), "1 2 3 4 5 6 at 6; ");
    come(&e, 0);
    assert_string_equal(groups_after(&e, SECOND), "1 2 3 4 5 6 at 6; ");
    for (unsigned i = 0; i < 3; i++)
        come(&e, 0);
    assert_string_equal(groups_after(&e, 16 * SECOND), "1 2 3 4 5 6 at 6; 7 8 9 10 at 4; ");
}

static void paces_do_not_mix(void **state)
{
    evening e = {.now = 1000000};
    (void)state;
    come(&e, 2);
    come(&e, 2)->pace = SV_PAIR_DAYS;
    assert_string_equal(groups_after(&e, MINUTE), "");
    come(&e, 2)->pace = SV_PAIR_DAYS;
    assert_string_equal(groups_after(&e, MINUTE), "2 3 at 2; ");
}

static void those_who_block_each_other_do_not_meet(void **state)
{
    evening e = {.now = 1000000, .apart = {1, 2}};
    (void)state;
    come(&e, 2);
    come(&e, 2);
    assert_string_equal(groups_after(&e, MINUTE), "");
    come(&e, 2);
    assert_string_equal(groups_after(&e, MINUTE), "1 3 at 2; ");
    come(&e, 2);
    assert_string_equal(groups_after(&e, MINUTE), "1 3 at 2; 2 4 at 2; ");
}

static void ratings_are_alike_if_many_wait(void **state)
{
    evening e = {.now = 1000000};
    static const int ratings[] = {1500, 2100, 900, 1480, 1530};
    (void)state;
    for (unsigned i = 0; i < 5; i++)
        come(&e, 3)->rating = ratings[i];
    assert_string_equal(groups_after(&e, SECOND), "1 4 5 at 3; ");
    /* Who has waited long is not passed over for ever: a minute weighs 25 points. */
    e.list[1].since -= 30 * MINUTE;
    assert_string_equal(groups_after(&e, SECOND), "1 2 4 at 3; ");
}

static void rated_games_are_for_those_who_want_them(void **state)
{
    evening e = {.now = 1000000};
    (void)state;
    come(&e, 2)->rated = SV_RATED_YES;
    come(&e, 2)->rated = SV_RATED_NO;
    assert_string_equal(groups_after(&e, SECOND), "");
    come(&e, 2);
    assert_string_equal(groups_after(&e, SECOND), "1 3 at 2; ");
    come(&e, 2);
    assert_string_equal(groups_after(&e, SECOND), "1 3 at 2; 2 4 at 2 unrated; ");
    e.list[0].rated = SV_RATED_ANY;
    e.list[2].rated = SV_RATED_NO;
    assert_string_equal(groups_after(&e, SECOND), "1 2 at 2 unrated; 3 4 at 2 unrated; ");
}

static void people_from_one_address_meet_others_in_rated_games(void **state)
{
    evening e = {.now = 1000000};
    (void)state;
    come(&e, 2)->origin = 7;
    come(&e, 2)->origin = 7;
    assert_string_equal(groups_after(&e, SECOND), "1 2 at 2; ");
    come(&e, 2)->rating = 900;
    e.list[0].rating = 1500;
    assert_string_equal(groups_after(&e, SECOND), "1 3 at 2; ");
    e.list[0].rated = SV_RATED_NO;
    assert_string_equal(groups_after(&e, SECOND), "1 2 at 2 unrated; ");
}

static void bots_take_the_seats_that_are_left(void **state)
{
    evening e = {.now = 1000000};
    (void)state;
    come(&e, 0)->bots_at = e.now + MINUTE;
    assert_string_equal(groups_after(&e, MINUTE - 1), "");
    assert_string_equal(groups_after(&e, MINUTE), "1 at 4 unrated; ");
    e.list[0].players = 6;
    assert_string_equal(groups_after(&e, MINUTE), "1 at 6 unrated; ");
    /* Others join if they accept bots, and the number. */
    come(&e, 0);
    assert_string_equal(groups_after(&e, MINUTE), "1 at 6 unrated; ");
    e.list[1].bots_at = e.now + 5 * MINUTE;
    assert_string_equal(groups_after(&e, MINUTE), "1 2 at 6 unrated; ");
    e.list[1].players = 3;
    assert_string_equal(groups_after(&e, MINUTE), "1 at 6 unrated; ");
    e.list[0].players = 0;
    assert_string_equal(groups_after(&e, MINUTE), "1 2 at 3 unrated; ");
    e.list[1].rated = SV_RATED_YES;
    assert_string_equal(groups_after(&e, MINUTE), "1 at 4 unrated; ");
}

static void people_come_before_bots(void **state)
{
    evening e = {.now = 1000000};
    (void)state;
    come(&e, 0)->bots_at = e.now + 2 * MINUTE;
    come(&e, 0)->bots_at = e.now + 2 * MINUTE;
    come(&e, 0)->bots_at = e.now + 2 * MINUTE;
    assert_string_equal(groups_after(&e, 2 * MINUTE), "1 2 3 at 3; ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_who_say_how_many_play_at_once),
        cmocka_unit_test(people_who_accept_any_number_wait_for_more),
        cmocka_unit_test(paces_do_not_mix),
        cmocka_unit_test(those_who_block_each_other_do_not_meet),
        cmocka_unit_test(ratings_are_alike_if_many_wait),
        cmocka_unit_test(rated_games_are_for_those_who_want_them),
        cmocka_unit_test(people_from_one_address_meet_others_in_rated_games),
        cmocka_unit_test(bots_take_the_seats_that_are_left),
        cmocka_unit_test(people_come_before_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
