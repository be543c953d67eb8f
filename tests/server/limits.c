/* Limits that several servers keep together: counting taken permits, and messages about them. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "limits_shared.h"

enum { NOW = 1000000 };

static const sv_rate logins = {3, 21}, users = {40, 200};

static sv_limits *open_limits(void)
{
    sv_limits *l = calloc(1, sizeof *l);
    assert_non_null(l);
    sv_limits_set(l, 40);
    sv_limits_count_spent(l, true);
    return l;
}

/* Servers that hash with the same secret. */
static void open_many(sv_limits *l[], unsigned count)
{
    char secret[SV_LIMIT_SECRET_TEXT];
    for (unsigned i = 0; i < count; i++) {
        l[i] = open_limits();
        l[i]->nodes = count;
        sv_limits_secret(l[0], secret);
        assert_true(sv_limits_set_secret(l[i], secret));
    }
}

static void close_many(sv_limits *l[], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        free(l[i]);
}

static void open_two(sv_limits *l[2])
{
    open_many(l, 2);
}

static void close_two(sv_limits *l[2])
{
    close_many(l, 2);
}

static bool take(sv_limits *l, enum sv_limited what, const char *name, int32_t permits)
{
    return sv_limit_take(l, what == SV_LIMITED_USER ? &users : &logins, what, name, 0, permits,
                         NOW);
}

/* How many permits are left. */
static unsigned drain(sv_limits *l, enum sv_limited what, const char *name)
{
    unsigned count = 0;
    while (take(l, what, name, 1))
        count++;
    return count;
}

static void pass_on(sv_limits *from, sv_limits *to)
{
    char text[SV_LIMITS_TEXT];
    sv_limits_print(from, text, NOW);
    assert_true(sv_limits_take_text(to, text, NOW));
}

/* ----------------------------------------------------------------------------------- accounting */

static void a_sixteenth_is_due(void **state)
{
    sv_limits *l = open_limits();
    (void)state;
    for (unsigned i = 0; i < 12; i++)
        assert_true(take(l, SV_LIMITED_USER, "a", 1));
    assert_int_equal(l->spent.due_count, 0);
    assert_true(take(l, SV_LIMITED_USER, "a", 1)); /* 13 of 200 */
    assert_int_equal(l->spent.due_count, 1);
    assert_false(l->spent.hurry);
    assert_true(take(l, SV_LIMITED_USER, "a", 1));
    assert_int_equal(l->spent.due_count, 1);
    assert_true(take(l, SV_LIMITED_NAME, "a", 2)); /* a password: 2 of 21 */
    assert_int_equal(l->spent.due_count, 2);
    assert_true(l->spent.hurry);
    free(l);
}

/* That is, each quarter of it until it is empty. */
static void emptying_a_bucket_is_told_at_once(void **state)
{
    sv_limits *l = open_limits();
    char text[SV_LIMITS_TEXT];
    (void)state;
    assert_true(take(l, SV_LIMITED_USER, "a", 49));
    assert_false(l->spent.hurry);
    assert_true(take(l, SV_LIMITED_USER, "a", 1));
    assert_true(l->spent.hurry);
    sv_limits_print(l, text, NOW);
    assert_false(l->spent.hurry);
    assert_true(take(l, SV_LIMITED_USER, "a", 150));
    assert_true(l->spent.hurry);
    sv_limits_print(l, text, NOW);
    sv_limit_charge(l, &users, SV_LIMITED_USER, "a", 0, 100000, NOW); /* in debt */
    assert_false(l->spent.hurry);
    assert_int_equal(l->spent.due_count, 1);
    free(l);
}

static void refused_permits_are_not_counted(void **state)
{
    sv_limits *l = open_limits();
    char text[SV_LIMITS_TEXT];
    (void)state;
    drain(l, SV_LIMITED_NAME, "a");
    sv_limits_print(l, text, NOW);
    assert_non_null(strstr(text, " 3 21 21000\n"));
    assert_false(take(l, SV_LIMITED_NAME, "a", 2));
    assert_int_equal(l->spent.due_count, 0);
    assert_false(l->spent.hurry);
    sv_limits_print(l, text, NOW);
    assert_string_equal(text, "");
    free(l);
}

