#include "pairing/store_waiting.h"

#include <stdio.h>
#include <stdlib.h>

#include "errors.h"

#define COLUMNS                                                                                \
    "SELECT person, since, bots_at, rating, pace, players, level, rated, colour, ends, seen, " \
    "origin, over, code FROM waiting "
#define TYPES "nnnnnnnnnnnnnt"

static sv_waiting_row row_of(const sv_value *c)
{
    sv_waiting_row row = {.seeker = {.person = c[0].number,
                                     .since = c[1].number,
                                     .bots_at = c[2].number,
                                     .rating = c[3].number,
                                     .origin = c[11].number,
                                     .pace = (uint8_t)c[4].number,
                                     .players = (uint8_t)c[5].number,
                                     .level = (uint8_t)c[6].number,
                                     .rated = (uint8_t)c[7].number,
                                     .colour = (uint8_t)c[8].number},
                          .ends = c[9].number,
                          .seen = c[10].number,
                          .over = (unsigned)c[12].number};
    snprintf(row.code, sizeof row.code, "%s", c[13].text ? c[13].text : "");
    return row;
}

typedef struct finding {
    sv_waiting_row *row;
    bool found;
} finding;

static void take_one(void *data, const sv_value *column)
{
    finding *f = data;
    *f->row = row_of(column);
    f->found = true;
}

bool sv_waiting_find(sv_store *store, int64_t person, sv_waiting_row *row, bool *found,
                     rec_error *error)
{
    finding f = {row, false};
    const bool ok = sv_read(store, COLUMNS "WHERE person = $1", SV_VALUES(sv_number(person)),
                            (sv_rows){TYPES, take_one, &f}, error);
    *found = f.found && row->seeker.pace < SV_PAIR_PACES; /* a later release may have others */
    return ok;
}

bool sv_waiting_put(sv_store *store, const sv_waiting_row *row, rec_error *error)
{
    const sv_seeker *w = &row->seeker;
    return sv_write(
        store,
        "INSERT INTO waiting (person, since, bots_at, rating, pace, players, level, rated, colour, "
        "ends, seen, origin, over, code) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, NULL) "
        "ON CONFLICT (person) DO UPDATE SET since = excluded.since, bots_at = excluded.bots_at, "
        "rating = excluded.rating, pace = excluded.pace, players = excluded.players, "
        "level = excluded.level, rated = excluded.rated, colour = excluded.colour, "
        "ends = excluded.ends, seen = excluded.seen, origin = excluded.origin, over = 0, "
        "code = NULL",
        SV_VALUES(sv_number(w->person), sv_number(w->since), sv_number(w->bots_at),
                  sv_number(w->rating), sv_number(w->pace), sv_number(w->players),
                  sv_number(w->level), sv_number(w->rated), sv_number(w->colour),
                  sv_number(row->ends), sv_number(row->seen), sv_number(w->origin)),
        NULL, error);
}

bool sv_waiting_drop(sv_store *store, int64_t person, rec_error *error)
{
    return sv_write(store, "DELETE FROM waiting WHERE person = $1", SV_VALUES(sv_number(person)),
                    NULL, error);
}

typedef struct waiting_list {
    sv_waiting_each *each;
    void *data;
} waiting_list;

static void take_listed(void *data, const sv_value *column)
{
    const waiting_list *list = data;
    const sv_waiting_row row = row_of(column);
    if (row.seeker.pace < SV_PAIR_PACES)
        list->each(list->data, &row);
}

bool sv_waiting_list(sv_store *store, unsigned max, sv_waiting_each *each, void *data,
                     rec_error *error)
{
    waiting_list list = {each, data};
    return sv_read(store, COLUMNS "WHERE over = 0 ORDER BY pace, since, person LIMIT $1",
                   SV_VALUES(sv_number(max)), (sv_rows){TYPES, take_listed, &list}, error);
}

static void take_count(void *data, const sv_value *column)
{
    *(unsigned *)data = (unsigned)column[0].number;
}

bool sv_waiting_from(sv_store *store, int64_t origin, int64_t person, unsigned *count,
                     rec_error *error)
{
    *count = 0;
    return sv_read(
        store, "SELECT COUNT(*) FROM waiting WHERE origin = $1 AND over = 0 AND person <> $2",
        SV_VALUES(sv_number(origin), sv_number(person)), (sv_rows){"n", take_count, count}, error);
}

/* An entry that another server is changing is left alone: two servers must not wait for each other.
 */
bool sv_waiting_seen(sv_store *store, const int64_t *person, unsigned count, int64_t now,
                     rec_error *error)
{
    static const char plain[] = "UPDATE waiting SET seen = $1 WHERE over = 0 AND person IN "
                                "(SELECT value FROM json_each($2))";
    static const char arrays[] =
        "UPDATE waiting SET seen = $1 WHERE person IN (SELECT person FROM waiting "
        "WHERE over = 0 AND person = ANY ($2::bigint[]) FOR UPDATE SKIP LOCKED)";
    char *list = sv_list_of_numbers(store, person, count);
    const bool ok = list ? sv_write(store, store->db->arrays ? arrays : plain,
                                    SV_VALUES(sv_number(now), sv_text(list)), NULL, error)
                         : sv_fail_memory(error);
    free(list);
    return ok;
}

bool sv_waiting_end(sv_store *store, int64_t person, enum sv_over over, const char *code,
                    int64_t now, rec_error *error)
{
    return sv_write_one(
        store,
        "UPDATE waiting SET over = $1, code = $2, ends = $3 "
        "WHERE person = $4 AND over = 0",
        SV_VALUES(sv_number(over), sv_text(code), sv_number(now), sv_number(person)), error);
}

bool sv_waiting_trim(sv_store *store, int64_t before, unsigned max, unsigned *gone,
                     rec_error *error)
{
    int64_t changed = 0;
    const bool ok = sv_write(store,
                             "DELETE FROM waiting WHERE person IN (SELECT person FROM waiting "
                             "WHERE over > 0 AND ends < $1 LIMIT $2)",
                             SV_VALUES(sv_number(before), sv_number(max)), &changed, error);
    *gone = (unsigned)changed;
    return ok;
}
