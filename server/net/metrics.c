/* /metrics: what the server has counted and measured, in the text format of Prometheus. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "lines.h"
#include "net/conn.h"
#include "net/process.h"

enum { LABEL_MAX = 64 };

/* ----------------------------------------------------------------------------------- the format */

/* The lines before the values of a metric. */
static void head(rec_out *out, const char *name, const char *type, const char *about)
{
    rec_add(out, "# HELP %s %s\n# TYPE %s %s\n", name, about, name, type);
}

static void add(rec_out *out, const char *name, const char *type, const char *about,
                unsigned long long value)
{
    head(out, name, type, about);
    rec_add(out, "%s %llu\n", name, value);
}

/* Labels are words of this program: none needs quoting. */
static void add_labelled(rec_out *out, const char *name, const char *label, const char *word,
                         unsigned long long value)
{
    rec_add(out, "%s{%s=\"%s\"} %llu\n", name, label, word, value);
}

/* Buckets count all values up to their bound. label is `name="word",` or "". */
static void add_histogram(rec_out *out, const char *name, const char *label, const sv_histogram *h,
                          const uint32_t bound[SV_BOUNDS], double unit)
{
    const size_t length = strlen(label);
    const int shown = length ? (int)length - 1 : 0; /* without the comma */
    const char *open = length ? "{" : "", *close = length ? "}" : "";
    unsigned long long count = 0;
    for (unsigned i = 0; i < SV_BOUNDS; i++) {
        count += h->values[i];
        rec_add(out, "%s_bucket{%sle=\"%g\"} %llu\n", name, label, bound[i] * unit, count);
    }
    count += h->values[SV_BOUNDS];
    rec_add(out, "%s_bucket{%sle=\"+Inf\"} %llu\n", name, label, count);
    rec_add(out, "%s_sum%s%.*s%s %.9g\n", name, open, shown, label, close, (double)h->sum * unit);
    rec_add(out, "%s_count%s%.*s%s %llu\n", name, open, shown, label, close, count);
}

static void add_times(rec_out *out, const char *name, const char *label, const sv_histogram *h)
{
    add_histogram(out, name, label, h, sv_time_bounds, 1e-6);
}

/* ------------------------------------------------------------------------------------- counters */

static void add_counters(rec_out *out, const sv_net *net)
{
    const sv_counts *c = &net->core.counts;
    add(out, "elektro_requests_total", "counter", "requests received", c->requests);
    add(out, "elektro_requests_waiting", "gauge", "requests that have arrived and are not done yet",
        net->core.inbox.count);
    add(out, "elektro_refused_total", "counter", "requests refused", c->refused);
    add(out, "elektro_moves_total", "counter", "moves of people and programs", c->moves);
    add(out, "elektro_bot_moves_total", "counter", "moves of bots", c->bot_moves);
    add(out, "elektro_pushes_total", "counter", "pushes sent", c->pushes);
    add(out, "elektro_commits_total", "counter", "transactions committed or failed", c->commits);
    add(out, "elektro_commits_failed_total", "counter", "transactions failed", c->failed_commits);
    add(out, "elektro_commit_microseconds_total", "counter", "time spent committing", c->commit_us);
    add(out, "elektro_tables_loaded_total", "counter", "tables read from the store",
        c->tables_loaded);
    add(out, "elektro_handshakes_total", "counter", "WebSocket handshakes", c->handshakes);
    add(out, "elektro_webhooks_total", "counter", "notices sent", c->webhooks);
    add(out, "elektro_webhooks_failed_total", "counter", "notices without an answer",
        c->webhooks_failed);
    add(out, "elektro_webhooks_dropped_total", "counter",
        "notices not sent because too many waited", c->webhooks_dropped);
    add(out, "elektro_webhooks_paused_total", "counter",
        "notices not sent because the last ones of their user had no answer", c->webhooks_paused);
    add(out, "elektro_mails_total", "counter", "mails that the mail server has taken",
        c->delivered[SV_CHANNEL_MAIL]);
    add(out, "elektro_mails_failed_total", "counter", "attempts to send a mail that failed",
        c->undelivered[SV_CHANNEL_MAIL]);
    add(out, "elektro_mails_lost_total", "counter", "mails given up", c->lost[SV_CHANNEL_MAIL]);
    add(out, "elektro_web_pushes_total", "counter", "notices that push services have taken",
        c->delivered[SV_CHANNEL_PUSH]);
    add(out, "elektro_web_pushes_failed_total", "counter",
        "attempts to send a notice to a browser that failed", c->undelivered[SV_CHANNEL_PUSH]);
    add(out, "elektro_web_pushes_lost_total", "counter", "notices to browsers given up",
        c->lost[SV_CHANNEL_PUSH]);
    add(out, "elektro_loops_total", "counter", "iterations of the event loop", net->loops);
    add(out, "elektro_peers", "gauge", "network connections open", net->peers.count);
    add(out, "elektro_peers_refused_total", "counter",
        "network connections over the limit of an address", c->peers_refused);
    add(out, "elektro_timed_out_total", "counter", "requests that did not arrive in time",
        c->timed_out);
    add(out, "elektro_sockets", "gauge", "WebSockets open", c->sockets);
    add(out, "elektro_tables", "gauge", "tables in memory", net->core.tables.count);
    add(out, "elektro_ready", "gauge", "1: the server can do its work, as /readyz says",
        sv_health_of(&net->core) == SV_HEALTH_READY);
}

