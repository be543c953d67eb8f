#include "net/web_push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <sodium.h>
#include <string.h>

#include "errors.h"

enum { NOT_COMPRESSED = 4, SECRET = 32, KEY = 16, TAG = 16, RECORD = 4096, LAST_RECORD = 2 };

/* ---------------------------------------------------------------------------------------- keys */

/* The public key of a browser for OpenSSL; NULL if it is no point of the curve. */
static EVP_PKEY *key_of(const uint8_t point[SV_PUSH_POINT])
{
    EVP_PKEY *key = NULL;
    char group[] = "prime256v1";
    uint8_t copy[SV_PUSH_POINT];
    memcpy(copy, point, sizeof copy);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, copy, sizeof copy),
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

static bool is_on_curve(const uint8_t point[SV_PUSH_POINT])
{
    EVP_PKEY *key = point[0] == NOT_COMPRESSED ? key_of(point) : NULL;
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    const bool ok = context && EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    ERR_clear_error(); /* connections with TLS look at the errors of this thread, too */
    return ok;
}

/* Reads exactly so many bytes. */
static bool read_bytes(const char *text, uint8_t *bytes, size_t size)
{
    size_t length;
    const char *end;
    return sodium_base642bin(bytes, size, text, strlen(text), NULL, &length, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size && *end == '\0';
}

bool sv_push_keys_read(const char *p256dh, const char *auth, sv_push_keys *keys, rec_error *error)
{
    if (!read_bytes(p256dh, keys->point, sizeof keys->point) || !is_on_curve(keys->point))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"p256dh\": expected a public key of P-256, 65 bytes in base64url without "
                       "padding.");
    if (!read_bytes(auth, keys->auth, sizeof keys->auth))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"auth\": expected 16 bytes in base64url without padding.");
    return true;
}

static bool coordinate(EVP_PKEY *key, const char *name, uint8_t bytes[SECRET])
{
    BIGNUM *number = NULL;
    const bool ok = EVP_PKEY_get_bn_param(key, name, &number) == 1 &&
                    BN_bn2binpad(number, bytes, SECRET) == SECRET;
    BN_free(number);
    return ok;
}

bool sv_push_point_of(EVP_PKEY *key, uint8_t point[SV_PUSH_POINT])
{
    point[0] = NOT_COMPRESSED;
    return coordinate(key, OSSL_PKEY_PARAM_EC_PUB_X, point + 1) &&
           coordinate(key, OSSL_PKEY_PARAM_EC_PUB_Y, point + 1 + SECRET);
}

/* What the two key pairs have in common. */
static bool agree(EVP_PKEY *own, const uint8_t point[SV_PUSH_POINT], uint8_t secret[SECRET])
{
    size_t length = SECRET;
    EVP_PKEY *other = key_of(point);
    EVP_PKEY_CTX *context = other ? EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL) : NULL;
    const bool ok = context && EVP_PKEY_derive_init(context) == 1 &&
                    EVP_PKEY_derive_set_peer(context, other) == 1 &&
                    EVP_PKEY_derive(context, secret, &length) == 1 && length == SECRET;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(other);
    return ok;
}

/* --------------------------------------------------------------------------------- derivations */

typedef struct part {
    const void *bytes;
    size_t size;
} part;

/* HKDF (RFC 5869) of SHA-256, of which one block is enough. info is all parts, one after another.
 */
static void derive(part salt, part secret, const part *info, unsigned parts, uint8_t out[SECRET])
{
    crypto_auth_hmacsha256_state hmac;
    uint8_t key[SECRET];
    const uint8_t first_block = 1;
    crypto_auth_hmacsha256_init(&hmac, salt.bytes, salt.size);
    crypto_auth_hmacsha256_update(&hmac, secret.bytes, secret.size);
    crypto_auth_hmacsha256_final(&hmac, key);
    crypto_auth_hmacsha256_init(&hmac, key, sizeof key);
    for (unsigned i = 0; i < parts; i++)
        crypto_auth_hmacsha256_update(&hmac, info[i].bytes, info[i].size);
    crypto_auth_hmacsha256_update(&hmac, &first_block, 1);
    crypto_auth_hmacsha256_final(&hmac, out);
    sodium_memzero(key, sizeof key);
}

