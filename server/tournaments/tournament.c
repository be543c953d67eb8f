#include "tournaments/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "tournaments/rules.h"
#include "tournaments/store_tournaments.h"

const char *const sv_tournament_state_words[SV_TOURNAMENT_STATES] = {"sign-up", "running", "paused",
                                                                     "ended", "cancelled"};
const char *const sv_tournament_why_words[SV_TOURNAMENT_WHYS] = {"", "too-few", "organiser",
                                                                 "operator", "not-started"};
const char *const sv_entrant_words[SV_ENTRANT_STATES] = {"in", "reserve", "left", "removed",
                                                         "replaced"};

sv_tournament *sv_tournament_new(int64_t organiser, const char *name, json_t *settings, int64_t now)
{
    sv_tournament *t = calloc(1, sizeof *t);
    if (!t)
        return json_decref(settings), NULL;
    t->id = sv_id_make();
    t->version = 1;
    t->organiser = organiser;
    t->seed = sv_id_make();
    t->created = now;
    t->settings = settings;
    sv_code_make(t->code);
    sv_tournament_rename(t, name);
    sv_tournament_follow_rules(t, now);
    return t;
}

void sv_tournament_rename(sv_tournament *t, const char *name)
{
    snprintf(t->name, sizeof t->name, "%s", name);
}

void sv_tournament_wait_for_begin(sv_tournament *t, int64_t now)
{
    t->due = t->begins ? t->begins : now + SV_TOURNAMENT_WAIT_MS;
}

void sv_tournament_follow_rules(sv_tournament *t, int64_t now)
{
    t->begins = sv_tournament_rule(t, "begins");
    sv_tournament_wait_for_begin(t, now);
    t->listed = sv_tournament_rule(t, "public") != 0;
    if (t->season == 0 && json_object_get(t->settings, "repeat")) {
        t->season = 1;
        memcpy(t->series, t->code, sizeof t->series);
    }
}

void sv_tournament_free(sv_tournament *t)
{
    if (t)
        json_decref(t->settings);
    free(t);
}

sv_tournament *sv_tournament_of_row(const sv_tournament *row, const char *settings)
{
    sv_tournament *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    *t = *row;
    t->settings = json_loads(settings, 0, NULL);
    if (json_is_object(t->settings) && t->state < SV_TOURNAMENT_STATES &&
        t->why < SV_TOURNAMENT_WHYS && json_array_size(json_object_get(t->settings, "boards")) > 0)
        return t;
    sv_tournament_free(t);
    return NULL;
}

typedef struct finding {
    sv_tournament *found;
    bool any;
} finding;

static void take(void *data, const sv_tournament *row, const char *settings)
{
    finding *f = data;
    f->any = true;
    f->found = sv_tournament_of_row(row, settings);
}

static sv_tournament *find(sv_core *core, const char *code, bool claim, rec_error *error)
{
    finding f = {NULL, false};
    if (!sv_tournament_find(&core->store, code, claim, take, &f, error) || f.found)
        return f.found;
    if (f.any)
        sv_fail(error, SV_ERROR_STORAGE, "The stored tournament %.16s is damaged.", code);
    else
        sv_fail(error, SV_ERROR_NO_SUCH_TOURNAMENT, "No tournament has this code.");
    return NULL;
}

sv_tournament *sv_tournament_get(sv_core *core, const char *code, rec_error *error)
{
    return find(core, code, false, error);
}

/* A row that cannot be locked may be there all the same. */
sv_tournament *sv_tournament_claim(sv_core *core, const char *code, rec_error *error)
{
    sv_tournament *t = find(core, code, true, error);
    if (t || !core->store.node || sv_error_of(error) != SV_ERROR_NO_SUCH_TOURNAMENT)
        return t;
    sv_tournament *locked = find(core, code, false, error);
    if (locked)
        sv_fail_busy(error);
    sv_tournament_free(locked);
    return NULL;
}

static bool with_settings(const sv_tournament *t, sv_tournament_writer *writer, sv_store *store,
                          rec_error *error)
{
    char *settings = json_dumps(t->settings, JSON_COMPACT);
    const bool ok = settings ? writer(store, t, settings, error) : sv_fail_memory(error);
    free(settings);
    return ok;
}

bool sv_tournament_create(sv_core *core, const sv_tournament *t, rec_error *error)
{
    return with_settings(t, sv_tournament_add, &core->store, error);
}

bool sv_tournament_save(sv_core *core, sv_tournament *t, rec_error *error)
{
    t->version++;
    return with_settings(t, sv_tournament_write, &core->store, error) ||
           sv_store_abort(&core->store, error);
}

void sv_tournament_resume(sv_tournament *t, int64_t now)
{
    const int64_t lasted = now - t->paused;
    t->state = SV_TOURNAMENT_RUNNING;
    t->begins += t->begins ? lasted : 0;
    t->ends += t->ends ? lasted : 0;
    t->paused = 0;
    t->due = now;
}

void sv_tournament_end(sv_tournament *t, enum sv_tournament_state state, int64_t now)
{
    t->state = (uint8_t)state;
    t->ended = now;
    t->begins = t->ends = t->due = t->paused = 0;
}

bool sv_tournament_cancel(sv_core *core, sv_tournament *t, enum sv_tournament_why why,
                          rec_error *error)
{
    t->why = (uint8_t)why;
    sv_tournament_end(t, SV_TOURNAMENT_CANCELLED, core->now);
    return sv_fixtures_abandon(&core->store, t->id, error);
}

bool sv_tournament_stop(sv_core *core, const char *code, rec_error *error)
{
    sv_tournament *t = sv_tournament_claim(core, code, error);
    if (!t)
        return sv_error_of(error) == SV_ERROR_NO_SUCH_TOURNAMENT;
    const bool ok = t->state >= SV_TOURNAMENT_ENDED ||
                    (sv_tournament_cancel(core, t, SV_TOURNAMENT_BY_OPERATOR, error) &&
                     sv_tournament_save(core, t, error));
    sv_tournament_free(t);
    return ok;
}
