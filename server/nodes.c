#include "nodes.h"

#include <stdlib.h>
#include <unistd.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "news.h"
#include "presence.h"

enum {
    NAME_TEXT = 96,
    TIMES = 5,        /* that the database is asked for the time at first */
    TRIM_MS = 60000,  /* between two deletions of old news */
    SILENT_NODES = 16 /* that are given up at a time */
};

int64_t sv_nodes_time(const sv_core *core)
{
    return core->store.node ? sv_milliseconds() + core->nodes.ahead : core->clock();
}

/* The database told the time between two moments of this server, so its clock is ahead by something
 * from now - after to now - before; each number is rounded down. What is known already stays if it
 * fits: so quick answers decide, and slow ones, which say little, change little. */
int64_t sv_nodes_ahead(int64_t known, int64_t now, int64_t before, int64_t after)
{
    const int64_t least = now - after - 1, most = now - before + 1;
    return known < least ? least : known > most ? most : known;
}

static bool set_clock(sv_core *core, rec_error *error)
{
    int64_t now = 0;
    const int64_t before = sv_milliseconds();
    if (!sv_store_time(&core->store, &now, error))
        return false;
    core->nodes.ahead = sv_nodes_ahead(core->nodes.ahead, now, before, sv_milliseconds());
    return true;
}

/* The first answers of a session are slow. */
static bool find_clock(sv_core *core, rec_error *error)
{
    bool ok = true;
    for (unsigned i = 0; ok && i < TIMES; i++)
        ok = set_clock(core, error);
    return ok;
}

static bool add(sv_core *core, rec_error *error)
{
    char host[64] = "", name[NAME_TEXT];
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "%s %ld", host, (long)getpid());
    const sv_node node = {.id = core->store.node,
                          .seen = sv_nodes_time(core),
                          .name = name,
                          .version = core->version ? core->version : ""};
    core->nodes.seen = sv_milliseconds();
    return sv_node_add(&core->store, &node, error);
}

bool sv_nodes_share_secret(sv_core *core, rec_error *error)
{
    char mine[SV_LIMIT_SECRET_TEXT], secret[SV_HEX_MAX] = "";
    sv_limits_secret(&core->limits, mine);
    if (!sv_site_secret(&core->store, mine, secret, error))
        return false;
    return sv_limits_set_secret(&core->limits, secret) ||
           sv_fail(error, SV_ERROR_STORAGE,
                   "The secret in the table \"site\" is damaged. Delete its row: the next server "
                   "that starts writes a new one.");
}

bool sv_nodes_join(sv_core *core, rec_error *error)
{
    core->nodes.count = 1;
    if (!core->store.db->shared)
        return true;
    core->store.node = sv_id_make();
    return find_clock(core, error) && sv_news_begin(core, error) &&
           sv_nodes_share_secret(core, error) && add(core, error) &&
           sv_store_commit(&core->store, error);
}

void sv_nodes_leave(sv_core *core)
{
    rec_error error;
    if (core->store.node && (!sv_node_remove(&core->store, core->store.node, &error) ||
                             !sv_store_commit(&core->store, &error)))
        sv_log("warning", "the other servers could not be told that this one stops", "code",
               error.code, NULL);
    sv_news_end(core);
}

/* ------------------------------------------------------------------------------------- heartbeat
 */

/* The others may have given this node up while it stood still. */
static bool be_seen(sv_core *core, rec_error *error)
{
    bool known;
    if (!sv_node_seen(&core->store, core->now, &known, error))
        return false;
    core->nodes.seen = sv_milliseconds();
    if (known)
        return true;
    sv_log("warning", "the other servers had given this one up: it joins again", NULL);
    sv_presence_begin_anew(core);
    return add(core, error);
}

typedef struct silent_list {
    int64_t id[SILENT_NODES];
    unsigned count;
} silent_list;

static void take_silent(void *data, const sv_node *node)
{
    silent_list *list = data;
    if (list->count < SILENT_NODES) {
        sv_log("warning", "a server is silent: the others take over", "node", node->name, NULL);
        list->id[list->count++] = node->id;
    }
}

static bool give_up_silent(sv_core *core, rec_error *error)
{
    silent_list list = {.count = 0};
    bool ok = sv_nodes_silent(&core->store, core->now - SV_SILENT_MS, take_silent, &list, error);
    for (unsigned i = 0; ok && i < list.count; i++)
        ok = sv_node_remove(&core->store, list.id[i], error);
    return ok;
}

static void count_node(void *data, const sv_node *node)
{
    (void)node;
    ++*(unsigned *)data;
}

static bool count(sv_core *core, rec_error *error)
{
    unsigned nodes = 0;
    const bool ok = sv_nodes(&core->store, core->now - SV_SILENT_MS, count_node, &nodes, error);
    core->nodes.count = nodes > 0 ? nodes : 1;
    return ok;
}

/* Deletes old news, unless another server tidies. */
static bool trim(sv_core *core, rec_error *error)
{
    const int64_t now = sv_milliseconds();
    bool claimed;
    if (now - core->nodes.trimmed < TRIM_MS)
        return true;
    core->nodes.trimmed = now;
    return sv_job_claim(&core->store, SV_JOB_TIDY, &claimed, error) &&
           (!claimed || sv_news_trim(&core->store, core->now - SV_NEWS_KEPT_MS, error));
}

bool sv_nodes_tick(sv_core *core, rec_error *error)
{
    return !core->store.node ||
           (set_clock(core, error) && be_seen(core, error) && give_up_silent(core, error) &&
            count(core, error) && trim(core, error) && sv_presence_save(core, error));
}
