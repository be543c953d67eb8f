#include "people/store_people.h"

#include <stdlib.h>

#include "errors.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* ------------------------------------------------------------------------------------- friends */

static bool part(sv_store *store, int64_t person, int64_t other, rec_error *error)
{
    return sv_write(store,
                    "DELETE FROM friends WHERE (person = $1 AND friend = $2) "
                    "OR (person = $2 AND friend = $1)",
                    SV_VALUES(sv_number(person), sv_number(other)), NULL, error);
}

bool sv_friend_set(sv_store *store, int64_t person, int64_t other, bool on, int64_t now,
                   rec_error *error)
{
    return on ? sv_write(store,
                         "INSERT INTO friends (person, friend, at) VALUES ($1, $2, $3) "
                         "ON CONFLICT DO NOTHING",
                         SV_VALUES(sv_number(person), sv_number(other), sv_number(now)), NULL,
                         error)
              : part(store, person, other, error);
}

typedef struct bond_list {
    sv_bond_each *each;
    void *data;
} bond_list;

static void take_bond(void *data, const sv_value *column)
{
    const bond_list *list = data;
    const sv_bond bond = {.person = column[0].number,
                          .at = column[1].number,
                          .asked = column[2].number > 0,
                          .asks = column[3].number > 0};
    list->each(list->data, &bond);
}

bool sv_bonds_of(sv_store *store, int64_t person, unsigned max, sv_bond_each *each, void *data,
                 rec_error *error)
{
    bond_list list = {each, data};
    return sv_read(store,
                   "SELECT other, MAX(at), SUM(asked), SUM(asks) FROM ("
                   "SELECT friend AS other, at, 1 AS asked, 0 AS asks FROM friends "
                   "WHERE person = $1 UNION ALL "
                   "SELECT person AS other, at, 0 AS asked, 1 AS asks FROM friends "
                   "WHERE friend = $1) AS both_ways GROUP BY other ORDER BY other LIMIT $2",
                   SV_VALUES(sv_number(person), sv_number(max)),
                   (sv_rows){"nnnn", take_bond, &list}, error);
}

/* -------------------------------------------------------------------------------------- blocks */

bool sv_block_set(sv_store *store, int64_t person, int64_t blocked, bool on, int64_t now,
                  rec_error *error)
{
    sv_news_add_number(store, SV_NEWS_USER, person, NULL);
    if (!on)
        return sv_write(store, "DELETE FROM blocks WHERE person = $1 AND blocked = $2",
                        SV_VALUES(sv_number(person), sv_number(blocked)), NULL, error);
    return sv_write(store,
                    "INSERT INTO blocks (person, blocked, at) VALUES ($1, $2, $3) "
                    "ON CONFLICT DO NOTHING",
                    SV_VALUES(sv_number(person), sv_number(blocked), sv_number(now)), NULL,
                    error) &&
           part(store, person, blocked, error);
}

typedef struct person_list {
    sv_person_each *each;
    void *data;
} person_list;

static void take_person(void *data, const sv_value *column)
{
    const person_list *list = data;
    list->each(list->data, column[0].number);
}

bool sv_blocked_by(sv_store *store, int64_t person, unsigned max, sv_person_each *each, void *data,
                   rec_error *error)
{
    person_list list = {each, data};
    return sv_read(store, "SELECT blocked FROM blocks WHERE person = $1 ORDER BY blocked LIMIT $2",
                   SV_VALUES(sv_number(person), sv_number(max)), (sv_rows){"n", take_person, &list},
                   error);
}

bool sv_hidden_from(sv_store *store, int64_t person, unsigned max, sv_person_each *each, void *data,
                    rec_error *error)
{
    person_list list = {each, data};
    return sv_read(store,
                   "SELECT muted FROM mutes WHERE person = $1 "
                   "UNION SELECT blocked FROM blocks WHERE person = $1 LIMIT $2",
                   SV_VALUES(sv_number(person), sv_number(max)), (sv_rows){"n", take_person, &list},
                   error);
}

typedef struct pair_list {
    sv_pair_each *each;
    void *data;
} pair_list;

static void take_pair(void *data, const sv_value *column)
{
    const pair_list *list = data;
    list->each(list->data, column[0].number, column[1].number);
}

bool sv_blocks_among(sv_store *store, const int64_t *person, unsigned count, sv_pair_each *each,
                     void *data, rec_error *error)
{
    pair_list list = {each, data};
    char *among = sv_list_of_numbers(store, person, count);
    const char *sql =
        store->db->arrays
            ? "SELECT person, blocked FROM blocks WHERE person = ANY ($1::bigint[]) "
              "AND blocked = ANY ($1::bigint[]) ORDER BY person, blocked"
            : "SELECT person, blocked FROM blocks WHERE person IN (SELECT value FROM "
              "json_each($1)) "
              "AND blocked IN (SELECT value FROM json_each($1)) ORDER BY person, blocked";
    const bool ok = among ? sv_read(store, sql, SV_VALUES(sv_text(among)),
                                    (sv_rows){"nn", take_pair, &list}, error)
                          : sv_fail_memory(error);
    free(among);
    return ok;
}

bool sv_people_forget(sv_store *store, int64_t person, rec_error *error)
{
    static const char *const sql[] = {
        "DELETE FROM friends WHERE person = $1 OR friend = $1",
        "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
    };
    for (unsigned i = 0; i < COUNT(sql); i++)
        if (!sv_write(store, sql[i], SV_VALUES(sv_number(person)), NULL, error))
            return false;
    return true;
}
