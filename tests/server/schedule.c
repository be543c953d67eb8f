/* When seasons of a league begin: month ends, leap years, and clocks that are changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tournaments/schedule.h"

#define HOUR INT64_C(3600000)
#define DAY  (24 * HOUR)
/* Midnight UTC. */
#define JANUARY_1  INT64_C(1767225600000) /* 2026, a Thursday */
#define MARCH_28   INT64_C(1774656000000) /* 2026: a day before daylight saving time in Europe */
#define OCTOBER_24 INT64_C(1792800000000) /* a day before its end */
#define LEAP_YEAR  INT64_C(1830297600000) /* January 1, 2028 */

static sv_schedule monthly(unsigned day, unsigned minute, const char *zone)
{
    sv_schedule s = {.kind = SV_SCHEDULE_MONTHLY, .day = (uint8_t)day, .minute = (uint16_t)minute};
    strncpy(s.zone, zone, SV_ZONE_MAX - 1);
    return s;
}

static sv_schedule weekly(unsigned day, unsigned minute, const char *zone)
{
    sv_schedule s = monthly(day, minute, zone);
    s.kind = SV_SCHEDULE_WEEKLY;
    return s;
}

static void a_month_that_is_too_short_begins_on_its_last_day(void **state)
{
    static const uint8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const sv_schedule s = monthly(31, 20 * 60, "UTC");
    int64_t at = JANUARY_1, first = JANUARY_1;
    (void)state;
    for (unsigned month = 0; month < 24; month++) {
        at = sv_schedule_next(&s, at);
        assert_int_equal(at, first + (days[month % 12] - 1) * DAY + 20 * HOUR);
        first += days[month % 12] * DAY;
    }
    const sv_schedule leap = monthly(30, 0, "UTC");
    at = sv_schedule_next(&leap, LEAP_YEAR + 30 * DAY);
    assert_int_equal(at, LEAP_YEAR + (31 + 28) * DAY); /* February 29 */
}

static void the_next_beginning_is_later(void **state)
{
    const sv_schedule first = monthly(1, 0, "UTC"), thursday = weekly(4, 0, "UTC"),
                      none = {.kind = SV_SCHEDULE_NONE};
    (void)state;
    assert_int_equal(sv_schedule_next(&first, JANUARY_1 - 1), JANUARY_1);
    assert_int_equal(sv_schedule_next(&first, JANUARY_1), JANUARY_1 + 31 * DAY);
    assert_int_equal(sv_schedule_next(&thursday, JANUARY_1 - 1), JANUARY_1);
    assert_int_equal(sv_schedule_next(&thursday, JANUARY_1), JANUARY_1 + 7 * DAY);
    assert_int_equal(sv_schedule_next(&none, JANUARY_1), 0);
    for (unsigned day = 1; day <= 7; day++) {
        const sv_schedule s = weekly(day, 60, "UTC");
        assert_int_equal(sv_schedule_next(&s, JANUARY_1 + 2 * HOUR),
                         JANUARY_1 + HOUR + ((day + 2) % 7 + 1) * DAY);
    }
}

static void the_hour_stays_when_the_clocks_are_changed(void **state)
{
    const sv_schedule sunday = weekly(7, 20 * 60, "Europe/Prague"),
                      prague = monthly(1, 20 * 60, "Europe/Prague");
    (void)state;
    /* Eight in the evening is 19:00 UTC in winter, 18:00 in summer. */
    assert_int_equal(sv_schedule_next(&sunday, MARCH_28 - 7 * DAY), MARCH_28 - 6 * DAY + 19 * HOUR);
    assert_int_equal(sv_schedule_next(&sunday, MARCH_28), MARCH_28 + DAY + 18 * HOUR);
    assert_int_equal(sv_schedule_next(&sunday, OCTOBER_24), OCTOBER_24 + DAY + 19 * HOUR);
    assert_int_equal(sv_schedule_next(&prague, MARCH_28), MARCH_28 + 4 * DAY + 18 * HOUR);
}

