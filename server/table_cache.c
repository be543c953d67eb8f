#include "table_cache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "again.h"
#include "auto.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "play.h"
#include "presence.h"
#include "watch.h"

enum { IDLE_MS = 120000, SWEEP_BUCKETS = 256 };

/* -------------------------------------------------------------------------------------- finding */

static sv_table **bucket_of(sv_core *core, const char *code)
{
    uint32_t hash = 2166136261u;
    for (; *code; code++)
        hash = (hash ^ (uint8_t)*code) * 16777619u;
    return &core->tables.bucket[hash % SV_TABLE_BUCKETS];
}

sv_table *sv_table_find(sv_core *core, const char *code)
{
    sv_table *table = *bucket_of(core, code);
    while (table && strcmp(table->code, code) != 0)
        table = table->next_in_bucket;
    return table;
}

void sv_table_put(sv_core *core, sv_table *table)
{
    sv_table **head = bucket_of(core, table->code);
    table->next_in_bucket = *head;
    *head = table;
    core->tables.count++;
}

bool sv_table_is_lost(const rec_error *error)
{
    const enum sv_error code = sv_error_of(error);
    return code == SV_ERROR_NO_SUCH_TABLE || code == SV_ERROR_DAMAGED_JOURNAL ||
           code == SV_ERROR_OTHER_RULES;
}

/* ---------------------------------------------------------------------------------------- queue */

/* In a shared store one server plays for the bots and queued orders of a table: for all of them to
 * do so would do no harm, but the work of all but one would be in vain. */
static bool drives(const sv_core *core, const sv_table *table)
{
    return !core->store.node || (table->driver == core->store.node && table->driven >= core->now);
}

void sv_table_enqueue(sv_core *core, sv_table *table)
{
    sv_tables *tables = &core->tables;
    if (table->queued || table->thinking || !sv_table_has_work(table) || !drives(core, table))
        return;
    sv_fair_add(&tables->queue, &table->place, sv_table_owner(table));
    table->queued = true;
}

sv_table *sv_table_dequeue(sv_core *core)
{
    sv_table *table = (sv_table *)sv_fair_take(&core->tables.queue); /* its first member */
    if (table)
        table->queued = false;
    return table;
}

/* ----------------------------------------------------------------------------------- forgetting */

void sv_table_remove(sv_core *core, sv_table *table)
{
    sv_table **at = bucket_of(core, table->code);
    while (*at != table)
        at = &(*at)->next_in_bucket;
    *at = table->next_in_bucket;
    core->tables.count--;
    if (table->queued)
        sv_fair_remove(&core->tables.queue, &table->place);
    sv_tell_no_more(core, table);
    sv_presence_leave(core, table);
    while (table->watchers) {
        sv_client *client = table->watchers->client;
        sv_unwatch(client, table);
        client->close(client);
    }
    sv_table_free(table);
}

void sv_table_forget(sv_core *core, const char *code)
{
    sv_table *table = sv_table_find(core, code);
    if (table)
        sv_table_remove(core, table);
}

void sv_forget_tables(sv_core *core)
{
    for (unsigned i = 0; i < SV_TABLE_BUCKETS; i++)
        while (core->tables.bucket[i])
            sv_table_remove(core, core->tables.bucket[i]);
    free(core->tables.left.game);
    core->tables.left = (sv_left){.count = 0};
}

static bool is_idle(const sv_core *core, const sv_table *table)
{
    return !table->watchers && !table->queued && !table->thinking &&
           table->touched < core->now - IDLE_MS;
}

void sv_tables_sweep(sv_core *core)
{
    sv_tables *tables = &core->tables;
    for (unsigned i = 0; i < SWEEP_BUCKETS; i++) {
        for (sv_table *table = tables->bucket[tables->swept], *next; table; table = next) {
            next = table->next_in_bucket;
            if (is_idle(core, table))
                sv_table_remove(core, table);
        }
        tables->swept = (tables->swept + 1) % SV_TABLE_BUCKETS;
    }
}

/* ------------------------------------------------------------------------------------ rolled back
 */

/* A page that was not sent would be missing: the client asks for it when it is back. */
static void cut_off_behind(const sv_table *table)
{
    for (const sv_watcher *w = table->watchers; w; w = w->next_at_table)
        if (w->behind)
            w->client->close(w->client);
}

/* What other servers have added meanwhile: watchers know the game as it was before the turn. */
static json_t *others_entries(const sv_core *core, sv_table *table)
{
    jn_cursor c;
    if (!core->store.node || table->lines_before >= table->game.lines)
        return json_array();
    if (!table->game_before)
        return sv_first_entries(table);
    jn_begin(&c, &table->game);
    while (c.at < table->lines_before && jn_next(&c))
        ;
    json_t *entries = sv_play_on(table, &c);
    return entries ? entries : json_array();
}

/* Reads a table again in its place; its watchers stay. */
static void reload(sv_core *core, sv_table *table)
{
    rec_error error;
    sv_table *fresh = sv_table_load(&core->store, table->code, &error);
    if (!fresh) {
        sv_log("error", "a table could not be read again", "code", error.code, "text", error.text,
               NULL);
        sv_table_remove(core, table);
        return;
    }
    sv_table_replace(table, fresh);
    if (table->chat_turn == table->turn) /* its lines do not exist */
        table->chat_told = table->chat_before;
    cut_off_behind(table);
    if (table->has_game)
        sv_announce_news(core, table, others_entries(core, table));
    sv_announce_table(core, table);
    sv_table_enqueue(core, table);
}

void sv_tables_reload(sv_core *core, uint64_t turn)
{
    for (unsigned i = 0; i < SV_TABLE_BUCKETS; i++)
        for (sv_table *table = core->tables.bucket[i], *next; table; table = next) {
            next = table->next_in_bucket;
            if (table->turn == turn)
                reload(core, table);
        }
}

/* -------------------------------------------------------------------------------------- getting */

/* The table is read again if the turn is rolled back. */
static void depend_on_turn(const sv_core *core, sv_table *table)
{
    if (table->turn != core->turn) {
        table->game_before = table->has_game;
        table->lines_before = table->has_game ? table->game.lines : 0;
    }
    table->turn = core->turn;
}

sv_table *sv_table_get(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_find(core, code);
    if (table && table->stale && !sv_table_read_again(core, table, error))
        return NULL;
    if (table)
        return table;
    table = sv_table_load(&core->store, code, error);
    if (!table)
        return NULL;
    if (!sv_presence_read(core, table, error)) {
        sv_table_free(table);
        return NULL;
    }
    core->counts.tables_loaded++;
    sv_table_put(core, table);
    if (sv_store_dirty(&core->store)) /* the turn may have written the row that was read */
        depend_on_turn(core, table);
    sv_table_enqueue(core, table);
    return table;
}

void sv_table_touch(sv_core *core, sv_table *table)
{
    assert(!core->store.node || table->claimed == core->turn);
    depend_on_turn(core, table);
}
