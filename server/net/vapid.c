#include "net/vapid.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SIGNATURE = 64, /* r and s, 32 bytes each */
    ENCODING = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    CLAIMS_MAX = 1024,
    ORIGIN_MAX = 300,
    TOKEN_MAX = SV_VAPID_HEADER_MAX
};

struct sv_vapid {
    EVP_PKEY *key;
    _Atomic unsigned holders;
    char public_key[SV_PUSH_POINT_TEXT], contact[SV_VAPID_CONTACT_MAX];
};

/* ---------------------------------------------------------------------------------------- file */

static bool is_p256(EVP_PKEY *key)
{
    char group[32];
    size_t length;
    return EVP_PKEY_is_a(key, "EC") &&
           EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, group, sizeof group,
                                          &length) == 1 &&
           strcmp(group, "prime256v1") == 0;
}

/* OpenSSL would ask for a passphrase on the terminal, and the server would wait for it. */
static int no_passphrase(char *room, int size, int writes, void *data)
{
    (void)room, (void)size, (void)writes, (void)data;
    return -1;
}

static bool fail(char why[SV_VAPID_WHY], const char *path, const char *text)
{
    snprintf(why, SV_VAPID_WHY, "%s: %s", path, text);
    return false;
}

/* NULL with the reason. */
static EVP_PKEY *read_key(const char *path, char why[SV_VAPID_WHY])
{
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(why, path, strerror(errno)), NULL;
    EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, no_passphrase, NULL);
    fclose(file);
    ERR_clear_error();
    if (key && is_p256(key))
        return key;
    EVP_PKEY_free(key);
    fail(why, path,
         "expected a private key of the curve P-256 in PEM, without a passphrase. 'elektro admin "
         "push-key FILE' makes one.");
    return NULL;
}

static bool contact_fits(const char *contact)
{
    const char *rest = strncmp(contact, "mailto:", 7) == 0    ? contact + 7
                       : strncmp(contact, "https://", 8) == 0 ? contact + 8
                                                              : "";
    for (const char *c = rest; *c; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    return *rest && strlen(contact) < SV_VAPID_CONTACT_MAX &&
           (contact[0] == 'h' || strchr(rest, '@'));
}

static bool make_public(sv_vapid *v)
{
    uint8_t point[SV_PUSH_POINT];
    return sv_push_point_of(v->key, point) &&
           sodium_bin2base64(v->public_key, sizeof v->public_key, point, sizeof point, ENCODING);
}

sv_vapid *sv_vapid_open(const char *path, const char *contact, char why[SV_VAPID_WHY])
{
    if (!contact_fits(contact))
        return fail(why, "push-contact",
                    "expected an address for push services to reach you: mailto:you@example.org or "
                    "https://example.org"),
               NULL;
    EVP_PKEY *key = read_key(path, why);
    sv_vapid *v = key ? calloc(1, sizeof *v) : NULL;
    if (!v) {
        EVP_PKEY_free(key);
        return NULL;
    }
    v->key = key;
    atomic_init(&v->holders, 1);
    snprintf(v->contact, sizeof v->contact, "%s", contact);
    if (make_public(v))
        return v;
    sv_vapid_close(v);
    return fail(why, path, "the public key cannot be computed."), NULL;
}

sv_vapid *sv_vapid_share(sv_vapid *v)
{
    if (v)
        atomic_fetch_add(&v->holders, 1);
    return v;
}

void sv_vapid_close(sv_vapid *v)
{
    if (!v || atomic_fetch_sub(&v->holders, 1) > 1)
        return;
    EVP_PKEY_free(v->key);
    free(v);
}

const char *sv_vapid_public(const sv_vapid *v)
{
    return v->public_key;
}

static bool write_key(EVP_PKEY *key, int file, const char *path, char why[SV_VAPID_WHY])
{
    FILE *stream = fdopen(file, "w");
    if (!stream) {
        close(file);
        return fail(why, path, strerror(errno));
    }
    const bool written = PEM_write_PrivateKey(stream, key, NULL, NULL, 0, NULL, NULL) == 1 &&
                         fflush(stream) == 0 && fsync(file) == 0;
    if (fclose(stream) == 0 && written)
        return true;
    fail(why, path, "the key could not be written.");
    unlink(path);
    return false;
}

bool sv_vapid_make(const char *path, char why[SV_VAPID_WHY])
{
    const int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0)
        return fail(why, path,
                    errno == EEXIST ? "the file exists already. Browsers that have subscribed with "
                                      "its key need it. Choose another file."
                                    : strerror(errno));
    EVP_PKEY *key = EVP_EC_gen("P-256");
    if (!key) {
        close(file);
        unlink(path);
        return fail(why, path, "no key could be made.");
    }
    const bool ok = write_key(key, file, path, why);
    EVP_PKEY_free(key);
    return ok;
}

