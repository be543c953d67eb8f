/* What happens without a request: bots, queued orders, clocks. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "auto.h"
#include "core.h"
#include "log.h"
#include "measure.h"
#include "orders.h"
#include "play.h"
#include "rules_cache.h"
#include "sealing.h"
#include "watch.h"
#include "weights.h"

/* Expert has a second, here as elsewhere (arena/deadline.c); the others need far less. */
enum { STAND_IN = BOT_NORMAL };

/* --------------------------------------------------------------------------------------- bots */

bool sv_table_has_work(const sv_table *table)
{
    return sv_table_is_automatic(table) && !table->waits_for_thread && !table->stuck;
}

static bool is_sitting(const bot *b)
{
    return b->parameters != NULL;
}

void sv_bots_see(sv_table *table, const ek_events *events)
{
    for (unsigned i = 0; table->bots && i < table->setting.players; i++)
        if (is_sitting(&table->bots[i]))
            bot_see(&table->bots[i], events);
}

/* The bot that plays a seat, sat down if it is not there yet; NULL without memory. */
static bot *bot_of(sv_table *table, unsigned seat)
{
    const sv_seat *s = &table->seat[seat];
    uint64_t seed;
    if (!table->bots)
        table->bots = calloc(EK_SEATS, sizeof *table->bots);
    if (!table->bots)
        return NULL;
    bot *b = &table->bots[seat];
    if (is_sitting(b))
        return b;
    randombytes_buf(&seed, sizeof seed);
    bot_sit_with(b, s->kind == SV_SEAT_BOT ? (enum bot_level)s->level : STAND_IN, seat,
                 table->game.now.rules, seed, &bot_style_parameters[s->style]);
    b->judge = &bot_native_judge;
    bot_catch_up(b, &table->game);
    return b;
}

/* What was refused once would be refused again: it is said once, and not tried in a circle. */
static void get_stuck(sv_table *table, const char *what, const rec_error *error)
{
    table->stuck = true;
    sv_log("error", what, "code", error->code, "text", error->text, NULL);
}

static void play_for(sv_core *core, sv_table *table, unsigned seat, ek_move move)
{
    const sv_action action = {.move = {move}, .moves = 1};
    rec_error error;
    if (sv_act(core, table, seat, &action, &error))
        core->counts.bot_moves++;
    else
        get_stuck(table, "a bot could not move", &error);
}

/* ------------------------------------------------------------------- bots that think for long */

typedef struct thought {
    sv_job job;
    sv_core *core;
    const ek_rules *rules;
    bot bot;
    ek_state view;
    ek_move move;
    unsigned seat, seq;
    int64_t until;
    char code[SV_CODE_MAX];
} thought;

static bool expired(void *data)
{
    const thought *t = data;
    return sv_milliseconds() > t->until || sv_pool_closing(t->core->pool[SV_THOUGHTS]);
}

static void think(sv_job *job)
{
    thought *t = (thought *)job;
    const bot_host host = {.expired = expired, .data = t};
    t->until = sv_milliseconds() + BOT_EXPERT_MS;
    t->move = bot_move(&t->bot, t->rules, &t->view, &host);
}

static void think_done(sv_job *job)
{
    thought *t = (thought *)job;
    sv_core *core = t->core;
    sv_table *table = core->stopping ? NULL : sv_table_find(core, t->code);
    rec_error error;
    if (table) {
        table->thinking = false;
        table->waits_for_thread = job->dropped;
        table = sv_table_claim(core, t->code, &error); /* another server may have it, or had it */
    }
    if (table) {
        if (t->move && table->has_game && table->game.lines == t->seq && table->bots &&
            sv_table_to_move(table) == t->seat && sv_seat_is_automatic(table, t->seat)) {
            table->bots[t->seat] = t->bot;
            play_for(core, table, t->seat, t->move);
        }
        sv_table_enqueue(core, table);
    }
    jn_rules_release(t->rules);
    free(t);
}

