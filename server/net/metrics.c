/* /metrics: the counters of the server in the format of Prometheus. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lines.h"
#include "net/net.h"

static void add(rec_out *out, const char *name, const char *type, const char *about,
                unsigned long long value)
{
    rec_add(out, "# HELP elektro_%s %s\n# TYPE elektro_%s %s\nelektro_%s %llu\n", name, about, name,
            type, name, value);
}

static unsigned long long resident_bytes(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%*u %llu", &pages) != 1)
        pages = 0;
    fclose(file);
    const long page = sysconf(_SC_PAGESIZE);
    return page > 0 ? pages * (unsigned long long)page : 0;
}

char *sv_metrics_text(const sv_net *net)
{
    rec_out out = {.grows = true};
    const sv_counts *c = &net->core.counts;
    add(&out, "requests_total", "counter", "requests received", c->requests);
    add(&out, "refused_total", "counter", "requests refused", c->refused);
    add(&out, "moves_total", "counter", "moves of people and programs", c->moves);
    add(&out, "bot_moves_total", "counter", "moves of bots", c->bot_moves);
    add(&out, "pushes_total", "counter", "pushes sent", c->pushes);
    add(&out, "commits_total", "counter", "transactions committed or failed", c->commits);
    add(&out, "commits_failed_total", "counter", "transactions failed", c->failed_commits);
    add(&out, "commit_microseconds_total", "counter", "time spent committing", c->commit_us);
    add(&out, "tables_loaded_total", "counter", "tables read from the store", c->tables_loaded);
    add(&out, "handshakes_total", "counter", "WebSocket handshakes", c->handshakes);
    add(&out, "webhooks_total", "counter", "notices sent", c->webhooks);
    add(&out, "loops_total", "counter", "iterations of the event loop", net->loops);
    add(&out, "sockets", "gauge", "WebSockets open", c->sockets);
    add(&out, "tables", "gauge", "tables in memory", net->core.tables.count);
    add(&out, "resident_bytes", "gauge", "memory in use", resident_bytes());
    if (!out.failed)
        return out.text;
    free(out.text);
    return NULL;
}
