/*
 * Transfers of libcurl in a thread that may wait: within a time limit, and not longer than until
 * its pool closes. Certificates are verified against those of the system, or of SSL_CERT_FILE and
 * SSL_CERT_DIR, and proxies named in the environment are not used.
 */
#ifndef ELEKTRO_SERVER_NET_TRANSFER_H
#define ELEKTRO_SERVER_NET_TRANSFER_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

#include "pool.h"

typedef struct sv_transfer {
    CURLM *multi;
    const sv_pool *pool; /* whose closing ends it early */
    int64_t until;       /* in sv_milliseconds */
} sv_transfer;

/* What all transfers have in common: TLS, no proxy, and the time that is left. */
void sv_transfer_prepare(const sv_transfer *transfer, CURL *curl);
/* Returns NULL, or why the transfer has ended before it was complete. */
const char *sv_transfer_run(const sv_transfer *transfer, CURL *curl);
/* Waits a moment for what the transfer waits for, until this moment at the latest; false if there
 * is no time left. */
bool sv_transfer_wait(const sv_transfer *transfer, int64_t until);

#endif
