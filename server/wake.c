#include "wake.h"

#include <stdlib.h>

#include "auto.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "table_codes.h"

/* Gets a table; NULL for a damaged one, which is shelved: the query would find it again every
 * second, before others. False if the store fails, so that the other tables can wait. */
static bool get_due(sv_core *core, const char *code, sv_table **table)
{
    rec_error error;
    *table = sv_table_get(core, code, &error);
    if (*table)
        return true;
    sv_log("error", "a game cannot be read", "code", error.code, "text", error.text, NULL);
    return sv_error_of(&error) == SV_ERROR_DAMAGED_JOURNAL &&
           sv_game_shelve(&core->store, code, &error);
}

void sv_run_clocks(sv_core *core)
{
    sv_codes list = {.count = 0};
    rec_error error;
    const bool ok =
        sv_games_due(&core->store, core->now, EK_RULES_VERSION, sv_codes_add, &list, &error);
    if (!ok)
        sv_log("error", "clocks could not be read", "code", error.code, "text", error.text, NULL);
    sv_table *table;
    for (unsigned i = 0; ok && i < list.count && get_due(core, list.code[i], &table); i++)
        if (table)
            sv_time_is_up(core, table);
    free(list.code);
}

/* The move to the seventh version of the schema marks all running games: one that does not go on by
 * itself is saved, as it is, with what earlier versions did not store (standing.h). */
static bool wake(sv_core *core, sv_table *table, rec_error *error)
{
    table->waits_for_thread = false;
    sv_table_recall_notice(table);
    sv_table_enqueue(core, table);
    if (sv_table_is_automatic(table))
        return true;
    sv_table_touch(core, table);
    return sv_table_save(&core->store, table, table->touched, NULL, error);
}

bool sv_wake_tables(sv_core *core, rec_error *error)
{
    sv_codes list = {.count = 0};
    const bool ok = sv_games_automatic(&core->store, EK_RULES_VERSION, sv_codes_add, &list, error);
    sv_table *table;
    bool woken = ok;
    for (unsigned i = 0; woken && i < list.count && get_due(core, list.code[i], &table); i++)
        woken = !table || wake(core, table, error);
    free(list.code);
    return woken;
}
