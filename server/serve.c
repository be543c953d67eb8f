/* elektro serve: the loop around everything. */
#include "serve.h"

#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "log.h"
#include "net.h"
#include "notice.h"
#include "welcome.h"

enum { FILES_MAX = 65536, THREADS = 2, TICK_MS = 1000, HEADER_POOL = 256 };

/* --------------------------------------------------------------------------------------- turns */

void sv_enter_turn(sv_net *net)
{
    if (net->in_turn)
        return;
    net->in_turn = true;
    sv_core_begin_turn(&net->core);
}

static void on_idle(uv_idle_t *handle)
{
    (void)handle; /* being there keeps the loop from sleeping */
}

static void on_check(uv_check_t *handle)
{
    sv_net *net = handle->data;
    if (!net->in_turn && net->core.queued == 0)
        return;
    sv_enter_turn(net);
    const bool more = sv_core_end_turn(&net->core);
    net->in_turn = false;
    if (more)
        uv_idle_start(&net->idle, on_idle);
    else
        uv_idle_stop(&net->idle);
}

static void on_tick(uv_timer_t *handle)
{
    sv_net *net = handle->data;
    sv_enter_turn(net);
    sv_core_tick(&net->core);
    sv_check_silent(net);
}

static void on_wake(uv_async_t *handle)
{
    sv_net *net = handle->data;
    sv_enter_turn(net);
    sv_pool_collect(net->core.pool);
}

static void wake_up(void *data)
{
    sv_net *net = data;
    uv_async_send(&net->wake);
}

/* ------------------------------------------------------------------------------------- callback */

typedef struct per_connection {
    sv_conn *conn;
} per_connection;

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    per_connection *mine = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLOSED:
        return sv_socket_callback(wsi, reason, &mine->conn, in, length);
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return sv_http_callback(wsi, reason, &mine->conn, in, length);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        return mine ? sv_http_callback(wsi, LWS_CALLBACK_CLOSED_HTTP, &mine->conn, in, length) : 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "elektro-1",
     .callback = callback,
     .per_session_data_size = sizeof(per_connection),
     .rx_buffer_size = 1024},
    {.name = NULL},
};

/* What pages may do: run our own scripts and the engine, talk to us, and nothing else. */
#define POLICY                                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "  \
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; " \
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " \
    "frame-ancestors 'none'"

static const struct lws_protocol_vhost_options headers[] = {
    {&headers[1], NULL, "content-security-policy:", POLICY},
    {&headers[2], NULL, "x-content-type-options:", "nosniff"},
    {&headers[3], NULL, "referrer-policy:", "no-referrer"},
    {NULL, NULL, "cross-origin-opener-policy:", "same-origin"},
};

/* Silent sockets are looked after by sv_check_silent. */
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 0,
                                           .secs_since_valid_hangup = 0};

/* -------------------------------------------------------------------------------------- opening */

