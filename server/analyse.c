#include "analyse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "table_analysis.h"
#include "watch.h"

enum {
    GIVE_WAY_MS = 5000, /* that bots may keep the next decision waiting */
    TELL_MS = 500,      /* between two pushes about the same analysis */
    KEEP_MS = 60000     /* after which rows are deleted that failed turns have left */
};

const sv_analysis_limits sv_analysis_limits_default = {
    .day = {20, 60, 200}, .waiting = 20, .nodes = 4000};

struct sv_asked {
    sv_job job; /* in the queue of sv_analyses, then for each decision in that of the pool */
    sv_core *core;
    sv_asked *next;
    sv_owner owner; /* who asked for it */
    int64_t game;
    char code[SV_CODE_MAX];
    sv_table *table;     /* a copy of its own; NULL: it waits */
    sv_analysis *work;   /* likewise */
    unsigned done, of;   /* decisions and cards */
    int64_t begun, told; /* when it began, and when watchers were last told */
    int64_t ready;       /* since when the next decision could be assessed */
    bool in_pool;        /* a thread has it */
    bool forgotten;      /* to be thrown away when it comes back */
};

/* ------------------------------------------------------------------------------------ the list */

bool sv_analyses_add(sv_core *core, const sv_table *table, sv_owner owner, rec_error *error)
{
    sv_analyses *all = &core->analyses;
    sv_asked **at = &all->first, *a = calloc(1, sizeof *a);
    if (!a)
        return sv_fail_memory(error);
    if (core->store.node && !sv_analysing_add(&core->store, table->id, error))
        return free(a), false;
    *a = (sv_asked){.core = core, .owner = owner, .game = table->id};
    memcpy(a->code, table->code, sizeof a->code);
    while (*at)
        at = &(*at)->next;
    *at = a;
    all->count++;
    sv_fair_add(&all->queue, &a->job.item, owner);
    return true;
}

bool sv_analyses_find(const sv_core *core, int64_t game, sv_progress *progress)
{
    const sv_asked *a = core->analyses.first;
    *progress = (sv_progress){.ahead = 0};
    for (; a && (a->game != game || a->forgotten); a = a->next)
        progress->ahead++;
    if (!a)
        return false;
    progress->running = a == core->analyses.current;
    progress->done = a->done;
    progress->of = a->of;
    return true;
}

unsigned sv_analyses_of_user(const sv_core *core, sv_owner owner)
{
    unsigned count = 0;
    for (const sv_asked *a = core->analyses.first; a; a = a->next)
        count += a->owner.user == owner.user;
    return count;
}

unsigned sv_analyses_of_address(const sv_core *core, sv_owner owner)
{
    unsigned count = 0;
    for (const sv_asked *a = core->analyses.first; a; a = a->next)
        count += a->owner.address == owner.address;
    return count;
}

static void remove_asked(sv_core *core, sv_asked *a)
{
    sv_analyses *all = &core->analyses;
    sv_asked **at = &all->first;
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    all->count--;
    if (all->current == a)
        all->current = NULL;
    sv_analysis_free(a->work);
    sv_table_free(a->table);
    free(a);
}

/* ------------------------------------------------------------------------------------- telling */

void sv_analysis_tell(sv_core *core, const char *code, const json_t *push)
{
    const sv_table *table = sv_table_find(core, code);
    if (!table || !table->watchers)
        return;
    sv_frame *frame = sv_frame_of(push, SV_NO_SEQ);
    for (sv_watcher *w = table->watchers; w; w = w->next_at_table)
        sv_push_frame(core, w->client, sv_frame_hold(frame));
    sv_frame_drop(frame);
}

static json_t *push_of(const sv_asked *a, const char *state)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:i}", "push", "analysis", "table", a->code, "state",
                     state, "done", (int)a->done, "of", (int)a->of);
}

/* Other servers are told of the end only: progress is not worth a transaction. */
static void tell_end(sv_core *core, const sv_asked *a, const char *state)
{
    json_t *push = push_of(a, state);
    char *text = json_dumps(push, JSON_COMPACT);
    sv_analysis_tell(core, a->code, push);
    sv_news_add(&core->store, SV_NEWS_ANALYSIS, a->code, text);
    free(text);
    json_decref(push);
}

static void tell_progress(sv_core *core, sv_asked *a)
{
    if (core->now < a->told + TELL_MS)
        return;
    a->told = core->now;
    json_t *push = push_of(a, "running");
    sv_analysis_tell(core, a->code, push);
    json_decref(push);
}

/* In a shared store another server may be asked for it now. */
static void drop(sv_core *core, const sv_asked *a)
{
    rec_error error;
    if (core->store.node && !sv_analysing_drop(&core->store, a->game, &error))
        sv_log("error", "the row of an analysis could not be deleted", "code", error.code, NULL);
}

static bool tell_others(sv_core *core, const sv_asked *a, rec_error *error)
{
    if (!a || a->of == 0)
        return true;
    const sv_analysing row = {a->game, core->store.node, a->done, a->of};
    return sv_analysing_set(&core->store, &row, error);
}

/* The rows of analyses that this server does not make any more. */
static bool drop_others(sv_core *core, rec_error *error)
{
    sv_analyses *all = &core->analyses;
    int64_t *game = malloc((all->count + 1) * sizeof *game);
    unsigned count = 0;
    if (!game)
        return sv_fail_memory(error);
    for (const sv_asked *a = all->first; a; a = a->next)
        game[count++] = a->game;
    const bool ok = sv_analysing_keep(&core->store, game, count, error);
    free(game);
    return ok;
}

bool sv_analyses_tick(sv_core *core, rec_error *error)
{
    sv_analyses *all = &core->analyses;
    if (!core->store.node)
        return true;
    if (!tell_others(core, all->current, error))
        return false;
    if (core->now - all->kept < KEEP_MS)
        return true;
    all->kept = core->now;
    return drop_others(core, error);
}

