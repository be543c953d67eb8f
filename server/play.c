/* Making moves: in memory, in the store, and told to everybody. */
#include <stdlib.h>
#include <string.h>

#include "auto.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "play.h"
#include "watch.h"

/* What a move brings about, collected. */
typedef struct collected {
    sv_table *table;
    json_t *entries; /* NULL: nobody watches */
} collected;

static void collect(void *data, const sv_happening *h)
{
    const collected *c = data;
    if (c->entries)
        json_array_append_new(c->entries, sv_entry_json(h));
    if (sv_line_type(h->line) == SV_LINE_UNDO) {
        /* A bot cannot unsee: the next one that is needed learns the game anew. */
        free(c->table->bots);
        c->table->bots = NULL;
    }
    sv_bots_see(c->table, h->events);
}

static bool write_lines(sv_core *core, const sv_table *table, unsigned from, unsigned seat,
                        const char *client, rec_error *error)
{
    for (unsigned i = from; i < table->game.lines; i++) {
        const uint32_t value = table->game.line[i];
        const bool chance =
            sv_line_type(value) == SV_LINE_DRAW || sv_line_type(value) == SV_LINE_BACK;
        const sv_line line = {.at = core->now,
                              .seq = i + 1,
                              .value = value,
                              .seat = chance ? (uint8_t)EK_NOBODY : (uint8_t)seat};
        if (!sv_journal_add(&core->store, table->id, &line, i == from ? client : NULL, error))
            return false;
    }
    return true;
}

/* The table once its game is over; the record is kept with it. */
static bool save_ended(sv_core *core, sv_table *table, rec_error *error)
{
    table->status = SV_ENDED;
    table->ended = core->now;
    char *record = sv_table_record(table, error);
    const bool ok = record && sv_table_save(&core->store, table, core->now, record, error);
    free(record);
    return ok;
}

void sv_notify_next(sv_core *core, const sv_table *table, unsigned before)
{
    const unsigned seat = sv_table_to_move(table);
    if (seat == EK_NOBODY || seat == before || sv_seat_is_automatic(table, seat) ||
        sv_is_watching(table, table->seat[seat].user))
        return;
    sv_push_to_user(core, table->seat[seat].user,
                    json_pack("{s:s, s:s, s:s}", "push", "your_turn", "table", table->code, "title",
                              table->title));
    if (core->notice)
        core->notice(core, table, seat, "your-turn");
}

static bool change_game(sv_table *table, unsigned seat, const sv_action *action, collected *c,
                        rec_error *error)
{
    return action->undo ? sv_game_undo(&table->game, seat, collect, c, error)
                        : sv_game_play(&table->game, seat, action->move, collect, c, error);
}

static bool save(sv_core *core, sv_table *table, unsigned from, unsigned seat, const char *client,
                 rec_error *error)
{
    const bool ended = ek_phase(&table->game.state) == EK_PHASE_ENDED;
    sv_clock_press(table, seat, core->now);
    const bool saved = ended ? save_ended(core, table, error)
                             : sv_table_save(&core->store, table, core->now, NULL, error);
    return saved && write_lines(core, table, from, seat, client, error);
}

static bool is_too_long(const rec_error *error)
{
    return sv_error_of(error) == SV_ERROR_GAME_TOO_LONG;
}

/* A game that has no room for another move would stand still for ever. */
static bool end_too_long(sv_core *core, sv_table *table)
{
    rec_error error;
    if (!sv_end_game(core, table, &error))
        sv_log("error", "a game that is too long could not be ended", "code", error.code, "text",
               error.text, NULL);
    return false;
}

bool sv_act(sv_core *core, sv_table *table, unsigned seat, const sv_action *action,
            rec_error *error)
{
    collected c = {table, table->watchers ? json_array() : NULL};
    const unsigned from = table->game.lines;
    if (table->status != SV_RUNNING) {
        json_decref(c.entries);
        return sv_fail(error, SV_ERROR_NOT_RUNNING, "No game is running at this table.");
    }
    sv_table_touch(core, table);
    if (!change_game(table, seat, action, &c, error)) {
        json_decref(c.entries);
        if (table->game.lines != from)
            return sv_store_abort(&core->store, error);
        return is_too_long(error) ? end_too_long(core, table) : false;
    }
    table->stuck = false;
    if (!save(core, table, from, seat, action->client, error)) {
        json_decref(c.entries);
        return sv_store_abort(&core->store, error);
    }
    if (c.entries)
        sv_announce_news(core, table, c.entries);
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
    if (!save_ended(core, table, error))
        return sv_store_abort(&core->store, error);
    sv_announce_table(core, table);
    return true;
}
