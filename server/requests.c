/* Requests about a game: watching it, queued orders, its record, the time it took. */
#include "requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chat.h"
#include "core.h"
#include "entries.h"
#include "errors.h"
#include "orders.h"
#include "spectators.h"
#include "watch.h"
#include "wire_numbers.h"
#include "words_text.h"

/* --------------------------------------------------------------------------------------- hello */

static json_t *board_json(const bd_board *board)
{
    json_t *editions = json_array(), *regions = json_array();
    for (unsigned e = 0; e < EK_EDITIONS; e++)
        if (board->ek->editions >> e & 1)
            json_array_append_new(editions, json_string(rec_edition_word(e)));
    for (unsigned r = 0; r < board->ek->regions; r++)
        json_array_append_new(regions, json_string(board->region[r].id));
    return json_pack("{s:s, s:s, s:o, s:o}", "board", board->base, "name", board->name, "editions",
                     editions, "regions", regions);
}

json_t *sv_on_hello(sv_call *call)
{
    json_t *boards = json_array();
    for (unsigned i = 0; i < bd_board_count; i++)
        json_array_append_new(boards, board_json(&bd_boards[i]));
    const sv_user *user = &call->client->user;
    return json_pack("{s:s, s:i, s:i, s:o, s:o}", "server", call->core->version, "wire",
                     SV_WIRE_VERSION, "rules", EK_RULES_VERSION, "you",
                     user->id ? sv_user_json(user) : json_null(), "boards", boards);
}

/* ------------------------------------------------------------------------------------ watching */

/* Puts the entries after "since" into the reply, or the first page of them; none without it. */
static bool add_entries(sv_call *call, sv_table *table, sv_page *page)
{
    const bool asked = table->has_game && json_object_get(call->request, "since");
    *page = (sv_page){.last = table->has_game ? table->game.lines : 0};
    if (asked &&
        !sv_history_page(table, (unsigned)sv_call_number(call, "since"), page, &call->error))
        return false;
    call->raw = (sv_raw){"entries", asked ? page->text : strdup("[]")};
    if (table->has_game)
        call->seq = (int)(page->more ? page->last : table->game.lines);
    return call->raw.json || sv_fail_memory(&call->error);
}

static json_t *position_for(sv_call *call, const sv_table *table)
{
    return table->has_game
               ? sv_position_json(call->core, table, sv_seat_of(table, call->client->user.id))
               : json_null();
}

json_t *sv_on_watch(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    if (!table || !sv_may_watch(call, table))
        return NULL;
    if (!call->client->streaming)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "Only a WebSocket or an event stream can watch."),
               NULL;
    sv_page page;
    if (!add_entries(call, table, &page) ||
        !sv_mutes_load(&call->core->store, call->client, &call->error) ||
        !sv_chat_begin_telling(call->core, table, &call->error) ||
        !sv_watch(call->client, table, &call->error))
        return NULL;
    sv_watch_from(call->client, table, page.last, page.more);
    const unsigned seat = sv_seat_of(table, call->client->user.id);
    return json_pack("{s:o, s:o, s:b, s:o, s:o}", "info", sv_info_for(table, call->client),
                     "position", position_for(call, table), "more", page.more, "orders",
                     sv_orders_json(table, seat), "order_results",
                     sv_order_results_json(table, seat));
}

json_t *sv_on_unwatch(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    if (!table)
        return NULL;
    sv_unwatch(call->client, table);
    return json_object();
}

json_t *sv_on_position(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    sv_page page;
    if (!table || !sv_may_watch(call, table))
        return NULL;
    if (!table->has_game)
        return sv_fail(&call->error, SV_ERROR_NOT_RUNNING, "No game has begun at this table."),
               NULL;
    return add_entries(call, table, &page)
               ? json_pack("{s:o, s:b}", "position", position_for(call, table), "more", page.more)
               : NULL;
}

/* -------------------------------------------------------------------------------------- orders */

static bool replace_orders(sv_call *call, sv_table *table, unsigned seat)
{
    sv_core *core = call->core;
    json_t *orders = sv_orders_unended(table, seat, json_object_get(call->request, "orders"));
    const bool accepted = sv_orders_check(table, seat, orders, &call->error);
    if (accepted)
        sv_orders_set(table, seat, orders, sv_call_text(call, "client"));
    json_decref(orders);
    if (!accepted)
        return false;
    sv_table_touch(core, table);
    if (!sv_table_save(&core->store, table, core->now, NULL, &call->error))
        return false;
    sv_tell_orders(core, table, seat, NULL, call->client);
    sv_table_enqueue(core, table);
    return true;
}

json_t *sv_on_orders(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_playing(call, &seat);
    if (!table)
        return NULL;
    if (!sv_orders_answered(&table->seat[seat].orders, sv_call_text(call, "client")) &&
        !replace_orders(call, table, seat))
        return NULL;
    return json_pack("{s:o}", "orders", sv_orders_json(table, seat));
}

/* -------------------------------------------------------------------------------------- record */

/* The record that is stored when a game ends. */
static void take_record(void *data, const sv_game_row *row)
{
    if (row->record)
        *(char **)data = strdup(row->record);
}

/* The table of a call if its game has begun and the caller may see it. */
static sv_table *table_with_game(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    if (!table || !sv_may_watch(call, table))
        return NULL;
    if (table->status != SV_OPEN && table->status != SV_CLOSED)
        return table;
    sv_fail(&call->error, SV_ERROR_NOT_RUNNING, "No game has begun at this table.");
    return NULL;
}

json_t *sv_on_record(sv_call *call)
{
    sv_table *table = table_with_game(call);
    char *text = NULL;
    if (!table)
        return NULL;
    if (table->status == SV_ENDED &&
        !sv_game_find(&call->core->store, table->code, take_record, &text, &call->error))
        return NULL;
    if (!text && table->has_game)
        text = sv_table_record(table, &call->error);
    else if (!text)
        sv_fail(&call->error, SV_ERROR_OTHER_RULES,
                "The record of this game was not stored, and its rules are not known here.");
    json_t *reply = text ? json_pack("{s:s}", "record", text) : NULL;
    free(text);
    return reply;
}

/* --------------------------------------------------------------------------------------- times */

typedef struct time_sum {
    int64_t last; /* when the line before was written; 0: there is none */
    int64_t used[EK_SEATS];
} time_sum;

static void add_time(void *data, const sv_line *line)
{
    time_sum *sum = data;
    if (line->seat < EK_SEATS && sum->last && line->at > sum->last)
        sum->used[line->seat] += line->at - sum->last;
    sum->last = line->at;
}

json_t *sv_on_times(sv_call *call)
{
    const sv_table *table = table_with_game(call);
    time_sum sum = {0};
    if (!table || !sv_journal_read(&call->core->store, table->id, 0, SV_LINES_MAX, add_time, &sum,
                                   &call->error))
        return NULL;
    json_t *used = json_array();
    for (unsigned seat = 0; seat < table->setting.players; seat++)
        json_array_append_new(used, json_integer(sum.used[seat]));
    return json_pack("{s:o}", "used", used);
}
