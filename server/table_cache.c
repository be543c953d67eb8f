#include "table_cache.h"

#include <stdlib.h>
#include <string.h>

#include "auto.h"
#include "core.h"
#include "errors.h"
#include "log.h"
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

sv_table *sv_table_get(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_find(core, code);
    if (table)
        return table;
    table = sv_table_load(&core->store, code, error);
    if (!table)
        return NULL;
    core->counts.tables_loaded++;
    sv_table_put(core, table);
    sv_table_enqueue(core, table);
    return table;
}

bool sv_table_is_lost(const rec_error *error)
{
    const enum sv_error code = sv_error_of(error);
    return code == SV_ERROR_NO_SUCH_TABLE || code == SV_ERROR_DAMAGED_JOURNAL ||
           code == SV_ERROR_OTHER_RULES;
}

void sv_table_touch(sv_core *core, sv_table *table)
{
    table->turn = core->turn;
}

/* ---------------------------------------------------------------------------------------- queue */

void sv_table_enqueue(sv_core *core, sv_table *table)
{
    sv_tables *tables = &core->tables;
    if (table->queued || table->thinking || !sv_table_has_work(table))
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

static void forget(sv_core *core, sv_table *table)
{
    sv_table **at = bucket_of(core, table->code);
    while (*at != table)
        at = &(*at)->next_in_bucket;
    *at = table->next_in_bucket;
    core->tables.count--;
    if (table->queued)
        sv_fair_remove(&core->tables.queue, &table->place);
    sv_tell_no_more(core, table);
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
        forget(core, table);
}

void sv_forget_tables(sv_core *core)
{
    for (unsigned i = 0; i < SV_TABLE_BUCKETS; i++)
        while (core->tables.bucket[i])
            forget(core, core->tables.bucket[i]);
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
                forget(core, table);
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

/* Reads a table again in its place; its watchers stay. */
static void reload(sv_core *core, sv_table *table)
{
    rec_error error;
    sv_table *fresh = sv_table_load(&core->store, table->code, &error);
    if (!fresh) {
        sv_log("error", "a table could not be read again", "code", error.code, "text", error.text,
               NULL);
        forget(core, table);
        return;
    }
    sv_table old = *table;
    *table = *fresh;
    table->place = old.place;
    table->next_in_bucket = old.next_in_bucket;
    table->watchers = old.watchers;
    table->watcher_count = old.watcher_count;
    table->to_tell = old.to_tell;
    table->next_to_tell = old.next_to_tell;
    if (table->watchers)
        table->watchers->link_at_table = &table->watchers;
    table->queued = old.queued;
    table->thinking = old.thinking;
    sv_table_recall_notice(table);
    *fresh = old;
    sv_table_free(fresh);
    cut_off_behind(table);
    if (table->has_game)
        sv_announce_news(core, table, json_array());
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
