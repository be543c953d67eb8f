/*
 * The bytes of one network connection, through TLS or plain.
 *
 * A transport is a nonblocking socket on the loop. Its owner is told by ready() that it may read or
 * write again, and reads and writes as much as it likes; reading and writing never call back.
 *
 *      ──open──▶ HANDSHAKE ──▶ OPEN ──shut──▶ SHUTTING ──▶ SHUT ──close──▶ closed()
 *
 * A plain transport is OPEN at once. While it is SHUTTING, the last bytes that were written, the
 * close_notify of TLS and the end of the stream (FIN) leave, in this order. A transport can be
 * closed in every state; only shut() before it tells a TLS peer that nothing is missing.
 *
 * TLS has its own needs: to read it may have to wait until the socket can be written, and the other
 * way round; and it holds decrypted bytes that the system does not know of. The transport sees to
 * that. A peer that sends many records without content, such as new keys, is gone. OpenSSL writes
 * without MSG_NOSIGNAL, so the program ignores SIGPIPE.
 */
#ifndef ELEKTRO_SERVER_NET_TRANSPORT_H
#define ELEKTRO_SERVER_NET_TRANSPORT_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

typedef struct sv_transport sv_transport;

struct sv_transport {
    /* The owner sets these before sv_transport_open.
     *
     * ready: it can be read or written again, as sv_transport_want asked; or it has ended, and
     * reading or writing says so. It is also called once when the TLS handshake is complete or has
     * failed, whatever was wanted. It comes from the loop only, never from inside a function below,
     * and may call all of them.
     *
     * closed: the last call, some time after sv_transport_close; the memory may be freed. */
    void (*ready)(sv_transport *t);
    void (*closed)(sv_transport *t);
    void *data; /* the owner's */

    /* The rest is for transport.c. */
    uv_poll_t poll;
    int fd;
    SSL *ssl;                  /* NULL: no TLS */
    uv_idle_t *idle;           /* of TLS: runs while decrypted bytes wait for their reader */
    uint8_t state;             /* enum in transport.c */
    uint8_t polled;            /* events that the loop looks for */
    uint8_t barren;            /* records of TLS since the last one that was read */
    bool wants_read : 1;       /* of the owner */
    bool wants_write : 1;      /* of the owner */
    bool read_needs_write : 1; /* of TLS */
    bool write_needs_read : 1; /* of TLS */
    bool half_sent : 1;        /* a record of TLS has left in part */
    bool dry : 1;              /* TLS has no whole record more */
    bool ended : 1;            /* the peer has ended its side */
    bool gone : 1;             /* nothing can be read or written any more */
    bool in_ready : 1;         /* ready() is running */
    bool closing : 1;          /* sv_transport_close was called */
    uint8_t handles;           /* of the loop, that have not been closed */
};

/* Takes over a connected, nonblocking socket, also if it fails; with TLS the handshake begins.
 * False if memory or descriptors are short: the socket is closed, and closed() is not called. The
 * settings of TLS may be freed or replaced while it lives. Nothing is wanted at first. */
bool sv_transport_open(sv_transport *t, uv_loop_t *loop, int fd, SSL_CTX *tls);

/* Returns how many bytes were read (> 0); 0: none now; -1: the peer has ended its side, or is gone.
 * After an end the transport can still be written. ready() is not called to read what has ended. */
long sv_transport_read(sv_transport *t, void *room, size_t size);
/* Returns how many bytes the system has taken, perhaps 0; -1: the peer is gone, or the transport
 * was shut. The next call begins with the bytes that were not taken, and offers no fewer of them:
 * TLS may have sent a part of them. Before the end of the handshake none are taken. */
long sv_transport_write(sv_transport *t, const void *bytes, size_t length);

/* What ready() is called for from now on. Cheap: the loop is told only if it must look for more. */
void sv_transport_want(sv_transport *t, bool read, bool write);

/* Whether bytes can be exchanged: at once without TLS, and from the end of the handshake with it.
 */
bool sv_transport_handshaken(const sv_transport *t);
/* Whether the handshake has agreed on HTTP/2; if not, the peer speaks HTTP/1. */
bool sv_transport_speaks_h2(const sv_transport *t);
/* Whether TLS may have bytes to read at once, of which the system does not know. ready() is called
 * for them as for others. */
bool sv_transport_pending(const sv_transport *t);

/* Nothing more is written: what was taken leaves, and then the peer is told that it was all.
 * Reading goes on, until the peer ends its side, too: a socket that is closed with bytes to read
 * would reset the connection, and the peer might lose the last answer. */
void sv_transport_shut(sv_transport *t);
/* Whether the peer has been told, or is gone. */
bool sv_transport_is_shut(const sv_transport *t);
/* Closes the socket now; ready() is not called any more, and closed() follows from the loop.
 * Calling it again does nothing. */
void sv_transport_close(sv_transport *t);

#endif
