/* Who watches which table, and what they are told. */
#ifndef ELEKTRO_SERVER_WATCH_H
#define ELEKTRO_SERVER_WATCH_H

#include "client.h"
#include "table.h"

/* A client at a table, in the lists of both. */
struct sv_watcher {
    sv_watcher *next_at_table, *next_of_client;
    sv_table *table;
    sv_client *client;
};

SV_CHECKED bool sv_watch(sv_client *client, sv_table *table, rec_error *error);
void sv_unwatch(sv_client *client, sv_table *table);
void sv_unwatch_all(sv_client *client);
bool sv_is_watching(const sv_table *table, int64_t user);

/* Tells every watcher how the table is now. */
void sv_announce_table(sv_core *core, sv_table *table);
/* Tells every watcher of journal entries, which are taken over, and how the game is after them. */
void sv_announce_news(sv_core *core, sv_table *table, json_t *entries);

/* What a client may see of a table; what a seat may see of its game. */
json_t *sv_info_for(const sv_table *table, const sv_client *client);
json_t *sv_position_json(sv_core *core, const sv_table *table, unsigned seat);

/* A journal entry as clients get it, where a cursor has just passed it; all of them after one. */
json_t *sv_entry_json(const sv_table *table, const jn_cursor *cursor);
json_t *sv_entries_since(const sv_table *table, unsigned since);

#endif
