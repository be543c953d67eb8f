#include "tournaments/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "table_codes.h"
#include "tournaments/crosstable.h"
#include "tournaments/round.h"
#include "tournaments/rules.h"

#define MINUTE INT64_C(60000)

enum {
    TOURNAMENTS_A_TICK = 8,
    TABLES_A_STEP = 8, /* that are made or ended: a turn must not last long */
    LOOK_MS = 10000,   /* between two looks for ended games */
    WAIT_MS = 60000    /* after a step that failed */
};

/* The fixtures of the round that have no result yet. */
typedef struct open_list {
    sv_fixture *list;
    unsigned count, waiting, running;
    bool damaged, no_memory;
} open_list;

static void take_open(void *data, const sv_fixture_row *row)
{
    open_list *o = data;
    sv_fixture *list = realloc(o->list, (o->count + 1) * sizeof *list);
    o->no_memory |= !list;
    if (!list)
        return;
    o->list = list;
    o->damaged |= !sv_fixture_read(&list[o->count++], row);
}

static void count_open(open_list *o)
{
    o->waiting = o->running = 0;
    for (unsigned i = 0; i < o->count; i++) {
        o->waiting += o->list[i].state == SV_FIXTURE_WAITING;
        o->running += o->list[i].state == SV_FIXTURE_RUNNING;
    }
}

static bool read_open(sv_core *core, const sv_tournament *t, open_list *o, rec_error *error)
{
    *o = (open_list){.count = 0};
    if (t->round > 0 &&
        !sv_fixtures(&core->store, t->id, t->round, SV_FIXTURE_RUNNING, take_open, o, error))
        return false;
    count_open(o);
    if (o->no_memory)
        return sv_fail_memory(error);
    return !o->damaged ||
           sv_fail(error, SV_ERROR_STORAGE, "A table of tournament %s is damaged.", t->code);
}

/* --------------------------------------------------------------------------------------- steps */

static bool make_tables(sv_core *core, sv_tournament *t, open_list *o, rec_error *error)
{
    bool made;
    for (unsigned i = 0, tries = 0; i < o->count && tries < TABLES_A_STEP; i++) {
        if (o->list[i].state != SV_FIXTURE_WAITING)
            continue;
        tries++;
        if (!sv_fixture_start(core, t, &o->list[i], &made, error))
            return false;
    }
    return true;
}

/* A table that another server has just now is ended a moment later. */
static bool end_tables(sv_core *core, const sv_tournament *t, open_list *o, rec_error *error)
{
    for (unsigned i = 0, ended = 0; i < o->count && ended < TABLES_A_STEP; i++) {
        sv_fixture *f = &o->list[i];
        if (f->state != SV_FIXTURE_RUNNING)
            continue;
        ended++;
        if (sv_fixture_stop(core, f, error)) {
            if (!sv_fixture_settle(core, t, f, error))
                return false;
        } else if (sv_error_of(error) != SV_ERROR_BUSY) {
            return false;
        }
    }
    return true;
}

/* Notes the results of games that have ended. */
static bool settle_ended(sv_core *core, const sv_tournament *t, open_list *o, rec_error *error)
{
    sv_codes over = {.count = 0};
    bool ok = sv_fixtures_over(&core->store, t->id, TABLES_A_STEP, sv_codes_note, &over, error);
    for (unsigned i = 0; ok && i < over.count; i++)
        for (unsigned j = 0; ok && j < o->count; j++)
            if (o->list[j].state == SV_FIXTURE_RUNNING &&
                strcmp(o->list[j].code, over.code[i]) == 0)
                ok = sv_fixture_settle(core, t, &o->list[j], error);
    free(over.code);
    return ok;
}

/* All tables of a round are over. */
static bool end_round(sv_core *core, sv_tournament *t, rec_error *error)
{
    if (t->begins == 0)
        t->begins = t->round >= sv_tournament_rounds(t)
                        ? core->now
                        : core->now + sv_tournament_rule(t, "break_minutes") * MINUTE;
    t->ends = 0;
    t->due = t->begins;
    if (t->begins > core->now)
        return true;
    const bool ok = sv_round_draw(core, t, error);
    if (t->state == SV_TOURNAMENT_RUNNING)
        t->due = core->now;
    return ok;
}

