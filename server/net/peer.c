#include "net/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "log.h"
#include "net/conn.h"
#include "net/http1.h"
#include "net/http2.h"
#include "net/process.h"

enum {
    RESERVE = 64, /* descriptors for the database, admin commands, webhooks and files */
    MIN_PEERS = 8,
    SHARE = 4, /* an address may have this part of all connections */
    IDLE_WHEN_FULL = 1,
    LINGER = 2,            /* seconds in which the other end must have heard the last answer */
    LINGER_BYTES = 1 << 20 /* that it may send meanwhile */
};

/* ------------------------------------------------------------------------------------ addresses */

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

/* --------------------------------------------------------------------------------------- limits */

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

/* ---------------------------------------------------------------------------------------- peers */

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

static void remove_from_list(sv_peer *peer)
{
    sv_peers *peers = &peer->net->peers;
    if (peer->previous)
        peer->previous->next = peer->next;
    else
        peers->first = peer->next;
    if (peer->next)
        peer->next->previous = peer->previous;
    peers->count--;
}

static void on_closed(sv_transport *transport)
{
    sv_peer *peer = (sv_peer *)transport;
    sv_net *net = peer->net;
    remove_from_list(peer);
    forget(peer);
    if (net->listener.open)
        sv_listener_resume(net);
}

/* Chooses the protocol, as soon as TLS has agreed on it. */
static void choose_protocol(sv_peer *peer)
{
    char byte;
    if (!sv_transport_handshaken(&peer->transport)) {
        if (sv_transport_read(&peer->transport, &byte, 1) < 0)
            sv_peer_cut(peer);
        return;
    }
    peer->protocol = sv_transport_speaks_h2(&peer->transport) ? &sv_http2 : &sv_http1;
    if (!peer->protocol->open(peer))
        sv_peer_cut(peer);
}

static void on_ready(sv_transport *transport)
{
    sv_peer *peer = (sv_peer *)transport;
    if (!peer->protocol && !peer->closed)
        choose_protocol(peer);
    if (!peer->protocol || peer->closed)
        return;
    peer->protocol->read(peer);
    sv_peer_wake(peer);
}

void sv_peer_open(sv_net *net, int fd, const struct sockaddr *from)
{
    sv_peer *peer = calloc(1, sizeof *peer);
    if (!peer) {
        close(fd);
        return;
    }
    peer->net = net;
    peer->transport.ready = on_ready;
    peer->transport.closed = on_closed;
    peer->waits_since = uv_now(&net->loop);
    read_address(peer, from);
    if (!count(peer)) {
        net->core.counts.peers_refused++;
        sv_log("warning", "too many connections from one address", "address", peer->address, NULL);
        close(fd);
        forget(peer);
        return;
    }
    if (!sv_transport_open(&peer->transport, &net->loop, fd, net->tls)) {
        forget(peer);
        return;
    }
    add(peer);
    if (sv_transport_handshaken(&peer->transport))
        choose_protocol(peer);
}

/* -------------------------------------------------------------------------------------- writing */

void sv_peer_wake(sv_peer *peer)
{
    sv_peers *peers = &peer->net->peers;
    if (peer->awake)
        return;
    peer->awake = true;
    peer->awake_next = NULL;
    if (!peers->awake)
        peers->awake_end = &peers->awake;
    *peers->awake_end = peer;
    peers->awake_end = &peer->awake_next;
}

static void drop_unsent(sv_peer *peer)
{
    free(peer->unsent);
    peer->unsent = NULL;
}

bool sv_peer_send(sv_peer *peer, const unsigned char *bytes, size_t length)
{
    const long taken = sv_transport_write(&peer->transport, bytes, length);
    if (taken < 0 || (size_t)taken == length)
        return taken >= 0;
    peer->unsent_length = length - (size_t)taken;
    peer->unsent_taken = 0;
    peer->unsent = malloc(peer->unsent_length);
    if (peer->unsent)
        memcpy(peer->unsent, bytes + taken, peer->unsent_length);
    return peer->unsent != NULL;
}

