/*
 * The key with which a server tells push services who it is (VAPID, RFC 8292). A browser subscribes
 * with its public half, and then the push service takes messages for this browser only from the
 * owner of the key.
 */
#ifndef ELEKTRO_SERVER_NET_VAPID_H
#define ELEKTRO_SERVER_NET_VAPID_H

#include <stdbool.h>
#include <stdint.h>

#include "net/web_push.h"

enum {
    SV_VAPID_WHY = 512, /* bytes of a reason */
    SV_VAPID_HEADER_MAX = 1024,
    SV_VAPID_HOURS = 12, /* that a header is valid; push services accept 24 */
    SV_VAPID_CONTACT_MAX = 256
};

/* The key, and how push services can reach the operator. Threads may share it. */
typedef struct sv_vapid sv_vapid;

/* Reads a private key of P-256 from a file in PEM. NULL if it cannot be used, or the contact is
 * neither mailto:… nor https://…, with the reason in plain English. */
sv_vapid *sv_vapid_open(const char *path, const char *contact, char why[SV_VAPID_WHY]);
/* Another reference to it; each is to be closed. NULL may be closed, too. */
sv_vapid *sv_vapid_share(sv_vapid *vapid);
void sv_vapid_close(sv_vapid *vapid);

/* Makes a key and writes it to a new file that only its owner can read. */
bool sv_vapid_make(const char *path, char why[SV_VAPID_WHY]);

/* The public half of the key in base64url, as browsers take it. */
const char *sv_vapid_public(const sv_vapid *vapid);

/* The line "Authorization: vapid …" for a message to an address; now is in milliseconds. */
bool sv_vapid_header(const sv_vapid *vapid, const char *endpoint, int64_t now,
                     char header[SV_VAPID_HEADER_MAX]);

#endif
