#include "net/peer.h"

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "log.h"
#include "net/net.h"
#include "net/process.h"

enum {
    RESERVE = 64, /* descriptors for the database, admin commands, webhooks and files */
    MIN_PEERS = 8,
    SHARE = 4, /* an address may have this part of all connections */
    IDLE_WHEN_FULL = 1
};

/* ------------------------------------------------------------------------------------- addresses
 */

void sv_address_for_limits(const char *text, char address[SV_ADDRESS_MAX])
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1) {
        inet_ntop(AF_INET, &four, address, SV_ADDRESS_MAX);
    } else if (inet_pton(AF_INET6, text, &six) != 1) {
        memcpy(address, "unknown", sizeof "unknown");
    } else if (IN6_IS_ADDR_V4MAPPED(&six)) {
        inet_ntop(AF_INET, six.s6_addr + 12, address, SV_ADDRESS_MAX);
    } else {
        if (!IN6_IS_ADDR_LOOPBACK(&six))
            memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, address, SV_ADDRESS_MAX);
    }
}

bool sv_address_is_here(const char *address)
{
    return strcmp(address, "127.0.0.1") == 0 || strcmp(address, "::1") == 0;
}

static void read_address(sv_peer *peer, const struct sockaddr *from)
{
    char text[INET6_ADDRSTRLEN] = "";
    if (from->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)from)->sin_addr, text,
                  sizeof text);
    else if (from->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, text,
                  sizeof text);
    sv_address_for_limits(text, peer->address);
}

/* ---------------------------------------------------------------------------------------- limits
 */

void sv_peers_apply_settings(sv_net *net)
{
    enum { OF_RATE = 10 };
    const sv_config *c = &net->config;
    sv_peers *p = &net->peers;
    p->max = c->connections && c->connections < p->room ? c->connections : p->room;
    const unsigned share = p->max < SHARE ? 1 : p->max / SHARE,
                   usual = c->rate * OF_RATE < share ? c->rate * OF_RATE : share;
    net->core.limits.max_connected =
        (uint16_t)(c->connections_per_address ? c->connections_per_address : usual);
    if (p->room && c->connections > p->room)
        sv_log("warning", "the limit of open files allows fewer connections than asked for", NULL);
}

bool sv_peers_limit(sv_net *net)
{
    sv_process process;
    sv_process_read(&process);
    const unsigned taken = (unsigned)process.descriptors + RESERVE;
    const unsigned max = (unsigned)process.descriptors_max;
    net->peers.room = max > taken ? max - taken : 0;
    if (net->peers.room < MIN_PEERS) {
        fprintf(stderr,
                "elektro serve: the system allows %u open files, and at least %u are needed. "
                "Raise the limit (ulimit -n, LimitNOFILE).\n",
                max, taken + MIN_PEERS);
        return false;
    }
    sv_peers_apply_settings(net);
    return true;
}

/* ----------------------------------------------------------------------------------------- peers
 */

static bool count(sv_peer *peer)
{
    sv_core *core = &peer->net->core;
    peer->place = sv_limit_place(&core->limits, peer->address);
    if (peer->net->config.proxied)
        return true;
    if (!sv_charge_connection(core, peer->address) && !sv_address_is_here(peer->address))
        return false;
    peer->counted = sv_limit_connect(&core->limits, peer->place);
    return peer->counted;
}

static void add(sv_peer *peer)
{
    sv_peers *peers = &peer->net->peers;
    peer->next = peers->first;
    if (peers->first)
        peers->first->previous = peer;
    peers->first = peer;
    peers->count++;
}

static void forget(sv_peer *peer)
{
    if (peer->counted)
        sv_limit_disconnect(&peer->net->core.limits, peer->place);
    free(peer);
}

void sv_peer_open(sv_net *net, int fd, const struct sockaddr *from)
{
    sv_peer *peer = calloc(1, sizeof *peer);
    if (!peer) {
        close(fd);
        return;
    }
    peer->net = net;
    peer->waits_since = uv_now(&net->loop);
    read_address(peer, from);
    if (!count(peer)) {
        net->core.counts.peers_refused++;
        sv_log("warning", "too many connections from one address", "address", peer->address, NULL);
        close(fd);
        forget(peer);
        return;
    }
    peer->wsi = lws_adopt_socket_vhost(net->vhost, fd); /* closes the socket if it cannot */
    if (!peer->wsi) {
        forget(peer);
        return;
    }
    lws_set_opaque_user_data(peer->wsi, peer);
    add(peer);
}

void sv_peer_close(sv_peer *peer)
{
    if (!peer)
        return;
    sv_net *net = peer->net;
    if (peer->previous)
        peer->previous->next = peer->next;
    else
        net->peers.first = peer->next;
    if (peer->next)
        peer->next->previous = peer->previous;
    net->peers.count--;
    forget(peer);
    sv_listener_resume(net);
}

sv_peer *sv_peer_of(struct lws *wsi)
{
    return lws_get_opaque_user_data(lws_get_network_wsi(wsi));
}

void sv_peer_is_busy(sv_peer *peer)
{
    peer->waits_since = uv_now(&peer->net->loop);
}

void sv_peer_was_served(sv_peer *peer)
{
    sv_peer_is_busy(peer);
    peer->served = true;
}

/* libwebsockets looks at its timeouts only after something has happened on a socket, so it is woken
 * to free the connection. */
void sv_peer_cut(sv_net *net, struct lws *network)
{
    shutdown(lws_get_socket_fd(network), SHUT_RDWR);
    lws_set_timeout(network, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    lws_cancel_service(net->lws);
}

/* While there is no room for others, connections that are kept for a next request end at once. */
static unsigned seconds_to_wait(const sv_peer *peer)
{
    const sv_net *net = peer->net;
    if (!peer->served)
        return net->config.request_timeout;
    return net->peers.count >= net->peers.max
               ? IDLE_WHEN_FULL
               : net->config.idle_timeout + net->config.request_timeout;
}

void sv_check_peers(sv_net *net)
{
    const uint64_t now = uv_now(&net->loop);
    for (sv_peer *peer = net->peers.first, *next; peer; peer = next) {
        next = peer->next;
        if (now - peer->waits_since < seconds_to_wait(peer) * UINT64_C(1000))
            continue;
        net->core.counts.timed_out += !peer->served;
        sv_peer_is_busy(peer); /* it is freed soon */
        sv_peer_cut(net, peer->wsi);
    }
}
