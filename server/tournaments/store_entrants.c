/* The rows of the people and the tables of tournaments. */
#include <stdlib.h>

#include "errors.h"
#include "tournaments/store_tournaments.h"

bool sv_entrant_add(sv_store *store, int64_t tournament, const sv_entrant *e, rec_error *error)
{
    return sv_write_one(store,
                        "INSERT INTO entrants (tournament, person, place, rating, state, joined) "
                        "VALUES ($1, $2, $3, $4, $5, $6)",
                        SV_VALUES(sv_number(tournament), sv_number(e->person), sv_number(e->place),
                                  sv_number(e->rating), sv_number(e->state), sv_number(e->joined)),
                        error);
}

bool sv_entrant_set(sv_store *store, int64_t tournament, const sv_entrant *e, rec_error *error)
{
    return sv_write_one(store,
                        "UPDATE entrants SET place = $1, rating = $2, state = $3, joined = $4 "
                        "WHERE tournament = $5 AND person = $6",
                        SV_VALUES(sv_number(e->place), sv_number(e->rating), sv_number(e->state),
                                  sv_number(e->joined), sv_number(tournament),
                                  sv_number(e->person)),
                        error);
}

bool sv_entrant_drop(sv_store *store, int64_t tournament, int64_t person, rec_error *error)
{
    return sv_write_one(store, "DELETE FROM entrants WHERE tournament = $1 AND person = $2",
                        SV_VALUES(sv_number(tournament), sv_number(person)), error);
}

typedef struct entrant_list {
    sv_entrant_each *each;
    void *data;
} entrant_list;

static void take_entrant(void *data, const sv_value *c)
{
    const entrant_list *list = data;
    const sv_entrant e = {.person = c[0].number,
                          .place = (int32_t)c[1].number,
                          .rating = (int32_t)c[2].number,
                          .state = (uint8_t)c[3].number,
                          .joined = c[4].number};
    list->each(list->data, &e);
}

bool sv_entrants(sv_store *store, int64_t tournament, sv_entrant_each *each, void *data,
                 rec_error *error)
{
    entrant_list list = {each, data};
    return sv_read(store,
                   "SELECT person, place, rating, state, joined FROM entrants "
                   "WHERE tournament = $1 ORDER BY joined, person",
                   SV_VALUES(sv_number(tournament)), (sv_rows){"nnnnn", take_entrant, &list},
                   error);
}

typedef struct entered_list {
    sv_entered_each *each;
    void *data;
} entered_list;

static void take_entered(void *data, const sv_value *column)
{
    const entered_list *list = data;
    list->each(list->data, column[0].number, (unsigned)column[1].number);
}

bool sv_entered(sv_store *store, int64_t person, const int64_t *tournament, unsigned count,
                sv_entered_each *each, void *data, rec_error *error)
{
    entered_list list = {each, data};
    char *text = sv_list_of_numbers(store, tournament, count);
    const bool ok = text ? sv_read(store,
                                   SV_AMONG(store,
                                            "SELECT tournament, state FROM entrants "
                                            "WHERE person = $1 AND tournament",
                                            "$2", ""),
                                   SV_VALUES(sv_number(person), sv_text(text)),
                                   (sv_rows){"nn", take_entered, &list}, error)
                         : sv_fail_memory(error);
    free(text);
    return ok;
}

/* ------------------------------------------------------------------------------------ fixtures */

bool sv_fixture_add(sv_store *store, int64_t tournament, const sv_fixture_row *row,
                    rec_error *error)
{
    return sv_write_one(
        store,
        "INSERT INTO fixtures (tournament, round, number, code, state, people, result) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7)",
        SV_VALUES(sv_number(tournament), sv_number(row->round), sv_number(row->number),
                  sv_text(row->code), sv_number(row->state), sv_text(row->people),
                  sv_text(row->result)),
        error);
}

bool sv_fixture_set(sv_store *store, int64_t tournament, const sv_fixture_row *row,
                    rec_error *error)
{
    return sv_write_one(store,
                        "UPDATE fixtures SET code = $1, state = $2, people = $3, result = $4 "
                        "WHERE tournament = $5 AND round = $6 AND number = $7",
                        SV_VALUES(sv_text(row->code), sv_number(row->state), sv_text(row->people),
                                  sv_text(row->result), sv_number(tournament),
                                  sv_number(row->round), sv_number(row->number)),
                        error);
}

typedef struct fixture_list {
    sv_fixture_each *each;
    void *data;
} fixture_list;

static void take_fixture(void *data, const sv_value *c)
{
    const fixture_list *list = data;
    const sv_fixture_row row = {.round = (unsigned)c[0].number,
                                .number = (unsigned)c[1].number,
                                .code = c[2].text,
                                .state = (uint8_t)c[3].number,
                                .people = c[4].text,
                                .result = c[5].text};
    list->each(list->data, &row);
}

bool sv_fixtures(sv_store *store, int64_t tournament, unsigned round, unsigned last_state,
                 sv_fixture_each *each, void *data, rec_error *error)
{
    fixture_list list = {each, data};
    const sv_rows rows = {"nntntt", take_fixture, &list};
    const sv_value parameter[] = {sv_number(tournament), sv_number(last_state), sv_number(round)};
    return sv_read(store,
                   round ? "SELECT round, number, code, state, people, result FROM fixtures "
                           "WHERE tournament = $1 AND state <= $2 AND round = $3 ORDER BY number"
                         : "SELECT round, number, code, state, people, result FROM fixtures "
                           "WHERE tournament = $1 AND state <= $2 ORDER BY round, number",
                   parameter, round ? 3 : 2, rows, error);
}

typedef struct count_list {
    sv_fixture_count *each;
    void *data;
} count_list;

static void take_count(void *data, const sv_value *column)
{
    const count_list *list = data;
    list->each(list->data, column[0].number, (unsigned)column[1].number,
               (unsigned)column[2].number);
}

bool sv_fixtures_count(sv_store *store, const int64_t *tournament, unsigned count,
                       sv_fixture_count *each, void *data, rec_error *error)
{
    count_list list = {each, data};
    char *text = sv_list_of_numbers(store, tournament, count);
    const bool ok =
        text ? sv_read(store,
                       SV_AMONG(store,
                                "SELECT fixtures.tournament, fixtures.state, COUNT(*) "
                                "FROM fixtures JOIN tournaments ON tournaments.id = "
                                "fixtures.tournament AND tournaments.round = fixtures.round "
                                "WHERE tournaments.id",
                                "$1", "GROUP BY fixtures.tournament, fixtures.state"),
                       SV_VALUES(sv_text(text)), (sv_rows){"nnn", take_count, &list}, error)
             : sv_fail_memory(error);
    free(text);
    return ok;
}

bool sv_fixtures_abandon(sv_store *store, int64_t tournament, rec_error *error)
{
    return sv_write(store, "DELETE FROM fixtures WHERE tournament = $1 AND state = 0",
                    SV_VALUES(sv_number(tournament)), NULL, error) &&
           sv_write(store, "UPDATE fixtures SET state = 5 WHERE tournament = $1 AND state = 1",
                    SV_VALUES(sv_number(tournament)), NULL, error);
}