/* The limit of the whole server belongs to one server alone. */
static void the_whole_server_is_not_told(void **state)
{
    sv_limits *l = open_limits();
    (void)state;
    assert_true(sv_limit_take(l, &users, SV_LIMITED_ALL, "", 0, 200, NOW));
    assert_int_equal(l->spent.due_count, 0);
    free(l);
}

static void nothing_is_counted_without_others(void **state)
{
    sv_limits *l = open_limits();
    (void)state;
    sv_limits_count_spent(l, false);
    drain(l, SV_LIMITED_NAME, "a");
    assert_int_equal(l->spent.due_count, 0);
    sv_limits_count_spent(l, true); /* another server starts: earlier permits do not count */
    assert_true(take(l, SV_LIMITED_NAME, "b", 2));
    assert_int_equal(l->spent.due_count, 1);
    free(l);
}

static void a_bucket_that_is_evicted_owes_nothing(void **state)
{
    enum { MANY = SV_LIMIT_BUCKETS * 4 };
    sv_limits *l = open_limits();
    char text[SV_LIMITS_TEXT];
    int64_t sum = 0;
    (void)state;
    assert_true(sv_limit_take(l, &users, SV_LIMITED_USER, "", 0, 13, NOW));
    for (int64_t i = 1; i < MANY; i++) /* one permit each: less than is told */
        assert_true(sv_limit_take(l, &users, SV_LIMITED_USER, "", i, 1, NOW));
    for (unsigned i = 0; i < SV_LIMIT_BUCKETS; i++)
        sum += l->spent.thousandths[i];
    assert_true(sum <= (SV_LIMIT_BUCKETS + 12) * INT64_C(1000));
    sv_limits_print(l, text, NOW);
    free(l);
}

/* ------------------------------------------------------------------------------------- messages */

static void taking_at_one_server_lowers_the_other(void **state)
{
    sv_limits *l[2];
    (void)state;
    open_two(l);
    for (unsigned i = 0; i < 5; i++)
        assert_true(take(l[0], SV_LIMITED_NAME, "anna", 2));
    pass_on(l[0], l[1]);
    assert_int_equal(drain(l[1], SV_LIMITED_NAME, "anna"), 11);
    assert_int_equal(drain(l[1], SV_LIMITED_NAME, "ben"), 21);
    pass_on(l[1], l[0]);
    assert_int_equal(drain(l[0], SV_LIMITED_NAME, "anna"), 0);
    assert_int_equal(drain(l[0], SV_LIMITED_NAME, "ben"), 0);
    close_two(l);
}

/* Permits that another server has told are not told again. */
static void nothing_echoes(void **state)
{
    sv_limits *l[2];
    (void)state;
    open_two(l);
    assert_true(take(l[0], SV_LIMITED_NAME, "anna", 10));
    pass_on(l[0], l[1]);
    assert_int_equal(l[1]->spent.due_count, 0);
    close_two(l);
}

/* All servers gave a full bucket before a message arrived: the client pays that debt first. */
static void a_debt_is_a_full_bucket_of_each_server_at_most(void **state)
{
    static const struct {
        unsigned nodes, buckets;
    } debt[] = {{0, 2}, {1, 2}, {2, 2}, {3, 3}, {16, 16}, {1000, 16}};
    sv_limits *l[2];
    char text[SV_LIMITS_TEXT];
    (void)state;
    for (unsigned i = 0; i < sizeof debt / sizeof *debt; i++) {
        open_two(l);
        l[1]->nodes = debt[i].nodes;
        drain(l[0], SV_LIMITED_NAME, "anna");
        drain(l[1], SV_LIMITED_NAME, "anna");
        sv_limits_print(l[0], text, NOW);
        for (unsigned k = 0; k < 2 * SV_LIMIT_DEBT_MAX; k++)
            assert_true(sv_limits_take_text(l[1], text, NOW));
        const int64_t paid = NOW + debt[i].buckets * INT64_C(7000); /* 21 permits at 3 a second */
        assert_false(sv_limit_take(l[1], &logins, SV_LIMITED_NAME, "anna", 0, 1, paid));
        assert_true(sv_limit_take(l[1], &logins, SV_LIMITED_NAME, "anna", 0, 1, paid + 334));
        close_two(l);
    }
}

