#include "net/post.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "errors.h"
#include "measure.h"
#include "net/transfer.h"

enum { ATTEMPTS = 3, PAUSE_MS = 500, HEADERS_MAX = 16384, WAIT_MAX = 86400 };

/* ------------------------------------------------------------------------------------ addresses */

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

static bool has_scheme(CURLU *parts, bool secure_only)
{
    char *scheme = NULL;
    const bool ok = curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                    (strcmp(scheme, "https") == 0 || (!secure_only && strcmp(scheme, "http") == 0));
    curl_free(scheme);
    return ok;
}

static bool has_plain_host(CURLU *parts)
{
    char *host = NULL;
    const bool ok = curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK && host[0] != '[';
    curl_free(host);
    return ok;
}

static bool fits(const char *field, const char *url, bool secure_only, rec_error *error)
{
    CURLU *parts = curl_url();
    bool ok = false;
    if (!parts)
        sv_fail_memory(error);
    else if (curl_url_set(parts, CURLUPART_URL, url, CURLU_DISALLOW_USER) != CURLUE_OK)
        sv_fail(error, SV_ERROR_BAD_REQUEST,
                "\"%s\": expected an address such as https://host/path.", field);
    else if (!has_scheme(parts, secure_only))
        sv_fail(error, SV_ERROR_BAD_REQUEST, "\"%s\": expected %s.", field,
                secure_only ? "https://" : "http:// or https://");
    else if (!has_plain_host(parts))
        sv_fail(error, SV_ERROR_BAD_REQUEST, "\"%s\": expected the name of a host.", field);
    else
        ok = true;
    curl_url_cleanup(parts);
    return ok;
}

bool sv_post_url_fits(const char *field, const char *url, rec_error *error)
{
    return fits(field, url, false, error);
}

bool sv_post_https_fits(const char *field, const char *url, rec_error *error)
{
    return fits(field, url, true, error);
}

/* -------------------------------------------------------------------------------------- attempt */

typedef struct attempt {
    sv_post *post;
    CURL *curl;
    size_t header_bytes;
    bool only_looks; /* connects to nothing */
    bool found_private, tried_public;
} attempt;

/* Called with the very address that will be connected to. */
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address)
{
    attempt *a = data;
    (void)purpose;
    if (!a->post->private_too && !sv_address_is_public(&address->addr)) {
        a->found_private = true;
        return CURL_SOCKET_BAD;
    }
    a->tried_public = true;
    if (a->only_looks)
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static long status_of(CURL *curl)
{
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/* Ends the transfer after the headers, or when there are too many of them. Like libcurl it takes a
 * bare line feed for the end of a line. */
static size_t take_header(char *bytes, size_t size, size_t count, void *data)
{
    attempt *a = data;
    const bool last = count > 0 && (bytes[0] == '\r' || bytes[0] == '\n');
    (void)size; /* 1 */
    a->header_bytes += count;
    return (last && status_of(a->curl) >= 200) || a->header_bytes > HEADERS_MAX ? 0 : count;
}

/* Ends the transfer at the first byte of a body: without this, libcurl prints bodies. */
static size_t refuse_body(char *bytes, size_t size, size_t count, void *data)
{
    (void)bytes, (void)size, (void)count, (void)data;
    return 0;
}

static size_t size_of(const sv_post *p)
{
    return p->size > 0 ? p->size : strlen(p->body);
}

static void set_options(attempt *a, const sv_transfer *t, const struct curl_slist *headers)
{
    const sv_post *p = a->post;
    CURL *c = a->curl;
    sv_transfer_prepare(t, c);
    curl_easy_setopt(c, CURLOPT_URL, p->url);
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(c, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "elektro");
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(c, CURLOPT_POSTFIELDS, p->body);
    curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, (long)size_of(p));
    curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, a);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, refuse_body);
    curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, a);
}

/* Adds a header to a list; without memory the list is gone, and NULL. */
static struct curl_slist *with_header(struct curl_slist *list, const char *line)
{
    struct curl_slist *longer = curl_slist_append(list, line);
    if (!longer)
        curl_slist_free_all(list);
    return longer;
}

static struct curl_slist *make_headers(const sv_post *p)
{
    char type[128];
    snprintf(type, sizeof type, "Content-Type: %s", p->type);
    struct curl_slist *list = with_header(NULL, type);
    if (list && p->header)
        list = with_header(list, p->header);
    for (const char *const *line = p->more; list && line && *line; line++)
        list = with_header(list, *line);
    return list ? with_header(list, "Connection: close") : NULL;
}

/* What the answer says. */
static void note_answer(const attempt *a)
{
    curl_off_t seconds = 0;
    a->post->status = status_of(a->curl);
    if (curl_easy_getinfo(a->curl, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0)
        a->post->wait_ms = seconds < WAIT_MAX ? seconds * 1000 : WAIT_MAX * 1000;
}

static bool transfer(const sv_transfer *t, const attempt *a)
{
    const char *why = sv_transfer_run(t, a->curl);
    const bool answered = status_of(a->curl) >= 200;
    if (answered)
        note_answer(a);
    else
        a->post->why = why ? why : "There was no answer.";
    return answered;
}

static bool try_once(const sv_transfer *t, sv_post *p, bool only_looks)
{
    attempt a = {.post = p, .curl = curl_easy_init(), .only_looks = only_looks};
    struct curl_slist *headers = make_headers(p);
    bool answered = false;
    p->why = NULL;
    p->status = 0;
    p->wait_ms = 0;
    if (a.curl && headers && t->until > sv_milliseconds()) {
        set_options(&a, t, headers);
        answered = transfer(t, &a);
    }
    p->refused = a.found_private && !a.tried_public;
    if (p->refused)
        p->why = "The address is private.";
    curl_easy_cleanup(a.curl);
    curl_slist_free_all(headers);
    return answered;
}

/* Waits before another attempt; false if there is no time for one. */
static bool pause_between(const sv_transfer *t)
{
    const int64_t moment = sv_milliseconds() + PAUSE_MS;
    while (sv_transfer_wait(t, moment))
        ;
    return sv_milliseconds() < t->until && !sv_pool_closing(t->pool);
}

static bool may_try(sv_post *p)
{
    p->forbidden = p->may && !p->may(p);
    return !p->forbidden;
}

static sv_transfer transfer_of(const sv_post *p)
{
    return (sv_transfer){curl_multi_init(), p->pool, sv_milliseconds() + p->timeout_ms};
}

bool sv_post_send(sv_post *p)
{
    const sv_transfer t = transfer_of(p);
    bool answered = false;
    for (unsigned i = 0; t.multi && i < ATTEMPTS && !answered && !p->refused && !p->forbidden; i++)
        if ((i == 0 || pause_between(&t)) && may_try(p))
            answered = try_once(&t, p, false);
    curl_multi_cleanup(t.multi);
    return answered;
}

void sv_post_look_up(sv_post *p)
{
    const sv_transfer t = transfer_of(p);
    if (t.multi)
        try_once(&t, p, true);
    curl_multi_cleanup(t.multi);
}

void sv_post_open(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

void sv_post_close(void)
{
    curl_global_cleanup();
}