static void add_analyses(rec_out *out, const sv_core *core)
{
    static const char name[] = "elektro_analyses_refused_total";
    static const char *const shares[] = {"user", "address", "server", "queue"};
    _Static_assert(sizeof shares / sizeof *shares == SV_SHARES, "a share has no name");
    const sv_counts *c = &core->counts;
    add(out, "elektro_analyses_waiting", "gauge", "analyses of games that wait or are being made",
        core->analyses.count);
    add(out, "elektro_analyses_total", "counter", "analyses made and stored", c->analyses);
    add(out, "elektro_analyses_served_total", "counter", "analyses given out", c->analyses_served);
    add(out, "elektro_analyses_failed_total", "counter", "analyses given up", c->analyses_failed);
    add(out, "elektro_analyses_assessed_total", "counter",
        "decisions and cards that analyses have assessed", c->assessed);
    head(out, name, "counter", "analyses refused, by whose share was used up");
    for (unsigned i = 0; i < SV_SHARES; i++)
        add_labelled(out, name, "share", shares[i], c->analyses_refused[i]);
}

static void add_refusals(rec_out *out, const sv_counts *c)
{
    static const char name[] = "elektro_refused_by_code_total";
    head(out, name, "counter", "requests refused, by the code of the error");
    for (unsigned i = 0; i < SV_ERRORS; i++)
        add_labelled(out, name, "code", sv_errors[i].code, c->refused_by[i]);
    add_labelled(out, name, "code", "rules-of-the-game", c->refused_by[SV_ERRORS]);
}

/* ------------------------------------------------------------------------------------ latencies */

static void add_handshakes(rec_out *out, const sv_counts *c)
{
    static const char name[] = "elektro_handshakes_refused_total";
    static const char *const words[SV_REFUSALS] = {"origin", "too-many", "storage", "malformed"};
    head(out, name, "counter", "WebSocket handshakes refused, by reason");
    for (unsigned i = 0; i < SV_REFUSALS; i++)
        add_labelled(out, name, "reason", words[i], c->handshakes_refused[i]);
}

static void add_sign_ins(rec_out *out, const sv_counts *c)
{
    static const char name[] = "elektro_sign_ins_total";
    head(out, name, "counter", "sign-ins, by way and result");
    for (unsigned i = 0; i < SV_WAYS; i++)
        rec_add(out, "%s{way=\"%s\",result=\"ok\"} %llu\n%s{way=\"%s\",result=\"failed\"} %llu\n",
                name, sv_way_words[i], (unsigned long long)c->sign_ins[i][1], name, sv_way_words[i],
                (unsigned long long)c->sign_ins[i][0]);
}

static void add_latencies(rec_out *out, const sv_net *net)
{
    static const char *const works[] = {"read", "write", "begin", "commit"};
    _Static_assert(sizeof works / sizeof *works == SV_STORE_WORKS, "a kind of work has no name");
    static const char request[] = "elektro_request_seconds", work[] = "elektro_database_seconds";
    const sv_counts *c = &net->core.counts;
    char label[LABEL_MAX];
    head(out, request, "histogram", "time from the arrival of a request to its answer");
    for (unsigned i = 0; i <= SV_REQUESTS; i++) {
        snprintf(label, sizeof label, "request=\"%s\",",
                 i < SV_REQUESTS ? sv_requests[i].name : "unknown");
        add_times(out, request, label, &c->request[i]);
    }
    head(out, "elektro_commit_seconds", "histogram", "time to commit a turn of the event loop");
    add_times(out, "elektro_commit_seconds", "", &c->commit);
    head(out, "elektro_loop_seconds", "histogram",
         "time that an iteration of the event loop worked, without waiting");
    add_times(out, "elektro_loop_seconds", "", &c->loop);
    head(out, work, "histogram", "time spent in the database, by kind of work");
    for (unsigned i = 0; i < SV_STORE_WORKS; i++) {
        snprintf(label, sizeof label, "kind=\"%s\",", works[i]);
        add_times(out, work, label, &net->core.store.time[i]);
    }
}

/* --------------------------------------------------------------------------------------- queues */