/* -------------------------------------------------------------------------------------- making */

static void give_up(sv_core *core, sv_asked *a, const rec_error *error)
{
    core->counts.analyses_failed++;
    sv_log("error", "a game could not be analysed", "code", error->code, "text", error->text, NULL);
    tell_end(core, a, "failed");
    drop(core, a);
    remove_asked(core, a);
}

static bool has_same_game(const sv_table *table, const sv_table *other)
{
    return table->status == SV_ENDED && other->has_game && table->has_game &&
           table->game.sum == other->game.sum && table->game.lines == other->game.lines;
}

static bool store(sv_core *core, const sv_asked *a, const char *text, rec_error *error)
{
    char maker[SV_MAKER_MAX];
    sv_analysis_maker(core->version, maker);
    const sv_analysis_row row = {.game = a->game,
                                 .sum = (int64_t)a->table->game.sum,
                                 .made = core->now,
                                 .used = core->now,
                                 .maker = maker,
                                 .content = text};
    return (strlen(text) <= SV_ANALYSIS_MAX ||
            sv_fail(error, SV_ERROR_TOO_LARGE, "The analysis is longer than %d bytes.",
                    SV_ANALYSIS_MAX)) &&
           sv_analysis_save(&core->store, &row, error);
}

/* Writes the report with the names as they are now: somebody may have been deleted meanwhile, and
 * in a shared store nobody is until the end of the turn. */
static bool report(sv_core *core, const sv_asked *a, size_t *bytes, rec_error *error)
{
    const sv_table *table = sv_table_claim(core, a->code, error);
    if (!table)
        return false;
    if (!has_same_game(table, a->table))
        return sv_fail(error, SV_ERROR_CONFLICT, "The game is not the one that was analysed.");
    char *text = sv_analysis_text(a->work, table);
    const bool ok = text ? store(core, a, text, error) : sv_fail_memory(error);
    *bytes = text ? strlen(text) : 0;
    free(text);
    return ok;
}

static void finish(sv_core *core, sv_asked *a)
{
    rec_error error;
    size_t bytes;
    char assessed[16], seconds[32], size[32];
    if (!report(core, a, &bytes, &error)) {
        if (sv_error_of(&error) != SV_ERROR_BUSY) /* else with another turn */
            give_up(core, a, &error);
        return;
    }
    core->counts.analyses++;
    snprintf(assessed, sizeof assessed, "%u", a->of);
    snprintf(seconds, sizeof seconds, "%.1f", (double)(core->now - a->begun) / 1000);
    snprintf(size, sizeof size, "%zu", bytes);
    sv_log("info", "a game was analysed", "assessed", assessed, "seconds", seconds, "bytes", size,
           NULL);
    tell_end(core, a, "done");
    drop(core, a);
    remove_asked(core, a);
}

static bool is_stopped(void *data)
{
    const sv_asked *a = data;
    return sv_pool_closing(a->core->pool[SV_ANALYSES]);
}

/* On the other thread. */
static void assess(sv_job *job)
{
    const sv_asked *a = (const sv_asked *)job;
    sv_analysis_assess(a->work, a->done);
}

static void assessed(sv_job *job)
{
    sv_asked *a = (sv_asked *)job;
    sv_core *core = a->core;
    a->in_pool = false;
    if (a->forgotten || core->stopping || job->dropped) {
        remove_asked(core, a);
        return;
    }
    core->counts.assessed++;
    a->ready = core->now;
    if (++a->done == a->of)
        finish(core, a);
    else
        tell_progress(core, a);
}

/* Takes the next one out of the queue and lists what is to be assessed. */
static void begin(sv_core *core)
{
    sv_analyses *all = &core->analyses;
    rec_error error;
    sv_asked *a = (sv_asked *)sv_fair_take(&all->queue); /* first member of its first member */
    const bot_host host = {.expired = is_stopped, .data = a};
    all->current = a;
    a->begun = a->ready = core->now;
    a->table = sv_table_load(&core->store, a->code, &error);
    if (a->table && !(a->work = sv_analysis_new(a->table, all->limits.nodes, &host)))
        sv_fail_memory(&error);
    if (!a->work) {
        give_up(core, a, &error);
        return;
    }
    a->of = sv_analysis_tasks(a->work);
    if (a->of == 0)
        finish(core, a);
}

static bool bots_search(const sv_core *core)
{
    const sv_pool_load load = sv_pool_measure(core->pool[SV_THOUGHTS]);
    return load.waiting + load.running > 0;
}

static bool is_paused(const sv_core *core)
{
    return core->draining || core->stopping || core->store.lost || core->store.aborted;
}

void sv_analyses_run(sv_core *core)
{
    sv_analyses *all = &core->analyses;
    if (all->count == 0 || is_paused(core))
        return;
    if (!all->current)
        begin(core);
    sv_asked *a = all->current;
    if (a && !a->in_pool && a->done == a->of) {
        finish(core, a);
        return;
    }
    if (!a || a->in_pool || (core->now < a->ready + GIVE_WAY_MS && bots_search(core)))
        return;
    a->job = (sv_job){.run = assess, .done = assessed};
    a->in_pool = sv_pool_add(core->pool[SV_ANALYSES], &a->job, a->owner);
}

void sv_analyses_forget(sv_core *core)
{
    sv_analyses *all = &core->analyses;
    sv_asked *a;
    while (sv_fair_take(&all->queue))
        ;
    for (sv_asked *next = all->first; (a = next) != NULL;) {
        next = a->next;
        a->forgotten = true;
        if (!a->in_pool)
            remove_asked(core, a);
    }
}