/* When a bucket is out of debt: in milliseconds from NOW. */
static int64_t debt_ms(sv_limits *l)
{
    int64_t ms = 0;
    while (!sv_limit_take(l, &users, SV_LIMITED_USER, "a", 0, 0, NOW + ms))
        ms += 10;
    return ms;
}

/* Work makes a debt of one full bucket, also at a server that heard of more; the rest is forgiven
 * at all servers. */
static void work_makes_a_debt_of_a_full_bucket(void **state)
{
    sv_limits *l[2];
    (void)state;
    open_two(l);
    for (unsigned i = 0; i < 5; i++)
        sv_limit_charge(l[0], &users, SV_LIMITED_USER, "a", 0, 1000000, NOW);
    pass_on(l[0], l[1]);
    for (unsigned i = 0; i < 2; i++) {
        sv_limits *again = calloc(1, sizeof *again);
        assert_non_null(again);
        memcpy(again, l[i], sizeof *again);
        assert_int_equal(debt_ms(again), 5000);
        free(again);
    }
    assert_true(take(l[1], SV_LIMITED_NAME, "anna", 1));
    sv_limit_charge(l[1], &users, SV_LIMITED_USER, "a", 0, 1000000, NOW);
    assert_int_equal(l[1]->spent.due_count, 0);
    assert_int_equal(debt_ms(l[1]), 5000);
    close_two(l);
}

/* A debt beyond a full bucket is not forgiven when it is used, nor by work. */
static void a_deep_debt_stays(void **state)
{
    sv_limits *l[4];
    (void)state;
    open_many(l, 4);
    for (unsigned i = 0; i < 4; i++)
        drain(l[i], SV_LIMITED_USER, "a");
    for (unsigned i = 1; i < 4; i++)
        pass_on(l[i], l[0]);
    sv_limit_charge(l[0], &users, SV_LIMITED_USER, "a", 0, 1000, NOW);
    assert_int_equal(debt_ms(l[0]), 15000);
    close_many(l, 4);
}

static void permits_are_returned_everywhere(void **state)
{
    sv_limits *l[2];
    (void)state;
    open_two(l);
    assert_true(take(l[0], SV_LIMITED_NAME, "anna", 21));
    pass_on(l[0], l[1]);
    sv_limit_return(l[0], &logins, SV_LIMITED_NAME, "anna", 0, 6, NOW);
    pass_on(l[0], l[1]);
    assert_int_equal(drain(l[0], SV_LIMITED_NAME, "anna"), 6);
    assert_int_equal(drain(l[1], SV_LIMITED_NAME, "anna"), 6);
    close_two(l);
}

/* Taken and returned in one turn: there is nothing to say. */
static void permits_returned_at_once_are_not_told(void **state)
{
    sv_limits *l = open_limits();
    char text[SV_LIMITS_TEXT];
    (void)state;
    assert_true(take(l, SV_LIMITED_NAME, "anna", 6));
    sv_limit_return(l, &logins, SV_LIMITED_NAME, "anna", 0, 6, NOW);
    sv_limits_print(l, text, NOW);
    assert_string_equal(text, "");
    free(l);
}

static void work_is_told(void **state)
{
    sv_limits *l[2];
    (void)state;
    open_two(l);
    sv_limit_charge(l[0], &users, SV_LIMITED_USER, "", 7, 50500, NOW);
    pass_on(l[0], l[1]);
    assert_true(sv_limit_take(l[1], &users, SV_LIMITED_USER, "", 7, 149, NOW));
    assert_false(sv_limit_take(l[1], &users, SV_LIMITED_USER, "", 7, 1, NOW));
    close_two(l);
}

static void another_secret_is_another_bucket(void **state)
{
    sv_limits *a = open_limits(), *b = open_limits();
    (void)state;
    drain(a, SV_LIMITED_NAME, "anna");
    pass_on(a, b);
    assert_int_equal(drain(b, SV_LIMITED_NAME, "anna"), 21);
    free(a);
    free(b);
}

