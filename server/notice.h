/*
 * Notices by webhook: "your turn" for somebody who is not here, or "time runs out".
 *
 * A notice is a POST with a JSON body to the address the user entered, signed with their secret
 * (X-Elektro-Signature, HMAC-SHA-256 of the body). The name is resolved once and the connection
 * goes to that very address, which must not be a private one unless the operator allows that;
 * redirects are not followed. It has arrived when anything at all is answered, which is not looked
 * at; without an answer it is tried three times. All of it takes ten seconds at most, and ends when
 * the server does.
 */
#ifndef ELEKTRO_SERVER_NOTICE_H
#define ELEKTRO_SERVER_NOTICE_H

#include "net/net.h"

void sv_notice_open(sv_net *net);
void sv_notice_close(void);

/* Whether an address of the network may be sent to: not this machine, not a private network. */
struct sockaddr;
bool sv_address_is_public(const struct sockaddr *address);

/* Reads "http://host[:port]/path" or https; false with words. */
typedef struct sv_url {
    bool tls;
    char host[128], port[6], path[SV_URL_MAX];
} sv_url;
bool sv_url_read(const char *text, sv_url *url, rec_error *error);

#endif
