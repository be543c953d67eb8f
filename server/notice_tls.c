#include "notice_tls.h"

#include <openssl/ssl.h>
#include <poll.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static SSL_CTX *context; /* NULL: there is no way to tell whom one talks to */

static void make_context(void)
{
    context = SSL_CTX_new(TLS_client_method());
    if (context && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
        SSL_CTX_set_default_verify_paths(context) == 1) {
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
        return;
    }
    SSL_CTX_free(context);
    context = NULL;
}

/* Whether what returned result can be tried again now. */
static bool again(SSL *ssl, int result, int fd, const sv_patience *patience)
{
    const int wants = SSL_get_error(ssl, result);
    return (wants == SSL_ERROR_WANT_READ && sv_wait(fd, POLLIN, patience)) ||
           (wants == SSL_ERROR_WANT_WRITE && sv_wait(fd, POLLOUT, patience));
}

static bool talk(SSL *ssl, int fd, const char *bytes, size_t length, const sv_patience *patience)
{
    char ignored[64];
    int done;
    while ((done = SSL_connect(ssl)) != 1)
        if (!again(ssl, done, fd, patience))
            return false;
    while ((done = SSL_write(ssl, bytes, (int)length)) <= 0)
        if (!again(ssl, done, fd, patience))
            return false;
    while ((done = SSL_read(ssl, ignored, sizeof ignored)) <= 0)
        if (!again(ssl, done, fd, patience))
            return false;
    return true;
}

bool sv_tls_exchange(int fd, const char *host, const char *bytes, size_t length,
                     const sv_patience *patience)
{
    pthread_once(&once, make_context);
    SSL *ssl = context ? SSL_new(context) : NULL;
    const bool ok = ssl && SSL_set_fd(ssl, fd) == 1 && SSL_set_tlsext_host_name(ssl, host) == 1 &&
                    SSL_set1_host(ssl, host) == 1 && talk(ssl, fd, bytes, length, patience);
    SSL_free(ssl);
    return ok;
}

void sv_tls_close(void)
{
    SSL_CTX_free(context);
    context = NULL;
}