long sv_peer_send_rest(sv_peer *peer)
{
    const long taken = sv_transport_write(&peer->transport, peer->unsent + peer->unsent_taken,
                                          peer->unsent_length - peer->unsent_taken);
    if (taken > 0)
        peer->unsent_taken += (size_t)taken;
    if (peer->unsent_taken == peer->unsent_length)
        drop_unsent(peer);
    return taken;
}

/* --------------------------------------------------------------------------------------- ending */

/* Frees what the peer carries. */
static void unload(sv_peer *peer)
{
    while (peer->conns)
        sv_conn_free(peer->conns);
    if (peer->protocol)
        peer->protocol->close(peer);
    peer->protocol = NULL;
    drop_unsent(peer);
}

static void drop_input(sv_peer *peer)
{
    enum { ROOM = 16384, READS_MAX = 4 };
    static char room[ROOM];
    for (unsigned i = 0; i < READS_MAX; i++) {
        const long count = sv_transport_read(&peer->transport, room, sizeof room);
        peer->dropped += count > 0 ? (size_t)count : 0;
        if (count < 0 || peer->dropped > LINGER_BYTES)
            sv_peer_cut(peer);
        if (count <= 0 || peer->closed)
            return;
    }
}

static void do_nothing(sv_peer *peer)
{
    (void)peer;
}

static bool has_not_heard(const sv_peer *peer)
{
    return !peer->closed;
}

/* Of a peer that lingers. It is never opened. */
static const sv_protocol lingering = {.read = drop_input,
                                      .write = do_nothing,
                                      .on_deadline = sv_peer_cut,
                                      .drain = do_nothing,
                                      .busy = has_not_heard,
                                      .close = do_nothing};

void sv_peer_linger(sv_peer *peer)
{
    unload(peer);
    peer->protocol = &lingering;
    peer->lingers = true;
    sv_peer_is_busy(peer);
    sv_transport_shut(&peer->transport);
    sv_transport_want(&peer->transport, true, false);
}

static void dispose(sv_peer *peer)
{
    peer->awake = true; /* never again in the list */
    unload(peer);
    sv_transport_close(&peer->transport);
}

bool sv_peers_write(sv_net *net)
{
    sv_peer *peer = net->peers.awake;
    net->peers.awake = NULL;
    while (peer) {
        sv_peer *next = peer->awake_next;
        peer->awake = false;
        if (peer->closed)
            dispose(peer);
        else if (peer->protocol)
            peer->protocol->write(peer);
        peer = next;
    }
    return net->peers.awake != NULL;
}

void sv_peer_cut(sv_peer *peer)
{
    if (peer->closed)
        return;
    peer->closed = true;
    shutdown(peer->transport.fd, SHUT_RDWR);
    sv_peer_wake(peer);
}

void sv_peers_close(sv_net *net)
{
    for (sv_peer *peer = net->peers.first; peer; peer = peer->next)
        sv_peer_cut(peer);
    while (sv_peers_write(net))
        ;
}

/* ---------------------------------------------------------------------------------------- times */

void sv_peer_is_busy(sv_peer *peer)
{
    peer->waits_since = uv_now(&peer->net->loop);
}

void sv_peer_was_served(sv_peer *peer)
{
    sv_peer_is_busy(peer);
    peer->served = true;
}

/* While there is no room for others, connections that are kept for a next request end at once. */
static unsigned seconds_to_wait(const sv_peer *peer)
{
    const sv_net *net = peer->net;
    if (peer->lingers)
        return LINGER;
    if (!peer->served)
        return net->config.request_timeout;
    return net->peers.count >= net->peers.max
               ? IDLE_WHEN_FULL
               : net->config.idle_timeout + net->config.request_timeout;
}

static void end_waiting(sv_peer *peer)
{
    peer->net->core.counts.timed_out += !peer->served && !peer->lingers;
    sv_peer_is_busy(peer);
    if (peer->protocol)
        peer->protocol->on_deadline(peer);
    else
        sv_peer_cut(peer);
}

void sv_check_peers(sv_net *net)
{
    const uint64_t now = uv_now(&net->loop);
    for (sv_peer *peer = net->peers.first; peer; peer = peer->next)
        if (!peer->closed && now - peer->waits_since >= seconds_to_wait(peer) * UINT64_C(1000))
            end_waiting(peer);
}