static bool run(sv_core *core, sv_tournament *t, open_list *o, rec_error *error)
{
    if (!settle_ended(core, t, o, error))
        return false;
    count_open(o);
    t->due = t->paused ? t->paused + SV_TOURNAMENT_WAIT_MS : 0;
    if (t->state != SV_TOURNAMENT_RUNNING)
        return true;
    if (o->waiting > 0 && !make_tables(core, t, o, error))
        return false;
    if (o->waiting == 0 && o->running > 0 && t->ends <= core->now && !end_tables(core, t, o, error))
        return false;
    count_open(o);
    if (o->waiting + o->running == 0)
        return end_round(core, t, error);
    t->due = o->waiting > 0 ? core->now : t->ends;
    return true;
}

/* It begins, or is cancelled because nobody has started it. */
static bool end_sign_up(sv_core *core, sv_tournament *t, rec_error *error)
{
    return t->begins ? sv_tournament_begin(core, t, error)
                     : sv_tournament_cancel(core, t, SV_TOURNAMENT_NOT_STARTED, error);
}

/* The step that the state calls for. */
static bool step(sv_core *core, sv_tournament *t, rec_error *error)
{
    open_list o;
    if (t->state == SV_TOURNAMENT_SIGN_UP)
        return t->due > core->now || end_sign_up(core, t, error);
    if (t->paused && t->paused + SV_TOURNAMENT_WAIT_MS <= core->now)
        sv_tournament_resume(t, core->now);
    const bool ok = read_open(core, t, &o, error) && run(core, t, &o, error);
    free(o.list);
    return ok;
}

/* --------------------------------------------------------------------------------------- ticks */

static void put_off_failed(sv_core *core)
{
    rec_error error;
    if (!sv_tournament_put_off(&core->store, core->tournaments.failed, core->now + WAIT_MS, &error))
        sv_log("error", "a tournament could not be put off", "code", error.code, NULL);
    core->tournaments.failed[0] = '\0';
}

/* The turn that has failed takes the step back, and everything else with it. So the next one does
 * nothing about tournaments but put this one off: what fails for another reason than the store
 * would fail every second, and another failure would take that back, too. */
static void fail(sv_core *core, const char *code, const rec_error *why)
{
    sv_log("error", "a tournament cannot go on", "tournament", code, "code", why->code, "text",
           why->text, NULL);
    snprintf(core->tournaments.failed, SV_CODE_MAX, "%s", code);
    sv_store_abort(&core->store, why);
}

static void take_step(sv_core *core, sv_tournament *t)
{
    rec_error error;
    if (!step(core, t, &error))
        fail(core, t->code, &error);
    else if (!sv_tournament_save(core, t, &error))
        sv_log("error", "a tournament could not be saved", "code", error.code, NULL);
}

static void visit(sv_core *core, const char *code)
{
    rec_error error;
    sv_tournament *t = sv_tournament_claim(core, code, &error);
    if (t)
        take_step(core, t);
    else if (sv_error_of(&error) != SV_ERROR_BUSY)
        fail(core, code, &error);
    sv_tournament_free(t);
}

static void visit_all(sv_core *core, sv_codes *list)
{
    for (unsigned i = 0; i < list->count && !core->store.aborted; i++)
        visit(core, list->code[i]);
    free(list->code);
}

void sv_tournaments_look(sv_core *core)
{
    core->tournaments.look = 0;
}

static bool visit_due(sv_core *core, rec_error *error)
{
    sv_codes due = {.count = 0};
    const bool ok =
        sv_tournaments_due(&core->store, core->now, TOURNAMENTS_A_TICK, sv_codes_note, &due, error);
    visit_all(core, &due);
    return ok;
}

static bool visit_ended(sv_core *core, rec_error *error)
{
    sv_codes ended = {.count = 0};
    if (core->now < core->tournaments.look)
        return true;
    const bool ok = sv_tournaments_to_score(&core->store, core->now, core->now + WAIT_MS,
                                            TOURNAMENTS_A_TICK, sv_codes_note, &ended, error);
    /* There may be more. */
    core->tournaments.look = ended.count > 0 ? 0 : core->now + LOOK_MS;
    visit_all(core, &ended);
    return ok;
}

void sv_tournaments_tick(sv_core *core)
{
    rec_error error;
    if (core->tournaments.failed[0])
        put_off_failed(core);
    else if (!visit_due(core, &error) || !visit_ended(core, &error))
        sv_log("error", "tournaments could not be read", "code", error.code, "text", error.text,
               NULL);
}
