/* Profiles in the store. */
#include "profiles/store_profiles.h"

#include <stdlib.h>

#include "errors.h"

static void take_profile(void *data, const sv_value *column)
{
    *(sv_profile *)data =
        (sv_profile){.created = column[0].number, .hidden = (unsigned)column[1].number};
}

bool sv_profile_get(sv_store *store, int64_t person, sv_profile *profile, rec_error *error)
{
    *profile = (sv_profile){.created = 0};
    return sv_read(store, "SELECT created, hidden FROM users WHERE id = $1",
                   SV_VALUES(sv_number(person)), (sv_rows){"nn", take_profile, profile}, error);
}

bool sv_profile_hide(sv_store *store, int64_t person, unsigned hidden, rec_error *error)
{
    return sv_write(store, "UPDATE users SET hidden = $1 WHERE id = $2",
                    SV_VALUES(sv_number(hidden), sv_number(person)), NULL, error);
}

bool sv_profile_forget(sv_store *store, int64_t person, rec_error *error)
{
    static const char *const sql[] = {
        "DELETE FROM ratings WHERE person = $1",
        "DELETE FROM leaders WHERE person = $1",
        "DELETE FROM tallies WHERE person = $1",
    };
    for (unsigned i = 0; i < sizeof sql / sizeof *sql; i++)
        if (!sv_write(store, sql[i], SV_VALUES(sv_number(person)), NULL, error))
            return false;
    return true;
}

typedef struct face_list {
    sv_face_each *each;
    void *data;
} face_list;

static void take_face(void *data, const sv_value *column)
{
    const face_list *list = data;
    const sv_face face = {.person = column[0].number,
                          .kind = (uint8_t)column[1].number,
                          .hidden = (unsigned)column[2].number,
                          .name = column[3].text ? column[3].text : ""};
    list->each(list->data, &face);
}

bool sv_faces_of(sv_store *store, const int64_t *person, unsigned count, sv_face_each *each,
                 void *data, rec_error *error)
{
    face_list list = {each, data};
    char *text = sv_list_of_numbers(store, person, count);
    const bool ok =
        text ? sv_read(store,
                       SV_AMONG(store, "SELECT id, kind, hidden, name FROM users WHERE id", "$1",
                                "ORDER BY id"),
                       SV_VALUES(sv_text(text)), (sv_rows){"nnnt", take_face, &list}, error)
             : sv_fail_memory(error);
    free(text);
    return ok;
}

typedef struct tally_list {
    sv_tally_each *each;
    void *data;
} tally_list;

static void take_tally(void *data, const sv_value *column)
{
    const tally_list *list = data;
    const sv_tally tally = {.pace = (uint8_t)column[0].number,
                            .board = column[1].text,
                            .edition = (uint8_t)column[2].number,
                            .players = (uint8_t)column[3].number,
                            .rated = column[4].number != 0,
                            .games = column[5].number,
                            .wins = column[6].number,
                            .ranks = column[7].number};
    list->each(list->data, &tally);
}

bool sv_tallies_of(sv_store *store, int64_t person, sv_tally_each *each, void *data,
                   rec_error *error)
{
    tally_list list = {each, data};
    return sv_read(store,
                   "SELECT pace, board, edition, players, rated, games, wins, ranks FROM tallies "
                   "WHERE person = $1 ORDER BY pace, board, edition, players, rated",
                   SV_VALUES(sv_number(person)), (sv_rows){"ntnnnnnn", take_tally, &list}, error);
}

/* --------------------------------------------------------------------------------- head to head */

static void take_meetings(void *data, const sv_value *column)
{
    sv_meetings *m = data;
    m->games = column[0].number;
    m->ahead = column[1].number;
    m->behind = column[2].number;
}

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static bool count_up_to(sv_store *store, int64_t person, int64_t *count, rec_error *error)
{
    *count = 0;
    return sv_read(store,
                   "SELECT COUNT(*) FROM (SELECT result FROM result_seats WHERE person = $1 "
                   "LIMIT $2) AS counted",
                   SV_VALUES(sv_number(person), sv_number(SV_MEETINGS_MAX + 1)),
                   (sv_rows){"n", take_number, count}, error);
}

