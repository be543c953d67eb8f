#include "again.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "play.h"
#include "watch.h"

void sv_table_replace(sv_table *table, sv_table *fresh)
{
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
    table->turn = old.turn;
    table->claimed = old.claimed;
    table->elsewhere = old.elsewhere;
    table->saved = old.saved;
    table->saved_turn = old.saved_turn;
    table->unsure = old.unsure;
    old.elsewhere = old.saved = (sv_people){.count = 0};
    table->chat_told = old.chat_told;
    table->game_before = old.game_before;
    table->lines_before = old.lines_before;
    table->chat_before = old.chat_before;
    table->chat_turn = old.chat_turn;
    sv_table_recall_notice(table);
    *fresh = old;
    sv_table_free(fresh);
}

/* ------------------------------------------------------------------------------- what is different
 */

/* The entries that a game has got since a cursor was taken; all of them if it does not go on but
 * begins. NULL: none, or nobody watches. */
static json_t *entries_since(sv_table *table, bool goes_on, jn_cursor *cursor)
{
    if (goes_on)
        return sv_play_on(table, cursor);
    return table->has_game && table->watchers ? sv_first_entries(table) : NULL;
}

/* What everybody sees of a table but for its game, to find out whether it is different. */
static json_t *shown(const sv_table *table)
{
    json_t *info = table->watchers ? sv_table_json(table, EK_NOBODY) : NULL;
    if (info)
        json_object_del(info, "seq");
    return info;
}

static bool is_same(const json_t *a, const json_t *b)
{
    return a == b || (a && b && json_equal(a, b));
}

/* The seats whose queued orders are different, a bit each. */
static unsigned other_orders(const sv_table *a, const sv_table *b)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < a->setting.players; i++)
        if (!is_same(a->seat[i].orders.list, b->seat[i].orders.list) ||
            !is_same(a->seat[i].orders.results, b->seat[i].orders.results))
            seats |= 1u << i;
    return seats;
}

static const json_t *last_result(const sv_table *table, unsigned seat)
{
    const json_t *results = table->seat[seat].orders.results;
    return json_array_get(results, json_array_size(results) - 1);
}

/* The seats of which an order was carried out or dropped, a bit each. */
static unsigned other_results(const sv_table *a, const sv_table *b)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < a->setting.players; i++)
        if (!is_same(last_result(a, i), last_result(b, i)))
            seats |= 1u << i;
    return seats;
}

/* What watchers have to be told when a table has been read again. */
typedef struct difference {
    jn_cursor cursor;         /* at the end of the game that was known */
    bool begun;               /* there was one */
    sv_clock clock;           /* of the table that was known */
    int64_t due;              /* likewise */
    json_t *before;           /* what it looked like */
    json_t *entries;          /* new ones; NULL: none */
    unsigned orders, results; /* seats */
} difference;

static int64_t due(const sv_table *table)
{
    return table->has_game ? sv_clock_due(table) : 0;
}

/* Without an entry, the clocks may be different all the same: a player has left or come back. */
static void tell_game(sv_core *core, sv_table *table, difference *d)
{
    const bool same_clock =
        d->due == due(table) && memcmp(d->clock.left, table->clock.left, sizeof d->clock.left) == 0;
    if (json_array_size(d->entries) > 0 || (d->begun && !same_clock))
        sv_announce_news(core, table, d->entries ? d->entries : json_array());
    else
        json_decref(d->entries);
}

/* With the reason, if the last order was dropped. */
static void tell_orders(sv_core *core, sv_table *table, const difference *d)
{
    for (unsigned seat = 0; seat < table->setting.players; seat++) {
        const json_t *result = d->results >> seat & 1 ? last_result(table, seat) : NULL;
        if (d->orders >> seat & 1)
            sv_tell_orders(core, table, seat, json_string_value(json_object_get(result, "text")),
                           NULL);
    }
}

/* What other servers have stored stays true if this turn is rolled back. */
static void tell(sv_core *core, sv_table *table, difference *d)
{
    json_t *now = shown(table);
    const bool stored = core->outbox.stored;
    core->outbox.stored = true;
    if (!is_same(d->before, now))
        sv_announce_table(core, table);
    tell_game(core, table, d);
    tell_orders(core, table, d);
    sv_tell_table(core, table);
    core->outbox.stored = stored;
    json_decref(now);
    json_decref(d->before);
}

/* What is still of use if the game of a table has only gone on. */
static void keep_bots(sv_table *table, sv_table *fresh)
{
    fresh->bots = table->bots;
    fresh->history = table->history;
    table->bots = NULL;
    table->history = NULL;
}

/* ------------------------------------------------------------------------------------- reading */

static void begin(sv_reading *reading, difference *d, sv_table *table)
{
    *reading = (sv_reading){.known = table};
    *d = (difference){
        .begun = table->has_game, .clock = table->clock, .due = due(table), .before = shown(table)};
    if (d->begun)
        jn_begin_at_end(&d->cursor, &table->game);
}

