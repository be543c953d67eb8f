/* The listening socket. Accepting pauses while no descriptor or no connection is free. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "log.h"
#include "net/net.h"

enum { AT_ONCE = 64 }; /* connections accepted before others are served again */

static void pause_listening(sv_net *net)
{
    uv_poll_stop(&net->listener.poll);
    net->listener.paused = true;
}

static void on_connections(uv_poll_t *poll, int status, int events);

void sv_listener_resume(sv_net *net)
{
    if (!net->listener.paused || net->peers.count >= net->peers.max)
        return;
    net->listener.paused = false;
    uv_poll_start(&net->listener.poll, UV_READABLE, on_connections);
}

/* Whether a connection was accepted, or went away before it could be. */
static bool accept_one(sv_net *net)
{
    struct sockaddr_storage from = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof from;
    /* Without the limit, the system would take megabytes for a slow reader, and then nothing for so
     * long that it looks dead. */
    const int yes = 1, unsent_max = 128 * 1024;
    if (net->peers.count >= net->peers.max) {
        sv_log("warning", "no connection is free: accepting pauses", NULL);
        pause_listening(net);
        return false;
    }
    const int fd =
        accept4(net->listener.fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent_max, sizeof unsent_max);
        sv_peer_open(net, fd, (const struct sockaddr *)&from);
        return true;
    }
    switch (errno) {
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
        sv_log("warning", "a connection cannot be accepted: accepting pauses", "text",
               strerror(errno), NULL);
        pause_listening(net);
        return false;
    case EAGAIN:
        return false;
    default: /* the connection is gone, or its network */
        return true;
    }
}

static void on_connections(uv_poll_t *poll, int status, int events)
{
    sv_net *net = poll->data;
    (void)status;
    (void)events;
    for (unsigned i = 0; i < AT_ONCE && accept_one(net); i++)
        ;
}

/* Returns the listening socket; -1 with errno. */
static int open_socket(const char *address, unsigned number)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICSERV | AI_PASSIVE};
    const int yes = 1;
    struct addrinfo *list;
    char port[8];
    snprintf(port, sizeof port, "%u", number);
    if (getaddrinfo(address, port, &hints, &list) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    const int fd = socket(list->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int problem = fd < 0 ? errno : 0;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!problem && (bind(fd, list->ai_addr, list->ai_addrlen) != 0 || listen(fd, SOMAXCONN) != 0))
        problem = errno;
    freeaddrinfo(list);
    if (!problem)
        return fd;
    if (fd >= 0)
        close(fd);
    errno = problem;
    return -1;
}

/* Whether the parent has left a socket, as systemd does. */
static bool has_inherited(void)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    const bool mine = pid && count && strtol(pid, NULL, 10) == getpid() && count[0] != '0';
    /* Not for programs that this one starts. */
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return mine;
}

static bool take_address(sv_config *config, const struct sockaddr_storage *bound, socklen_t size)
{
    char port[8];
    if (getnameinfo((const struct sockaddr *)bound, size, config->address, sizeof config->address,
                    port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return false;
    config->port = (unsigned)strtoul(port, NULL, 10);
    return true;
}

bool sv_listener_inherit(sv_net *net)
{
    enum { FIRST = 3 };
    struct sockaddr_storage bound = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof bound, flag_size = sizeof(int);
    int listens = 0;
    if (!has_inherited())
        return true;
    if (getsockopt(FIRST, SOL_SOCKET, SO_ACCEPTCONN, &listens, &flag_size) != 0 || !listens ||
        getsockname(FIRST, (struct sockaddr *)&bound, &size) != 0 ||
        (bound.ss_family != AF_INET && bound.ss_family != AF_INET6) ||
        !take_address(&net->config, &bound, size) ||
        fcntl(FIRST, F_SETFL, fcntl(FIRST, F_GETFL) | O_NONBLOCK) != 0 ||
        fcntl(FIRST, F_SETFD, FD_CLOEXEC) != 0)
        return cli_complain(sv_serve_verb.name,
                            "the socket from LISTEN_FDS does not listen for TCP connections");
    net->listener.fd = FIRST;
    net->listener.inherited = true;
    return true;
}

bool sv_listener_open(sv_net *net)
{
    const sv_config *c = &net->config;
    const int fd = net->listener.inherited ? net->listener.fd : open_socket(c->address, c->port);
    if (fd >= 0) {
        net->listener.fd = fd;
        net->listener.open = net->listener.paused = true;
        uv_poll_init(&net->loop, &net->listener.poll, fd);
        net->listener.poll.data = net;
        sv_listener_resume(net);
        return true;
    }
    if (errno == EADDRINUSE)
        fprintf(
            stderr,
            "elektro serve: port %u is in use by another program. Choose another with --port.\n",
            c->port);
    else
        fprintf(stderr, "elektro serve: cannot listen on %s, port %u: %s\n", c->address, c->port,
                strerror(errno));
    return false;
}

void sv_listener_close(sv_net *net)
{
    if (!net->listener.open)
        return;
    net->listener.open = net->listener.paused = false;
    uv_close((uv_handle_t *)&net->listener.poll, NULL);
    close(net->listener.fd);
}
