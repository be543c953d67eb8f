/* Making moves: in memory, in the store, and told to everybody. */
#include <stdio.h>
#include <stdlib.h>

#include "auto.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "play.h"
#include "presence.h"
#include "ratings/rated.h"
#include "tournaments/job.h"
#include "watch.h"

json_t *sv_play_on(sv_table *table, jn_cursor *c)
{
    json_t *entries = table->watchers ? json_array() : NULL;
    while (jn_next(c)) {
        if (entries)
            json_array_append_new(entries, sv_entry_json(table, c));
        if (jn_line_type(c->line) == JN_UNDO) {
            /* A bot cannot unsee: the next one that is needed learns the game anew. */
            free(table->bots);
            table->bots = NULL;
        }
        sv_bots_see(table, &c->events);
    }
    return entries;
}

/* Clients cannot send control characters, so no client has this name. */
void sv_name_turn_end(const char *client, char name[SV_TURN_END_MAX])
{
    snprintf(name, SV_TURN_END_MAX, "\001%s", client);
}

static bool write_lines(sv_core *core, const sv_table *table, unsigned from, unsigned seat,
                        const sv_action *action, rec_error *error)
{
    const bool is_turn = action->moves > 1 && action->client;
    char end[SV_TURN_END_MAX] = "";
    if (is_turn)
        sv_name_turn_end(action->client, end);
    for (unsigned i = from; i < table->game.lines; i++) {
        const uint32_t value = table->game.line[i];
        const sv_line line = {.at = core->now,
                              .seq = i + 1,
                              .value = value,
                              .seat = jn_is_chance(value) ? (uint8_t)EK_NOBODY : (uint8_t)seat};
        const bool is_end = is_turn && i + 1 == from + action->moves;
        const char *name = i == from ? action->client : is_end ? end : NULL;
        if (!sv_journal_add(&core->store, table->id, &line, name, error))
            return false;
    }
    return true;
}

/* The table once its game is over; the record is kept with it. */
static bool save_ended(sv_core *core, sv_table *table, rec_error *error)
{
    table->status = SV_ENDED;
    table->ended = core->now;
    sv_rated_end(table);
    sv_tally_soon(core);
    sv_tournaments_look(core);
    char *record = sv_table_record(table, error);
    const bool ok = record && sv_table_save(&core->store, table, core->now, record, error);
    free(record);
    return ok;
}

void sv_notify_next(sv_core *core, sv_table *table, unsigned before)
{
    const unsigned seat = sv_table_to_move(table);
    table->notice_waits = false;
    if (seat == EK_NOBODY || seat == before || sv_seat_is_automatic(table, seat) ||
        sv_is_here(table, seat))
        return;
    if (sv_table_has_work(table)) {
        table->notice_waits = true; /* queued orders may move instead */
        return;
    }
    sv_push_to_user(core, table->seat[seat].user,
                    json_pack("{s:s, s:s, s:s}", "push", "your_turn", "table", table->code, "title",
                              table->title));
    if (core->notice)
        core->notice(core, table, seat, "your-turn");
}

static bool save(sv_core *core, sv_table *table, unsigned from, unsigned seat,
                 const sv_action *action, rec_error *error)
{
    const bool ended = ek_phase(&table->game.now.state) == EK_PHASE_ENDED;
    const bool saved = ended ? save_ended(core, table, error)
                             : sv_table_save(&core->store, table, core->now, NULL, error);
    return saved && write_lines(core, table, from, seat, action, error);
}

/* A game that has no room for another move would stand still for ever, so it ends. */
static bool refuse(sv_core *core, sv_table *table, unsigned reason, rec_error *error)
{
    rec_error failed;
    if (reason == JN_TOO_LONG && !sv_end_game(core, table, &failed))
        sv_log("error", "a game that is too long could not be ended", "code", failed.code, "text",
               failed.text, NULL);
    return sv_refuse_line(error, table, reason);
}

/* Whether all moves of a turn have room. Together they turn up no card twice. */
static bool has_room(const jn_game *game, unsigned moves)
{
    return game->lines + moves + JN_CHANCE_MAX <= game->setup.lines_max;
}

static unsigned decide(sv_core *core, sv_table *table, unsigned seat, const sv_action *action)
{
    unsigned reason, made = 0;
    if (action->moves > 1 && !has_room(&table->game, action->moves))
        return JN_TOO_LONG;
    do {
        reason = action->moves ? jn_play(&table->game, seat, action->move[made], NULL)
                               : jn_take_back(&table->game, seat);
        if (reason == EK_REASON_OK)
            sv_clock_press(table, seat, core->now);
    } while (reason == EK_REASON_OK && ++made < action->moves);
    return reason;
}

bool sv_act(sv_core *core, sv_table *table, unsigned seat, const sv_action *action,
            rec_error *error)
{
    jn_cursor cursor;
    const unsigned from = table->game.lines;
    if (table->status != SV_RUNNING)
        return sv_fail(error, SV_ERROR_NOT_RUNNING, "No game is running at this table.");
    if (action->moves == 0 && !sv_clock_allows_undo(table, core->now))
        return sv_fail(error, SV_ERROR_NOTHING_TO_UNDO,
                       "The time for the decision before this one is over: it stays.");
    sv_table_touch(core, table);
    jn_begin_at_end(&cursor, &table->game);
    const unsigned reason = decide(core, table, seat, action);
    if (reason != EK_REASON_OK && table->game.lines != from) {
        sv_refuse_line(error, table, reason);
        return sv_store_abort(&core->store, error);
    }
    if (reason != EK_REASON_OK)
        return refuse(core, table, reason, error);
    table->stuck = false;
    json_t *entries = sv_play_on(table, &cursor);
    if (!save(core, table, from, seat, action, error)) {
        json_decref(entries);
        return sv_store_abort(&core->store, error);
    }
    if (entries)
        sv_announce_news(core, table, entries);
    if (table->status == SV_ENDED)
        sv_announce_table(core, table);
    sv_notify_next(core, table, seat);
    sv_table_enqueue(core, table);
    return true;
}

bool sv_end_game(sv_core *core, sv_table *table, rec_error *error)
{
    sv_table_touch(core, table);
    table->clock.since = 0;
    table->clock.window = (sv_window){.zone = ""};
    if (!save_ended(core, table, error))
        return sv_store_abort(&core->store, error);
    sv_announce_table(core, table);
    return true;
}