static void a_message_is_never_too_long(void **state)
{
    const sv_rate vast = {INT32_MAX, INT32_MAX};
    sv_limits *l[2];
    char text[SV_LIMITS_TEXT];
    unsigned lines = 0;
    (void)state;
    open_two(l);
    for (int64_t i = 0; i < 3 * SV_LIMIT_DUE_MAX; i++)
        sv_limit_charge(l[0], &vast, SV_LIMITED_LOGINS, "", i, INT64_MAX / 4, NOW);
    assert_int_equal(l[0]->spent.due_count, SV_LIMIT_DUE_MAX);
    for (unsigned i = 0; i < SV_LIMIT_DUE_MAX; i++)
        l[0]->spent.thousandths[l[0]->spent.due[i]] = INT64_MIN;
    sv_limits_print(l[0], text, INT64_MAX);
    assert_true(strlen(text) < SV_LIMITS_TEXT - 1);
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 1 + SV_LIMIT_DUE_MAX);
    assert_true(sv_limits_take_text(l[1], text, NOW));
    /* Buckets that found no room are due when they are used again. */
    sv_limit_return(l[0], &vast, SV_LIMITED_LOGINS, "", 3 * SV_LIMIT_DUE_MAX - 1, 1, NOW);
    assert_int_equal(l[0]->spent.due_count, 1);
    close_two(l);
}

/* A malformed message changes nothing, not even with the lines that are good. */
static void malformed_messages_are_ignored(void **state)
{
#define LINE "90e1f3a2b4c5d607 3 21 2000\n"
#define GOOD "1000000\n" LINE
    static const char *const bad[] = {
        "x",
        "\n",
        "1000000",
        "1000000\n90e1f3a2b4c5d607\n",
        "1000000\n90e1f3a2b4c5d607 3 21 2000",
        "1000000\n90e1f3a2b4c5d607 3 21 2000 \n",
        "1000000\n90e1f3a2b4c5d607 3 21 \n",
        "1000000\n90e1f3a2b4c5d607 3 21  2000\n",
        "1000000\n90e1f3a2b4c5d607  3 21 2000\n",
        "1000000\n 90e1f3a2b4c5d607 3 21 2000\n",
        "1000000\n90e1f3a2b4c5d60 3 21 2000\n",
        "1000000\n90e1f3a2b4c5d6070 3 21 2000\n",
        "1000000\n90E1F3A2B4C5D607 3 21 2000\n",
        "1000000\n90e1f3a2b4c5d607 0 21 2000\n",
        "1000000\n90e1f3a2b4c5d607 3 0 2000\n",
        "1000000\n90e1f3a2b4c5d607 -3 21 2000\n",
        "1000000\n90e1f3a2b4c5d607 3 -21 2000\n",
        "1000000\n90e1f3a2b4c5d607 2147483648 21 2000\n",
        "1000000\n90e1f3a2b4c5d607 3 99999999999999999999 2000\n",
        "1000000\n90e1f3a2b4c5d607 3 21 357001\n",
        "1000000\n90e1f3a2b4c5d607 3 21 -357001\n",
        "1000000\n90e1f3a2b4c5d607 3 21 99999999999999999999\n",
        "1000000\n90e1f3a2b4c5d607 3 21 2e3\n",
        "1000000\n90e1f3a2b4c5d607 3 21 +2000\n",
        "1000000\n90e1f3a2b4c5d607 3 21 -\n",
        GOOD "x",
        GOOD "\n" LINE,
        GOOD GOOD,
        LINE,
        "\n" LINE,
        " 1000000\n" LINE,
        "1000000 \n" LINE,
        "1000000 " LINE,
        "+1000000\n" LINE,
        "-1\n" LINE,
        "1e6\n" LINE,
        "0x10\n" LINE,
        "1000000000000000\n" LINE,
        "99999999999999999999\n" LINE,
    };
    sv_limits *l = open_limits(), *before = calloc(1, sizeof *before);
    char many[(SV_LIMIT_DUE_MAX + 2) * sizeof GOOD] = "1000000\n", *end = many + strlen(many);
    (void)state;
    assert_non_null(before);
    memcpy(before, l, sizeof *l);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(sv_limits_take_text(l, bad[i], NOW));
    for (unsigned i = 0; i <= SV_LIMIT_DUE_MAX; i++)
        memcpy(end + i * (sizeof LINE - 1), LINE, sizeof LINE);
    assert_false(sv_limits_take_text(l, many, NOW));
    assert_memory_equal(l, before, sizeof *l);
    assert_true(sv_limits_take_text(l, "", NOW));
    assert_true(sv_limits_take_text(l, GOOD, NOW));
    assert_memory_not_equal(l, before, sizeof *l);
    free(before);
    free(l);
#undef GOOD
#undef LINE
}

