/* Who watches which table, and what they are told. */
#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "state_json.h"
#include "watch.h"
#include "words_text.h"

/* -------------------------------------------------------------------------------------- who */

static bool watches(const sv_client *client, const sv_table *table)
{
    for (const sv_watcher *w = client->watches; w; w = w->next_of_client)
        if (w->table == table)
            return true;
    return false;
}

bool sv_watch(sv_client *client, sv_table *table, rec_error *error)
{
    if (watches(client, table))
        return true;
    if (client->watching == SV_WATCHES_MAX)
        return sv_fail(error, SV_ERROR_TOO_MANY, "One connection watches at most %d tables.",
                       SV_WATCHES_MAX);
    sv_watcher *w = malloc(sizeof *w);
    if (!w)
        return sv_fail_memory(error);
    *w = (sv_watcher){table->watchers, client->watches, table, client};
    table->watchers = client->watches = w;
    client->watching++;
    return true;
}

void sv_unwatch(sv_client *client, sv_table *table)
{
    sv_watcher **at = &table->watchers;
    while (*at && (*at)->client != client)
        at = &(*at)->next_at_table;
    sv_watcher *w = *at;
    if (!w)
        return;
    *at = w->next_at_table;
    for (at = &client->watches; *at != w; at = &(*at)->next_of_client)
        ;
    *at = w->next_of_client;
    client->watching--;
    free(w);
}

void sv_unwatch_all(sv_client *client)
{
    while (client->watches)
        sv_unwatch(client, client->watches->table);
}

bool sv_is_watching(const sv_table *table, int64_t user)
{
    for (const sv_watcher *w = table->watchers; w; w = w->next_at_table)
        if (w->client->user.id == user)
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------- what */

static json_t *info_of(const sv_table *table, unsigned seat)
{
    json_t *info = sv_table_json(table, seat);
    json_t *seats = json_object_get(info, "seats");
    for (unsigned i = 0; i < table->setting.players; i++) {
        const bool here =
            table->seat[i].kind == SV_SEAT_PERSON && sv_is_watching(table, table->seat[i].user);
        json_object_set_new(json_array_get(seats, i), "here", json_boolean(here));
    }
    return info;
}

json_t *sv_info_for(const sv_table *table, const sv_client *client)
{
    return info_of(table, sv_seat_of(table, client->user.id));
}

/* How much longer a connected player may take; null: for ever. */
static json_t *patience_left(const sv_table *table, int64_t now)
{
    const int64_t from = sv_clock_patience(table, true);
    return from ? json_integer(from > now ? from - now : 0) : json_null();
}

json_t *sv_position_json(sv_core *core, const sv_table *table, unsigned seat)
{
    const jn_game *game = &table->game;
    ek_state view;
    ek_view(game->now.rules, &game->now.state, seat, &view);
    return json_pack(
        "{s:s, s:i, s:o, s:b, s:o, s:o}", "table", table->code, "seq", (int)game->lines, "view",
        rec_state_json(table->setting.board, game->now.rules, &view), "can_undo",
        seat != EK_NOBODY && table->status == SV_RUNNING && jn_can_take_back(game, seat), "clock",
        sv_clock_json(table, core->now), "patience_left", patience_left(table, core->now));
}

json_t *sv_entry_json(const sv_table *table, const jn_cursor *c)
{
    const bd_board *board = table->setting.board;
    json_t *entry = json_pack("{s:i}", "seq", (int)c->at);
    const unsigned type = jn_line_type(c->line);
    if (c->seat != EK_NOBODY)
        json_object_set_new(entry, "seat", json_integer(c->seat + 1));
    if (type == JN_DRAW)
        json_object_set_new(entry, "draw", json_integer(jn_line_value(c->line)));
    else if (type == JN_BACK)
        json_object_set_new(entry, "top", json_string(rec_back_word(jn_line_value(c->line))));
    else if (type == JN_UNDO)
        json_object_set_new(entry, "undo", json_true());
    else if (c->at > 0) {
        char text[REC_MOVE_MAX];
        rec_print_move_of(board, &c->before, c->seat, c->line, text);
        json_object_set_new(entry, "move", json_string(text));
    }
    json_object_set_new(entry, "events", rec_events_json(board, &c->events));
    return entry;
}

/* A client that has nothing yet gets the setup, too. */
json_t *sv_entries_since(const sv_table *table, unsigned since)
{
    jn_cursor c;
    json_t *list = json_array();
    if (since >= table->game.lines && since > 0)
        return list;
    jn_begin(&c, &table->game);
    do
        if (c.at > since || since == 0)
            json_array_append_new(list, sv_entry_json(table, &c));
    while (jn_next(&c));
    return list;
}

/* ---------------------------------------------------------------------------------- telling */

/* Makes what a seat is told; EK_NOBODY: a client that does not play. */
typedef sv_frame *frame_maker(sv_core *core, const sv_table *table, unsigned seat, json_t *entries);

/* Pushes to every watcher. Those who see the same get the same frame. */
static void announce(sv_core *core, const sv_table *table, frame_maker *make, json_t *entries)
{
    sv_frame *frame[EK_SEATS + 1] = {NULL};
    for (sv_watcher *w = table->watchers; w; w = w->next_at_table) {
        const unsigned seat = sv_seat_of(table, w->client->user.id);
        sv_frame **shared = &frame[seat == EK_NOBODY ? EK_SEATS : seat];
        if (!*shared)
            *shared = make(core, table, seat, entries);
        sv_push_frame(core, w->client, sv_frame_hold(*shared));
    }
    for (unsigned i = 0; i <= EK_SEATS; i++)
        sv_frame_drop(frame[i]);
}

static sv_frame *push_frame(json_t *push, int seq)
{
    sv_frame *frame = sv_frame_of(push, seq);
    json_decref(push);
    return frame;
}

static sv_frame *table_frame(sv_core *core, const sv_table *table, unsigned seat, json_t *entries)
{
    (void)core;
    (void)entries;
    return push_frame(json_pack("{s:s, s:o}", "push", "table", "info", info_of(table, seat)),
                      SV_NO_SEQ);
}

void sv_announce_table(sv_core *core, sv_table *table)
{
    announce(core, table, table_frame, NULL);
}

static sv_frame *news_frame(sv_core *core, const sv_table *table, unsigned seat, json_t *entries)
{
    return push_frame(json_pack("{s:s, s:o, s:O}", "push", "news", "position",
                                sv_position_json(core, table, seat), "entries", entries),
                      (int)table->game.lines);
}

void sv_announce_news(sv_core *core, sv_table *table, json_t *entries)
{
    announce(core, table, news_frame, entries);
    json_decref(entries);
}