/* The labels end with a zero byte, which belongs to them. */
#define LABEL(text) ((part){text, sizeof text})

typedef struct sealing_keys {
    uint8_t key[SECRET], nonce[SECRET]; /* of both only the first bytes are used */
} sealing_keys;

static void derive_keys(const sv_push_keys *to, const uint8_t own[SV_PUSH_POINT],
                        const uint8_t secret[SECRET], const uint8_t salt[SV_PUSH_SALT],
                        sealing_keys *keys)
{
    uint8_t input[SECRET];
    const part both[] = {LABEL("WebPush: info"), {to->point, SV_PUSH_POINT}, {own, SV_PUSH_POINT}};
    derive((part){to->auth, SV_PUSH_AUTH}, (part){secret, SECRET}, both, 3, input);
    derive((part){salt, SV_PUSH_SALT}, (part){input, SECRET}, &LABEL("Content-Encoding: aes128gcm"),
           1, keys->key);
    derive((part){salt, SV_PUSH_SALT}, (part){input, SECRET}, &LABEL("Content-Encoding: nonce"), 1,
           keys->nonce);
    sodium_memzero(input, sizeof input);
}

/* ---------------------------------------------------------------------------------- encryption */

/* Appends the ciphertext of some bytes. */
static bool append_sealed(EVP_CIPHER_CTX *c, const void *bytes, size_t size, sv_push_body *body)
{
    int length;
    if (EVP_EncryptUpdate(c, body->bytes + body->size, &length, bytes, (int)size) != 1)
        return false;
    body->size += (size_t)length;
    return true;
}

static bool append_tag(EVP_CIPHER_CTX *c, sv_push_body *body)
{
    int length;
    if (EVP_EncryptFinal_ex(c, body->bytes + body->size, &length) != 1 || length != 0 ||
        EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, TAG, body->bytes + body->size) != 1)
        return false;
    body->size += TAG;
    return true;
}

static bool seal(const sealing_keys *keys, const char *text, sv_push_body *body)
{
    const uint8_t end = LAST_RECORD;
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    const bool ok = c &&
                    EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, keys->key, keys->nonce) == 1 &&
                    append_sealed(c, text, strlen(text), body) && append_sealed(c, &end, 1, body) &&
                    append_tag(c, body);
    EVP_CIPHER_CTX_free(c);
    return ok;
}

static void append(sv_push_body *body, const void *bytes, size_t size)
{
    memcpy(body->bytes + body->size, bytes, size);
    body->size += size;
}

static void append_head(const uint8_t salt[SV_PUSH_SALT], const uint8_t own[SV_PUSH_POINT],
                        sv_push_body *body)
{
    const uint8_t sizes[] = {0, 0, RECORD >> 8, RECORD & 0xff, SV_PUSH_POINT};
    body->size = 0;
    append(body, salt, SV_PUSH_SALT);
    append(body, sizes, sizeof sizes);
    append(body, own, SV_PUSH_POINT);
}

bool sv_push_encrypt_with(const sv_push_keys *to, EVP_PKEY *own, const uint8_t salt[SV_PUSH_SALT],
                          const char *text, sv_push_body *body)
{
    uint8_t point[SV_PUSH_POINT], secret[SECRET];
    sealing_keys keys;
    if (strlen(text) > SV_PUSH_TEXT_MAX || !sv_push_point_of(own, point) ||
        !agree(own, to->point, secret))
        return false;
    derive_keys(to, point, secret, salt, &keys);
    append_head(salt, point, body);
    const bool ok = seal(&keys, text, body);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(&keys, sizeof keys);
    return ok;
}

bool sv_push_encrypt(const sv_push_keys *to, const char *text, sv_push_body *body)
{
    uint8_t salt[SV_PUSH_SALT];
    EVP_PKEY *own = EVP_EC_gen("P-256");
    randombytes_buf(salt, sizeof salt);
    const bool ok = own && sv_push_encrypt_with(to, own, salt, text, body);
    EVP_PKEY_free(own);
    return ok;
}
