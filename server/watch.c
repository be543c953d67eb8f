/* Who watches which table, and what they are told. */
#include <stdlib.h>

#include "core.h"
#include "entries.h"
#include "errors.h"
#include "orders.h"
#include "presence.h"
#include "state_json.h"
#include "watch.h"
#include "words_text.h"

/* -------------------------------------------------------------------------------------- who */

static sv_watcher *watcher_of(const sv_client *client, const sv_table *table)
{
    sv_watcher *w = client->watches;
    while (w && w->table != table)
        w = w->next_of_client;
    return w;
}

static void link_at_table(sv_watcher *w, sv_table *table)
{
    w->next_at_table = table->watchers;
    w->link_at_table = &table->watchers;
    if (table->watchers)
        table->watchers->link_at_table = &w->next_at_table;
    table->watchers = w;
    table->watcher_count++;
}

static void unlink_at_table(sv_watcher *w)
{
    *w->link_at_table = w->next_at_table;
    if (w->next_at_table)
        w->next_at_table->link_at_table = w->link_at_table;
    w->table->watcher_count--;
}

static void set_behind(sv_watcher *w, bool behind)
{
    w->client->behind += behind;
    w->client->behind -= w->behind;
    w->behind = behind;
}

bool sv_watch(sv_client *client, sv_table *table, rec_error *error)
{
    if (watcher_of(client, table))
        return true;
    if (client->watching == SV_WATCHES_MAX)
        return sv_fail(error, SV_ERROR_TOO_MANY, "One connection watches at most %d tables.",
                       SV_WATCHES_MAX);
    sv_watcher *w = malloc(sizeof *w);
    if (!w)
        return sv_fail_memory(error);
    *w = (sv_watcher){.next_of_client = client->watches, .table = table, .client = client};
    link_at_table(w, table);
    client->watches = w;
    client->watching++;
    return true;
}

void sv_watch_from(const sv_client *client, const sv_table *table, unsigned told, bool behind)
{
    sv_watcher *w = watcher_of(client, table);
    w->told = told;
    set_behind(w, behind);
}

void sv_unwatch(sv_client *client, sv_table *table)
{
    sv_watcher *w = watcher_of(client, table), **at = &client->watches;
    if (!w)
        return;
    unlink_at_table(w);
    set_behind(w, false);
    while (*at != w)
        at = &(*at)->next_of_client;
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
        const bool here = sv_is_here(table, i);
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

/* The game as it was after an entry. */
static json_t *position_at(sv_core *core, const sv_table *table, unsigned seat,
                           const jn_point *point, unsigned entry, bool can_undo)
{
    ek_state view;
    ek_view(point->rules, &point->state, seat, &view);
    return json_pack("{s:s, s:i, s:o, s:b, s:o, s:o}", "table", table->code, "seq", (int)entry,
                     "view", rec_state_json(table->setting.board, point->rules, &view), "can_undo",
                     can_undo, "clock", sv_clock_json(table, core->now), "patience_left",
                     patience_left(table, core->now));
}

json_t *sv_position_json(sv_core *core, const sv_table *table, unsigned seat)
{
    const jn_game *game = &table->game;
    return position_at(core, table, seat, &game->now, game->lines,
                       seat != EK_NOBODY && table->status == SV_RUNNING &&
                           jn_can_take_back(game, seat) && sv_clock_allows_undo(table, core->now));
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

json_t *sv_first_entries(const sv_table *table)
{
    jn_cursor c;
    json_t *list = json_array();
    jn_begin(&c, &table->game);
    do
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
        if (w->behind && entries)
            continue;
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

/* The pushes are counted now, so that the request pays for them that causes them. */
void sv_announce_table(sv_core *core, sv_table *table)
{
    if (table->to_tell || !table->watchers)
        return;
    table->to_tell = true;
    table->next_to_tell = core->tables.to_tell;
    core->tables.to_tell = table;
    core->counts.pushes += table->watcher_count;
}

void sv_tell_no_more(sv_core *core, sv_table *table)
{
    sv_table **at = &core->tables.to_tell;
    if (!table->to_tell)
        return;
    while (*at != table)
        at = &(*at)->next_to_tell;
    *at = table->next_to_tell;
    table->to_tell = false;
}

static void tell_table(sv_core *core, sv_table *table)
{
    sv_tell_no_more(core, table);
    const uint64_t counted = core->counts.pushes;
    announce(core, table, table_frame, NULL);
    core->counts.pushes = counted;
}

void sv_tell_table(sv_core *core, sv_table *table)
{
    if (table->to_tell)
        tell_table(core, table);
}

void sv_tell_tables(sv_core *core)
{
    while (core->tables.to_tell)
        tell_table(core, core->tables.to_tell);
}

static sv_frame *news_frame(sv_core *core, const sv_table *table, unsigned seat, json_t *entries)
{
    return push_frame(json_pack("{s:s, s:o, s:O}", "push", "news", "position",
                                sv_position_json(core, table, seat), "entries", entries),
                      (int)table->game.lines);
}

void sv_announce_news(sv_core *core, sv_table *table, json_t *entries)
{
    sv_tell_table(core, table);
    announce(core, table, news_frame, entries);
    json_decref(entries);
}

void sv_tell_orders(sv_core *core, sv_table *table, unsigned seat, const char *why,
                    const sv_client *knows)
{
    for (sv_watcher *w = table->watchers; w; w = w->next_at_table)
        if (w->client != knows && sv_seat_of(table, w->client->user.id) == seat)
            sv_push(core, w->client,
                    json_pack("{s:s, s:s, s:o, s:o, s:o}", "push", "orders", "table", table->code,
                              "orders", sv_orders_json(table, seat), "why",
                              why ? json_string(why) : json_null(), "results",
                              sv_order_results_json(table, seat)));
}

/* ------------------------------------------------------------------------------- catching up */

static bool push_page(sv_core *core, sv_watcher *w)
{
    sv_page page;
    rec_error error;
    const unsigned seat = sv_seat_of(w->table, w->client->user.id);
    if (!sv_history_page(w->table, w->told, &page, &error))
        return false;
    json_t *position = page.more ? position_at(core, w->table, seat, &page.point, page.last, false)
                                 : sv_position_json(core, w->table, seat);
    json_t *push = json_pack("{s:s, s:o}", "push", "news", "position", position);
    if (page.more)
        json_object_set_new(push, "more", json_true());
    sv_push_frame(core, w->client, sv_frame_with(push, "entries", page.text, (int)page.last));
    sv_watch_from(w->client, w->table, page.last, page.more);
    json_decref(push);
    free(page.text);
    return true;
}

void sv_catch_up(sv_core *core, sv_client *client)
{
    const sv_meter before = sv_meter_start(core);
    sv_watcher *w = client->watches;
    while (w && !w->behind)
        w = w->next_of_client;
    if (w && !push_page(core, w))
        client->close(client);
    sv_meter_charge(core, client, &before, 0);
}
