#include "net/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>

/* HTTP/2 forbids all others of TLS 1.2 (RFC 9113, appendix A), and browsers have these since 2014.
 */
#define CIPHERS "ECDHE+AESGCM:ECDHE+CHACHA20"

/* ----------------------------------------------------------------------------------- protocols */

typedef struct protocol {
    unsigned char length;
    const char *name;
} protocol;

/* The best first. */
static const protocol protocols[] = {{2, "h2"}, {8, "http/1.1"}, {8, "http/1.0"}};

/* The list of the client has one byte of length before each name; OpenSSL has checked that. */
static const unsigned char *find(const protocol *p, const unsigned char *list, unsigned length)
{
    for (unsigned i = 0; i < length; i += list[i] + 1u)
        if (list[i] == p->length && memcmp(list + i + 1, p->name, p->length) == 0)
            return list + i + 1;
    return NULL;
}

static int choose_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *chosen_length,
                           const unsigned char *list, unsigned length, void *data)
{
    (void)ssl;
    (void)data;
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++) {
        *chosen = find(&protocols[i], list, length);
        *chosen_length = protocols[i].length;
        if (*chosen)
            return SSL_TLSEXT_ERR_OK;
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

/* --------------------------------------------------------------------------------------- files */

/* The reason that OpenSSL gives for a failure: the first of its errors; those that follow say only
 * which of its parts have failed, too. */
static const char *reason(void)
{
    const unsigned long error = ERR_peek_error();
    const char *text = ERR_reason_error_string(error);
    if (text)
        return text;
    return ERR_SYSTEM_ERROR(error) ? strerror(ERR_GET_REASON(error)) : "unknown error";
}

/* OpenSSL's words for a file that cannot be opened do not name it. */
static bool can_read(const char *what, const char *path, char why[SV_TLS_WHY])
{
    FILE *file = fopen(path, "r");
    if (file) {
        fclose(file);
        return true;
    }
    snprintf(why, SV_TLS_WHY, "The %s %s cannot be read: %s.%s", what, path, strerror(errno),
             errno == EACCES ? " Let the user of the server read it." : "");
    return false;
}

/* OpenSSL would ask for a passphrase on the terminal, and the server would wait for it. */
static int no_passphrase(char *room, int size, int writes, void *data)
{
    bool *encrypted = data;
    (void)room;
    (void)size;
    (void)writes;
    *encrypted = true;
    return -1;
}

static bool use_certificate(SSL_CTX *tls, const char *path, char why[SV_TLS_WHY])
{
    if (!can_read("certificate", path, why))
        return false;
    if (SSL_CTX_use_certificate_chain_file(tls, path) == 1)
        return true;
    snprintf(why, SV_TLS_WHY, "The file %s is not a usable certificate in PEM: %s.", path,
             reason());
    return false;
}

static bool use_key(SSL_CTX *tls, const char *path, const char *certificate, char why[SV_TLS_WHY])
{
    bool encrypted = false;
    if (!can_read("key", path, why))
        return false;
    SSL_CTX_set_default_passwd_cb(tls, no_passphrase);
    SSL_CTX_set_default_passwd_cb_userdata(tls, &encrypted);
    const bool ok = SSL_CTX_use_PrivateKey_file(tls, path, SSL_FILETYPE_PEM) == 1 &&
                    SSL_CTX_check_private_key(tls) == 1;
    SSL_CTX_set_default_passwd_cb_userdata(tls, NULL);
    if (ok)
        return true;
    if (encrypted)
        snprintf(why, SV_TLS_WHY, "The key %s has a passphrase. Store it without one.", path);
    else if (ERR_GET_LIB(ERR_peek_error()) == ERR_LIB_X509)
        snprintf(why, SV_TLS_WHY, "The key %s does not belong to the certificate %s: %s.", path,
                 certificate, reason());
    else
        snprintf(why, SV_TLS_WHY, "The file %s is not a usable key in PEM: %s.", path, reason());
    return false;
}

/* ------------------------------------------------------------------------------------- opening */

static bool set_up(SSL_CTX *tls)
{
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                 SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    /* Clients keep their sessions as tickets. A cache here would grow with every stranger. */
    SSL_CTX_set_session_cache_mode(tls, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    return SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(tls, CIPHERS) == 1;
}

SSL_CTX *sv_tls_open(const char *certificate, const char *key, char why[SV_TLS_WHY])
{
    ERR_clear_error();
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    const bool begun = tls && set_up(tls);
    if (!begun)
        snprintf(why, SV_TLS_WHY, "TLS cannot be set up: %s.", reason());
    if (!begun || !use_certificate(tls, certificate, why) || !use_key(tls, key, certificate, why)) {
        SSL_CTX_free(tls);
        tls = NULL;
    }
    ERR_clear_error();
    return tls;
}

bool sv_tls_reload(SSL_CTX **tls, const char *certificate, const char *key, char why[SV_TLS_WHY])
{
    SSL_CTX *fresh = sv_tls_open(certificate, key, why);
    if (!fresh)
        return false;
    SSL_CTX_free(*tls);
    *tls = fresh;
    return true;
}
