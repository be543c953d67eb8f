#include "wake.h"

#include <stdlib.h>

#include "auto.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "table_codes.h"

/* Why a table is missing: another server has it just now, which matters to nobody here; or it is
 * damaged, and is shelved, because the query would find it again every second, before others. False
 * if the store fails, so that the other tables can wait. */
static bool can_miss(sv_core *core, const char *code, rec_error *error)
{
    if (sv_error_of(error) == SV_ERROR_BUSY)
        return true;
    sv_log("error", "a game cannot be read", "code", error->code, "text", error->text, NULL);
    return sv_error_of(error) == SV_ERROR_DAMAGED_JOURNAL &&
           sv_game_shelve(&core->store, code, error);
}

static bool time_is_up(sv_core *core, const char *code)
{
    rec_error error;
    sv_table *table = sv_table_claim(core, code, &error);
    if (!table)
        return can_miss(core, code, &error);
    sv_time_is_up(core, table);
    return true;
}

void sv_run_clocks(sv_core *core)
{
    sv_codes list = {.count = 0};
    rec_error error;
    const bool ok =
        sv_games_due(&core->store, core->now, EK_RULES_VERSION, sv_codes_add, &list, &error);
    if (!ok)
        sv_log("error", "clocks could not be read", "code", error.code, "text", error.text, NULL);
    for (unsigned i = 0; ok && i < list.count && time_is_up(core, list.code[i]); i++)
        ;
    free(list.code);
}

/* The move to the seventh version of the schema marks all running games: one that does not go on by
 * itself is saved, as it is, with what earlier versions did not store (standing.h). */
static bool save_anew(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_claim(core, code, error);
    if (!table)
        return can_miss(core, code, error);
    sv_table_touch(core, table);
    return sv_table_save(&core->store, table, table->touched, NULL, error);
}

/* In a shared store this server moves on there until a moment, or takes over. */
static bool wake(sv_core *core, const char *code, int64_t until, rec_error *error)
{
    sv_table *table = sv_table_get(core, code, error);
    if (!table)
        return can_miss(core, code, error);
    table->waits_for_thread = false;
    table->driver = core->store.node;
    table->driven = until;
    sv_table_recall_notice(table);
    sv_table_enqueue(core, table);
    return sv_table_is_automatic(table) || save_anew(core, code, error);
}

bool sv_wake_tables(sv_core *core, rec_error *error)
{
    sv_codes list = {.count = 0};
    const int64_t until = core->now + SV_DRIVE_MS;
    bool ok = core->store.node
                  ? sv_games_drive(&core->store, core->now, until, EK_RULES_VERSION, sv_codes_note,
                                   &list, error)
                  : sv_games_automatic(&core->store, EK_RULES_VERSION, sv_codes_add, &list, error);
    for (unsigned i = 0; ok && i < list.count; i++)
        ok = wake(core, list.code[i], until, error);
    free(list.code);
    return ok;
}