static void add_pools(rec_out *out, const sv_core *core)
{
    static const char *const pools[] = {"passwords", "bots", "webhooks", "analyses"};
    _Static_assert(sizeof pools / sizeof *pools == SV_POOLS, "a pool has no name");
    sv_pool_load load[SV_POOLS];
    for (unsigned i = 0; i < SV_POOLS; i++)
        load[i] = sv_pool_measure(core->pool[i]);
    head(out, "elektro_jobs_waiting", "gauge", "jobs that wait for a thread, by pool");
    for (unsigned i = 0; i < SV_POOLS; i++)
        add_labelled(out, "elektro_jobs_waiting", "pool", pools[i], load[i].waiting);
    head(out, "elektro_jobs_running", "gauge", "jobs that threads work on, by pool");
    for (unsigned i = 0; i < SV_POOLS; i++)
        add_labelled(out, "elektro_jobs_running", "pool", pools[i], load[i].running);
    head(out, "elektro_jobs_refused_total", "counter", "jobs refused by a full queue, by pool");
    for (unsigned i = 0; i < SV_POOLS; i++)
        add_labelled(out, "elektro_jobs_refused_total", "pool", pools[i], load[i].refused);
}

static void add_connections(rec_out *out, const sv_net *net)
{
    static const char *const states[] = {"reading",   "waiting", "answered", "sending",
                                         "streaming", "open",    "closing"};
    _Static_assert(sizeof states / sizeof *states == SV_CONN_STATES, "a state has no name");
    unsigned long long count[SV_CONN_STATES] = {0}, idle = 0, bytes = 0;
    for (const sv_client *client = net->core.clients.first; client; client = client->next) {
        const sv_conn *conn = (const sv_conn *)client;
        count[conn->state]++;
        bytes += conn->out_bytes;
    }
    for (const sv_peer *peer = net->peers.first; peer; peer = peer->next)
        idle += !peer->conns;
    head(out, "elektro_connections", "gauge",
         "requests of plain HTTP, event streams and WebSockets, by state; and idle connections");
    add_labelled(out, "elektro_connections", "state", "idle", idle);
    for (unsigned i = 0; i < SV_CONN_STATES; i++)
        add_labelled(out, "elektro_connections", "state", states[i], count[i]);
    add(out, "elektro_unsent_bytes", "gauge", "bytes of answers and pushes that wait for readers",
        bytes);
}

static void add_queues(rec_out *out, const sv_net *net)
{
    add(out, "elektro_tables_queued", "gauge",
        "tables that wait for a move of a bot or of queued orders", net->core.tables.queue.count);
    head(out, "elektro_outbox_messages", "histogram",
         "answers and pushes in the outbox at the end of a turn");
    add_histogram(out, "elektro_outbox_messages", "", &net->core.counts.outbox, sv_length_bounds,
                  1);
}

/* -------------------------------------------------------------------------------------- process */

/* The number in "elektro 1.2.3". */
static const char *version_number(const char *version)
{
    const char *space = version ? strrchr(version, ' ') : NULL;
    return space ? space + 1 : "";
}

/* The process_ metrics have the names that dashboards for any program expect. */
static void add_process(rec_out *out, const sv_net *net)
{
    sv_process p;
    sv_process_read(&p);
    add(out, "elektro_resident_bytes", "gauge", "memory in use", p.resident_bytes);
    add(out, "process_resident_memory_bytes", "gauge", "memory in use", p.resident_bytes);
    add(out, "process_virtual_memory_bytes", "gauge", "size of the address space", p.virtual_bytes);
    add(out, "process_open_fds", "gauge", "open file descriptors", p.descriptors);
    add(out, "process_max_fds", "gauge", "how many file descriptors may be open",
        p.descriptors_max);
    head(out, "process_cpu_seconds_total", "counter", "processor time used");
    rec_add(out, "process_cpu_seconds_total %.6f\n", p.cpu_seconds);
    head(out, "process_start_time_seconds", "gauge", "when the server started, since 1970");
    rec_add(out, "process_start_time_seconds %.3f\n", (double)net->core.started / 1000);
    head(out, "elektro_info", "gauge", "always 1; the version is a label");
    add_labelled(out, "elektro_info", "version", version_number(net->core.version), 1);
}

char *sv_metrics_text(const sv_net *net)
{
    rec_out out = {.grows = true};
    add_counters(&out, net);
    add_analyses(&out, &net->core);
    add_refusals(&out, &net->core.counts);
    add_handshakes(&out, &net->core.counts);
    add_sign_ins(&out, &net->core.counts);
    add_latencies(&out, net);
    add_queues(&out, net);
    add_pools(&out, &net->core);
    add_connections(&out, net);
    add_process(&out, net);
    if (!out.failed)
        return out.text;
    free(out.text);
    return NULL;
}
