/* Loads tables from the store: the row, and the game from its journal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "sealing.h"
#include "table.h"

/* ------------------------------------------------------------------------------------- the parts
 */

/* A table while it is loaded. */
typedef struct loading {
    bool found;      /* there is a row */
    sv_table *table; /* NULL: there is none, or no memory */
    sv_table *known; /* whose game may go on; NULL */
    bool goes_on;    /* it does, and is that of the table now */
    bool ok;
    rec_error *error;
} loading;

static void take_row(void *data, const sv_game_row *row)
{
    loading *l = data;
    sv_table *t = l->table = calloc(1, sizeof *t);
    l->found = true;
    l->ok = (t || sv_fail_memory(l->error)) && sv_table_read_row(t, row, l->error) &&
            sv_clock_parse(&t->clock, row->clock) && jn_seed_commitment(row->seed, t->commitment);
}

/* Lines come from a database: whatever the rules say against one, it is damaged. */
static bool follow(sv_table *table, const sv_line *line, rec_error *error)
{
    const unsigned next = table->game.lines + 1;
    if (line->seq != next)
        return sv_fail(error, SV_ERROR_DAMAGED_JOURNAL, "Entry %u of this game is missing.", next);
    const unsigned reason = jn_append_stored(&table->game, line->value);
    if (reason == EK_REASON_OK || reason == JN_NO_MEMORY || reason == JN_TOO_LONG)
        return reason == EK_REASON_OK || sv_refuse_line(error, table, reason);
    return sv_fail(error, SV_ERROR_DAMAGED_JOURNAL, "Entry %u of this game cannot follow.", next);
}

static void take_line(void *data, const sv_line *line)
{
    loading *l = data;
    l->ok = l->ok && follow(l->table, line, l->error);
}

/* Whether the game that is known can be a part of the stored one. */
static bool can_go_on(const loading *l)
{
    const sv_table *t = l->table, *known = l->known;
    return known && known->has_game && known->id == t->id && known->rules == t->rules &&
           known->game.lines <= t->entries;
}

static bool begin_or_go_on(loading *l)
{
    l->goes_on = can_go_on(l);
    if (!l->goes_on)
        return sv_table_begin(l->table, l->error);
    l->table->game = l->known->game;
    l->table->has_game = true;
    l->known->has_game = false;
    return true;
}

/* Sets up the game of a table that has one; its lines are still to come. */
static bool begin(loading *l)
{
    const sv_table *t = l->table;
    if (t->status == SV_OPEN || t->status == SV_CLOSED)
        return true;
    if (t->rules == EK_RULES_VERSION)
        return begin_or_go_on(l);
    return t->status == SV_ENDED ||
           sv_fail(l->error, SV_ERROR_OTHER_RULES,
                   "This game was begun under version %u of the rules; this server plays version "
                   "%d.",
                   t->rules, EK_RULES_VERSION);
}

static bool is_whole(const loading *l)
{
    const sv_table *t = l->table;
    if (!l->ok)
        return false;
    if (t->has_game && t->game.lines != t->entries)
        return sv_fail(l->error, SV_ERROR_DAMAGED_JOURNAL, "Entries of this game are missing.");
    return !t->has_game || (int64_t)t->game.sum == t->sum ||
           sv_fail(l->error, SV_ERROR_DAMAGED_JOURNAL, "The stored game has been altered.");
}

static bool find_marks(sv_store *store, sv_table *table, rec_error *error)
{
    sv_user user;
    bool found;
    for (unsigned i = 0; i < table->setting.players; i++) {
        sv_seat *seat = &table->seat[i];
        if (seat->account != SV_MARK_UNKNOWN)
            continue;
        if (!sv_user_by_id(store, seat->user, &user, NULL, &found, error))
            return false;
        seat->account = found && user.kind != SV_GUEST ? SV_MARK_YES : SV_MARK_NO;
    }
    return true;
}

static bool is_missing(rec_error *error)
{
    return sv_fail(error, SV_ERROR_NO_SUCH_TABLE, "No table has this code.");
}