/* As many files as allowed, within reason. libwebsockets takes its tables from this limit: told a
 * number of its own it would look for sockets by walking through all of them. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max > FILES_MAX ? FILES_MAX : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool listen_for_clients(sv_net *net)
{
    const sv_config *c = &net->config;
    void *loops[1] = {&net->loop};
    struct lws_context_creation_info info = {
        .port = c->port,
        .iface = strcmp(c->address, "0.0.0.0") == 0 ? NULL : c->address,
        .protocols = protocols,
        .headers = headers,
        .foreign_loops = loops,
        .max_http_header_data = SV_HEADER_MAX,
        .max_http_header_pool = HEADER_POOL,
        .timeout_secs = 15,
        .keepalive_timeout = 30,
        .retry_and_idle_policy = &idle_policy,
        .ssl_cert_filepath = c->tls_cert[0] ? c->tls_cert : NULL,
        .ssl_private_key_filepath = c->tls_cert[0] ? c->tls_key : NULL,
        .server_string = "elektro",
        .user = net,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN |
                   (c->tls_cert[0] ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0)};
    if (strchr(c->address, '.'))
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    raise_file_limit();
    net->lws = lws_create_context(&info);
    if (!net->lws)
        fprintf(stderr, "elektro serve: cannot listen on %s, port %d: is it in use?\n", c->address,
                c->port);
    return net->lws != NULL;
}

/* One server a database: two would each keep games in memory that the other changes. */
static bool lock_data(const sv_config *config)
{
    char path[SV_PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/lock", config->data);
    const int file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return true;
    fprintf(stderr, "elektro serve: %s is in use by another server\n", config->data);
    return false;
}

static sv_db *open_database(const sv_config *config, rec_error *error)
{
    char path[SV_PATH_MAX + 16];
    if (config->store[0])
        return sv_db_postgres(config->store, error);
    sv_config_database(config, path, sizeof path);
    return sv_db_sqlite(path, NULL, error);
}

static bool open_core(sv_net *net, const char *version)
{
    rec_error error = {.code = ""};
    net->core.version = version;
    sv_db *db = open_database(&net->config, &error);
    if (db && sv_core_open(&net->core, db, THREADS, &error)) {
        sv_limits_set(&net->core.limits, net->config.rate);
        return true;
    }
    fprintf(stderr, "elektro serve: %s\n", error.text);
    return false;
}

/* ----------------------------------------------------------------------------- start and stop */

static void close_handle(uv_handle_t *handle)
{
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* Whoever waits for an answer will ask again elsewhere or later: nothing is lost. */
static void on_signal(uv_signal_t *handle, int number)
{
    sv_net *net = handle->data;
    (void)number;
    if (net->stopping)
        return;
    net->stopping = net->core.stopping = true;
    sv_log("info", "stopping", NULL);
    sv_pool_on_wake(net->core.pool, NULL, NULL);
    sv_enter_turn(net);
    sv_core_end_turn(&net->core);
    lws_context_destroy(net->lws);
    close_handle((uv_handle_t *)&net->check);
    close_handle((uv_handle_t *)&net->idle);
    close_handle((uv_handle_t *)&net->tick);
    close_handle((uv_handle_t *)&net->wake);
    close_handle((uv_handle_t *)&net->interrupt);
    close_handle((uv_handle_t *)&net->terminate);
}

static void start_loop(sv_net *net)
{
    uv_check_init(&net->loop, &net->check);
    uv_idle_init(&net->loop, &net->idle);
    uv_timer_init(&net->loop, &net->tick);
    uv_async_init(&net->loop, &net->wake, on_wake);
    uv_signal_init(&net->loop, &net->interrupt);
    uv_signal_init(&net->loop, &net->terminate);
    net->check.data = net->idle.data = net->tick.data = net->wake.data = net;
    net->interrupt.data = net->terminate.data = net;
    uv_check_start(&net->check, on_check);
    uv_timer_start(&net->tick, on_tick, TICK_MS, TICK_MS);
    uv_signal_start(&net->interrupt, on_signal, SIGINT);
    uv_signal_start(&net->terminate, on_signal, SIGTERM);
    sv_pool_on_wake(net->core.pool, wake_up, net);
}

static int run(sv_net *net, const char *version)
{
    const bool web_client = sv_web_read(&net->web, net->config.web);
    int status = 1;
    uv_loop_init(&net->loop);
    if (open_core(net, version) && listen_for_clients(net)) {
        start_loop(net);
        sv_notice_open(net);
        sv_welcome(&net->config, web_client);
        sv_log("info", "listening", "address", net->config.address, NULL);
        uv_run(&net->loop, UV_RUN_DEFAULT);
        sv_notice_close();
        status = 0;
    }
    if (net->core.store.db)
        sv_core_close(&net->core);
    uv_loop_close(&net->loop);
    sv_web_free(&net->web);
    return status;
}

int sv_serve(int argc, char **argv, const char *version)
{
    static sv_net net;
    if (!sv_config_read(&net.config, argc, argv))
        return 2;
    if (net.config.help) {
        sv_config_help();
        return 0;
    }
    if (net.config.quiet)
        sv_log_quietly();
    if (sodium_init() < 0) {
        fputs("elektro serve: the system gives no randomness\n", stderr);
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    lws_set_log_level(LLL_ERR, NULL);
    if (!sv_config_make_data(&net.config) || (!net.config.store[0] && !lock_data(&net.config)))
        return 1;
    return run(&net, version);
}
