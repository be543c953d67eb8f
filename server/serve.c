/* elektro serve: opens the store, the core and the sockets, runs the loop, and stops on a signal.
 */
#include "serve.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "log.h"
#include "net/net.h"
#include "net/status.h"
#include "notices/mail.h"
#include "notices/push.h"
#include "webhook.h"
#include "welcome.h"

enum {
    THREADS = 2,
    PREDECESSOR_SECONDS = 60, /* that a successor waits for its predecessor, beside its drain */
    KILLED_SECONDS = 5        /* in which PostgreSQL notices that a server was killed */
};

/* -------------------------------------------------------------------------------------- opening */

/* Only one server may use a database: two would change each other's games behind their caches. A
 * successor waits for its predecessor, which leaves it the listening socket. */
static bool lock_data(const sv_config *config, unsigned seconds)
{
    char limit[16];
    const struct timespec moment = {.tv_nsec = 100000000};
    for (unsigned i = 0; i <= seconds * 10; i++) {
        if (sv_config_lock(config, true) >= 0)
            return true;
        if (errno != EWOULDBLOCK)
            return cli_complain(sv_serve_verb.name,
                                "cannot lock %s/lock: %s. Choose another folder with --data.",
                                config->data, strerror(errno));
        if (i == 0 && seconds > 0) {
            snprintf(limit, sizeof limit, "%u", seconds);
            sv_log("info", "waiting until the other server has stopped", "seconds", limit, NULL);
        }
        if (i < seconds * 10)
            nanosleep(&moment, NULL);
    }
    return cli_complain(sv_serve_verb.name,
                        "another server is running on %s. Choose another folder with --data "
                        "and another port with --port.",
                        config->data);
}

static sv_db *open_database(const sv_config *config, unsigned wait, rec_error *error)
{
    char path[SV_PATH_MAX + 16];
    if (config->store[0]) {
        sv_db *db = sv_db_postgres(config->store, config->store_timeout, error);
        if (!db || sv_db_postgres_share(db, wait + KILLED_SECONDS, error))
            return db;
        db->close(db);
        return NULL;
    }
    sv_config_database(config, path, sizeof path);
    return sv_db_sqlite(path, NULL, error);
}

/* How many seconds another server may still have the data. A predecessor has the same settings. */
static unsigned patience(const sv_net *net)
{
    return net->listener.inherited ? net->config.drain + PREDECESSOR_SECONDS : 0;
}

static bool open_core(sv_net *net, const char *version)
{
    rec_error error = {.code = ""};
    net->core.version = version;
    sv_db *db = open_database(&net->config, patience(net), &error);
    if (db && sv_core_open(&net->core, db, THREADS, &error)) {
        sv_apply_settings(net);
        return true;
    }
    sv_config_blame(&sv_serve_verb, &net->config, &error);
    return false;
}

/* ----------------------------------------------------------------------------- start and stop */

static void forget_signals(sv_net *net)
{
    uv_close((uv_handle_t *)&net->interrupt, NULL);
    uv_close((uv_handle_t *)&net->terminate, NULL);
    uv_close((uv_handle_t *)&net->hangup, NULL);
}

static void on_stop(uv_signal_t *handle, int number)
{
    (void)number;
    sv_drain(handle->data, forget_signals);
}

/* The signal comes from an operator, or because the window in which the server was started has been
 * closed: nobody could stop it then, so it stops. */
static void on_hangup(uv_signal_t *handle, int number)
{
    sv_net *net = handle->data;
    (void)number;
    if (net->at_terminal && !isatty(STDIN_FILENO))
        sv_drain(net, forget_signals);
    else
        sv_reload(net);
}

/* A hangup that arrives while the server starts waits until it can be handled; it would end the
 * process. Threads that are started meanwhile leave it to this one. */
static void hold_hangup(bool hold)
{
    sigset_t hangup;
    sigemptyset(&hangup);
    sigaddset(&hangup, SIGHUP);
    pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &hangup, NULL);
}

static void watch_signals(sv_net *net)
{
    uv_signal_init(&net->loop, &net->interrupt);
    uv_signal_init(&net->loop, &net->terminate);
    uv_signal_init(&net->loop, &net->hangup);
    net->interrupt.data = net->terminate.data = net->hangup.data = net;
    uv_signal_start(&net->interrupt, on_stop, SIGINT);
    uv_signal_start(&net->terminate, on_stop, SIGTERM);
    uv_signal_start(&net->hangup, on_hangup, SIGHUP);
    hold_hangup(false);
}

/* With the number of the process, by which the servers that share a database call each other. */
static void log_start(const sv_config *config)
{
    char database[SV_PATH_MAX + 16], process[24];
    sv_config_store(config, database, sizeof database);
    snprintf(process, sizeof process, "%ld", (long)getpid());
    sv_log("info", "listening", "address", config->address, "database", database, "process",
           process, NULL);
    if (!config->smtp[0])
        sv_log("info", "mail is off: there is no smtp", NULL);
    if (!config->push_key[0])
        sv_log("info", "Web Push is off: there is no push-key", NULL);
}

static int run(sv_net *net, const char *version)
{
    const bool web_client = sv_web_read(&net->web, net->config.web);
    int status = 1;
    uv_loop_init(&net->loop);
    if (sv_metrics_token_read(net, net->config.metrics_token_file) &&
        sv_push_configure(&net->core, &net->config) && sv_mail_open(&net->core, &net->config) &&
        open_core(net, version) && sv_listen(net) && sv_loop_open(net)) {
        watch_signals(net);
        sv_webhook_open(&net->core, &net->config);
        sv_welcome(&net->config, web_client);
        log_start(&net->config);
        uv_run(&net->loop, UV_RUN_DEFAULT);
        status = 0;
    } else {
        uv_run(&net->loop, UV_RUN_DEFAULT);
    }
    if (net->core.store.db)
        sv_core_close(&net->core);
    sv_push_close(&net->core);
    sv_webhook_close();
    uv_loop_close(&net->loop);
    sv_listen_end(net);
    sv_web_free(&net->web);
    return status;
}

int sv_serve(int argc, char **argv, const char *version)
{
    static sv_net net;
    int status;
    const size_t size = ((size_t)argc + 1) * sizeof *argv;
    hold_hangup(true);
    net.argc = argc;
    net.argv = malloc(size); /* until the process ends; reading the settings moves the arguments */
    if (!net.argv)
        return CLI_FAILED;
    memcpy(net.argv, argv, size);
    if (sv_config_read(&sv_serve_verb, &net.config, argc, argv, &status) < 0)
        return status;
    sv_log_quietly(net.config.quiet);
    if (sodium_init() < 0) {
        fputs("elektro serve: the system provides no random numbers\n", stderr);
        return 1;
    }
    net.at_terminal = isatty(STDIN_FILENO);
    signal(SIGPIPE, SIG_IGN);
    umask(0077); /* of what it writes only its owner may read anything */
    if (!sv_config_make_data(&net.config) || !sv_listener_inherit(&net) ||
        (!net.config.store[0] && !lock_data(&net.config, patience(&net))))
        return 1;
    return run(&net, version);
}
