/* Servers that share a store, in the store: claims, bots, presence. Only PostgreSQL runs these
 * statements: SQLite is not shared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "store.h"

enum { DRIVEN_MAX = 500 /* games of bots that a server renews in a second */ };

/* ---------------------------------------------------------------------------------------- nodes */

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

bool sv_store_time(sv_store *store, int64_t *now, rec_error *error)
{
    return sv_read(store, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", NULL, 0,
                   (sv_rows){"n", take_number, now}, error);
}

bool sv_node_add(sv_store *store, const sv_node *node, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO nodes (id, name, version, started, seen) "
                    "VALUES ($1, $2, $3, $4, $4)",
                    SV_VALUES(sv_number(node->id), sv_text(node->name), sv_text(node->version),
                              sv_number(node->seen)),
                    NULL, error);
}

/* The number has one row: a server that finds it locked leaves the counting to the other one, which
 * may stand still in the middle of its turn. */
bool sv_node_seen(sv_store *store, int64_t now, bool *known, rec_error *error)
{
    static const char count_up[] =
        "UPDATE generation SET number = number + 1 "
        "WHERE ctid = ANY (ARRAY (SELECT ctid FROM generation FOR UPDATE SKIP LOCKED))";
    int64_t changed;
    const bool ok = sv_write(store, count_up, NULL, 0, NULL, error) &&
                    sv_write(store, "UPDATE nodes SET seen = $1 WHERE id = $2",
                             SV_VALUES(sv_number(now), sv_number(store->node)), &changed, error);
    *known = ok && changed == 1;
    return ok;
}

/* A game that another server has claimed just now is left out: waiting for it, two servers could
 * wait for each other. It is taken over when its time with the server that is gone has passed. */
bool sv_node_remove(sv_store *store, int64_t id, rec_error *error)
{
    static const char hand_over_commands[] = "UPDATE errands SET node = NULL WHERE node = $1";
    static const char free_games[] =
        "UPDATE games SET driven = 0 WHERE id IN (SELECT id FROM games "
        "WHERE automatic = 1 AND status = 1 AND driver = $1 FOR UPDATE SKIP LOCKED)";
    static const char free_notices[] =
        "UPDATE notices SET until = 0 WHERE id IN (SELECT id FROM notices "
        "WHERE node = $1 FOR UPDATE SKIP LOCKED)";
    static const char free_deliveries[] =
        "UPDATE deliveries SET until = 0 WHERE id IN (SELECT id FROM deliveries "
        "WHERE node = $1 FOR UPDATE SKIP LOCKED)";
    /* The news are those of the server that is gone, as in sv_presence_end. */
    static const char tell_of_analyses[] =
        "INSERT INTO news (id, tx, place, node, at, what, whom, more) "
        "SELECT (random() * 9007199254740991)::bigint, pg_current_xact_id()::text::bigint, "
        "row_number() OVER (), $1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, "
        "'analysis', code, json_build_object('push', 'analysis', 'table', code, 'state', 'failed', "
        "'done', done, 'of', total)::text FROM analysing JOIN games ON games.id = game "
        "WHERE node = $1";
    const char *const sql[] = {hand_over_commands,
                               free_games,
                               free_notices,
                               free_deliveries,
                               tell_of_analyses,
                               "DELETE FROM analysing WHERE node = $1",
                               "DELETE FROM nodes WHERE id = $1"};
    bool ok = sv_presence_end(store, id, error);
    for (unsigned i = 0; ok && i < sizeof sql / sizeof *sql; i++)
        ok = sv_write(store, sql[i], SV_VALUES(sv_number(id)), NULL, error);
    return ok;
}

static void take_secret(void *data, const sv_value *column)
{
    snprintf(data, SV_HEX_MAX, "%s", column[0].text);
}

static bool read_secret(sv_store *store, char secret[SV_HEX_MAX], rec_error *error)
{
    return sv_read(store, "SELECT secret FROM site", NULL, 0, (sv_rows){"t", take_secret, secret},
                   error);
}

/* Servers that start at the same time wait for each other's commit at the row of the generation. */
bool sv_site_secret(sv_store *store, const char *fresh, char secret[SV_HEX_MAX], rec_error *error)
{
    secret[0] = '\0';
    if (!read_secret(store, secret, error))
        return false;
    return secret[0] ||
           (sv_write(store, "UPDATE generation SET number = number + 1", NULL, 0, NULL, error) &&
            sv_write(store,
                     "INSERT INTO site (secret) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM site)",
                     SV_VALUES(sv_text(fresh)), NULL, error) &&
            read_secret(store, secret, error));
}

typedef struct node_list {
    sv_node_each *each;
    void *data;
} node_list;

static void take_node(void *data, const sv_value *column)
{
    const node_list *list = data;
    const sv_node node = {.id = column[0].number,
                          .seen = column[1].number,
                          .name = column[2].text,
                          .version = column[3].text};
    list->each(list->data, &node);
}

bool sv_nodes(sv_store *store, int64_t after, sv_node_each *each, void *data, rec_error *error)
{
    node_list list = {each, data};
    return sv_read(store, "SELECT id, seen, name, version FROM nodes WHERE seen > $1 ORDER BY id",
                   SV_VALUES(sv_number(after)), (sv_rows){"nntt", take_node, &list}, error);
}

bool sv_nodes_silent(sv_store *store, int64_t until, sv_node_each *each, void *data,
                     rec_error *error)
{
    node_list list = {each, data};
    return sv_write_and_read(store,
                             "SELECT id, seen, name, version FROM nodes WHERE seen <= $1 "
                             "ORDER BY id FOR UPDATE SKIP LOCKED",
                             SV_VALUES(sv_number(until)), (sv_rows){"nntt", take_node, &list},
                             error);
}