/* -------------------------------------------------------------------------------------- one table
 */

static bool read_lines(sv_store *store, loading *l)
{
    const sv_table *t = l->table;
    return !t->has_game ||
           sv_journal_read(store, t->id, t->game.lines, t->entries, take_line, l, l->error);
}

sv_table *sv_table_load(sv_store *store, const char *code, rec_error *error)
{
    loading l = {.error = error};
    sv_fail(error, SV_ERROR_DAMAGED_JOURNAL, "The stored table is damaged.");
    if (!sv_game_find(store, code, take_row, &l, error))
        return NULL;
    if (!l.found)
        return is_missing(error), NULL;
    if (l.ok && begin(&l) && read_lines(store, &l) && is_whole(&l) &&
        find_marks(store, l.table, error))
        return l.table;
    sv_table_free(l.table);
    return NULL;
}

/* ---------------------------------------------------------------------------------- several tables
 */

typedef struct loadings {
    loading list[SV_READINGS_MAX];
    unsigned count;
} loadings;

static void take_one_row(void *data, const sv_game_row *row)
{
    loadings *all = data;
    for (unsigned i = 0; i < all->count; i++)
        if (strcmp(all->list[i].known->code, row->code) == 0)
            take_row(&all->list[i], row);
}

static void take_one_line(void *data, int64_t game, const sv_line *line)
{
    loadings *all = data;
    for (unsigned i = 0; i < all->count; i++)
        if (all->list[i].table && all->list[i].table->id == game)
            take_line(&all->list[i], line);
}

static bool read_rows(sv_store *store, loadings *all, rec_error *error)
{
    const char *codes[SV_READINGS_MAX];
    for (unsigned i = 0; i < all->count; i++)
        codes[i] = all->list[i].known->code;
    return sv_games_find(store, codes, all->count, take_one_row, all, error);
}

static bool read_all_lines(sv_store *store, loadings *all, rec_error *error)
{
    sv_span span[SV_READINGS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < all->count; i++) {
        const sv_table *t = all->list[i].table;
        if (all->list[i].ok && t->has_game && t->game.lines < t->entries)
            span[count++] = (sv_span){t->id, t->game.lines, t->entries};
    }
    return count == 0 || sv_journals_read(store, span, count, take_one_line, all, error);
}

/* Nothing is asked of the store after the lines: what could fail then would leave games further
 * than their watchers know. */
static bool begin_all(sv_store *store, loadings *all, rec_error *error)
{
    for (unsigned i = 0; i < all->count; i++) {
        loading *l = &all->list[i];
        if (!l->found)
            is_missing(l->error);
        if (l->ok && l->table && !find_marks(store, l->table, error))
            return false;
        l->ok = l->ok && begin(l);
    }
    return true;
}

/* Every table is as it was before. */
static void give_back(loadings *all)
{
    for (unsigned i = 0; i < all->count; i++) {
        loading *l = &all->list[i];
        if (l->goes_on) {
            l->known->game = l->table->game;
            l->known->has_game = true;
            l->table->has_game = false;
        }
        sv_table_free(l->table);
    }
}

static void finish_all(loadings *all, sv_reading *list)
{
    for (unsigned i = 0; i < all->count; i++) {
        loading *l = &all->list[i];
        const bool whole = l->ok && is_whole(l);
        list[i].goes_on = l->goes_on;
        list[i].fresh = whole ? l->table : NULL;
        if (!whole)
            sv_table_free(l->table);
    }
}

bool sv_tables_read(sv_store *store, sv_reading *list, unsigned count, rec_error *error)
{
    loadings all = {.count = count};
    for (unsigned i = 0; i < count; i++) {
        all.list[i] = (loading){.known = list[i].known, .error = &list[i].error};
        sv_fail(&list[i].error, SV_ERROR_DAMAGED_JOURNAL, "The stored table is damaged.");
    }
    if (read_rows(store, &all, error) && begin_all(store, &all, error) &&
        read_all_lines(store, &all, error)) {
        finish_all(&all, list);
        return true;
    }
    give_back(&all);
    return false;
}
