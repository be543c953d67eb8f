/* Who watches which table, and what they are told. */
#ifndef ELEKTRO_SERVER_WATCH_H
#define ELEKTRO_SERVER_WATCH_H

#include "client.h"
#include "table.h"

/* A client at a table, in the lists of both. */
struct sv_watcher {
    sv_watcher *next_at_table, **link_at_table, *next_of_client;
    sv_table *table;
    sv_client *client;
    unsigned told; /* the last entry it was told of, if it is behind */
    bool behind;   /* it gets news by sv_catch_up, page by page, until it has all entries */
};

SV_CHECKED bool sv_watch(sv_client *client, sv_table *table, rec_error *error);
/* Notes that a watcher has been told of a page of entries, and whether others follow. */
void sv_watch_from(const sv_client *client, const sv_table *table, unsigned told, bool behind);
/* Pushes the next page to a client that is behind at some table; to be called when everything for
 * it has been sent. */
void sv_catch_up(sv_core *core, sv_client *client);
void sv_unwatch(sv_client *client, sv_table *table);
void sv_unwatch_all(sv_client *client);
bool sv_is_watching(const sv_table *table, int64_t user);

/* Tells every watcher how the table is now: once, at the end of the turn, which calls
 * sv_tell_tables, or before news. */
void sv_announce_table(sv_core *core, sv_table *table);
void sv_tell_tables(sv_core *core);
void sv_tell_table(sv_core *core, sv_table *table);
void sv_tell_no_more(sv_core *core, sv_table *table);
/* Tells every watcher of journal entries, which are taken over, and how the game is after them. */
void sv_announce_news(sv_core *core, sv_table *table, json_t *entries);
/* Tells the watchers of a player, but the one that knows (or NULL), what their queued orders are
 * and why one was dropped (or NULL). */
void sv_tell_orders(sv_core *core, sv_table *table, unsigned seat, const char *why,
                    const sv_client *knows);

/* What a client may see of a table; what a seat may see of its game. */
json_t *sv_info_for(const sv_table *table, const sv_client *client);
json_t *sv_position_json(sv_core *core, const sv_table *table, unsigned seat);

/* A journal entry as clients get it, where a cursor has just passed it; all of a game that has just
 * begun. */
json_t *sv_entry_json(const sv_table *table, const jn_cursor *cursor);
json_t *sv_first_entries(const sv_table *table);

#endif