/* --------------------------------------------------------------------------------------- claims */

bool sv_game_claim(sv_store *store, const char *code, int64_t *version, rec_error *error)
{
    *version = 0;
    return sv_write_and_read(store,
                             "SELECT version FROM games WHERE code = $1 FOR UPDATE SKIP LOCKED",
                             SV_VALUES(sv_text(code)), (sv_rows){"n", take_number, version}, error);
}

bool sv_user_claim(sv_store *store, int64_t id, rec_error *error)
{
    int64_t found = 0;
    if (!store->node)
        return true;
    return sv_write_and_read(store, "SELECT id FROM users WHERE id = $1 FOR UPDATE SKIP LOCKED",
                             SV_VALUES(sv_number(id)), (sv_rows){"n", take_number, &found},
                             error) &&
           (found == id || sv_fail_busy(error));
}

bool sv_job_claim(sv_store *store, enum sv_shared_job job, bool *claimed, rec_error *error)
{
    const int64_t first = 19540956243325555; /* "Elektro" + 3 */
    int64_t locked = 1;
    const bool ok =
        !store->node || sv_write_and_read(store, "SELECT pg_try_advisory_xact_lock($1)::int",
                                          SV_VALUES(sv_number(first + job)),
                                          (sv_rows){"n", take_number, &locked}, error);
    *claimed = locked != 0;
    return ok;
}

typedef struct claim_list {
    sv_claim_each *each;
    void *data;
} claim_list;

static void take_claim(void *data, const sv_value *column)
{
    const claim_list *list = data;
    list->each(list->data, column[0].text, column[1].number);
}

bool sv_games_claim(sv_store *store, const char *const *codes, unsigned count, sv_claim_each *each,
                    void *data, rec_error *error)
{
    claim_list list = {each, data};
    char *text = sv_list_of_texts(codes, count);
    const bool ok =
        text
            ? sv_write_and_read(store,
                                "SELECT code, version FROM games WHERE code = ANY ($1::text[]) "
                                "FOR UPDATE SKIP LOCKED",
                                SV_VALUES(sv_text(text)), (sv_rows){"tn", take_claim, &list}, error)
            : sv_fail_memory(error);
    free(text);
    return ok;
}

bool sv_games_drive(sv_store *store, int64_t now, int64_t until, unsigned rules, sv_code_each *each,
                    void *data, rec_error *error)
{
    sv_code_list list = {each, data};
    return sv_write_and_read(
        store,
        "UPDATE games SET driver = $1, driven = $2 WHERE id = ANY (ARRAY (SELECT id FROM games "
        "WHERE automatic = 1 AND status = 1 AND rules = $3 "
        "AND (driver = $1 OR COALESCE(driven, 0) < $4) "
        "ORDER BY driven NULLS FIRST, touched LIMIT $5 FOR UPDATE SKIP LOCKED)) RETURNING code",
        SV_VALUES(sv_number(store->node), sv_number(until), sv_number(rules), sv_number(now),
                  sv_number(DRIVEN_MAX)),
        (sv_rows){"t", sv_take_code, &list}, error);
}

/* ------------------------------------------------------------------------------------- presence */

typedef struct presence_list {
    sv_presence_each *each;
    void *data;
} presence_list;

static void take_presence(void *data, const sv_value *column)
{
    const presence_list *list = data;
    list->each(list->data, column[0].number, column[1].number);
}

bool sv_presence_elsewhere(sv_store *store, const int64_t *game, unsigned count,
                           sv_presence_each *each, void *data, rec_error *error)
{
    presence_list list = {each, data};
    char *text = sv_list_of_numbers(store, game, count);
    const bool ok =
        text ? sv_read(store,
                       "SELECT DISTINCT game, person FROM presence "
                       "WHERE game = ANY ($1::bigint[]) AND node <> $2 ORDER BY game, person",
                       SV_VALUES(sv_text(text), sv_number(store->node)),
                       (sv_rows){"nn", take_presence, &list}, error)
             : sv_fail_memory(error);
    free(text);
    return ok;
}

/* The news are those of the server that is gone, so that the one that writes them reads them, too.
 */
bool sv_presence_end(sv_store *store, int64_t node, rec_error *error)
{
    static const char tell[] =
        "INSERT INTO news (id, tx, place, node, at, what, whom) "
        "SELECT (random() * 9007199254740991)::bigint, pg_current_xact_id()::text::bigint, "
        "row_number() OVER (), $1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, "
        "'presence', code FROM games WHERE id IN (SELECT game FROM presence WHERE node = $1)";
    return sv_write(store, tell, SV_VALUES(sv_number(node)), NULL, error) &&
           sv_write(store, "DELETE FROM presence WHERE node = $1", SV_VALUES(sv_number(node)), NULL,
                    error);
}

bool sv_presence_set(sv_store *store, int64_t game, int64_t person, bool here, rec_error *error)
{
    return sv_write(store,
                    here ? "INSERT INTO presence (game, person, node) VALUES ($1, $2, $3) "
                           "ON CONFLICT DO NOTHING"
                         : "DELETE FROM presence WHERE game = $1 AND person = $2 AND node = $3",
                    SV_VALUES(sv_number(game), sv_number(person), sv_number(store->node)), NULL,
                    error);
}

bool sv_presence_clear(sv_store *store, int64_t game, rec_error *error)
{
    return sv_write(store, "DELETE FROM presence WHERE game = $1 AND node = $2",
                    SV_VALUES(sv_number(game), sv_number(store->node)), NULL, error);
}
