/*
 * The network connections: each is counted when it is accepted, long before it has made a request,
 * and has a limited time for its next request.
 *
 * A peer waits from the moment it is accepted, and again from the end of its last answer, until the
 * head of a request has arrived as a whole. The bytes of the head do not prolong this time, and the
 * TLS handshake is part of it. The time for the body is measured by the request (heartbeat.c).
 *
 * Behind a proxy all connections come from its address. There each request is counted instead, by
 * the address that the proxy names (sv_conn_count_request).
 */
#ifndef ELEKTRO_SERVER_NET_PEER_H
#define ELEKTRO_SERVER_NET_PEER_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"

typedef struct sv_net sv_net;
typedef struct sv_peer sv_peer;
struct lws;
struct sockaddr;

struct sv_peer {
    sv_peer *previous, *next;
    sv_net *net;
    struct lws *wsi;
    uint64_t waits_since; /* milliseconds of the loop's clock */
    bool served;          /* it has had an answer */
    bool counted;         /* among the connections of its address, at place */
    unsigned place;
    char address[SV_ADDRESS_MAX]; /* as limits count it */
};

typedef struct sv_peers {
    sv_peer *first;
    unsigned count, max;
    unsigned room; /* for which there are descriptors; 0: not known yet */
} sv_peers;

/* Finds out for how many there are descriptors, and applies the settings. False if the system
 * allows too few open files, after an error message. */
bool sv_peers_limit(sv_net *net);
/* Says by the settings how many there may be, in total and of one address. */
void sv_peers_apply_settings(sv_net *net);

/* Takes over a connected socket; closes it if its address has too many connections. */
void sv_peer_open(sv_net *net, int fd, const struct sockaddr *from);
/* The connection is gone; NULL: it was none of these. */
void sv_peer_close(sv_peer *peer);
/* The peer of a connection or of one of its streams. */
sv_peer *sv_peer_of(struct lws *wsi);

/* Something of the peer is being answered, or its next request has arrived. */
void sv_peer_is_busy(sv_peer *peer);
/* An answer has left. */
void sv_peer_was_served(sv_peer *peer);

/* Ends a network connection: the other end sees it at once, and the loop is woken to free it. */
void sv_peer_cut(sv_net *net, struct lws *network);
/* Once a second: cuts off those who have waited too long. */
void sv_check_peers(sv_net *net);

/* The address that limits count: for IPv6 its /64 network, which is what one customer gets, except
 * for ::1. A text that is no address becomes "unknown". */
void sv_address_for_limits(const char *text, char address[SV_ADDRESS_MAX]);
/* Whether such an address is this machine's own: of programs of the operator, which ask for
 * /healthz and /metrics. */
bool sv_address_is_here(const char *address);

#endif
