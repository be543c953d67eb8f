#include "entries.h"

#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "table.h"
#include "watch.h"

enum {
    CHUNK = 256, /* entries */
    CHUNKS = SV_LINES_MAX / CHUNK + 1,
    TEXT_MAX = 32 * 1024 * 1024 /* bytes of all histories */
};

/* Entries CHUNK * n to CHUNK * n + CHUNK - 1 of a game; the text is their JSON, each followed by a
 * comma. */
typedef struct chunk {
    char *text;
    size_t room;
    uint32_t end[CHUNK]; /* of the text of each entry */
    unsigned count;
    jn_point begin, now; /* the game before the first entry and after the last one */
} chunk;

struct sv_history {
    sv_history *previous, *next;
    unsigned known; /* chunks whose beginning is known */
    chunk *chunk[CHUNKS];
};

/* All histories belong to the thread of the core. */
static sv_history *first;
static size_t total;

/* ------------------------------------------------------------------------------------- memory */

static void drop_chunks(sv_history *h)
{
    for (unsigned i = 0; i < h->known; i++) {
        total -= h->chunk[i]->room + sizeof *h->chunk[i];
        free(h->chunk[i]->text);
        free(h->chunk[i]);
    }
    h->known = 0;
}

static void drop_others(const sv_history *kept)
{
    for (sv_history *h = first; h; h = h->next)
        if (h != kept)
            drop_chunks(h);
}

static sv_history *new_history(void)
{
    sv_history *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->next = first;
    if (first)
        first->previous = h;
    first = h;
    return h;
}

void sv_history_free(sv_history *h)
{
    if (!h)
        return;
    drop_chunks(h);
    if (h->previous)
        h->previous->next = h->next;
    else
        first = h->next;
    if (h->next)
        h->next->previous = h->previous;
    free(h);
}

/* ------------------------------------------------------------------------------------- chunks */

static bool add_chunk(sv_history *h, const jn_point *begin)
{
    chunk *c = calloc(1, sizeof *c);
    if (!c)
        return false;
    c->begin = c->now = *begin;
    total += sizeof *c;
    h->chunk[h->known++] = c;
    return true;
}

/* A cursor before the next entry of a chunk that is to be made, from a point. Entry 0 is the setup,
 * and entry n comes from line n - 1. */
static void go_to(jn_cursor *c, const jn_game *game, const jn_point *point, unsigned entry)
{
    if (entry == 0)
        jn_begin(c, game);
    else
        jn_begin_at(c, game, point, entry - 1);
}

/* Finds the beginning of a chunk, and of all chunks before it. */
static bool find_chunk(sv_history *h, const jn_game *game, unsigned number)
{
    jn_cursor c;
    if (h->known == 0) {
        jn_begin(&c, game);
        if (!add_chunk(h, &c.now))
            return false;
    }
    if (number < h->known)
        return true;
    go_to(&c, game, &h->chunk[h->known - 1]->begin, (h->known - 1) * CHUNK);
    while (h->known <= number && jn_next(&c))
        if ((c.at + 1) % CHUNK == 0 && (c.at + 1) / CHUNK == h->known && !add_chunk(h, &c.now))
            return false;
    return true;
}

static bool reserve(chunk *k, size_t used, size_t more)
{
    if (used + more <= k->room)
        return true;
    const size_t room = (used + more) * 3 / 2;
    char *grown = realloc(k->text, room);
    if (!grown)
        return false;
    total += room - k->room;
    k->text = grown;
    k->room = room;
    return true;
}

static bool add_entry(const sv_table *table, chunk *k, const jn_cursor *c)
{
    const size_t used = k->count ? k->end[k->count - 1] : 0;
    json_t *entry = sv_entry_json(table, c);
    const size_t length = entry ? json_dumpb(entry, NULL, 0, JSON_COMPACT) : 0;
    const bool ok = length && reserve(k, used, length + 1);
    if (ok) {
        json_dumpb(entry, k->text + used, length, JSON_COMPACT);
        k->text[used + length] = ',';
        k->end[k->count++] = (uint32_t)(used + length + 1);
        k->now = c->now;
    }
    json_decref(entry);
    return ok;
}

/* Makes the entries of a chunk that are not there yet. */
static bool fill_chunk(const sv_table *table, chunk *k, unsigned number)
{
    jn_cursor c;
    const unsigned next = number * CHUNK + k->count;
    if (k->count == CHUNK || next > table->game.lines)
        return true;
    go_to(&c, &table->game, &k->now, next);
    if (next == 0 && !add_entry(table, k, &c))
        return false;
    while (k->count < CHUNK && jn_next(&c))
        if (!add_entry(table, k, &c))
            return false;
    return true;
}

/* -------------------------------------------------------------------------------------- pages */

/* Adds the entries of a chunk from one to another. */
static bool add_text(sv_page *page, size_t *length, const chunk *k, unsigned from, unsigned to)
{
    const size_t begin = from ? k->end[from - 1] : 0, size = k->end[to] - begin;
    char *grown = realloc(page->text, *length + size + 2);
    if (!grown)
        return false;
    memcpy(grown + *length, k->text + begin, size);
    page->text = grown;
    *length += size;
    return true;
}

static bool add_entries(sv_table *table, unsigned from, unsigned to, sv_page *page)
{
    sv_history *h = table->history;
    size_t length = 1;
    for (unsigned n = from / CHUNK; n <= to / CHUNK; n++) {
        const unsigned low = n * CHUNK;
        if (!find_chunk(h, &table->game, n) || !fill_chunk(table, h->chunk[n], n) ||
            !add_text(page, &length, h->chunk[n], from > low ? from - low : 0,
                      to - low < CHUNK ? to - low : CHUNK - 1))
            return false;
        page->point = h->chunk[n]->now;
    }
    page->text[length - 1] = ']'; /* in the place of the last comma */
    page->text[length] = '\0';
    return true;
}

/* The end of a page lies at the end of a chunk, where the state is known, or of the game. */
static unsigned end_of_page(unsigned from, unsigned lines)
{
    const unsigned end = (from + SV_PAGE_ENTRIES) / CHUNK * CHUNK - 1;
    return end < lines ? end : lines;
}

bool sv_history_page(sv_table *table, unsigned since, sv_page *page, rec_error *error)
{
    const unsigned lines = table->game.lines, from = since ? since + 1 : 0;
    *page = (sv_page){.text = malloc(3), .last = since, .point = table->game.now};
    if (!table->history)
        table->history = new_history();
    if (!page->text || !table->history)
        return free(page->text), sv_fail_memory(error);
    memcpy(page->text, "[]", 3);
    if (from > lines)
        return true;
    page->last = end_of_page(from, lines);
    page->more = page->last < lines;
    const bool ok = add_entries(table, from, page->last, page);
    if (total > TEXT_MAX)
        drop_others(table->history);
    if (ok)
        return true;
    free(page->text);
    return sv_fail_memory(error);
}