/* --------------------------------------------------------------------------------------- header */

/* The origin of an address: scheme, host and port. */
static bool origin_of(const char *endpoint, char origin[ORIGIN_MAX])
{
    CURLU *parts = curl_url();
    char *host = NULL, *port = NULL;
    bool ok = parts && curl_url_set(parts, CURLUPART_URL, endpoint, 0) == CURLUE_OK &&
              curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK;
    curl_url_get(parts, CURLUPART_PORT, &port, CURLU_NO_DEFAULT_PORT);
    const int length =
        ok ? snprintf(origin, ORIGIN_MAX, "https://%s%s%s", host, port ? ":" : "", port ? port : "")
           : -1;
    ok = length > 0 && length < ORIGIN_MAX;
    curl_free(host);
    curl_free(port);
    curl_url_cleanup(parts);
    return ok;
}

/* Appends another part of a token, after a point if it is not the first one. */
static bool append_part(char token[TOKEN_MAX], const void *bytes, size_t size)
{
    size_t used = strlen(token);
    if (used > 0)
        token[used++] = '.';
    if (TOKEN_MAX - used < sodium_base64_encoded_len(size, ENCODING))
        return false;
    sodium_bin2base64(token + used, TOKEN_MAX - used, bytes, size, ENCODING);
    return true;
}

/* OpenSSL's signatures are DER; a token has the two numbers themselves. */
static bool sign(EVP_PKEY *key, const char *text, uint8_t signature[SIGNATURE])
{
    uint8_t der[128];
    size_t size = sizeof der;
    const uint8_t *at = der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const bool signed_it =
        context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, der, &size, (const uint8_t *)text, strlen(text)) == 1;
    EVP_MD_CTX_free(context);
    ECDSA_SIG *numbers = signed_it ? d2i_ECDSA_SIG(NULL, &at, (long)size) : NULL;
    const bool ok = numbers && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, 32) == 32 &&
                    BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + 32, 32) == 32;
    ECDSA_SIG_free(numbers);
    return ok;
}

static bool make_claims(const char *origin, const char *contact, int64_t now,
                        char claims[CLAIMS_MAX])
{
    const int64_t expires = now / 1000 + SV_VAPID_HOURS * INT64_C(3600);
    json_t *object =
        json_pack("{s:s, s:I, s:s}", "aud", origin, "exp", (json_int_t)expires, "sub", contact);
    const size_t length =
        object ? json_dumpb(object, claims, CLAIMS_MAX - 1, JSON_COMPACT | JSON_ENSURE_ASCII) : 0;
    json_decref(object);
    if (length == 0 || length >= CLAIMS_MAX)
        return false;
    claims[length] = '\0';
    return true;
}

static bool make_token(EVP_PKEY *key, const char *claims, char token[TOKEN_MAX])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    uint8_t signature[SIGNATURE];
    token[0] = '\0';
    return append_part(token, head, strlen(head)) && append_part(token, claims, strlen(claims)) &&
           sign(key, token, signature) && append_part(token, signature, sizeof signature);
}

bool sv_vapid_header(const sv_vapid *v, const char *endpoint, int64_t now,
                     char header[SV_VAPID_HEADER_MAX])
{
    char origin[ORIGIN_MAX], claims[CLAIMS_MAX], token[TOKEN_MAX];
    if (!origin_of(endpoint, origin) || !make_claims(origin, v->contact, now, claims) ||
        !make_token(v->key, claims, token))
        return false;
    const int length = snprintf(header, SV_VAPID_HEADER_MAX, "Authorization: vapid t=%s, k=%s",
                                token, v->public_key);
    return length > 0 && length < SV_VAPID_HEADER_MAX;
}
