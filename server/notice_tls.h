/* The little of TLS that a webhook needs. */
#ifndef ELEKTRO_SERVER_NOTICE_TLS_H
#define ELEKTRO_SERVER_NOTICE_TLS_H

#include <stdbool.h>
#include <stddef.h>

/* Sends bytes over TLS to a host whose certificate fits its name, and waits for an answer. Called
 * from threads of the pool. */
bool sv_tls_send(int fd, const char *host, const char *bytes, size_t length);
void sv_tls_close(void);

#endif
