/* News in the store. Only PostgreSQL runs these statements: SQLite is not shared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "store.h"
#include "table.h"

enum { NUMBER_TEXT = 24, READ_MAX = 100000 };

const char *const sv_news_words[SV_NEWS_KINDS] = {
    [SV_NEWS_TABLE] = "table",         [SV_NEWS_PRESENCE] = "presence", [SV_NEWS_CHAT] = "chat",
    [SV_NEWS_ADMISSION] = "admission", [SV_NEWS_USER] = "user",         [SV_NEWS_PUSH] = "push",
    [SV_NEWS_LINE] = "line",           [SV_NEWS_ANALYSIS] = "analysis"};

/* --------------------------------------------------------------------------------------- lists */

void sv_news_free(sv_news_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        free(list->item[i].whom);
        free(list->item[i].more);
    }
    free(list->item);
    *list = (sv_news_list){.count = 0};
}

/* Makes room for one more, which is all 0; NULL without memory. */
static sv_news_item *grow(sv_news_list *list)
{
    if (list->count == list->room) {
        const unsigned room = list->room ? 2 * list->room : 8;
        sv_news_item *item = realloc(list->item, room * sizeof *item);
        if (!item)
            return NULL;
        list->item = item;
        list->room = room;
    }
    list->item[list->count] = (sv_news_item){.whom = NULL};
    return &list->item[list->count++];
}

static bool fill(sv_news_item *item, const char *whom, const char *more)
{
    item->whom = strdup(whom);
    item->more = more ? strdup(more) : NULL;
    return item->whom && (item->more || !more);
}

/* ------------------------------------------------------------------------------------- writing */

/* Of several news about the same thing the last one says everything, but for pushes. */
static sv_news_item *find(const sv_news_list *list, enum sv_news_kind kind, const char *whom)
{
    for (unsigned i = list->count; kind != SV_NEWS_PUSH && i-- > 0;)
        if (list->item[i].kind == kind && strcmp(list->item[i].whom, whom) == 0)
            return &list->item[i];
    return NULL;
}

void sv_news_add(sv_store *store, enum sv_news_kind kind, const char *whom, const char *more)
{
    rec_error error;
    if (!store->node)
        return;
    sv_news_item *item = find(&store->news, kind, whom);
    if (item) {
        free(item->whom);
        free(item->more);
    } else {
        item = grow(&store->news);
    }
    if (item && fill(item, whom, more)) {
        item->kind = kind;
        return;
    }
    sv_news_free(&store->news); /* the turn fails */
    sv_fail_memory(&error);
    sv_store_abort(store, &error);
}

void sv_news_add_number(sv_store *store, enum sv_news_kind kind, int64_t whom, const char *more)
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%lld", (long long)whom);
    sv_news_add(store, kind, text, more);
}

bool sv_news_write(sv_store *store, const sv_news_item *item, unsigned place, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO news (id, tx, place, node, at, what, whom, more) VALUES "
                    "($1, pg_current_xact_id()::text::bigint, $2, $3, "
                    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint, $4, $5, $6)",
                    SV_VALUES(sv_number(sv_id_make()), sv_number(place), sv_number(store->node),
                              sv_text(sv_news_words[item->kind]), sv_text(item->whom),
                              sv_text(item->more)),
                    NULL, error);
}

/* ------------------------------------------------------------------------------------- reading */

typedef struct reading {
    sv_news_list *list;
    sv_news_place *place;
    bool ok;
} reading;

/* A kind of a newer release is SV_NEWS_KINDS, which is ignored. */
static enum sv_news_kind kind_of(const char *word)
{
    unsigned kind = 0;
    while (kind < SV_NEWS_KINDS && strcmp(sv_news_words[kind], word) != 0)
        kind++;
    return (enum sv_news_kind)kind;
}

static void take_item(reading *r, const sv_value *column)
{
    sv_news_item *item = r->ok ? grow(r->list) : NULL;
    r->ok = item != NULL;
    if (!item)
        return;
    item->kind = kind_of(column[0].text);
    r->ok = fill(item, column[1].text, column[2].text);
}

/* Every row says what the place is; one that has no news says nothing else. */
static void take_row(void *data, const sv_value *column)
{
    reading *r = data;
    sv_news_place *place = r->place;
    if (!place->open) {
        *place = (sv_news_place){.next = column[0].number,
                                 .open = strdup(column[1].text),
                                 .at = column[2].number,
                                 .generation = column[3].number,
                                 .incarnation = column[4].number};
        r->ok = place->open != NULL;
    }
    if (!column[5].null)
        take_item(r, column + 5);
}

void sv_news_place_free(sv_news_place *place)
{
    free(place->open);
    place->open = NULL;
}

/* The place is that of the snapshot in which the query itself reads, which leaves out the own
 * transaction: it may have been given a number already, and may go on to write news in the name of
 * a server that is gone. Each part has a limit, so that
 * PostgreSQL uses the index, whatever it believes about a table that changes all the time. */
static const char read_news[] =
    "WITH place AS MATERIALIZED (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS "
    "next, (SELECT '{' || COALESCE(string_agg(xid::text, ','), '') || '}' FROM "
    "(SELECT pg_snapshot_xip(pg_current_snapshot()) UNION SELECT pg_current_xact_id_if_assigned()) "
    "AS running (xid) WHERE xid < pg_snapshot_xmax(pg_current_snapshot())) AS open, "
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS moment, number, "
    "generation.tableoid::bigint AS incarnation FROM generation) "
    "SELECT next, open, moment, number, incarnation, what, whom, more FROM place LEFT JOIN ("
    "(SELECT tx, place, what, whom, more FROM news WHERE tx >= $1 AND node <> $3 ORDER BY tx "
    "LIMIT $4) UNION ALL "
    "(SELECT tx, place, what, whom, more FROM news WHERE tx = ANY ($2::bigint[]) AND node <> $3 "
    "LIMIT $4)) AS fresh ON TRUE ORDER BY tx, place LIMIT $4";

bool sv_news_read(sv_store *store, const sv_news_place *from, sv_news_list *list,
                  sv_news_place *place, bool *all, rec_error *error)
{
    reading r = {list, place, true};
    *place = (sv_news_place){.next = 0};
    if (!sv_read(store, read_news,
                 SV_VALUES(sv_number(from->next), sv_text(from->open), sv_number(store->node),
                           sv_number(READ_MAX)),
                 (sv_rows){"ntnnnttt", take_row, &r}, error))
        return false;
    *all = list->count < READ_MAX;
    return (r.ok && place->open) || sv_fail_memory(error);
}

bool sv_news_trim(sv_store *store, int64_t before, rec_error *error)
{
    return sv_write(store, "DELETE FROM news WHERE at < $1", SV_VALUES(sv_number(before)), NULL,
                    error);
}
