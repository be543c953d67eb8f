/* Connections to a server in the same process: one end is its own, the other the fuzzer's. */
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "game_server.h"
#include "net/http2.h"

enum { QUIET_TURNS = 3, PATIENCE = 20 };

static sv_net net;

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    game_server_open(&net.core);
    net.config = (sv_config){.port = 8017,
                             .rate = 40,
                             .request_timeout = 30,
                             .idle_timeout = 30,
                             .address = "127.0.0.1"};
    sv_web_read(&net.web, "");
    must(uv_loop_init(&net.loop) == 0, "the server does not open");
    must(sv_loop_open(&net), "the loop does not open");
    uv_timer_stop(&net.tick); /* the clock advances between inputs */
    uv_timer_stop(&net.look);
    return 0;
}

static bool hear(connection *v)
{
    char rest[4096];
    const bool full = v->length == sizeof v->heard;
    const ssize_t got = full ? recv(v->fd, rest, sizeof rest, 0)
                             : recv(v->fd, v->heard + v->length, sizeof v->heard - v->length, 0);
    if (got == 0)
        v->ended = true;
    if (got > 0 && !full)
        v->length += (size_t)got;
    return got > 0;
}

/* Runs the loop until it is idle. */
static void settle(connection *v)
{
    for (unsigned quiet = 0; quiet < QUIET_TURNS; quiet++) {
        uv_run(&net.loop, UV_RUN_NOWAIT);
        if (hear(v) || sv_turns_are_due(&net))
            quiet = 0;
    }
}

void connection_open(connection *v, server_game *g)
{
    int pair[2];
    game_server_start(&net.core, g);
    game_server_disconnect(&net.core);
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) == 0,
         "no sockets");
    v->fd = pair[0];
    v->ended = false;
    v->length = 0;
    sv_peer_open(&net, pair[1], &(struct sockaddr){.sa_family = AF_UNIX});
    must(net.peers.count > 0, "the socket is not adopted");
    settle(v);
}

void connection_open_http2(connection *v, server_game *g)
{
    connection_open(v, g);
    sv_peer *peer = net.peers.first;
    peer->protocol->close(peer);
    peer->protocol = &sv_http2;
    must(peer->protocol->open(peer), "there is no memory for a session");
    settle(v);
}

void connection_send(connection *v, const char *bytes, size_t length)
{
    while (length > 0 && !v->ended) {
        const ssize_t sent = send(v->fd, bytes, length, MSG_NOSIGNAL);
        settle(v);
        if (sent < 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

static void check_seed(const connection *v, const server_game *g)
{
    const sv_table *table = sv_table_find(&net.core, g->code);
    if (table && table->status == SV_RUNNING)
        must(!memmem(v->heard, v->length, g->seed, strlen(g->seed)), "the seed was sent");
}

void connection_close(connection *v, const server_game *g)
{
    check_seed(v, g);
    game_server_check(&net.core, g);
    close(v->fd);
    for (unsigned i = 0; i < PATIENCE && net.peers.first; i++)
        uv_run(&net.loop, UV_RUN_NOWAIT);
    must(!net.peers.first && !net.core.clients.first, "the connection is not released");
    sv_forget_tables(&net.core);
}
