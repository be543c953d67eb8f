/* Requests about a game: watching it and playing it. */
#include "requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chat.h"
#include "core.h"
#include "entries.h"
#include "errors.h"
#include "orders.h"
#include "play.h"
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
        !sv_watch(call->client, table, &call->error))
        return NULL;
    sv_watch_from(call->client, table, page.last, page.more);
    const unsigned seat = sv_seat_of(table, call->client->user.id);
    return json_pack("{s:o, s:o, s:b, s:o}", "info", sv_info_for(table, call->client), "position",
                     position_for(call, table), "more", page.more, "orders",
                     sv_orders_json(table, seat));
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

/* ------------------------------------------------------------------------------------- playing */

static bool is_running(const sv_table *table, rec_error *error)
{
    return (table->has_game && table->status == SV_RUNNING) ||
           sv_fail(error, SV_ERROR_NOT_RUNNING, "No game is running at this table.");
}

static sv_table *playing(sv_call *call, unsigned *seat)
{
    sv_table *table = sv_seated(call, seat);
    return table && is_running(table, &call->error) ? table : NULL;
}

json_t *sv_on_moves(sv_call *call)
{
    unsigned seat;
    const sv_table *table = playing(call, &seat);
    static ek_move move[EK_MOVES_MAX];
    if (!table)
        return NULL;
    const jn_game *game = &table->game;
    const unsigned count = ek_to_move(&game->now.state) == seat
                               ? ek_moves(game->now.rules, &game->now.state, move)
                               : 0;
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        char text[REC_MOVE_MAX];
        rec_print_move(table->setting.board, &game->now.state, move[i], text);
        json_array_append_new(list, json_string(text));
    }
    return json_pack("{s:i, s:o}", "seq", (int)game->lines, "moves", list);
}

/* Whether a request makes the decision of a journal line. Its text may be spelled otherwise. */
static bool makes_line(const sv_call *call, const sv_table *table, uint32_t seq)
{
    const uint32_t line = table->game.line[seq - 1];
    const char *text = sv_call_text(call, "move"); /* an undo has none */
    jn_cursor before;
    ek_move move;
    rec_error error;
    if (!text || !jn_is_move(line))
        return !text && jn_line_type(line) == JN_UNDO;
    jn_begin(&before, &table->game);
    while (before.at + 1 < seq && jn_next(&before))
        ;
    return rec_parse_move(table->setting.board, before.now.rules, &before.now.state, text, &move,
                          &error) &&
           move == line;
}

/* Finds the journal line of a move that a client sends again: it is answered again and not made
 * again, whatever its seq and even if the game has ended. *seq is 0 for a new move, which must be
 * based on the last entry. */
static bool find_made(sv_call *call, const sv_table *table, unsigned seat, uint32_t *seq)
{
    const char *client = sv_call_text(call, "client");
    *seq = 0;
    if (table->has_game &&
        !sv_journal_find(&call->core->store, table->id, seat, client, seq, &call->error))
        return false;
    if (*seq)
        return makes_line(call, table, *seq) ||
               sv_fail(&call->error, SV_ERROR_CLIENT_USED,
                       "Entry %u, another decision of yours, has this \"client\" already. Nothing "
                       "was done. Give every move a \"client\" of its own.",
                       (unsigned)*seq);
    if (!is_running(table, &call->error))
        return false;
    if (sv_call_number(call, "seq") == table->game.lines)
        return true;
    call->details = json_pack("{s:i}", "seq", (int)table->game.lines);
    return sv_fail(&call->error, SV_ERROR_STALE, "The game has moved on: it is at entry %u now.",
                   table->game.lines);
}

static json_t *move_reply(uint32_t seq, bool again)
{
    return json_pack("{s:i, s:b}", "seq", (int)seq, "again", again);
}

static json_t *perform(sv_call *call, sv_table *table, unsigned seat, const sv_action *action)
{
    const unsigned from = table->game.lines;
    if (!sv_act(call->core, table, seat, action, &call->error))
        return NULL;
    call->core->counts.moves++;
    return move_reply(from + 1, false);
}

json_t *sv_on_move(sv_call *call)
{
    unsigned seat;
    uint32_t seq;
    sv_action action = {.client = sv_call_text(call, "client")};
    sv_table *table = sv_seated(call, &seat);
    if (!table || !find_made(call, table, seat, &seq))
        return NULL;
    if (seq)
        return move_reply(seq, true);
    if (ek_to_move(&table->game.now.state) != seat)
        return rec_refuse(&call->error, EK_REASON_NOT_YOUR_TURN), NULL;
    if (!rec_parse_move(table->setting.board, table->game.now.rules, &table->game.now.state,
                        sv_call_text(call, "move"), &action.move, &call->error))
        return NULL;
    return perform(call, table, seat, &action);
}

json_t *sv_on_undo(sv_call *call)
{
    unsigned seat;
    uint32_t seq;
    const sv_action action = {.undo = true, .client = sv_call_text(call, "client")};
    sv_table *table = sv_seated(call, &seat);
    if (!table || !find_made(call, table, seat, &seq))
        return NULL;
    return seq ? move_reply(seq, true) : perform(call, table, seat, &action);
}

/* Marks orders with the current round: an order to pass holds for one round. */
static json_t *dated(const json_t *orders, unsigned round)
{
    json_t *list = json_deep_copy(orders);
    size_t i;
    json_t *order;
    json_array_foreach(list, i, order)
    {
        json_object_set_new(order, "round", json_integer(round));
    }
    return list;
}

json_t *sv_on_orders(sv_call *call)
{
    unsigned seat;
    sv_table *table = playing(call, &seat);
    const json_t *orders = json_object_get(call->request, "orders");
    if (!table || !sv_orders_check(table, seat, orders, &call->error))
        return NULL;
    json_decref(table->seat[seat].orders);
    table->seat[seat].orders =
        json_array_size(orders) ? dated(orders, table->game.now.state.round) : NULL;
    table->orders_checked = 0;
    table->stuck = false;
    sv_table_touch(call->core, table);
    if (!sv_table_save(&call->core->store, table, call->core->now, NULL, &call->error))
        return NULL;
    json_t *reply = json_pack("{s:o}", "orders", sv_orders_json(table, seat));
    sv_table_enqueue(call->core, table);
    return reply;
}

/* The record that is stored when a game ends. */
static void take_record(void *data, const sv_game_row *row)
{
    if (row->record)
        *(char **)data = strdup(row->record);
}

json_t *sv_on_record(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    char *text = NULL;
    if (!table || !sv_may_watch(call, table))
        return NULL;
    if (table->status == SV_OPEN || table->status == SV_CLOSED)
        return sv_fail(&call->error, SV_ERROR_NOT_RUNNING, "No game has begun at this table."),
               NULL;
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