/* ---------------------------------------------------------------------------------------- time */

/* A turn goes by its beginning, requests that arrive meanwhile by the time it is. */
static void time_that_goes_back_a_little_gives_nothing_twice(void **state)
{
    sv_limits *l = open_limits();
    (void)state;
    drain(l, SV_LIMITED_NAME, "anna");
    for (unsigned i = 0; i < 100; i++) {
        const int64_t now = NOW + (i % 2 == 0 ? 5000 : 1);
        assert_true(sv_limit_take(l, &logins, SV_LIMITED_NAME, "anna", 0, 0, now));
    }
    unsigned left = 0;
    while (sv_limit_take(l, &logins, SV_LIMITED_NAME, "anna", 0, 1, NOW + 5000))
        left++;
    assert_int_equal(left, 15); /* 5 seconds, 3 a second */
    free(l);
}

static void a_clock_that_was_set_back_freezes_no_bucket(void **state)
{
    const int64_t before = NOW - 600000;
    sv_limits *l = open_limits();
    (void)state;
    drain(l, SV_LIMITED_NAME, "anna");
    assert_false(sv_limit_take(l, &logins, SV_LIMITED_NAME, "anna", 0, 1, before));
    assert_true(sv_limit_take(l, &logins, SV_LIMITED_NAME, "anna", 0, 3, before + 1000));
    free(l);
}

static void a_secret_is_hexadecimal(void **state)
{
    sv_limits *l = open_limits();
    char text[SV_LIMIT_SECRET_TEXT], same[SV_LIMIT_SECRET_TEXT];
    (void)state;
    sv_limits_secret(l, text);
    assert_int_equal(strlen(text), 32);
    assert_false(sv_limits_set_secret(l, ""));
    assert_false(sv_limits_set_secret(l, "00112233445566778899aabbccddee"));
    assert_false(sv_limits_set_secret(l, "00112233445566778899aabbccddeeff00"));
    assert_false(sv_limits_set_secret(l, "00112233445566778899aabbccddeexx"));
    sv_limits_secret(l, same);
    assert_string_equal(text, same);
    assert_true(sv_limits_set_secret(l, "00112233445566778899aabbccddeeff"));
    sv_limits_secret(l, same);
    assert_string_equal(same, "00112233445566778899aabbccddeeff");
    free(l);
}

/* ---------------------------------------------------------------------------------- as at one */

/* What servers grant together if they are asked in turn, so many times a second. They tell the
 * others every 250 ms. */
static unsigned granted(unsigned servers, const sv_rate *rate, unsigned asked, unsigned seconds)
{
    sv_limits *l[3];
    char text[SV_LIMITS_TEXT];
    unsigned count = 0;
    open_many(l, servers);
    for (unsigned i = 0; i < asked * seconds; i++) {
        const int64_t now = NOW + i * INT64_C(1000) / asked;
        count += sv_limit_take(l[i % servers], rate, SV_LIMITED_ADDRESS, "192.0.2.1", 0, 1, now);
        for (unsigned from = 0; i % (asked / 4) == 0 && from < servers; from++) {
            sv_limits_print(l[from], text, now);
            for (unsigned to = 0; to < servers; to++)
                assert_true(to == from || sv_limits_take_text(l[to], text, now));
        }
    }
    close_many(l, servers);
    return count;
}

