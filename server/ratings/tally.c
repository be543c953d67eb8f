#include "ratings/tally.h"

#include <stdio.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "measure.h"
#include "people/report.h"
#include "ratings/apply.h"
#include "ratings/rated.h"

enum {
    BATCH = 100,       /* games that are looked at in a turn */
    TURN_US = 40000,   /* for which it does so */
    PAUSE_MS = 10000,  /* without a game that has ended here */
    FAILED_MS = 30000, /* after a turn that has failed */
    TALLIED = 1,       /* marks at a game */
    UNREADABLE = 2
};

typedef struct code_list {
    char code[BATCH][SV_CODE_MAX];
    unsigned count;
} code_list;

static void take_code(void *data, const char *code)
{
    code_list *list = data;
    if (list->count < BATCH)
        snprintf(list->code[list->count++], SV_CODE_MAX, "%s", code);
}

void sv_tally_soon(sv_core *core)
{
    core->tally.next = 0;
}

void sv_tally_failed(sv_core *core, uint64_t turn)
{
    if (core->tally.turn == turn)
        core->tally.next = core->now + FAILED_MS;
}

/* ------------------------------------------------------------------------------------ one game */

/* Rows of earlier versions lack the ranks: then the game itself tells them. */
static bool read_result(sv_core *core, const sv_table *shown, sv_result *result, bool *known,
                        rec_error *error)
{
    *known = sv_result_of(shown, result);
    if (*known)
        return true;
    sv_table *whole = sv_table_load(&core->store, shown->code, error);
    *known = whole && sv_result_of(whole, result);
    sv_table_free(whole);
    return !core->store.aborted;
}

static bool has_people(const sv_result *r)
{
    for (unsigned i = 0; i < r->players; i++)
        if (r->seat[i].person)
            return true;
    return false;
}

static void tell_players(sv_core *core, const sv_result *r)
{
    for (unsigned i = 0; i < r->players; i++)
        if (r->seat[i].person)
            sv_push_to_user(
                core, r->seat[i].person,
                json_pack("{s:s, s:s, s:b}", "push", "rated", "table", r->code, "rated", r->rated));
}

/* Two people who have played a rated game from one address: moderators are told, nothing else
 * happens. A family has one address, too. */
static bool flag(sv_core *core, const sv_result *r, unsigned a, unsigned b, rec_error *error)
{
    const int64_t one = r->seat[a].person, other = r->seat[b].person;
    return !one || !other ||
           sv_flag(core, "same-address", one < other ? one : other, one < other ? other : one,
                   r->code, "They have played a rated game with each other from one address.",
                   error);
}

static bool flag_shared_addresses(sv_core *core, const sv_table *table, const sv_result *r,
                                  rec_error *error)
{
    bool ok = true;
    for (unsigned a = 0; r->rated && a < r->players; a++)
        for (unsigned b = a + 1; ok && b < r->players; b++)
            if (table->seat[a].shared && table->seat[a].shared == table->seat[b].shared)
                ok = flag(core, r, a, b, error);
    return ok;
}

static bool enter(sv_core *core, const sv_table *table, sv_result *result, rec_error *error)
{
    int64_t last;
    if (!sv_results_last(&core->store, &last, error))
        return false;
    result->number = last + 1;
    if (!sv_result_add(&core->store, result, error) ||
        !sv_result_apply(&core->store, result, error) ||
        !flag_shared_addresses(core, table, result, error))
        return false;
    tell_players(core, result);
    return true;
}

static bool mark(sv_core *core, const char *code, unsigned how, rec_error *error)
{
    if (how == UNREADABLE)
        sv_log("warning", "the result of a game cannot be read", "table", code, NULL);
    return sv_game_mark_tallied(&core->store, code, how, error);
}

/* Enters the result of a game unless it is there already. A person whom another server has just now
 * is no reason to wait: the game comes again. */
static bool tally_table(sv_core *core, const sv_table *table, rec_error *error)
{
    sv_result result, entered;
    bool known, found, free = true;
    if (!sv_result_find(&core->store, table->id, &entered, &found, error) ||
        (!found && !read_result(core, table, &result, &known, error)))
        return false;
    if (found)
        return mark(core, table->code, TALLIED, error);
    if (!known)
        return mark(core, table->code, UNREADABLE, error);
    if (has_people(&result) && (!sv_result_claim(&core->store, &result, &free, error) ||
                                (free && !enter(core, table, &result, error))))
        return false;
    return !free || mark(core, table->code, TALLIED, error);
}

/* Another server may have the table just now. */
static bool claim(sv_core *core, const char *code, bool *claimed, rec_error *error)
{
    int64_t version = 1;
    const bool ok = !core->store.node || sv_game_claim(&core->store, code, &version, error);
    *claimed = version != 0;
    return ok;
}

static bool tally_code(sv_core *core, const char *code, rec_error *error)
{
    bool claimed, ok = true;
    sv_table *table = NULL;
    if (!claim(core, code, &claimed, error))
        return false;
    if (claimed)
        ok = sv_table_peek(&core->store, code, &table, error);
    if (ok && table)
        ok = tally_table(core, table, error);
    else if (ok && claimed)
        ok = mark(core, code, UNREADABLE, error);
    sv_table_free(table);
    return ok;
}

/* ------------------------------------------------------------------------------------ the turn */

/* The list has the newest first. If it holds all that wait, the oldest are entered first. */
static bool tally_all(sv_core *core, const code_list *list, rec_error *error)
{
    const int64_t from = sv_microseconds();
    const bool all = list->count < BATCH;
    bool ok = true;
    for (unsigned i = 0; ok && i < list->count && sv_microseconds() - from < TURN_US; i++)
        ok = tally_code(core, list->code[all ? list->count - 1 - i : i], error);
    return ok;
}

/* *more: some may be left for the next tick. */
static bool tally(sv_core *core, bool *more, rec_error *error)
{
    code_list list = {.count = 0};
    bool claimed;
    if (!sv_games_untallied(&core->store, BATCH, take_code, &list, error))
        return false;
    *more = list.count > 0;
    if (list.count == 0)
        return true;
    core->tally.turn = core->turn;
    return sv_job_claim(&core->store, SV_JOB_TALLY, &claimed, error) &&
           (!claimed || tally_all(core, &list, error));
}

void sv_tally_tick(sv_core *core)
{
    rec_error error;
    bool more = false;
    if (core->now < core->tally.next || core->store.aborted)
        return;
    core->tally.next = core->now + PAUSE_MS;
    if (!tally(core, &more, &error)) {
        sv_log("error", "results could not be entered", "code", error.code, "text", error.text,
               NULL);
        sv_store_abort(&core->store, &error);
        core->tally.next = core->now + FAILED_MS;
    } else if (more) {
        core->tally.next = 0;
    }
}
