#include "admin_commands.h"

#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "password.h"
#include "play.h"
#include "sessions.h"
#include "tournaments/tournament.h"
#include "watch.h"

typedef struct command {
    int64_t id;
    char what[32], whom[SV_NAME_MAX];
} command;

typedef struct command_list {
    command list[SV_ADMIN_COMMANDS_MAX];
    unsigned count;
} command_list;

static void take_command(void *data, int64_t id, const char *what, const char *whom)
{
    command_list *l = data;
    command *c = &l->list[l->count];
    if (l->count == SV_ADMIN_COMMANDS_MAX)
        return;
    /* A command with a longer word or name is unknown: it is removed. */
    const bool fits = strlen(what) < sizeof c->what && strlen(whom) < sizeof c->whom;
    c->id = id;
    memcpy(c->what, fits ? what : "", fits ? strlen(what) + 1 : 1);
    memcpy(c->whom, fits ? whom : "", fits ? strlen(whom) + 1 : 1);
    l->count++;
}

static bool set_blocked(sv_core *core, const char *folded, bool blocked, rec_error *error)
{
    sv_user user;
    bool found;
    if (!sv_user_by_name(&core->store, folded, &user, NULL, &found, error))
        return false;
    if (!found)
        return true;
    if (!sv_user_block(&core->store, user.id, blocked, error))
        return false;
    for (sv_client *c = sv_client_of_user(&core->clients, user.id), *next; c; c = next) {
        next = sv_client_next_of_user(c);
        c->user.blocked = blocked;
        if (blocked && c->streaming)
            c->cut(c);
    }
    return true;
}

static bool log_out(sv_core *core, const char *folded, rec_error *error)
{
    sv_user user;
    bool found;
    if (!sv_user_by_name(&core->store, folded, &user, NULL, &found, error))
        return false;
    if (found)
        sv_log_out_user(core, user.id, NULL);
    return true;
}

/* What the admin tool has changed about an account. */
static bool read_again(sv_core *core, const char *folded, rec_error *error)
{
    sv_user user;
    bool found;
    return sv_user_by_name(&core->store, folded, &user, NULL, &found, error) &&
           (!found || sv_user_changed(core, user.id, error));
}

/* Ends a game, or closes a table that waits for players. A game that cannot be read is ended in its
 * row. */
static bool end_table(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_claim(core, code, error);
    if (!table && sv_error_of(error) == SV_ERROR_BUSY)
        return false;
    if (!table)
        return sv_game_stop(&core->store, code, core->now, error);
    if (table->status == SV_RUNNING)
        return sv_end_game(core, table, error);
    if (table->status != SV_OPEN)
        return true;
    table->status = SV_CLOSED;
    sv_table_touch(core, table);
    if (!sv_table_save(&core->store, table, core->now, NULL, error))
        return false;
    sv_announce_table(core, table);
    return true;
}

static void forget_all(sv_core *core)
{
    sv_analyses_forget(core);
    sv_forget_tables(core);
}

/* Says which account or table it concerns; after a restore all tables are read anew. */
static void log_command(const command *c)
{
    const bool all = strcmp(c->what, "forget") == 0;
    const bool table = all || strcmp(c->what, "end") == 0;
    const bool tournament = strcmp(c->what, "end-tournament") == 0;
    sv_log("info", "admin command", "command", c->what,
           table        ? "table"
           : tournament ? "tournament"
                        : "name",
           all ? "all" : c->whom, NULL);
}

static bool run_command(sv_core *core, const command *c, rec_error *error)
{
    bool ok = true;
    if (strcmp(c->what, "block") == 0 || strcmp(c->what, "unblock") == 0)
        ok = set_blocked(core, c->whom, c->what[0] == 'b', error);
    else if (strcmp(c->what, "log-out") == 0)
        ok = log_out(core, c->whom, error);
    else if (strcmp(c->what, "reread") == 0)
        ok = read_again(core, c->whom, error);
    else if (strcmp(c->what, "forget") == 0)
        forget_all(core);
    else if (strcmp(c->what, "end") == 0)
        ok = end_table(core, c->whom, error);
    else if (strcmp(c->what, "end-tournament") == 0)
        ok = sv_tournament_stop(core, c->whom, error);
    if (!ok || !sv_admin_command_done(&core->store, c->id, error))
        return false;
    log_command(c);
    return true;
}

void sv_run_admin_commands(sv_core *core)
{
    command_list l = {.count = 0};
    rec_error error;
    bool ok = sv_admin_commands(&core->store, take_command, &l, &error);
    /* What another server has just now waits for the next tick, and so does what fails. */
    for (unsigned i = 0; ok && i < l.count; i++)
        ok = run_command(core, &l.list[i], &error) || sv_error_of(&error) == SV_ERROR_BUSY;
    if (!ok)
        sv_log("error", "an admin command failed", "code", error.code, "text", error.text, NULL);
}
