/* Games of a player in the store. */
#include <stdlib.h>

#include "errors.h"
#include "profiles/store_profiles.h"

typedef struct number_list {
    int64_t *number;
    unsigned count, max;
} number_list;

static void take_number(void *data, const sv_value *column)
{
    number_list *list = data;
    if (list->count < list->max)
        list->number[list->count++] = column[0].number;
}

bool sv_latest_games(sv_store *store, int64_t person, int64_t before, unsigned max, int64_t *number,
                     unsigned *count, rec_error *error)
{
    number_list list = {number, 0, max};
    const bool ok = sv_read(store,
                            "SELECT result FROM result_seats WHERE person = $1 AND result < $2 "
                            "ORDER BY result DESC LIMIT $3",
                            SV_VALUES(sv_number(person), sv_number(before), sv_number(max)),
                            (sv_rows){"n", take_number, &list}, error);
    *count = list.count;
    return ok;
}

/* Only the latest games are looked at. PostgreSQL takes the type of a parameter from the first
 * place where it stands, so those that may be large are compared with a column first. */
static bool filter(sv_store *store, const sv_search *s, number_list *list, rec_error *error)
{
    return sv_read(
        store,
        "SELECT number FROM (SELECT result, rank FROM result_seats "
        "  WHERE person = $1 AND result < $2 ORDER BY result DESC LIMIT $3) AS latest "
        "JOIN results ON number = latest.result "
        "WHERE ended >= $4 AND ended < $5 AND (board = $6 OR $6 = '') "
        "AND (edition = $7 OR $7 < 0) AND (pace = $8 OR $8 < 0) AND (players = $9 OR $9 = 0) "
        "AND (rated = $10 OR $10 < 0) "
        "AND ($11 < 0 OR (rank > 0 AND CASE WHEN rank = 1 THEN 1 ELSE 0 END = $11)) "
        "AND ($12 = 0 OR EXISTS (SELECT 1 FROM result_seats AS others "
        "  WHERE others.person = $13 AND others.result = latest.result)) "
        "ORDER BY number DESC LIMIT $14",
        SV_VALUES(sv_number(s->person), sv_number(s->before), sv_number(SV_SEARCH_MAX),
                  sv_number(s->from), sv_number(s->to), sv_text(s->board), sv_number(s->edition),
                  sv_number(s->pace), sv_number(s->players), sv_number(s->rated), sv_number(s->won),
                  sv_number(s->with != 0), sv_number(s->with), sv_number(list->max)),
        (sv_rows){"n", take_number, list}, error);
}

static bool is_filtered(const sv_search *s)
{
    return s->with || s->from > 0 || s->to < INT64_MAX || s->board[0] || s->edition >= 0 ||
           s->pace >= 0 || s->players > 0 || s->rated >= 0 || s->won >= 0;
}

typedef struct span {
    int64_t first, count;
} span;

static void take_span(void *data, const sv_value *column)
{
    *(span *)data = (span){column[0].number, column[1].number};
}

/* Where a search that has found all there is among the latest games goes on. */
static bool find_next(sv_store *store, const sv_search *s, int64_t *next, rec_error *error)
{
    span seen = {0, 0};
    const bool ok =
        sv_read(store,
                "SELECT COALESCE(MIN(result), 0), COUNT(*) FROM (SELECT result FROM result_seats "
                "  WHERE person = $1 AND result < $2 ORDER BY result DESC LIMIT $3) AS latest",
                SV_VALUES(sv_number(s->person), sv_number(s->before), sv_number(SV_SEARCH_MAX)),
                (sv_rows){"nn", take_span, &seen}, error);
    *next = seen.count == SV_SEARCH_MAX ? seen.first : 0;
    return ok;
}

bool sv_search_games(sv_store *store, const sv_search *s, int64_t number[SV_GAMES_PAGE],
                     unsigned *count, int64_t *next, rec_error *error)
{
    number_list list = {number, 0, SV_GAMES_PAGE};
    const bool filtered = is_filtered(s);
    const bool ok = filtered ? filter(store, s, &list, error)
                             : sv_latest_games(store, s->person, s->before, list.max, number,
                                               &list.count, error);
    *count = list.count;
    *next = list.count == list.max ? number[list.count - 1] : 0;
    return ok && (list.count == list.max || !filtered || find_next(store, s, next, error));
}

/* ------------------------------------------------------------------- of the database of games */

typedef struct game_list {
    sv_person_each *each;
    sv_person_text *each_text;
    void *data;
} game_list;

static void take_game(void *data, const sv_value *column)
{
    const game_list *list = data;
    list->each(list->data, column[0].number);
}

static void take_text(void *data, const sv_value *column)
{
    const game_list *list = data;
    list->each_text(list->data, column[0].number, column[1].text);
}

static bool read_games(sv_store *store, const char *sql, const int64_t *game, unsigned count,
                       sv_rows rows, rec_error *error)
{
    char *text = sv_list_of_numbers(store, game, count);
    const bool ok =
        text ? sv_read(store, sql, SV_VALUES(sv_text(text)), rows, error) : sv_fail_memory(error);
    free(text);
    return ok;
}

bool sv_public_games(sv_store *store, const int64_t *game, unsigned count, sv_person_each *each,
                     void *data, rec_error *error)
{
    game_list list = {.each = each, .data = data};
    return read_games(store,
                      SV_AMONG(store, "SELECT id FROM games WHERE id", "$1", "AND listed = 1"),
                      game, count, (sv_rows){"n", take_game, &list}, error);
}

bool sv_records_of(sv_store *store, const int64_t *game, unsigned count, sv_person_text *each,
                   void *data, rec_error *error)
{
    game_list list = {.each_text = each, .data = data};
    return read_games(
        store,
        SV_AMONG(store, "SELECT id, record FROM games WHERE id", "$1", "AND record IS NOT NULL"),
        game, count, (sv_rows){"nt", take_text, &list}, error);
}
