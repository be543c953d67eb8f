/* The headers of a request: which page, address and user it comes from. */
#include <string.h>

#include "net/conn.h"

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

/* In HTTP/2 the host is in ":authority". */
static void read_host(struct lws *wsi, char *host, size_t size)
{
    sv_header(wsi, WSI_TOKEN_HOST, host, size);
    if (!host[0])
        sv_header(wsi, WSI_TOKEN_HTTP_COLON_AUTHORITY, host, size);
}

static bool is_local_address(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strcmp(address, "localhost") == 0;
}

/* Against DNS rebinding: a page of another site could let its own name resolve to this machine. */
bool sv_host_fits(const sv_net *net, struct lws *wsi)
{
    char host[256];
    if (!is_local_address(net->config.address) || net->config.proxied)
        return true;
    read_host(wsi, host, sizeof host);
    return is_local_name(host);
}

/* Whether the browser uses https: to this server, or to its proxy, which says so if it does not. */
static bool is_https(const sv_net *net, struct lws *wsi)
{
    static const char name[] = "x-forwarded-proto:";
    char proto[8] = "";
    if (lws_is_ssl(wsi) || !net->config.proxied)
        return lws_is_ssl(wsi);
    return lws_hdr_custom_copy(wsi, proto, sizeof proto, name, sizeof name - 1) < 0 ||
           strcmp(proto, "http") != 0;
}

bool sv_origin_fits(const sv_net *net, struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true; /* not a page: browsers always send the header */
    sv_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    read_host(wsi, host, sizeof host);
    const char *scheme = is_https(net, wsi) ? "https://" : "http://";
    const size_t length = strlen(scheme);
    if (net->config.origin[0] && strcmp(origin, net->config.origin) == 0)
        return true;
    return host[0] && strncmp(origin, scheme, length) == 0 && strcmp(origin + length, host) == 0;
}

bool sv_https_only(const sv_net *net, struct lws *wsi)
{
    char host[256];
    read_host(wsi, host, sizeof host);
    return net->config.hsts > 0 && is_https(net, wsi) && !is_local_name(host);
}

bool sv_is_secure(const sv_net *net, struct lws *wsi)
{
    char host[256];
    read_host(wsi, host, sizeof host);
    return is_https(net, wsi) || is_local_name(host);
}

/* The last address in X-Forwarded-For is the one that the operator's own proxy saw. Clients can
 * write those before it. */
static const char *last_of(char *list)
{
    char *comma = strrchr(list, ',');
    char *last = comma ? comma + 1 : list;
    last += strspn(last, " \t");
    last[strcspn(last, " \t")] = '\0';
    return last;
}

void sv_read_address(sv_conn *conn)
{
    char text[SV_HEADER_MAX];
    if (conn->net->config.proxied) {
        sv_header(conn->wsi, WSI_TOKEN_X_FORWARDED_FOR, text, sizeof text);
        sv_address_for_limits(last_of(text), conn->client.address);
    } else {
        memcpy(conn->client.address, conn->peer->address, sizeof conn->client.address);
    }
    conn->place = sv_limit_place(&conn->net->core.limits, conn->client.address);
}

/* Letters, digits, ".", "_" and "-": it goes into headers and the log as it is. */
static bool is_request_id(const char *text)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    return text[0] && text[strspn(text, allowed)] == '\0';
}

void sv_read_request_id(sv_conn *conn)
{
    static const char name[] = "x-request-id:";
    char text[SV_TRACE_MAX];
    if (conn->net->config.proxied &&
        lws_hdr_custom_copy(conn->wsi, text, sizeof text, name, sizeof name - 1) > 0 &&
        is_request_id(text))
        memcpy(conn->client.trace, text, sizeof text);
}

/* Whether a proxy has left a trace. */
static bool is_forwarded(struct lws *wsi)
{
    static const enum lws_token_indexes known[] = {WSI_TOKEN_X_FORWARDED_FOR,
                                                   WSI_TOKEN_HTTP_X_REAL_IP, WSI_TOKEN_HTTP_VIA};
    static const char *const others[] = {
        "forwarded:", "x-forwarded-host:", "x-forwarded-proto:", "x-forwarded-port:"};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (lws_hdr_total_length(wsi, known[i]) > 0)
            return true;
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (lws_hdr_custom_length(wsi, others[i], (int)strlen(others[i])) >= 0)
            return true;
    return false;
}

/* A proxy passes on the name by which clients know the server; programs here use a local one. */
bool sv_is_near(const sv_net *net, struct lws *wsi)
{
    char text[SV_ADDRESS_MAX], host[256];
    read_host(wsi, host, sizeof host);
    if (is_forwarded(wsi) || (net->config.proxied && !is_local_name(host)))
        return false;
    lws_get_peer_simple(wsi, text, sizeof text);
    return is_local_address(strncmp(text, "::ffff:", 7) == 0 ? text + 7 : text);
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

const char *sv_cookie_name(const sv_conn *conn)
{
    return conn->secure ? "__Host-elektro" : "elektro";
}

const char *sv_device_cookie_name(const sv_conn *conn)
{
    return conn->secure ? "__Host-elektro-device" : "elektro-device";
}

/* A program with a token signs in when it connects a WebSocket. Requests of plain HTTP bring the
 * token each time: they are logged only if it is none. */
static bool identify_program(sv_conn *conn, const char *token, rec_error *error)
{
    if (!sv_client_identify(&conn->net->core, &conn->client, token, error))
        return false;
    if (!conn->client.http || conn->client.user.id == 0)
        sv_log_token(&conn->net->core, &conn->client);
    return true;
}

bool sv_identify(sv_conn *conn, rec_error *error)
{
    char text[SV_HEADER_MAX], token[SV_HEX_MAX];
    conn->client.sets_device = false;
    sv_header(conn->wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);
    if (strncmp(text, "Bearer ", 7) == 0)
        return identify_program(conn, text + 7, error);
    sv_header(conn->wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text);
    if (!cookie_named(text, sv_device_cookie_name(conn), conn->client.device, SV_HEX_MAX))
        conn->client.device[0] = '\0';
    if (cookie_named(text, sv_cookie_name(conn), token, sizeof token))
        return sv_client_identify(&conn->net->core, &conn->client, token, error);
    return true;
}
