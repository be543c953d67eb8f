/*
 * Sends a mail through the mail server of the operator, through libcurl.
 *
 * Unless that server is this machine, or the operator allows it, nothing is said to it before the
 * connection is encrypted (STARTTLS, or smtps://), and its certificate is verified.
 */
#ifndef ELEKTRO_SERVER_NET_SMTP_H
#define ELEKTRO_SERVER_NET_SMTP_H

#include <stdbool.h>
#include <stddef.h>

#include "notation.h"
#include "pool.h"

enum { SV_SMTP_WHY = 129 };

/* Where mails go, and from whom. The texts belong to the caller. */
typedef struct sv_smtp_server {
    const char *url;             /* smtp://host:port or smtps://host:port */
    const char *user, *password; /* user "": it asks for none */
    const char *from;            /* the sender's address */
    bool plain;                  /* it need not encrypt */
} sv_smtp_server;

typedef struct sv_smtp {
    const sv_smtp_server *server;
    const char *to;      /* an address */
    const char *message; /* header fields, an empty line, the text; lines end with CRLF */
    int timeout_ms;
    const sv_pool *pool; /* whose closing ends it early */
    /* The outcome. */
    bool refused;          /* for good, and because of the receiver: it is no use to try again */
    char why[SV_SMTP_WHY]; /* what was wrong, in the words of the mail server if it has said some */
} sv_smtp;

/* Sends it once, from a thread that may wait; false if the mail server has not taken it. */
bool sv_smtp_send(sv_smtp *mail);

/* Whether this is the URL of a mail server. */
bool sv_smtp_url_fits(const char *url);

#endif
