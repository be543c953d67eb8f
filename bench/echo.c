/*
 * A bare echo server on the same event loop as the server, to measure the cost of sockets alone.
 *
 *     echo PORT
 */
#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

enum { MESSAGE = 1024 };

typedef struct session {
    size_t length;
    unsigned char bytes[LWS_PRE + MESSAGE];
} session;

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    session **mine = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        if (!*mine)
            *mine = calloc(1, sizeof **mine);
        if (!*mine || length > MESSAGE)
            return -1;
        (*mine)->length = length;
        memcpy((*mine)->bytes + LWS_PRE, in, length);
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return *mine &&
                       lws_write(wsi, (*mine)->bytes + LWS_PRE, (*mine)->length, LWS_WRITE_TEXT) < 0
                   ? -1
                   : 0;
    case LWS_CALLBACK_CLOSED:
        free(*mine);
        *mine = NULL;
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "elektro-1",
     .callback = callback,
     .per_session_data_size = sizeof(session *),
     .rx_buffer_size = MESSAGE},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    uv_loop_t loop;
    void *loops[1] = {&loop};
    struct rlimit limit;
    if (argc != 2)
        return 2;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    signal(SIGPIPE, SIG_IGN);
    lws_set_log_level(LLL_ERR, NULL);
    uv_loop_init(&loop);
    const struct lws_context_creation_info info = {.port = (int)strtol(argv[1], NULL, 10),
                                                   .iface = "127.0.0.1",
                                                   .protocols = protocols,
                                                   .foreign_loops = loops,
                                                   .options = LWS_SERVER_OPTION_LIBUV |
                                                              LWS_SERVER_OPTION_DISABLE_IPV6};
    if (!lws_create_context(&info))
        return 1;
    return uv_run(&loop, UV_RUN_DEFAULT);
}
