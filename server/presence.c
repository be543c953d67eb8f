#include "presence.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "watch.h"

enum {
    SAVED_MAX = 200, /* tables at a time: after a start everybody comes at once */
    READ_MAX = 256   /* tables with one query */
};

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool is_elsewhere(const sv_table *table, int64_t user)
{
    const sv_people *people = &table->elsewhere;
    return people->count > 0 &&
           bsearch(&user, people->person, people->count, sizeof user, compare) != NULL;
}

bool sv_is_here(const sv_table *table, unsigned seat)
{
    const sv_seat *s = &table->seat[seat];
    return s->kind == SV_SEAT_PERSON &&
           (is_elsewhere(table, s->user) || sv_is_watching(table, s->user));
}

/* ------------------------------------------------------------------------------ of other servers
 */

typedef struct reading {
    sv_table **table; /* in the order of their numbers */
    unsigned count;
    bool ok; /* there was memory */
} reading;

static int compare_tables(const void *a, const void *b)
{
    return compare(&(*(sv_table *const *)a)->id, &(*(sv_table *const *)b)->id);
}

static sv_table *find_table(const reading *r, int64_t game)
{
    unsigned i = 0;
    for (unsigned end = r->count; i + 1 < end;) {
        const unsigned middle = (i + end) / 2;
        if (r->table[middle]->id <= game)
            i = middle;
        else
            end = middle;
    }
    return r->table[i];
}

/* Users come in the order of their numbers. */
static void take_elsewhere(void *data, int64_t game, int64_t person)
{
    reading *r = data;
    sv_people *people = &find_table(r, game)->elsewhere;
    int64_t *grown = realloc(people->person, (people->count + 1) * sizeof *grown);
    r->ok &= grown != NULL;
    if (!grown)
        return;
    people->person = grown;
    people->person[people->count++] = person;
}

/* Of tables in the order of their numbers. */
static bool read_elsewhere(sv_core *core, sv_table **table, unsigned count, rec_error *error)
{
    reading r = {table, count, true};
    int64_t *game = malloc(count * sizeof *game);
    if (!game)
        return sv_fail_memory(error);
    for (unsigned i = 0; i < count; i++) {
        game[i] = table[i]->id;
        table[i]->elsewhere.count = 0;
    }
    const bool ok = sv_presence_elsewhere(&core->store, game, count, take_elsewhere, &r, error);
    free(game);
    return ok && (r.ok || sv_fail_memory(error));
}

bool sv_presence_read(sv_core *core, sv_table *table, rec_error *error)
{
    return !core->store.node || read_elsewhere(core, &table, 1, error);
}

/* The players who are connected to any server, a bit for each seat. */
static uint8_t seats_here(const sv_table *table)
{
    uint8_t seats = 0;
    for (unsigned i = 0; i < table->setting.players; i++)
        if (sv_is_here(table, i))
            seats |= (uint8_t)(1u << i);
    return seats;
}

static bool read_part(sv_core *core, sv_table **table, unsigned count, rec_error *error)
{
    uint8_t before[READ_MAX];
    qsort(table, count, sizeof *table, compare_tables);
    for (unsigned i = 0; i < count; i++)
        before[i] = seats_here(table[i]);
    if (count > 0 && !read_elsewhere(core, table, count, error))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (seats_here(table[i]) != before[i])
            sv_announce_table(core, table[i]);
    return true;
}

bool sv_presence_changed(sv_core *core, const char *const *codes, unsigned count, rec_error *error)
{
    sv_table *table[READ_MAX];
    unsigned part = 0;
    for (unsigned i = 0; i < count; i++) {
        if ((table[part] = sv_table_find(core, codes[i])))
            part++;
        if (part < READ_MAX)
            continue;
        if (!read_part(core, table, part, error))
            return false;
        part = 0;
    }
    return read_part(core, table, part, error);
}

/* -------------------------------------------------------------------------------- of this server
 */

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
    const sv_people *before = &table->saved;
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
    table->saved_turn = core->turn;
    if (table->unsure) {
        table->saved.count = 0;
        if (!sv_presence_clear(&core->store, table->id, error))
            return false;
    }
    table->unsure = false;
    sv_news_add(&core->store, SV_NEWS_PRESENCE, table->code, NULL);
    return save_changes(core, table, here, error);
}

static bool save(sv_core *core, sv_table *table, bool *changed, rec_error *error)
{
    sv_people here;
    *changed = false;
    if (!find_here(table, &here))
        return sv_fail_memory(error);
    *changed = table->unsure || !is_same(&here, &table->saved);
    const bool ok = !*changed || write_down(core, table, &here, error);
    free(*changed && ok ? table->saved.person : here.person);
    if (*changed && ok)
        table->saved = here;
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
    for (; left->cleared < left->count; left->cleared++) {
        const struct sv_left_game *game = &left->game[left->cleared];
        sv_news_add(&core->store, SV_NEWS_PRESENCE, game->code, NULL);
        if (!sv_presence_clear(&core->store, game->id, error))
            return false;
    }
    return true;
}

/* Begins where the last call ended: nobody waits for ever behind tables that change all the time.
 */
bool sv_presence_save(sv_core *core, rec_error *error)
{
    sv_tables *tables = &core->tables;
    unsigned count = 0;
    bool changed;
    if (!save_gone(core, error))
        return false;
    for (unsigned i = 0; i < SV_TABLE_BUCKETS && count < SAVED_MAX; i++) {
        for (sv_table *t = tables->bucket[tables->saved]; t; t = t->next_in_bucket) {
            if (!save(core, t, &changed, error))
                return false;
            count += changed;
        }
        tables->saved = (tables->saved + 1) % SV_TABLE_BUCKETS;
    }
    return true;
}

void sv_presence_take_back(sv_core *core, uint64_t turn)
{
    for (unsigned i = 0; core->store.node && i < SV_TABLE_BUCKETS; i++)
        for (sv_table *t = core->tables.bucket[i]; t; t = t->next_in_bucket)
            t->unsure |= t->saved_turn == turn;
    core->tables.left.cleared = 0;
}

void sv_presence_begin_anew(sv_core *core)
{
    for (unsigned i = 0; i < SV_TABLE_BUCKETS; i++)
        for (sv_table *t = core->tables.bucket[i]; t; t = t->next_in_bucket)
            t->unsure |= t->saved.count > 0;
}

/* A table that was written down in this turn may have rows still if the turn is rolled back.
 * Without memory the rows stay until this server ends: then a bot is called a little later. */
void sv_presence_leave(sv_core *core, const sv_table *table)
{
    sv_left *left = &core->tables.left;
    if (table->saved.count == 0 && !table->unsure && table->saved_turn != core->turn)
        return;
    struct sv_left_game *game = realloc(left->game, (left->count + 1) * sizeof *game);
    if (!game)
        return;
    left->game = game;
    game[left->count].id = table->id;
    memcpy(game[left->count++].code, table->code, SV_CODE_MAX);
}
