/* The records of all games of a user, a page at a time. */
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "profiles/profile.h"
#include "words_text.h"

enum { PAGE = 25 };

/* A page of results with their records; NULL: not stored. */
typedef struct archive_page {
    sv_result result[PAGE];
    char *record[PAGE];
    unsigned count;
} archive_page;

static void take_record(void *data, int64_t game, const char *record)
{
    archive_page *page = data;
    for (unsigned i = 0; i < page->count; i++)
        if (page->result[i].game == game && !page->record[i])
            page->record[i] = strdup(record);
}

/* Of a game that ended before records were stored; nothing if its rules are not known any more. */
static bool write_record(sv_call *call, const char *code, char **record)
{
    const sv_table *table = sv_table_get(call->core, code, &call->error);
    if (!table)
        return sv_table_is_lost(&call->error);
    if (!table->has_game)
        return true;
    *record = sv_table_record(table, &call->error);
    return *record != NULL;
}

static bool read_records(sv_call *call, archive_page *page)
{
    int64_t game[PAGE];
    for (unsigned i = 0; i < page->count; i++)
        game[i] = page->result[i].game;
    bool ok = sv_records_of(&call->core->store, game, page->count, take_record, page, &call->error);
    for (unsigned i = 0; ok && i < page->count; i++)
        ok = page->record[i] || write_record(call, page->result[i].code, &page->record[i]);
    return ok;
}

static json_t *games_json(const archive_page *page)
{
    json_t *games = json_array();
    for (unsigned i = 0; i < page->count; i++) {
        const sv_result *r = &page->result[i];
        json_array_append_new(games,
                              json_pack("{s:s, s:I, s:s, s:s, s:i, s:s, s:s?}", "table", r->code,
                                        "ended", (json_int_t)r->ended, "board", r->board, "edition",
                                        rec_edition_word(r->edition), "players", r->players,
                                        "title", r->title, "record", page->record[i]));
    }
    return games;
}

/* Fills the page; *next is where to go on, 0 at the end. */
static bool read_page(sv_call *call, archive_page *page, int64_t *next)
{
    sv_store *store = &call->core->store;
    const bool later = json_object_get(call->request, "before") != NULL;
    const int64_t before = later ? sv_call_number(call, "before") : INT64_MAX;
    int64_t number[PAGE];
    unsigned count;
    if (!sv_latest_games(store, call->client->user.id, before, PAGE, number, &count, &call->error))
        return false;
    *next = count == PAGE ? number[PAGE - 1] : 0;
    return sv_results_of(store, number, count, page->result, &page->count, &call->error) &&
           read_records(call, page);
}

json_t *sv_on_archive(sv_call *call)
{
    archive_page *page = calloc(1, sizeof *page);
    int64_t next, total;
    json_t *reply = NULL;
    if (!page)
        return sv_fail_memory(&call->error), NULL;
    if (sv_games_count(&call->core->store, call->client->user.id, &total, &call->error) &&
        read_page(call, page, &next))
        reply = json_pack("{s:o, s:o, s:I}", "games", games_json(page), "next",
                          next ? json_integer(next) : json_null(), "total", (json_int_t)total);
    for (unsigned i = 0; i < PAGE; i++)
        free(page->record[i]);
    free(page);
    return reply;
}
