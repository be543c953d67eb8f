#include "health.h"

#include "core.h"
#include "errors.h"

const sv_health_row sv_healths[SV_HEALTHS] = {
    [SV_HEALTH_READY] = {"", "ready"},
    [SV_HEALTH_STOPPING] = {"stopping", "The server is stopping."},
    [SV_HEALTH_DATABASE] = {"database", "The database does not answer."},
    [SV_HEALTH_TABLES] = {"tables", "Tables cannot be read from the database."},
    [SV_HEALTH_SAVING] = {"saving", "Nothing can be saved."},
};

enum sv_health sv_health_of(const sv_core *core)
{
    if (core->draining || core->stopping)
        return SV_HEALTH_STOPPING;
    if (core->store.lost)
        return SV_HEALTH_DATABASE;
    if (core->store_health != SV_HEALTH_READY)
        return core->store_health;
    return core->unsaved ? SV_HEALTH_SAVING : SV_HEALTH_READY;
}

/* A commit that lost to another writer says nothing about the database. */
void sv_health_note_commit(sv_core *core, const rec_error *error)
{
    const enum sv_error code = error ? sv_error_of(error) : SV_ERRORS;
    core->unsaved = code == SV_ERROR_STORAGE || code == SV_ERROR_STORAGE_FULL;
}

/* Tries to write, because no client may come to try while the server is not ready. */
static void try_to_save(sv_core *core)
{
    rec_error error;
    const bool wrote = sv_store_try_write(&core->store, &error);
    const bool ok = sv_store_commit(&core->store, &error) && wrote;
    sv_health_note_commit(core, ok ? NULL : &error);
}

void sv_health_check(sv_core *core)
{
    rec_error error;
    if (sv_store_dirty(&core->store))
        return;
    if (!sv_store_try_read(&core->store, &error))
        core->store_health = SV_HEALTH_DATABASE;
    else if (!sv_games_try_read(&core->store, &error))
        core->store_health = SV_HEALTH_TABLES;
    else
        core->store_health = SV_HEALTH_READY;
    if (core->unsaved && core->store_health == SV_HEALTH_READY)
        try_to_save(core);
}
