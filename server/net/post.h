/*
 * POST to an address that a user entered, through libcurl.
 *
 * A private address is refused when the socket for it is opened, so no name and no change of its
 * DNS records leads to one. Of a host with several addresses the public ones are tried.
 * Certificates are verified against those of the system, or of SSL_CERT_FILE and SSL_CERT_DIR.
 * Redirects are not followed, and proxies named in the environment are not used. A receiver has
 * answered when the status line of its answer has arrived; reading ends after the headers, or after
 * 16 KB of them. Without an answer there are two more attempts, unless every address was refused.
 * The timeout covers all attempts together, and everything in them: looking the name up,
 * connecting, sending and waiting.
 */
#ifndef ELEKTRO_SERVER_NET_POST_H
#define ELEKTRO_SERVER_NET_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation.h"
#include "pool.h"

typedef struct sv_post {
    const char *url, *body, *type;
    size_t size;             /* of the body; 0: it is a text */
    const char *header;      /* one more, "Name: value" */
    const char *const *more; /* others, the last one NULL; NULL: there are none */
    int timeout_ms;
    bool private_too;    /* may go to this machine and its network */
    const sv_pool *pool; /* whose closing ends it early */
    /* Asked before each attempt whether there may be one, until it says no. NULL: it always may. */
    bool (*may)(const struct sv_post *post);
    void *data; /* the caller's */
    /* The outcome. */
    bool forbidden;  /* "may" said no: there was no further attempt */
    bool refused;    /* the host has private addresses only: there was one attempt */
    const char *why; /* the reason why the last attempt failed; NULL */
    long status;     /* of the answer; 0: there was none */
    int64_t wait_ms; /* that the answer asks for before another attempt (Retry-After); 0 */
} sv_post;

/* Before the first and after the last. */
void sv_post_open(void);
void sv_post_close(void);

/* Sends it, from a thread that may wait; false if there was no answer. */
bool sv_post_send(sv_post *post);
/* Looks the host up and sends nothing: sets refused if it has private addresses only. */
void sv_post_look_up(sv_post *post);

/* Whether a field of a request is an address that can be sent to: http or https, a host by name or
 * IPv4. */
bool sv_post_url_fits(const char *field, const char *url, rec_error *error);
/* The same for https only. */
bool sv_post_https_fits(const char *field, const char *url, rec_error *error);

/* Whether an address of the network belongs neither to this machine nor to a private network. */
struct sockaddr;
bool sv_address_is_public(const struct sockaddr *address);

#endif