static void a_time_that_is_skipped_or_comes_twice_counts_once(void **state)
{
    const sv_schedule s = weekly(7, 150, "Europe/Prague");
    (void)state;
    const int64_t spring = sv_schedule_next(&s, MARCH_28);
    assert_int_equal(spring, MARCH_28 + DAY + HOUR + HOUR / 2); /* half past three */
    assert_int_equal(sv_schedule_next(&s, spring), MARCH_28 + 8 * DAY + HOUR / 2);
    const int64_t autumn = sv_schedule_next(&s, OCTOBER_24);
    assert_int_equal(autumn, OCTOBER_24 + DAY + HOUR / 2); /* the first half past two */
    assert_int_equal(sv_schedule_next(&s, autumn), OCTOBER_24 + 8 * DAY + HOUR + HOUR / 2);
}

/* Every beginning has the promised time of the day, twelve or 52 and a bit a year. */
static void seasons_go_on(void **state)
{
    static const char *const zones[] = {"UTC",          "Europe/Prague",  "America/St_Johns",
                                        "Pacific/Apia", "Asia/Kathmandu", "Australia/Lord_Howe",
                                        "Etc/GMT+12"};
    (void)state;
    for (unsigned z = 0; z < sizeof zones / sizeof *zones; z++)
        for (unsigned minute = 0; minute < 1440; minute += 330) {
            const sv_schedule m = monthly(29, minute, zones[z]), w = weekly(3, minute, zones[z]);
            int64_t at = JANUARY_1;
            for (unsigned i = 0; i < 36; i++) {
                const int64_t next = sv_schedule_next(&m, at);
                assert_in_range(next - at, i ? 28 * DAY - HOUR : 1, 31 * DAY + HOUR);
                at = next;
            }
            at = JANUARY_1;
            for (unsigned i = 0; i < 60; i++) {
                const int64_t next = sv_schedule_next(&w, at);
                assert_in_range(next - at, i ? 7 * DAY - HOUR : 1, 7 * DAY + HOUR);
                at = next;
            }
        }
}

static void schedules_are_read_and_checked(void **state)
{
    sv_schedule s = monthly(31, 1439, "Europe/Prague"), back;
    rec_error error;
    (void)state;
    assert_true(sv_schedule_check(&s, &error));
    json_t *json = json_pack("{s:s, s:i, s:i, s:s}", "every", "month", "day", 31, "minute", 1439,
                             "zone", "Europe/Prague");
    sv_schedule_of_json(&back, json);
    json_decref(json);
    assert_int_equal(back.kind, s.kind);
    assert_int_equal(back.day, s.day);
    assert_int_equal(back.minute, s.minute);
    assert_string_equal(back.zone, s.zone);
    s.day = 32;
    assert_false(sv_schedule_check(&s, &error));
    s.day = 0;
    assert_false(sv_schedule_check(&s, &error));
    s = weekly(8, 0, "UTC");
    assert_false(sv_schedule_check(&s, &error));
    s = weekly(7, 1440, "UTC");
    assert_false(sv_schedule_check(&s, &error));
    s = weekly(7, 0, "Europe/Nowhere");
    assert_false(sv_schedule_check(&s, &error));
    s = weekly(7, 0, "");
    assert_false(sv_schedule_check(&s, &error));
    sv_schedule_of_json(&s, NULL);
    assert_int_equal(s.kind, SV_SCHEDULE_NONE);
    assert_true(sv_schedule_check(&s, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_month_that_is_too_short_begins_on_its_last_day),
        cmocka_unit_test(the_next_beginning_is_later),
        cmocka_unit_test(the_hour_stays_when_the_clocks_are_changed),
        cmocka_unit_test(a_time_that_is_skipped_or_comes_twice_counts_once),
        cmocka_unit_test(seasons_go_on),
        cmocka_unit_test(schedules_are_read_and_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
