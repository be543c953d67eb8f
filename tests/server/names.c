/* Names for the webhook tests, preloaded into the server: "slow.test" is looked up for a minute,
 * "private.test" is this machine. */
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

enum { SLOW_SECONDS = 60 };

typedef int lookup(const char *host, const char *service, const struct addrinfo *hints,
                   struct addrinfo **list);

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                struct addrinfo **list)
{
    static const char note[] = "slow.test is looked up\n";
    void *found = dlsym(RTLD_NEXT, "getaddrinfo");
    lookup *next;
    memcpy(&next, &found, sizeof next); /* C has no conversion for it */
    if (host && strcmp(host, "slow.test") == 0) {
        if (write(STDERR_FILENO, note, sizeof note - 1) < 0)
            return EAI_SYSTEM;
        sleep(SLOW_SECONDS);
        return EAI_AGAIN;
    }
    return next(host && strcmp(host, "private.test") == 0 ? "127.0.0.1" : host, service, hints,
                list);
}
