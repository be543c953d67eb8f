#include "tournaments/rules.h"

#include <stdio.h>
#include <string.h>

#include "errors.h"
#include "seating.h"

#define DAY INT64_C(86400000)

enum { AHEAD_DAYS = 400 };

/* ---------------------------------------------------------------------------------- completing
 */

static json_t *number_or(const json_t *asked, const char *key, int64_t otherwise)
{
    const json_t *value = json_object_get(asked, key);
    return json_integer(value ? json_integer_value(value) : otherwise);
}

static json_t *copy_or(const json_t *asked, const char *key, json_t *otherwise)
{
    json_t *value = json_object_get(asked, key);
    if (!value)
        return otherwise;
    json_decref(otherwise);
    return json_deep_copy(value);
}

static json_t *complete(const json_t *asked)
{
    json_t *rules = json_pack(
        "{s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "players",
        number_or(asked, "players", 0), "rounds", number_or(asked, "rounds", 0), "final",
        json_is_true(json_object_get(asked, "final")), "clock",
        copy_or(asked, "clock", json_object()), "round_minutes",
        number_or(asked, "round_minutes", 0), "break_minutes", number_or(asked, "break_minutes", 0),
        "begins", number_or(asked, "begins", 0), "min_people",
        number_or(asked, "min_people", SV_DRAW_SEATS_MIN), "max_people",
        number_or(asked, "max_people", SV_TOURNAMENT_PEOPLE_MAX), "edition",
        copy_or(asked, "edition", json_string("recharged")), "boards",
        copy_or(asked, "boards", json_pack("[s]", "germany")), "options",
        copy_or(asked, "options", json_object()), "rated",
        json_is_true(json_object_get(asked, "rated")), "public",
        copy_or(asked, "public", json_true()));
    json_t *repeat = json_object_get(asked, "repeat");
    if (repeat)
        json_object_set(rules, "repeat", repeat);
    return rules;
}

/* ------------------------------------------------------------------------------------ checking
 */

static bool good_schedule(const json_t *rules, rec_error *error)
{
    sv_schedule schedule;
    sv_schedule_of_json(&schedule, json_object_get(rules, "repeat"));
    return schedule.kind == SV_SCHEDULE_NONE || sv_schedule_check(&schedule, error);
}

static bool good_numbers(const json_t *rules, rec_error *error)
{
    const json_t *clock = json_object_get(rules, "clock");
    if (json_integer_value(json_object_get(rules, "min_people")) >
        json_integer_value(json_object_get(rules, "max_people")))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"min_people\": expected at most as many as \"max_people\".");
    if (strcmp(json_string_value(json_object_get(clock, "kind")), "none") == 0)
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"clock\": the tables of a tournament need one.");
    if (json_is_true(json_object_get(json_object_get(rules, "options"), "first_game")))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"options\": a tournament is not played as a first game.");
    return true;
}

static bool good_begin(const json_t *rules, int64_t now, rec_error *error)
{
    const int64_t begins = json_integer_value(json_object_get(rules, "begins"));
    if (begins != 0 && begins <= now)
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"begins\": expected a time in the future.");
    return begins <= now + AHEAD_DAYS * DAY ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"begins\": expected at most %d days ahead.",
                   AHEAD_DAYS);
}

static json_t *table_rules(const json_t *rules, const char *name, unsigned round, unsigned number,
                           unsigned players)
{
    char title[SV_TITLE_MAX];
    const json_t *boards = json_object_get(rules, "boards");
    snprintf(title, sizeof title, "%s %u.%u", name, round, number);
    return json_pack("{s:O, s:O, s:i, s:O, s:O, s:s, s:b, s:b, s:s}", "edition",
                     json_object_get(rules, "edition"), "board",
                     json_array_get(boards, (round - 1) % json_array_size(boards)), "players",
                     (int)players, "options", json_object_get(rules, "options"), "clock",
                     json_object_get(rules, "clock"), "order", "seated", "public", 0, "rated",
                     json_is_true(json_object_get(rules, "rated")), "title", title);
}

/* Whether a game of so many people can be set up. */
static bool playable(const json_t *rules, unsigned round, unsigned players, rec_error *error)
{
    json_t *settings = table_rules(rules, "", round, 1, players);
    sv_table *table = sv_table_new(0, 0, error);
    const bool ok =
        table && sv_settings_read(table, settings, error) && sv_table_is_playable(table, error);
    sv_table_free(table);
    json_decref(settings);
    return ok;
}

/* Tables may have any size: it depends on how many people there are. */
static bool good_tables(const json_t *rules, rec_error *error)
{
    const unsigned boards = (unsigned)json_array_size(json_object_get(rules, "boards"));
    for (unsigned round = 1; round <= boards; round++)
        for (unsigned players = SV_DRAW_SEATS_MIN; players <= SV_DRAW_SEATS_MAX; players++)
            if (!playable(rules, round, players, error))
                return false;
    return true;
}

/* The first season of a league begins by its schedule, unless the organiser says when. */
static void begin_by_schedule(json_t *rules, int64_t now)
{
    sv_schedule schedule;
    sv_schedule_of_json(&schedule, json_object_get(rules, "repeat"));
    if (schedule.kind != SV_SCHEDULE_NONE &&
        json_integer_value(json_object_get(rules, "begins")) == 0)
        json_object_set_new(rules, "begins", json_integer(sv_schedule_next(&schedule, now)));
}

json_t *sv_tournament_rules(const json_t *asked, int64_t now, rec_error *error)
{
    json_t *rules = complete(asked);
    if (!rules)
        return sv_fail_memory(error), NULL;
    if (good_schedule(rules, error) && good_numbers(rules, error) &&
        good_begin(rules, now, error) && good_tables(rules, error)) {
        begin_by_schedule(rules, now);
        return rules;
    }
    json_decref(rules);
    return NULL;
}

/* --------------------------------------------------------------------------------------- using */

unsigned sv_tournament_rounds(const sv_tournament *t)
{
    return (unsigned)(sv_tournament_rule(t, "rounds") + sv_tournament_rule(t, "final"));
}

bool sv_tournament_is_final(const sv_tournament *t, unsigned round)
{
    return round > sv_tournament_rule(t, "rounds");
}

void sv_tournament_schedule(const sv_tournament *t, sv_schedule *schedule)
{
    sv_schedule_of_json(schedule, json_object_get(t->settings, "repeat"));
}

json_t *sv_tournament_next_rules(const sv_tournament *t, int64_t begins)
{
    json_t *rules = json_deep_copy(t->settings);
    if (rules)
        json_object_set_new(rules, "begins", json_integer(begins));
    return rules;
}

json_t *sv_tournament_table_rules(const sv_tournament *t, unsigned round, unsigned number,
                                  unsigned players)
{
    json_t *settings = table_rules(t->settings, t->name, round, number, players);
    if (settings && t->listed) /* watchers of a table do not find one that is not public */
        json_object_set_new(settings, "tournament", json_string(t->code));
    return settings;
}
