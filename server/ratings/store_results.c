/* Results in the store. */
#include <stdio.h>
#include <stdlib.h>

#include "errors.h"
#include "ratings/store_ratings.h"

#define RESULT_COLUMNS                                                                          \
    "SELECT number, game, code, ended, board, edition, players, pace, rated, complete, title, " \
    "seat, person, level, rank, absent, mean_before, spread_before, mean, spread "              \
    "FROM results JOIN result_seats ON result = number "
#define RESULT_LETTERS "nntntnnnnntnnnnnnnnn"

/* Results that are read, seat by seat. */
typedef struct result_list {
    sv_result *result;
    unsigned count, max;
} result_list;

static void begin_result(sv_result *r, const sv_value *c)
{
    *r = (sv_result){.number = c[0].number,
                     .game = c[1].number,
                     .ended = c[3].number,
                     .edition = (uint8_t)c[5].number,
                     .players = (uint8_t)c[6].number,
                     .pace = (uint8_t)c[7].number,
                     .rated = c[8].number != 0,
                     .complete = c[9].number != 0};
    snprintf(r->code, sizeof r->code, "%s", c[2].text);
    snprintf(r->board, sizeof r->board, "%s", c[4].text);
    snprintf(r->title, sizeof r->title, "%s", c[10].text);
}

static void take_seat(void *data, const sv_value *c)
{
    result_list *list = data;
    if (list->count == 0 || list->result[list->count - 1].number != c[0].number) {
        if (list->count == list->max)
            return;
        begin_result(&list->result[list->count++], c);
    }
    if (c[11].number < 0 || c[11].number >= EK_SEATS)
        return;
    list->result[list->count - 1].seat[c[11].number] =
        (sv_result_seat){.person = c[12].number,
                         .level = (uint8_t)c[13].number,
                         .rank = (uint8_t)c[14].number,
                         .absent = c[15].number != 0,
                         .rated = !c[18].null,
                         .before = {c[16].number, c[17].number},
                         .after = {c[18].number, c[19].number}};
}

bool sv_result_find(sv_store *store, int64_t game, sv_result *result, bool *found, rec_error *error)
{
    result_list list = {result, 0, 1};
    const bool ok =
        sv_read(store, RESULT_COLUMNS "WHERE game = $1 ORDER BY seat", SV_VALUES(sv_number(game)),
                (sv_rows){RESULT_LETTERS, take_seat, &list}, error);
    *found = list.count == 1;
    return ok;
}

/* A result has seats, so there are as many rows as needed. */
bool sv_results_after(sv_store *store, int64_t number, unsigned max, sv_result *result,
                      unsigned *count, rec_error *error)
{
    result_list list = {result, 0, max};
    const bool ok = sv_read(store,
                            RESULT_COLUMNS "WHERE number IN (SELECT number FROM results "
                                           "WHERE number > $1 ORDER BY number LIMIT $2) "
                                           "ORDER BY number, seat",
                            SV_VALUES(sv_number(number), sv_number(max)),
                            (sv_rows){RESULT_LETTERS, take_seat, &list}, error);
    *count = list.count;
    return ok;
}

bool sv_results_of(sv_store *store, const int64_t *number, unsigned max, sv_result *result,
                   unsigned *count, rec_error *error)
{
    result_list list = {result, 0, max};
    char *text = sv_list_of_numbers(store, number, max);
    const bool ok =
        text ? sv_read(store,
                       SV_AMONG(store, RESULT_COLUMNS "WHERE number", "$1",
                                "ORDER BY number DESC, seat"),
                       SV_VALUES(sv_text(text)), (sv_rows){RESULT_LETTERS, take_seat, &list}, error)
             : sv_fail_memory(error);
    free(text);
    *count = list.count;
    return ok;
}

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

bool sv_results_last(sv_store *store, int64_t *number, rec_error *error)
{
    *number = 0;
    return sv_read(store, "SELECT MAX(number) FROM results", NULL, 0,
                   (sv_rows){"n", take_number, number}, error);
}

static bool add_seat(sv_store *store, const sv_result *r, unsigned seat, rec_error *error)
{
    const sv_result_seat *s = &r->seat[seat];
    return sv_write(store,
                    "INSERT INTO result_seats (result, seat, person, level, rank, absent) "
                    "VALUES ($1, $2, $3, $4, $5, $6)",
                    SV_VALUES(sv_number(r->number), sv_number(seat), sv_number(s->person),
                              sv_number(s->level), sv_number(s->rank), sv_number(s->absent)),
                    NULL, error);
}

bool sv_result_add(sv_store *store, const sv_result *r, rec_error *error)
{
    bool ok = sv_write(store,
                       "INSERT INTO results (number, game, code, ended, board, edition, players, "
                       "pace, rated, complete, title) "
                       "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                       SV_VALUES(sv_number(r->number), sv_number(r->game), sv_text(r->code),
                                 sv_number(r->ended), sv_text(r->board), sv_number(r->edition),
                                 sv_number(r->players), sv_number(r->pace), sv_number(r->rated),
                                 sv_number(r->complete), sv_text(r->title)),
                       NULL, error);
    for (unsigned i = 0; ok && i < r->players; i++)
        ok = add_seat(store, r, i, error);
    return ok;
}

bool sv_result_rate(sv_store *store, const sv_result *r, rec_error *error)
{
    bool ok = true;
    for (unsigned i = 0; ok && i < r->players; i++) {
        const sv_result_seat *s = &r->seat[i];
        ok = !s->rated ||
             sv_write(store,
                      "UPDATE result_seats SET mean_before = $1, spread_before = $2, mean = $3, "
                      "spread = $4 WHERE result = $5 AND seat = $6",
                      SV_VALUES(sv_number(s->before.mean), sv_number(s->before.spread),
                                sv_number(s->after.mean), sv_number(s->after.spread),
                                sv_number(r->number), sv_number(i)),
                      NULL, error);
    }
    return ok;
}
