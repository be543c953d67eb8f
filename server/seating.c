#include "seating.h"

#include <stdio.h>

#include "core.h"
#include "play.h"
#include "presence.h"
#include "watch.h"

void sv_seat_person(sv_table *table, unsigned seat, const sv_user *user, const sv_window *window,
                    unsigned colour)
{
    sv_seat *s = &table->seat[seat];
    *s = (sv_seat){.kind = SV_SEAT_PERSON,
                   .user = user->id,
                   .account = user->kind == SV_GUEST ? SV_MARK_NO : SV_MARK_YES,
                   .window = *window};
    snprintf(s->name, sizeof s->name, "%s", user->name);
    if (!sv_colour_take(table, seat, colour))
        sv_colour_keep(table, seat);
}

void sv_seat_bot(sv_table *table, unsigned seat, unsigned level, unsigned style)
{
    sv_seat *s = &table->seat[seat];
    *s = (sv_seat){
        .kind = SV_SEAT_BOT, .level = (uint8_t)level, .style = (uint8_t)style, .ready = true};
    snprintf(s->name, sizeof s->name, "%s", bot_names[seat]);
}

bool sv_table_is_playable(sv_table *table, rec_error *error)
{
    if (!sv_table_begin(table, error))
        return false;
    jn_free(&table->game);
    table->has_game = false;
    return true;
}

bool sv_save_and_announce(sv_core *core, sv_table *table, rec_error *error)
{
    sv_table_touch(core, table);
    if (!sv_table_save(&core->store, table, core->now, NULL, error))
        return false;
    sv_announce_table(core, table);
    sv_table_enqueue(core, table);
    return true;
}

/* The player to move is told that it is their turn. */
static void tell_others(sv_core *core, const sv_table *table)
{
    const unsigned to_move = sv_table_to_move(table);
    for (unsigned i = 0; core->notice && i < table->setting.players; i++)
        if (i != to_move && table->seat[i].kind == SV_SEAT_PERSON && !sv_is_here(table, i))
            core->notice(core, table, i, "game-begins");
}

bool sv_start_table(sv_core *core, sv_table *table, bool told, rec_error *error)
{
    sv_table_touch(core, table);
    if (!sv_table_begin(table, error)) /* the caller has changed the seats already */
        return sv_store_abort(&core->store, error);
    table->shuffle.due = 0;
    table->status = SV_RUNNING;
    table->rules = EK_RULES_VERSION;
    sv_clock_start(table, core->now);
    if (!sv_save_and_announce(core, table, error))
        return false;
    sv_announce_news(core, table, sv_first_entries(table));
    sv_notify_next(core, table, EK_NOBODY);
    if (!told)
        tell_others(core, table);
    return true;
}
