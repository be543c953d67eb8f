#include "presence.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "watch.h"

enum { SAVED_MAX = 200 }; /* tables at a time: after a start everybody comes at once */

bool sv_is_here(const sv_table *table, unsigned seat)
{
    return table->seat[seat].kind == SV_SEAT_PERSON &&
           ((table->elsewhere >> seat & 1) != 0 || sv_is_watching(table, table->seat[seat].user));
}

static void take_elsewhere(void *data, int64_t person)
{
    sv_table *table = data;
    const unsigned seat = sv_seat_of(table, person);
    if (seat != EK_NOBODY)
        table->elsewhere |= (uint8_t)(1u << seat);
}

bool sv_presence_read(sv_core *core, sv_table *table, rec_error *error)
{
    table->elsewhere = 0;
    return !core->store.node ||
           sv_presence_elsewhere(&core->store, table->id, take_elsewhere, table, error);
}

bool sv_presence_changed(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_find(core, code);
    if (!table)
        return true;
    const uint8_t before = table->elsewhere;
    if (!sv_presence_read(core, table, error))
        return false;
    if (table->elsewhere != before)
        sv_announce_table(core, table);
    return true;
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The users who watch a table here, sorted, each once; false without memory. */
static bool find_here(const sv_table *table, sv_people *here)
{
    *here = (sv_people){.count = 0};
    if (!table->watchers)
        return true;
    here->person = malloc(table->watcher_count * sizeof *here->person);
    if (!here->person)
        return false;
    for (const sv_watcher *w = table->watchers; w; w = w->next_at_table)
        if (w->client->user.id)
            here->person[here->count++] = w->client->user.id;
    qsort(here->person, here->count, sizeof *here->person, compare);
    unsigned kept = 0;
    for (unsigned i = 0; i < here->count; i++)
        if (i == 0 || here->person[i] != here->person[i - 1])
            here->person[kept++] = here->person[i];
    here->count = kept;
    return true;
}

static bool is_same(const sv_people *a, const sv_people *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->person, b->person, a->count * sizeof *a->person) == 0);
}

/* Writes down who is in one of two sorted lists and not in the other. */
static bool save_changes(sv_core *core, const sv_table *table, const sv_people *here,
                         rec_error *error)
{
    const sv_people *before = &table->noted;
    unsigned b = 0, h = 0;
    while (b < before->count || h < here->count) {
        const bool only_before =
            h == here->count || (b < before->count && before->person[b] < here->person[h]);
        const bool only_here =
            b == before->count || (h < here->count && here->person[h] < before->person[b]);
        const int64_t person = only_before ? before->person[b] : here->person[h];
        if ((only_before || only_here) &&
            !sv_presence_set(&core->store, table->id, person, only_here, error))
            return false;
        b += !only_here;
        h += !only_before;
    }
    return true;
}

/* Writes down who is here, anew if nobody knows what is stored. */
static bool write_down(sv_core *core, sv_table *table, const sv_people *here, rec_error *error)
{
    if (table->unsure) {
        table->noted.count = 0;
        if (!sv_presence_clear(&core->store, table->id, error))
            return false;
    }
    table->unsure = false;
    sv_news_add(&core->store, SV_NEWS_PRESENCE, table->code, NULL);
    return save_changes(core, table, here, error);
}

static bool save(sv_core *core, sv_table *table, bool *saved, rec_error *error)
{
    sv_people here;
    *saved = false;
    if (!find_here(table, &here))
        return sv_fail_memory(error);
    *saved = table->unsure || !is_same(&here, &table->noted);
    const bool ok = !*saved || write_down(core, table, &here, error);
    free(*saved && ok ? table->noted.person : here.person);
    if (*saved && ok)
        table->noted = here;
    return ok;
}

/* Those that were deleted in an earlier turn, which was committed, are done with. */
static bool save_gone(sv_core *core, rec_error *error)
{
    sv_left *left = &core->tables.left;
    left->count -= left->cleared;
    if (left->count > 0)
        memmove(left->game, left->game + left->cleared, left->count * sizeof *left->game);
    left->cleared = 0;
    for (; left->cleared < left->count; left->cleared++)
        if (!sv_presence_clear(&core->store, left->game[left->cleared], error))
            return false;
    return true;
}

bool sv_presence_save(sv_core *core, rec_error *error)
{
    unsigned count = 0;
    bool saved;
    if (!save_gone(core, error))
        return false;
    for (unsigned i = 0; i < SV_TABLE_BUCKETS && count < SAVED_MAX; i++)
        for (sv_table *t = core->tables.bucket[i]; t; t = t->next_in_bucket) {
            if (!save(core, t, &saved, error))
                return false;
            count += saved;
        }
    return true;
}

void sv_presence_forget(sv_core *core)
{
    for (unsigned i = 0; i < SV_TABLE_BUCKETS; i++)
        for (sv_table *t = core->tables.bucket[i]; t; t = t->next_in_bucket)
            t->unsure |= t->noted.count > 0 || t->watchers;
    core->tables.left.cleared = 0;
}

/* Without memory the rows stay until this server ends: then a bot is called a little later. */
void sv_presence_leave(sv_core *core, const sv_table *table)
{
    sv_left *left = &core->tables.left;
    if (table->noted.count == 0 && !table->unsure)
        return;
    int64_t *game = realloc(left->game, (left->count + 1) * sizeof *game);
    if (!game)
        return;
    left->game = game;
    left->game[left->count++] = table->id;
}
