#include "pairing/seat_people.h"

#include "core.h"
#include "errors.h"
#include "ratings/rated.h"
#include "seating.h"

/* A claim fails in the same way if there is no such user. */
static bool claim(sv_core *core, int64_t id, bool *busy, rec_error *error)
{
    *busy = !sv_user_claim(&core->store, id, error);
    return !*busy || sv_error_of(error) == SV_ERROR_BUSY;
}

bool sv_person_claim(sv_core *core, int64_t id, sv_person *person, bool *found, rec_error *error)
{
    bool busy;
    *person = (sv_person){.colour = 0};
    if (!claim(core, id, &busy, error) ||
        !sv_user_by_id(&core->store, id, &person->user, NULL, found, error))
        return false;
    if (*found && busy)
        return sv_fail_busy(error);
    *found = *found && !person->user.blocked;
    return !*found || sv_window_get(&core->store, id, &person->window, error);
}

static void seat_all(sv_table *table, const sv_made_for *what)
{
    for (unsigned i = 0; i < table->setting.players; i++)
        if (i < what->count) {
            const sv_person *p = &what->persons[i];
            sv_seat_person(table, i, &p->user, &p->window, p->colour);
            table->seat[i].ready = true;
            table->seat[i].origin = table->rated ? p->origin : 0;
        } else {
            sv_seat_bot(table, i, what->level, what->style);
        }
}

/* A rated table seats people with accounts only. */
static bool is_fair(const sv_table *table, const sv_made_for *what, rec_error *error)
{
    bool ok = sv_rated_is_fair(table, error) &&
              (what->count == table->setting.players || sv_rated_takes_bots(table, error));
    for (unsigned i = 0; ok && i < what->count; i++)
        ok = sv_rated_admits(table, &what->persons[i].user, error);
    return ok;
}

static bool has_room(const sv_table *table, const sv_made_for *what, rec_error *error)
{
    return (what->count >= 1 && what->count <= table->setting.players) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "A table for %u players cannot seat %u people.",
                   table->setting.players, what->count);
}

/* The table in memory; nothing is written yet. */
static sv_table *make(sv_core *core, const sv_made_for *what, rec_error *error)
{
    sv_table *table = sv_table_new(what->host, core->now, error);
    if (table && sv_settings_read(table, what->settings, error) && has_room(table, what, error) &&
        is_fair(table, what, error) && sv_table_is_playable(table, error)) {
        table->shuffle.version = 1;
        seat_all(table, what);
        return table;
    }
    sv_table_free(table);
    return NULL;
}

static bool add(sv_core *core, const sv_table *table, const sv_made_for *what, rec_error *error)
{
    bool ok = sv_table_add(&core->store, table, error);
    for (unsigned i = 0; ok && i < what->count; i++)
        ok = sv_player_add(&core->store, what->persons[i].user.id, table->id, error);
    return ok;
}

sv_table *sv_seat_people(sv_core *core, const sv_made_for *what, rec_error *error)
{
    sv_table *table = make(core, what, error);
    if (!table)
        return NULL;
    if (!add(core, table, what, error)) {
        sv_table_free(table);
        return NULL;
    }
    sv_table_put(core, table);
    table->claimed = core->turn; /* nobody else knows it yet */
    return sv_start_table(core, table, what->told, error) ? table : NULL;
}
