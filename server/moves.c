/* Requests that make decisions in a game: moves, whole turns, undo. */
#include "core.h"
#include "errors.h"
#include "made.h"
#include "play.h"
#include "requests.h"

static bool is_running(const sv_table *table, rec_error *error)
{
    return (table->has_game && table->status == SV_RUNNING) ||
           sv_fail(error, SV_ERROR_NOT_RUNNING, "No game is running at this table.");
}

sv_table *sv_playing(sv_call *call, unsigned *seat)
{
    sv_table *table = sv_seated(call, seat);
    return table && is_running(table, &call->error) ? table : NULL;
}

json_t *sv_on_moves(sv_call *call)
{
    unsigned seat;
    const sv_table *table = sv_playing(call, &seat);
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

/* ------------------------------------------------------------------------- sent more than once */

/* The texts of the decisions that a request makes; none for an undo. messages.json limits moves to
 * SV_TURN_MAX, and a request has either moves or a move. */
typedef struct wanted {
    unsigned count;
    const char *text[SV_TURN_MAX];
} wanted;

static void read_wanted(const sv_call *call, wanted *w)
{
    const json_t *moves = json_object_get(call->request, "moves");
    const char *move = sv_call_text(call, "move");
    w->count = 0;
    for (unsigned i = 0; i < json_array_size(moves) && w->count < SV_TURN_MAX; i++)
        w->text[w->count++] = json_string_value(json_array_get(moves, i));
    if (move && w->count < SV_TURN_MAX)
        w->text[w->count++] = move;
}

/* Whether a request makes the decisions of the journal lines from seq on. Its texts may be spelled
 * otherwise. The moves of a turn are consecutive lines: only the last one can turn up cards. */
static bool makes_lines(const wanted *w, const sv_table *table, uint32_t seq)
{
    jn_cursor c;
    ek_move move;
    rec_error error;
    if (w->count == 0)
        return jn_line_type(table->game.line[seq - 1]) == JN_UNDO;
    jn_begin(&c, &table->game);
    while (c.at + 1 < seq && jn_next(&c))
        ;
    for (unsigned i = 0; i < w->count; i++) {
        const jn_point before = c.now;
        if (!jn_next(&c) || !jn_is_move(c.line) ||
            !rec_parse_move(table->setting.board, before.rules, &before.state, w->text[i], &move,
                            &error) ||
            move != c.line)
            return false;
    }
    return true;
}

/* Whether the request makes the turn of this client that begins at seq, with all its moves. */
static bool is_same_turn(sv_call *call, const sv_table *table, unsigned seat, const wanted *w,
                         uint32_t seq)
{
    char name[SV_TURN_END_MAX];
    uint32_t last;
    sv_name_turn_end(sv_call_text(call, "client"), name);
    if (!sv_journal_find(&call->core->store, table->id, seat, name, &last, &call->error))
        return false;
    return ((last ? last == seq + w->count - 1 : w->count <= 1) && makes_lines(w, table, seq)) ||
           sv_fail(&call->error, SV_ERROR_CLIENT_USED,
                   "Entry %u, another decision of yours, has this \"client\" already. Nothing "
                   "was done. Give every move a \"client\" of its own.",
                   (unsigned)seq);
}

/* Finds the first journal line of decisions that a client sends again: they are answered again and
 * not made again, whatever their seq and even if the game has ended. *seq is 0 for new ones, which
 * must be based on the last entry. */
static bool find_made(sv_call *call, const sv_table *table, unsigned seat, const wanted *w,
                      uint32_t *seq)
{
    const char *client = sv_call_text(call, "client");
    *seq = 0;
    if (table->has_game && !sv_made_find(call->core, table, seat, client, seq, &call->error))
        return false;
    if (*seq)
        return is_same_turn(call, table, seat, w, *seq);
    if (!is_running(table, &call->error))
        return false;
    if (sv_call_number(call, "seq") == table->game.lines)
        return true;
    call->details = json_pack("{s:i}", "seq", (int)table->game.lines);
    return sv_fail(&call->error, SV_ERROR_STALE, "The game has moved on: it is at entry %u now.",
                   table->game.lines);
}

/* ------------------------------------------------------------------------------------ decisions */

/* Reads the moves of a turn, each in the position after the ones before it, which are tried on a
 * copy. Refuses all of them if one is refused. */
static bool read_moves(sv_call *call, const sv_table *table, unsigned seat, const wanted *w,
                       sv_action *action)
{
    const ek_rules *rules = table->game.now.rules;
    ek_state state = table->game.now.state;
    for (unsigned i = 0; i < w->count; i++) {
        ek_move *move = &action->move[action->moves++];
        if (ek_to_move(&state) != seat || ek_card_awaited(&state) || ek_rules_wanted(rules, &state))
            return rec_refuse(&call->error, EK_REASON_NOT_YOUR_TURN);
        if (!rec_parse_move(table->setting.board, rules, &state, w->text[i], move, &call->error))
            return false;
        const ek_reason reason = ek_why(rules, &state, seat, *move);
        if (reason != EK_REASON_OK)
            return rec_refuse_move(&call->error, table->setting.board, rules, reason);
        if (i + 1 < w->count)
            ek_play(rules, &state, *move, NULL);
    }
    return true;
}

/* Answers a move, a turn or an undo with the number of its last entry. */
json_t *sv_on_decision(sv_call *call)
{
    unsigned seat;
    uint32_t seq;
    wanted w;
    sv_action action = {.client = sv_call_text(call, "client")};
    sv_table *table = sv_seated(call, &seat);
    read_wanted(call, &w);
    const unsigned lines = w.count ? w.count : 1;
    if (!table || !find_made(call, table, seat, &w, &seq))
        return NULL;
    const bool again = seq != 0;
    if (!again) {
        seq = table->game.lines + 1;
        if (!read_moves(call, table, seat, &w, &action) ||
            !sv_act(call->core, table, seat, &action, &call->error))
            return NULL;
        sv_made_forget(call->core, table, action.client);
        call->core->counts.moves += lines;
    }
    return json_pack("{s:i, s:b}", "seq", (int)(seq + lines - 1), "again", again);
}
