#include "tournaments/schedule.h"

#include <string.h>

#include "errors.h"

enum { DAYS_OF_WEEK = 7, MINUTES_OF_DAY = 1440 };

void sv_schedule_of_json(sv_schedule *s, const json_t *json)
{
    const char *word = json_string_value(json_object_get(json, "every"));
    const char *zone = json_string_value(json_object_get(json, "zone"));
    *s = (sv_schedule){.zone = ""};
    if (!word || !zone || strlen(zone) >= SV_ZONE_MAX)
        return;
    s->kind = strcmp(word, "week") == 0 ? SV_SCHEDULE_WEEKLY : SV_SCHEDULE_MONTHLY;
    s->day = (uint8_t)json_integer_value(json_object_get(json, "day"));
    s->minute = (uint16_t)json_integer_value(json_object_get(json, "minute"));
    memcpy(s->zone, zone, strlen(zone) + 1);
}

bool sv_schedule_check(const sv_schedule *s, rec_error *error)
{
    const unsigned days = s->kind == SV_SCHEDULE_WEEKLY ? DAYS_OF_WEEK : 31;
    if (s->kind == SV_SCHEDULE_NONE)
        return true;
    if (s->day < 1 || s->day > days)
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"day\": expected a number from 1 to %u.",
                       days);
    if (s->minute >= MINUTES_OF_DAY)
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"minute\": expected a number from 0 to %d.",
                       MINUTES_OF_DAY - 1);
    return sv_zone_check(s->zone, error);
}

/* ----------------------------------------------------------------------------------- the months */

static unsigned days_of_month(int64_t year, unsigned month)
{
    static const uint8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 1 && leap ? 29 : days[month];
}

/* The month, from 0, that a day since 1970 is in: *first is its first day. */
static unsigned month_of_day(int64_t day, int64_t *year, int64_t *first)
{
    unsigned month = 0;
    *first = 0;
    for (*year = 1970; day >= *first + days_of_month(*year, month);) {
        *first += days_of_month(*year, month);
        month = (month + 1) % 12;
        *year += month == 0;
    }
    return month;
}

/* -------------------------------------------------------------------------------- the beginnings
 */

/* The first day not before a day, both since 1970, on which a season begins. */
static int64_t next_day(const sv_schedule *s, int64_t day)
{
    int64_t year, first;
    if (s->kind == SV_SCHEDULE_WEEKLY) /* 1970 began on a Thursday */
        return day + (s->day + 2 * DAYS_OF_WEEK - 4 - day % DAYS_OF_WEEK) % DAYS_OF_WEEK;
    for (unsigned month = month_of_day(day, &year, &first);; month = (month + 1) % 12) {
        const unsigned length = days_of_month(year, month);
        const int64_t begins = first + (s->day < length ? s->day : length) - 1;
        if (begins >= day)
            return begins;
        first += length;
        year += month == 11;
    }
}

static int64_t day_in_zone(const char *zone, int64_t moment)
{
    const int64_t local = moment + sv_zone_offset(zone, moment);
    return (local - sv_time_of_day(local)) / SV_DAY_MS;
}

int64_t sv_schedule_next(const sv_schedule *s, int64_t moment)
{
    if (s->kind == SV_SCHEDULE_NONE || moment < 0)
        return 0;
    for (int64_t day = day_in_zone(s->zone, moment);; day++) {
        day = next_day(s, day);
        const int64_t begins =
            sv_zone_moment(s->zone, day * SV_DAY_MS + (int64_t)s->minute * SV_MINUTE_MS);
        if (begins > moment)
            return begins;
    }
}
