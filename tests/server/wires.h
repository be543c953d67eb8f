/* Transports with a loop of their own, and clients at the other ends of their sockets. All run in
 * one thread: each wait lets the loop go on. */
#ifndef ELEKTRO_TESTS_SERVER_WIRES_H
#define ELEKTRO_TESTS_SERVER_WIRES_H

#include "net/tls.h"
#include "net/transport.h"

enum { GOT_MAX = 1 << 22 };

/* The owner of a transport: does in ready() what the test has told it. */
typedef struct owner {
    sv_transport t;
    unsigned readies, closes;
    bool reads;         /* in ready(), until nothing comes; or else one time */
    bool reads_once;    /* the latter */
    bool ended;         /* reading or writing has said so */
    bool closes_itself; /* in ready() */
    size_t chunk;       /* bytes that it reads at a time */
    const unsigned char *out;
    size_t out_length, out_sent; /* bytes to write in ready() */
    unsigned char *got;
    size_t got_length;
} owner;

/* The other end of the socket. */
typedef struct client {
    int fd;
    SSL *ssl;   /* NULL: plain */
    bool ended; /* in order: the server has said that nothing follows */
    bool broken;
    unsigned char *got;
    size_t got_length;
} client;

/* For each test: a loop and settings of TLS, and that nothing is left of them. */
int wires_setup(void **state);
int wires_teardown(void **state);
extern uv_loop_t wires_loop;
extern SSL_CTX *wires_tls;

/* A path in the folder of this test. */
const char *wires_path(const char *name);
/* Writes a certificate for a name, and its key, encrypted if there is a passphrase. */
void make_certificate(const char *name, const char *certificate, const char *key,
                      const char *passphrase);

/* Opens a transport and a client at the other end, which is not trusted to do anything by itself.
 * With TCP the system's buffers are small. */
void wires_open(owner *o, client *c, SSL_CTX *tls, bool tcp);
/* Gives the client TLS; protocols as ALPN has them ("\2h2"), NULL: none. */
void client_use_tls(client *c, const char *protocols);
/* Ends both, and frees their memory. */
void wires_close(owner *o, client *c);

/* Lets the loop and the client go on for a moment. */
void wires_step(client *c);
/* One iteration of the loop that does not wait. */
void loop_step(void);

/* Waits until the condition is true, and reads as the client does meanwhile. */
#define UNTIL(client, condition)                                      \
    do {                                                              \
        const uint64_t begun = uv_hrtime();                           \
        while (!(condition)) {                                        \
            assert_true(uv_hrtime() - begun < UINT64_C(60000000000)); \
            wires_step(client);                                       \
        }                                                             \
    } while (0)

/* The client goes on with its handshake; true when it is complete. */
bool client_shakes(client *c);
/* Runs the handshake of both ends. */
void wires_shake(owner *o, client *c);
/* Sends all of it; waits as long as the server does not take it. */
void client_send(client *c, const void *bytes, size_t length);
/* Reads what has come. */
void client_read(client *c);

/* Bytes that show a missing, doubled or misplaced one. */
const unsigned char *pattern(size_t length);

#endif
