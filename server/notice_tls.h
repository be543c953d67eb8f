/* The little of TLS that a webhook needs. */
#ifndef ELEKTRO_SERVER_NOTICE_TLS_H
#define ELEKTRO_SERVER_NOTICE_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pool.h"

/* How long to wait, by the monotonic clock in milliseconds; no longer than the pool is open. */
typedef struct sv_patience {
    int64_t until;
    const sv_pool *pool;
} sv_patience;

/* Waits until a socket that does not block can be used (POLLIN, POLLOUT); false: not in time. */
bool sv_wait(int fd, short events, const sv_patience *patience);

/* Sends bytes over TLS to a host whose certificate fits its name, and waits for an answer. Called
 * from threads of the pool. */
bool sv_tls_exchange(int fd, const char *host, const char *bytes, size_t length,
                     const sv_patience *patience);
void sv_tls_close(void);

#endif
