#include "welcome.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <qrencode.h>
#include <stdio.h>
#include <string.h>

enum { QUIET = 4 }; /* light rows and columns around a code */

/* The address of this machine in the home network; false if it has none. */
static bool own_address(char address[INET_ADDRSTRLEN])
{
    struct ifaddrs *list;
    bool found = false;
    if (getifaddrs(&list) != 0)
        return false;
    for (const struct ifaddrs *i = list; i && !found; i = i->ifa_next) {
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || (i->ifa_flags & IFF_LOOPBACK) ||
            !(i->ifa_flags & IFF_UP))
            continue;
        const struct sockaddr_in *in = (const void *)i->ifa_addr;
        found = inet_ntop(AF_INET, &in->sin_addr, address, INET_ADDRSTRLEN) != NULL;
    }
    freeifaddrs(list);
    return found;
}

static bool is_dark(const QRcode *code, int x, int y)
{
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           (code->data[y * code->width + x] & 1);
}

/* Prints two rows of the code in one line of text, light on dark as in most terminals. */
static void print_code(const char *text)
{
    static const char *const half[] = {"\u2588", "\u2580", "\u2584", " "};
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    if (!code)
        return;
    for (int y = -QUIET; y < code->width + QUIET; y += 2) {
        fputs("  ", stdout);
        for (int x = -QUIET; x < code->width + QUIET; x++)
            fputs(half[is_dark(code, x, y) * 2 + is_dark(code, x, y + 1)], stdout);
        putchar('\n');
    }
    QRcode_free(code);
}

void sv_welcome(const sv_config *config, bool web_client)
{
    char address[INET_ADDRSTRLEN], url[96];
    const char *scheme = config->tls_cert[0] ? "https" : "http";
    printf("Elektro is at %s://localhost:%u\n", scheme, config->port);
    if (!web_client)
        printf("There is no web client in %s, so the server shows a plain page.\n"
               "Build it with 'make web', or name its folder with --web.\n",
               config->web);
    if (!config->lan)
        puts("Only this computer can open it. Use --lan to let others in your home network join.");
    if (config->lan && own_address(address)) {
        snprintf(url, sizeof url, "%s://%s:%u", scheme, address, config->port);
        printf("In your home network: %s\n", url);
        print_code(url);
    }
    fflush(stdout);
}
