#include "claim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "wire.h"

/* -------------------------------------------------------------------------------------- one table
 */

static void note_claim(sv_core *core, sv_table *table, int64_t version)
{
    table->stale |= table->version != version;
    table->claimed = core->turn;
    table->last_chat = -1;
    table->admission.known = false;
}

/* The row is locked by this turn; a table without a version is lost, or another server has it. */
static sv_table *claimed(sv_core *core, const char *code, int64_t version, rec_error *error)
{
    sv_table *known = sv_table_find(core, code);
    if (known && version && known->version != version)
        known->stale = true;
    sv_table *table = sv_table_get(core, code, error);
    if (table && !version)
        return sv_fail_busy(error), NULL;
    if (table)
        note_claim(core, table, version);
    return table;
}

/* Whether a table was to be claimed ahead in this turn. *version: of its row; 0: it is not claimed.
 */
static bool was_ahead(const sv_core *core, const char *code, int64_t *version)
{
    const sv_claims *ahead = &core->tables.ahead;
    for (unsigned i = 0; ahead->turn == core->turn && i < ahead->count; i++)
        if (strcmp(ahead->list[i].code, code) == 0) {
            *version = ahead->list[i].version;
            return true;
        }
    return false;
}

sv_table *sv_table_claim(sv_core *core, const char *code, rec_error *error)
{
    const sv_table *known = sv_table_find(core, code);
    if (!core->store.node || (known && known->claimed == core->turn))
        return sv_table_get(core, code, error);
    int64_t version;
    return was_ahead(core, code, &version) || sv_game_claim(&core->store, code, &version, error)
               ? claimed(core, code, version, error)
               : NULL;
}

/* ---------------------------------------------------------------------------------------- ahead */

/* The codes of tables that are to be changed. */
typedef struct wanted {
    sv_core *core;
    const char *code[SV_AHEAD_MAX];
    unsigned count;
} wanted;

/* Codes of tables have nothing that a list could take for something else; others are not listed. */
static bool is_code(const char *text)
{
    return text && text[0] && strlen(text) < SV_CODE_MAX &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0';
}

bool sv_is_claimed(sv_core *core, const char *code)
{
    const sv_table *known = sv_table_find(core, code);
    int64_t version = 0;
    return (known && known->claimed == core->turn) ||
           (was_ahead(core, code, &version) && version != 0);
}

static bool is_wanted(const wanted *w, const char *code)
{
    unsigned i = 0;
    while (i < w->count && strcmp(w->code[i], code) != 0)
        i++;
    return i < w->count;
}

static void want(wanted *w, const char *code)
{
    int64_t version;
    if (is_code(code) && w->count < SV_AHEAD_MAX && !is_wanted(w, code) &&
        !was_ahead(w->core, code, &version) && !sv_is_claimed(w->core, code))
        w->code[w->count++] = code;
}

static void want_for_request(void *data, int number, const json_t *request)
{
    if (strcmp(sv_requests[number].method, "POST") == 0)
        want(data, json_string_value(json_object_get(request, "table")));
}

static void take_claim(void *data, const char *code, int64_t version)
{
    sv_claims *ahead = data;
    for (unsigned i = 0; i < ahead->count; i++)
        if (strcmp(ahead->list[i].code, code) == 0)
            ahead->list[i].version = version;
}

/* Those that the statement does not return are claimed by another server. */
static void note_wanted(const wanted *w, sv_claims *ahead)
{
    for (unsigned i = 0; i < w->count && ahead->count < SV_AHEAD_MAX; i++) {
        snprintf(ahead->list[ahead->count].code, SV_CODE_MAX, "%s", w->code[i]);
        ahead->list[ahead->count++].version = 0;
    }
}

static void claim_wanted(const wanted *w)
{
    rec_error failed;
    sv_core *core = w->core;
    sv_claims *ahead = &core->tables.ahead;
    if (w->count == 0)
        return;
    if (ahead->turn != core->turn)
        ahead->count = 0;
    ahead->turn = core->turn;
    note_wanted(w, ahead);
    if (!sv_games_claim(&core->store, w->code, w->count, take_claim, ahead, &failed))
        sv_log("error", "tables could not be claimed", "code", failed.code, NULL);
}

void sv_claim_ahead(sv_core *core)
{
    wanted w = {.core = core};
    if (core->store.node)
        sv_inbox_each(core, want_for_request, &w);
    claim_wanted(&w);
}

void sv_claim_these_ahead(sv_core *core, const char (*codes)[SV_CODE_MAX], unsigned count)
{
    wanted w = {.core = core};
    for (unsigned i = 0; core->store.node && i < count; i++)
        want(&w, codes[i]);
    claim_wanted(&w);
}

/* ------------------------------------------------------------------------------------------- all
 */

typedef struct claiming {
    sv_core *core;
    unsigned claimed;
} claiming;

static void note_one(void *data, const char *code, int64_t version)
{
    claiming *c = data;
    sv_table *known = sv_table_find(c->core, code);
    if (known && known->claimed != c->core->turn)
        note_claim(c->core, known, version);
    c->claimed++;
}

bool sv_claim_all(sv_core *core, const char (*codes)[SV_CODE_MAX], unsigned count, rec_error *error)
{
    claiming c = {core, 0};
    const char **list = malloc((count + 1) * sizeof *list);
    if (!list)
        return sv_fail_memory(error);
    for (unsigned i = 0; i < count; i++)
        list[i] = codes[i];
    const bool ok = count == 0 || sv_games_claim(&core->store, list, count, note_one, &c, error);
    free(list);
    return ok && (c.claimed == count || sv_fail_busy(error));
}
