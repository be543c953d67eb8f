/*
 * Messages for Web Push: encrypted for one browser (RFC 8291, in the coding aes128gcm of RFC 8188),
 * so that the push service on the way cannot read them. vapid.h says who sends them.
 *
 * The body of a message is one record:
 *
 *   salt, 16 bytes | size of records, 4 bytes | 65 | public key of this message, 65 bytes
 *   ciphertext of the text and the byte 2, which ends the last record | tag, 16 bytes
 */
#ifndef ELEKTRO_SERVER_NET_WEB_PUSH_H
#define ELEKTRO_SERVER_NET_WEB_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation.h"

enum {
    SV_PUSH_POINT = 65, /* bytes of a public key: a point of P-256 that is not compressed */
    SV_PUSH_AUTH = 16,
    SV_PUSH_SALT = 16,
    SV_PUSH_POINT_TEXT = 88, /* bytes of a public key in base64url, their end included */
    SV_PUSH_AUTH_TEXT = 23,
    SV_PUSH_TEXT_MAX = 3072, /* bytes of a message */
    SV_PUSH_BODY_MAX = SV_PUSH_SALT + 5 + SV_PUSH_POINT + SV_PUSH_TEXT_MAX + 1 + 16
};

/* What a browser has told: its public key, and a secret that the push service does not know. */
typedef struct sv_push_keys {
    uint8_t point[SV_PUSH_POINT], auth[SV_PUSH_AUTH];
} sv_push_keys;

typedef struct sv_push_body {
    size_t size;
    uint8_t bytes[SV_PUSH_BODY_MAX];
} sv_push_body;

/* Reads both from base64url without padding; refuses a key that is no point of the curve. */
bool sv_push_keys_read(const char *p256dh, const char *auth, sv_push_keys *keys, rec_error *error);

/* Encrypts a text with a fresh key and salt. False: the text is too long, or OpenSSL has failed. */
bool sv_push_encrypt(const sv_push_keys *to, const char *text, sv_push_body *body);
/* The same with a key pair of P-256, as OpenSSL has it, and a salt; neither may be used twice. */
struct evp_pkey_st;
bool sv_push_encrypt_with(const sv_push_keys *to, struct evp_pkey_st *own,
                          const uint8_t salt[SV_PUSH_SALT], const char *text, sv_push_body *body);

/* The public key of a key pair, as a point that is not compressed. */
bool sv_push_point_of(struct evp_pkey_st *key, uint8_t point[SV_PUSH_POINT]);

#endif