static void a_shared_address_gets_as_much_as_at_one_server(void **state)
{
    enum { SECONDS = 60 };
    (void)state;
    /* People who keep to the rate together are not refused. */
    assert_int_equal(granted(3, &users, 36, SECONDS), 36 * SECONDS);
    for (unsigned asked = 60; asked <= 960; asked *= 2) {
        const unsigned one = granted(1, &users, asked, SECONDS),
                       three = granted(3, &users, asked, SECONDS);
        assert_in_range(three, one * 9 / 10, one * 12 / 10);
    }
}

/* All servers are asked at the same moment, and hear of each other afterwards. */
static unsigned burst(sv_limits *l[], unsigned servers, int64_t now)
{
    char text[SV_LIMITS_TEXT];
    unsigned count = 0;
    for (unsigned i = 0; i < servers; i++)
        for (unsigned k = 0; k < 30; k++)
            count += sv_limit_take(l[i], &logins, SV_LIMITED_NAME, "anna", 0, 2, now);
    for (unsigned i = 0; i < servers; i++) {
        sv_limits_print(l[i], text, now);
        for (unsigned to = 0; to < servers; to++)
            assert_true(to == i || sv_limits_take_text(l[to], text, now));
    }
    return count;
}

/* A burst gets a full bucket of each server before they hear of each other. That is paid back: over
 * some time it is no more than one server gives to a client that asks it all the time. */
static void bursts_at_three_servers_get_no_more_than_at_one(void **state)
{
    enum { BURSTS = 12, SURPLUS = 20 };
    (void)state;
    for (int64_t pause = 1000; pause <= 15000; pause += 1000) {
        sv_limits *bursts[1], *always[1], *three[3];
        unsigned in_bursts = 0, at_one = 0, at_three = 0;
        open_many(bursts, 1);
        open_many(always, 1);
        open_many(three, 3);
        for (int64_t i = 0; i < BURSTS; i++) {
            for (int64_t ms = i > 0 ? 100 - pause : 0; ms <= 0; ms += 100)
                at_one += burst(always, 1, NOW + i * pause + ms);
            in_bursts += burst(bursts, 1, NOW + i * pause);
            at_three += burst(three, 3, NOW + i * pause);
            assert_true(at_three <= at_one + SURPLUS + 1);
            /* A burst as soon as one server has a full bucket again. */
            if (pause == 7000 && (i == 2 || i == BURSTS - 1))
                assert_true(at_three * 10 <= in_bursts * 13);
        }
        assert_true(pause < 4000 || at_three * 10 <= at_one * 13);
        close_many(bursts, 1);
        close_many(always, 1);
        close_many(three, 3);
    }
}

/* ------------------------------------------------------------------------------- late messages */

enum { STILL_MS = 8000, EACH_MS = 250, MESSAGES = STILL_MS / EACH_MS };

/* One server grants so many permits every EACH_MS, and tells so; the other stands still all the
 * time, and hears all messages at the end. Returns that moment. */
static int64_t stand_still(sv_limits *l[2], int32_t permits, int32_t last)
{
    static char text[MESSAGES][SV_LIMITS_TEXT];
    int64_t now = NOW;
    for (unsigned i = 0; i < MESSAGES; i++) {
        now += EACH_MS;
        const int32_t n = i == MESSAGES - 1 ? last : permits;
        for (int32_t k = 0; k < n; k++)
            assert_true(sv_limit_take(l[0], &users, SV_LIMITED_USER, "a", 0, 1, now));
        sv_limits_print(l[0], text[i], now);
    }
    /* A request that comes before the messages does not change what they cost. */
    assert_true(sv_limit_take(l[1], &users, SV_LIMITED_USER, "a", 0, 1, now));
    for (unsigned i = 0; i < MESSAGES; i++)
        assert_true(sv_limits_take_text(l[1], text[i], now));
    return now;
}

static unsigned drain_user(sv_limits *l, int64_t now)
{
    unsigned count = 0;
    while (sv_limit_take(l, &users, SV_LIMITED_USER, "a", 0, 1, now))
        count++;
    return count;
}

/* Each message tells less than a bucket, and all together more than two. The bucket is new, or was
 * used before. */
