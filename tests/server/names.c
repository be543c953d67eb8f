/* Names for the webhook tests, preloaded into the server: "slow.test" is looked up for a minute,
 * "private.test" is this machine, "mixed.test" has the address of this machine and a public one.
 * Connections to that public address are refused here, so that nothing leaves this machine. */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PUBLIC "172.32.0.1"

enum { SLOW_SECONDS = 60 };

typedef int lookup(const char *host, const char *service, const struct addrinfo *hints,
                   struct addrinfo **list);

typedef int connecter(int socket, const struct sockaddr *address, socklen_t size);

/* Finds the system's function of that name; C has no conversion from void * for it. */
static void find_next(const char *name, void *function, size_t size)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, size);
}

static bool is_the_public_one(const struct sockaddr *address)
{
    struct sockaddr_in v4;
    if (address->sa_family != AF_INET)
        return false;
    memcpy(&v4, address, sizeof v4);
    return v4.sin_addr.s_addr == inet_addr(PUBLIC);
}

/* The type of the address is that of glibc's declaration. */
int connect(int socket, __CONST_SOCKADDR_ARG address, socklen_t size)
{
    static const char note[] = "the public address is tried\n";
    connecter *next;
    find_next("connect", &next, sizeof next);
    if (!is_the_public_one(address.__sockaddr__))
        return next(socket, address.__sockaddr__, size);
    errno = write(STDERR_FILENO, note, sizeof note - 1) < 0 ? EIO : ECONNREFUSED;
    return -1;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                struct addrinfo **list)
{
    static const char note[] = "slow.test is looked up\n";
    lookup *next;
    find_next("getaddrinfo", &next, sizeof next);
    if (host && strcmp(host, "slow.test") == 0) {
        if (write(STDERR_FILENO, note, sizeof note - 1) < 0)
            return EAI_SYSTEM;
        sleep(SLOW_SECONDS);
        return EAI_AGAIN;
    }
    const bool mixed = host && strcmp(host, "mixed.test") == 0;
    const bool here = mixed || (host && strcmp(host, "private.test") == 0);
    const int status = next(here ? "127.0.0.1" : host, service, hints, list);
    if (!mixed || status != 0)
        return status;
    return next(PUBLIC, service, hints, &(*list)->ai_next);
}
