/* The rows of tournaments. */
#include "tournaments/store_tournaments.h"

#include <stdio.h>
#include <stdlib.h>

#define COLUMNS                                                                            \
    "id, code, version, state, why, organiser, name, settings, listed, people, reserves, " \
    "round, seed, begins, ends, due, paused, series, season, created, ended FROM tournaments "
#define LETTERS "ntnnnnttnnnnnnnnntnnn"

static sv_value moment(int64_t at)
{
    return at ? sv_number(at) : sv_null();
}

bool sv_tournament_add(sv_store *store, const sv_tournament *t, const char *settings,
                       rec_error *error)
{
    return sv_write(
        store,
        "INSERT INTO tournaments (id, code, version, state, why, organiser, name, settings, "
        "listed, people, reserves, round, seed, begins, ends, due, paused, series, season, "
        "created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0, 0, $10, $11, NULL, $12, NULL, "
        "$13, $14, $15)",
        SV_VALUES(sv_number(t->id), sv_text(t->code), sv_number(t->version), sv_number(t->state),
                  sv_number(t->why), sv_number(t->organiser), sv_text(t->name), sv_text(settings),
                  sv_number(t->listed), sv_number(t->seed), moment(t->begins), moment(t->due),
                  sv_text(t->series), sv_number(t->season), sv_number(t->created)),
        NULL, error);
}

bool sv_tournament_write(sv_store *store, const sv_tournament *t, const char *settings,
                         rec_error *error)
{
    return sv_write_one(
        store,
        "UPDATE tournaments SET version = $1, state = $2, why = $3, name = $4, settings = $5, "
        "listed = $6, people = $7, reserves = $8, round = $9, begins = $10, ends = $11, "
        "due = $12, paused = $13, ended = $14, series = $15, season = $16 "
        "WHERE id = $17 AND version = $18",
        SV_VALUES(sv_number(t->version), sv_number(t->state), sv_number(t->why), sv_text(t->name),
                  sv_text(settings), sv_number(t->listed), sv_number(t->people),
                  sv_number(t->reserves), sv_number(t->round), moment(t->begins), moment(t->ends),
                  moment(t->due), moment(t->paused), moment(t->ended), sv_text(t->series),
                  sv_number(t->season), sv_number(t->id), sv_number(t->version - 1)),
        error);
}

/* -------------------------------------------------------------------------------------- reading
 */

typedef struct row_list {
    sv_tournament_row *row;
    void *data;
} row_list;

static void take_row(void *data, const sv_value *c)
{
    const row_list *list = data;
    sv_tournament t = {.id = c[0].number,
                       .version = c[2].number,
                       .state = (uint8_t)c[3].number,
                       .why = (uint8_t)c[4].number,
                       .organiser = c[5].number,
                       .listed = c[8].number != 0,
                       .people = (unsigned)c[9].number,
                       .reserves = (unsigned)c[10].number,
                       .round = (unsigned)c[11].number,
                       .seed = c[12].number,
                       .begins = c[13].number,
                       .ends = c[14].number,
                       .due = c[15].number,
                       .paused = c[16].number,
                       .season = (unsigned)c[18].number,
                       .created = c[19].number,
                       .ended = c[20].number};
    snprintf(t.code, sizeof t.code, "%s", c[1].text);
    snprintf(t.name, sizeof t.name, "%s", c[6].text);
    snprintf(t.series, sizeof t.series, "%s", c[17].text);
    list->row(list->data, &t, c[7].text);
}

bool sv_tournament_find(sv_store *store, const char *code, bool claim, sv_tournament_row *row,
                        void *data, rec_error *error)
{
    row_list list = {row, data};
    const sv_rows rows = {LETTERS, take_row, &list};
    if (claim && store->node)
        return sv_write_and_read(store, "SELECT " COLUMNS "WHERE code = $1 FOR UPDATE SKIP LOCKED",
                                 SV_VALUES(sv_text(code)), rows, error);
    return sv_read(store, "SELECT " COLUMNS "WHERE code = $1", SV_VALUES(sv_text(code)), rows,
                   error);
}

/* Each state by itself is in the order of an index. */
#define LISTED(state)                                                      \
    "SELECT * FROM (SELECT " COLUMNS "WHERE listed = 1 AND state = " state \
    " AND created < $2 ORDER BY created DESC, id LIMIT $3) AS part "

bool sv_tournaments_listed(sv_store *store, unsigned state, unsigned or_state, int64_t before,
                           unsigned max, sv_tournament_row *row, void *data, rec_error *error)
{
    row_list list = {row, data};
    return sv_read(
        store, LISTED("$1") "UNION " LISTED("$4") "ORDER BY created DESC, id LIMIT $3",
        SV_VALUES(sv_number(state), sv_number(before), sv_number(max), sv_number(or_state)),
        (sv_rows){LETTERS, take_row, &list}, error);
}

bool sv_tournaments_of(sv_store *store, int64_t person, int64_t before, unsigned max,
                       sv_tournament_row *row, void *data, rec_error *error)
{
    row_list list = {row, data};
    return sv_read(store,
                   /* Both parts by an index: with OR, PostgreSQL reads all tournaments. */
                   "SELECT * FROM (SELECT " COLUMNS "WHERE organiser = $1 AND created < $2 "
                   "ORDER BY created DESC, id LIMIT $3) AS part UNION "
                   "SELECT " COLUMNS "WHERE id IN "
                   "(SELECT tournament FROM entrants WHERE person = $1) AND created < $2 "
                   "ORDER BY created DESC, id LIMIT $3",
                   SV_VALUES(sv_number(person), sv_number(before), sv_number(max)),
                   (sv_rows){LETTERS, take_row, &list}, error);
}