static void a_server_that_stood_still_refuses_nobody(void **state)
{
    (void)state;
    for (int32_t used = 0; used <= 100; used += 50) {
        sv_limits *l[2];
        open_two(l);
        for (int32_t i = 0; i < used; i++)
            assert_true(take(l[1], SV_LIMITED_USER, "a", 1));
        pass_on(l[1], l[0]);
        const int64_t now = stand_still(l, 9, 9);
        assert_in_range(drain_user(l[1], now), 150, 200);
        close_two(l);
    }
}

/* Both know the same, as if the messages had come in time. */
static void a_server_that_stood_still_hears_of_a_flood(void **state)
{
    sv_limits *l[2];
    (void)state;
    open_two(l);
    int64_t now = stand_still(l, 14, 14); /* 448 of 200 + 40 * 8 */
    unsigned left = drain_user(l[0], now);
    assert_in_range(drain_user(l[1], now) + 1, left - 1, left + 1);
    close_two(l);
    open_two(l);
    now = stand_still(l, 9, 190);
    left = drain_user(l[0], now);
    assert_in_range(left, 0, 10);
    assert_in_range(drain_user(l[1], now), 0, left + 1);
    close_two(l);
}

/* Many small messages that were told at the same moment get no more than a great one. */
static void late_messages_use_up_lost_time_once(void **state)
{
    sv_limits *l[2];
    char text[SV_LIMITS_TEXT];
    (void)state;
    open_two(l);
    for (unsigned i = 0; i < 10; i++) {
        assert_true(take(l[0], SV_LIMITED_NAME, "anna", 2));
        sv_limits_print(l[0], text, NOW);
        assert_true(sv_limits_take_text(l[1], text, NOW + 2000));
    }
    unsigned left = 0; /* 21 - 20 + 3 * 2, rounded down */
    while (sv_limit_take(l[1], &logins, SV_LIMITED_NAME, "anna", 0, 1, NOW + 2000))
        left++;
    assert_in_range(left, 6, 7);
    close_two(l);
}

/* One in the future counts as the present; one in the far past makes a message cost nothing. */
static void strange_moments_are_bounded(void **state)
{
    static const struct {
        int64_t moment;
        unsigned left;
    } at[] = {{NOW, 11}, {NOW + 1, 11}, {INT64_MAX, 11}, {NOW - 10000, 21}, {0, 21}};
    (void)state;
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        sv_limits *l[2];
        char text[SV_LIMITS_TEXT];
        open_two(l);
        assert_true(take(l[0], SV_LIMITED_NAME, "anna", 10));
        sv_limits_print(l[0], text, at[i].moment);
        assert_true(sv_limits_take_text(l[1], text, NOW));
        assert_int_equal(drain(l[1], SV_LIMITED_NAME, "anna"), at[i].left);
        close_two(l);
    }
}

/* ---------------------------------------------------------------------------------------- turns */

static unsigned said;
static char last_said[SV_SAID_MAX], next_heard[SV_SAID_MAX];

static void say(sv_db *db, const char *text)
{
    (void)db;
    said++;
    snprintf(last_said, sizeof last_said, "%s", text);
}

static bool hear(sv_db *db, char text[SV_SAID_MAX])
{
    (void)db;
    memcpy(text, next_heard, sizeof next_heard);
    next_heard[0] = '\0';
    return text[0] != '\0';
}

/* A core whose database can say something to so many servers. */
static sv_core *open_core(unsigned nodes)
{
    rec_error error;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    assert_true(sv_core_open(core, sv_db_sqlite(":memory:", NULL, &error), 0, &error));
    sv_limits_set(&core->limits, 40);
    core->store.db->say = say;
    core->store.db->heard = hear;
    core->nodes.count = nodes;
    said = 0;
    return core;
}

static void close_core(sv_core *core, talker *t)
{
    talker_close(core, t);
    sv_core_close(core);
    free(core);
}

static void one_server_sends_nothing(void **state)
{
    sv_core *core = open_core(1);
    talker t;
    (void)state;
    talker_open(core, &t, 1, "Anna");
    for (unsigned i = 0; i < 300; i++)
        ask(core, &t, "{\"do\":\"mine\"}");
    assert_int_equal(said, 0);
    close_core(core, &t);
}

