/* What a request says about itself: where it comes from and who makes it. */
#include <string.h>

#include "net.h"

void sv_header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t size)
{
    text[0] = '\0';
    if (lws_hdr_total_length(wsi, token) < (int)size &&
        lws_hdr_copy(wsi, text, (int)size, token) < 0)
        text[0] = '\0';
}

/* The host of "host:port" or "[::1]:port", without the port. */
static size_t host_length(const char *host)
{
    return host[0] == '[' ? strcspn(host, "]") + (strchr(host, ']') != NULL) : strcspn(host, ":");
}

static bool is_local_name(const char *host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (host_length(host) == strlen(names[i]) && strncmp(host, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* HTTP/2 calls the host ":authority". */
static void read_host(struct lws *wsi, char *host, size_t size)
{
    sv_header(wsi, WSI_TOKEN_HOST, host, size);
    if (!host[0])
        sv_header(wsi, WSI_TOKEN_HTTP_COLON_AUTHORITY, host, size);
}

/* A page of another site that resolves its own name to this machine must not get in. */
bool sv_host_fits(const sv_net *net, struct lws *wsi)
{
    char host[256];
    if (strcmp(net->config.address, "127.0.0.1") != 0 || net->config.proxied)
        return true;
    read_host(wsi, host, sizeof host);
    return is_local_name(host);
}

bool sv_origin_fits(const sv_net *net, struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true; /* not a page: browsers always say where a request comes from */
    sv_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    read_host(wsi, host, sizeof host);
    const char *from = strstr(origin, "://");
    if (net->config.origin[0] && strcmp(origin, net->config.origin) == 0)
        return true;
    return from && host[0] && strcmp(from + 3, host) == 0;
}

bool sv_is_secure(struct lws *wsi)
{
    char host[256];
    read_host(wsi, host, sizeof host);
    return lws_is_ssl(wsi) || is_local_name(host);
}

void sv_read_address(sv_conn *conn)
{
    char *address = conn->client.address;
    if (conn->net->config.proxied) {
        char list[256];
        sv_header(conn->wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list);
        const size_t length = strcspn(list, ", ");
        if (length > 0 && length < SV_ADDRESS_MAX) {
            memcpy(address, list, length);
            address[length] = '\0';
            return;
        }
    }
    lws_get_peer_simple(conn->wsi, address, SV_ADDRESS_MAX);
}

/* The value of a cookie of this name; false if there is none. */
static bool cookie_named(const char *cookies, const char *name, char *value, size_t size)
{
    const size_t length = strlen(name);
    for (const char *at = cookies; *at; at += strcspn(at, ";"), at += strspn(at, "; ")) {
        if (strncmp(at, name, length) != 0 || at[length] != '=')
            continue;
        const size_t bytes = strcspn(at + length + 1, ";");
        if (bytes >= size)
            return false;
        memcpy(value, at + length + 1, bytes);
        value[bytes] = '\0';
        return true;
    }
    return false;
}

bool sv_identify(sv_conn *conn, rec_error *error)
{
    char text[2048], token[SV_HEX_MAX];
    sv_header(conn->wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);
    if (strncmp(text, "Bearer ", 7) == 0)
        return sv_client_identify(&conn->net->core, &conn->client, text + 7, error);
    sv_header(conn->wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text);
    if (cookie_named(text, "__Host-elektro", token, sizeof token) ||
        cookie_named(text, "elektro", token, sizeof token))
        return sv_client_identify(&conn->net->core, &conn->client, token, error);
    return true;
}
