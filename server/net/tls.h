/*
 * The settings of TLS: certificate and key, versions, and the choice between HTTP/2 and HTTP/1.1.
 *
 * TLS 1.2 and later, with the ciphers that HTTP/2 allows; no renegotiation, no compression, no
 * cache of sessions (clients keep theirs, as tickets). ALPN: "h2" first, then "http/1.1". A client
 * that does not ask gets HTTP/1.1; one that speaks neither is refused.
 */
#ifndef ELEKTRO_SERVER_NET_TLS_H
#define ELEKTRO_SERVER_NET_TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>

enum { SV_TLS_WHY = 512 }; /* bytes of a reason */

/* Reads a file of a certificate and its chain, and the file of its key, both in PEM. NULL if they
 * cannot be used, with the reason in plain English (and OpenSSL's words for it). The caller frees
 * it with SSL_CTX_free; connections keep it as long as they need it. */
SSL_CTX *sv_tls_open(const char *certificate, const char *key, char why[SV_TLS_WHY]);
/* Reads the files again and replaces the settings; open connections keep theirs. False, and the old
 * ones stay, if the files cannot be used. */
bool sv_tls_reload(SSL_CTX **tls, const char *certificate, const char *key, char why[SV_TLS_WHY]);

#endif