/* A flood is told a few times in a second, however many turns there are. */
static void a_flood_is_told_seldom(void **state)
{
    sv_core *core = open_core(2);
    talker t;
    (void)state;
    talker_open(core, &t, 1, "Anna");
    const int64_t from = sv_milliseconds();
    for (unsigned i = 0; i < 300; i++)
        ask(core, &t, "{\"do\":\"mine\"}");
    /* And for each quarter of the bucket while it lasts. */
    assert_in_range(said, 1, (sv_milliseconds() - from) / SV_LIMITS_TOLD_MS + 2 + 5);
    close_core(core, &t);
}

static void logins_are_told_at_once(void **state)
{
    sv_core *core = open_core(2);
    talker t;
    (void)state;
    talker_open(core, &t, 0, "");
    t.client.http = true;
    for (unsigned i = 0; i < 3; i++) {
        ask(core, &t, "{\"do\":\"login\",\"name\":\"Anna\",\"password\":\"long enough\"}");
        assert_int_equal(said, i + 1);
        assert_non_null(strstr(last_said, " 3 21 2000\n"));
    }
    close_core(core, &t);
}

static void a_turn_begins_with_the_messages(void **state)
{
    sv_core *core = open_core(2);
    talker t;
    char text[SV_LIMITS_TEXT];
    (void)state;
    talker_open(core, &t, 1, "Anna");
    ask(core, &t, "{\"do\":\"mine\"}");
    assert_string_equal(error_code(&t), "");
    assert_true(
        sv_limit_take(&core->limits, &core->limits.user, SV_LIMITED_USER, "", 1, 150, core->now));
    sv_limits_print(&core->limits, text, core->now); /* as another server might */
    snprintf(next_heard, sizeof next_heard, "%s", text);
    ask(core, &t, "{\"do\":\"mine\"}");
    assert_string_equal(error_code(&t), "too-many");
    snprintf(next_heard, sizeof next_heard, "nonsense");
    ask(core, &t, "{\"do\":\"mine\"}");
    assert_string_equal(error_code(&t), "too-many");
    close_core(core, &t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sixteenth_is_due),
        cmocka_unit_test(emptying_a_bucket_is_told_at_once),
        cmocka_unit_test(refused_permits_are_not_counted),
        cmocka_unit_test(the_whole_server_is_not_told),
        cmocka_unit_test(nothing_is_counted_without_others),
        cmocka_unit_test(a_bucket_that_is_evicted_owes_nothing),
        cmocka_unit_test(taking_at_one_server_lowers_the_other),
        cmocka_unit_test(nothing_echoes),
        cmocka_unit_test(a_debt_is_a_full_bucket_of_each_server_at_most),
        cmocka_unit_test(work_makes_a_debt_of_a_full_bucket),
        cmocka_unit_test(a_deep_debt_stays),
        cmocka_unit_test(bursts_at_three_servers_get_no_more_than_at_one),
        cmocka_unit_test(a_shared_address_gets_as_much_as_at_one_server),
        cmocka_unit_test(a_server_that_stood_still_refuses_nobody),
        cmocka_unit_test(a_server_that_stood_still_hears_of_a_flood),
        cmocka_unit_test(late_messages_use_up_lost_time_once),
        cmocka_unit_test(strange_moments_are_bounded),
        cmocka_unit_test(permits_are_returned_everywhere),
        cmocka_unit_test(permits_returned_at_once_are_not_told),
        cmocka_unit_test(work_is_told),
        cmocka_unit_test(another_secret_is_another_bucket),
        cmocka_unit_test(a_message_is_never_too_long),
        cmocka_unit_test(malformed_messages_are_ignored),
        cmocka_unit_test(time_that_goes_back_a_little_gives_nothing_twice),
        cmocka_unit_test(a_clock_that_was_set_back_freezes_no_bucket),
        cmocka_unit_test(a_secret_is_hexadecimal),
        cmocka_unit_test(one_server_sends_nothing),
        cmocka_unit_test(a_flood_is_told_seldom),
        cmocka_unit_test(logins_are_told_at_once),
        cmocka_unit_test(a_turn_begins_with_the_messages),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