/* The stored game is not the known one with something added: it is read from its beginning. */
static bool read_whole(sv_core *core, sv_reading *reading)
{
    if (sv_error_of(&reading->error) != SV_ERROR_DAMAGED_JOURNAL)
        return false;
    reading->goes_on = false;
    reading->fresh = sv_table_load(&core->store, reading->known->code, &reading->error);
    return reading->fresh != NULL;
}

static void lose(sv_core *core, sv_table *table, difference *d, const rec_error *error)
{
    if (sv_error_of(error) != SV_ERROR_NO_SUCH_TABLE)
        sv_log("error", "a table could not be read again", "code", error->code, "text", error->text,
               NULL);
    json_decref(d->before);
    sv_table_remove(core, table);
}

/* What watchers know of the game is not true any more: they connect anew and read all of it. */
static void start_over(sv_table *table, difference *d)
{
    json_decref(d->before);
    for (const sv_watcher *w = table->watchers; w; w = w->next_at_table)
        w->client->close(w->client);
}

static void finish(sv_core *core, const sv_reading *reading, difference *d)
{
    sv_table *table = reading->known, *fresh = reading->fresh;
    d->orders = other_orders(table, fresh);
    d->results = other_results(table, fresh);
    if (reading->goes_on)
        keep_bots(table, fresh);
    sv_table_replace(table, fresh);
    if (d->begun && !reading->goes_on) {
        start_over(table, d);
    } else {
        d->entries = entries_since(table, reading->goes_on, &d->cursor);
        tell(core, table, d);
    }
    sv_table_enqueue(core, table);
}

/* Tables that are lost are not in memory any more afterwards, and reasons says why. */
static bool read_again(sv_core *core, sv_table *const *tables, unsigned count, rec_error *reason,
                       rec_error *error)
{
    sv_reading reading[SV_READINGS_MAX];
    difference d[SV_READINGS_MAX];
    for (unsigned i = 0; i < count; i++)
        begin(&reading[i], &d[i], tables[i]);
    const bool ok = sv_tables_read(&core->store, reading, count, error);
    for (unsigned i = 0; i < count; i++) {
        if (!ok)
            json_decref(d[i].before);
        else if (reading[i].fresh || read_whole(core, &reading[i]))
            finish(core, &reading[i], &d[i]);
        else
            lose(core, tables[i], &d[i], &reading[i].error);
        reason[i] = reading[i].error;
    }
    return ok;
}

bool sv_table_read_again(sv_core *core, sv_table *table, rec_error *error)
{
    rec_error reason = {.code = ""};
    char code[SV_CODE_MAX];
    memcpy(code, table->code, sizeof code);
    if (!read_again(core, &table, 1, &reason, error))
        return false;
    if (sv_table_find(core, code))
        return true;
    *error = reason;
    return false;
}

/* ------------------------------------------------------------------------------------- all of them
 */

void sv_table_note_version(sv_core *core, const char *code, int64_t version)
{
    sv_table *table = sv_table_find(core, code);
    if (!table || (version && table->version >= version))
        return;
    table->stale = true;
}

void sv_tables_doubt(sv_core *core)
{
    for (unsigned i = 0; i < SV_TABLE_BUCKETS; i++)
        for (sv_table *table = core->tables.bucket[i]; table; table = table->next_in_bucket)
            table->stale = true;
}

/* Reads what is in a list, which is empty then. */
static bool read_part(sv_core *core, sv_table *const *list, unsigned *count, rec_error *error)
{
    rec_error reason[SV_READINGS_MAX];
    const unsigned part = *count;
    *count = 0;
    return part == 0 || read_again(core, list, part, reason, error);
}

bool sv_tables_read_again(sv_core *core, const char *const *codes, unsigned count, rec_error *error)
{
    sv_table *list[SV_READINGS_MAX];
    unsigned part = 0;
    for (unsigned i = 0; i < count; i++) {
        sv_table *table = sv_table_find(core, codes[i]);
        if (table && table->stale && table->watchers)
            list[part++] = table;
        if (part == SV_READINGS_MAX && !read_part(core, list, &part, error))
            return false;
    }
    return read_part(core, list, &part, error);
}

/* A table that is lost is taken out of its bucket: the next one is known before. */
bool sv_tables_read_watched(sv_core *core, rec_error *error)
{
    sv_table *list[SV_READINGS_MAX];
    unsigned part = 0;
    for (unsigned i = 0; i < SV_TABLE_BUCKETS; i++)
        for (sv_table *table = core->tables.bucket[i], *next; table; table = next) {
            next = table->next_in_bucket;
            if (table->stale && table->watchers)
                list[part++] = table;
            if (part == SV_READINGS_MAX) {
                if (!read_part(core, list, &part, error))
                    return false;
                next = core->tables.bucket[i]; /* those that were read are not outdated any more */
            }
        }
    return read_part(core, list, &part, error);
}
