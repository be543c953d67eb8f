/* Gets ready for connections: the limit of open files, the certificate, the listening socket. */
#include <stdio.h>
#include <sys/resource.h>

#include "net/net.h"
#include "net/tls.h"

enum { FILES_MAX = 65536 };

/* Raises the limit of open files as far as it goes, up to FILES_MAX. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max > FILES_MAX ? FILES_MAX : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool open_tls(sv_net *net)
{
    const sv_config *c = &net->config;
    char why[SV_TLS_WHY];
    if (!c->tls_cert[0])
        return true;
    net->tls = sv_tls_open(c->tls_cert, c->tls_key, why);
    return net->tls || cli_complain(sv_serve_verb.name,
                                    "cannot serve on %s, port %u. Check the files of --tls-cert "
                                    "and --tls-key: %s",
                                    c->address, c->port, why);
}

bool sv_listen(sv_net *net)
{
    raise_file_limit();
    return open_tls(net) && sv_peers_limit(net) && sv_listener_open(net);
}

void sv_listen_end(sv_net *net)
{
    SSL_CTX_free(net->tls);
    net->tls = NULL;
}
