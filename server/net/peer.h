/*
 * The peers: network connections. Each is counted when it is accepted, long before it has made a
 * request, and has a limited time for its next request.
 *
 * A peer waits from the moment it is accepted, and again from the end of its last answer, until the
 * head of a request has arrived as a whole. The bytes of the head do not prolong this time, and the
 * TLS handshake is part of it. The time for the body is measured by the request (heartbeat.c).
 *
 * A peer owns its transport and, from the end of the TLS handshake on, its protocol (HTTP/1 or
 * HTTP/2). Closing it from inside a call is safe: the other end sees it at once, but the memory is
 * freed from the loop, when no function of the protocol is running.
 *
 * Behind a proxy all connections come from its address. There each request is counted instead, by
 * the address that the proxy names (sv_conn_count_request).
 */
#ifndef ELEKTRO_SERVER_NET_PEER_H
#define ELEKTRO_SERVER_NET_PEER_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"
#include "net/transport.h"

typedef struct sv_net sv_net;
typedef struct sv_conn sv_conn;
typedef struct sv_peer sv_peer;
struct sockaddr;

/* A protocol, which is spoken on a connection. The functions are called from the loop, one at a
 * time; none of them is called for a peer that has been closed, except close. */
typedef struct sv_protocol {
    /* Makes the memory of the protocol (peer->session), and asks the transport to tell
     * when there is something to read. False without memory. */
    bool (*open)(sv_peer *peer);
    /* The transport may have bytes, or has ended, or can be written again. */
    void (*read)(sv_peer *peer);
    /* The peer was woken, or read has returned: frees the conns that are CLOSING, writes as much as
     * the transport takes, and says what it wants next (sv_transport_want). */
    void (*write)(sv_peer *peer);
    /* It has waited too long for its next request: the protocol says so if it can, and closes the
     * peer, at once or when that has been written. */
    void (*on_deadline)(sv_peer *peer);
    /* The server stops: requests that have begun are answered, and no others are taken. Conns have
     * been told already (sv_conn_drain). A connection on which nothing has begun ends; before that
     * it is read once more, because a request may have arrived meanwhile. */
    void (*drain)(sv_peer *peer);
    /* Whether a request has begun to arrive or is being answered, or the client must still be told
     * something: the server waits for that when it stops. */
    bool (*busy)(const sv_peer *peer);
    /* The peer has been closed: frees the memory of the protocol. Its conns have been freed. */
    void (*close)(sv_peer *peer);
} sv_protocol;

struct sv_peer {
    sv_transport transport; /* first */
    sv_peer *previous, *next;
    sv_peer *awake_next; /* in the list of those that were woken */
    sv_net *net;
    const sv_protocol *protocol; /* NULL: the TLS handshake is not complete */
    void *session;               /* the memory of the protocol */
    sv_conn *conns;              /* that the protocol carries, linked by peer_next */
    uint64_t waits_since;        /* milliseconds of the loop's clock */
    bool served;                 /* it has had an answer */
    bool lingers;                /* sv_peer_linger was called */
    size_t dropped;              /* while it lingers: bytes that still came */
    /* Bytes that the transport has not taken; NULL: none. */
    unsigned char *unsent;
    size_t unsent_length, unsent_taken;
    bool closed;  /* it is freed when the loop gets there */
    bool awake;   /* in the list */
    bool counted; /* among the connections of its address, at place */
    unsigned place;
    char address[SV_ADDRESS_MAX]; /* as limits count it */
};

typedef struct sv_peers {
    sv_peer *first;
    sv_peer *awake, **awake_end; /* those that were woken, in this order */
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

/* Lets the protocol write before the loop waits. */
void sv_peer_wake(sv_peer *peer);
/* Lets all peers write that were woken, and frees those that were closed (loop.c calls it). True if
 * some were woken meanwhile: then the loop must not wait. */
bool sv_peers_write(sv_net *net);

/* Gives the transport bytes, and keeps those that it does not take; only if none are kept. False:
 * the other end is gone, or there is no memory; the protocol cuts the peer. */
bool sv_peer_send(sv_peer *peer, const unsigned char *bytes, size_t length);
/* Offers the bytes again that are kept. Returns how many were taken; -1: the other end is gone. */
long sv_peer_send_rest(sv_peer *peer);

/* Something of the peer is being answered, or its next request has arrived. */
void sv_peer_is_busy(sv_peer *peer);
/* An answer has left. */
void sv_peer_was_served(sv_peer *peer);

/* The last byte has been sent: frees the conns and the protocol, and tells the other end. What that
 * still sends is dropped until it has closed, too, for a limited time and amount: bytes that nobody
 * has read would reset the connection, and take the last answer with them. A protocol calls it last
 * in its function write; it is not called any more then. */
void sv_peer_linger(sv_peer *peer);
/* Ends the connection: the other end sees it before this returns. What the transport has taken
 * still leaves. To be called from anywhere. */
void sv_peer_cut(sv_peer *peer);
/* Once a second: ends peers whose next request is late. */
void sv_check_peers(sv_net *net);
/* The loop ends: closes all. */
void sv_peers_close(sv_net *net);

/* The address that limits count: for IPv6 its /64 network, which is what one customer gets, except
 * for ::1. A text that is no address becomes "unknown". */
void sv_address_for_limits(const char *text, char address[SV_ADDRESS_MAX]);
/* Whether such an address is this machine's own: of programs of the operator, which ask for
 * /healthz and /metrics. */
bool sv_address_is_here(const char *address);

#endif
