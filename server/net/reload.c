/*
 * SIGHUP: reads the settings again, and the files that they name. Settings that a running server
 * can change take effect; for the others the log says that they need a restart. A file that
 * cannot be read leaves the old settings as they are.
 */
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "net/net.h"
#include "net/status.h"
#include "net/tls.h"
#include "notices/push.h"

/* ------------------------------------------------------------------------------------- settings */

/* Those that a running server can change. */
static const char *const changeable[] = {"account-tables",
                                         "address-analyses",
                                         "analyses",
                                         "analysis-nodes",
                                         "analysis-queue",
                                         "connections",
                                         "connections-per-address",
                                         "drain",
                                         "guest-games",
                                         "guest-tables",
                                         "hsts",
                                         "keep-analyses",
                                         "keep-guests",
                                         "keep-tables",
                                         "log-requests",
                                         "metrics-token-file",
                                         "origin",
                                         "ping-after",
                                         "ping-timeout",
                                         "private-webhooks",
                                         "push-contact",
                                         "push-key",
                                         "quiet",
                                         "rate",
                                         "request-timeout",
                                         "reveal-timeout",
                                         "tournaments",
                                         "user-analyses",
                                         "webhook-timeout"};

static bool can_change(const char *name)
{
    for (unsigned i = 0; i < sizeof changeable / sizeof *changeable; i++)
        if (strcmp(changeable[i], name) == 0)
            return true;
    return false;
}

static size_t size_of(const cli_option *option)
{
    switch (option->kind) {
    case CLI_SWITCH:
        return sizeof(bool);
    case CLI_NUMBER:
        return sizeof(unsigned);
    case CLI_BUFFER:
        return option->max;
    default:
        return 0; /* there are no others among the settings */
    }
}

/* An inherited socket has its own address, whatever the settings say. */
static bool is_of_socket(const char *name)
{
    return strcmp(name, "port") == 0 || strcmp(name, "address") == 0 || strcmp(name, "lan") == 0;
}

static void take_setting(sv_net *net, const cli_group *group, const cli_option *option,
                         const sv_config *fresh)
{
    char *now = (char *)&net->config + group->offset + option->offset;
    const char *next = (const char *)fresh + group->offset + option->offset;
    const size_t size = size_of(option);
    const bool same =
        option->kind == CLI_BUFFER ? strcmp(now, next) == 0 : memcmp(now, next, size) == 0;
    if (same || (net->listener.inherited && is_of_socket(option->name)))
        return;
    if (can_change(option->name)) {
        sv_log("info", "a setting has changed", "setting", option->name, NULL);
        memcpy(now, next, size);
    } else {
        sv_log("warning", "a setting changes with the next start", "setting", option->name, NULL);
    }
}

void sv_apply_settings(sv_net *net)
{
    const sv_config *c = &net->config;
    const int64_t day = 86400000;
    sv_log_quietly(c->quiet);
    sv_limits_set_rate(&net->core.limits, (int32_t)c->rate);
    sv_peers_apply_settings(net);
    net->core.log_requests = c->log_requests;
    net->core.keep.guests = c->keep_guests * day;
    net->core.keep.tables = c->keep_tables * day;
    net->core.keep.analyses = c->keep_analyses;
    net->core.analyses.limits =
        (sv_analysis_limits){.day = {[SV_SHARE_USER] = c->user_analyses,
                                     [SV_SHARE_ADDRESS] = c->address_analyses,
                                     [SV_SHARE_SERVER] = c->analyses},
                             .waiting = c->analysis_queue,
                             .nodes = c->analysis_nodes};
    net->core.quotas = (sv_quotas){.guest_tables = c->guest_tables,
                                   .account_tables = c->account_tables,
                                   .guest_games = c->guest_games,
                                   .tournaments = c->tournaments};
    net->core.reveal_ms = c->reveal_timeout * INT64_C(1000);
}

static void reload_settings(sv_net *net)
{
    static sv_config fresh;
    int status;
    const size_t size = (size_t)net->argc * sizeof *net->argv;
    char **argv = malloc(size); /* reading moves them */
    if (argv)
        memcpy(argv, net->argv, size);
    if (!argv || sv_config_read(&sv_serve_verb, &fresh, net->argc, argv, &status) < 0) {
        sv_log("error", "the settings cannot be read: the old ones stay", NULL);
        free(argv);
        return;
    }
    free(argv);
    if (!sv_metrics_token_read(net, fresh.metrics_token_file)) {
        sv_log("error", "the token for metrics cannot be used: the old one stays", NULL);
        memcpy(fresh.metrics_token_file, net->config.metrics_token_file,
               sizeof fresh.metrics_token_file);
    }
    if (!sv_push_configure(&net->core, &fresh)) {
        sv_log("error", "the key for Web Push cannot be used: the old one stays", NULL);
        memcpy(fresh.push_key, net->config.push_key, sizeof fresh.push_key);
        memcpy(fresh.push_contact, net->config.push_contact, sizeof fresh.push_contact);
    }
    for (const cli_group *group = sv_serve_verb.groups; group->options; group++)
        for (const cli_option *option = group->options; option->name; option++)
            take_setting(net, group, option, &fresh);
    sv_apply_settings(net);
    sv_log("info", "the settings were read again", NULL);
}

/* --------------------------------------------------------------------------------- certificates */

static void reload_certificate(sv_net *net)
{
    const sv_config *c = &net->config;
    char why[SV_TLS_WHY];
    if (sv_tls_reload(&net->tls, c->tls_cert, c->tls_key, why))
        sv_log("info", "the certificate was read again", NULL);
    else
        sv_log("error", "the certificate cannot be used: the old one stays", "text", why, NULL);
}

/* Every line of the log is JSON, also those about wrong settings. */
static void log_complaint(const char *text)
{
    sv_log("error", "a setting cannot be used", "text", text, NULL);
}

void sv_reload(sv_net *net)
{
    cli_complain_to(log_complaint);
    reload_settings(net);
    cli_complain_to(NULL);
    if (net->config.tls_cert[0])
        reload_certificate(net);
}