/* In the latest games of one, the other is looked for. */
static bool count_meetings(sv_store *store, int64_t person, int64_t other, sv_meetings *m,
                           rec_error *error)
{
    return sv_read(
        store,
        "SELECT COUNT(*), COALESCE(SUM(CASE WHEN mine.rank < theirs.rank THEN 1 END), 0), "
        "COALESCE(SUM(CASE WHEN mine.rank > theirs.rank THEN 1 END), 0) "
        "FROM (SELECT result, rank FROM result_seats WHERE person = $1 "
        "  ORDER BY result DESC LIMIT $2) AS mine "
        "JOIN result_seats AS theirs ON theirs.person = $3 "
        "AND theirs.result = mine.result "
        "WHERE mine.rank > 0 AND theirs.rank > 0",
        SV_VALUES(sv_number(person), sv_number(SV_MEETINGS_MAX), sv_number(other)),
        (sv_rows){"nnn", take_meetings, m}, error);
}

/* Whoever has fewer games is the one whose games are looked through. */
bool sv_meetings_of(sv_store *store, int64_t person, int64_t other, sv_meetings *meetings,
                    rec_error *error)
{
    int64_t mine, theirs;
    *meetings = (sv_meetings){.games = 0};
    if (!count_up_to(store, person, &mine, error) || !count_up_to(store, other, &theirs, error))
        return false;
    meetings->recent = mine > SV_MEETINGS_MAX && theirs > SV_MEETINGS_MAX;
    if (mine <= theirs)
        return count_meetings(store, person, other, meetings, error);
    sv_meetings turned = {.games = 0};
    if (!count_meetings(store, other, person, &turned, error))
        return false;
    meetings->games = turned.games;
    meetings->ahead = turned.behind;
    meetings->behind = turned.ahead;
    return true;
}

/* ---------------------------------------------------------------------------------------- chart */

typedef struct chart_list {
    sv_chart_each *each;
    void *data;
} chart_list;

static void take_point(void *data, const sv_value *column)
{
    const chart_list *list = data;
    const sv_chart_point point = {.at = column[0].number,
                                  .pace = (uint8_t)column[1].number,
                                  .skill = {column[2].number, column[3].number}};
    list->each(list->data, &point);
}

bool sv_games_count(sv_store *store, int64_t person, int64_t *count, rec_error *error)
{
    *count = 0;
    return sv_read(store, "SELECT COUNT(*) FROM result_seats WHERE person = $1",
                   SV_VALUES(sv_number(person)), (sv_rows){"n", take_number, count}, error);
}

/* The number from which on all games are in a chart. */
static bool find_recent(sv_store *store, int64_t person, int64_t *recent, rec_error *error)
{
    int64_t number[SV_CHART_RECENT];
    unsigned count;
    if (!sv_latest_games(store, person, INT64_MAX, SV_CHART_RECENT, number, &count, error))
        return false;
    *recent = count > 0 ? number[count - 1] : 0;
    return true;
}

/* Of the results of one player, the numbers are as good as random: every k-th of them is about
 * every k-th game. */
bool sv_chart_of(sv_store *store, int64_t person, sv_chart_each *each, void *data, rec_error *error)
{
    chart_list list = {each, data};
    int64_t games, recent;
    return sv_games_count(store, person, &games, error) &&
           find_recent(store, person, &recent, error) &&
           sv_read(
               store,
               "SELECT ended, pace, mean, spread FROM (SELECT result, seat FROM result_seats "
               "  WHERE person = $1 AND (result % $2 = 0 OR result >= $3)) AS chosen "
               "JOIN result_seats AS seats ON seats.result = chosen.result "
               "AND seats.seat = chosen.seat JOIN results ON number = chosen.result "
               "WHERE mean IS NOT NULL ORDER BY number",
               SV_VALUES(sv_number(person), sv_number(games / SV_CHART_MAX + 1), sv_number(recent)),
               (sv_rows){"nnnn", take_point, &list}, error);
}
