#include "notice.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "core.h"
#include "log.h"
#include "notice_tls.h"
#include "requests.h"

enum { SECONDS = 10, SLICE_MS = 100, ATTEMPTS = 3, PAUSE_MS = 500 };

static bool private_too; /* addresses of this machine and its network may be sent to */

/* ----------------------------------------------------------------------------------- addresses */

static bool is_public_v4(uint32_t a)
{
    static const struct {
        uint32_t network, mask;
    } reserved[] = {
        {0x00000000, 0xff000000}, {0x0a000000, 0xff000000}, {0x64400000, 0xffc00000},
        {0x7f000000, 0xff000000}, {0xa9fe0000, 0xffff0000}, {0xac100000, 0xfff00000},
        {0xc0000000, 0xffffff00}, {0xc0000200, 0xffffff00}, {0xc0a80000, 0xffff0000},
        {0xc6120000, 0xfffe0000}, {0xc6336400, 0xffffff00}, {0xcb007100, 0xffffff00},
        {0xe0000000, 0xf0000000}, {0xf0000000, 0xf0000000},
    };
    for (unsigned i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if ((a & reserved[i].mask) == reserved[i].network)
            return false;
    return true;
}

/* Of IPv6 only global unicast (2000::/3) that does not carry an IPv4 address inside. */
static bool is_public_v6(const uint8_t a[16])
{
    const bool documentation = a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0d && a[3] == 0xb8;
    const bool teredo = a[0] == 0x20 && a[1] == 0x01 && a[2] == 0 && a[3] == 0;
    const bool six_to_four = a[0] == 0x20 && a[1] == 0x02;
    return a[0] >> 5 == 1 && !documentation && !teredo && !six_to_four;
}

bool sv_address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return is_public_v4(
            ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    if (address->sa_family == AF_INET6)
        return is_public_v6(
            ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
    return false;
}

bool sv_url_read(const char *text, sv_url *url, rec_error *error)
{
    const char *at = text;
    url->tls = strncmp(text, "https://", 8) == 0;
    if (!url->tls && strncmp(text, "http://", 7) != 0)
        return rec_fail(error, "bad-request", "\"url\": expected http:// or https://.");
    at += url->tls ? 8 : 7;
    const size_t host = strcspn(at, ":/?#"), rest = strcspn(at, "/?#");
    if (host == 0 || host >= sizeof url->host || strcspn(at, "@[]\\ ") < rest)
        return rec_fail(error, "bad-request", "\"url\": expected the name of a host.");
    snprintf(url->host, sizeof url->host, "%.*s", (int)host, at);
    snprintf(url->port, sizeof url->port, "%s", url->tls ? "443" : "80");
    if (rest > host) {
        const size_t digits = strspn(at + host + 1, "0123456789");
        if (digits == 0 || digits > 5 || digits != rest - host - 1)
            return rec_fail(error, "bad-request", "\"url\": expected a port.");
        snprintf(url->port, sizeof url->port, "%.*s", (int)digits, at + host + 1);
    }
    snprintf(url->path, sizeof url->path, "%s%.*s", at[rest] == '/' ? "" : "/",
             (int)strcspn(at + rest, "#"), at + rest);
    if (strpbrk(url->path, " \r\n\t"))
        return rec_fail(error, "bad-request", "\"url\": expected no spaces.");
    return true;
}

/* --------------------------------------------------------------------------------------- sending
 */

typedef struct notice_job {
    sv_job job;
    sv_core *core;
    sv_url url;
    bool sent;
    char body[512], signature[SV_HEX_MAX];
} notice_job;

static int64_t milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool sv_wait(int fd, short events, const sv_patience *patience)
{
    struct pollfd one = {.fd = fd, .events = events};
    for (;;) {
        const int64_t left = patience->until - milliseconds();
        if (left <= 0 || (patience->pool && sv_pool_closing(patience->pool)))
            return false;
        const int ready = poll(&one, 1, left < SLICE_MS ? (int)left : SLICE_MS);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
}

static bool connected(int fd, const struct addrinfo *a, const sv_patience *patience)
{
    int problem = 0;
    socklen_t size = sizeof problem;
    if (connect(fd, a->ai_addr, a->ai_addrlen) == 0)
        return true;
    return errno == EINPROGRESS && sv_wait(fd, POLLOUT, patience) &&
           getsockopt(fd, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem == 0;
}

static int connect_to(const struct addrinfo *a, const sv_patience *patience)
{
    const int fd =
        socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
    if (fd < 0 || connected(fd, a, patience))
        return fd;
    close(fd);
    return -1;
}

/* Connects to the first address of the host that may be sent to; -1 if there is none. */
static int connect_host(const sv_url *url, const sv_patience *patience)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *list;
    int fd = -1;
    if (getaddrinfo(url->host, url->port, &hints, &list) != 0)
        return -1;
    for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next)
        if (private_too || sv_address_is_public(a->ai_addr))
            fd = connect_to(a, patience);
    freeaddrinfo(list);
    return fd;
}

/* Sends everything and waits for the first byte of an answer. */
static bool exchange(int fd, const char *bytes, size_t length, const sv_patience *patience)
{
    char ignored[64];
    while (length > 0) {
        const ssize_t sent =
            sv_wait(fd, POLLOUT, patience) ? send(fd, bytes, length, MSG_NOSIGNAL) : -1;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return sv_wait(fd, POLLIN, patience) && recv(fd, ignored, sizeof ignored, 0) > 0;
}

/* "host", or "host:port" where the port is not the usual one. */
static void print_host(const sv_url *url, char *text, size_t size)
{
    const bool usual = strcmp(url->port, url->tls ? "443" : "80") == 0;
    snprintf(text, size, "%s%s%s", url->host, usual ? "" : ":", usual ? "" : url->port);
}

static bool attempt(const notice_job *n, const sv_patience *patience)
{
    char request[2048], host[sizeof n->url.host + sizeof n->url.port + 1];
    const int fd = connect_host(&n->url, patience);
    if (fd < 0)
        return false;
    print_host(&n->url, host, sizeof host);
    const int length = snprintf(request, sizeof request,
                                "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: elektro\r\n"
                                "Content-Type: application/json\r\nContent-Length: %zu\r\n"
                                "X-Elektro-Signature: %s\r\nConnection: close\r\n\r\n%s",
                                n->url.path, host, strlen(n->body), n->signature, n->body);
    const bool sent =
        length < (int)sizeof request &&
        (n->url.tls ? sv_tls_exchange(fd, n->url.host, request, (size_t)length, patience)
                    : exchange(fd, request, (size_t)length, patience));
    close(fd);
    return sent;
}

/* Waits for the next attempt; false if there is no time for one. */
static bool pause_between(const sv_patience *patience)
{
    const sv_patience moment = {.until = milliseconds() + PAUSE_MS, .pool = patience->pool};
    sv_wait(-1, 0, &moment);
    return milliseconds() < patience->until && !sv_pool_closing(patience->pool);
}

static void send_notice(sv_job *job)
{
    notice_job *n = (notice_job *)job;
    const sv_patience patience = {.until = milliseconds() + SECONDS * 1000,
                                  .pool = n->core->pool[SV_NOTICES]};
    for (unsigned i = 0; i < ATTEMPTS && !n->sent && (i == 0 || pause_between(&patience)); i++)
        n->sent = attempt(n, &patience);
}

static void notice_done(sv_job *job)
{
    notice_job *n = (notice_job *)job;
    n->core->counts.webhooks += n->sent;
    if (!n->sent)
        sv_log("warning", "a webhook did not answer", NULL);
    free(n);
}

static void sign(notice_job *n, const char *secret)
{
    crypto_auth_hmacsha256_state hmac;
    uint8_t hash[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_init(&hmac, (const uint8_t *)secret, strlen(secret));
    crypto_auth_hmacsha256_update(&hmac, (const uint8_t *)n->body, strlen(n->body));
    crypto_auth_hmacsha256_final(&hmac, hash);
    sodium_bin2hex(n->signature, sizeof n->signature, hash, sizeof hash);
}

static void notify(sv_core *core, const sv_table *table, unsigned seat, const char *what)
{
    sv_webhook hook;
    rec_error error;
    const int64_t user = table->seat[seat].user;
    const sv_rate once_a_minute = {1, 60};
    if (!sv_webhook_get(&core->store, user, &hook, &error) || !hook.url[0] ||
        !sv_limit_take(&core->limits, &once_a_minute, SV_LIMITED_NOTICES, table->code, user, 60,
                       core->now))
        return;
    notice_job *n = calloc(1, sizeof *n);
    if (!n)
        return;
    n->job = (sv_job){.run = send_notice, .done = notice_done};
    n->core = core;
    json_t *body = json_pack("{s:s, s:s, s:s, s:i}", "notice", what, "table", table->code, "title",
                             table->title, "seat", (int)seat + 1);
    char *text = json_dumps(body, JSON_COMPACT);
    snprintf(n->body, sizeof n->body, "%s", text ? text : "{}");
    free(text);
    json_decref(body);
    sign(n, hook.secret);
    if (sv_url_read(hook.url, &n->url, &error))
        sv_notice_later(core, &n->job);
    else
        free(n);
}

void sv_notice_open(sv_net *net)
{
    net->core.notice = notify;
    private_too = net->config.private_webhooks;
}

void sv_notice_close(void)
{
    sv_tls_close();
}

json_t *sv_on_webhook(sv_call *call)
{
    sv_webhook hook;
    sv_url url;
    snprintf(hook.url, sizeof hook.url, "%s",
             json_string_value(json_object_get(call->request, "url")));
    if (hook.url[0] && !sv_url_read(hook.url, &url, &call->error))
        return NULL;
    jn_seed_make(hook.secret);
    if (!sv_webhook_set(&call->core->store, call->client->user.id, &hook, &call->error))
        return NULL;
    return json_pack("{s:s}", "secret", hook.secret);
}
