/* Sets libwebsockets up: the callback, the headers of every response. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "log.h"
#include "net/conn.h"

enum {
    FILES_MAX = 65536,
    HEADER_POOL =
        8192 /* requests whose headers are being read or answered; 5 KB each, when needed */
};

/* ------------------------------------------------------------------------------------- callback */

typedef struct per_connection {
    sv_conn *conn;
} per_connection;

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    per_connection *mine = user;
    switch (reason) {
    case LWS_CALLBACK_ADD_HEADERS:
        return mine ? sv_socket_callback(wsi, reason, &mine->conn, in, length) : 0;
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
    case LWS_CALLBACK_WSI_DESTROY:
        sv_peer_close(lws_get_opaque_user_data(wsi));
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "elektro-1",
     .callback = callback,
     .per_session_data_size = sizeof(per_connection),
     .rx_buffer_size = 1024,
     /* More than is ever written at once. libwebsockets 4.1 keeps what is longer and, over HTTP/2,
      * never sends the rest. */
     .tx_packet_size = 1 << 24},
    {.name = NULL},
};

/* Pages may run the scripts and the WebAssembly of this server and talk to it, and nothing else. */
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

/* heartbeat.c pings instead. libwebsockets would keep a sorted list of all sockets for it, and walk
 * through that on every message. */
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 0,
                                           .secs_since_valid_hangup = 0};

/* --------------------------------------------------------------------------------------- opening
 */

/* Raises the limit of open files as far as it goes, up to FILES_MAX. libwebsockets sizes its table
 * of sockets by this limit; given a number of its own, it would search the table from the start. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max > FILES_MAX ? FILES_MAX : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static struct lws_context_creation_info describe(sv_net *net, void **loops)
{
    const sv_config *c = &net->config;
    const bool tls = c->tls_cert[0] != '\0';
    return (struct lws_context_creation_info){
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .headers = headers,
        .foreign_loops = loops,
        .max_http_header_data = SV_HEADER_MAX,
        .max_http_header_pool = HEADER_POOL,
        .timeout_secs = 15,
        .keepalive_timeout = (int)c->idle_timeout,
        .retry_and_idle_policy = &idle_policy,
        .ssl_cert_filepath = tls ? c->tls_cert : NULL,
        .ssl_private_key_filepath = tls ? c->tls_key : NULL,
        .server_string = "elektro",
        .user = net,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN |
                   (tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0)};
}

static void log_line(int level, const char *line)
{
    char text[256];
    (void)level;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    sv_log("error", "libwebsockets", "text", text, NULL);
}

bool sv_lws_open(sv_net *net)
{
    void *loops[1] = {&net->loop};
    const struct lws_context_creation_info info = describe(net, loops);
    lws_set_log_level(LLL_ERR, log_line);
    raise_file_limit();
    net->lws = lws_create_context(&info);
    net->vhost = net->lws ? lws_create_vhost(net->lws, &info) : NULL;
    return net->vhost != NULL;
}

bool sv_listen(sv_net *net)
{
    const sv_config *c = &net->config;
    if (!sv_lws_open(net)) {
        fprintf(stderr, "elektro serve: cannot serve on %s, port %u%s\n", c->address, c->port,
                c->tls_cert[0] ? ". Check the files of --tls-cert and --tls-key." : "");
        return false;
    }
    return sv_peers_limit(net) && sv_listener_open(net);
}

void sv_lws_close(sv_net *net)
{
    if (net->lws)
        lws_context_destroy(net->lws);
    net->lws = NULL;
}