bool sv_tournaments_in_series(sv_store *store, const char *series, int64_t before, unsigned max,
                              sv_tournament_row *row, void *data, rec_error *error)
{
    row_list list = {row, data};
    return sv_read(store,
                   "SELECT " COLUMNS "WHERE series = $1 AND created < $2 "
                   "ORDER BY created DESC, id LIMIT $3",
                   SV_VALUES(sv_text(series), sv_number(before), sv_number(max)),
                   (sv_rows){LETTERS, take_row, &list}, error);
}

bool sv_tournaments_all(sv_store *store, unsigned max, sv_tournament_row *row, void *data,
                        rec_error *error)
{
    row_list list = {row, data};
    return sv_read(store, "SELECT " COLUMNS "WHERE state <= 2 ORDER BY created DESC, id LIMIT $1",
                   SV_VALUES(sv_number(max)), (sv_rows){LETTERS, take_row, &list}, error);
}

static void take_count(void *data, const sv_value *column)
{
    *(unsigned *)data = (unsigned)column[0].number;
}

bool sv_tournaments_organised(sv_store *store, int64_t person, unsigned *count, rec_error *error)
{
    *count = 0;
    return sv_read(store, "SELECT COUNT(*) FROM tournaments WHERE organiser = $1 AND state <= 2",
                   SV_VALUES(sv_number(person)), (sv_rows){"n", take_count, count}, error);
}

bool sv_tournaments_entered(sv_store *store, int64_t person, unsigned *count, rec_error *error)
{
    *count = 0;
    return sv_read(store,
                   "SELECT COUNT(*) FROM entrants JOIN tournaments ON id = tournament "
                   "WHERE person = $1 AND entrants.state <= 1 AND tournaments.state <= 2",
                   SV_VALUES(sv_number(person)), (sv_rows){"n", take_count, count}, error);
}

/* ---------------------------------------------------------------------------------- for the job
 */

bool sv_tournaments_entered_by(sv_store *store, int64_t person, sv_code_each *each, void *data,
                               rec_error *error)
{
    sv_code_list list = {each, data};
    return sv_read(store,
                   "SELECT code FROM entrants JOIN tournaments ON id = tournament "
                   "WHERE person = $1 AND entrants.state <= 1 AND tournaments.state <= 2",
                   SV_VALUES(sv_number(person)), (sv_rows){"t", sv_take_code, &list}, error);
}

bool sv_tournaments_due(sv_store *store, int64_t now, unsigned max, sv_code_each *each, void *data,
                        rec_error *error)
{
    sv_code_list list = {each, data};
    return sv_read(store, "SELECT code FROM tournaments WHERE due <= $1 ORDER BY due LIMIT $2",
                   SV_VALUES(sv_number(now), sv_number(max)), (sv_rows){"t", sv_take_code, &list},
                   error);
}

bool sv_tournaments_to_score(sv_store *store, int64_t now, int64_t soon, unsigned max,
                             sv_code_each *each, void *data, rec_error *error)
{
    sv_code_list list = {each, data};
    return sv_read(
        store,
        "SELECT DISTINCT tournaments.code FROM fixtures "
        "JOIN games ON games.code = fixtures.code AND games.status >= 2 "
        "JOIN tournaments ON tournaments.id = fixtures.tournament "
        "WHERE fixtures.state = 1 "
        "AND (tournaments.due IS NULL OR tournaments.due <= $1 OR tournaments.due > $2) LIMIT $3",
        SV_VALUES(sv_number(now), sv_number(soon), sv_number(max)),
        (sv_rows){"t", sv_take_code, &list}, error);
}

bool sv_fixtures_over(sv_store *store, int64_t tournament, unsigned max, sv_code_each *each,
                      void *data, rec_error *error)
{
    sv_code_list list = {each, data};
    return sv_read(store,
                   "SELECT fixtures.code FROM fixtures "
                   "JOIN games ON games.code = fixtures.code AND games.status >= 2 "
                   "WHERE fixtures.tournament = $1 AND fixtures.state = 1 "
                   "ORDER BY fixtures.number LIMIT $2",
                   SV_VALUES(sv_number(tournament), sv_number(max)),
                   (sv_rows){"t", sv_take_code, &list}, error);
}

bool sv_tournament_put_off(sv_store *store, const char *code, int64_t until, rec_error *error)
{
    return sv_write(store, "UPDATE tournaments SET due = $1, version = version + 1 WHERE code = $2",
                    SV_VALUES(sv_number(until), sv_text(code)), NULL, error);
}

bool sv_tournaments_tidy(sv_store *store, int64_t before, unsigned max, unsigned *gone,
                         rec_error *error)
{
    int64_t changed = 0;
    const bool ok =
        sv_write(store,
                 "DELETE FROM entrants WHERE tournament IN (SELECT id FROM tournaments "
                 "WHERE state = 4 AND round = 0 AND ended < $1 ORDER BY ended, id LIMIT $2)",
                 SV_VALUES(sv_number(before), sv_number(max)), NULL, error) &&
        sv_write(store,
                 "DELETE FROM tournaments WHERE id IN (SELECT id FROM tournaments "
                 "WHERE state = 4 AND round = 0 AND ended < $1 ORDER BY ended, id LIMIT $2)",
                 SV_VALUES(sv_number(before), sv_number(max)), &changed, error);
    *gone = (unsigned)changed;
    return ok;
}