static void think_elsewhere(sv_core *core, sv_table *table, const bot *b)
{
    thought *t = calloc(1, sizeof *t);
    table->waits_for_thread = !t;
    if (!t)
        return;
    t->job = (sv_job){.run = think, .done = think_done};
    t->core = core;
    t->rules = jn_rules_share(table->game.now.rules);
    t->bot = *b;
    t->seat = b->seat;
    t->seq = table->game.lines;
    memcpy(t->code, table->code, sizeof t->code);
    ek_view(table->game.now.rules, &table->game.now.state, b->seat, &t->view);
    table->thinking = sv_pool_add(core->pool[SV_THOUGHTS], &t->job, sv_table_owner(table));
    table->waits_for_thread = !table->thinking;
    if (table->thinking)
        return;
    jn_rules_release(t->rules);
    free(t);
}

static void run_bot(sv_core *core, sv_table *table, unsigned seat)
{
    ek_state view;
    bot *b = bot_of(table, seat);
    table->waits_for_thread = !b;
    if (!b)
        return;
    if (b->level >= BOT_HARD) {
        think_elsewhere(core, table, b);
        return;
    }
    ek_view(table->game.now.rules, &table->game.now.state, seat, &view);
    play_for(core, table, seat, bot_move(b, table->game.now.rules, &view, NULL));
}

/* ------------------------------------------------------------------------------------- orders */

/* Makes the moves that orders ask for; saves that these were tried if there are none. If that
 * fails, the orders are as they were before. */
static bool carry_out(sv_core *core, sv_table *table, unsigned seat, const sv_action *action,
                      sv_orders *before)
{
    rec_error error;
    sv_table_touch(core, table);
    if (action->moves == 0)
        table->orders_checked = table->game.lines + 1;
    if (action->moves ? sv_act(core, table, seat, action, &error)
                      : sv_table_save(&core->store, table, core->now, NULL, &error))
        return true;
    get_stuck(table, "orders failed", &error);
    sv_orders *now = &table->seat[seat].orders, failed = *now;
    *now = *before;
    *before = failed;
    return false;
}

static void run_orders(sv_core *core, sv_table *table, unsigned seat)
{
    rec_error why = {.code = ""};
    bool changed = false;
    sv_action action = {.moves = 0};
    sv_orders before;
    const bool notice_waits = table->notice_waits;
    sv_orders_copy(&table->seat[seat].orders, &before);
    if (!sv_orders_move(table, seat, &action, &changed, &why))
        action.moves = 0;
    const bool done = carry_out(core, table, seat, &action, &before);
    sv_orders_free(&before);
    if (changed && done)
        sv_tell_orders(core, table, seat, why.code[0] ? why.text : NULL, NULL);
    if (notice_waits && sv_table_to_move(table) == seat) /* the orders leave the decision to them */
        sv_notify_next(core, table, EK_NOBODY);
}

void sv_run_automatic(sv_core *core, sv_table *table)
{
    const unsigned seat = sv_table_to_move(table);
    if (!sv_table_has_work(table))
        return;
    if (sv_seat_is_automatic(table, seat))
        run_bot(core, table, seat);
    else
        run_orders(core, table, seat);
}

/* ------------------------------------------------------------------------------------- clocks */

static void warn(sv_core *core, sv_table *table, unsigned seat)
{
    sv_push_to_user(core, table->seat[seat].user,
                    json_pack("{s:s, s:s, s:I}", "push", "time_runs_out", "table", table->code,
                              "due", (json_int_t)sv_clock_due(table)));
    if (core->notice)
        core->notice(core, table, seat, "time-runs-out");
}

void sv_time_is_up(sv_core *core, sv_table *table)
{
    rec_error error;
    if (table->status == SV_OPEN) {
        sv_reveal_is_over(core, table);
        return;
    }
    const unsigned seat = sv_table_to_move(table);
    const int64_t due = sv_clock_due(table), warning = sv_clock_warning(table);
    if (due && core->now >= due) {
        table->seat[seat].away = true;
    } else if (warning && core->now >= warning) {
        table->clock.warned = true;
        warn(core, table, seat);
    } else {
        return;
    }
    sv_table_touch(core, table);
    if (!sv_table_save(&core->store, table, core->now, NULL, &error)) {
        sv_log("error", "a clock could not be saved", "code", error.code, NULL);
        return;
    }
    sv_announce_table(core, table);
    sv_table_enqueue(core, table);
}
